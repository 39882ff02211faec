/** Chapter NFTs over raw HTTP against a live node: ids in paths, payloads without a type, bad input, exact attributes, cursors
 *  while tokens come and go, and the same answers after a restart. (Specification, NFTs, Errors.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../engine/base/json.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { collectionIdBy, membersOf } from '../support/nftRequests.js';
import { number, signed } from '../support/signedRequests.js';
import { longPicture } from '../support/tinyPictures.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const artist = signingActor('nft: artist');
const buyer = actor('nft: buyer');
const hidden = actor('nft: hidden');

const SLOW_MACHINE_MS = 240_000;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;

const open = async (dataDir?: string): Promise<void> => {
  const allocations = [{ address: artist.address, amount: '10000' }];
  node = await startNode({ genesis: { allocations }, ...(dataDir === undefined ? {} : { dataDir }) });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
};

beforeAll(() => open(), SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const post = (route: string, signer: SigningActor, members: Readonly<Record<string, unknown>>) =>
  api.post(`/api/v2/nft/${route}`, signed(signer, membersOf(members)).body);

/** Sends, and waits for the block. */
async function done(route: string, signer: SigningActor, members: Readonly<Record<string, unknown>>): Promise<Json> {
  const { status, json } = await post(route, signer, members);
  expect([status, json?.error]).toEqual([200, undefined]);
  await watch.included(String(json?.txId));
  return json as Json;
}

const ART = collectionIdBy(artist, 'ART');

describe('raw HTTP', () => {
  const GALLERY = collectionIdBy(artist, 'GALLERY');

  test('a collection of everything, its picture and its receipt', async () => {
    await done('collection/create', artist, { symbol: 'ART', name: 'Pictures' });
    for (const name of ['one', 'two']) await done('mint', artist, { collectionId: ART, name });
    await done('transfer', artist, { collectionId: ART, tokenId: 2, to: hidden.address });
    const image = longPicture(100_000);
    const json = await done('collection/create', artist, {
      ...{ symbol: 'GALLERY', name: 'Gallery', image, royalty_recipient: hidden.address, royalty_bps: 10_000 },
    });
    const record = await api.get(`/api/nft/collection/${GALLERY}`);
    expect(record).toMatchObject({ image, royalty_recipient_address: hidden.address, max_supply: null });
    expect(record).toMatchObject({ token_gate_symbol: null, token_gate_amount: null, discount_pct: 100 });
    const { receipt } = await api.get<{ receipt: Json }>(`/api/tx/${json.txId}`);
    expect(receipt.logs).toEqual([
      { event_type: 'nft_collection_create', data: { collection: GALLERY, symbol: 'GALLERY', name: 'Gallery' } },
    ]);
  });

  test('ids may have their colons encoded or plain', async () => {
    const paths = [GALLERY, encodeURIComponent(GALLERY), GALLERY.replaceAll(':', '%3a')];
    for (const id of paths) {
      expect(await api.get(`/api/nft/collection/${id}`)).toMatchObject({ collection_id: GALLERY });
      expect(await api.get(`/api/nft/collection/${id}/tokens`)).toMatchObject({ total: 0, tokens: [] });
      expect((await api.send(`/api/nft/token/${id}/1`)).json?.error).toBe('NFT not found');
    }
    for (const path of ['col', 'col:', ':id', '%00', '%F0%9F%98%80', GALLERY.toUpperCase(), `${GALLERY}x`])
      expect((await api.send(`/api/nft/collection/${path}`)).json?.error, path).toBe('Collection not found');
    expect((await api.send('/api/nft/collection/%ff')).status).toBe(400);
  });

  test('payloads without a type, and which need one', async () => {
    const mint = { collectionId: GALLERY, name: 'first' };
    await done('mint', artist, mint);
    const token = { collectionId: GALLERY, tokenId: 1 };
    await done('lock', artist, token);
    expect(await api.get(`/api/nft/token/${GALLERY}/1`)).toMatchObject({ locked: true });
    expect((await post('burn', artist, token)).json).toMatchObject({
      ...{ code: 'operation_mismatch', error: 'payload must name its operation: add "type": "nft_burn"' },
    });
    expect((await post('lock', artist, { ...token, type: 'nft_burn' })).json?.code).toBe('operation_mismatch');
    expect((await post('mint', artist, { ...mint, colour: 'red' })).json?.code).toBe('operation_mismatch');
    await done('lock', artist, { ...token, locked: false });
  });

  test('bad input is refused with a reason', async () => {
    const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
      ['collection/create', { symbol: 'A B', name: 'x' }, 'malformed_payload'],
      ['collection/create', { symbol: 'ABC' }, 'malformed_payload'],
      ['collection/create', { symbol: 'ABC', name: 'x', royaltyRecipient: 'ab'.repeat(20) }, 'invalid_recipient'],
      ['collection/create', { symbol: 'ABC', name: 'x', mintPrice: '+1' }, 'invalid_amount'],
      ['collection/create', { symbol: 'ABC', name: 'x', tokenGateSymbol: 'NONE', tokenGateAmount: 1 }, 'not_found'],
      ['mint', { collectionId: GALLERY, name: 'x'.repeat(101) }, 'malformed_payload'],
      ['mint', { collectionId: GALLERY, name: 'x', attributes: 'x'.repeat(8_191) }, 'malformed_payload'],
      ['batch-mint', { collectionId: GALLERY, names: ['x'], uris: ['a', 'b'] }, 'malformed_payload'],
      ['transfer', { collectionId: GALLERY, tokenId: 1, to: 'x' }, 'invalid_recipient'],
      ['transfer', { collectionId: GALLERY, tokenId: 1, to: buyer.address, salePrice: -1 }, 'invalid_amount'],
      ['lock', { collectionId: GALLERY, tokenId: '1' }, 'malformed_payload'],
      ['freeze-collection', { collectionId: GALLERY, frozen: 1 }, 'malformed_payload'],
      ['freeze-collection', { collectionId: 'none' }, 'not_found'],
    ];
    for (const [route, members, code] of wrong)
      expect((await post(route, artist, members)).json?.code, JSON.stringify(members).slice(0, 80)).toBe(code);
    const paths = [
      ...[
        'collections?limit=x',
        'collections?limit=0',
        'collections?cursor=999',
        'collections?offset=-1',
        'collections?cursor=x',
        'collections?cursor=1&cursor=2',
      ],
      ...['collections?cursor=', `collection/${GALLERY}/tokens?cursor=-1`, `collection/${GALLERY}/tokens?limit=1.5`],
      ...[`token/${GALLERY}/x`, `token/${GALLERY}/-1`, `token/${GALLERY}/9007199254740992`],
      ...[`owner/${artist.address}?cursor=1`, `owner/${artist.address}?cursor=1-`, 'owner/nobody'],
    ];
    for (const path of paths) expect((await api.send(`/api/nft/${path}`)).json?.code, path).toBe('malformed_parameter');
    expect(api.failures).toBeGreaterThan(30);
  });

  test('attributes keep the spelling of their numbers', async () => {
    const numbers = ['1', '1.0', '1e400', '123456789012345678901234567890'];
    const attributes = new Map<string, JsonValue>([
      ['b', numbers.map((text) => number(text))],
      ['a', '"\n'],
    ]);
    await done('mint', artist, { collectionId: GALLERY, name: 'exact', attributes });
    const { text } = await api.send(`/api/nft/token/${GALLERY}/2`);
    expect(text).toContain('"attributes":{"a":"\\"\\n","b":[1,1.0,1e400,123456789012345678901234567890]}}');
    expect((await api.send(`/api/nft/collection/${GALLERY}/tokens`)).text).toContain('1e400');
  });

  test('cursors continue after what was read, whatever came and went', async () => {
    await done('batch-mint', artist, { collectionId: GALLERY, names: Array(7).fill('x') });
    const page = (path: string) => api.get<Json>(`/api/nft/${path}`);
    const ids = (tokens: unknown) => (tokens as readonly Json[]).map(({ token_id }) => token_id);
    const first = await page(`collection/${GALLERY}/tokens?limit=3`);
    expect([ids(first.tokens), first.next_cursor]).toEqual([[1, 2, 3], '3']);
    await done('burn', artist, { type: 'nft_burn', collectionId: GALLERY, tokenId: 3 });
    await done('burn', artist, { type: 'nft_burn', collectionId: GALLERY, tokenId: 1 });
    const second = await page(`collection/${GALLERY}/tokens?limit=3&cursor=${first.next_cursor}`);
    expect([ids(second.tokens), second.next_cursor, second.total]).toEqual([[4, 5, 6], '6', 7]);
    const third = await page(`collection/${GALLERY}/tokens?limit=3&cursor=${second.next_cursor}`);
    expect([ids(third.tokens), third.next_cursor]).toEqual([[7, 8, 9], null]);
    expect(ids((await page(`collection/${GALLERY}/tokens?limit=2&cursor=3&offset=4`)).tokens)).toEqual([8, 9]);
    expect(ids((await page(`collection/${GALLERY}/tokens?offset=9007199254740991`)).tokens)).toEqual([]);
    expect(await page(`collection/${GALLERY}/tokens?limit=1000`)).toMatchObject({ limit: 200, total: 7 });

    const owned: unknown[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { nfts, next_cursor, total } = await page(`owner/${artist.address}?limit=2${query}`);
      expect(total).toBe(8);
      owned.push(...(nfts as readonly Json[]).map(({ collection_id, token_id }) => `${collection_id}/${token_id}`));
      cursor = next_cursor;
    }
    expect(owned).toEqual([`${ART}/1`, ...[2, 4, 5, 6, 7, 8, 9].map((token) => `${GALLERY}/${token}`)]);

    const names = (answer: Json) => (answer.collections as readonly Json[]).map(({ symbol }) => symbol);
    const one = await page('collections?limit=1');
    expect([names(one), one.next_cursor, one.total]).toEqual([['ART'], '1', 2]);
    const two = await page('collections?limit=1&cursor=1');
    expect([names(two), two.next_cursor]).toEqual([['GALLERY'], null]);
    expect(names(await page('collections?offset=2'))).toEqual([]);
  });

  test(
    'says the same after a restart',
    async () => {
      const paths = [
        ...['collections', `collection/${ART}`, `collection/${GALLERY}/tokens`, `token/${GALLERY}/2`],
        ...[artist, hidden].map(({ address }) => `owner/${address}`),
      ].map((path) => `/api/nft/${path}`);
      const all = async () => Promise.all(paths.map(async (path) => (await api.send(path)).text));
      const before = await all();
      await watch.close();
      await node.stop();
      await open(node.dataDir);
      expect(await all()).toEqual(before);
      expect(before.every((text) => text.startsWith('{"success":true'))).toBe(true);
    },
    SLOW_MACHINE_MS,
  );
});
