/** A map of binary strings that holds more than one Map of JavaScript can (2^24 entries), and never makes a block wait for a Map
 *  of millions that grows at once.
 *
 *  In and out: as a Map. The entries lie in 256 Maps by a few bytes of their key; one that holds nothing is not there. The
 *  order of entries is that of the shards: no rule may depend on it. */

/** A power of two. Against one Map, at a million entries: a look-up costs a tenth more, an entry that is added a fifth more, and
 *  the longest wait for a Map that grows is a half. */
const SHARDS = 256;

/** Keys of the state begin with the hash of an account, are numbers of eight bytes, or are names: the last byte, the last ones
 *  of the first two eights and one of a second account tell the keys of any table apart. The factors are even, so that where
 *  two of them are the same byte (keys of 8 and of 16 bytes) it counts by an odd number, which leaves all shards in reach. */
function shardOf(key: string): number {
  const { length } = key;
  if (length === 0) return 0;
  let mixed = key.charCodeAt(length - 1);
  if (length > 7) mixed += key.charCodeAt(7) * 30;
  if (length > 15) mixed += key.charCodeAt(15) * 18;
  // Of the second account in a key that begins with one.
  if (length > 39) mixed += key.charCodeAt(39) * 6;
  return mixed & (SHARDS - 1);
}

export class ShardedMap<V, K extends string = string> {
  readonly #shards: (Map<K, V> | undefined)[] = new Array(SHARDS).fill(undefined);

  /** @param makeShard exchanged only to test what happens when one is full. */
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
