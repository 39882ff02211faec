/** Which number each event of a block has.
 *
 *  In: a block's outcomes, or the range that was kept of them. Out: the range, and the way from an index to its event and back. The
 *  index of an event is its number without the number of the block's own event, which has index 0. */

import { emittedIn } from '../ledger/emittedEvents.js';
import type { Outcome } from '../ledger/execution.js';
import { contractEventsIn, type Emitter, type EventRange, lastOf } from './records.js';

function emittersOf(outcomes: readonly Outcome[]): readonly Emitter[] {
  const emitters: Emitter[] = [];
  let through = 0;
  for (const [position, { transaction, result, failure }] of outcomes.entries()) {
    const { length } = emittedIn(transaction, result, failure !== undefined);
    if (length === 0) continue;
    through += length;
    emitters.push({ position, through });
  }
  return emitters;
}

/** The events of the block above another one.
 *  @param before those of the block below it. @param balances how many balances it changed. */
export const eventsAfter = (before: EventRange, outcomes: readonly Outcome[], balances: number): EventRange => ({
  height: before.height + 1,
  first: lastOf(before) + 1,
  transactions: outcomes.length,
  emitters: emittersOf(outcomes),
  balances,
});

/** An event of a transaction: its own one, or one that a contract emitted in it. */
export interface TransactionPlace {
  /** Of the transaction in its block. */
  readonly position: number;
  /** Which of the events that contracts emitted in it, counted from 0; undefined for the transaction's own event. */
  readonly emitted: number | undefined;
}

export class EventNumbers {
  /** Index of the event of the first changed balance: the events of transactions are from 1 up to it. */
  readonly firstBalance: number;
  readonly count: number;
  readonly #emitters: readonly Emitter[];

  constructor(range: Pick<EventRange, 'transactions' | 'emitters' | 'balances'>) {
    this.#emitters = range.emitters;
    this.firstBalance = 1 + range.transactions + contractEventsIn(range);
    this.count = this.firstBalance + range.balances;
  }

  /** How many emitters at the beginning of the list meet a condition that none behind them meets. */
  #leading(meets: (emitter: Emitter, index: number) => boolean): number {
    let low = 0;
    let high = this.#emitters.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (meets(this.#emitters[middle] as Emitter, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Contract events of the first so many emitters. */
  #through = (emitters: number): number => this.#emitters[emitters - 1]?.through ?? 0;

  /** Index of the own event of the transaction at a position; of the first balance for the position behind the last one. */
  ofTransaction(position: number): number {
    return 1 + position + this.#through(this.#leading((emitter) => emitter.position < position));
  }

  /** @param index from 1 up to the first balance. */
  placeAt(index: number): TransactionPlace {
    if (this.#emitters.length === 0) return { position: index - 1, emitted: undefined };
    const own = (emitter: Emitter, place: number): number => 1 + emitter.position + this.#through(place);
    const begun = this.#leading((emitter, place) => own(emitter, place) <= index);
    const emitter = this.#emitters[begun - 1];
    if (!emitter) return { position: index - 1, emitted: undefined };
    const behind = index - own(emitter, begun - 1);
    const events = emitter.through - this.#through(begun - 1);
    if (behind > events) return { position: emitter.position + behind - events, emitted: undefined };
    return { position: emitter.position, emitted: behind === 0 ? undefined : behind - 1 };
  }

  /** Index of the first own event of a transaction from an index on; of the first balance when there is none. */
  nextTransaction(index: number): number {
    if (index >= this.firstBalance) return this.firstBalance;
    const { position, emitted } = this.placeAt(index);
    return emitted === undefined ? index : this.ofTransaction(position + 1);
  }

  /** Index of the first event that a contract emitted from an index on; of the first balance when there is none. */
  nextEmitted(index: number): number {
    if (index >= this.firstBalance) return this.firstBalance;
    const { position, emitted } = this.placeAt(index);
    if (emitted !== undefined) return index;
    const emitter = this.#emitters[this.#leading((one) => one.position < position)];
    return emitter ? this.ofTransaction(emitter.position) + 1 : this.firstBalance;
  }
}
