/** The blocks that are offered for the open slot, the one above the tip: at most a few, because an honest proposer signs one.
 *
 *  In: blocks whose header, proposer and signatures hold. Out: each by its hash, until the slot is decided. */

import { CandidateRecord } from '../../proto/wire.js';
import type { Log } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import { type Block, decodeBlock, encodeBlock } from '../chain/block.js';
import type { PoolItem } from '../mempool/mempool.js';
import { StoreError, type StorePort } from '../store/port.js';

export interface Candidate {
  readonly block: Block;
  /** 64 hex characters. */
  readonly hash: string;
  /** Its transactions, decoded and verified, in its order. */
  readonly items: readonly PoolItem[];
  /** Whether this node could bring it back after a crash, or is about to make it so. */
  isDurable: boolean;
  /** Why it is invalid. */
  problem?: string;
}

/** Bodies that are held for one slot: the block that is wanted, and two others of an equivocating proposer. */
const MAX_CANDIDATES = 3;

export class Candidates {
  readonly #byHash = new Map<string, Candidate>();

  get(hash: string): Candidate | undefined {
    return this.#byHash.get(hash);
  }

  all(): IterableIterator<Candidate> {
    return this.#byHash.values();
  }

  /** Invalid blocks make room for every other one. @param wanted the block that must not be given up, even when all others are durable.
   *  @returns whether there is room for it. */
  add(candidate: Candidate, wanted: string | undefined): boolean {
    if (this.#byHash.size >= MAX_CANDIDATES) {
      const all = [...this.#byHash.values()];
      const invalid = all.find(({ problem }) => problem !== undefined);
      if (!invalid && candidate.hash !== wanted) return false;
      const spare = invalid ?? all.find(({ isDurable }) => !isDurable);
      if (spare) this.#byHash.delete(spare.hash);
    }
    this.#byHash.set(candidate.hash, candidate);
    return true;
  }

  clear(): void {
    this.#byHash.clear();
  }
}

/** The durable record of the blocks that this node has voted for, or is about to. */
export const encodeCandidates = (blocks: readonly Block[]): Uint8Array =>
  CandidateRecord.encode({ blocks: blocks.map(encodeBlock) }).finish();

/** The blocks that this node has voted for in an earlier run. A damaged file costs no safety: the votes are in the journals, and other
 *  nodes have the blocks. @throws StoreError when the disk cannot be read now. */
export async function readCandidates(store: Pick<StorePort, 'journalRead'>, log: Log): Promise<Block[]> {
  try {
    const bytes = await store.journalRead('candidate');
    return bytes ? decodeCandidates(bytes) : [];
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'JOURNAL_DAMAGED') throw error;
    log.warn(
      { reason: error.message },
      'the kept blocks cannot be read; what is needed of them comes from other nodes',
    );
    return [];
  }
}

/** Blocks that cannot be read are left out: other nodes have them. */
export function decodeCandidates(bytes: Uint8Array): Block[] {
  try {
    return CandidateRecord.decode(bytes).blocks.flatMap((one) => {
      const block = decodeBlock(one);
      return isRefusal(block) ? [] : [block];
    });
  } catch {
    return [];
  }
}
