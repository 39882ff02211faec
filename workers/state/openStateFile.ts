/** The state's file on the main thread: the client of the thread that reads and checks it.
 *
 *  In: the data directory. Out: the state that the file holds for the tip, when it is whole; later the verdict on it. The thread begins
 *  to read at once, while the rest of the node is opened. */

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText } from '../../engine/base/refusal.js';
import {
  type FoundState,
  isSameState,
  StateFileFault,
  type StateFilePort,
  type StateOf,
} from '../../engine/store/stateFile.js';
import { crashPoint } from '../store/crashPoints.js';
import { movable } from '../store/storeMessages.js';
import { workerFile } from '../threads/workerFile.js';
import { removeStateFile, stateFilePath } from './stateFile.js';
import type { StateFileAnswer, StateOrder, StateVerdict, StateWorkerData } from './stateMessages.js';

const STAYS = 'the file of the state could not be removed; it is ignored as soon as the tip is another block';
const IGNORED = 'the file of the state is ignored; the state is read from the database';

/** @returns undefined when the directory holds no file of a state. */
export function openStateFile(directory: string, log: Log): StateFile | undefined {
  return existsSync(stateFilePath(directory)) ? new StateFile(directory, log) : undefined;
}

export class StateFile implements StateFilePort {
  readonly #worker: Worker;
  readonly #answer: Promise<StateFileAnswer>;
  /** Takes the thread's next verdict, or its end. */
  #next: ((verdict: StateVerdict) => void) | undefined;
  /** Said while nobody waited. */
  #wrong: StateVerdict | undefined;
  #isClosed = false;

  constructor(
    private readonly directory: string,
    private readonly log: Log,
  ) {
    const workerData: StateWorkerData = { directory };
    this.#worker = new Worker(workerFile('state/stateWorker'), { workerData, name: 'state' });
    this.#answer = new Promise((resolve) => {
      this.#worker.once('message', (answer: StateFileAnswer) => {
        resolve(answer);
        this.#worker.on('message', (verdict: StateVerdict) => this.#take(verdict));
      });
      const ended = (how: string): void => {
        resolve({ kind: 'unusable', reason: how });
        this.#take({ kind: 'wrong', reason: `the state could not be checked: ${how}` });
      };
      this.#worker.once('error', (error) => ended(`its thread failed: ${errorText(error)}`));
      this.#worker.once('exit', () => ended('its thread ended'));
    });
  }

  async find(wanted: StateOf): Promise<FoundState | undefined> {
    const answer = await this.#answer;
    if (answer.kind === 'found' && isSameState(answer.of, wanted)) {
      crashPoint('state-found');
      return { parts: answer.parts, check: (records) => this.#check(wanted, records) };
    }
    if (answer.kind === 'unusable') this.dismiss(answer.reason);
    else if (answer.kind === 'found')
      this.dismiss(`it is of block ${answer.of.height} (${answer.of.hash.slice(0, 16)}), the tip is another one`);
    return undefined;
  }

  dismiss(reason: string): void {
    this.log.warn({ reason }, IGNORED);
    void this.close();
    void removeStateFile(this.directory).catch((error: unknown) => this.log.warn({ error }, STAYS));
  }

  /** Ends the thread, with its check if it is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  async #check(of: StateOf, records: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      // The next chunk is read while the thread looks at this one.
      let last = this.#ask({ kind: 'check', of });
      for await (const chunk of records) {
        await last;
        const moved = movable(chunk);
        last = this.#ask({ kind: 'records', chunk: moved }, [moved.buffer]);
      }
      await last;
      await this.#ask({ kind: 'end' });
      crashPoint('state-checked');
      await removeStateFile(this.directory).catch((error: unknown) => this.log.warn({ error }, STAYS));
    } catch (error) {
      if (!this.#isClosed && error instanceof StateFileFault) await removeStateFile(this.directory);
      throw error;
    } finally {
      await this.close();
    }
  }

  /** @throws StateFileFault when the thread says so. */
  #ask(order: StateOrder, transfer: ArrayBuffer[] = []): Promise<void> {
    const answered = new Promise<void>((resolve, reject) => {
      this.#next = (verdict) => {
        if (verdict.kind === 'wrong') reject(new StateFileFault(verdict.reason));
        else resolve();
      };
      if (this.#wrong) this.#take(this.#wrong);
      else this.#worker.postMessage(order, transfer);
    });
    // It is awaited later than it may fail.
    answered.catch(() => {});
    return answered;
  }

  #take(verdict: StateVerdict): void {
    if (verdict.kind === 'wrong') this.#wrong ??= verdict;
    const next = this.#next;
    this.#next = undefined;
    next?.(verdict);
  }
}
