/** Chapter Tokens of the specification: the list of tokens, and the history of one. Holders are in
 *  `holders.ts`, allowances in `allowances.ts`; creating, minting and the like are the signed routes of their kinds. */

import type { TSchema } from 'typebox';
import { amountView, unitsNumber, XRGE } from '../../engine/base/amounts.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { addressOf } from '../../engine/crypto/address.js';
import { circulatingOf, feesBurnedOf, supplyOf } from '../../engine/ledger/funds.js';
import { activityOf, tokenSubject } from '../../engine/ledger/subjects.js';
import { builtInToken, shownSymbol, tokenExists, tokenNotFound } from '../../engine/ledger/tokens.js';
import { mintLedger, type Token, tokenMetadata, tokens } from '../../engine/ledger/tokenTables.js';
import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';
import { exactTexts, Hash, Height, KnownSymbol, Milliseconds, Movement, TxStatus } from '../schemas.js';
import { inGroups, type Listing, listed, listLimit } from './lists.js';
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
} from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt, type Source } from './past.js';

export const chapter = 'Tokens';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Text = orNull(Type.String());

/** A number, null where the token has none, and its exact text. */
const optionalAmount = (name: string, description: string) => ({
  [name]: Type.Union([Type.Number(), Type.Null()], { description }),
  [`${name}_units`]: orNull(Type.String({ pattern: '^\\d+$' })),
});

const amountMembers = (name: string, description: string) => ({
  [name]: Type.Number({ description }),
  ...exactTexts(name),
});

const TokenRecord = Type.Object(
  {
    symbol: Type.String(),
    name: Type.String(),
    decimals: Type.Integer({ description: 'For display; amounts are base units, of XRGE they are XRGE' }),
    ...amountMembers('totalSupply', 'Everything ever minted'),
    ...amountMembers('total_supply', 'The same'),
    ...amountMembers('circulating_supply', 'Without what was burned; of XRGE without burned fees either'),
    ...amountMembers('burned', 'Sent to the burn address; the same in /api/burned'),
    total_fees_burned: Type.Optional(Type.Number({ description: 'Of XRGE alone: burned fees, as in /api/stats' })),
    total_fees_burned_quanta: Type.Optional(Type.String({ pattern: '^\\d+$' })),
    creator: Type.String({ description: 'Public key in hex; empty for tokens that no transaction created' }),
    creator_address: Text,
    image: Text,
    description: Text,
    website: Text,
    twitter: Text,
    discord: Text,
    created_at: Type.Integer({ description: 'Milliseconds since the epoch; 0 where the token was always there' }),
    updated_at: Type.Integer({ description: 'Latest change of what is told about it' }),
    created_height: Height,
    frozen: Type.Boolean({ description: 'Whether its creator has paused every movement' }),
    mintable: Type.Boolean(),
    ...optionalAmount('initial_supply', 'Minted with its creation'),
    ...optionalAmount('max_supply', 'Cap of a mintable token; null: none'),
    ...optionalAmount('total_minted', 'Minted after the creation; null: not mintable'),
  },
  { title: 'Token' },
);

const optionalView = (name: string, units: bigint | undefined) => ({
  [name]: units === undefined ? null : unitsNumber(units),
  [`${name}_units`]: units === undefined ? null : String(units),
});

/** @param creatorKey of the token's creator in hex, null when the chain has not seen it. */
function tokenView({ state }: Pick<Source, 'state'>, symbol: string, creatorKey: string | null) {
  const builtIn = builtInToken(symbol);
  const token: Token | undefined = state.get(tokens, symbol);
  const metadata = state.get(tokenMetadata, symbol);
  const minting = state.get(mintLedger, symbol);
  const { minted, burned } = supplyOf(state, symbol);
  return {
    symbol: shownSymbol(symbol),
    name: builtIn?.name ?? token?.name ?? symbol,
    decimals: builtIn?.decimals ?? token?.decimals ?? 0,
    ...amountView(symbol, minted, 'totalSupply'),
    ...amountView(symbol, minted, 'total_supply'),
    ...amountView(symbol, circulatingOf(state, symbol), 'circulating_supply'),
    ...amountView(symbol, burned, 'burned'),
    ...(symbol === XRGE && amountView(XRGE, feesBurnedOf(state, XRGE), 'total_fees_burned')),
    creator: token ? (creatorKey ?? addressOf(token.creator)) : '',
    creator_address: token ? addressOf(token.creator) : null,
    image: metadata?.image ?? null,
    description: builtIn?.description ?? metadata?.description ?? null,
    website: metadata?.website ?? null,
    twitter: metadata?.twitter ?? null,
    discord: metadata?.discord ?? null,
    created_at: token?.createdAt ?? 0,
    updated_at: metadata?.updatedAt ?? token?.createdAt ?? 0,
    created_height: token?.createdHeight ?? 0,
    frozen: token?.frozen ?? false,
    mintable: minting !== undefined,
    ...optionalView('initial_supply', token?.initialSupply),
    ...optionalView('max_supply', minting?.maxSupply),
    ...optionalView('total_minted', minting?.minted),
  };
}

/** Tokens whose creators' keys are looked up together. */
const GROUP_TOKENS = 16;

async function tokenViews(node: Listed, symbols: readonly string[]) {
  const creators = symbols.flatMap((symbol) => node.state.get(tokens, symbol)?.creator ?? []);
  const keys = await node.chain.publicKeys(creators);
  const keyOf = new Map(creators.map((creator, index) => [creator, keys[index] ?? null]));
  return symbols.map((symbol) => {
    const creator = node.state.get(tokens, symbol)?.creator;
    return tokenView(node, symbol, (creator && keyOf.get(creator)) ?? null);
  });
}

/** Tokens by their symbols; tokens are never removed. */
const tokenListing = (node: Listed): Listing<string, string, unknown> => ({
  behind: (symbol, offset, limit) => {
    const { list: all } = node.indexes.tokens;
    const place = symbol === undefined ? -1 : (all.placeOf(symbol) ?? -1);
    return all.page(place + 1 + offset, limit);
  },
  placeOf: (symbol) => symbol,
  cursorOf: (symbol) => symbol,
  views: inGroups(GROUP_TOKENS, (symbols) => tokenViews(node, symbols)),
  textOf: (view) => JSON.stringify(view),
  most: PAGE.tokens.max,
});

const list = defineRoute({
  method: 'GET',
  path: '/api/tokens',
  chapter,
  summary: 'All tokens: built-in ones, then those of the genesis file, then created ones in the order of creation',
  query: Type.Object({
    limit: listLimit(PAGE.tokens),
    offset: pageOffset,
    cursor: pageCursor('^[A-Z0-9]{1,10}$', XRGE),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      tokens: Type.Array(TokenRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) =>
    listAt(node, query.height, (source) => {
      const { cursor } = query;
      const { list: all } = source.indexes.tokens;
      if (cursor !== undefined && all.placeOf(cursor) === undefined) return badCursor();
      const pieces = listed(tokenListing(source), { ...query, place: cursor });
      return jsonStream(pagedAnswer({ success: true }, 'tokens', pieces, { total: all.size }));
    }),
});

/** The symbol in upper case of an existing token. */
export function findToken({ state }: Pick<Source, 'state'>, written: string): string | Refusal {
  const symbol = written.toUpperCase();
  return tokenExists(state, symbol) ? symbol : tokenNotFound(symbol);
}

const metadata = defineRoute({
  method: 'GET',
  path: '/api/token/:symbol/metadata',
  chapter,
  summary: 'One token',
  params: Type.Object({ symbol: KnownSymbol }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Type.Literal(true), ...TokenRecord.properties }) },
  handler: async ({ node }, { params, query }) => {
    const { creator } = node.state.get(tokens, params.symbol.toUpperCase()) ?? {};
    const key = creator === undefined ? null : await node.chain.publicKey(creator);
    return readAt(node, query.height, (source) => {
      const symbol = findToken(source, params.symbol);
      return isRefusal(symbol) ? symbol : { success: true as const, ...tokenView(source, symbol, key) };
    });
  },
});

const TokenTransaction = Type.Object(
  {
    tx_hash: Hash,
    txId: Hash,
    tx_type: Type.String(),
    from: Type.String({ description: 'Public key of the signer, hex' }),
    from_address: Type.String(),
    to: orNull(Type.String({ description: 'Recipient as the signer wrote it' })),
    to_address: Text,
    amount: orNull(Type.Number()),
    ...exactTexts('amount'),
    token: orNull(Type.String({ description: 'Whose units the amount counts; a swap names what goes in' })),
    timestamp: Milliseconds,
    block_height: Height,
    status: TxStatus,
    movements: Type.Array(Movement),
  },
  { title: 'TokenTransaction' },
);

const transactions = defineRoute({
  method: 'GET',
  path: '/api/token/:symbol/transactions',
  chapter,
  summary: 'Successful transactions that moved or changed a token, newest first; of XRGE all transactions',
  params: Type.Object({ symbol: KnownSymbol }),
  query: Type.Object({
    limit: pageLimit(PAGE.tokenTxs),
    offset: pageOffset,
    cursor: ordinalCursor,
  }),
  refusals: ['not_found', 'pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      transactions: Type.Array(TokenTransaction),
      total_count: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params, query }) => {
    const symbol = findToken(node, params.symbol);
    if (isRefusal(symbol)) return symbol;
    const subject = symbol === XRGE ? undefined : tokenSubject(symbol);
    const total = subject === undefined ? node.chain.tip.totalTransactions : activityOf(node.state, subject);
    const ordinal = firstOrdinal(total, query);
    if (isRefusal(ordinal)) return ordinal;
    const items = node.chain.subjectTransactions({ subject, ordinal, limit: query.limit });
    return jsonStream(pagedAnswer({ success: true }, 'transactions', items, { total_count: total }));
  },
});

export const tokenRoutes = [list, metadata, transactions];
