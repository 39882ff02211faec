/** Computes times of inclusion and finality from accepted transactions and the events that the watcher received.
 *
 *  In: the books of the senders, and the events in portions. Out: for each accepted transaction when its block
 *  was received and when the next one was: the certificate in a block makes its parent final. */

import type { SenderBooks } from './ledger.js';
import type { Heard, HeardBlock } from './watcher.js';

export class Blocks {
  readonly #byHeight = new Map<number, HeardBlock>();

  hear(blocks: readonly HeardBlock[]): void {
    // A transaction repeated after a broken socket keeps the time of its first event.
    for (const block of blocks) if (!this.#byHeight.has(block.height)) this.#byHeight.set(block.height, block);
  }

  at(height: number): HeardBlock | undefined {
    return this.#byHeight.get(height);
  }

  /** When the block of a height became final for a listener. */
  finalAt(height: number): number | undefined {
    return this.#byHeight.get(height + 1)?.at;
  }

  /** In the order of their heights. */
  list(): HeardBlock[] {
    return [...this.#byHeight.values()].sort((a, b) => a.height - b.height);
  }
}

/** The accepted transactions of one round. */
export class Inclusion {
  readonly #indexes = new Map<number, number>();
  readonly #begun: Float64Array;
  readonly #at: Float64Array;
  readonly #height: Float64Array;
  #included = 0;
  /** Once each, also when a resumed stream repeats them. */
  readonly #failed = new Set<number>();
  #highest = 0;

  constructor(books: readonly Pick<SenderBooks, 'ids' | 'begun'>[]) {
    const count = books.reduce((sum, { ids }) => sum + ids.length, 0);
    this.#begun = new Float64Array(count);
    this.#at = new Float64Array(count);
    this.#height = new Float64Array(count);
    let index = 0;
    for (const { ids, begun } of books)
      for (const [position, id] of ids.entries()) {
        this.#indexes.set(id, index);
        this.#begun[index++] = begun[position] as number;
      }
  }

  get accepted(): number {
    return this.#begun.length;
  }

  get included(): number {
    return this.#included;
  }

  /** Those of the included ones that had no effect. */
  get failed(): number {
    return this.#failed.size;
  }

  hear({ ids, at, heights, failed }: Pick<Heard, 'ids' | 'at' | 'heights' | 'failed'>): void {
    for (const id of failed) if (this.#indexes.has(id)) this.#failed.add(id);
    for (const [position, id] of ids.entries()) {
      const index = this.#indexes.get(id);
      if (index === undefined || this.#at[index] !== 0) continue;
      this.#at[index] = at[position] as number;
      const height = heights[position] as number;
      this.#height[index] = height;
      this.#included++;
      this.#highest = Math.max(this.#highest, height);
    }
  }

  /** Whether everything accepted is included, and its last block is final. */
  isComplete(blocks: Blocks): boolean {
    return this.#included === this.accepted && (this.#included === 0 || blocks.finalAt(this.#highest) !== undefined);
  }

  /** Milliseconds from the planned time of sending. */
  latencies(blocks: Blocks): { readonly inclusion: Float64Array; readonly finality: Float64Array } {
    const inclusion: number[] = [];
    const finality: number[] = [];
    for (const [index, at] of this.#at.entries()) {
      if (at === 0) continue;
      const begun = this.#begun[index] as number;
      inclusion.push(at - begun);
      const final = blocks.finalAt(this.#height[index] as number);
      // The events of a block come before those of the next, but a resumed stream may deliver both at once.
      if (final !== undefined) finality.push(Math.max(final, at) - begun);
    }
    return { inclusion: Float64Array.from(inclusion), finality: Float64Array.from(finality) };
  }
}
