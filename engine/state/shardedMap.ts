/** A map of binary strings that holds more than one JavaScript Map can (2^24 entries), and never makes a block wait while a Map
 *  of millions of entries grows at once.
 *
 *  In and out: as with a Map. A few bytes of a key select one of 256 Maps, each created with its first entry. The order of
 *  entries is that of the shards: no rule may depend on it. */

/** A power of two. Compared with one Map at a million entries, a look-up costs a tenth more, adding an entry a fifth more, and
 *  the longest wait for a growing Map is half as long. */
const SHARDS = 256;

/** Keys of the state begin with the hash of an account, are 8-byte numbers, or are names. Four bytes tell the keys of any table
 *  apart: the last, the 8th, the 16th, and one of a second account. The factors are even: in keys of 8 and of 16 bytes the
 *  last byte is also one of the others, and then its total factor is odd, which keeps all shards in reach. */
function shardOf(key: string): number {
  const { length } = key;
  if (length === 0) return 0;
  let mixed = key.charCodeAt(length - 1);
  if (length > 7) mixed += key.charCodeAt(7) * 30;
  if (length > 15) mixed += key.charCodeAt(15) * 18;
  // A byte of the second account in a key that has two.
  if (length > 39) mixed += key.charCodeAt(39) * 6;
  return mixed & (SHARDS - 1);
}

export class ShardedMap<V, K extends string = string> {
  readonly #shards: (Map<K, V> | undefined)[] = new Array(SHARDS).fill(undefined);

  /** @param makeShard replaced only to test what happens when a shard is full. */
  constructor(private readonly makeShard: () => Map<K, V> = () => new Map()) {}

  get size(): number {
    let size = 0;
    for (const shard of this.#shards) if (shard) size += shard.size;
    return size;
  }

  get(key: K): V | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: K): boolean {
    return this.#shards[shardOf(key)]?.has(key) ?? false;
  }

  set(key: K, value: V): void {
    const index = shardOf(key);
    let shard = this.#shards[index];
    if (!shard) {
      shard = this.makeShard();
      this.#shards[index] = shard;
    }
    shard.set(key, value);
  }

  delete(key: K): void {
    this.#shards[shardOf(key)]?.delete(key);
  }

  *[Symbol.iterator](): IterableIterator<[K, V]> {
    for (const shard of this.#shards) if (shard) yield* shard;
  }
}
