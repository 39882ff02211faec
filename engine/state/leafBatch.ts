/** From records to leaves: hashes the keys and values of changed records in batches.
 *
 *  In: records with their numbers, full keys and value bytes, or without a value for a removal. Out: leaf changes for the trie, in
 *  the order of the calls. A key is hashed each time: that is one hash of some forty for a changed record, and paths that are
 *  kept would take 32 bytes of memory for each record. */

import type { BatchHashing } from '../crypto/batchHashing.js';
import { BLOCK_BYTES, blocksOf, MessageList, pad } from '../crypto/messages.js';
import type { StateTree } from '../protocol/protocol.js';
import { copyHash, HASH_BYTES, HASH_WORDS, LeafChanges } from './leaves.js';

/** Records whose hashes are computed together; this many waiting records fit a core's own cache. */
const RECORDS_PER_CALL = 256;
/** leafPrefix, hash of the key, hash of the value. */
const LEAF_BYTES = 1 + 2 * HASH_BYTES;
const LEAF_STRIDE = blocksOf(LEAF_BYTES) * BLOCK_BYTES;

export class LeafBatch {
  readonly changes = new LeafChanges();
  readonly #keys = new MessageList(RECORDS_PER_CALL);
  readonly #values = new MessageList(RECORDS_PER_CALL);
  /** The change of the first waiting key; the keys after it are of the changes after it. */
  #firstKey = 0;
  /** Which change each waiting value belongs to. */
  readonly #valueChanges = new Int32Array(RECORDS_PER_CALL);
  readonly #digests = new Uint8Array(RECORDS_PER_CALL * HASH_BYTES);
  readonly #digestWords = new Int32Array(this.#digests.buffer);
  /** Leaves with their prefix and padding in place, which never change. */
  readonly #leaves = new Uint8Array(RECORDS_PER_CALL * LEAF_STRIDE);
  readonly #leafLengths = new Int32Array(RECORDS_PER_CALL).fill(LEAF_BYTES);

  constructor(
    private readonly hashing: BatchHashing,
    { leafPrefix }: StateTree,
  ) {
    for (let start = 0; start < this.#leaves.length; start += LEAF_STRIDE) {
      this.#leaves[start] = leafPrefix;
      pad(this.#leaves, start, LEAF_BYTES);
    }
  }

  /** @param leaf the record's number. @param key inside the table, a binary string. */
  put(leaf: number, tableId: number, key: string, value: Uint8Array): void {
    const change = this.changes.add(leaf);
    this.#keys.addKey(tableId, key);
    this.#addValue(change, value);
  }

  /** @param key full: the table's number, then the key inside it. */
  putFull(leaf: number, key: Uint8Array, value: Uint8Array): void {
    const change = this.changes.add(leaf);
    this.#keys.add(key);
    this.#addValue(change, value);
  }

  remove(leaf: number, tableId: number, key: string): void {
    this.changes.add(leaf);
    this.#keys.addKey(tableId, key);
    if (this.#keys.count === RECORDS_PER_CALL) this.#hash();
  }

  /** Forgets everything and keeps the memory for the next batch. */
  clear(): void {
    this.#keys.clear();
    this.#values.clear();
    this.changes.clear();
    this.#firstKey = 0;
  }

  /** @returns the changes of all records since `clear`, ready for the trie. */
  finish(): LeafChanges {
    this.#hash();
    return this.changes;
  }

  #addValue(change: number, value: Uint8Array): void {
    this.#valueChanges[this.#values.count] = change;
    this.#values.add(value);
    if (this.#keys.count === RECORDS_PER_CALL) this.#hash();
  }

  /** Keys first: their hashes are the paths, which the leaves contain. */
  #hash(): void {
    const { paths, pathWords, hashWords } = this.changes;
    this.hashing.hashMessages(this.#keys, this.#digests);
    pathWords.set(this.#digestWords.subarray(0, this.#keys.count * HASH_WORDS), this.#firstKey * HASH_WORDS);
    this.#firstKey += this.#keys.count;
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
    for (let index = 0; index < count; index++)
      copyHash(this.#digestWords, index * HASH_WORDS, hashWords, (this.#valueChanges[index] as number) * HASH_WORDS);
    this.#keys.clear();
    this.#values.clear();
  }
}
