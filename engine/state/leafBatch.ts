/** From records to leaves: hashes the keys and values of changed records in batches.
 *
 *  In: new records (full key, value bytes), replaced values and removals of known leaves. Out: leaf changes for the trie,
 *  in the order of the calls. The key of a known leaf is not hashed again: the trie keeps its path. */

import { HASH_BYTES, LeafChanges, NO_LEAF, type Trie, trieRules } from './trie.js';
import type { Messages, TrieHashing } from './trieHashing.js';

/** Records whose hashes are computed together; what waits for them stays within a core's own cache. */
const RECORDS_PER_CALL = 256;
/** leafPrefix, hash of the key, hash of the value. */
const LEAF_BYTES = 1 + 2 * HASH_BYTES;

/** Messages waiting to be hashed, and for each the change it belongs to. */
class MessageList implements Messages {
  bytes = new Uint8Array(RECORDS_PER_CALL * 128);
  readonly ends = new Int32Array(RECORDS_PER_CALL);
  readonly changes = new Int32Array(RECORDS_PER_CALL);
  count = 0;
  #length = 0;

  add(change: number, message: Uint8Array): void {
    const end = this.#length + message.length;
    if (end > this.bytes.length) this.#grow(end * 2);
    this.bytes.set(message, this.#length);
    this.#length = end;
    this.changes[this.count] = change;
    this.ends[this.count++] = end;
  }

  clear(): void {
    this.count = 0;
    this.#length = 0;
  }

  #grow(length: number): void {
    const bytes = new Uint8Array(length);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

export class LeafBatch {
  readonly changes = new LeafChanges();
  readonly #keys = new MessageList();
  readonly #values = new MessageList();
  readonly #digests = new Uint8Array(RECORDS_PER_CALL * HASH_BYTES);
  readonly #leafInput = new Uint8Array(RECORDS_PER_CALL * LEAF_BYTES);
  readonly #leafEnds = new Int32Array(RECORDS_PER_CALL);

  constructor(
    private readonly trie: Trie,
    private readonly hashing: TrieHashing,
  ) {
    for (let index = 0; index < RECORDS_PER_CALL; index++) {
      this.#leafInput[index * LEAF_BYTES] = trieRules.leafPrefix;
      this.#leafEnds[index] = (index + 1) * LEAF_BYTES;
    }
  }

  /** A record that the trie does not hold. @param key the full key. @returns the index of its change. */
  insert(key: Uint8Array, value: Uint8Array): number {
    const change = this.changes.add(NO_LEAF);
    this.#keys.add(change, key);
    this.#addValue(change, value);
    return change;
  }

  /** Another value of a leaf that the trie holds. @returns the index of its change. */
  update(leaf: number, value: Uint8Array): number {
    const change = this.#known(leaf);
    this.#addValue(change, value);
    return change;
  }

  /** @returns the index of the change. */
  remove(leaf: number): number {
    return this.#known(leaf);
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

  #known(leaf: number): number {
    const change = this.changes.add(leaf);
    this.trie.copyPath(leaf, this.changes.paths, change * HASH_BYTES);
    return change;
  }

  #addValue(change: number, value: Uint8Array): void {
    this.#values.add(change, value);
    if (this.#values.count === RECORDS_PER_CALL) this.#hash();
  }

  /** Keys first: their hashes are the paths, which the leaves contain. */
  #hash(): void {
    const { paths, hashes } = this.changes;
    if (this.#keys.count > 0) {
      this.hashing.hashMessages(this.#keys, this.#digests);
      this.#deliver(this.#keys, paths);
    }
    const values = this.#values;
    this.hashing.hashMessages(values, this.#digests);
    const input = this.#leafInput;
    for (let index = 0; index < values.count; index++) {
      const path = (values.changes[index] as number) * HASH_BYTES;
      const digest = index * HASH_BYTES;
      const target = index * LEAF_BYTES + 1;
      for (let byte = 0; byte < HASH_BYTES; byte++) {
        input[target + byte] = paths[path + byte] as number;
        input[target + HASH_BYTES + byte] = this.#digests[digest + byte] as number;
      }
    }
    this.hashing.hashMessages({ bytes: input, ends: this.#leafEnds, count: values.count }, this.#digests);
    this.#deliver(values, hashes);
    this.#keys.clear();
    values.clear();
  }

  /** Lays digests beside the changes that they belong to. */
  #deliver({ changes, count }: MessageList, target: Uint8Array): void {
    const digests = this.#digests;
    for (let index = 0; index < count; index++) {
      const at = (changes[index] as number) * HASH_BYTES;
      for (let byte = 0; byte < HASH_BYTES; byte++) target[at + byte] = digests[index * HASH_BYTES + byte] as number;
    }
  }
}
