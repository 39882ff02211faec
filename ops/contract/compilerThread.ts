/** The AssemblyScript compiler in a thread of its own: when it gives up it ends its whole process, and it keeps 150 MB.
 *
 *  In: paths of sources. Out: what the compiler made of each, in their order. The thread starts with the first source and serves
 *  all others; it keeps no program alive. When it ends, what it had not answered is refused. */

import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import type { CompilerAnswer, Shape, Source, Target } from './assemblyScript.js';

type Answer = CompilerAnswer | Refusal;

export class CompilerThread {
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #worker: Worker | undefined;

  /** @param file of the worker, built. */
  constructor(private readonly file = 'ops/contract/compileWorker.js') {}

  /** @param source path. */
  compile(source: string, target: Target = 'module', shape: Shape = 'fast'): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    worker.ref();
    return new Promise((answer) => {
      this.#waiting.push(answer);
      const message: Source = { file: resolve(source), target, shape };
      worker.postMessage(message);
    });
  }

  #start(): Worker {
    const worker = new Worker(builtFile(this.file), { name: 'assemblyscript' });
    this.#worker = worker;
    worker.on('message', (answer: CompilerAnswer) => {
      this.#waiting.shift()?.(answer);
      if (this.#waiting.length === 0) worker.unref();
    });
    worker.on('error', (error) => this.#ended(worker, error.message));
    worker.on('exit', () => this.#ended(worker, 'it gave up'));
    return worker;
  }

  #ended(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const refusal = refuse('internal', `the AssemblyScript compiler has stopped: ${reason}`);
    for (const answer of this.#waiting.splice(0)) answer(refusal);
  }
}

/** The one of this process. */
export const compilerThread = new CompilerThread();
