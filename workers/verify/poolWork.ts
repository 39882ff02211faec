/** What the pool remembers of an item between call and answer.
 *
 *  One object for all items of a call: a block has thousands of them. */

import { invariant, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import type { PacketItem } from './packets.js';
import type { ItemAnswer } from './verdictTable.js';

/** One item under way, and the calls that wait for it. */
export interface Work {
  readonly item: PacketItem;
  readonly askedAt: number;
  /** The call that asked, and which of its items this is. */
  readonly waiter: Waiter;
  readonly at: number;
  /** Calls that sent the same bytes while it waited. */
  resenders: Pick<Work, 'waiter' | 'at'>[] | undefined;
}

/** Receives the answers to its items, each with the item's place. */
export interface Waiter {
  answer(at: number, answer: ItemAnswer): void;
}

export const isVerified = (answer: ItemAnswer): answer is VerifiedTransaction =>
  typeof answer === 'object' && !isRefusal(answer) && !(answer instanceof Uint8Array);

/** The waiter for fresh requests: each is answered on its own. */
export const requestWaiter = (answered: (at: number, answer: VerifiedTransaction | Refusal) => void): Waiter => ({
  answer(at, answer) {
    invariant(isVerified(answer) || isRefusal(answer), 'a request is verified or refused');
    answered(at, answer);
  },
});

/** The waiter for all items of one call. */
export class Call implements Waiter {
  readonly #answers: ItemAnswer[];
  #open: number;

  constructor(
    count: number,
    private readonly resolve: (answers: readonly ItemAnswer[]) => void,
  ) {
    this.#answers = new Array(count);
    this.#open = count;
  }

  answer(at: number, answer: ItemAnswer): void {
    this.#answers[at] = answer;
    this.#open--;
    if (this.#open === 0) this.resolve(this.#answers);
  }
}
