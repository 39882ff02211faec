/** The check of a state that came out of its file: what today's rules make of its bytes, and what the database beside it holds.
 *
 *  In: the parts in shared memory, which nothing changes meanwhile, and the records of the database. Out: nothing, or the reason why the
 *  state is not the one of its block. */

import { toHex } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { protocolOf } from '../../engine/protocol/protocolOf.js';
import { State } from '../../engine/state/state.js';
import { ImageReader } from '../../engine/state/stateImage.js';
import { readBatch } from '../../engine/store/batch.js';
import { StateFileFault, type StateOf } from '../../engine/store/stateFile.js';

export class StateCheck {
  readonly #state: State;
  readonly #slices: Iterator<void>;
  #isHashed = false;
  #compared = 0;

  constructor(
    private readonly of: StateOf,
    parts: readonly Uint8Array[],
  ) {
    const protocol = protocolOf(of.chain);
    invariant(!isRefusal(protocol), 'the state of a chain that this program does not know');
    this.#state = State.restore(ledgerTables, protocol.stateTree, new ImageReader(parts));
    this.#slices = this.#state.recheck();
  }

  /** Computes the next hashes. @returns whether all are computed. @throws StateFileFault. */
  slice(): boolean {
    if (this.#isHashed) return true;
    try {
      this.#isHashed = this.#slices.next().done === true;
    } catch (error) {
      throw this.#fault(error instanceof Error ? error.message : String(error));
    }
    return this.#isHashed;
  }

  /** @param chunk records of the database. @throws StateFileFault. */
  compare(chunk: Uint8Array): void {
    readBatch(chunk, {
      put: (key, value) => {
        if (!this.#state.hasRecord(key, value))
          throw this.#damaged(`it does not hold the record ${toHex(key)} as the state in memory does`);
        this.#compared++;
      },
      delete: () => invariant(false, 'a range holds puts only'),
    });
  }

  /** Call when all hashes are computed and all records of the database compared. @throws StateFileFault. */
  finish(): void {
    const { size } = this.#state;
    const root = toHex(this.#state.root());
    if (root !== this.of.root) throw this.#fault(`its root is ${root} instead of ${this.of.root}`);
    if (size !== this.#compared) throw this.#damaged(`it has ${this.#compared} records, the state in memory ${size}`);
  }

  #fault(what: string): StateFileFault {
    return new StateFileFault(
      `the state that was read from state.bin is not the one of block ${this.of.height}: ${what}; the file is removed, and the next start reads the database instead`,
    );
  }

  #damaged(what: string): StateFileFault {
    return new StateFileFault(
      `the database is damaged at block ${this.of.height}: ${what}; restore a backup or sync again`,
    );
  }
}
