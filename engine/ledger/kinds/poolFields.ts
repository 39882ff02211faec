/** What the kinds of the exchange share: naming a pool in a payload, and what receipts and streams show of its change. */

import { amountView, unitsNumber, XRGE } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import type { StateWriter } from '../../state/state.js';
import type { BlockContext } from '../blockContext.js';
import { placePools } from '../deepPools.js';
import type { ReceiptLog } from '../kind.js';
import { type PayloadReader, SYMBOL_CHARACTERS } from '../payload.js';
import type { PoolEvent, PoolResult } from '../poolEvent.js';
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
  about: 'Id of the pool: its two symbols joined by a hyphen, in either order and any case',
} as const;

/** A pool as a payload names it. */
interface NamedPool {
  readonly pair: Pair;
  /** The symbol that the payload's id begins with, in upper case. */
  readonly first: string;
}

/** The pool that a payload names, in either order of its tokens. */
export function readPool(reader: PayloadReader): NamedPool | undefined {
  const text = reader.text('pool_id');
  if (reader.refusal) return undefined;
  if (text === undefined || text === '') return reader.fail(refuse('malformed_payload', 'pool_id is required'));
  const named = readPoolId(text);
  if (!named) return reader.fail(refuse('malformed_payload', 'pool_id must be two token symbols joined by a hyphen'));
  const { pair, inOrder } = named;
  return { pair, first: inOrder ? pair.tokenA : pair.tokenB };
}

/** Makes the result of `apply` from its pool events, and puts the pools among the deepest of their tokens. */
export function settlePools(state: StateWriter, block: BlockContext, events: readonly PoolEvent[]): PoolResult {
  placePools(state, block, events);
  return { events };
}

/** Subjects of a pool's tokens. */
export const tokenSubjects = (tokens: readonly string[]): readonly SubjectId[] =>
  tokens.filter((token) => token !== XRGE).map(tokenSubject);

export const pairView = ({ tokenA, tokenB }: Pair) => ({
  pool_id: idOfPair({ tokenA, tokenB }),
  token_a_symbol: shownSymbol(tokenA),
  token_b_symbol: shownSymbol(tokenB),
});

/** The log of a change of liquidity. */
export function liquidityLog(event: string, pair: Pair, { events }: PoolResult): readonly ReceiptLog[] {
  const { tokenA, tokenB } = pair;
  return events.map((change) => ({
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
