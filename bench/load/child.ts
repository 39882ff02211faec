/** The parent's side of a child process of a load run.
 *
 *  In: a built module and calls by name. Out: answers, events, how the child ended. When a child ends on its own, every
 *  waiting call fails; all children end with this process at the latest. */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { InvariantError } from '../../engine/base/refusal.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import type { CallMessage, Calls, ChildMessage, Pulse } from './childRole.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Time for a child to end on its own after it lost its channel. */
const END_MS = 2_000;

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

export class Child<Role extends Calls<Role>> {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (value: never) => void>();
  readonly #ended: Promise<void>;
  #calls = 0;
  #isEnded = false;
  /** Its latest report about itself. */
  pulse: Pulse | undefined;

  /** @param module in this folder, without its ending. */
  constructor(private readonly module: string) {
    const path = fileURLToPath(builtFile(`bench/load/${module}.js`));
    const child = fork(path, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process = child;
    started.add(child);
    this.on('pulse', (pulse: Pulse) => {
      this.pulse = pulse;
    });
    child.on('message', (message) => this.#take(message as ChildMessage));
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        started.delete(child);
        this.#isEnded = true;
        this.#fail(new InvariantError(`the process ${this.module} of the load run has ended (${signal ?? code})`));
        resolve();
      });
    });
  }

  on<Value>(event: string, listener: (value: Value) => void): void {
    this.#listeners.set(event, listener as (value: never) => void);
  }

  call<Name extends keyof Role & string>(
    name: Name,
    argument: Parameters<Role[Name]>[0],
  ): Promise<Awaited<ReturnType<Role[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) {
        reject(new InvariantError(`the process ${this.module} of the load run has ended`));
        return;
      }
      const call = this.#calls++;
      this.#waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
      this.#process.send({ call, name, argument } satisfies CallMessage);
    });
  }

  /** Closes the channel, which ends the child. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), END_MS);
    if (this.#process.connected) this.#process.disconnect();
    await this.#ended;
    clearTimeout(timer);
  }

  #take(message: ChildMessage): void {
    if ('event' in message) {
      this.#listeners.get(message.event)?.(message.value as never);
      return;
    }
    const call = 'answer' in message ? message.answer : message.failed;
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if ('answer' in message) waiting?.resolve(message.value);
    else waiting?.reject(new InvariantError(`${this.module}: ${message.error}`));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
