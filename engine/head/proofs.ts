/** Proofs of records of the state, against the header of the tip. */

import type { Timers } from '../base/ports.js';
import { invariant, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { State, StateProof } from '../state/state.js';
import type { ChainStore } from '../store/chainStore.js';
import type { Past } from '../store/past.js';
import type { StoredBlock } from '../store/records.js';
import type { Head } from './head.js';

/** A proof waits this long for the block under way: a disk that takes longer has failed or is about to. */
const PROOF_WAIT_MS = 5_000;

export interface ProvenRecord {
  readonly proof: StateProof;
  readonly block: StoredBlock;
}

export class Proofs {
  constructor(
    private readonly state: State,
    private readonly chain: ChainStore,
    private readonly head: Head,
    private readonly timers: Timers,
    private readonly past: Past,
  ) {}

  /** What the state after an earlier block held at a key, provable against the header of that block.
   *  @param height from `stateFrom` to below the tip. @returns a refusal when that state has too many records. */
  async proveAt(key: Uint8Array, height: number): Promise<ProvenRecord | Refusal> {
    const stored = await this.chain.storedBlock(height);
    invariant(stored, `block ${height} is missing`);
    const whole = await this.past.whole(stored);
    return isRefusal(whole) ? whole : { proof: whole.state.prove(key), block: whole.block };
  }

  /** What the state after the tip holds at a key, provable against the tip's header.
   *  @param key table number, then the record's own key. */
  async prove(key: Uint8Array): Promise<ProvenRecord | Refusal> {
    // While a block is being written to the disk, the trie is ahead of the tip.
    const { state, chain } = this;
    if (state.isAhead) await this.#endOfBlock();
    if (state.isAhead)
      return refuse('busy', 'a block is on its way to the disk for unusually long: try again in a moment', 1);
    return { proof: state.prove(key), block: chain.tipBlock };
  }

  /** Waits for the block under way for a limited time; returns at once when there is none. */
  #endOfBlock(): Promise<void> {
    const { working } = this.head;
    if (!working) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.timers.after(PROOF_WAIT_MS, resolve);
      const ended = (): void => {
        cancel();
        resolve();
      };
      working.then(ended, ended);
    });
  }
}
