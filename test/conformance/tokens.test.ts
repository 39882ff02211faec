/** The reads of chapter Tokens, over HTTP from a real node: what they answer about tokens, holders, histories, allowances and
 *  balances, page by page, and what they refuse. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Members, number, signed, signedTransfer } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('tokens: alice');
const bob = signingActor('tokens: bob');
/** Her key is unknown. */
const carol = actor('tokens: carol');
const crowd = Array.from({ length: 12 }, (_, index) => actor(`tokens: crowd ${index}`));

const SLOW_MACHINE_MS = 240_000;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
/** Identities of transactions of COIN, oldest first. */
const history: string[] = [];

async function send(path: string, signer: SigningActor, members: Members): Promise<string> {
  const { body, txId } = signed(signer, members);
  const { status, text } = await api.post(`/api/v2/${path}`, body);
  expect(status, text).toBe(200);
  await watch.included(txId);
  return txId;
}

async function transfer(signer: SigningActor, to: string, amount: string, token: string): Promise<string> {
  const { body, txId } = signedTransfer(signer, to, amount, { token });
  const { status, text } = await api.post('/api/v2/transfer', body);
  expect(status, text).toBe(200);
  await watch.included(txId);
  return txId;
}

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '10000' },
    { address: bob.keyHex, amount: '1000' },
    { address: alice.address, amount: '500', token: 'GOLD' },
    ...crowd.map(({ address }, index) => ({ address, amount: String(1_000 - index), token: 'CROWD' })),
    { address: bob.address, amount: '7', token: 'CROWD' },
    { address: alice.address, amount: '3000000', token: 'QETH' },
  ];
  node = await startInlineNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const coin = { type: 'create_token', name: 'Coin', symbol: 'coin', totalSupply: number(1_000) };
  history.push(await send('token/create', alice, { ...coin, image: 'https://coin.example/logo.webp' }));
  const minted = { name: 'Minted', symbol: 'MINT', totalSupply: number(40), decimals: number(2) };
  await send('token/create', alice, { type: 'create_token', ...minted, mintable: true, max_supply: number(100) });
  await send('token/mint', alice, { type: 'mint_tokens', token_symbol: 'mint', amount: number(5) });
  history.push(await transfer(alice, bob.keyHex, '300', 'coin'));
  history.push(await transfer(alice, carol.address, '200', 'COIN'));
  history.push(await send('token/burn', alice, { type: 'burn', token: 'COIN', amount: number(100) }));
  const approval = { type: 'approve', token_symbol: 'COIN' };
  history.push(await send('token/approve', alice, { ...approval, spender: bob.keyHex, amount: number(50) }));
  history.push(await send('token/approve', alice, { ...approval, spender: carol.address, amount: number(7) }));
  await send('token/approve', alice, { ...approval, token_symbol: 'mint', spender: bob.address, amount: number(3) });
  const pool = {
    type: 'create_pool',
    token_a: 'COIN',
    token_b: 'XRGE',
    amount_a: number(100),
    amount_b: number(10_000),
  };
  history.push(await send('pool/create', alice, { ...pool, amount_b: number(1_000) }));
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const symbolsOf = (list: readonly Json[]): unknown[] => list.map(({ symbol }) => symbol);

interface Tokens extends Json {
  readonly tokens: readonly Json[];
  readonly next_cursor: string | null;
}

describe('which tokens there are', () => {
  const everything = ['XRGE', 'qETH', 'qUSDC', 'qBTC', 'CROWD', 'GOLD', 'COIN', 'MINT'];

  test('GET /api/tokens: built-in ones, those of the genesis file, created ones; every page at its place', async () => {
    const all = await api.get<Tokens>('/api/tokens');
    expect(symbolsOf(all.tokens)).toEqual(everything);
    expect(all).toMatchObject({ total: everything.length, next_cursor: null });
    for (const [query, from, to, next] of [
      ['limit=3', 0, 3, 'QUSDC'],
      ['limit=3&offset=2', 2, 5, 'CROWD'],
      ['limit=3&cursor=QUSDC', 3, 6, 'GOLD'],
      ['limit=2&cursor=GOLD', 6, 8, null],
      ['limit=1&cursor=GOLD&offset=1', 7, 8, null],
      ['cursor=MINT', 8, 8, null],
      [`offset=${Number.MAX_SAFE_INTEGER}`, 8, 8, null],
      ['limit=99999', 0, 8, null],
    ] as const) {
      const page = await api.get<Tokens>(`/api/tokens?${query}`);
      expect(symbolsOf(page.tokens), query).toEqual(everything.slice(from, to));
      expect(page.next_cursor, query).toBe(next);
    }
    for (const bad of ['cursor=NOTHING', 'cursor=x-y', 'cursor=', 'limit=x', 'limit=0', 'limit=-1', 'offset=-1'])
      expect((await api.send(`/api/tokens?${bad}`)).json?.code, bad).toBe('malformed_parameter');
  });

  test('GET /api/token/:symbol/metadata: a created token, in any case', async () => {
    const coin = await api.get('/api/token/coin/metadata');
    expect(coin).toEqual({
      ...{ success: true, symbol: 'COIN', name: 'Coin', decimals: 0 },
      ...{ totalSupply: 1_000, totalSupply_units: '1000', total_supply: 1_000, total_supply_units: '1000' },
      ...{ circulating_supply: 900, circulating_supply_units: '900', burned: 100, burned_units: '100' },
      ...{ creator: alice.keyHex, creator_address: alice.address },
      ...{ image: 'https://coin.example/logo.webp', description: null, website: null, twitter: null, discord: null },
      ...{ created_at: expect.any(Number), updated_at: coin.created_at, created_height: expect.any(Number) },
      ...{ frozen: false, mintable: false, initial_supply: 1_000, initial_supply_units: '1000' },
      ...{ max_supply: null, max_supply_units: null, total_minted: null, total_minted_units: null },
    });
    expect(Number(coin.created_height)).toBeGreaterThan(0);
    const minted = await api.get('/api/token/MINT/metadata');
    expect(minted).toMatchObject({
      ...{ decimals: 2, totalSupply: 45, initial_supply: 40, mintable: true, image: null },
      ...{ max_supply: 100, max_supply_units: '100', total_minted: 5, total_minted_units: '5' },
    });
    const { tokens } = await api.get<Tokens>('/api/tokens?offset=6');
    expect(tokens.map((token) => ({ success: true, ...token }))).toEqual([coin, minted]);
  });

  test('built-in tokens and those of the genesis file have no creator', async () => {
    const always = {
      creator: '',
      creator_address: null,
      created_at: 0,
      updated_at: 0,
      created_height: 0,
      frozen: false,
    };
    expect(await api.get('/api/token/xrge/metadata')).toMatchObject({
      ...{ symbol: 'XRGE', name: 'XRGE', decimals: 9, ...always },
      ...{ totalSupply: 111_000, totalSupply_quanta: '111000000000000', description: expect.any(String) },
    });
    expect(await api.get('/api/token/QeTh/metadata')).toMatchObject({
      ...{ symbol: 'qETH', decimals: 6, totalSupply: 3_000_000, totalSupply_units: '3000000', ...always },
    });
    expect(await api.get('/api/token/gold/metadata')).toMatchObject({ symbol: 'GOLD', name: 'GOLD', ...always });
  });

  test('an unknown symbol is 404 everywhere, anything that is not a symbol is 400', async () => {
    for (const route of ['metadata', 'holders', 'transactions']) {
      const unknown = await api.send(`/api/token/nothing/${route}`);
      expect([unknown.status, unknown.json?.error]).toEqual([404, 'Token NOTHING not found']);
      for (const bad of ['TOOLONGNAME', 'A-B', '%20', '__proto__'])
        expect((await api.send(`/api/token/${bad}/${route}`)).status, bad).toBe(400);
    }
    expect((await api.send('/api/top-holders?token=nothing')).status).toBe(404);
    expect((await api.send(`/api/token/allowance?owner=${alice.address}&spender=${bob.address}&token=NO`)).status).toBe(
      404,
    );
  });
});

interface Holders extends Json {
  readonly holders: readonly { readonly account_address: string; readonly percentage: number }[];
  readonly next_cursor: string | null;
}

const addresses = ({ holders }: Holders): string[] => holders.map(({ account_address }) => account_address);

describe('who holds a token', () => {
  test('GET /api/token/:symbol/holders: greatest first, of the circulating supply, beside what pools hold', async () => {
    const answer = await api.get<Holders>('/api/token/coin/holders');
    expect(answer).toEqual({
      ...{ success: true, token: 'COIN', total: 3, depth: 3, next_cursor: null },
      holders: [
        { address: bob.keyHex, ...holder(bob.address, 300), percentage: 33.333333 },
        { address: alice.keyHex, ...holder(alice.address, 300), percentage: 33.333333 },
        { address: carol.address, ...holder(carol.address, 200), percentage: 22.222222 },
      ].sort((a, b) => b.balance - a.balance || (bytesOf(a) < bytesOf(b) ? -1 : 1)),
      ...{ total_supply: 1_000, total_supply_units: '1000', circulating_supply: 900, circulating_supply_units: '900' },
      ...{ shielded_supply: 0, shielded_supply_units: '0', burned_supply: 100, burned_supply_units: '100' },
      ...{ in_pools: 100, in_pools_units: '100' },
    });
    expect(await api.get('/api/top-holders?token=coin')).toEqual(answer);
  });

  test('GET /api/top-holders: XRGE, its pools, its stakes, its burned fees', async () => {
    const answer = await api.get<Holders>('/api/top-holders');
    expect(answer).toMatchObject({ token: 'XRGE', in_pools: 1_000, in_pools_quanta: '1000000000000', staked: 100_000 });
    expect(addresses(answer).slice(0, 2)).toEqual([alice.address, bob.address]);
    expect(await api.get('/api/token/XRGE/holders')).toEqual(answer);
    const supply = Number(answer.total_supply);
    expect(supply).toBe(111_000);
    expect(answer.burned_supply).toBe(0);
    expect(Number(answer.total_fees_burned)).toBeGreaterThan(0);
    expect(supply - Number(answer.total_fees_burned)).toBeCloseTo(Number(answer.circulating_supply), 6);
    const { balance } = await api.get(`/api/balance/${bob.address}`);
    const share = (Number(balance) / Number(answer.circulating_supply)) * 100;
    expect(answer.holders[1]?.percentage).toBeCloseTo(share, 5);
  });

  test('pages by offset and cursor; a cursor continues after its holder, whoever came and went meanwhile', async () => {
    const order = [...crowd.map(({ address }) => address), bob.address];
    const page = (query: string) => api.get<Holders>(`/api/token/CROWD/holders?${query}`);
    expect(addresses(await page('limit=4&offset=3'))).toEqual(order.slice(3, 7));
    expect(await page('offset=13')).toMatchObject({ holders: [], total: 13, depth: 13, next_cursor: null });
    expect(await page(`offset=${Number.MAX_SAFE_INTEGER}`)).toMatchObject({ holders: [] });
    const first = await page('limit=5');
    expect(addresses(first)).toEqual(order.slice(0, 5));
    // Bob pays his whole balance to the last holder of the first page, who becomes the greatest.
    await transfer(bob, crowd[4]?.address ?? '', '7', 'CROWD');
    const second = await page(`limit=5&cursor=${first.next_cursor}`);
    expect(addresses(second)).toEqual(order.slice(5, 10));
    const third = await page(`limit=5&cursor=${second.next_cursor}`);
    expect(addresses(third)).toEqual(order.slice(10, 12));
    expect(third).toMatchObject({ total: 12, next_cursor: null });
    expect(addresses(await page('limit=1'))).toEqual([order[4]]);
    expect(addresses(await page(`limit=2&offset=1&cursor=${first.next_cursor}`))).toEqual(order.slice(6, 8));
    for (const bad of ['5', `5-${'0'.repeat(63)}`, `-5-${'0'.repeat(64)}`, `${'9'.repeat(40)}-${'0'.repeat(64)}`])
      expect((await api.send(`/api/token/CROWD/holders?cursor=${bad}`)).json?.code, bad).toBe('malformed_parameter');
  });
});

const holder = (account_address: string, balance: number) => ({
  account_address,
  balance,
  balance_units: String(balance),
});

/** Equal balances are in the order of the accounts' bytes, which is not that of the addresses' letters. */
const bytesOf = ({ account_address }: { readonly account_address: string }): string =>
  [alice, bob, carol].find(({ address }) => address === account_address)?.account ?? '';

describe('what happened with a token', () => {
  interface History extends Json {
    readonly transactions: readonly Json[];
    readonly next_cursor: string | null;
  }
  const list = (symbol: string, query = '') => api.get<History>(`/api/token/${symbol}/transactions${query}`);
  const ids = ({ transactions }: History): unknown[] => transactions.map(({ txId }) => txId);

  test('GET /api/token/:symbol/transactions: newest first, every page at its place', async () => {
    const newest = [...history].reverse();
    const all = await list('coin');
    expect(ids(all)).toEqual(newest);
    expect(all).toMatchObject({ total_count: newest.length, next_cursor: null });
    const first = await list('COIN', '?limit=3');
    expect(ids(first)).toEqual(newest.slice(0, 3));
    const second = await list('COIN', `?limit=3&cursor=${first.next_cursor}`);
    expect(ids(second)).toEqual(newest.slice(3, 6));
    const third = await list('COIN', `?limit=3&cursor=${second.next_cursor}`);
    expect([ids(third), third.next_cursor]).toEqual([newest.slice(6), null]);
    expect(ids(await list('COIN', '?limit=2&offset=4'))).toEqual(newest.slice(4, 6));
    expect(ids(await list('COIN', `?limit=2&offset=1&cursor=${first.next_cursor}`))).toEqual(newest.slice(4, 6));
    for (const none of ['?offset=99', '?cursor=0', `?offset=${Number.MAX_SAFE_INTEGER}`])
      expect(await list('COIN', none)).toMatchObject({ transactions: [], next_cursor: null });
    for (const bad of ['cursor=x', 'cursor=-1', 'cursor=999999999', 'limit=no', 'limit=0'])
      expect((await api.send(`/api/token/COIN/transactions?${bad}`)).status, bad).toBe(400);
  });

  test('an entry says who, to whom, how much and when', async () => {
    const { transactions } = await list('COIN');
    const at = { timestamp: expect.any(Number), block_height: expect.any(Number), status: 'success' };
    const from = { from: alice.keyHex, from_address: alice.address };
    expect(transactions.at(-2)).toEqual({
      ...{
        tx_hash: history[1],
        txId: history[1],
        tx_type: 'transfer',
        ...from,
        to: bob.keyHex,
        to_address: bob.address,
      },
      ...{ amount: 300, amount_units: '300', token: 'COIN', ...at },
      movements: [
        { reason: 'transfer', from: alice.address, to: bob.address, token: 'COIN', amount_units: '300' },
        { reason: 'fee', from: alice.address, to: null, token: 'XRGE' },
      ].map((movement) => expect.objectContaining(movement)),
    });
    expect(transactions.at(-1)).toMatchObject({ tx_type: 'create_token', to: null, to_address: null, amount: 1_000 });
    const { block } = await api.get<{ block: Json }>(`/api/block/${transactions[0]?.block_height}`);
    expect(transactions[0]).toMatchObject({ tx_type: 'create_pool', timestamp: block.time });
  });

  test('the history of XRGE is that of the chain', async () => {
    const { total, txs } = await api.get<{ total: number; txs: readonly Json[] }>('/api/txs');
    const all = await list('xrge', '?limit=200');
    expect([all.total_count, ids(all)]).toEqual([total, txs.map(({ txId }) => txId)]);
    const two = await list('XRGE', '?limit=2&offset=1');
    expect(ids(two)).toEqual(txs.slice(1, 3).map(({ txId }) => txId));
    expect(ids(await list('XRGE', `?limit=2&cursor=${two.next_cursor}`))).toEqual(
      txs.slice(3, 5).map(({ txId }) => txId),
    );
  });

  test('a token that nothing has happened with has an empty history', async () => {
    expect(await list('GOLD')).toMatchObject({ transactions: [], total_count: 0, next_cursor: null });
  });
});

describe('who may move whose tokens', () => {
  interface Allowances extends Json {
    readonly allowances: readonly Json[];
    readonly next_cursor: string | null;
  }
  const owner = { owner: alice.keyHex, owner_address: alice.address };
  const toBob = { ...owner, spender: bob.keyHex, spender_address: bob.address };
  const toCarol = { ...owner, spender: carol.address, spender_address: carol.address };
  const coin = { token: 'COIN', token_symbol: 'COIN' };
  const ofBob = [
    { ...toBob, ...coin, amount: 50, amount_units: '50' },
    { ...toBob, token: 'MINT', token_symbol: 'MINT', amount: 3, amount_units: '3' },
  ];
  const ofCarol = [{ ...toCarol, ...coin, amount: 7, amount_units: '7' }];
  const given = bob.account < carol.account ? [...ofBob, ...ofCarol] : [...ofCarol, ...ofBob];

  test('GET /api/token/allowance: one of them, 0 where nothing is allowed', async () => {
    const one = (from: string, to: string, token: string) =>
      api.get(`/api/token/allowance?owner=${from}&spender=${to}&token=${token}`);
    expect(await one(alice.address, bob.keyHex, 'coin')).toEqual({ success: true, ...ofBob[0] });
    expect(await one(bob.address, alice.address, 'COIN')).toMatchObject({ amount: 0, amount_units: '0' });
    expect(await one(alice.address, bob.address, 'XRGE')).toMatchObject({ amount: 0 });
    for (const bad of ['', `?owner=${alice.address}&spender=x&token=COIN`, `?owner=${alice.address}&token=COIN`])
      expect((await api.send(`/api/token/allowance${bad}`)).status, bad).toBe(400);
  });

  test('GET /api/token/allowances, /api/allowances/:pubkey: of an owner, of a spender, in pages', async () => {
    const list = (query: string) => api.get<Allowances>(`/api/token/allowances?${query}`);
    const all = await list(`owner=${alice.address}`);
    expect(all).toEqual({ success: true, allowances: given, count: 3, total: 3, next_cursor: null });
    expect(await api.get(`/api/allowances/${alice.keyHex}`)).toEqual(all);
    expect((await list(`spender=${bob.keyHex}`)).allowances).toEqual(ofBob);
    expect((await list(`spender=${alice.address}`)).total).toBe(0);
    const first = await list(`owner=${alice.address}&limit=2`);
    expect(first).toMatchObject({ allowances: given.slice(0, 2), count: 2, total: 3 });
    expect(await list(`owner=${alice.address}&cursor=${first.next_cursor}`)).toMatchObject({
      ...{ allowances: given.slice(2), count: 1, total: 3, next_cursor: null },
    });
    expect((await list(`owner=${alice.address}&offset=1&limit=1`)).allowances).toEqual(given.slice(1, 2));
    expect((await list(`owner=${alice.address}&offset=${Number.MAX_SAFE_INTEGER}`)).allowances).toEqual([]);
    for (const bad of [
      '',
      `owner=${alice.address}&spender=${bob.address}`,
      'owner=x',
      `owner=${alice.address}&cursor=1`,
    ])
      expect((await api.send(`/api/token/allowances?${bad}`)).json?.code, bad).toBe('malformed_parameter');
    expect((await api.send('/api/allowances/nobody')).status).toBe(400);
  });

  test('a used up or revoked allowance is gone', async () => {
    const spend = {
      type: 'transfer_from',
      owner: alice.address,
      to: bob.address,
      token_symbol: 'MINT',
      amount: number(3),
    };
    await send('token/transfer-from', bob, spend);
    expect((await api.get<Allowances>(`/api/token/allowances?spender=${bob.address}`)).allowances).toEqual(
      ofBob.slice(0, 1),
    );
    await send('token/approve', alice, {
      type: 'approve',
      token_symbol: 'COIN',
      spender: bob.address,
      amount: number(0),
    });
    expect(await api.get(`/api/allowances/${alice.address}`)).toMatchObject({ allowances: ofCarol, total: 1 });
  });
});

describe('what an account has', () => {
  test('GET /api/balance/:publicKey: tokens by the symbol that is shown, shares by pool', async () => {
    const balance = await api.get(`/api/balance/${alice.address}`);
    const tokens = { COIN: 300, GOLD: 500, MINT: 42, qETH: 3_000_000 };
    const shares = Number((balance.lp_balances as Json)['COIN-XRGE']);
    expect(shares).toBeGreaterThan(0);
    expect(balance).toMatchObject({
      ...{ tokens, token_balances: tokens, lp_balances_raw: { 'COIN-XRGE': String(shares) } },
      token_balances_raw: { COIN: '300', GOLD: '500', MINT: '42', qETH: '3000000' },
    });
    expect(Object.keys(balance.tokens as Json)).toEqual(Object.keys(tokens));
    expect(await api.get(`/api/balance/${carol.address}`)).toMatchObject({ tokens: { COIN: 200 }, lp_balances: {} });
  });

  test('GET /api/balance/:public_key/:token_symbol: the symbol as it is shown, with its decimals', async () => {
    const one = (symbol: string) => api.get(`/api/balance/${alice.address}/${symbol}`);
    expect(await one('QETH')).toMatchObject({ token_symbol: 'qETH', balance_raw: '3000000', decimals: 6 });
    expect(await one('mint')).toMatchObject({ token_symbol: 'MINT', balance: 42, decimals: 2 });
  });

  test('GET /api/burned: by the symbol that is shown', async () => {
    await transfer(alice, BURN_ADDRESS, '5', 'qeth');
    expect(await api.get('/api/burned')).toMatchObject({ burned: { COIN: 100, qETH: 5 }, burned_units: { qETH: '5' } });
  });
});

test('every read of this chapter was checked against the schema of its route', () => {
  const reads = [
    'tokens',
    'token/:symbol/metadata',
    'token/:symbol/holders',
    'token/:symbol/transactions',
    'top-holders',
  ];
  reads.push('token/allowance', 'token/allowances', 'allowances/:pubkey');
  expect(reads.filter((name) => !api.checked.has(`GET /api/${name}`))).toEqual([]);
  expect(api.failures).toBeGreaterThan(30);
});
