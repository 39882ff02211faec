/** Compiles contracts in a thread of its own, one after the other; code that is deployed, which blocks wait for, before uploads that are
 *  only checked for admission.
 *
 *  In: uploaded bytes. Out: for each its code, or why it cannot be a contract. The thread starts with the first module. What may be
 *  lost: a module during which the thread died is tried once more in a new one; a second death rejects it, which says nothing about
 *  the module. `close` rejects what is left. */

import { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { CompiledContract } from '../../engine/vm/contractModule.js';
import type { Prices } from '../../engine/vm/prices.js';
import { workerFile } from '../threads/workerFile.js';
import type { CompileAnswer, CompileRequest, CompileWorkerData } from './compileMessages.js';

/** The heaviest module that is allowed took 0.5 s of a processor; one that takes this long meets a fault of the thread. */
const LIMIT_MS = 30_000;
/** The compiler's own frames; V8's default for a thread is 4 MiB. */
const STACK_MB = 4;
const TRIES = 2;

/** The node ends: no fault of anything. */
export class CompilerClosed extends Error {
  override readonly name = 'CompilerClosed';

  constructor() {
    super('the node is shutting down');
  }
}

interface Entry {
  readonly codeHash: string;
  readonly wasm: Uint8Array;
  readonly resolve: (code: CompiledContract | Refusal) => void;
  readonly reject: (error: Error) => void;
  tries: number;
}

export class CompileThread {
  /** What a block may wait for. */
  readonly #needed: Entry[] = [];
  /** The others. */
  readonly #waiting: Entry[] = [];
  #running: Entry | undefined;
  #worker: Worker | undefined;
  #limit: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param file of the worker, built. */
  constructor(
    private readonly prices: Prices['name'],
    private readonly log?: Log,
    private readonly file = workerFile('contracts/compileWorker'),
  ) {}

  /** Modules without an answer. */
  get pending(): number {
    return this.#needed.length + this.#waiting.length + (this.#running ? 1 : 0);
  }

  threads(): readonly Worker[] {
    return this.#worker ? [this.#worker] : [];
  }

  /** @param isNeeded whether a block waits for it: it is begun before all that are not.
   *  @throws CompilerClosed when the node ends; another Error when the thread failed twice on it. */
  compile(codeHash: string, wasm: Uint8Array, isNeeded = false): Promise<CompiledContract | Refusal> {
    if (this.#closed) return Promise.reject(new CompilerClosed());
    return new Promise((resolve, reject) => {
      (isNeeded ? this.#needed : this.#waiting).push({ codeHash, wasm, resolve, reject, tries: 0 });
      this.#next();
    });
  }

  /** A block waits for it by now: it is begun before all for which none does. */
  hurry(codeHash: string): void {
    const at = this.#waiting.findIndex((entry) => entry.codeHash === codeHash);
    if (at >= 0) this.#needed.push(...this.#waiting.splice(at, 1));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const left = [...(this.#running ? [this.#running] : []), ...this.#needed.splice(0), ...this.#waiting.splice(0)];
    this.#running = undefined;
    clearTimeout(this.#limit);
    for (const { reject } of left) reject(new CompilerClosed());
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#running || this.#closed) return;
    const entry = this.#needed.shift() ?? this.#waiting.shift();
    if (!entry) return;
    this.#running = entry;
    entry.tries++;
    this.#worker ??= this.#start();
    const request: CompileRequest = { wasm: entry.wasm };
    this.#worker.postMessage(request);
    this.#limit = setTimeout(() => void this.#worker?.terminate(), LIMIT_MS).unref();
  }

  #start(): Worker {
    const workerData: CompileWorkerData = { prices: this.prices };
    const worker = new Worker(this.file, { workerData, resourceLimits: { stackSizeMb: STACK_MB } });
    let cause: unknown;
    worker.on('message', (answer: CompileAnswer) => {
      const entry = this.#running;
      this.#running = undefined;
      clearTimeout(this.#limit);
      if ('code' in answer) entry?.resolve(answer.code);
      else entry?.resolve(refuse(answer.refusal.code, answer.refusal.message));
      this.#next();
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => this.#ended(worker, cause));
    // A node with nothing else to do may end.
    worker.unref();
    return worker;
  }

  #ended(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    const entry = this.#running;
    this.#running = undefined;
    clearTimeout(this.#limit);
    if (this.#closed || !entry) return;
    this.log?.error({ error: cause }, 'the thread that compiles contracts ended');
    if (entry.tries < TRIES) this.#needed.unshift(entry);
    else entry.reject(new Error('a contract could not be compiled: the thread for it ended twice', { cause }));
    this.#next();
  }
}
