/** The state as it was after an earlier block, for readers of an archive.
 *
 *  In: a height and a function that reads a view of the state. Out: what the function gives on the state of that height. The function runs
 *  once for each round of records that it asks for: a first run notes which records it wants, they are read together in the store's
 *  thread, and it runs again until nothing is missing. So the same code answers for the tip and for the past. Lists and proofs need all
 *  records: for them the whole state is read, up to a bound, and compared with the state root of the block. */

import { bytesEqual, fromHex, toBinary } from '../base/bytes.js';
import { invariant, isRefusal, type Refusal, refuse, refuseBelow } from '../base/refusal.js';
import { ReadingIndexes } from '../ledger/indexes/index.js';
import { ledgerTables } from '../ledger/tables.js';
import type { StateTree } from '../protocol/protocol.js';
import type { StateView } from '../state/overlay.js';
import { State } from '../state/state.js';
import { stateKey, type Table } from '../state/table.js';
import { readBatch } from './batch.js';
import type { ChainStore } from './chainStore.js';
import type { StoredBlock } from './records.js';
import { Turns } from './turns.js';

/** Records of a whole state that is read again: about a third of a second of the store's thread and 100 ms of the main thread, in
 *  pieces by table. */
export const PAST_RECORDS = 20_000;

/** Keys of one account in a table that one answer may look at. */
const PAST_KEYS = 4_096;

/** Rounds of one read: each follows a reference, such as to the next entry of an account in the unbonding queue. */
const ROUNDS = 4_096;

/** Whole states that are kept, among them those that are being read: a client that pages through a list reads one again and again. */
const KEPT_STATES = 2;

/** States that may wait to be read, one after the other; the newest is refused. */
const WAITING_STATES = 4;

/** Seconds after which one of them has been read. */
const RETRY_SECONDS = 2;

/** A state view with the lists of keys that the reading indexes give at the tip. */
export interface PastView extends StateView {
  /** What follows a prefix in the keys of a table, in byte order. */
  keysBehind(table: Table<unknown>, prefix: string): readonly string[];
}

interface Wanted {
  readonly table: Table<unknown>;
  readonly key: string;
}

/** Records that were read, and notes of those that were not. */
class NotingView implements PastView {
  readonly #records = new Map<string, unknown>();
  readonly #lists = new Map<string, readonly string[]>();
  wantedRecords: Wanted[] = [];
  wantedLists: Wanted[] = [];

  get<V>(table: Table<V>, key: string): V | undefined {
    const name = String.fromCharCode(table.id) + key;
    if (this.#records.has(name)) return this.#records.get(name) as V | undefined;
    this.wantedRecords.push({ table: table as unknown as Table<unknown>, key });
    return undefined;
  }

  keysBehind(table: Table<unknown>, prefix: string): readonly string[] {
    const list = this.#lists.get(String.fromCharCode(table.id) + prefix);
    if (list) return list;
    this.wantedLists.push({ table, key: prefix });
    return [];
  }

  get isComplete(): boolean {
    return this.wantedRecords.length + this.wantedLists.length === 0;
  }

  keep({ table, key }: Wanted, value: Uint8Array | undefined): void {
    this.#records.set(String.fromCharCode(table.id) + key, value && table.decode(value));
  }

  keepList({ table, key: prefix }: Wanted, batch: Uint8Array): void {
    const keys: string[] = [];
    readBatch(batch, {
      put: (bytes, value) => {
        const key = toBinary(bytes.subarray(1));
        keys.push(key.slice(prefix.length));
        this.keep({ table, key }, value.slice());
      },
      delete: () => invariant(false, 'the past holds puts only'),
    });
    this.#lists.set(String.fromCharCode(table.id) + prefix, keys);
  }
}

/** A whole state of the past, proven by the root of its block. */
export interface PastState {
  readonly state: State;
  readonly indexes: ReadingIndexes;
  readonly block: StoredBlock;
}

export class Past {
  /** The newest last. */
  readonly #states = new Map<number, Promise<PastState | Refusal>>();
  /** One at a time: each costs both threads. */
  readonly #turns = new Turns(1);
  #waiting = 0;

  constructor(
    private readonly chain: ChainStore,
    private readonly tree: StateTree,
  ) {}

  /** What a function reads from the state after a block. @param height from `stateFrom` to the tip. @param answer must be a pure
   *  function of the view; of its runs, the last one counts. */
  async read<T>(height: number, answer: (view: PastView) => T): Promise<T | Refusal> {
    const view = new NotingView();
    for (let round = 0; round < ROUNDS; round++) {
      let outcome: T | undefined;
      let problem: unknown;
      try {
        outcome = answer(view);
      } catch (error) {
        // A record that is not read yet looks like an absent one.
        problem = error;
      }
      if (view.isComplete && problem !== undefined) throw problem;
      if (view.isComplete) return outcome as T;
      const refused = await this.#load(view, height);
      if (refused) return refused;
    }
    throw new Error(`a read of the past asks for records again and again`);
  }

  async #load(view: NotingView, height: number): Promise<Refusal | undefined> {
    const records = view.wantedRecords;
    const lists = view.wantedLists;
    view.wantedRecords = [];
    view.wantedLists = [];
    const keys = records.map(({ table, key }) => stateKey(table, key));
    const values = keys.length === 0 ? [] : await this.chain.pastRecords(keys, height);
    records.forEach((wanted, index) => {
      view.keep(wanted, values[index]?.slice());
    });
    for (const wanted of lists) {
      const batch = await this.chain.pastRange(stateKey(wanted.table, wanted.key), height, PAST_KEYS);
      if (!batch) return tooMany(this.chain.tip.height, 'the account has had too many kinds of records');
      view.keepList(wanted, batch);
    }
    return undefined;
  }

  /** The whole state after a block. @returns a refusal when it has too many records, or when others wait already. */
  async whole(block: StoredBlock): Promise<PastState | Refusal> {
    const { height } = block.header;
    const kept = this.#states.get(height);
    if (!kept && this.#waiting >= WAITING_STATES)
      return refuse('busy', 'too many states of the past are being read; try again in a moment', RETRY_SECONDS);
    const state = kept ?? this.#inTurn(block);
    this.#states.delete(height);
    this.#states.set(height, state);
    if (!kept) void this.#forgetFailed(height, state);
    for (const oldest of this.#states.keys()) if (this.#states.size > KEPT_STATES) this.#states.delete(oldest);
    return state;
  }

  /** Neither an error nor a refusal stays: what it says may be different later. */
  async #forgetFailed(height: number, state: Promise<PastState | Refusal>): Promise<void> {
    const found = await state.catch(() => undefined);
    if (found === undefined || isRefusal(found)) this.#states.delete(height);
  }

  async #inTurn(block: StoredBlock): Promise<PastState | Refusal> {
    this.#waiting++;
    await this.#turns.acquire();
    try {
      return await this.#rebuild(block);
    } finally {
      this.#waiting--;
      this.#turns.release();
    }
  }

  async #rebuild(block: StoredBlock): Promise<PastState | Refusal> {
    const { header } = block;
    const state = new State(ledgerTables, this.tree);
    for (const { id } of ledgerTables) {
      const batch = await this.chain.pastRange(Uint8Array.of(id), header.height, PAST_RECORDS - state.size);
      if (!batch)
        return tooMany(
          this.chain.tip.height,
          `the state of height ${header.height} has more than ${PAST_RECORDS} records, too many to read all of them again`,
        );
      readBatch(batch, {
        put: (key, value) => state.load(key[0] as number, toBinary(key.subarray(1)), value.slice()),
        delete: () => invariant(false, 'the past holds puts only'),
      });
    }
    state.finishLoad();
    const expected = header.state_root === undefined ? undefined : fromHex(header.state_root);
    invariant(
      !expected || bytesEqual(expected, state.root()),
      `the archive of height ${header.height} is not its state`,
    );
    return { state, indexes: new ReadingIndexes(state), block };
  }
}

/** @param lowest height that this can be answered for. */
const tooMany = (lowest: number, why: string): Refusal =>
  refuseBelow(
    `${why}; ask for height ${lowest}, the tip, or for single records, which are answered at every height`,
    lowest,
  );
