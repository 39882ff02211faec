/** Readers that take their answer too slowly: each holds memory, and often a place among the streams.
 *
 *  In: the readers for which bytes wait, and how many each has taken. Out: the end of those that were below the minimum pace
 *  for a whole window in which bytes waited for them. Time in which nothing waits (the node itself is still working) does not
 *  count: the window restarts. */

export interface PacedReader {
  /** Bytes that have left the process. */
  readonly taken: number;
  /** Whether bytes wait for it now. */
  readonly isOwed: boolean;
  /** Ends the connection. */
  cut(): void;
}

interface Window {
  start: number;
  takenBefore: number;
}

/** How often a window is checked within its length. */
const CHECKS_PER_WINDOW = 6;

export class ReaderPace {
  readonly #windows = new Map<PacedReader, Window>();
  #timer: NodeJS.Timeout | undefined;
  #cut = 0;

  /** @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly windowMs: number,
    private readonly bytesPerSecond: number,
    private readonly now: () => number,
  ) {}

  get watchedCount(): number {
    return this.#windows.size;
  }

  /** Readers whose connections were ended. */
  get cutCount(): number {
    return this.#cut;
  }

  /** Starts watching; a reader that is already watched keeps its window. */
  watch(reader: PacedReader): void {
    if (this.#windows.has(reader)) return;
    this.#windows.set(reader, { start: this.now(), takenBefore: reader.taken });
    if (this.#timer) return;
    this.#timer = setInterval(() => this.check(), this.windowMs / CHECKS_PER_WINDOW);
    this.#timer.unref();
  }

  release(reader: PacedReader): void {
    if (!this.#windows.delete(reader) || this.#windows.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Checks all readers once; the timer's work, callable by tests with a clock of their own. */
  check(): void {
    const now = this.now();
    const least = (this.bytesPerSecond * this.windowMs) / 1_000;
    for (const [reader, window] of [...this.#windows]) {
      const { taken } = reader;
      if (!reader.isOwed || taken - window.takenBefore >= least) {
        window.start = now;
        window.takenBefore = taken;
      } else if (now - window.start >= this.windowMs) {
        this.release(reader);
        this.#cut++;
        reader.cut();
      }
    }
  }
}
