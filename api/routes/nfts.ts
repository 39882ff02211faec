/** Chapter NFTs of the specification: collections and their tokens as they are now, from the reading index, and what happened
 *  in a collection. Creating, minting and handing on are the signed routes of their kinds. */

import { type TSchema, Type } from 'typebox';
import { amountView, xrgeNumber } from '../../engine/base/amounts.js';
import { utf8 } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import type { NftPage } from '../../engine/ledger/indexes/nftIndex.js';
import { nftOf } from '../../engine/ledger/nfts.js';
import {
  type Collection,
  type CollectionTexts,
  collections,
  collectionTexts,
  type Nft,
  nftKey,
  nfts,
  readNftKey,
} from '../../engine/ledger/nftTables.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import { Content, JSON_TYPE } from '../routing/answer.js';
import { wholeNumber } from '../routing/parameters.js';
import { AccountText, Milliseconds, Quanta, Xrge } from '../schemas.js';
import { jsonStream, listAnswer, NextCursor, pageCursor, pageLimit, pageOffset, readAccount } from './parts.js';

const chapter = 'NFTs';

const KeyOrAddress = Type.String({
  description: 'Public key in hex, or the address where the chain has not seen the key',
});
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const CollectionRecord = Type.Object(
  {
    collection_id: Type.String(),
    symbol: Type.String(),
    name: Type.String(),
    creator: KeyOrAddress,
    creator_address: Type.String(),
    description: orNull(Type.String()),
    image: orNull(Type.String({ description: 'URL or data URI' })),
    max_supply: orNull(Type.Integer({ description: 'Null: no cap' })),
    minted: Type.Integer({ description: 'Tokens minted so far, burned ones among them' }),
    burned: Type.Integer(),
    royalty_bps: Type.Integer({ description: 'Hundredths of a percent of a sale' }),
    royalty_recipient: KeyOrAddress,
    royalty_recipient_address: Type.String(),
    frozen: Type.Boolean({ description: 'Whether minting is stopped' }),
    created_at: Milliseconds,
    public_mint: Type.Boolean(),
    mint_price: Xrge,
    mint_price_quanta: Quanta,
    token_gate_symbol: orNull(Type.String()),
    token_gate_amount: Type.Union([Type.Number(), Type.Null()], { description: 'XRGE in XRGE, a token in base units' }),
    token_gate_amount_quanta: Type.Optional(Quanta),
    token_gate_amount_units: Type.Optional(Type.String({ pattern: '^\\d+$' })),
    discount_pct: Type.Integer({ description: 'Percent off the price for holders of the gate token' }),
  },
  { title: 'NftCollection' },
);

const TokenRecord = Type.Object(
  {
    collection_id: Type.String(),
    token_id: Type.Integer(),
    owner: KeyOrAddress,
    owner_address: Type.String(),
    creator: KeyOrAddress,
    creator_address: Type.String(),
    name: Type.String(),
    metadata_uri: orNull(Type.String()),
    locked: Type.Boolean({ description: 'Whether its owner has locked it against transfers' }),
    minted_at: Milliseconds,
    transferred_at: Milliseconds,
    attributes: Type.Unknown({ description: 'The JSON that its minter gave, number by number as it was written' }),
  },
  { title: 'Nft' },
);

/** A collection as it stands in the state at one moment: its records are never changed in place. */
interface CollectionFacts {
  readonly id: string;
  readonly collection: Collection;
  readonly texts: CollectionTexts;
}

interface TokenFacts {
  readonly collectionId: string;
  readonly token: number;
  readonly nft: Nft;
}

const shownKey = async (node: Node, account: AccountId): Promise<string> =>
  (await node.chain.publicKey(account)) ?? addressOf(account);

function gateView({ tokenGateSymbol: symbol, tokenGateAmount }: Collection) {
  if (symbol === undefined) return { token_gate_symbol: null, token_gate_amount: null };
  return { token_gate_symbol: shownSymbol(symbol), ...amountView(symbol, tokenGateAmount, 'token_gate_amount') };
}

async function collectionView(node: Node, { id, collection, texts }: CollectionFacts) {
  const { creator, royaltyRecipient } = collection;
  const [creatorKey, recipientKey] = await Promise.all([shownKey(node, creator), shownKey(node, royaltyRecipient)]);
  return {
    collection_id: id,
    symbol: collection.symbol,
    name: texts.name,
    creator: creatorKey,
    creator_address: addressOf(creator),
    description: texts.description ?? null,
    image: texts.image ?? null,
    max_supply: collection.maxSupply ?? null,
    minted: collection.minted,
    burned: collection.burned,
    royalty_bps: collection.royaltyBps,
    royalty_recipient: recipientKey,
    royalty_recipient_address: addressOf(royaltyRecipient),
    frozen: collection.frozen,
    created_at: collection.createdAt,
    public_mint: collection.publicMint,
    mint_price: xrgeNumber(collection.mintPrice),
    mint_price_quanta: String(collection.mintPrice),
    ...gateView(collection),
    discount_pct: collection.discountPct,
  };
}

/** The record as JSON. Attributes are JSON text already, and keep the spelling of their numbers.
 *  @param more members before those of the record. */
async function tokenText(node: Node, { collectionId, token, nft }: TokenFacts, more: object = {}): Promise<string> {
  const [owner, creator] = await Promise.all([shownKey(node, nft.owner), shownKey(node, nft.creator)]);
  const members = {
    ...more,
    collection_id: collectionId,
    token_id: token,
    owner,
    owner_address: addressOf(nft.owner),
    creator,
    creator_address: addressOf(nft.creator),
    name: nft.name,
    metadata_uri: nft.metadataUri ?? null,
    locked: nft.locked,
    minted_at: nft.mintedAt,
    transferred_at: nft.transferredAt,
  };
  return `${JSON.stringify(members).slice(0, -1)},"attributes":${nft.attributes ?? 'null'}}`;
}

/** Records in one piece of a streamed answer: with images up to 1.6 MB of JSON. */
const PIECE_RECORDS = 16;

async function* pieces<Facts>(
  records: readonly Facts[],
  textOf: (facts: Facts) => Promise<string>,
): AsyncIterable<Uint8Array> {
  for (let at = 0; at < records.length; at += PIECE_RECORDS) {
    const texts = await Promise.all(records.slice(at, at + PIECE_RECORDS).map(textOf));
    yield utf8((at === 0 ? '' : ',') + texts.join(','));
  }
}

const collectionPieces = (node: Node, records: readonly CollectionFacts[]): AsyncIterable<Uint8Array> =>
  pieces(records, async (facts) => JSON.stringify(await collectionView(node, facts)));

const tokenPieces = (node: Node, records: readonly TokenFacts[]): AsyncIterable<Uint8Array> =>
  pieces(records, (facts) => tokenText(node, facts));

function collectionFacts(node: Node, id: string): CollectionFacts | undefined {
  const collection = node.state.get(collections, id);
  const texts = node.state.get(collectionTexts, id);
  return collection && texts && { id, collection, texts };
}

const findCollection = (node: Node, id: string): CollectionFacts | Refusal =>
  collectionFacts(node, id) ?? refuse('not_found', 'Collection not found');

/** The records of a page as they are now: what blocks do to them while the answer is sent does not show in it. */
const tokensOn = (node: Node, { keys }: NftPage): readonly TokenFacts[] =>
  keys.map((key) => {
    const { collection, token } = readNftKey(key);
    const collectionId = node.indexes.nfts.idOf(collection);
    const nft = node.state.get(nfts, key);
    invariant(collectionId !== undefined && nft, 'the index of NFTs is not that of the state');
    return { collectionId, token, nft };
  });

const allCollections = defineRoute({
  method: 'GET',
  path: '/api/nft/collections',
  chapter,
  summary: 'NFT collections in the order of their creation',
  query: Type.Object({
    limit: pageLimit(PAGE.nftCollections),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '0'),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      collections: Type.Array(CollectionRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) => {
    const index = node.indexes.nfts;
    const first = Number(query.cursor ?? 0) + query.offset;
    const ids = index.collectionPage(first, query.limit);
    const records = ids.flatMap((id) => collectionFacts(node, id) ?? []);
    const next = first + ids.length;
    const isLast = ids.length === 0 || next >= index.collectionCount;
    return jsonStream(
      listAnswer({ success: true }, 'collections', collectionPieces(node, records), {
        total: index.collectionCount,
        next_cursor: isLast ? null : String(next),
      }),
    );
  },
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
  refusals: ['not_found'],
  response: { 200: Type.Object({ success: Type.Literal(true), ...CollectionRecord.properties }) },
  handler: async ({ node }, { params }) => {
    const found = findCollection(node, params.id);
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
    limit: pageLimit(PAGE.nftTokens),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '0'),
  }),
  refusals: ['not_found'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      collection_id: Type.String(),
      tokens: Type.Array(TokenRecord),
      total: Type.Integer({ description: 'Tokens that are not burned' }),
      limit: Type.Integer(),
      offset: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params, query }) => {
    const found = findCollection(node, params.id);
    if (isRefusal(found)) return found;
    const { number, minted, burned } = found.collection;
    const { limit, offset, cursor } = query;
    const behind = cursor === undefined ? undefined : nftKey(number, Number(cursor));
    const page = node.indexes.nfts.tokensOf(number, { behind, offset, limit });
    const records = tokensOn(node, page);
    const last = page.isLast ? undefined : records.at(-1);
    return jsonStream(
      listAnswer({ success: true, collection_id: params.id }, 'tokens', tokenPieces(node, records), {
        total: minted - burned,
        limit,
        offset,
        next_cursor: last ? String(last.token) : null,
      }),
    );
  },
});

const oneToken = defineRoute({
  method: 'GET',
  path: '/api/nft/token/:collection_id/:token_id',
  chapter,
  summary: 'One NFT',
  params: Type.Object({
    collection_id: CollectionId,
    token_id: wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  refusals: ['not_found'],
  response: { 200: Type.Object({ success: Type.Literal(true), ...TokenRecord.properties }) },
  handler: async ({ node }, { params }) => {
    const { collection_id: collectionId, token_id: token } = params;
    const collection = node.state.get(collections, collectionId);
    const nft = collection && nftOf(node.state, collection, token);
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

const ownedTokens = defineRoute({
  method: 'GET',
  path: '/api/nft/owner/:pubkey',
  chapter,
  summary: 'NFTs of an account, by the age of their collections and their ids',
  params: Type.Object({ pubkey: AccountText }),
  query: Type.Object({
    limit: pageLimit(PAGE.nftsOfOwner),
    offset: pageOffset,
    cursor: pageCursor(OWNER_CURSOR, '1-1'),
  }),
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
    const { limit, offset, cursor } = query;
    const behind = cursor === undefined ? undefined : keyOfCursor(cursor);
    const page = node.indexes.nfts.ownedBy(named.account, { behind, offset, limit });
    const last = page.isLast ? undefined : page.keys.at(-1);
    const place = last === undefined ? undefined : readNftKey(last);
    return jsonStream(
      listAnswer({ success: true }, 'nfts', tokenPieces(node, tokensOn(node, page)), {
        total: node.indexes.nfts.countOf(named.account),
        next_cursor: place ? `${place.collection}-${place.token}` : null,
      }),
    );
  },
});

export const nftRoutes = [allCollections, oneCollection, collectionTokens, oneToken, ownedTokens];
