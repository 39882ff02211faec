/** What the kinds of the exchange share: naming a pool in a payload, and what a receipt and a stream show of its change. */

import { amountView, unitsNumber, XRGE } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import type { ApplyResult, ReceiptLog } from '../kind.js';
import { type PayloadReader, SYMBOL_CHARACTERS } from '../payload.js';
import { type PoolEvent, poolEventsOf, storedEvents } from '../poolEvent.js';
import { idOfPair, type Pair, readPoolId } from '../poolIds.js';
import { type SubjectId, tokenSubject } from '../subjects.js';
import { shownSymbol } from '../tokens.js';

export const poolMember = {
  name: 'pool_id',
  aliases: ['poolId'],
  type: 'text',
  characters: 2 * SYMBOL_CHARACTERS + 1,
  plain: true,
  required: true,
  about: 'Id of the pool, its symbols in its own order, in any case',
} as const;

/** The pool that a payload names. Amounts follow the order of the id, so another order is refused. */
export function readPool(reader: PayloadReader): Pair | undefined {
  const text = reader.text('pool_id');
  if (reader.refusal) return undefined;
  if (text === undefined || text === '') return reader.fail(refuse('malformed_payload', 'pool_id is required'));
  const named = readPoolId(text);
  if (!named) return reader.fail(refuse('malformed_payload', 'pool_id must be two token symbols joined by a hyphen'));
  if (named.inOrder) return named.pair;
  return reader.fail(
    refuse(
      'malformed_payload',
      `this pool is ${idOfPair(named.pair)}: name its tokens in this order, amounts follow it`,
    ),
  );
}

/** What apply returns for one change of a pool. */
export const poolResult = (events: readonly PoolEvent[]): NonNullable<ApplyResult> => ({
  pool_events: storedEvents(events),
});

/** Subjects of a pool's tokens. */
export const tokenSubjects = (tokens: readonly string[]): readonly SubjectId[] =>
  tokens.filter((token) => token !== XRGE).map(tokenSubject);

export const pairView = ({ tokenA, tokenB }: Pair) => ({
  pool_id: idOfPair({ tokenA, tokenB }),
  token_a_symbol: shownSymbol(tokenA),
  token_b_symbol: shownSymbol(tokenB),
});

/** The log of a change of liquidity. */
export function liquidityLog(event: string, pair: Pair, result: ApplyResult): readonly ReceiptLog[] {
  const { tokenA, tokenB } = pair;
  return poolEventsOf(result).map((change) => ({
    event,
    data: {
      pool_id: change.poolId,
      token_a: shownSymbol(tokenA),
      token_b: shownSymbol(tokenB),
      ...amountView(tokenA, change.amountA, 'amount_a'),
      ...amountView(tokenB, change.amountB, 'amount_b'),
      lp_amount: unitsNumber(change.lp),
      lp_amount_units: String(change.lp),
    },
  }));
}
