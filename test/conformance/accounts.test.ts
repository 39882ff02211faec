/** The reads of the chapters Transactions, Wallet and accounts, over HTTP from a real node: each member by its value,
 *  each page by its place. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { DetailShape, Json, WrapperShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('accounts: alice');
const bob = actor('accounts: bob');
const stranger = actor('accounts: nobody');

/** More than the default page of transactions. */
const MANY = 205;
/** This many are sent one by one, the others at once. */
const IN_ORDER = 4;
const FEE = 0.1;
/** Two hundred signatures, beside other tests. */
const SLOW_MACHINE_MS = 240_000;

let node: InlineNode;
let api: CheckedApi;
const sent: Signed[] = [];
/** Identities of `sent` in the order of the chain, oldest first. */
let inOrder: readonly string[] = [];

const order = (to: string, amount: string, token?: string): Signed =>
  signedTransfer(alice, to, amount, token === undefined ? {} : { token });

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: alice.keyHex, amount: '500', token: 'GOLD' },
    { address: alice.address, amount: '12345678901234567890', token: 'HUGE' },
  ];
  node = await startInlineNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  api = new CheckedApi(node.url);
  const watch = await ChainWatch.open(node.url);
  // The node remembers that this key is unknown, until a block shows it.
  for (let asked = 0; asked < 2; asked++)
    expect(await api.get(`/api/balance/${bob.address}`)).toMatchObject({ balance: 0, publicKey: null });
  sent.push(order(bob.keyHex, '1.5'), order(bob.address, '2', 'gold'), order(BURN_ADDRESS, '0.25'));
  sent.push(order(BURN_ADDRESS, '10', 'GOLD'));
  while (sent.length < MANY) sent.push(order(bob.address, '0.000000001'));
  const post = async ({ body, txId }: Signed): Promise<void> => {
    const { status, json } = await api.post('/api/v2/transfer', body);
    expect([status, json?.txId]).toEqual([200, txId]);
  };
  for (const one of sent.slice(0, IN_ORDER)) await post(one);
  await Promise.all(sent.slice(IN_ORDER).map(post));
  await Promise.all(sent.map(({ txId }) => watch.included(txId)));
  inOrder = watch.frames.filter(({ type }) => type === 'new_transaction').map(({ tx_hash }) => String(tx_hash));
  await watch.close();
}, SLOW_MACHINE_MS);

afterAll(() => node?.remove());

describe('Transactions', () => {
  const list = (query: string) => api.get<{ txs: readonly WrapperShape[]; total: number }>(`/api/txs${query}`);

  test('all of them are in the chain, each once', () => {
    expect([...inOrder].sort()).toEqual(sent.map(({ txId }) => txId).sort());
    expect(inOrder.slice(0, IN_ORDER)).toEqual(sent.slice(0, IN_ORDER).map(({ txId }) => txId));
  });

  test('GET /api/txs: newest first, 200 by default, every page at its place', async () => {
    const newest = [...inOrder].reverse();
    for (const [query, from, to] of [
      ['', 0, 200],
      ['?limit=1000', 0, MANY],
      ['?limit=1001', 0, MANY],
      ['?limit=3', 0, 3],
      ['?limit=3&offset=2', 2, 5],
      ['?offset=200', 200, MANY],
      [`?offset=${MANY}`, MANY, MANY],
      [`?offset=${Number.MAX_SAFE_INTEGER}`, MANY, MANY],
    ] as const) {
      const { txs, total } = await list(query);
      expect(total).toBe(MANY);
      expect(
        txs.map(({ txId }) => txId),
        query,
      ).toEqual(newest.slice(from, to));
    }
    const declared = routes.find(({ description }) => description.path === '/api/txs')?.description;
    expect(declared?.query?.properties.limit).toMatchObject({ default: 200, maximum: 1_000 });
    for (const bad of ['limit=x', 'limit=0', 'limit=-1', 'offset=-1', 'offset=1.0', 'offset=9007199254740992'])
      expect((await api.send(`/api/txs?${bad}`)).status, bad).toBe(400);
  });

  test('GET /api/tx/:hash: the wrapper, TxV1 and the receipt', async () => {
    const [first] = sent;
    const answer = await api.get<DetailShape>(`/api/tx/${first?.txId}`);
    const { block } = await api.get<{ block: Json }>(`/api/block/${answer.blockHeight}`);
    const tx = {
      version: 1,
      tx_type: 'transfer',
      from_pub_key: alice.keyHex,
      nonce: 1,
      payload: {
        to_pub_key_hex: bob.keyHex,
        to_address: bob.address,
        amount: 1.5,
        amount_quanta: '1500000000',
        token_name: 'XRGE',
        token_symbol: null,
      },
      fee: FEE,
      fee_quanta: '100000000',
      sig: first?.signature,
      signed_payload: first?.text,
    };
    const place = { blockHeight: answer.blockHeight, blockHash: block.hash, blockTime: block.time };
    const receipt = {
      tx_hash: first?.txId,
      block_height: answer.blockHeight,
      block_hash: block.hash,
      index: 0,
      tx_type: 'transfer',
      from: alice.keyHex,
      from_address: alice.address,
      nonce: 1,
      status: 'Success',
      fee_paid: FEE,
      fee_paid_quanta: '100000000',
      logs: [
        {
          event_type: 'transfer',
          data: { to: bob.keyHex, amount: 1.5, amount_quanta: '1500000000', token: 'XRGE' },
        },
      ],
      timestamp: block.time,
    };
    const [from, to] = [alice.address, bob.address];
    const movements = [
      { reason: 'transfer', from, to, asset: 'token', token: 'XRGE', amount: 1.5, amount_quanta: '1500000000' },
      { reason: 'fee', from, to: null, asset: 'token', token: 'XRGE', amount: FEE, amount_quanta: '100000000' },
    ];
    const wrapper = { txId: first?.txId, ...place, status: 'success', movements, tx };
    expect(answer).toEqual({ success: true, ...wrapper, receipt });
    expect(await api.get(`/api/tx/${first?.txId}/receipt`)).toEqual({ success: true, receipt });
    expect((await list('?limit=1000')).txs.at(-1)).toEqual(wrapper);
    expect((await api.get<WrapperShape>(`/api/tx/${first?.txId.toUpperCase()}`)).txId).toBe(first?.txId);
  });

  test('a token transfer and a burn show their token and what was burned', async () => {
    const gold = await api.get<DetailShape>(`/api/tx/${sent[1]?.txId}`);
    expect(gold.tx.payload).toEqual({
      to_pub_key_hex: bob.address,
      to_address: bob.address,
      amount: 2,
      amount_units: '2',
      token_name: 'GOLD',
      token_symbol: 'GOLD',
    });
    expect(gold.tx.nonce).toBe(2);
    const burn = await api.get<DetailShape>(`/api/tx/${sent[3]?.txId}`);
    expect(burn.receipt.logs).toEqual([
      { event_type: 'burn', data: { amount: 10, amount_units: '10', token: 'GOLD' } },
    ]);
    expect(burn.tx.payload).toMatchObject({ to_pub_key_hex: BURN_ADDRESS, to_address: BURN_ADDRESS });
  });

  test('an unknown id is 404, anything that is not an id is 400', async () => {
    for (const suffix of ['', '/receipt']) {
      const unknown = await api.send(`/api/tx/${'0'.repeat(64)}${suffix}`);
      expect([unknown.status, unknown.json?.error]).toEqual([404, 'no transaction with this id']);
      for (const bad of ['abc', '0'.repeat(63), 'g'.repeat(64)])
        expect((await api.send(`/api/tx/${bad}${suffix}`)).status).toBe(400);
    }
  });
});

describe('Wallet and accounts', () => {
  const spent = 1.5 + 0.25 + MANY * FEE + (MANY - 4) * 1e-9;
  const aliceQuanta = 1000n * 10n ** 9n - BigInt(Math.round(spent * 1e9));

  test('GET /api/balance/:publicKey, by key and by address', async () => {
    for (const name of [alice.keyHex, alice.address, alice.keyHex.toUpperCase()]) {
      const balance = await api.get(`/api/balance/${name}`);
      const tokens = { GOLD: 488, HUGE: Number('12345678901234567890') };
      expect(balance).toEqual({
        success: true,
        balance: Number(aliceQuanta) / 1e9,
        balance_quanta: String(aliceQuanta),
        publicKey: alice.keyHex,
        address: alice.address,
        tokens,
        token_balances: tokens,
        token_balances_raw: { GOLD: '488', HUGE: '12345678901234567890' },
        lp_balances: {},
        lp_balances_raw: {},
      });
    }
    // The key is known, because a transfer named it.
    expect(await api.get(`/api/balance/${bob.address}`)).toMatchObject({ publicKey: bob.keyHex, tokens: { GOLD: 2 } });
    expect(await api.get(`/api/balance/${stranger.address}`)).toMatchObject({
      balance: 0,
      publicKey: null,
      tokens: {},
    });
    expect(await api.get(`/api/balance/${BURN_ADDRESS}`)).toMatchObject({ balance: 0, publicKey: null });
    for (const bad of ['x', 'rouge1qqq', alice.keyHex.slice(2), `${alice.address.slice(0, -1)}0`, '%00', '%ff'])
      expect((await api.send(`/api/balance/${bad}`)).status, bad).toBe(400);
  });

  test('GET /api/balance/:public_key/:token_symbol, in any case', async () => {
    const token = (symbol: string) => api.get(`/api/balance/${alice.address}/${symbol}`);
    for (const symbol of ['GOLD', 'gold', 'Gold'])
      expect(await token(symbol)).toEqual({
        success: true,
        token_symbol: 'GOLD',
        balance: 488,
        balance_raw: '488',
        decimals: 0,
      });
    expect(await token('huge')).toMatchObject({ balance_raw: '12345678901234567890' });
    expect(await token('xrge')).toEqual({
      success: true,
      token_symbol: 'XRGE',
      balance: Number(aliceQuanta) / 1e9,
      balance_raw: String(aliceQuanta),
      decimals: 9,
      native: true,
    });
    expect(await token('NOTHING')).toMatchObject({ balance: 0, balance_raw: '0' });
    for (const bad of ['TOOLONGNAME', 'A-B', '%20'])
      expect((await api.send(`/api/balance/${alice.address}/${bad}`)).status).toBe(400);
  });

  test('GET /api/address/:public_key/transactions: sender and recipient, newest first', async () => {
    const history = (name: string, query = '') =>
      api.get<{ transactions: (WrapperShape & { direction: string })[]; total: number }>(
        `/api/address/${name}/transactions${query}`,
      );
    const newest = [...inOrder].reverse();
    const out = await history(alice.address);
    expect([out.total, out.transactions.length]).toEqual([MANY, 50]);
    expect(out.transactions.map(({ txId }) => txId)).toEqual(newest.slice(0, 50));
    expect(new Set(out.transactions.map(({ direction }) => direction))).toEqual(new Set(['out']));
    const received = await history(bob.keyHex, '?limit=500');
    // Two transfers went to the burn address instead.
    expect([received.total, received.transactions.length]).toEqual([MANY - 2, MANY - 2]);
    expect(new Set(received.transactions.map(({ direction }) => direction))).toEqual(new Set(['in']));
    expect((await history(bob.address, '?limit=2&offset=201')).transactions.map(({ txId }) => txId)).toEqual([
      sent[1]?.txId,
      sent[0]?.txId,
    ]);
    expect((await history(BURN_ADDRESS)).total).toBe(2);
    expect(await history(stranger.address)).toMatchObject({ transactions: [], total: 0 });
    expect((await api.send('/api/address/x/transactions')).status).toBe(400);
  });

  test('GET /api/resolve/:input in both directions', async () => {
    const balance = Number(aliceQuanta) / 1e9;
    for (const input of [alice.address, alice.keyHex])
      expect(await api.get(`/api/resolve/${input}`)).toMatchObject({
        success: true,
        address: alice.address,
        publicKey: alice.keyHex,
        balance,
      });
    expect(await api.get(`/api/resolve/${stranger.keyHex}`)).toMatchObject({ address: stranger.address, balance: 0 });
    expect(await api.get(`/api/resolve/${stranger.address}`)).toEqual({
      ...{ success: true, address: stranger.address, publicKey: null, balance: 0, balance_quanta: '0' },
    });
    expect((await api.send('/api/resolve/rouge1xyz')).status).toBe(400);
  });

  test('GET /api/account/:publicKey/nonce', async () => {
    for (const name of [alice.keyHex, alice.address])
      expect(await api.get(`/api/account/${name}/nonce`)).toEqual({
        success: true,
        publicKey: alice.keyHex,
        address: alice.address,
        nonce: MANY,
        next_nonce: MANY + 1,
      });
    expect(await api.get(`/api/account/${stranger.keyHex}/nonce`)).toMatchObject({ nonce: 0, next_nonce: 1 });
  });
});

test('every read of these chapters was checked against the schema of its route', () => {
  const reads = ['txs', 'tx/:hash', 'tx/:hash/receipt', 'balance/:publicKey', 'balance/:public_key/:token_symbol'];
  reads.push('address/:public_key/transactions', 'resolve/:input', 'account/:publicKey/nonce');
  expect(reads.filter((name) => !api.checked.has(`GET /api/${name}`))).toEqual([]);
  expect(api.failures).toBe(6 + 8 + 6 + 3 + 1 + 1);
});
