/** Reads of the main thread's state by another thread, one at a time: the asking thread sleeps until the answer lies in shared memory.
 *
 *  In: a table's number and a key. Out: the encoded record, or that there is none, or that the state is another than it was when the
 *  reader began. A read takes about 20 us; a copy of the state would take as long as the state is large.
 *
 *  Shared memory: a state word, the length, then the bytes. */

import { InvariantError } from '../../engine/base/refusal.js';
import type { StateView } from '../../engine/state/state.js';
import type { Table } from '../../engine/state/table.js';

/** The largest record is a contract's code. */
const RECORD_BYTES = 1_114_112;
const HEAD_BYTES = 8;
const WAITING = 0;
const FOUND = 1;
const ABSENT = 2;
const STALE = 3;
/** A main thread that does not answer for this long is stuck, and so would be this thread. */
const PATIENCE_MS = 5_000;

/** A thread's question. */
export interface ReadRequest {
  readonly table: number;
  readonly key: string;
}

/** The state moved on while it was read: what was read so far does not fit the rest. */
export class StaleState extends Error {}

export const newBridge = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + RECORD_BYTES);

/** Answers on the main thread. @param record encoded; undefined when there is none. @param isCurrent whether the state is still the one
 *  that the reader began with. */
export function answerRead(bridge: SharedArrayBuffer, record: Uint8Array | undefined, isCurrent: boolean): void {
  const words = new Int32Array(bridge, 0, 2);
  if (record && record.length > RECORD_BYTES) throw new InvariantError(`a record of ${record.length} bytes`);
  if (record && isCurrent) {
    new Uint8Array(bridge, HEAD_BYTES).set(record);
    words[1] = record.length;
  }
  Atomics.store(words, 0, isCurrent ? (record ? FOUND : ABSENT) : STALE);
  Atomics.notify(words, 0);
}

/** The main thread's state as another thread sees it. Each record is asked for once. */
export class BridgedState implements StateView {
  readonly #words: Int32Array;
  readonly #seen = new Map<number, Map<string, unknown>>();
  reads = 0;

  constructor(
    private readonly bridge: SharedArrayBuffer,
    private readonly ask: (request: ReadRequest) => void,
  ) {
    this.#words = new Int32Array(bridge, 0, 2);
  }

  /** @throws StaleState */
  get<V>(table: Table<V>, key: string): V | undefined {
    let seen = this.#seen.get(table.id);
    if (!seen) {
      seen = new Map();
      this.#seen.set(table.id, seen);
    }
    if (seen.has(key)) return seen.get(key) as V | undefined;
    const bytes = this.#read(table.id, key);
    const value = bytes && table.decode(bytes);
    seen.set(key, value);
    return value;
  }

  #read(table: number, key: string): Uint8Array | undefined {
    const words = this.#words;
    this.reads++;
    Atomics.store(words, 0, WAITING);
    this.ask({ table, key });
    if (Atomics.wait(words, 0, WAITING, PATIENCE_MS) === 'timed-out')
      throw new Error('the main thread does not answer');
    const found = Atomics.load(words, 0);
    if (found === STALE) throw new StaleState('the state moved on');
    return found === FOUND ? new Uint8Array(this.bridge, HEAD_BYTES, words[1]).slice() : undefined;
  }
}
