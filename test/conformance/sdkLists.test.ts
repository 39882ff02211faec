/** Lists through the published client, which reads no cursor and sends no limit: it gets all of them, each more than a
 *  page. And every member that the client's types declare. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIST_RECORDS } from '../../engine/base/limits.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type ClientType, type ClientTypeName, clientTypes } from '../support/clientTypes.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type ClientChain, loadPublishedClient, type Submitted } from '../support/publishedClient.js';
import { actor, signingActor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 300_000;

type Items = readonly Json[];
type Write = (wallet: object, order: object) => Promise<Submitted>;

interface Client extends ClientChain {
  readonly dex: Readonly<Record<'createPool' | 'swap', Write>> & {
    getPools(): Promise<Items>;
    getPool(id: string): Promise<Json>;
    getPoolEvents(id: string): Promise<Items>;
    getPoolStats(id: string): Promise<Json>;
    getPriceHistory(id: string): Promise<Items>;
    quote(order: object): Promise<Json>;
  };
  readonly nft: Readonly<Record<'createCollection' | 'batchMint', Write>> & {
    getCollections(): Promise<Items>;
    getCollection(id: string): Promise<Json>;
    getTokens(id: string): Promise<{ readonly tokens: Items; readonly total: number }>;
    getToken(id: string, token: number): Promise<Json>;
    getByOwner(owner: string): Promise<Items>;
  };
}

const { keyHex, secretKey, address } = signingActor('sdk lists: alice');
const alice = { publicKey: keyHex, privateKey: Buffer.from(secretKey).toString('hex') };
const crowd = Array.from({ length: 120 }, (_, index) => actor(`sdk lists: ${index}`).address);

const TOKENS = 111;
const POOLS = 101;
const COLLECTIONS = 101;
const symbols = Array.from({ length: TOKENS }, (_, index) => `T${String(index).padStart(3, '0')}`);
const art = Array.from({ length: COLLECTIONS }, (_, index) => `C${String(index).padStart(3, '0')}`);
const FIRST = `col:${keyHex.slice(0, 16)}:C000`;
const BATCHES = [50, 50, 49];
const NFTS = 149;

/** Requests that are under way at once. */
const AT_ONCE = 16;

let node: LiveNode;
let api: CheckedApi;
let chain: Client;
let watch: ChainWatch;

/** Sends all orders and waits until the last of them is in a block. */
async function done(orders: readonly (() => Promise<Submitted>)[]): Promise<void> {
  for (let at = 0; at < orders.length; at += AT_ONCE) {
    const answers = await Promise.all(orders.slice(at, at + AT_ONCE).map((order) => order()));
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
    await Promise.all(answers.map(({ data }) => watch.included(String(data?.txId))));
  }
}

beforeAll(async () => {
  const allocations = [
    { address, amount: '1000000' },
    ...crowd.map((holder, index) => ({ address: holder, amount: String(index + 1), token: 'CROWD' })),
  ];
  node = await startNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  const { RougeChain } = await loadPublishedClient();
  chain = new RougeChain(`${node.url}/api`) as unknown as Client;
  watch = await ChainWatch.open(node.url);
  const { dex, nft } = chain;
  await done(symbols.map((symbol) => () => chain.createToken(alice, { name: symbol, symbol, totalSupply: 1_000_000 })));
  const pair = (tokenB: string) => ({ tokenA: 'XRGE', tokenB, amountA: 10, amountB: 5_000 });
  await done(symbols.slice(0, POOLS).map((symbol) => () => dex.createPool(alice, pair(symbol))));
  await done(art.map((symbol) => () => nft.createCollection(alice, { symbol, name: symbol })));
  const batch = (count: number) => ({ collectionId: FIRST, names: Array.from({ length: count }, (_, at) => `#${at}`) });
  await done(BATCHES.map((count) => () => nft.batchMint(alice, batch(count))));
  await done([() => dex.swap(alice, { tokenIn: 'XRGE', tokenOut: 'T000', amountIn: 1, minAmountOut: 0 })]);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const namesOf = (items: Items, member: string): unknown[] => items.map((item) => item[member]);

describe('the published client gets whole lists', () => {
  test('of tokens', async () => {
    const tokens = await chain.getTokens();
    expect(namesOf(tokens, 'symbol')).toEqual(['XRGE', 'qETH', 'qUSDC', 'qBTC', 'CROWD', ...inOrder(tokens, symbols)]);
    expect(tokens).toHaveLength(5 + TOKENS);
  });

  test('of pools', async () => {
    const pools = await chain.dex.getPools();
    expect(namesOf(pools, 'pool_id').toSorted()).toEqual(symbols.slice(0, POOLS).map((symbol) => `${symbol}-XRGE`));
  });

  test('of collections, NFTs of one of them, and NFTs of an owner', async () => {
    expect(namesOf(await chain.nft.getCollections(), 'symbol').toSorted()).toEqual(art);
    const { tokens, total } = await chain.nft.getTokens(FIRST);
    const ids = Array.from({ length: NFTS }, (_, index) => index + 1);
    expect([namesOf(tokens, 'token_id'), total]).toEqual([ids, NFTS]);
    expect(namesOf(await chain.nft.getByOwner(keyHex), 'token_id')).toEqual(ids);
  });

  test('of holders, greatest first', async () => {
    const holders = await chain.getTokenHolders('CROWD');
    expect(namesOf(holders, 'address')).toEqual(crowd.toReversed());
    expect(namesOf(holders, 'balance')).toEqual(crowd.map((_, index) => index + 1).toReversed());
  });
});

/** Those of `names` in the order in which the list has them: they were created at once. */
const inOrder = (items: Items, names: readonly string[]): string[] =>
  namesOf(items, 'symbol')
    .map(String)
    .filter((name) => names.includes(name));

const lists = [
  ['/api/tokens', 'tokens', 5 + TOKENS],
  ['/api/pools', 'pools', POOLS],
  ['/api/nft/collections', 'collections', COLLECTIONS],
  [`/api/nft/collection/${FIRST}/tokens`, 'tokens', NFTS],
  [`/api/nft/owner/${address}`, 'nfts', NFTS],
  ['/api/token/CROWD/holders', 'holders', crowd.length],
] as const;

describe('over HTTP', () => {
  test.each(lists)('%s is whole, and in pages the same', async (path, member, count) => {
    const whole = await api.get<Json & Readonly<Record<string, Items>>>(path);
    expect([whole[member]?.length, whole.total, whole.next_cursor]).toEqual([count, count, null]);
    const paged: Json[] = [];
    let pages = 0;
    for (let cursor: unknown = ''; cursor !== null; pages++) {
      const page = await api.get<Json & Readonly<Record<string, Items>>>(
        `${path}?limit=40${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...(page[member] ?? []));
      cursor = page.next_cursor;
    }
    expect(pages).toBe(Math.ceil(count / 40));
    expect(paged).toEqual(whole[member]);
    const rest = await api.get<Json & Readonly<Record<string, Items>>>(`${path}?offset=${count - 1}`);
    expect([rest[member], rest.next_cursor]).toEqual([whole[member]?.slice(-1), null]);
    for (const limit of ['0', '-1', 'x', ''])
      expect((await api.send(`${path}?limit=${limit}`)).json?.error, limit).toBe(
        'limit must be a whole number from 1 upwards',
      );
  });

  test('the document says what an answer without a limit holds', async () => {
    const document = await api.get<{ paths: Readonly<Record<string, Readonly<Record<string, Json>>>> }>(
      '/api/openapi.json',
    );
    const whole = Object.entries(document.paths).filter(([, { get }]) =>
      (get?.parameters as Items | undefined)?.some(({ name, description }) => {
        const text = String(description);
        return name === 'limit' && text.includes(`up to ${LIST_RECORDS} records or 32 MiB`);
      }),
    );
    expect(whole.map(([path]) => path).toSorted()).toEqual([
      '/api/allowances/{pubkey}',
      '/api/messenger/wallets',
      '/api/nft/collection/{id}/tokens',
      '/api/nft/collections',
      '/api/nft/owner/{pubkey}',
      '/api/pools',
      '/api/token/allowances',
      '/api/token/{symbol}/holders',
      '/api/tokens',
    ]);
  });

  test('/api/top-holders ends at 100, as its name says', async () => {
    const { holders, total } = await api.get<{ holders: Items; total: number }>('/api/top-holders?token=CROWD');
    expect([holders.length, total]).toEqual([100, crowd.length]);
  });
});

test('every member that the types of the client declare is in the answers', async () => {
  const { dex, nft } = chain;
  const pool = 'T000-XRGE';
  const [block] = (await chain.getBlocks({ limit: 1 })) as readonly [Json];
  const { txs } = (await chain.getTransactions({ limit: 1 })) as { txs: Items };
  const answers: Readonly<Record<ClientTypeName, Items>> = {
    NodeStats: [await chain.getStats()],
    Block: [block],
    BlockHeader: [block.header as Json],
    Transaction: txs.map(({ tx }) => tx as Json),
    TokenMetadata: [...(await chain.getTokens()), await chain.getTokenMetadata('T000')],
    TokenHolder: await chain.getTokenHolders('CROWD'),
    BalanceResponse: [await chain.getBalance(keyHex)],
    LiquidityPool: [...(await dex.getPools()), await dex.getPool(pool)],
    SwapQuote: [await dex.quote({ poolId: pool, tokenIn: 'XRGE', tokenOut: 'T000', amountIn: 1 })],
    PoolEvent: await dex.getPoolEvents(pool),
    PoolStats: [await dex.getPoolStats(pool)],
    PriceSnapshot: await dex.getPriceHistory(pool),
    NftCollection: [...(await nft.getCollections()), await nft.getCollection(FIRST)],
    NftToken: [...(await nft.getByOwner(keyHex)), await nft.getToken(FIRST, 1)],
    Validator: await chain.getValidators(),
    FeeInfo: [await chain.getFeeInfo()],
    Finality: [await chain.getFinality()],
    ResolvedAddress: [await chain.resolveAddress(address)],
    Nonce: [await chain.getNonce(keyHex)],
    Burned: [await chain.getBurnedTokens()],
  };
  let checked = 0;
  for (const [name, items] of Object.entries(answers)) {
    const { required, optional = [], missing = {} }: ClientType = clientTypes[name as ClientTypeName];
    expect(items.length, name).toBeGreaterThan(0);
    for (const item of items) {
      const lacking = required.filter((member) => item[member] === undefined || item[member] === null);
      expect(lacking, name).toEqual(Object.keys(missing));
      expect(
        optional.filter((member) => !(member in item)),
        name,
      ).toEqual([]);
    }
    checked += required.length + optional.length;
  }
  expect(checked).toBe(Object.values(clientTypes).reduce((sum, type: ClientType) => sum + declared(type), 0));
  expect(checked).toBeGreaterThan(100);
});

const declared = ({ required, optional = [] }: ClientType): number => required.length + optional.length;
