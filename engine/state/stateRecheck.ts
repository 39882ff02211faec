/** Proves that the memory of a state is the state under its root, from records that come from elsewhere.
 *
 *  In: every record of the state as the database holds it, in any order; the memory, which nothing changes meanwhile. Out: nothing, or
 *  what does not agree. Each record must be found under its key with the same bytes, the leaf of its number must have the hash that the
 *  record has, every inner node the hash of its halves, and there must be as many leaves as records. The root then is the root of
 *  exactly these records: a leaf's hash covers its path, and the lengths of what is hashed tell a leaf from an inner node, so no other
 *  shape has the same root. */

import type { BatchHashing } from '../crypto/batchHashing.js';
import type { StateTree } from '../protocol/protocol.js';
import { LeafBatch } from './leafBatch.js';
import { equalHash, HASH_WORDS } from './leaves.js';
import { NO_RECORD, type Records, type Slabs } from './records.js';
import { RecheckFault, TrieCheck } from './trieCheck.js';
import type { TrieMemory } from './trieMemory.js';

/** Records whose leaves are compared together. */
const TOGETHER = 4_096;

export interface RecheckParts {
  /** By table number. */
  readonly homes: readonly (Records | undefined)[];
  readonly slabs: Slabs;
  readonly memory: TrieMemory;
  readonly hashing: BatchHashing;
  readonly tree: StateTree;
}

export class StateRecheck {
  readonly #trie: TrieCheck;
  readonly #batch: LeafBatch;
  #records = 0;

  constructor(private readonly parts: RecheckParts) {
    const { memory, hashing, tree } = parts;
    this.#trie = new TrieCheck(memory, hashing);
    this.#batch = new LeafBatch(hashing, tree);
  }

  /** Looks at all nodes of the trie; before the first record. @throws RecheckFault. */
  nodes(): void {
    this.#trie.nodes();
  }

  /** @param key full: the table's number, then the key inside it. @throws RecheckFault. */
  record(key: Uint8Array, value: Uint8Array): void {
    const { homes, slabs } = this.parts;
    const number = homes[key[0] as number]?.findBytes(key.subarray(1)) ?? NO_RECORD;
    if (number === NO_RECORD || !slabs.of(number).owner.isBytes(number, value))
      throw new RecheckFault(`the database has another value for the key ${asHex(key)}`);
    this.#records++;
    this.#batch.putFull(number, key, value);
    if (this.#batch.changes.count === TOGETHER) this.#compareLeaves();
  }

  /** After the last record. @throws RecheckFault. */
  end(): void {
    this.#compareLeaves();
    const { leaves } = this.parts.memory;
    if (this.#records !== leaves)
      throw new RecheckFault(`the database has ${this.#records} records, the state in memory ${leaves}`);
  }

  #compareLeaves(): void {
    const { hashes } = this.parts.memory;
    const { leaves, hashWords, count } = this.#batch.finish();
    for (let index = 0; index < count; index++) {
      const slot = this.#trie.slotOf(leaves[index] as number);
      if (!equalHash(hashes, slot * HASH_WORDS, hashWords, index * HASH_WORDS))
        throw new RecheckFault('a leaf has another hash than its record has');
    }
    this.#batch.clear();
  }
}

const asHex = (key: Uint8Array): string => Buffer.from(key).toString('hex');
