/** The published client against a real node: every method that reaches a route of this node, with good and with bad
 *  input. The list of these methods is read from the client's own code, so that a new route adds its methods. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addressOfKey, BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { BlockShape, Json, WrapperShape } from '../support/answerShapes.js';
import { ChainWatch, type Frame } from '../support/chainWatch.js';
import { isOfServices, isOfTokens, methodsReaching } from '../support/clientMethods.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import {
  type ClientChain,
  type ClientWallet,
  loadPublishedClient,
  type PublishedClient,
  type Submitted,
} from '../support/publishedClient.js';
import { actor, signingActor } from '../support/transactions.js';

const walletOf = (name: string): ClientWallet & { readonly address: string } => {
  const { keyHex, secretKey, address } = signingActor(name);
  return { publicKey: keyHex, privateKey: Buffer.from(secretKey).toString('hex'), address };
};
const alice = walletOf('sdk: alice');
const staker = walletOf('sdk: staker');
const bob = actor('sdk: bob');
const stranger = actor('sdk: stranger');

let sdk: PublishedClient;
let node: LiveNode;
let chain: ClientChain;
let watch: ChainWatch;

beforeAll(async () => {
  sdk = await loadPublishedClient();
  // The client uses the global class, which this version of Node does not have.
  vi.stubGlobal('WebSocket', WebSocket);
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: alice.address, amount: '500', token: 'GOLD' },
    { address: staker.address, amount: '25000.3' },
  ];
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
  chain = new sdk.RougeChain(`${node.url}/api/`, { apiKey: 'not asked for' });
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await watch?.close();
  await node?.remove();
});

/** Methods whose answers were checked, and with what input. */
const tried = { good: new Set<string>(), bad: new Set<string>() };

/** @throws what the client throws. */
function call<Name extends keyof ClientChain>(
  name: Name,
  ...input: Parameters<ClientChain[Name]>
): ReturnType<ClientChain[Name]> {
  const method = chain[name] as (...values: typeof input) => ReturnType<ClientChain[Name]>;
  tried.good.add(name);
  return method.apply(chain, input);
}

/** A read that the node refuses makes the client throw `GET <path> failed: <status> <text>`. */
async function refusedRead(name: keyof ClientChain, status: number, ...input: readonly unknown[]): Promise<void> {
  tried.bad.add(name);
  const method = chain[name] as (...values: readonly unknown[]) => Promise<unknown>;
  await expect(method.apply(chain, input as unknown[])).rejects.toThrow(new RegExp(`^GET /.* failed: ${status} `));
}

/** A write that the node refuses becomes an answer with the node's own text. */
async function refusedWrite(
  name: 'transfer' | 'burn' | 'faucet' | 'stake' | 'unstake',
  status: number,
  error: string,
  ...input: readonly unknown[]
): Promise<void> {
  tried.bad.add(name);
  const method = chain[name] as (...values: readonly unknown[]) => Promise<Submitted>;
  const answer = await method.apply(chain, input as unknown[]);
  expect(answer.success).toBe(false);
  expect(answer.error).toMatch(new RegExp(`^POST /v2/\\w+ failed: ${status} `));
  const body = JSON.parse(answer.error?.slice(answer.error.indexOf('{')) ?? '') as Json;
  expect(body).toEqual({ success: false, error, code: expect.any(String) });
}

async function included({ success, error, data }: Submitted): Promise<string> {
  expect([success, error]).toEqual([true, undefined]);
  const txId = String(data?.txId);
  await watch.included(txId);
  return txId;
}

const quantaOf = async (account: string): Promise<bigint> =>
  BigInt(String((await call('getBalance', account)).balance_quanta));

describe('writes', () => {
  test('transfer: XRGE by key and by address, a token, the smallest amount, whatever fee', async () => {
    const before = await quantaOf(bob.keyHex);
    const orders = [
      { to: bob.keyHex, amount: 1 },
      { to: bob.address, amount: 0.1, fee: 12 },
      { to: bob.address, amount: 0.000000001 },
      { to: bob.address, amount: 123.456789, token: 'XRGE', fee: 0 },
      { to: bob.keyHex, amount: 7, token: 'GOLD' },
    ];
    for (const order of orders) {
      const answer = await call('transfer', alice, order);
      expect(answer.data).toEqual({ txId: expect.stringMatching(/^[0-9a-f]{64}$/), message: expect.any(String) });
      await included(answer);
    }
    expect((await quantaOf(bob.keyHex)) - before).toBe(124_556_789_001n);
    expect(await call('getTokenBalance', bob.address, 'GOLD')).toBe(7);
  });

  test('transfer: every error is reported', async () => {
    const to = bob.address;
    const wrong: readonly (readonly [object, number, string])[] = [
      [{ to, amount: 0.1 + 0.2 }, 400, 'amount has more than 9 decimals'],
      [{ to, amount: 1e-10 }, 400, 'amount has more than 9 decimals'],
      [{ to, amount: 0 }, 400, 'amount must be greater than zero'],
      [{ to, amount: -1 }, 400, 'amount must not be negative'],
      [{ to, amount: Number.NaN }, 400, 'amount is required'],
      [{ to, amount: Number.POSITIVE_INFINITY }, 400, 'amount is required'],
      [{ to, amount: '+1' }, 400, 'amount must be a decimal number'],
      [{ to }, 400, 'amount is required'],
      [{ to: '', amount: 1 }, 400, 'recipient address is required'],
      [{ amount: 1 }, 400, 'recipient address is required'],
      [{ to: alice.publicKey, amount: 1 }, 400, 'cannot transfer to yourself'],
      [{ to: 'bob', amount: 1 }, 400, 'to must be a rouge1 address or a public key of 3,904 hex characters'],
      [
        { to, amount: 1, token: 'NONE' },
        400,
        'insufficient NONE balance: have 0, need 1; with the fee it takes 0.1 XRGE and 1 base unit of NONE',
      ],
      [{ to, amount: 0.5, token: 'GOLD' }, 400, 'amount must be a whole number of base units'],
    ];
    for (const [order, status, error] of wrong) await refusedWrite('transfer', status, error, alice, order);
    const have = Number(await quantaOf(alice.address)) / 1e9;
    const error = `insufficient balance: have ${have} XRGE, need 1000000000000000000000.1 XRGE`;
    await refusedWrite('transfer', 400, error, alice, { to, amount: 1e21 });
    const mixed = { publicKey: alice.publicKey, privateKey: walletOf('sdk: other').privateKey };
    await refusedWrite('transfer', 401, 'invalid signature', mixed, { to, amount: 1 });
    const poor = walletOf('sdk: poor');
    const need = 'insufficient balance: have 0 XRGE, need 1.1 XRGE';
    await refusedWrite('transfer', 400, need, poor, { to, amount: 1 });
  });

  test('burn: XRGE and a token, counted', async () => {
    const before = (await call('getBurnedTokens')) as { burned: Record<string, number>; total_xrge_burned: number };
    await included(await call('burn', alice, 1.5));
    await included(await call('burn', alice, 3, 1, 'GOLD'));
    const after = (await call('getBurnedTokens')) as typeof before;
    expect(after.total_xrge_burned).toBe(before.total_xrge_burned + 1.5);
    expect(after.burned).toEqual({ XRGE: after.total_xrge_burned, GOLD: (before.burned.GOLD ?? 0) + 3 });
    await refusedWrite('burn', 400, 'amount must be greater than zero', alice, 0);
    const much =
      'insufficient GOLD balance: have 490, need 1000; with the fee it takes 0.1 XRGE and 1000 base units of GOLD';
    await refusedWrite('burn', 400, much, alice, 1000, 1, 'GOLD');
  });

  test('faucet: once an hour', async () => {
    const wallet = sdk.Wallet.generateRandom();
    const answer = await call('faucet', wallet);
    expect(answer.data).toMatchObject({ amount: 10_000, txId: expect.any(String) });
    await included(answer);
    expect((await call('getBalance', wallet.publicKey)).balance).toBe(10_000);
    await refusedWrite('faucet', 429, 'Faucet cooldown: please wait 1h 0m before requesting again.', wallet);
    const mixed = { publicKey: wallet.publicKey, privateKey: alice.privateKey };
    await refusedWrite('faucet', 401, 'invalid signature', mixed);
  });

  test('what the client signs is what the node takes: its bytes, its identity, its members of every shape', async () => {
    const payload = {
      type: 'transfer',
      to: bob.address,
      amount: 1,
      token: 'XRGE',
      memo: {
        b: [1, 'ä "x"\n\u2028/\u{1f600}', null, true],
        a: 1e-7,
        10: 'x',
        9: { z: [], y: {} },
        '': 0,
        left: undefined,
      },
    };
    const request = sdk.signRequest(alice, payload);
    const { status, json } = await exchange(node.url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(request),
    });
    const key = Buffer.from(alice.publicKey, 'hex');
    const id = createHash('sha256').update(key).update(sdk.serializePayload(request.payload)).digest('hex');
    expect([status, json?.txId]).toEqual([200, id]);
    await watch.included(id);
  });
});

describe('reads', () => {
  test('getHealth, getStats, getFeeInfo', async () => {
    expect(await call('getHealth')).toMatchObject({ status: 'ok', chain_id: LIVE_CHAIN_ID });
    const stats = await call('getStats');
    expect(stats).toMatchObject({ chain_id: LIVE_CHAIN_ID, is_mining: true, base_fee: 0.1, connected_peers: 0 });
    expect(Number(stats.network_height)).toBeGreaterThan(0);
    expect(await call('getFeeInfo')).toMatchObject({ base_fee: 0.1, target_txs_per_block: 10, fee_floor: 0.1 });
  });

  test('getBlocks, getBlocksSummary', async () => {
    const blocks = (await call('getBlocks')) as readonly BlockShape[];
    const last = (await call('getBlocks', { limit: 2 })) as readonly BlockShape[];
    expect(last).toHaveLength(2);
    expect(blocks.length).toBeGreaterThan(2);
    expect(last[1]?.header.prev_hash).toBe(last[0]?.hash);
    const summary = await call('getBlocksSummary', '1h');
    expect(summary).toMatchObject({ range: '1h', intervalMs: 300_000, points: expect.any(Array) });
    expect(await call('getBlocksSummary')).toMatchObject({ range: '24h' });
    await refusedRead('getBlocks', 400, { limit: 'many' });
    await refusedRead('getBlocksSummary', 400, 'ever');
  });

  test('getTransactions', async () => {
    const all = (await call('getTransactions')) as { txs: readonly WrapperShape[]; total: number };
    expect(all.txs.length).toBe(all.total);
    expect(all.total).toBeGreaterThanOrEqual(8);
    const page = (await call('getTransactions', { limit: 2, offset: 1 })) as typeof all;
    expect(page).toMatchObject({ txs: all.txs.slice(1, 3), total: all.total });
    await refusedRead('getTransactions', 400, { offset: -1 });
    await refusedRead('getTransactions', 400, { limit: 1.5 });
  });

  test('getBalance, getTokenBalance: the names that the client and the specification read', async () => {
    for (const name of [alice.publicKey, alice.address]) {
      const balance = await call('getBalance', name);
      expect(balance).toMatchObject({
        publicKey: alice.publicKey,
        token_balances: { GOLD: 490 },
        tokens: { GOLD: 490 },
        lp_balances: {},
      });
      expect(balance.balance).toBe(Number(balance.balance_quanta) / 1e9);
      expect(await call('getTokenBalance', name, 'gold')).toBe(490);
      expect(await call('getTokenBalance', name, 'XRGE')).toBe(balance.balance);
    }
    expect(await call('getBalance', stranger.keyHex)).toMatchObject({ balance: 0, token_balances: {} });
    await refusedRead('getBalance', 400, 'nobody');
    await refusedRead('getTokenBalance', 400, alice.address, 'no-symbol');
    await refusedRead('getTokenBalance', 404, alice.address, '');
  });

  test('resolveAddress, getNonce', async () => {
    for (const name of [alice.publicKey, alice.address])
      expect(await call('resolveAddress', name)).toMatchObject({
        success: true,
        address: alice.address,
        publicKey: alice.publicKey,
      });
    const nonce = await call('getNonce', alice.publicKey);
    expect(nonce).toMatchObject({ success: true, publicKey: alice.publicKey });
    expect(Number(nonce.next_nonce)).toBe(Number(nonce.nonce) + 1);
    expect(await call('getNonce', stranger.keyHex)).toMatchObject({ nonce: 0, next_nonce: 1 });
    expect(await call('resolveAddress', stranger.address)).toMatchObject({
      ...{ success: true, address: stranger.address, publicKey: null, balance: 0 },
    });
    await refusedRead('resolveAddress', 400, 'rouge1 / %');
    await refusedRead('getNonce', 400, '../health');
  });

  test('getValidators, getFinality: the stakes by which blocks become final', async () => {
    const listed = await call('getValidators');
    expect(listed[0]).toMatchObject({ publicKey: node.publicKey, stake: 100_000, status: 'active' });
    const { totalStake, quorumStake, finalizedHeight, tipHeight } = await call('getFinality');
    expect(finalizedHeight).toBe(tipHeight);
    expect(Number(quorumStake)).toBeGreaterThan((Number(totalStake) * 2) / 3);
    expect((await call('getFinalityProof', 1)).proof).toMatchObject({ height: 1, total_stake: 100_000 });
    await refusedRead('getFinalityProof', 404, 10 ** 9);
    expect((await call('getValidatorStats')).validators).toMatchObject([{ publicKey: node.publicKey }]);
  });

  test('getPeers: a node alone has none', async () => {
    expect(await call('getPeers')).toEqual([]);
  });

  test('some reads take no input that could be wrong', () => {
    const names = [
      ...(['getBurnedTokens', 'getHealth', 'getStats', 'getFeeInfo'] as const),
      ...(['getValidators', 'getValidatorStats', 'getFinality', 'getPeers'] as const),
    ];
    for (const name of names) {
      expect(chain[name].length).toBe(0);
      tried.bad.add(name);
    }
  });
});

describe('staking', () => {
  const recordOf = async (): Promise<Json | undefined> =>
    (await call('getValidators')).find(({ publicKey }) => publicKey === staker.publicKey);

  test('stake and unstake: what they answer, what they refuse, what the validators say', async () => {
    await refusedWrite('stake', 400, 'below minimum stake', staker, { amount: 9_999.999999999 });
    await refusedWrite('stake', 400, 'insufficient balance', staker, { amount: 25_000.3 });
    await refusedWrite('unstake', 400, 'validator not found', staker, { amount: 1 });
    const staked = await call('stake', staker, { amount: 20_000, fee: 7 });
    expect(staked.data).toEqual({
      txId: expect.any(String),
      ...{ stake: 20_000, stake_quanta: '20000000000000', status: 'active' },
      message: 'Stake transaction submitted',
    });
    await included(staked);
    // The network sets the staking fee, whatever the client sends.
    expect(await quantaOf(staker.address)).toBe(5_000_200_000_000n);
    expect(await recordOf()).toMatchObject({ stake: 20_000, status: 'active', blocksProposed: 0 });
    await refusedWrite('unstake', 400, 'unstake amount must be greater than zero', staker, { amount: 0 });
    const most = await call('unstake', staker, { amount: 19_999 });
    expect(most.data).toMatchObject({ remainingStake: 1, remainingStake_quanta: '1000000000' });
    await included(most);
    expect(await recordOf()).toMatchObject({ stake: 1 });
    await included(await call('unstake', staker, { amount: 1 }));
    expect(await recordOf()).toMatchObject({ stake: 0, status: 'unbonding', unbonding: 20_000 });
  });
});

describe('connectWebSocket', () => {
  async function listen(topics: readonly string[] | undefined, enough: (frames: readonly Frame[]) => boolean) {
    const socket = call('connectWebSocket', topics) as WebSocket;
    const frames: Frame[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.onerror = ({ message }) => reject(new Error(message));
      socket.onmessage = ({ data }) => {
        frames.push(JSON.parse(String(data)) as Frame);
        if (frames.length === 1) void call('transfer', alice, { to: bob.address, amount: 1 });
        if (enough(frames)) resolve();
      };
    });
    socket.close();
    return frames.map(({ type }) => type);
  }

  test('with topics and without', async () => {
    // A new connection gets everything until its topics are known, and an earlier block may come in at any time: it pays out fees.
    const isWhole = (frames: readonly Frame[]): boolean => {
      const transaction = frames.findIndex(({ type }) => type === 'new_transaction');
      return transaction >= 0 && frames.slice(transaction).some(({ type }) => type === 'balance_update');
    };
    const chosen = (frames: readonly Frame[]): readonly Frame[] => {
      const subscribed = frames.findIndex(({ type }) => type === 'subscribed');
      return subscribed < 0 ? [] : frames.slice(subscribed);
    };
    const some = await listen([`account:${bob.keyHex}`, 'token:GOLD'], (frames) => isWhole(chosen(frames)));
    expect(some[0]).toBe('stats');
    const own = some.slice(some.indexOf('subscribed') + 1);
    expect([...new Set(own)].sort()).toEqual(['balance_update', 'new_transaction']);
    const everything = await listen(undefined, isWhole);
    expect(everything).toEqual(expect.arrayContaining(['stats', 'new_block', 'new_transaction', 'balance_update']));
    expect(everything).not.toContain('subscribed');
    const wrong = await listen(['everything'], (frames) => chosen(frames).length > 0);
    expect([wrong[0], wrong.at(-1)]).toEqual(['stats', 'subscribed']);
    tried.bad.add('connectWebSocket');
  });
});

describe('what the client computes on its own', () => {
  test('agrees with the node', async () => {
    expect(sdk.BURN_ADDRESS).toBe(BURN_ADDRESS);
    expect(sdk.isBurnAddress(BURN_ADDRESS)).toBe(true);
    for (const wallet of [sdk.Wallet.generate(), sdk.Wallet.generate(128), sdk.Wallet.generateRandom()]) {
      const key = Buffer.from(wallet.publicKey, 'hex');
      const address = await sdk.pubkeyToAddress(wallet.publicKey);
      expect(address).toBe(addressOfKey(key));
      expect(await sdk.Wallet.fromKeys(wallet.publicKey, wallet.privateKey).address()).toBe(address);
      expect(sdk.addressToHash(address).slice(0, 64)).toBe(createHash('sha256').update(key).digest('hex'));
      expect(await call('resolveAddress', wallet.publicKey)).toMatchObject({ address });
    }
    expect(sdk.isRougeAddress(alice.address)).toBe(true);
  });
});

test('every method that reaches a route of this node was tried, with good and with bad input', () => {
  const methods = methodsReaching(chain);
  expect(methods.size).toBeGreaterThan(30);
  const reaching = [...methods].flatMap(([name, paths]) =>
    paths.some((path) => !isOfTokens(path) && !isOfServices(path)) ? [name] : [],
  );
  expect([...tried.good].sort()).toEqual(reaching.sort());
  expect([...tried.bad].sort()).toEqual(reaching.sort());
  expect(reaching).toHaveLength(22);
});
