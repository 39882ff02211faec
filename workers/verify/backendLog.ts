/** Logs the signature backends: the one in use, once, and each one that cannot be used, once.
 *
 *  In: the report of every thread when it starts. Out: lines, and the name of the backend in use. Threads choose on their own,
 *  and all backends give the same verdicts; a thread that takes a different one from the last is logged again. */

import type { Log } from '../../engine/base/ports.js';
import type { BackendReport } from './signatureBackends.js';

export class BackendLog {
  #backend = '';
  readonly #rejected = new Set<string>();

  constructor(
    private readonly threads: number,
    private readonly log: Log | undefined,
  ) {}

  /** Backend of the thread that reported last; empty before the first. */
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
