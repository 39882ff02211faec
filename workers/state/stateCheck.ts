/** The check of a state that came out of its file: what today's rules make of its bytes, and what the database beside it holds.
 *
 *  In: the parts in shared memory, which nothing changes meanwhile, and the records of the database. Out: nothing, or the reason why the
 *  state is not the one of its block. */

import { toHex } from '../../engine/base/bytes.js';
import { errorText, invariant, isRefusal } from '../../engine/base/refusal.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { protocolOf } from '../../engine/protocol/protocolOf.js';
import { State } from '../../engine/state/state.js';
import { ImageReader } from '../../engine/state/stateImage.js';
import type { StateRecheck } from '../../engine/state/stateRecheck.js';
import { readBatch } from '../../engine/store/batch.js';
import { StateFileFault, type StateOf } from '../../engine/store/stateFile.js';

export class StateCheck {
  readonly #state: State;
  readonly #recheck: StateRecheck;

  constructor(
    private readonly of: StateOf,
    parts: readonly Uint8Array[],
  ) {
    const protocol = protocolOf(of.chain);
    invariant(!isRefusal(protocol), 'the state of a chain that this program does not know');
    this.#state = State.restore(ledgerTables, protocol.stateTree, new ImageReader(parts));
    this.#recheck = this.#state.recheck();
  }

  /** Looks at the trie. @throws StateFileFault. */
  begin(): void {
    this.#explained(() => {
      const root = toHex(this.#state.root());
      invariant(root === this.of.root, `its root is ${root} instead of ${this.of.root}`);
      this.#recheck.nodes();
    });
  }

  /** @param chunk records of the database. @throws StateFileFault. */
  take(chunk: Uint8Array): void {
    this.#explained(() =>
      readBatch(chunk, {
        put: (key, value) => this.#recheck.record(key, value),
        delete: () => invariant(false, 'a range holds puts only'),
      }),
    );
  }

  /** After the last chunk. @throws StateFileFault. */
  end(): void {
    this.#explained(() => this.#recheck.end());
  }

  #explained(step: () => void): void {
    try {
      step();
    } catch (error) {
      throw new StateFileFault(
        `the state that was read from state.bin is not proven to be the one of block ${this.of.height}: ${errorText(error)}; the file is removed, and the next start reads and proves the database instead`,
        { cause: error },
      );
    }
  }
}
