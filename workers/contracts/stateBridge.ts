/** Reads of the main thread's state by another thread, one at a time: question and answer lie in shared memory.
 *
 *  In: a table's number and a key. Out: the encoded record, or that there is none, or that the state is another than it was when the
 *  reader began. A copy of the state would take as long as the state is large.
 *
 *  Waking the main thread is most of what a read costs it (9 us, against 3 us for a read that it is awake for). So it listens for a
 *  few microseconds after it has answered a call that reads much, and the reader looks for the answer for as long before it sleeps.
 *
 *  Shared memory: words for the state, for whether the main thread listens, for the table and for the length; then the key, and over
 *  it the record. */

import { CONTRACT } from '../../engine/base/limits.js';
import { InvariantError, invariant } from '../../engine/base/refusal.js';
import type { StateView } from '../../engine/state/state.js';
import type { Table } from '../../engine/state/table.js';
import { nativePrices } from '../../engine/vm/prices.js';

/** The largest record is a contract's code. */
const RECORD_BYTES = 1_114_112;
const HEAD_BYTES = 16;
const STATE = 0;
const LISTENS = 1;
const TABLE = 2;
const LENGTH = 3;

const ASKED = 1;
const FOUND = 2;
const ABSENT = 3;
const STALE = 4;

/** Keys are binary strings, but what a contract names may be any text: then there is no such record. */
const KEY = 'utf16le';

/** A main thread that does not answer for this long is stuck, and so would be this thread. */
const PATIENCE_MS = 5_000;
/** Looks of a reader for its answer before it sleeps: about as long as the main thread needs to wake up. */
const LOOKS = 2_000;
/** What a call may read outside of a block. No call can read more where a read costs fuel; where it costs none, this bounds what a
 *  reader takes of the main thread. */
export const MOST_READS = CONTRACT.callFuel / nativePrices.host.storageRead.base;

/** What another thread asks for. */
export interface ReadRequest {
  readonly table: number;
  readonly key: string;
}

/** The state moved on while it was read: what was read so far does not fit the rest. */
export class StaleState extends Error {}

/** The call reads more than this node reads for anybody. */
export class TooManyReads extends Error {}

export const newBridge = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + RECORD_BYTES);

/** The main thread's end. */
export class BridgeDesk {
  readonly #words: Int32Array;
  readonly #bytes: Buffer;

  constructor(bridge: SharedArrayBuffer) {
    this.#words = new Int32Array(bridge, 0, HEAD_BYTES / 4);
    this.#bytes = Buffer.from(bridge, HEAD_BYTES);
  }

  /** The open question. A reader that finds nobody listening also sends a message: then it may be answered already. */
  asked(): ReadRequest | undefined {
    const words = this.#words;
    if (Atomics.load(words, STATE) !== ASKED) return undefined;
    return { table: words[TABLE] as number, key: this.#bytes.toString(KEY, 0, words[LENGTH]) };
  }

  /** @param listens whether questions are looked for: a reader asks without waking this thread. */
  listen(listens: boolean): void {
    Atomics.store(this.#words, LISTENS, listens ? 1 : 0);
  }

  /** @param record encoded; undefined when there is none. @param isCurrent whether the state is still the one that the reader began
   *  with. */
  answer(record: Uint8Array | undefined, isCurrent: boolean): void {
    const words = this.#words;
    if (record && record.length > RECORD_BYTES) throw new InvariantError(`a record of ${record.length} bytes`);
    if (record && isCurrent) {
      this.#bytes.set(record);
      words[LENGTH] = record.length;
    }
    Atomics.store(words, STATE, isCurrent ? (record ? FOUND : ABSENT) : STALE);
    Atomics.notify(words, STATE);
  }
}

/** The main thread's state as another thread sees it. Each record is asked for once. */
export class BridgedState implements StateView {
  readonly #words: Int32Array;
  readonly #bytes: Buffer;
  readonly #seen = new Map<number, Map<string, unknown>>();
  reads = 0;

  /** @param wake tells the main thread that there is a question. */
  constructor(
    bridge: SharedArrayBuffer,
    private readonly wake: () => void,
  ) {
    this.#words = new Int32Array(bridge, 0, HEAD_BYTES / 4);
    this.#bytes = Buffer.from(bridge, HEAD_BYTES);
  }

  /** @throws StaleState, TooManyReads */
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
    if (this.reads >= MOST_READS) throw new TooManyReads(`a call may read ${MOST_READS} records outside of a block`);
    this.reads++;
    const words = this.#words;
    words[TABLE] = table;
    words[LENGTH] = this.#bytes.write(key, KEY);
    invariant(words[LENGTH] === 2 * key.length, 'a key fits where a record does');
    Atomics.store(words, STATE, ASKED);
    // In this order: the main thread stops listening first and looks for a question once more then.
    if (Atomics.load(words, LISTENS) === 0) this.wake();
    const found = this.#answer();
    if (found === STALE) throw new StaleState('the state moved on');
    return found === FOUND ? new Uint8Array(this.#bytes.subarray(0, words[LENGTH])) : undefined;
  }

  #answer(): number {
    const words = this.#words;
    for (let look = 0; look < LOOKS; look++) {
      const state = Atomics.load(words, STATE);
      if (state !== ASKED) return state;
    }
    // The answer to the question before may wake this thread only now.
    for (;;) {
      if (Atomics.wait(words, STATE, ASKED, PATIENCE_MS) === 'timed-out')
        throw new Error('the main thread does not answer');
      const state = Atomics.load(words, STATE);
      if (state !== ASKED) return state;
    }
  }
}
