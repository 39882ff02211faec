/** How a node whose next block is far away treats waiting transactions: none is lost, spent twice or accepted
 *  twice, and the pool's limits are reported with texts and headers. It requires a chain id in every payload. A node that
 *  makes no block accepts none of them. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { JOURNAL_FILE } from '../../workers/store/journalFile.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import {
  type Members,
  number,
  type Signed,
  signedFaucet,
  signedTransfer,
  signText,
} from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('pending: alice');
const carol = signingActor('pending: carol');
const dave = signingActor('pending: dave');
const bob = actor('pending: bob');

const TRANSFER = '/api/v2/transfer';
/** Transactions that the pool holds, and also those of one sender. */
const POOL = 10;
const AN_HOUR = 3_600_000;
const CHAIN = { chain_id: LIVE_CHAIN_ID };

let node: LiveNode;
let api: CheckedApi;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '100' },
    { address: alice.address, amount: '50', token: 'GOLD' },
    { address: carol.address, amount: '1000' },
    { address: dave.address, amount: '1000' },
  ];
  node = await startNode({
    blockTimeMs: AN_HOUR,
    genesis: { allocations, faucet: true },
    flags: ['--require-signed-chain-id', '--faucet-enabled', '--mempool-transactions', String(POOL)],
  });
  api = new CheckedApi(node.url);
  // The first block comes at once, the second one never.
  const watch = await ChainWatch.open(node.url);
  await watch.height(1);
  await watch.close();
});

afterAll(() => node?.remove());

const transfer = (signer: SigningActor, amount: string, members: Members = {}): Signed =>
  signedTransfer(signer, bob.address, amount, { ...CHAIN, ...members });
const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];
const post = async (body: string, path = TRANSFER): Promise<unknown> => seen(await api.post(path, body));

async function taken(request: Signed): Promise<Signed> {
  const { status, json, text } = await api.post(TRANSFER, request.body);
  expect([status, json?.txId], text).toEqual([200, request.txId]);
  return request;
}

const poolSize = async (): Promise<number> => Number((await api.get('/api/stats')).mempool_size);

describe('a pending transaction', () => {
  let first: Signed;

  test('is distinguished from an unknown one', async () => {
    first = await taken(transfer(alice, '60'));
    for (const suffix of ['', '/receipt'])
      expect(seen(await api.send(`/api/tx/${first.txId}${suffix}`))).toEqual([
        404,
        'not_found',
        'this transaction is pending: it is in no block yet',
      ]);
    expect(seen(await api.send(`/api/tx/${'ab'.repeat(32)}`))).toEqual([
      404,
      'not_found',
      'no transaction with this id',
    ]);
    expect(await poolSize()).toBe(1);
  });

  test('counts in next_nonce, and in nothing that is included', async () => {
    expect(await api.get(`/api/account/${alice.keyHex}/nonce`)).toMatchObject({ nonce: 0, next_nonce: 2 });
    expect(await api.get(`/api/balance/${alice.address}`)).toMatchObject({ balance: 100 });
    expect(await api.get('/api/txs')).toMatchObject({ txs: [], total: 0 });
    expect(await api.get(`/api/address/${bob.address}/transactions`)).toMatchObject({ transactions: [], total: 0 });
    expect(await post(transfer(alice, '1', { account_nonce: number(1) }).body)).toEqual([
      401,
      'nonce_used',
      'invalid account_nonce: expected 2, got 1 (stale or replayed transaction)',
    ]);
    await taken(transfer(alice, '0.5', { account_nonce: number(2) }));
  });

  test('uses its nonce, for its bytes and for any others of the same key', async () => {
    const used = [401, 'nonce_used', 'Duplicate nonce (possible replay attack)'];
    const { nonce } = JSON.parse(first.text) as { nonce: string };
    expect(await post(first.body)).toEqual(used);
    expect(await post(signText(alice, first.text).body)).toEqual(used);
    expect(await post(transfer(alice, '1', { nonce }).body)).toEqual(used);
    expect(await post(signedFaucet(alice, { nonce, ...CHAIN }).body, '/api/v2/faucet')).toEqual(used);
    await taken(transfer(carol, '1', { nonce }));
  });

  test('has spent what it will take', async () => {
    // 100, less 60.1 and 0.6.
    expect(await post(transfer(alice, '39.3').body)).toEqual([
      400,
      'insufficient_balance',
      'insufficient balance: have 39.3 XRGE, need 39.4 XRGE',
    ]);
    await taken(transfer(alice, '30', { token: 'gold' }));
    expect(await post(transfer(alice, '21', { token: 'GOLD' }).body)).toEqual([
      400,
      'insufficient_balance',
      'insufficient GOLD balance: have 20, need 21; with the fee it takes 0.1 XRGE and 21 base units of GOLD',
    ]);
    await taken(transfer(alice, '39.1'));
    expect(await post(transfer(alice, '20', { token: 'GOLD' }).body)).toEqual([
      400,
      'insufficient_balance',
      'insufficient balance: have 0 XRGE, need 0.1 XRGE; with the fee it takes 0.1 XRGE and 20 base units of GOLD',
    ]);
  });

  test('is accepted as received when it is broadcast', async () => {
    const tx = { tx_type: 'transfer', from_pub_key: alice.keyHex, sig: first.signature, signed_payload: first.text };
    for (const sig of [first.signature, signText(alice, first.text).signature]) {
      const { status, json } = await api.post('/api/tx/broadcast', JSON.stringify({ ...tx, sig }));
      expect([status, json?.success, json?.txId]).toEqual([200, true, first.txId]);
    }
  });
});

describe('a faucet request that waits', () => {
  const faucet = (key: string): Promise<Received> =>
    api.post('/api/faucet', JSON.stringify({ recipientPublicKey: key }));

  test('is the only one of its recipient, over both routes', async () => {
    const eve = signingActor('pending: eve');
    const own = signedFaucet(eve, CHAIN);
    const { status, json } = await api.post('/api/v2/faucet', own.body);
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        txId: own.txId,
        amount: 10_000,
        amount_quanta: '10000000000000',
        message: 'Faucet: 10000 XRGE sent',
      },
    ]);
    const again = await api.post('/api/v2/faucet', signedFaucet(eve, CHAIN).body);
    expect(seen(again)).toEqual([429, 'faucet_pending', 'you already have a pending faucet request']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(seen(await faucet(eve.keyHex))).toEqual([
      429,
      'faucet_pending',
      'You already have a pending faucet request.',
    ]);
    const frank = actor('pending: frank');
    expect((await faucet(frank.keyHex)).status).toBe(200);
    expect(seen(await faucet(frank.keyHex))).toEqual([
      429,
      'faucet_pending',
      'You already have a pending faucet request.',
    ]);
  });
});

test('a payload without a chain id is refused where the node asks for it', async () => {
  const bare = signedTransfer(carol, bob.address, '1');
  expect(await post(bare.body)).toEqual([
    400,
    'chain_id_mismatch',
    `CHAIN_ID_REQUIRED: signed payloads must name the network ('chainId': '${LIVE_CHAIN_ID}')`,
  ]);
});

describe('a full pool', () => {
  test('refuses a transaction that is no better, with 503 and Retry-After, and makes room for a higher priority fee', async () => {
    while ((await poolSize()) < POOL) await taken(transfer(carol, '0.001'));
    const refused = await api.post(TRANSFER, transfer(dave, '1').body);
    expect(seen(refused)).toEqual([
      503,
      'mempool_full',
      'Mempool full: priority fee too low; raise priority_fee or try again later',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const better = await taken(transfer(dave, '1', { priority_fee: number('0.1') }));
    expect(await poolSize()).toBe(POOL);
    await taken(transfer(dave, '1', { priority_fee: number('0.1') }));
    expect(await poolSize()).toBe(POOL);
    expect(seen(await api.send(`/api/tx/${better.txId}`))).toEqual([
      404,
      'not_found',
      'this transaction is pending: it is in no block yet',
    ]);
    const watch = await ChainWatch.open(node.url);
    expect(watch.frames[0]).toMatchObject({ type: 'stats', block_height: 1, mempool_size: POOL });
    await watch.close();
  });
});

/** The answer of a node that makes no block to every request that needs a block. */
async function takesNothing(idle: CheckedApi, error: RegExp): Promise<void> {
  const height = (await idle.get('/api/health')).height;
  const tx = { tx_type: 'transfer', from_pub_key: carol.keyHex, ...transfer(carol, '1') };
  const requests = [
    [TRANSFER, transfer(carol, '1').body],
    ['/api/v2/faucet', signedFaucet(carol).body],
    ['/api/faucet', JSON.stringify({ recipientPublicKey: carol.keyHex })],
    ['/api/tx/broadcast', JSON.stringify({ ...tx, sig: tx.signature, signed_payload: tx.text })],
  ] as const;
  for (const [path, body] of requests)
    expect(seen(await idle.post(path, body)), path).toEqual([503, 'not_producing', expect.stringMatching(error)]);
  expect(await idle.get('/api/stats')).toMatchObject({ is_mining: false, network_height: height, mempool_size: 0 });
}

const idleGenesis = { faucet: true, allocations: [{ address: carol.address, amount: '100' }] };

test('a node that must not produce blocks answers reads and accepts no transaction', async () => {
  const idle = await startNode({ mine: false, genesis: idleGenesis, flags: ['--faucet-enabled'] });
  onTestFinished(idle.remove);
  const reads = new CheckedApi(idle.url);
  await takesNothing(reads, /^this node produces no blocks and knows no node that does/);
  expect(await reads.get('/api/health')).toEqual({ status: 'ok', chain_id: LIVE_CHAIN_ID, height: 0 });
});

test('a node whose sign journal is lost answers reads, accepts no transaction and signs no block', async () => {
  const first = await startNode({ genesis: idleGenesis });
  onTestFinished(first.remove);
  const watch = await ChainWatch.open(first.url);
  await watch.height(1);
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  rmSync(join(first.dataDir, JOURNAL_FILE));
  const second = await startNode({ dataDir: first.dataDir, blockTimeMs: 10, flags: ['--faucet-enabled'] });
  onTestFinished(second.remove);
  const reads = new CheckedApi(second.url);
  await takesNothing(reads, /^this node produces no blocks at present: the sign journal is lost/);
  expect(await reads.get('/api/health')).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('the sign journal is lost'),
  });
});
