/** Keeps the reading indexes in step with the chain, even after they fail.
 *
 *  In: what each block changed, after the state shows it. Out: indexes for readers. Indexes that are half changed are rebuilt
 *  from the state. That reads every record on the main thread, so it is not done at every block while the fault lasts: the
 *  longer a series of failures, the more blocks between two attempts; meanwhile readers get the old indexes. */

import type { Log } from '../base/ports.js';
import { ReadingIndexes } from '../ledger/indexes/index.js';
import type { Change, State } from '../state/state.js';

/** Most blocks between two attempts: less than two minutes at full pace, so that a temporary fault is not felt for longer. A
 *  million records take about a second to read, a hundredth of that time. */
const MAX_GAP_BLOCKS = 256;

/** A failure this many blocks after the last one begins a new series: as long as the longest gap. */
const CALM_BLOCKS = MAX_GAP_BLOCKS;

export class IndexKeeper {
  /** Undefined: nobody has wanted them yet. */
  #indexes: ReadingIndexes | undefined;
  #isWhole = true;
  /** Failures of this series. */
  #failures = 0;
  #lastFailure = 0;
  /** Height before which nothing is rebuilt. */
  #notBefore = 0;

  /** @param noted called with every failure. */
  constructor(
    private readonly state: State,
    private readonly log: Log,
    private readonly noted: (height: number, error: unknown) => void,
  ) {}

  /** Made at the first call: a start that comes out of the file of the state answers before it has them. */
  get indexes(): ReadingIndexes {
    this.#indexes ??= new ReadingIndexes(this.state);
    return this.#indexes;
  }

  /** @param changes by the block of this height, which the state shows already. */
  follow(height: number, changes: readonly Change[]): void {
    const indexes = this.#indexes;
    // What is not made yet will be made of a state that shows the block.
    if (!indexes || (this.#isWhole && this.#try(height, () => indexes.apply(changes)))) return;
    if (height < this.#notBefore) return;
    this.#try(height, () => {
      this.#indexes = new ReadingIndexes(this.state);
    });
  }

  /** @returns whether the indexes are complete now. */
  #try(height: number, work: () => void): boolean {
    this.#isWhole = false;
    try {
      work();
      this.#isWhole = true;
    } catch (error) {
      this.#failed(height);
      this.noted(height, error);
    }
    return this.#isWhole;
  }

  /** After the first failure of a series the indexes are rebuilt at once. */
  #failed(height: number): void {
    if (height - this.#lastFailure > CALM_BLOCKS) this.#failures = 0;
    this.#lastFailure = height;
    this.#failures++;
    if (this.#failures === 1) return;
    this.#notBefore = height + Math.min(2 ** (this.#failures - 1), MAX_GAP_BLOCKS);
    if (this.#failures === 2)
      this.log.warn(
        { height, blocks: MAX_GAP_BLOCKS },
        'the orders that lists are read from fail again and again; they are made anew more and more rarely, and lists may be old',
      );
  }
}
