/** Sums over time, which the node's own lists do not have: answered from the history in PostgreSQL, where the operator has named one. */

import { amountView, XRGE } from '../../engine/base/amounts.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import { addressOf } from '../../engine/crypto/address.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import { type ApiContext, defineRoute } from '../context.js';
import type { DayRange, HistoryIndex, Indexed } from '../historyIndex.js';
import { text, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { AccountText, exactTexts, Hash, Height, KnownSymbol, Milliseconds, Quanta, Xrge } from '../schemas.js';
import { NextCursor, pageCursor, pageLimit, readAccount } from './parts.js';
import { findToken } from './tokens.js';

const chapter = 'Analytics';

/** Of a leap year. */
const MOST_DAYS = 366;

const refusals = ['not_found', 'busy'] as const satisfies readonly RefusalCode[];

const IndexedHeight = Type.Integer({
  minimum: 0,
  description: 'The answer follows from the blocks up to this height; `X-Block-Height` is that of the node',
});
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'In UTC' });

const days = {
  days: wholeNumber({
    minimum: 1,
    maximum: MOST_DAYS,
    default: 30,
    description: 'How many days, the last of them included',
  }),
  until: Type.Optional(
    text({
      mustBe: 'a day such as 2026-11-28',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'The last day, in UTC; that of the newest block when absent',
    }),
  ),
};

const tokenQuery = { token: { ...KnownSymbol, default: XRGE } };

const indexOf = ({ history }: ApiContext): HistoryIndex | Refusal =>
  history ?? refuse('not_found', 'this node has no index of the history: its operator names one with --index-postgres');

function rangeOf({ days, until }: { readonly days: number; readonly until?: string }): DayRange | Refusal {
  // The pattern lets a 13th month and a 31st of February through.
  const isDay = until === undefined || new Date(`${until}T00:00:00Z`).toJSON()?.slice(0, 10) === until;
  return isDay ? { days, until } : refuse('malformed_parameter', 'until must be a day such as 2026-11-28');
}

/** Days of a token, as the index has them. */
async function ofToken<Rows>(
  context: ApiContext,
  query: { readonly token: string; readonly days: number; readonly until?: string },
  read: (index: HistoryIndex, token: string, range: DayRange) => Promise<Indexed<Rows> | Refusal>,
): Promise<(Indexed<Rows> & { readonly symbol: string }) | Refusal> {
  const symbol = findToken(context.node, query.token);
  if (isRefusal(symbol)) return symbol;
  const index = indexOf(context);
  if (isRefusal(index)) return index;
  const range = rangeOf(query);
  const found = isRefusal(range) ? range : await read(index, shownSymbol(symbol), range);
  return isRefusal(found) ? found : { ...found, symbol };
}

const status = defineRoute({
  method: 'GET',
  path: '/api/analytics/status',
  chapter,
  summary: 'How far the index of the history has come',
  refusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      indexed_height: IndexedHeight,
      indexed_hash: Hash,
      indexed_time: Milliseconds,
      lag_blocks: Type.Integer({ minimum: 0, description: 'Blocks of the node that the index does not have yet' }),
    }),
  },
  handler: async (context) => {
    const index = indexOf(context);
    const tip = isRefusal(index) ? index : await index.tip();
    if (isRefusal(tip)) return tip;
    return {
      success: true as const,
      indexed_height: tip.height,
      indexed_hash: tip.rows.hash,
      indexed_time: tip.rows.time,
      lag_blocks: Math.max(0, context.node.chain.tip.height - tip.height),
    };
  },
});

const history = defineRoute({
  method: 'GET',
  path: '/api/analytics/account/:account/history',
  chapter,
  summary: 'Each change of a balance of an account with the running balance, newest first',
  params: Type.Object({ account: AccountText }),
  query: Type.Object({
    ...tokenQuery,
    limit: pageLimit(PAGE.balanceHistory),
    cursor: pageCursor('^\\d{1,15}$', '1000'),
  }),
  refusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      indexed_height: IndexedHeight,
      account_address: Type.String(),
      token: Type.String(),
      history: Type.Array(
        Type.Object(
          {
            height: Height,
            time: Milliseconds,
            change: Type.Number({
              description:
                'Of all that the block did: transactions, shares of fees, returned stakes. XRGE, or base units; below zero for less',
            }),
            change_quanta: Type.Optional(Type.String({ pattern: '^-?\\d+$' })),
            change_units: Type.Optional(Type.String({ pattern: '^-?\\d+$' })),
            balance: Type.Number({ description: 'After the block' }),
            ...exactTexts('balance'),
          },
          { title: 'BalanceChange' },
        ),
      ),
      next_cursor: NextCursor,
    }),
  },
  handler: async (context, { params, query: { token, limit, cursor } }) => {
    const named = readAccount(params.account);
    if (isRefusal(named)) return named;
    const symbol = findToken(context.node, token);
    if (isRefusal(symbol)) return symbol;
    const index = indexOf(context);
    if (isRefusal(index)) return index;
    const account = addressOf(named.account);
    const below = cursor === undefined ? undefined : Number(cursor);
    const found = await index.balanceHistory({ account, token: shownSymbol(symbol), below, limit: limit + 1 });
    if (isRefusal(found)) return found;
    const page = found.rows.slice(0, limit);
    return {
      success: true as const,
      indexed_height: found.height,
      account_address: account,
      token: shownSymbol(symbol),
      history: page.map(({ height, time, change, balance }) => ({
        ...{ height, time },
        ...signedView(symbol, change),
        ...amountView(symbol, balance, 'balance'),
      })),
      next_cursor: found.rows.length > limit ? String(page.at(-1)?.height) : null,
    };
  },
});

/** `change`, which can be below zero. */
function signedView(symbol: string, change: bigint): { change: number; change_quanta?: string; change_units?: string } {
  const sign = change < 0n ? '-' : '';
  const { change: size, ...exact } = amountView(symbol, change < 0n ? -change : change, 'change');
  const texts = Object.fromEntries(Object.entries(exact).map(([name, digits]) => [name, `${sign}${digits}`]));
  return { change: change < 0n ? -Number(size) : Number(size), ...texts };
}

const volume = defineRoute({
  method: 'GET',
  path: '/api/analytics/volume',
  chapter,
  summary: 'What was moved of a token each day, by the reason; days without are left out',
  query: Type.Object({ ...tokenQuery, ...days }),
  refusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      indexed_height: IndexedHeight,
      token: Type.String(),
      days: Type.Array(
        Type.Object(
          {
            day: Day,
            reason: Type.String({ description: 'As in the movements of a transaction' }),
            movements: Type.Integer(),
            volume: Type.Number(),
            ...exactTexts('volume'),
          },
          { title: 'DailyVolume' },
        ),
      ),
    }),
  },
  handler: async (context, { query }) => {
    const found = await ofToken(context, query, (index, token, range) => index.volume(token, range));
    if (isRefusal(found)) return found;
    const { symbol } = found;
    return {
      success: true as const,
      indexed_height: found.height,
      token: shownSymbol(symbol),
      days: found.rows.map(({ day, reason, movements, volume }) => ({
        ...{ day, reason, movements },
        ...amountView(symbol, volume, 'volume'),
      })),
    };
  },
});

const holders = defineRoute({
  method: 'GET',
  path: '/api/analytics/holders',
  chapter,
  summary: 'How many accounts held a token at the end of each day, from its first on',
  query: Type.Object({ ...tokenQuery, ...days }),
  refusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      indexed_height: IndexedHeight,
      token: Type.String(),
      days: Type.Array(Type.Object({ day: Day, holders: Type.Integer() }, { title: 'DailyHolders' })),
    }),
  },
  handler: async (context, { query }) => {
    const found = await ofToken(context, query, (index, token, range) => index.holders(token, range));
    if (isRefusal(found)) return found;
    const token = shownSymbol(found.symbol);
    return { success: true as const, indexed_height: found.height, token, days: [...found.rows] };
  },
});

const transactions = defineRoute({
  method: 'GET',
  path: '/api/analytics/transactions',
  chapter,
  summary: 'Transactions of each day by kind and status, with their fees and how many signers they had',
  query: Type.Object(days),
  refusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      indexed_height: IndexedHeight,
      days: Type.Array(
        Type.Object(
          {
            day: Day,
            kind: Type.String(),
            status: Type.String({ description: 'success or failed' }),
            transactions: Type.Integer(),
            signers: Type.Integer({ description: 'Different ones' }),
            fees: Xrge,
            fees_quanta: Quanta,
          },
          { title: 'DailyTransactions' },
        ),
      ),
    }),
  },
  handler: async (context, { query }) => {
    const index = indexOf(context);
    if (isRefusal(index)) return index;
    const range = rangeOf(query);
    const found = isRefusal(range) ? range : await index.transactions(range);
    if (isRefusal(found)) return found;
    return {
      success: true as const,
      indexed_height: found.height,
      days: found.rows.map(({ fees, ...row }) => {
        const shown = amountView(XRGE, fees, 'fees');
        return { ...row, fees: Number(shown.fees), fees_quanta: String(shown.fees_quanta) };
      }),
    };
  },
});

export const analyticsRoutes = [status, history, volume, holders, transactions];
