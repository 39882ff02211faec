/** What the log hears about signature backends: the one that is used, once, and each one that cannot be, once.
 *
 *  In: what every thread reports when it starts. Out: lines, and the name of the backend in use. Threads choose for themselves,
 *  and all backends give the same verdicts; a thread that has to take another one than the rest is news again. */

import type { Log } from '../../engine/base/ports.js';
import type { BackendReport } from './signatureBackends.js';

export class BackendLog {
  #backend = '';
  readonly #rejected = new Set<string>();

  constructor(
    private readonly threads: number,
    private readonly log: Log | undefined,
  ) {}

  /** Of the thread that reported last; empty before the first. */
  get backend(): string {
    return this.#backend;
  }

  report({ backend, microseconds, rejected }: BackendReport): void {
    for (const { name, reason } of rejected) {
      if (this.#rejected.has(`${name}: ${reason}`)) continue;
      this.#rejected.add(`${name}: ${reason}`);
      this.log?.warn({ backend: name, reason }, `the signature backend ${name} cannot be used; trying the next one`);
    }
    if (this.#backend === backend) return;
    this.#backend = backend;
    const microsecondsPerCheck = Math.round(microseconds * 10) / 10;
    this.log?.info(
      { backend, microsecondsPerCheck, threads: this.threads },
      `signatures are checked by the ${backend} backend, ${microsecondsPerCheck} us each`,
    );
  }
}
