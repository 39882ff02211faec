/** From records to leaves: hashes the keys and values of changed records in batches.
 *
 *  In: new records (full key, value bytes), replaced values and removals of known leaves. Out: leaf changes for the trie,
 *  in the order of the calls. The key of a known leaf is not hashed again: the trie keeps its path. */

import type { StateTree } from '../protocol/protocol.js';
import { copyHash, HASH_BYTES, HASH_WORDS, LeafChanges, NO_LEAF } from './leaves.js';
import { BLOCK_BYTES, blocksOf, MessageList, pad } from './messages.js';
import type { Trie } from './trie.js';
import type { TrieHashing } from './trieHashing.js';

/** Records whose hashes are computed together; this many waiting records fit a core's own cache. */
const RECORDS_PER_CALL = 256;
/** leafPrefix, hash of the key, hash of the value. */
const LEAF_BYTES = 1 + 2 * HASH_BYTES;
const LEAF_STRIDE = blocksOf(LEAF_BYTES) * BLOCK_BYTES;

export class LeafBatch {
  readonly changes = new LeafChanges();
  readonly #keys = new MessageList(RECORDS_PER_CALL);
  readonly #values = new MessageList(RECORDS_PER_CALL);
  /** Which change each waiting key and value belongs to. */
  readonly #keyChanges = new Int32Array(RECORDS_PER_CALL);
  readonly #valueChanges = new Int32Array(RECORDS_PER_CALL);
  readonly #digests = new Uint8Array(RECORDS_PER_CALL * HASH_BYTES);
  readonly #digestWords = new Int32Array(this.#digests.buffer);
  /** Leaves with their prefix and padding in place, which never change. */
  readonly #leaves = new Uint8Array(RECORDS_PER_CALL * LEAF_STRIDE);
  readonly #leafLengths = new Int32Array(RECORDS_PER_CALL).fill(LEAF_BYTES);

  constructor(
    private readonly trie: Trie,
    private readonly hashing: TrieHashing,
    { leafPrefix }: StateTree,
  ) {
    for (let start = 0; start < this.#leaves.length; start += LEAF_STRIDE) {
      this.#leaves[start] = leafPrefix;
      pad(this.#leaves, start, LEAF_BYTES);
    }
  }

  /** A record that the trie does not hold. @param key inside the table, a binary string. @returns the index of its
   *  change. */
  insert(tableId: number, key: string, value: Uint8Array): number {
    const change = this.changes.add(NO_LEAF);
    this.#keyChanges[this.#keys.count] = change;
    this.#keys.addKey(tableId, key);
    this.#addValue(change, value);
    return change;
  }

  /** A new value for a leaf that the trie holds. @returns the index of its change. */
  update(leaf: number, value: Uint8Array): number {
    const change = this.trie.addKnown(this.changes, leaf);
    this.#addValue(change, value);
    return change;
  }

  /** @returns the index of the change. */
  remove(leaf: number): number {
    return this.trie.addKnown(this.changes, leaf);
  }

  /** Forgets everything and keeps the memory for the next batch. */
  clear(): void {
    this.#keys.clear();
    this.#values.clear();
    this.changes.clear();
  }

  /** @returns the changes of all records since `clear`, ready for the trie. */
  finish(): LeafChanges {
    this.#hash();
    return this.changes;
  }

  #addValue(change: number, value: Uint8Array): void {
    this.#valueChanges[this.#values.count] = change;
    this.#values.add(value);
    if (this.#values.count === RECORDS_PER_CALL) this.#hash();
  }

  /** Keys first: their hashes are the paths, which the leaves contain. */
  #hash(): void {
    const { paths, pathWords, hashWords } = this.changes;
    if (this.#keys.count > 0) {
      this.hashing.hashMessages(this.#keys, this.#digests);
      this.#deliver(this.#keyChanges, this.#keys.count, pathWords);
    }
    const { count } = this.#values;
    this.hashing.hashMessages(this.#values, this.#digests);
    const leaves = this.#leaves;
    const digests = this.#digests;
    for (let index = 0; index < count; index++) {
      const path = (this.#valueChanges[index] as number) * HASH_BYTES;
      const digest = index * HASH_BYTES;
      const target = index * LEAF_STRIDE + 1;
      for (let byte = 0; byte < HASH_BYTES; byte++) {
        leaves[target + byte] = paths[path + byte] as number;
        leaves[target + HASH_BYTES + byte] = digests[digest + byte] as number;
      }
    }
    this.hashing.hashMessages({ bytes: leaves, lengths: this.#leafLengths, count }, digests);
    this.#deliver(this.#valueChanges, count, hashWords);
    this.#keys.clear();
    this.#values.clear();
  }

  /** Copies digests to the changes that they belong to. */
  #deliver(changes: Int32Array, count: number, target: Int32Array): void {
    for (let index = 0; index < count; index++)
      copyHash(this.#digestWords, index * HASH_WORDS, target, (changes[index] as number) * HASH_WORDS);
  }
}
