/** One thread that converts pictures, from its start to its end.
 *
 *  In: bodies of uploads, one after the other. Out: for each an answer, or the report that the thread failed on it; after a
 *  failure this object is not used again, and another replaces it. It is a Piscina of one thread that is never replaced: its
 *  owner decides whether there is a next one. */

import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ImageAnswer } from './imageWorker.js';

/** How long `end` waits for a picture that is being converted: it is better not to interrupt the library, and the most
 *  expensive picture takes 0.9 s. A thread that is ended meanwhile still runs until the library is done. */
const END_GRACE_MS = 1_000;

/** A body without an answer: the thread died, or could not start, or its work threw. */
export class ThreadFailure {
  constructor(readonly reason: string) {}
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

export class ImageThread {
  readonly #threads: Piscina<Uint8Array, ImageAnswer>;
  readonly #died: Promise<ThreadFailure>;
  #trouble = 'the thread ended';
  #working: Promise<unknown> = Promise.resolve();

  /** Starts the thread. @param file of the worker, built. */
  constructor(file: URL) {
    this.#threads = new Piscina({
      filename: file.href,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      maxQueue: 1,
      atomics: 'disabled',
      recordTiming: false,
    });
    this.#threads.on('error', (error: unknown) => {
      this.#trouble = textOf(error);
    });
    this.#died = new Promise((resolve) => {
      this.#threads.on('workerDestroy', () => {
        // No thread is needed from here on, so Piscina starts no other. If this were set at the start, the thread would end
        // after its first picture.
        this.#threads.options.minThreads = 0;
        // The error that belongs to it may be reported later in the same turn.
        setImmediate(() => resolve(new ThreadFailure(this.#trouble)));
      });
    });
  }

  get threads(): readonly Worker[] {
    return this.#threads.threads;
  }

  /** @param body its memory moves to the thread. */
  convert(body: Uint8Array): Promise<ImageAnswer | ThreadFailure> {
    const answer = this.#threads
      .run(body, { transferList: [body.buffer as ArrayBuffer] })
      .catch((error: unknown) => new ThreadFailure(textOf(error)));
    const first = Promise.race([answer, this.#died]);
    this.#working = first;
    return first;
  }

  /** Ends the thread, between two pictures if the present one does not take long. */
  async end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_GRACE_MS);
    });
    await Promise.race([this.#working, grace]);
    clearTimeout(timer);
    await this.#threads.destroy();
  }
}
