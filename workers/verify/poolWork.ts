/** What the pool remembers of an item between question and answer.
 *
 *  One object for all items of a call: a block has thousands of them. */

import type { PacketItem } from './packets.js';
import type { ItemAnswer } from './verdictTable.js';

/** One item on its way, and who waits for it. */
export interface Work {
  readonly item: PacketItem;
  readonly askedAt: number;
  /** Who asked, and which of the asker's items it is. */
  readonly waiter: Waiter;
  readonly at: number;
  /** Those who sent the same bytes while it waited. */
  resenders: Waiter[] | undefined;
}

/** Told the answers to what it asked, each by its place. */
export interface Waiter {
  answer(at: number, answer: ItemAnswer): void;
}

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
