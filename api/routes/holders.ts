/** Who holds a token (chapter Tokens of the specification). */

import { amountView, formatUnits, XRGE } from '../../engine/base/amounts.js';
import { binaryToHex, fromHex } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfBytes, addressOf } from '../../engine/crypto/address.js';
import { circulatingOf, feesBurnedOf, supplyOf } from '../../engine/ledger/funds.js';
import type { RankedHolder } from '../../engine/ledger/indexes/holderIndex.js';
import { stakeTotalsOf } from '../../engine/ledger/staking.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import { defineRoute } from '../context.js';
import type { Content } from '../routing/answer.js';
import { Type } from '../routing/schema.js';
import { exactTexts, KnownSymbol } from '../schemas.js';
import { inGroups, type Listing, listed, listLimit } from './lists.js';
import { jsonStream, NextCursor, pageCursor, pagedAnswer, pageLimit, pageOffset } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals } from './past.js';
import { chapter, findToken } from './tokens.js';

/** Decimals of a percentage: a holder of a millionth of a percent is visible. */
const PERCENT_DECIMALS = 6;

/** Exact, and truncated after the last decimal. */
const percentOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(formatUnits((part * 100n * 10n ** BigInt(PERCENT_DECIMALS)) / whole, PERCENT_DECIMALS));

const HolderRecord = Type.Object(
  {
    address: Type.String({ description: 'Public key in hex, or the address where the chain has not seen the key' }),
    account_address: Type.String(),
    balance: Type.Number(),
    ...exactTexts('balance'),
    percentage: Type.Number({ description: 'Of the circulating supply, six decimals' }),
  },
  { title: 'Holder' },
);

const amounts = (name: string, description: string) => ({ [name]: Type.Number({ description }), ...exactTexts(name) });

const HoldersAnswer = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  holders: Type.Array(HolderRecord),
  total: Type.Integer({ description: 'Accounts that hold some' }),
  depth: Type.Integer({
    description: 'How many of them pages reach: all of up to 40,000, of more at least the 10,000 greatest',
  }),
  ...amounts('total_supply', 'Everything ever minted'),
  ...amounts('circulating_supply', 'Without the burned supply; of XRGE without burned fees either'),
  ...amounts('shielded_supply', 'Always 0: nothing of this network is shielded'),
  ...amounts('burned_supply', 'Sent to the burn address; the same in /api/burned'),
  total_fees_burned: Type.Optional(Type.Number({ description: 'Of XRGE alone: burned fees, as in /api/stats' })),
  total_fees_burned_quanta: Type.Optional(Type.String({ pattern: '^\\d+$' })),
  ...amounts('in_pools', 'What all pools hold'),
  staked: Type.Optional(Type.Number({ description: 'Of XRGE alone: what validators have staked' })),
  staked_quanta: Type.Optional(Type.String()),
  next_cursor: NextCursor,
});

/** Balance and account of the last holder of a page. */
const CURSOR = '^\\d{1,39}-[0-9a-f]{64}$';

const cursorOf = ({ account, balance }: RankedHolder): string => `${balance}-${binaryToHex(account)}`;

function holderAt(cursor: string): RankedHolder {
  const [balance = '', account = ''] = cursor.split('-');
  return { balance: BigInt(balance), account: accountOfBytes(fromHex(account) ?? new Uint8Array()) };
}

/** Holders whose keys are looked up together. */
const GROUP_HOLDERS = 64;

async function holderViews(node: Listed, symbol: string, circulating: bigint, holders: readonly RankedHolder[]) {
  const keys = await node.chain.publicKeys(holders.map(({ account }) => account));
  return holders.map(({ account, balance }, index) => ({
    address: keys[index] ?? addressOf(account),
    account_address: addressOf(account),
    ...amountView(symbol, balance, 'balance'),
    percentage: percentOf(balance, circulating),
  }));
}

interface HolderQuery {
  readonly limit?: number;
  readonly offset: number;
  readonly cursor?: string;
}

/** @param symbol in upper case. */
function holdersAnswer(node: Listed, symbol: string, query: HolderQuery): Content {
  const index = node.indexes.tokens.holders;
  const { total, depth } = index.page(symbol, { offset: 0, limit: 0 });
  const { minted, burned } = supplyOf(node.state, symbol);
  const circulating = circulatingOf(node.state, symbol);
  const { stake } = stakeTotalsOf(node.state, node.options.rules.genesis);
  const listing: Listing<RankedHolder, RankedHolder, unknown> = {
    behind: (behind, offset, limit) => index.page(symbol, { behind, offset, limit }).holders,
    placeOf: (holder) => holder,
    cursorOf,
    views: inGroups(GROUP_HOLDERS, (some) => holderViews(node, symbol, circulating, some)),
    textOf: (view) => JSON.stringify(view),
    most: PAGE.holders.max,
  };
  const place = query.cursor === undefined ? undefined : holderAt(query.cursor);
  const pieces = listed(listing, { ...query, place });
  return jsonStream(
    pagedAnswer({ success: true, token: shownSymbol(symbol) }, 'holders', pieces, {
      total,
      depth,
      ...amountView(symbol, minted, 'total_supply'),
      ...amountView(symbol, circulating, 'circulating_supply'),
      ...amountView(symbol, 0n, 'shielded_supply'),
      ...amountView(symbol, burned, 'burned_supply'),
      ...amountView(symbol, node.indexes.tokens.list.inPools(symbol), 'in_pools'),
      ...(symbol === XRGE
        ? {
            ...amountView(XRGE, feesBurnedOf(node.state, XRGE), 'total_fees_burned'),
            ...amountView(XRGE, stake, 'staked'),
          }
        : {}),
    }),
  );
}

const place = {
  offset: pageOffset,
  cursor: pageCursor(CURSOR, `0-${'0'.repeat(64)}`),
  ...atHeight,
};

const holders = defineRoute({
  method: 'GET',
  path: '/api/token/:symbol/holders',
  chapter,
  summary: 'Accounts that hold a token, greatest balance first',
  params: Type.Object({ symbol: KnownSymbol }),
  query: Type.Object({ limit: listLimit(PAGE.holders), ...place }),
  refusals: pastRefusals,
  response: { 200: HoldersAnswer },
  handler: ({ node }, { params, query }) =>
    listAt(node, query.height, (source) => {
      const symbol = findToken(source, params.symbol);
      return isRefusal(symbol) ? symbol : holdersAnswer(source, symbol, query);
    }),
});

const topHolders = defineRoute({
  method: 'GET',
  path: '/api/top-holders',
  chapter,
  summary: 'The greatest of them, for the token that the query names',
  query: Type.Object({ token: { ...KnownSymbol, default: XRGE }, limit: pageLimit(PAGE.topHolders), ...place }),
  refusals: pastRefusals,
  response: { 200: HoldersAnswer },
  handler: ({ node }, { query }) =>
    listAt(node, query.height, (source) => {
      const symbol = findToken(source, query.token);
      return isRefusal(symbol) ? symbol : holdersAnswer(source, symbol, query);
    }),
});

export const holderRoutes = [holders, topHolders];
