/** The whole bridge over HTTP with real counterparts: claims of all kinds, withdrawals and how they end, and what must not happen. */

import { afterAll, beforeAll, beforeEach, describe as describeAlways, expect, test } from 'vitest';
import { coinOf, spend, walletOf } from '../support/bitcoinChain.js';
import { ANVIL, type Json, type Lie } from '../support/evm/anvil.js';
import { ADMIN_KEY, type Answer, BridgeScene, ForeignSide } from '../support/evm/bridgeScene.js';
import { ETHER, XRGE_WEI } from '../support/evm/scene.js';
import { signingActor } from '../support/transactions.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let side: ForeignSide;
let scene: BridgeScene;

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
  scene = await BridgeScene.start(side);
});
afterAll(async () => {
  await scene?.remove();
  await side?.stop();
});
beforeEach(() => side?.beHonest());

const ID = /^[0-9a-f]{64}$/;
const minted = { success: true, txId: expect.stringMatching(ID), error: null };
const claimedBefore = { success: false, error: 'Transaction already claimed', code: 'already_exists' };

const openOnes = async (path: string): Promise<readonly Answer[]> =>
  (await scene.api.get<{ withdrawals: readonly Answer[] }>(path)).withdrawals;

describe('configuration', () => {
  test('of a node with all of it', async () => {
    const { evm, btc } = side;
    expect(await scene.api.get('/api/bridge/config')).toEqual({
      ...{ enabled: true, custodyAddress: evm.custody, chainId: 8453, supportedTokens: ['ETH', 'USDC', 'BTC'] },
      ...{ btcCustodyAddress: btc.custody.address, btcNetwork: 'regtest', btcConfirmations: 2 },
      ...{ btcMinWithdrawSats: 2_000, btcMaxNetworkFeeSats: 10_000, confirmations: 6 },
      ...{ bridgeAddress: evm.contracts.bridge, networkHasBridge: true },
    });
    expect(await scene.api.get('/api/bridge/xrge/config')).toEqual({
      ...{ enabled: true, vaultAddress: evm.contracts.vault, tokenAddress: evm.contracts.xrge, chainId: 8453 },
    });
    expect(await scene.api.get('/api/bridge/health')).toMatchObject({ degraded: false });
  });
});

describe('claims', () => {
  test('of ETH, USDC and XRGE by the wallet that paid, once each', async () => {
    const { evm } = side;
    const { user } = scene;
    const sent = [
      ['ETH', { to: evm.custody, value: ETHER }, 'qETH', 1_000_000],
      ['USDC', { to: evm.contracts.usdc, call: ['transfer', evm.custody, 7n] }, 'qUSDC', 7],
    ] as const;
    for (const [coin, transaction, token, units] of sent) {
      const body = await side.claimBody(coin, await side.deep(transaction), user.address);
      expect(await scene.post('/api/bridge/claim', body)).toEqual(minted);
      expect(await scene.balance(token)).toBe(units);
      expect(await scene.post('/api/bridge/claim', body)).toEqual({ ...claimedBefore, txId: null });
    }
    const before = await scene.balance('XRGE');
    const moved = await side.deep({
      to: evm.contracts.xrge,
      call: ['transfer', evm.contracts.vault, (XRGE_WEI * 3n) / 2n],
    });
    const body = await side.claimBody('XRGE', moved, user.address);
    expect(await scene.post('/api/bridge/xrge/claim', body)).toEqual({
      success: true,
      txId: expect.stringMatching(ID),
    });
    expect(await scene.balance('XRGE')).toBe(before + 1.5);
    expect(await scene.post('/api/bridge/xrge/claim', body)).toEqual(claimedBefore);
  });

  test('that are wrong are refused in the words of the facts', async () => {
    const { evm } = side;
    const hash = await side.deep({ to: evm.custody, value: ETHER });
    const good = await side.claimBody('ETH', hash, scene.user.address);
    const refusedWith = async (change: object, path = '/api/bridge/claim'): Promise<unknown> =>
      (await scene.post(path, { ...good, ...change })).error;
    expect(await refusedWith({ evmSignature: '0x00' })).toMatch(/^Invalid signature - sign the claim message/);
    expect(await refusedWith({ evmAddress: evm.stranger })).toMatch(/^Invalid signature/);
    expect(await refusedWith({ token: 'DOGE' })).toBe('Unsupported bridge token: DOGE');
    expect(await refusedWith({ evmTxHash: '0x12' })).toBe('invalid request: evmTxHash must be 0x and 64 hex digits');
    expect(await refusedWith({ evmTxHash: `0x${'ee'.repeat(32)}` })).toMatch(/^Invalid signature/);
    expect(await refusedWith({ evmSignature: undefined }, '/api/bridge/xrge/claim')).toMatch(/^EVM signature required/);
    const young = await side.evm.send({ to: evm.custody, value: ETHER });
    const body = await side.claimBody('ETH', young, scene.user.address);
    expect((await scene.post('/api/bridge/claim', body)).error).toMatch(/^Need 6 confirmations/);
    await side.evm.mine(8);
    expect(await scene.post('/api/bridge/claim', body)).toEqual(minted);
    expect(await scene.post('/api/bridge/claim', good)).toEqual(minted);
  });

  test('rule 5: a hundred of one deposit at once mint it once', async () => {
    const before = await scene.balance('qETH');
    const body = await side.claimBody(
      'ETH',
      await side.deep({ to: side.evm.custody, value: ETHER }),
      scene.user.address,
    );
    const answers = await Promise.all(Array.from({ length: 100 }, () => scene.post('/api/bridge/claim', body)));
    const good = answers.filter(({ success }) => success === true);
    expect(new Set(good.map(({ txId }) => txId)).size).toBe(1);
    expect(good.length).toBeGreaterThan(0);
    for (const { success, error } of answers) if (success !== true) expect(error).toBe('Transaction already claimed');
    expect(await scene.balance('qETH')).toBe(before + 1_000_000);
  });

  test('rule 2: of a deposit that is reorganised between its verification and the mint: nothing is minted, until it is back', async () => {
    const before = await scene.balance('qETH');
    const hash = await side.deep({ to: side.evm.custody, value: ETHER });
    const body = await side.claimBody('ETH', hash, scene.user.address);
    const later = (change: Lie): void => {
      for (const provider of side.evm.providers) {
        // A verification asks each question once; the second look asks for the receipt and its block again.
        const asked = new Set<string>();
        provider.lie = (method, result, params) => {
          const question = `${method} ${JSON.stringify(params)}`;
          if (asked.has(question)) return change(method, result, params);
          asked.add(question);
          return result;
        };
      }
    };
    later((method, result) => (method === 'eth_getTransactionReceipt' ? null : result));
    expect(await scene.post('/api/bridge/claim', body)).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/transaction not found or not yet mined/) },
    });
    later((method, result) => {
      if (method !== 'eth_getTransactionReceipt' && method !== 'eth_getBlockByNumber') return result;
      const own = /"(?:blockHash|hash)":"(0x[0-9a-f]{64})"/.exec(JSON.stringify(result))?.[1] ?? '';
      return JSON.parse(JSON.stringify(result).replaceAll(own, `0x${'ab'.repeat(32)}`)) as Json;
    });
    expect(await scene.post('/api/bridge/claim', body)).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/reorganised — refusing/) },
    });
    expect(await scene.balance('qETH')).toBe(before);
    side.beHonest();
    expect(await scene.post('/api/bridge/claim', body)).toEqual(minted);
    expect(await scene.balance('qETH')).toBe(before + 1_000_000);
  });

  test('rule 12: by relayers with the right secret: the event decides, whoever is named; a manual claim of the same deposit comes too late', async () => {
    const recipient = signingActor('bridge: recipient').address;
    const hash = await side.depositEth(recipient);
    const body = { evmTxHash: hash, recipientRougechainPubkey: scene.user.address, token: 'ETH' };
    expect(await scene.relayed('POST', '/api/bridge/deposit/auto-claim', body)).toEqual({
      ...{ success: true, txId: expect.stringMatching(ID), amount: 1_000_000, amount_units: '1000000', token: 'qETH' },
    });
    expect(await scene.balance('qETH', recipient)).toBe(1_000_000);
    expect(await scene.relayed('POST', '/api/bridge/deposit/auto-claim', body)).toEqual(claimedBefore);
    const late = await side.claimBody('ETH', hash, scene.user.address);
    expect(await scene.post('/api/bridge/claim', late)).toEqual({ ...claimedBefore, txId: null });
    const denied = { success: false, code: 'not_authorized' };
    expect(await scene.post('/api/bridge/deposit/auto-claim', body)).toEqual({
      ...{ ...denied, error: 'unauthorized: provide x-bridge-relayer-secret header or signed body' },
    });
    expect(
      await scene.post('/api/bridge/deposit/auto-claim', body, { 'x-bridge-relayer-secret': 'guess' }),
    ).toMatchObject(denied);
  });

  test('rule 12: by the operator: with the admin key, or a signed body that counts once', async () => {
    const { user } = scene;
    const first = await side.depositEth(user.address);
    const reclaim = (adminKey: string): Promise<Answer> =>
      scene.post('/api/bridge/admin/reclaim', { evmTxHash: first, token: 'ETH', adminKey });
    expect(await reclaim('wrong')).toEqual({ success: false, error: 'Invalid admin key', code: 'not_authorized' });
    expect(await reclaim(ADMIN_KEY)).toMatchObject({ success: true, token: 'qETH' });
    const second = await side.depositEth(user.address);
    const body = scene.operated({ evmTxHash: second, token: 'ETH' });
    expect(await scene.signedBy('POST', '/api/bridge/deposit/auto-claim', body)).toMatchObject({ success: true });
    expect(await scene.signedBy('POST', '/api/bridge/deposit/auto-claim', body)).toMatchObject({
      error: 'signature verification failed: Duplicate nonce (possible replay attack)',
    });
    const errors: unknown[] = [];
    const attempts = [
      scene.operated({ evmTxHash: second }, user),
      scene.operated({ evmTxHash: second, type: 'bridge_mint' }),
      scene.operated({ token: 'ETH' }),
      scene.operated({ evmTxHash: second }, undefined, Date.now() - 400_000),
      scene.operated({ evmTxHash: second }).replace(/"signature":"../, '"signature":"00'),
    ];
    for (const attempt of attempts)
      errors.push((await scene.signedBy('POST', '/api/bridge/deposit/auto-claim', attempt)).error);
    expect(errors).toEqual([
      'unauthorized: only the node operator can perform this action',
      'signature verification failed: the payload was signed for another operation; its type must be bridge_operator',
      'signature verification failed: the signed payload must name what it is for: add evmTxHash',
      'signature verification failed: Transaction expired (timestamp too old or too far in the future)',
      'signature verification failed: invalid signature',
    ]);
  });

  test('of Bitcoin: to custody with an OP_RETURN, and to an address of ones own', async () => {
    const { btc } = side;
    const deposit = btc.deposit(250_000n, 1, scene.user.address);
    btc.chain.mine([deposit]);
    const claim = (): Promise<Answer> => scene.post('/api/bridge/btc/claim', { btcTxid: deposit.id });
    expect(await claim()).toMatchObject({ success: false, error: 'deposit has 1 confirmation(s); 2 required' });
    btc.chain.mine();
    expect(
      await scene.post('/api/bridge/btc/claim', {
        ...{ btcTxid: deposit.id, recipientRougechainPubkey: scene.nodeAddress },
      }),
    ).toMatchObject({ error: "expected recipient does not match the deposit's OP_RETURN" });
    expect(await claim()).toEqual(minted);
    expect(await claim()).toEqual({ success: true, txId: null, error: 'Deposit already claimed' });
    expect(await scene.balance('qBTC')).toBe(250_000);
    expect(await scene.post('/api/bridge/btc/claim', { btcTxid: 'zz' })).toMatchObject({
      error: 'invalid BTC txid (expected 64 hex chars)',
    });
  });
});

describe('withdrawals', () => {
  const destination = `0x${'d1'.repeat(20)}`;

  test('of ETH are burned, listed, paid out and gone', async () => {
    const before = await scene.balance('qETH');
    const id = await scene.withdraw('qETH', '500000', destination);
    expect(await scene.balance('qETH')).toBe(before - 500_000);
    expect(await openOnes('/api/bridge/withdrawals')).toEqual([
      {
        ...{ txId: id, evmAddress: destination, amountUnits: 500_000, amountUnits_units: '500000' },
        ...{ ownerPubkey: scene.user.keyHex, ownerAddress: scene.user.address, tokenSymbol: 'qETH' },
        ...{ status: 'pending', attempts: 0, lastError: null },
        ...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
      },
    ]);
    const path = `/api/bridge/withdrawals/${id}`;
    expect(await scene.relayed('DELETE', path)).toMatchObject({ error: 'missing evmTxHash (Base payout tx) in body' });
    const strange = await side.depositEth(scene.user.address);
    const errorOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).error;
    expect(await errorOf(scene.relayed('DELETE', path, { evmTxHash: strange }))).toMatch(
      /^payout not verified: no BridgeReleaseETH event of this withdrawal/,
    );
    expect(
      await errorOf(scene.relayed('DELETE', `/api/bridge/withdrawals/${'0'.repeat(64)}`, { evmTxHash: strange })),
    ).toBe('Withdrawal not found');
    const little = await side.releaseEth(id, destination, 499_999n);
    expect(await errorOf(scene.relayed('DELETE', path, { evmTxHash: little }))).toMatch(/is less than the \d+ owed$/);
    const payout = await side.releaseEth(id, destination, 500_000n);
    expect(await errorOf(scene.relayed('DELETE', `/api/bridge/btc/withdrawals/${id}`, { btcTxid: payout }))).toBe(
      'not a qBTC withdrawal',
    );
    expect(await scene.relayed('DELETE', path, { evmTxHash: payout })).toEqual({ success: true, error: null });
    expect(await errorOf(scene.relayed('DELETE', path, { evmTxHash: payout }))).toBe(
      'Withdrawal not found or already fulfilled',
    );
    expect(await openOnes('/api/bridge/withdrawals')).toEqual([]);
    expect(await errorOf(scene.relayed('POST', `${path}/refund`))).toBe('Withdrawal not found or already settled');
    expect(await scene.api.get(`/api/bridge/activity/${id}`)).toMatchObject({
      ...{ kind: 'withdrawal', status: 'paid', statusReason: 'payout_verified', externalTxHash: payout },
      ...{ asset: 'qETH', amountUnits: 500_000, fromChain: 'rougechain', toChain: 'base', externalNetwork: 'base' },
    });
    const again = await scene.withdraw('qETH', '500000', destination);
    expect(await errorOf(scene.relayed('DELETE', `/api/bridge/withdrawals/${again}`, { evmTxHash: payout }))).toMatch(
      /no BridgeReleaseETH event of this withdrawal/,
    );
    const signedPayout = await side.releaseEth(again, destination, 500_000n);
    const signedBody = scene.operated({ evmTxHash: signedPayout, type: 'bridge_operator' });
    expect(await scene.signedBy('DELETE', `/api/bridge/withdrawals/${again}`, signedBody)).toMatchObject({
      success: true,
    });
  });

  test('rule 12: that fail five times are to be refunded, once, unless they were released', async () => {
    const before = await scene.balance('qETH');
    const id = await scene.withdraw('qETH', '1000', destination);
    const path = `/api/bridge/withdrawals/${id}`;
    for (let attempts = 1; attempts <= 5; attempts++)
      expect(await scene.relayed('POST', `${path}/failure`, { error: `no gas ${attempts}` })).toEqual({
        ...{ success: true, attempts, shouldRefund: attempts === 5, threshold: 5 },
      });
    expect(await openOnes('/api/bridge/withdrawals')).toMatchObject([
      { status: 'failed', attempts: 5, lastError: 'no gas 5' },
    ]);
    expect((await scene.api.get<{ failed_tx_ids: unknown }>('/api/bridge/health')).failed_tx_ids).toEqual([id]);
    const unknown = `/api/bridge/withdrawals/${'1'.repeat(64)}`;
    expect(await scene.relayed('POST', `${unknown}/failure`, { error: 'x' })).toMatchObject({
      error: 'withdrawal not found',
    });
    const refunds = await Promise.all(Array.from({ length: 20 }, () => scene.relayed('POST', `${path}/refund`)));
    const good = refunds.filter(({ success }) => success === true);
    expect(good[0]).toEqual({
      ...{ success: true, txId: expect.stringMatching(ID), amount: 1_000, amount_units: '1000', token: 'qETH' },
      recipient: scene.user.keyHex,
    });
    expect(new Set(good.map(({ txId }) => txId)).size).toBe(1);
    expect(await scene.balance('qETH')).toBe(before);
    expect((await scene.relayed('POST', `${path}/refund`)).error).toBe('Withdrawal already refunded');
    const released = await scene.withdraw('qETH', '2000', destination);
    const payout = await side.releaseEth(released, destination, 2_000n);
    expect((await scene.relayed('POST', `/api/bridge/withdrawals/${released}/refund`)).error).toBe(
      `Refund refused: the bridge contract already released this withdrawal on Base (${payout}). Marked fulfilled.`,
    );
    expect(await openOnes('/api/bridge/withdrawals')).toEqual([]);
    expect(await scene.balance('qETH')).toBe(before - 2_000);
  });

  test('rule 12: are not refunded while providers do not say whether they were released', async () => {
    const id = await scene.withdraw('qETH', '3000', destination);
    const refund = async (): Promise<unknown> =>
      (await scene.relayed('POST', `/api/bridge/withdrawals/${id}/refund`)).error;
    const [first, second] = side.evm.providers;
    for (const provider of [first, second])
      if (provider) provider.lie = (method, result) => (method === 'eth_getLogs' ? null : result);
    expect(await refund()).toMatch(/^Refund refused: could not verify the releases on Base \(.*\)\. Not minting\.$/);
    side.beHonest();
    await side.releaseEth(id, destination, 3_000n);
    if (first) first.lie = (method, result) => (method === 'eth_getLogs' ? [] : result);
    expect(await refund()).toMatch(/providers contradict each other/);
    side.beHonest();
    expect(await refund()).toMatch(/Marked fulfilled\.$/);
  });

  test('rule 12: of XRGE: exact amounts, a list of their own, the vault asked before a refund', async () => {
    const before = await scene.balance('XRGE');
    const id = await scene.withdraw('XRGE', '1.5', destination);
    expect(id).toMatch(/^xrge:[0-9a-f]{64}$/);
    expect(await scene.balance('XRGE')).toBeCloseTo(before - 1.6, 8);
    expect(await openOnes('/api/bridge/xrge/withdrawals')).toMatchObject([
      { tx_id: id, amount: 1.5, amount_quanta: '1500000000', token_symbol: 'XRGE', owner_pubkey: scene.user.keyHex },
    ]);
    expect(await openOnes('/api/bridge/withdrawals')).toEqual([]);
    expect(await scene.relayed('POST', `/api/bridge/withdrawals/${id}/refund`)).toMatchObject({
      ...{ success: true, amount: 1.5, amount_quanta: '1500000000', token: 'XRGE' },
    });
    const paid = await scene.withdraw('XRGE', '1', destination);
    const path = `/api/bridge/xrge/withdrawals/${paid}`;
    expect((await scene.relayed('DELETE', `/api/bridge/withdrawals/${paid}`, { evmTxHash: '0x1' })).error).toMatch(
      /^asset XRGE .* is not fulfillable on the EVM bridge endpoint$/,
    );
    const payout = await side.releaseXrge(paid, destination, XRGE_WEI);
    expect((await scene.relayed('POST', `/api/bridge/withdrawals/${paid}/refund`)).error).toBe(
      'Refund refused: the vault already released this withdrawal on Base (processedL1Txs=true). Marked fulfilled.',
    );
    expect((await scene.relayed('DELETE', path, { evmTxHash: payout })).error).toBe(
      'Withdrawal not found or already fulfilled',
    );
    const third = await scene.withdraw('XRGE', '2', destination);
    const own = await side.releaseXrge(third, destination, 2n * XRGE_WEI);
    expect(
      (await scene.relayed('DELETE', `/api/bridge/xrge/withdrawals/${third}`, { evmTxHash: payout })).error,
    ).toMatch(/is less than the|has settled another withdrawal/);
    expect(await scene.relayed('DELETE', `/api/bridge/xrge/withdrawals/${third.slice(5)}`, { evmTxHash: own })).toEqual(
      { success: true, error: null },
    );
  });

  test('rule 7: of Bitcoin: the fee is borne, one payout settles one, and a refund needs the word of an operator', async () => {
    const { btc } = side;
    const payee = walletOf('payee');
    const first = await scene.withdraw('qBTC', '50000', payee.address);
    const second = await scene.withdraw('qBTC', '50000', payee.address);
    expect((await openOnes('/api/bridge/btc/withdrawals')).map(({ txId }) => txId)).toEqual([first, second]);
    const funding = btc.deposit(200_000n, 3, scene.user.address);
    btc.chain.mine([funding]);
    const coin = coinOf(funding, 0);
    const payout = spend(btc.custody, [coin], [{ script: payee.script, value: 49_500n }, btc.toCustody(149_700n)]);
    btc.chain.mine([payout]);
    const fulfil = (id: string): Promise<Answer> =>
      scene.relayed('DELETE', `/api/bridge/btc/withdrawals/${id}`, { btcTxid: payout.id });
    expect((await fulfil(first)).error).toBe('payout not verified: payout has 1 confirmation(s); 2 required');
    btc.chain.mine();
    expect(await fulfil(first)).toEqual({ success: true, error: null });
    expect((await fulfil(second)).error).toMatch(/^payout not verified: payout pays nothing to/);
    const refund = `/api/bridge/withdrawals/${second}/refund`;
    expect((await scene.relayed('POST', refund, { unpaid: true })).error).toMatch(
      /^Refund refused: Bitcoin does not show/,
    );
    const body = (members: Record<string, string | boolean>) => scene.signedBy('POST', refund, scene.operated(members));
    expect((await body({ withdrawal: second })).error).toMatch(/^Refund refused: Bitcoin does not show/);
    expect((await body({ withdrawal: first, unpaid: true })).error).toBe(
      'the body names another withdrawal than the path',
    );
    expect((await body({ unpaid: true })).error).toMatch(/must name what it is for: add withdrawal or txId$/);
    expect(await body({ withdrawal: second, unpaid: true })).toMatchObject({
      success: true,
      amount: 50_000,
      token: 'qBTC',
    });
  });

  test('with texts for what is not signed as it is sent', async () => {
    const wrong = async (
      change: Parameters<BridgeScene['withdrawal']>[3],
      signedChange: Parameters<BridgeScene['withdrawal']>[4] = {},
    ): Promise<unknown> =>
      (await scene.post(...scene.withdrawal('qETH', '1', destination, change, signedChange))).error;
    expect(await wrong({ amountUnits: '2' })).toBe('signed-intent rejected: AmountMismatch');
    expect(await wrong({ evmAddress: `0x${'d2'.repeat(20)}` })).toBe('signed-intent rejected: DestinationMismatch');
    expect(await wrong({ fee: '0.2' })).toBe('signed-intent rejected: FeeMismatch');
    expect(await wrong({}, { type: 'transfer' })).toBe('signed-intent rejected: WrongOperation');
    expect(await wrong({}, { fee: undefined })).toBe('signed-intent rejected: MissingSignedField');
    expect(await wrong({}, { fee: '0.2' })).toBe('signed-intent rejected: InvalidFee');
    expect(await wrong({}, { tokenSymbol: 'DOGE' })).toBe('signed-intent rejected: UnsupportedAsset');
    expect(await wrong({}, { tokenSymbol: 'XRGE' })).toBe('signed-intent rejected: XrgeOnGenericEndpoint');
    expect(await wrong({ amountUnits: undefined }, { amount: '0' })).toBe('signed-intent rejected: ZeroAmount');
    expect(await wrong({ signature: undefined })).toBe('Either signature+payload or fromPrivateKey is required');
    expect(await wrong({ signature: '00' })).toMatch(/^Signature verification failed: /);
    expect(await wrong({ fromPublicKey: scene.node.publicKey })).toBe(
      "signed payload 'from' must equal the authenticated public key",
    );
    expect(await wrong({}, { evmAddress: side.evm.custody, tokenSymbol: 'qETH' })).toBe(
      'signed-intent rejected: DestinationMismatch',
    );
    const toItself = scene.withdrawal('qETH', '1', side.evm.custody);
    expect((await scene.post(...toItself)).error).toBe('an address of the bridge itself cannot be paid');
    const xrge = scene.withdrawal('qETH', '1', destination);
    expect((await scene.post('/api/bridge/xrge/withdraw', xrge[1])).error).toBe(
      'signed-intent rejected: NonXrgeOnXrgeEndpoint',
    );
    const little = scene.withdrawal('qBTC', '1999', walletOf('payee').address);
    expect((await scene.post(...little)).error).toMatch(/^qBTC withdrawal of 1999 sats is below the minimum of 2000/);
  });
});
