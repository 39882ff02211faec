/** Converts uploaded pictures in a thread of their own, so that no signature ever waits behind one.
 *
 *  In: bodies of uploads. Out: WebP or a refusal for every one. The thread starts with the first body and ends after a while
 *  without any. One body is in the thread, the others wait in their order; when their number or their bytes reach LOGO_QUEUE,
 *  the newest is refused with `busy`.
 *  What may be lost: a body whose thread died or threw is refused with `internal`, and the log says why; the next one gets a
 *  new thread. One that has no answer after LOGO_LIMIT_MS is refused with `busy`; if it was in the thread, the thread is ended.
 *  There are never two threads, even while one ends. `close` refuses the bodies that are left with `stopping`. */

import type { Worker } from 'node:worker_threads';
import { countBy, Histogram, type HistogramReading, SECONDS } from '../../engine/base/histogram.js';
import { LOGO_LIMIT_MS, LOGO_QUEUE } from '../../engine/base/limits.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import { workerFile } from '../threads/workerFile.js';
import { ImageThread, ThreadFailure } from './imageThread.js';
import type { ImageAnswer } from './imageWorker.js';

/** A thread holds about 15 MB, and its start costs the next user 0.2 s. A user who tries several logos is quicker than this. */
const IDLE_MS = 30_000;

/** Seconds after which a full queue has moved on. */
const RETRY_SECONDS = 2;

export interface ImagePoolOptions {
  /** Receives a line for each thread that dies. */
  readonly log?: Log;
  /** The following replace the defaults of this file and of the engine. */
  readonly worker?: URL;
  readonly maxItems?: number;
  readonly maxBytes?: number;
  readonly limitMs?: number;
  readonly idleMs?: number;
}

/** A picture as WebP. */
export interface ConvertedImage {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImageStats {
  readonly converted: number;
  readonly refusals: ReadonlyMap<RefusalCode, number>;
  /** Seconds from the call to the converted picture. */
  readonly seconds: HistogramReading;
  /** Bodies without an answer, and their memory. */
  readonly heldItems: number;
  readonly heldBytes: number;
  /** 1 while there is a thread. */
  readonly threads: number;
}

export interface ImagePool {
  /** @param body of an upload, in its own memory, which moves to the thread. */
  convert(body: Uint8Array): Promise<ConvertedImage | Refusal>;
  stats(): ImageStats;
  /** The live thread, if any. */
  threads(): readonly Worker[];
  close(): Promise<void>;
}

interface Entry {
  readonly body: Uint8Array;
  /** Kept separately from the body, whose memory moves to the thread. */
  readonly bytes: number;
  readonly askedAt: number;
  readonly answer: (result: ConvertedImage | Refusal) => void;
  readonly limit: NodeJS.Timeout;
}

const stopping = (): Refusal => refuse('stopping', 'the node is shutting down', 1);

const fault = (): Refusal =>
  refuse('internal', 'this node could not convert the picture because of a fault of its own, which is in its log');

class Pool implements ImagePool {
  readonly #options: Required<Omit<ImagePoolOptions, 'log'>>;
  readonly #log: Log | undefined;
  readonly #waiting: Entry[] = [];
  #running: Entry | undefined;
  #heldBytes = 0;
  #thread: ImageThread | undefined;
  /** Set while a thread ends. */
  #ending: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #converted = 0;
  readonly #refusals = new Map<RefusalCode, number>();
  readonly #seconds = new Histogram(SECONDS);

  constructor({ log, ...options }: ImagePoolOptions) {
    this.#log = log;
    this.#options = {
      worker: options.worker ?? workerFile('images/imageWorker'),
      maxItems: options.maxItems ?? LOGO_QUEUE.items,
      maxBytes: options.maxBytes ?? LOGO_QUEUE.bytes,
      limitMs: options.limitMs ?? LOGO_LIMIT_MS,
      idleMs: options.idleMs ?? IDLE_MS,
    };
  }

  convert(body: Uint8Array): Promise<ConvertedImage | Refusal> {
    const full = this.#full(body.buffer.byteLength);
    if (full) {
      countBy(this.#refusals, full.code);
      return Promise.resolve(full);
    }
    return new Promise((answer) => {
      const entry: Entry = {
        body,
        bytes: body.buffer.byteLength,
        askedAt: performance.now(),
        answer,
        limit: setTimeout(() => this.#giveUp(entry), this.#options.limitMs),
      };
      this.#heldBytes += entry.bytes;
      this.#waiting.push(entry);
      this.#pump();
    });
  }

  stats(): ImageStats {
    return {
      converted: this.#converted,
      refusals: this.#refusals,
      seconds: this.#seconds,
      heldItems: this.#heldItems,
      heldBytes: this.#heldBytes,
      threads: this.threads().length,
    };
  }

  threads(): readonly Worker[] {
    return this.#thread?.threads ?? [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#waiting.splice(0)) this.#settle(entry, stopping());
    if (this.#running) this.#settle(this.#running, stopping());
    this.#running = undefined;
    this.#endThread();
    await this.#ending;
  }

  get #heldItems(): number {
    return this.#waiting.length + (this.#running ? 1 : 0);
  }

  #full(bytes: number): Refusal | undefined {
    if (this.#isClosed) return stopping();
    const { maxItems, maxBytes } = this.#options;
    return this.#heldItems >= maxItems || this.#heldBytes + bytes > maxBytes
      ? refuse('busy', 'this node has too many pictures to convert; try again', RETRY_SECONDS)
      : undefined;
  }

  /** Gives the thread the next body, when it is free. */
  #pump(): void {
    if (this.#isClosed || this.#running || this.#ending) return;
    clearTimeout(this.#idle);
    const entry = this.#waiting.shift();
    if (!entry) {
      if (this.#thread) this.#idle = setTimeout(() => this.#endThread(), this.#options.idleMs).unref();
      return;
    }
    this.#running = entry;
    this.#thread ??= new ImageThread(this.#options.worker);
    void this.#thread.convert(entry.body).then((answer) => {
      if (this.#running === entry) this.#onAnswer(entry, answer);
    });
  }

  #onAnswer(entry: Entry, answer: ImageAnswer | ThreadFailure): void {
    this.#running = undefined;
    if (answer instanceof ThreadFailure) {
      this.#log?.error({ error: answer.reason }, 'a thread failed on a picture; the picture is refused');
      this.#settle(entry, fault());
      this.#endThread();
    } else if ('code' in answer) this.#settle(entry, refuse(answer.code, answer.message));
    else this.#settle(entry, { bytes: answer.image, width: answer.width, height: answer.height });
    this.#pump();
  }

  /** The time limit of an entry has passed. */
  #giveUp(entry: Entry): void {
    const seconds = this.#options.limitMs / 1_000;
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
    else {
      this.#running = undefined;
      this.#log?.warn({ seconds }, 'a picture took too long; its thread is given up');
      this.#endThread();
    }
    const what = `the picture was not converted within ${seconds} s; try again later, or with a smaller one`;
    this.#settle(entry, refuse('busy', what, RETRY_SECONDS));
  }

  #endThread(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    this.#ending = thread.end().then(() => {
      this.#ending = undefined;
      this.#pump();
    });
  }

  #settle(entry: Entry, result: ConvertedImage | Refusal): void {
    clearTimeout(entry.limit);
    this.#heldBytes -= entry.bytes;
    if (isRefusal(result)) countBy(this.#refusals, result.code);
    else {
      this.#converted++;
      this.#seconds.observe((performance.now() - entry.askedAt) / 1_000);
    }
    entry.answer(result);
  }
}

/** A pool of one thread, which the first picture starts. */
export const createImagePool = (options: ImagePoolOptions = {}): ImagePool => new Pool(options);
