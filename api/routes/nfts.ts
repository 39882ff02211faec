/** Chapter NFTs of the specification: collections and their tokens as they are now, from the reading index, and what happened
 *  in a collection. Creating, minting and transferring are the signed routes of their kinds. */

import { PAGE } from '../../engine/base/limits.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { NftPlace } from '../../engine/ledger/indexes/nftIndex.js';
import { nftOf } from '../../engine/ledger/nfts.js';
import { collections, collectionTexts, nftKey, nfts, readNftKey } from '../../engine/ledger/nftTables.js';
import { activityOf, collectionSubject } from '../../engine/ledger/subjects.js';
import { defineRoute } from '../context.js';
import { Content, JSON_TYPE } from '../routing/answer.js';
import { wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { AccountText, Hash, Height, Milliseconds, Movement, TxStatus } from '../schemas.js';
import { type Listing, listed, listLimit } from './lists.js';
import {
  type CollectionFacts,
  CollectionRecord,
  collectionView,
  collectionViews,
  orNull,
  type TokenFacts,
  TokenRecord,
  type TokenView,
  tokenJson,
  tokenText,
  tokenViews,
} from './nftRecords.js';
import {
  badCursor,
  firstOrdinal,
  jsonStream,
  NextCursor,
  ordinalCursor,
  pageCursor,
  pagedAnswer,
  pageLimit,
  pageOffset,
  readAccount,
} from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt, type Source } from './past.js';

const chapter = 'NFTs';

function collectionFacts({ state }: Pick<Source, 'state'>, id: string): CollectionFacts | undefined {
  const collection = state.get(collections, id);
  const texts = state.get(collectionTexts, id);
  return collection && texts && { id, collection, texts };
}

const findCollection = (source: Pick<Source, 'state'>, id: string): CollectionFacts | Refusal =>
  collectionFacts(source, id) ?? refuse('not_found', 'Collection not found');

/** An NFT with its key in the state. */
interface PlacedToken extends TokenFacts {
  readonly key: string;
}

/** The records of a page as they are now: changes by blocks while the page is sent do not appear in it. */
const tokensAt = (node: Listed, keys: readonly string[]): readonly PlacedToken[] =>
  keys.map((key) => {
    const { collection, token } = readNftKey(key);
    const collectionId = node.indexes.nfts.idOf(collection);
    const nft = node.state.get(nfts, key);
    invariant(collectionId !== undefined && nft, 'the index of NFTs is not that of the state');
    return { key, collectionId, token, nft };
  });

/** Collections by their numbers; collections are never removed. */
const collectionListing = (node: Listed): Listing<CollectionFacts, number, unknown> => ({
  behind: (number = 0, offset, limit) =>
    node.indexes.nfts.collectionPage(number + offset, limit).flatMap((id) => collectionFacts(node, id) ?? []),
  placeOf: ({ collection }) => collection.number,
  cursorOf: String,
  views: (records) => collectionViews(node, records),
  textOf: (view) => JSON.stringify(view),
  most: PAGE.nftCollections.max,
});

/** A list of NFTs by their keys in the state. */
const tokenListing = (
  node: Listed,
  page: (place: NftPlace) => readonly string[],
  { most, cursorOf }: { readonly most: number; readonly cursorOf: (key: string) => string },
): Listing<PlacedToken, string, TokenView> => ({
  behind: (behind, offset, limit) => tokensAt(node, page({ behind, offset, limit })),
  placeOf: ({ key }) => key,
  cursorOf,
  views: (records) => tokenViews(node, records),
  textOf: tokenJson,
  most,
});

const allCollections = defineRoute({
  method: 'GET',
  path: '/api/nft/collections',
  chapter,
  summary: 'NFT collections in the order of their creation',
  query: Type.Object({
    limit: listLimit(PAGE.nftCollections),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '0'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      collections: Type.Array(CollectionRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) =>
    listAt(node, query.height, (source) => {
      const total = source.indexes.nfts.collectionCount;
      const place = query.cursor === undefined ? undefined : Number(query.cursor);
      if (place !== undefined && place > total) return badCursor();
      const pieces = listed(collectionListing(source), { ...query, place });
      return jsonStream(pagedAnswer({ success: true }, 'collections', pieces, { total }));
    }),
});

const CollectionId = Type.String({
  description: '`col:<first 16 characters of the creator>:<symbol>`',
  examples: ['col:0123456789abcdef:ART'],
});

const oneCollection = defineRoute({
  method: 'GET',
  path: '/api/nft/collection/:id',
  chapter,
  summary: 'One NFT collection',
  params: Type.Object({ id: CollectionId }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Type.Literal(true), ...CollectionRecord.properties }) },
  handler: async ({ node }, { params, query }) => {
    const found = await readAt(node, query.height, (source) => findCollection(source, params.id));
    if (isRefusal(found)) return found;
    return { success: true as const, ...(await collectionView(node, found)) };
  },
});

const collectionTokens = defineRoute({
  method: 'GET',
  path: '/api/nft/collection/:id/tokens',
  chapter,
  summary: 'NFTs of a collection by their ids',
  params: Type.Object({ id: CollectionId }),
  query: Type.Object({
    limit: listLimit(PAGE.nftTokens),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '0'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      collection_id: Type.String(),
      tokens: Type.Array(TokenRecord),
      total: Type.Integer({ description: 'Tokens that are not burned' }),
      limit: Type.Integer({ description: 'That was named; tokens of the answer where none was' }),
      offset: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params, query }) =>
    listAt(node, query.height, (source) => {
      const found = findCollection(source, params.id);
      if (isRefusal(found)) return found;
      const { number, minted, burned } = found.collection;
      const { limit, offset, cursor } = query;
      const listing = tokenListing(source, (place) => source.indexes.nfts.tokensOf(number, place), {
        most: PAGE.nftTokens.max,
        cursorOf: (key) => String(readNftKey(key).token),
      });
      const place = cursor === undefined ? undefined : nftKey(number, Number(cursor));
      const pieces = listed(listing, { ...query, place }, (shown) => ({ limit: limit ?? shown, offset }));
      return jsonStream(
        pagedAnswer({ success: true, collection_id: params.id }, 'tokens', pieces, { total: minted - burned }),
      );
    }),
});

const oneToken = defineRoute({
  method: 'GET',
  path: '/api/nft/token/:collection_id/:token_id',
  chapter,
  summary: 'One NFT',
  params: Type.Object({
    collection_id: CollectionId,
    token_id: wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [1] }),
  }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Type.Literal(true), ...TokenRecord.properties }) },
  handler: async ({ node }, { params, query }) => {
    const { collection_id: collectionId, token_id: token } = params;
    const nft = await readAt(node, query.height, ({ state }) => {
      const collection = state.get(collections, collectionId);
      return collection && nftOf(state, collection, token);
    });
    if (isRefusal(nft)) return nft;
    if (!nft) return refuse('not_found', 'NFT not found');
    return new Content(JSON_TYPE, await tokenText(node, { collectionId, token, nft }, { success: true }));
  },
});

/** A place among an owner's tokens: number of the collection, id of the token. */
const OWNER_CURSOR = '^\\d{1,15}-\\d{1,15}$';

function keyOfCursor(cursor: string): string {
  const [collection, token] = cursor.split('-').map(Number);
  return nftKey(collection as number, token as number);
}

function cursorOfKey(key: string): string {
  const { collection, token } = readNftKey(key);
  return `${collection}-${token}`;
}

const ownedTokens = defineRoute({
  method: 'GET',
  path: '/api/nft/owner/:pubkey',
  chapter,
  summary: 'NFTs of an account, by the age of their collections and their ids',
  params: Type.Object({ pubkey: AccountText }),
  query: Type.Object({
    limit: listLimit(PAGE.nftsOfOwner),
    offset: pageOffset,
    cursor: pageCursor(OWNER_CURSOR, '1-1'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      nfts: Type.Array(TokenRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.pubkey);
    if (isRefusal(named)) return named;
    return listAt(node, query.height, (source) => {
      const { nfts: index } = source.indexes;
      const listing = tokenListing(source, (place) => index.ownedBy(named.account, place), {
        most: PAGE.nftsOfOwner.max,
        cursorOf: cursorOfKey,
      });
      const place = query.cursor === undefined ? undefined : keyOfCursor(query.cursor);
      const pieces = listed(listing, { ...query, place });
      return jsonStream(pagedAnswer({ success: true }, 'nfts', pieces, { total: index.countOf(named.account) }));
    });
  },
});

const CollectionTransaction = Type.Object(
  {
    tx_hash: Hash,
    txId: Hash,
    tx_type: Type.String(),
    from: Type.String({ description: 'Public key of the signer, hex' }),
    from_address: Type.String(),
    to: orNull(Type.String({ description: 'New owner as the signer wrote it' })),
    to_address: orNull(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The data of its log: token_id, price, royalty',
    }),
    timestamp: Milliseconds,
    block_height: Height,
    status: TxStatus,
    movements: Type.Array(Movement),
  },
  { title: 'NftTransaction' },
);

const collectionHistory = defineRoute({
  method: 'GET',
  path: '/api/nft/collection/:id/transactions',
  chapter,
  summary: 'Successful transactions in a collection, newest first',
  params: Type.Object({ id: CollectionId }),
  query: Type.Object({
    limit: pageLimit(PAGE.nftTxs),
    offset: pageOffset,
    cursor: ordinalCursor,
  }),
  refusals: ['not_found', 'pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      collection_id: Type.String(),
      transactions: Type.Array(CollectionTransaction),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params: { id }, query }) => {
    const found = findCollection(node, id);
    if (isRefusal(found)) return found;
    const subject = collectionSubject(id);
    const total = activityOf(node.state, subject);
    const ordinal = firstOrdinal(total, query);
    if (isRefusal(ordinal)) return ordinal;
    const items = node.chain.collectionTransactions({ subject, ordinal, limit: query.limit });
    return jsonStream(pagedAnswer({ success: true, collection_id: id }, 'transactions', items, { total }));
  },
});

export const nftRoutes = [allCollections, oneCollection, collectionTokens, collectionHistory, oneToken, ownedTokens];
