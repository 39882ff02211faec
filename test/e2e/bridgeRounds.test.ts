/** What the bridge does by itself, and what a network, an operator or a limit forbids it. */

import { afterAll, beforeAll, beforeEach, describe as describeAlways, expect, onTestFinished, test } from 'vitest';
import { coinOf, type MinedTransaction, opReturn, spend, walletOf } from '../support/bitcoinChain.js';
import { ANVIL, type Json } from '../support/evm/anvil.js';
import { type Answer, BridgeScene, type BridgeSceneOptions, ForeignSide } from '../support/evm/bridgeScene.js';
import { ETHER } from '../support/evm/scene.js';
import { exchange } from '../support/httpClient.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let side: ForeignSide;

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
});
afterAll(() => side?.stop());
beforeEach(() => side?.beHonest());

async function scene(options: BridgeSceneOptions = {}): Promise<BridgeScene> {
  const started = await BridgeScene.start(side, options);
  onTestFinished(() => started.remove());
  return started;
}

/** Asks until the answer is right: the node does it by itself, in rounds. */
async function eventually<T>(ask: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The watch asks again after half a minute for what was not minted at once, such as on a machine that is slow to answer. */
const SLOW_MACHINE_MS = 180_000;

describe('deposit addresses', () => {
  test('what is paid to them is minted without a claim: each output once, sweeps and dust aside', {
    timeout: SLOW_MACHINE_MS,
  }, async () => {
    const node = await scene();
    const { btc } = side;
    const [first, second] = [walletOf('address 1'), walletOf('address 2')];
    const pool = {
      addresses: [first, second, btc.custody].map(({ address }, index) => ({ index: index + 7, address })),
    };
    expect(await node.post('/api/bridge/btc/deposit-pool', pool)).toMatchObject({
      success: false,
      error: 'unauthorized',
    });
    expect(await node.relayed('POST', '/api/bridge/btc/deposit-pool', pool)).toEqual({
      ...{ success: true, added: 2, poolRemaining: 2 },
    });
    const recipient = signingActor('bridge: address owner').address;
    const asked = { recipient: `xrge:${recipient.toUpperCase()}` };
    for (let time = 0; time < 2; time++)
      expect(await node.post('/api/bridge/btc/deposit-address', asked)).toEqual({
        ...{ success: true, address: first.address, error: null },
      });
    expect(await node.post('/api/bridge/btc/deposit-address', {})).toMatchObject({
      error: 'recipient (RougeChain address) is required',
    });
    const paid = spend(
      btc.payer,
      [btc.coin(2)],
      [
        { script: first.script, value: 70_000n },
        { script: first.script, value: 5_000n },
        opReturn(node.user.address),
        { script: btc.payer.script, value: 4_000_000_000n },
      ],
    );
    btc.chain.mine([paid]);
    const dust: MinedTransaction[] = [];
    let coin = coinOf(paid, 3);
    for (let count = 0; count < 60; count++) {
      const change = { script: btc.payer.script, value: coin.value - 1_001n };
      const transaction = spend(btc.payer, [coin], [{ script: first.script, value: 1n }, change]);
      dust.push(transaction);
      coin = coinOf(transaction, 1);
    }
    btc.chain.mine(dust);
    const swept = spend(
      first,
      [coinOf(paid, 0)],
      [{ script: first.script, value: 9_000n }, btc.toCustody(60_000n), opReturn(node.user.address)],
    );
    btc.chain.mine([swept]);
    btc.chain.mineMany(3);
    await eventually(
      () => node.balance('qBTC', recipient),
      (balance) => balance === 75_060,
    );
    expect((await node.post('/api/bridge/btc/claim', { btcTxid: swept.id })).error).toMatch(
      /spends coins of the bridge itself; change is no deposit/,
    );
    const toOwn = node.withdrawal('qBTC', '10000', second.address);
    expect((await node.post(...toOwn)).error).toBe(
      'BTC address belongs to the bridge itself; a withdrawal cannot go there',
    );
    expect(await node.balance('qBTC', recipient)).toBe(75_060);
    const listed = await exchange(node.node.url, '/api/bridge/btc/deposit-addresses', {
      headers: { 'x-bridge-relayer-secret': 'relayer-secret-of-the-tests' },
    });
    expect(listed.json).toEqual({
      ...{ success: true, addresses: [{ address: first.address, index: 7, recipient }], poolRemaining: 1, maxIndex: 8 },
    });
    const { reserves } = await node.api.get<{ reserves: readonly Answer[] }>('/api/bridge/reserves');
    expect(reserves.find(({ token }) => token === 'qBTC')).toMatchObject({ claimable: 75_060, owed: 0 });
  });
});

describe('networks', () => {
  test('that ask for attestations mint when a validator has looked for itself', async () => {
    const node = await scene({ genesis: { bridge: { attest: true } }, flags: ['--bridge-attest'] });
    const byKey = await side.claimBody(
      'ETH',
      await side.deep({ to: side.evm.custody, value: ETHER }),
      node.user.keyHex,
    );
    const byAddress = await side.claimBody(
      'ETH',
      await side.deep({ to: side.evm.custody, value: ETHER }),
      node.user.address,
    );
    expect((await node.post('/api/bridge/claim', byKey)).error).toMatch(/^name the recipient by its rouge1 address/);
    const seen = signed(node.user, { type: 'transfer', to: node.nodeAddress, amount: number('1') });
    expect((await node.api.post('/api/v2/transfer', seen.body)).status).toBe(200);
    await node.included(seen.txId);
    const claims = [byKey, byAddress];
    for (const body of claims)
      expect((await node.post('/api/bridge/claim', body)).error).toMatch(
        /^claim approved; it waits for attestations|^Transaction already claimed$/,
      );
    const hash = await side.depositEth(node.user.address);
    await node.relayed('POST', '/api/bridge/deposit/auto-claim', { evmTxHash: hash, token: 'ETH' });
    await eventually(
      () => node.balance('qETH'),
      (balance) => balance === 3_000_000,
    );
    for (const body of claims)
      expect((await node.post('/api/bridge/claim', body)).error).toBe('Transaction already claimed');
  });

  test('with two authorities need both, who state the same', async () => {
    const other = signingActor('bridge: other authority');
    const node = await scene({ genesis: { bridge: { otherKeys: [other.keyHex], threshold: 2 } } });
    const hash = await side.depositEth(node.user.address);
    const claim = (): Promise<Answer> =>
      node.relayed('POST', '/api/bridge/deposit/auto-claim', { evmTxHash: hash, token: 'ETH' });
    const approved = {
      success: false,
      error: 'claim approved by 1 of 2 authorities; ask again',
      code: 'already_exists',
    };
    expect(await claim()).toEqual(approved);
    expect(await claim()).toEqual(approved);
    expect(await node.balance('qETH')).toBe(0);
    const [stated] = (
      await node.api.get<{ txs: readonly { tx: { payload: Answer; signed_payload: string } }[] }>('/api/txs?limit=1')
    ).txs;
    const { type, claimKey, tokenSymbol, amountUnits, recipient, blockHash, height, position, sender } = JSON.parse(
      stated?.tx.signed_payload ?? '{}',
    );
    const members = { type, claimKey, tokenSymbol, amountUnits, recipient, blockHash, sender };
    const second = signed(other, { ...members, height: number(height), position: number(position) });
    expect((await node.api.post('/api/v2/bridge/mint', second.body)).status).toBe(200);
    await node.included(second.txId);
    expect(await node.balance('qETH')).toBe(1_000_000);
    expect(await claim()).toMatchObject({ error: 'Transaction already claimed' });
  });

  test('whose authority is elsewhere: this node says so, and asks no provider', async () => {
    const other = signingActor('bridge: other authority');
    const node = await scene({ genesis: { bridge: { keys: [other.keyHex] } } });
    const body = await side.claimBody(
      'ETH',
      await side.deep({ to: side.evm.custody, value: ETHER }),
      node.user.address,
    );
    let asked = 0;
    for (const provider of side.evm.providers)
      provider.lie = (method: string, result: Json) => {
        if (method === 'eth_getTransactionByHash') asked++;
        return result;
      };
    const { status, json } = await exchange(node.node.url, '/api/bridge/claim', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    expect([status, json]).toEqual([
      503,
      {
        ...{ success: false, code: 'no_authority' },
        error: 'the key of this node is no authority of the bridge: ask a node of its operators',
      },
    ]);
    expect(asked).toBe(0);
    expect(await node.post('/api/bridge/btc/deposit-address', { recipient: node.user.address })).toMatchObject({
      code: 'no_authority',
    });
  });

  test('without a bridge have it off, everywhere', async () => {
    const node = await scene({ genesis: { bridge: undefined } });
    const off = 'this network has no bridge: its genesis file names none';
    expect(await node.api.get('/api/bridge/config')).toEqual({
      ...{ enabled: false, custodyAddress: null, chainId: null, supportedTokens: [] },
      networkHasBridge: false,
    });
    const body = await side.claimBody('ETH', `0x${'1'.repeat(64)}`, node.user.address);
    expect(await node.post('/api/bridge/claim', body)).toMatchObject({ success: false, error: off });
    expect(await node.post('/api/bridge/xrge/claim', body)).toMatchObject({ error: off });
    expect(await node.post(...node.withdrawal('qETH', '1', `0x${'d1'.repeat(20)}`))).toMatchObject({ error: off });
    const relayed = { evmTxHash: `0x${'1'.repeat(64)}`, token: 'ETH' };
    expect(await node.relayed('POST', '/api/bridge/deposit/auto-claim', relayed)).toMatchObject({ error: off });
    expect(await node.relayed('DELETE', `/api/bridge/withdrawals/${'1'.repeat(64)}`, relayed)).toMatchObject({
      error: off,
    });
    const { reserves } = await node.api.get<{ reserves: readonly Answer[] }>('/api/bridge/reserves');
    expect(reserves.map(({ custody }) => custody)).toEqual([null, null, null, null]);
  });
});

describe('operators', () => {
  test('rule 11: pause withdrawals and cap them, on every way into the node', async () => {
    const paused = await scene({ variables: { QV_BRIDGE_WITHDRAW_PAUSED: 'true' } });
    const destination = `0x${'d1'.repeat(20)}`;
    const order = { type: 'bridge_withdraw', fee: number('0.1'), tokenSymbol: 'XRGE', evmAddress: destination };
    const sentence = 'Bridge withdrawals are temporarily paused';
    expect(await paused.post(...paused.withdrawal('XRGE', '1', destination))).toMatchObject({ error: sentence });
    const direct = signed(paused.user, { ...order, amount: number('1') });
    expect((await paused.api.post('/api/v2/bridge/withdraw', direct.body)).json).toMatchObject({ error: sentence });
    const capped = await scene({ variables: { QV_BRIDGE_MAX_WITHDRAW_UNITS: '5' } });
    expect(await capped.post(...capped.withdrawal('XRGE', '5.000000001', destination))).toMatchObject({
      error: 'Withdrawal exceeds the per-transaction cap of 5 units',
    });
    expect(await capped.withdraw('XRGE', '5', destination)).toMatch(/^xrge:/);
  });

  test('limit claims by address; who shows the relayer secret is not limited', async () => {
    const node = await scene({ flags: ['--rate-limit-bridge-per-minute', '2'] });
    const body = { btcTxid: 'e'.repeat(64) };
    for (let time = 0; time < 2; time++)
      expect((await node.api.post('/api/bridge/btc/claim', JSON.stringify(body))).status).toBe(200);
    const { status, headers, json } = await node.api.post('/api/bridge/btc/claim', JSON.stringify(body));
    expect([status, json?.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const path = '/api/bridge/deposit/auto-claim';
    expect(await node.relayed('POST', path, { evmTxHash: `0x${'e'.repeat(64)}` })).not.toMatchObject({
      code: 'rate_limited',
    });
    expect(await node.post(path, { evmTxHash: `0x${'e'.repeat(64)}` })).toMatchObject({ code: 'rate_limited' });
  });

  test('keep withdrawals of the published client off a public edge', async () => {
    const node = await scene({ flags: ['--public-edge'] });
    const [path, body] = node.withdrawal('qETH', '1', `0x${'d1'.repeat(20)}`);
    const { status, json } = await node.api.post(path, body);
    expect([status, json?.code]).toEqual([403, 'public_edge']);
  });

  test('see reserves, and which provider fails', async () => {
    const balances: Record<string, bigint> = { [side.evm.contracts.usdc]: 12n, [side.evm.contracts.xrge]: 5n * ETHER };
    for (const provider of side.evm.providers)
      provider.lie = (method, result, params) => {
        const { to } = (params[0] ?? {}) as { to?: string };
        const balance = method === 'eth_call' && to !== undefined ? balances[to] : undefined;
        return balance === undefined ? result : `0x${balance.toString(16).padStart(64, '0')}`;
      };
    const node = await scene();
    const of = async (token: string): Promise<Answer> =>
      (await node.api.get<{ reserves: readonly Answer[] }>('/api/bridge/reserves')).reserves.find(
        (reserve) => reserve.token === token,
      ) ?? {};
    expect(await of('qUSDC')).toMatchObject({ custody: 24, difference: '24', custody_error: null });
    expect(await of('XRGE')).toMatchObject({ custody: 5, custody_quanta: '5000000000', difference: '5000000000' });
    expect(Number((await of('qETH')).custody)).toBeGreaterThan(0);
    const [first] = side.evm.providers;
    if (first) first.lie = () => (response) => void response.writeHead(500).end();
    const metrics = async (): Promise<string> => (await exchange(node.node.url, '/metrics')).text;
    const failing =
      /rouged_bridge_provider_failing_seconds\{chain="evm",provider="127\.0\.0\.1:\d+"[^}]*\} (?!0(?:\.0*)?\n)/;
    await eventually(metrics, (text) => failing.test(text));
    side.beHonest();
    await eventually(metrics, (text) => !failing.test(text));
  });
});
