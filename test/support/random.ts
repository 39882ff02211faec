/** A seeded random source for long random tests: the same seed gives the same run. The seed is printed and is in the test's
 *  name, so that a failed run can be repeated with TEST_SEED=<seed>. */

import { createHash, randomInt } from 'node:crypto';

/** The seed of this run: from the environment, or a fresh one. */
export const testSeed = (): number => {
  const given = process.env.ROUGED_TEST_SEED;
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  console.log(`ROUGED_TEST_SEED=${seed}`);
  return seed;
};

/** ROUGED_TEST_ALL=1: tests take all cases, of which they otherwise draw some. */
export const TEST_ALL = process.env.ROUGED_TEST_ALL === '1';

/** Marsaglia's xorshift with 32 bits of state: good enough for tests, unsuitable for anything else. */
export class SeededRandom {
  #state: number;

  constructor(readonly seed: number) {
    // A multiplication spreads small seeds; the state must not be zero.
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) | 1;
    for (let warmUp = 0; warmUp < 8; warmUp++) this.#next();
  }

  /** A source of its own for each purpose: a draw more for one of them does not change what the others draw. */
  static of(seed: number, purpose: string): SeededRandom {
    return new SeededRandom(createHash('sha256').update(`${seed} ${purpose}`).digest().readInt32BE());
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** A whole number from 0 to `limit` - 1, for limits below 2^64. */
  bigBelow(limit: bigint): bigint {
    return (BigInt(this.#next()) * 2n ** 32n + BigInt(this.#next())) % limit;
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 4) {
      const word = this.#next();
      for (let offset = at; offset < Math.min(at + 4, length); offset++) bytes[offset] = word >>> (8 * (offset - at));
    }
    return bytes;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** So many of the items, each at most once, in the order in which they were drawn. */
  shuffled<T>(items: readonly T[], count = items.length): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0] as T);
  }

  /** So many of the cases of a test, in their order, or all of them with ROUGED_TEST_ALL=1. */
  cases<T>(items: readonly T[], count: number): readonly T[] {
    if (TEST_ALL) return items;
    const drawn = new Set(this.shuffled([...items.keys()], count));
    return items.filter((_, index) => drawn.has(index));
  }
}
