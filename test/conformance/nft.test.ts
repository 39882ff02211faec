/** Chapter NFTs through the published client: every method with success and refusal, against a live node, and the history that
 *  it leaves. (Specification, NFT collection, NFTs, Fees, Errors.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { collectionIdBy } from '../support/nftRequests.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../support/publishedClient.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const artist = signingActor('nft: artist');
const buyer = signingActor('nft: buyer');
const poor = signingActor('nft: poor');
/** Named by its address; its key is never shown. */
const hidden = actor('nft: hidden');
const named = actor('nft: named by its key');

const SLOW_MACHINE_MS = 240_000;

type Method = (...input: readonly unknown[]) => Promise<unknown>;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let client: Readonly<Record<string, Method>>;

beforeAll(async () => {
  const allocations = [
    { address: artist.address, amount: '10000' },
    { address: buyer.address, amount: '1000' },
    { address: poor.address, amount: '5' },
  ];
  node = await startInlineNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const { RougeChain } = await loadPublishedClient();
  ({ nft: client } = new RougeChain(`${node.url}/api`) as unknown as { nft: typeof client });
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

/** Methods of the client whose answers were checked. */
const tried = { good: new Set<string>(), bad: new Set<string>() };

/** @throws what the client throws. */
function call(name: string, ...input: readonly unknown[]): Promise<unknown> {
  const method = client[name];
  if (!method) throw new Error(`the client has no method ${name}`);
  return method.apply(client, input as unknown[]);
}

/** A read of the client. */
async function read<T = Json>(name: string, ...input: readonly unknown[]): Promise<T> {
  tried.good.add(name);
  return (await call(name, ...input)) as T;
}

/** A write of the client; waits until it is in a block. @returns the node's answer. */
async function write(name: string, signer: SigningActor, order: object): Promise<Json> {
  tried.good.add(name);
  const { success, error, data } = (await call(name, walletOf(signer), order)) as Submitted;
  expect([name, success, error]).toEqual([name, true, undefined]);
  await watch.included(String(data?.txId));
  return data as Json;
}

async function refusedRead(status: number, name: string, ...input: readonly unknown[]): Promise<void> {
  tried.bad.add(name);
  await expect(call(name, ...input)).rejects.toThrow(new RegExp(`^GET /.* failed: ${status} `));
}

/** A write that the node refuses becomes an answer with the node's own text. */
async function refused(
  status: number,
  error: string,
  name: string,
  signer: SigningActor,
  order: object,
): Promise<void> {
  tried.bad.add(name);
  const answer = (await call(name, walletOf(signer), order)) as Submitted;
  expect(answer.success, name).toBe(false);
  expect(answer.error).toMatch(new RegExp(`^POST /v2/nft/[a-z/-]+ failed: ${status} `));
  const body = JSON.parse(answer.error?.slice(answer.error.indexOf('{')) ?? '') as Json;
  expect(body).toEqual({ success: false, error, code: expect.any(String) });
}

const ART = collectionIdBy(artist, 'ART');
const quantaOf = async ({ address }: SigningActor): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${address}`)).balance_quanta));

describe('the published client', () => {
  test('createCollection, waitForCollection, getCollection, getCollections', async () => {
    const order = { symbol: 'art', name: 'Pictures', maxSupply: 10, royaltyBps: 500, description: 'About' };
    const answer = await write('createCollection', artist, {
      ...order,
      ...{ publicMint: true, mintPrice: 2.5, tokenGateSymbol: 'XRGE', tokenGateAmount: 5000, discountPct: 20 },
    });
    expect(answer).toEqual({
      ...{ txId: expect.any(String), collection_id: ART, message: 'NFT collection creation submitted' },
    });
    const record = await read('waitForCollection', ART, { timeoutMs: 10_000, pollMs: 20 });
    expect(record).toEqual({
      ...{ success: true, collection_id: ART, symbol: 'ART', name: 'Pictures', description: 'About', image: null },
      ...{ creator: artist.keyHex, creator_address: artist.address, max_supply: 10, minted: 0, burned: 0 },
      ...{ royalty_bps: 500, royalty_recipient: artist.keyHex, royalty_recipient_address: artist.address },
      ...{ frozen: false, created_at: expect.any(Number), public_mint: true },
      ...{ mint_price: 2.5, mint_price_quanta: '2500000000', discount_pct: 20 },
      ...{ token_gate_symbol: 'XRGE', token_gate_amount: 5000, token_gate_amount_quanta: '5000000000000' },
    });
    expect(await read('getCollection', ART)).toEqual(record);
    const { success: _, ...listed } = record;
    expect(await read('getCollections')).toEqual([listed]);

    await refused(409, `Collection ${ART} already exists`, 'createCollection', artist, order);
    const bps = 'royaltyBps must be an integer between 0 and 10000';
    for (const royaltyBps of [10_001, -1, 2.5])
      await refused(400, bps, 'createCollection', artist, { symbol: 'BAD', name: 'x', royaltyBps });
    const fee = 'insufficient XRGE balance for collection fee: have 5, need 50';
    await refused(400, fee, 'createCollection', poor, order);
    await refusedRead(404, 'getCollection', collectionIdBy(buyer, 'ART'));
    tried.bad.add('waitForCollection');
    await expect(call('waitForCollection', 'none', { timeoutMs: 50, pollMs: 20 })).rejects.toThrow('not found');
  });

  test('mint: by the creator, by others at the price, with the discount', async () => {
    const [artistHad, buyerHad] = [await quantaOf(artist), await quantaOf(buyer)];
    const order = { collectionId: ART, name: 'one', metadataUri: 'ipfs://one', attributes: { colour: 'red' } };
    expect(await write('mint', artist, order)).toEqual({
      ...{ txId: expect.any(String), collection_id: ART, message: 'NFT mint submitted' },
    });
    await write('mint', buyer, { collectionId: ART, name: 'two' });
    expect(await quantaOf(artist)).toBe(artistHad - 5_000_000_000n + 2_500_000_000n);
    expect(await quantaOf(buyer)).toBe(buyerHad - 7_500_000_000n);
    await refused(404, 'collection not found', 'mint', artist, { collectionId: 'none', name: 'x' });
    await refused(400, 'insufficient balance: have 5 XRGE, need 7.5 XRGE', 'mint', poor, {
      collectionId: ART,
      name: 'x',
    });
    await refused(400, 'name is required', 'mint', artist, { collectionId: ART, name: '' });
  });

  test('batchMint, getTokens, getToken', async () => {
    const order = { collectionId: ART, names: ['three', 'four'], uris: ['ipfs://u3'], batchAttributes: [null, [4]] };
    expect(await write('batchMint', artist, order)).toEqual({
      ...{ txId: expect.any(String), collection_id: ART, message: 'NFT batch mint submitted' },
    });
    const { tokens, ...page } = await read<{ tokens: readonly Json[] }>('getTokens', ART);
    expect(page).toEqual({
      ...{ success: true, collection_id: ART, total: 4, limit: 4, offset: 0, next_cursor: null },
    });
    expect(
      tokens.map(({ token_id, name, metadata_uri, attributes }) => [token_id, name, metadata_uri, attributes]),
    ).toEqual([
      [1, 'one', 'ipfs://one', { colour: 'red' }],
      [2, 'two', null, null],
      [3, 'three', 'ipfs://u3', null],
      [4, 'four', null, [4]],
    ]);
    expect(await read('getTokens', ART, { limit: 2, offset: 1 })).toMatchObject({
      ...{ tokens: tokens.slice(1, 3), total: 4, limit: 2, offset: 1, next_cursor: '3' },
    });
    expect(await read('getToken', ART, 2)).toEqual({
      ...{ success: true, collection_id: ART, token_id: 2, name: 'two', metadata_uri: null, attributes: null },
      ...{ owner: buyer.keyHex, owner_address: buyer.address, creator: buyer.keyHex, creator_address: buyer.address },
      ...{ locked: false, minted_at: expect.any(Number), transferred_at: expect.any(Number) },
    });
    await refused(400, 'batch mint requires 1-50 names', 'batchMint', artist, { collectionId: ART, names: [] });
    await refused(403, 'only the collection creator can mint', 'batchMint', buyer, order);
    const many = { collectionId: ART, names: Array(7).fill('x') };
    await refused(400, 'batch would exceed max supply (4 + 7 > 10)', 'batchMint', artist, many);
    await refusedRead(404, 'getTokens', 'none');
    await refusedRead(400, 'getTokens', ART, { offset: -1 });
    await refusedRead(404, 'getToken', ART, 5);
    await refusedRead(400, 'getToken', ART, 'five');
  });

  test('transfer with and without a price, getByOwner', async () => {
    const had = await quantaOf(buyer);
    const order = { collectionId: ART, tokenId: 2, to: hidden.address, salePrice: 100 };
    expect(await write('transfer', buyer, order)).toMatchObject({ message: 'NFT transfer submitted' });
    expect(await quantaOf(buyer)).toBe(had - 6_000_000_000n);
    // The key is unknown yet, so the address replaces it.
    expect(await read('getToken', ART, 2)).toMatchObject({ owner: hidden.address, owner_address: hidden.address });
    expect(await read<readonly Json[]>('getByOwner', hidden.keyHex)).toMatchObject([{ token_id: 2 }]);
    await write('transfer', artist, { collectionId: ART, tokenId: 3, to: named.keyHex });
    for (const name of [named.keyHex, named.address])
      expect(await read<readonly Json[]>('getByOwner', name)).toMatchObject([{ token_id: 3, owner: named.keyHex }]);
    expect(await read<readonly Json[]>('getByOwner', buyer.keyHex)).toEqual([]);
    const gone = { ...order, tokenId: 9 };
    await refused(404, 'NFT not found', 'transfer', buyer, gone);
    await refused(403, 'you do not own this NFT', 'transfer', buyer, order);
    await refused(400, 'cannot transfer to yourself', 'transfer', artist, { ...order, tokenId: 1, to: artist.address });
    await refusedRead(400, 'getByOwner', 'nobody');
  });

  test('lock, burn, freezeCollection', async () => {
    const one = { collectionId: ART, tokenId: 1 };
    await refused(403, 'you do not own this NFT', 'lock', buyer, { ...one, locked: true });
    expect(await write('lock', artist, { ...one, locked: true })).toMatchObject({ message: 'NFT lock toggled' });
    expect(await read('getToken', ART, 1)).toMatchObject({ locked: true });
    await refused(400, 'NFT is locked', 'transfer', artist, { ...one, to: buyer.keyHex });
    await refused(403, 'you do not own this NFT', 'burn', buyer, one);
    expect(await write('burn', artist, one)).toMatchObject({ message: 'NFT burn submitted' });
    await refusedRead(404, 'getToken', ART, 1);
    await refused(404, 'NFT not found', 'burn', artist, one);
    expect(await read('getCollection', ART)).toMatchObject({ minted: 4, burned: 1 });
    expect(await read('getTokens', ART)).toMatchObject({ total: 3 });
    const only = 'only the collection creator can freeze/unfreeze';
    await refused(403, only, 'freezeCollection', buyer, { collectionId: ART, frozen: true });
    expect(await write('freezeCollection', artist, { collectionId: ART, frozen: true })).toMatchObject({
      message: 'Collection freeze toggled',
    });
    await refused(400, 'collection is frozen', 'mint', buyer, { collectionId: ART, name: 'x' });
    await write('freezeCollection', artist, { collectionId: ART, frozen: false });
  });

  test('the history of a collection tells what happened in it, newest first, by pages', async () => {
    type Page = { transactions: readonly Json[]; total: number; next_cursor: string | null };
    const page = (query: string) => api.get<Page>(`/api/nft/collection/${ART}/transactions${query}`);
    const whole = await page('');
    const told = whole.transactions.map(({ tx_type, details }) => [tx_type, (details as Json).token_id ?? null]);
    expect(told).toEqual([
      ['nft_freeze_collection', null],
      ['nft_freeze_collection', null],
      ['nft_burn', 1],
      ['nft_lock', 1],
      ['nft_transfer', 3],
      ['nft_transfer', 2],
      ['nft_batch_mint', null],
      ['nft_mint', 2],
      ['nft_mint', 1],
      ['nft_create_collection', null],
    ]);
    expect([whole.total, whole.next_cursor]).toEqual([10, null]);
    expect(whole.transactions[5]).toEqual({
      ...{ tx_hash: expect.any(String), txId: expect.any(String), tx_type: 'nft_transfer', status: 'success' },
      ...{ from: buyer.keyHex, from_address: buyer.address, to: hidden.address, to_address: hidden.address },
      details: {
        ...{ collection: ART, token_id: 2, to: hidden.address },
        ...{ royalty: 5, royalty_quanta: '5000000000', royalty_recipient: artist.address },
      },
      movements: [
        { reason: 'nft_transfer', from: buyer.address, to: hidden.address, sale_price_quanta: expect.any(String) },
        { reason: 'royalty', from: buyer.address, to: artist.address, amount_quanta: '5000000000' },
        { reason: 'fee', from: buyer.address, to: null },
      ].map((movement) => expect.objectContaining(movement)),
      ...{ timestamp: expect.any(Number), block_height: expect.any(Number) },
    });
    const first = await page('?limit=4');
    const second = await page(`?limit=4&cursor=${first.next_cursor}`);
    const third = await page(`?limit=4&cursor=${second.next_cursor}`);
    expect([first, second, third].flatMap(({ transactions }) => transactions)).toEqual(whole.transactions);
    expect(third.next_cursor).toBeNull();
    expect((await page('?limit=2&offset=3')).transactions).toEqual(whole.transactions.slice(3, 5));
    expect((await page('?offset=9007199254740991')).transactions).toEqual([]);
    expect((await page('?cursor=0')).transactions).toEqual([]);
    expect((await api.send('/api/nft/collection/none/transactions')).json?.error).toBe('Collection not found');
    expect((await api.send(`/api/nft/collection/${ART}/transactions?cursor=x`)).status).toBe(400);
  });

  test('has no other methods', () => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter((name) => name !== 'constructor');
    expect(names).toHaveLength(13);
    expect([...tried.good].sort()).toEqual([...names].sort());
    // The list of all collections takes no input that could be wrong.
    expect([...tried.bad, 'getCollections'].sort()).toEqual([...names].sort());
  });
});
