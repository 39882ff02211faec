/** Blocks that a machine has durably beside its chain: nothing is voted for whose body a power cut could take.
 *
 *  In: writes and reads of journals, signed texts. Out: votes for blocks that are not durable. */

import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { blockHash } from '../../engine/chain/header.js';
import { readJournalRecord } from '../../engine/consensus/signJournal.js';
import { decodeCandidates } from '../../engine/head/candidates.js';
import type { JournalName } from '../../engine/store/port.js';
import type { Machine } from './machine.js';

const VOTE = /^ROUGECHAIN_FINALITY_VOTE_V2\|.*\|type=(\w+)\|height=(\d+)\|.*\|block=([0-9a-f]{64})$/;

export class Bodies {
  /** Hashes, by journal. */
  readonly #held = new Map<Machine, Map<JournalName, ReadonlySet<string>>>();
  /** Votes looked at. */
  checked = 0;

  #of(machine: Machine): Map<JournalName, ReadonlySet<string>> {
    let held = this.#held.get(machine);
    if (!held) {
      held = new Map();
      this.#held.set(machine, held);
    }
    return held;
  }

  /** @returns what to call when the write is durable. */
  written(machine: Machine, name: JournalName, bytes: Uint8Array): () => void {
    if (name !== 'slot' && name !== 'candidate') return () => {};
    const hashes = new Set(blocksOf(name, bytes).map(hashOf));
    return () => this.#of(machine).set(name, hashes);
  }

  /** A machine comes back with another disk. */
  restored(machine: Machine): void {
    this.#held.delete(machine);
  }

  /** @returns what is wrong with a vote. */
  voted(machine: Machine, text: string): string | undefined {
    const [, type, height, hash] = VOTE.exec(text) ?? [];
    if (hash === undefined) return undefined;
    this.checked++;
    const tip = machine.running?.node.chain.tip;
    if (tip?.hash === hash) return undefined;
    for (const hashes of this.#of(machine).values()) if (hashes.has(hash)) return undefined;
    return `machine ${machine.number} signs a ${type} of height ${height} for a block that its disk does not hold`;
  }
}

function blocksOf(name: 'slot' | 'candidate', bytes: Uint8Array): readonly Block[] {
  if (name === 'candidate') return decodeCandidates(bytes);
  const record = readJournalRecord(bytes);
  return isRefusal(record) || !record.block ? [] : [record.block];
}

const hashOf = ({ headerBytes, proposerSignature }: Block): string => blockHash(headerBytes, toHex(proposerSignature));
