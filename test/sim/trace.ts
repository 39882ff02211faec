/** The trace of a run: one hash over everything that happened, and short lines about what matters.
 *
 *  In: notes, each with the moment it belongs to. Out: 64 hex digits that are the same for the same seed on any machine. A
 *  line enters the hash whether it is printed or not. */

import { createHash } from 'node:crypto';
import type { VirtualTime } from '../support/virtualTime.js';

/** Lines that are always printed, and those for who wants to know everything. */
export type LineRank = 'always' | 'verbose';

export class Trace {
  readonly #hash = createHash('sha256');
  /** Events delivered so far. */
  step = 0;

  constructor(
    readonly time: VirtualTime,
    private readonly print: (line: string, rank: LineRank) => void,
  ) {}

  /** Something that happened on a machine; it is hashed, not printed. */
  note(machine: number, what: string, content: string | Uint8Array = ''): void {
    this.#hash.update(`${this.step} ${this.time.elapsed} ${machine} ${what} ${content.length}\n`).update(content);
  }

  line(text: string, rank: LineRank = 'always'): void {
    this.#hash.update(`${this.step} ${this.time.elapsed} ${text}\n`);
    this.print(
      `${String(this.step).padStart(6)} ${(this.time.elapsed / 1_000).toFixed(3).padStart(9)} s  ${text}`,
      rank,
    );
  }

  /** Ends the trace. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
