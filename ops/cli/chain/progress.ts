/** Progress of a long command: a bar on a terminal, a line now and then in a log. */

import { SingleBar } from 'cli-progress';
import type { Terminal } from '../terminal.js';

export interface Progress {
  /** @param done how much of the whole is done. */
  at(done: number): void;
  /** Removes the bar; the next output starts on a line of its own. */
  end(): void;
}

/** Time between two lines when the output is not a terminal. */
const LINE_MS = 5_000;

class Lines implements Progress {
  #last: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly what: string,
    private readonly total: number,
    private readonly now: () => number,
  ) {
    this.#last = now();
  }

  at(done: number): void {
    if (this.now() - this.#last < LINE_MS) return;
    this.#last = this.now();
    const percent = Math.floor((100 * done) / Math.max(1, this.total));
    this.terminal.err(`${this.what}: ${done} of ${this.total} (${percent}%)\n`);
  }

  end(): void {}
}

class Bar implements Progress {
  readonly #bar: SingleBar;

  constructor(what: string, total: number) {
    this.#bar = new SingleBar({
      format: `${what} {bar} {percentage}% | {value} of {total} | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      fps: 5,
    });
    this.#bar.start(total, 0);
  }

  at(done: number): void {
    this.#bar.update(done);
  }

  end(): void {
    this.#bar.stop();
  }
}

/** @param what the work and its unit, such as "blocks exported". @param total the whole. @param now milliseconds of a
 *  monotonic clock. */
export function openProgress(
  terminal: Terminal,
  what: string,
  total: number,
  now: () => number = () => performance.now(),
): Progress {
  return terminal.interactive && process.stderr.isTTY ? new Bar(what, total) : new Lines(terminal, what, total, now);
}
