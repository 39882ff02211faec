/** The replay guard against a list that forgets nothing: the same answers, and no more memory than needed. */

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ReplayGuard, type ReplayTag, replayTag } from '../../engine/ledger/replayGuard.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor } from '../support/transactions.js';

const HORIZON_MS = 600_000;
const BLOCKS = 2_000;

class NaiveGuard {
  readonly #blocks: { readonly time: number; readonly tags: readonly ReplayTag[] }[] = [];

  add(time: number, tags: readonly ReplayTag[]): void {
    this.#blocks.push({ time, tags });
  }

  removeLast(): void {
    this.#blocks.pop();
  }

  isUsed(tag: ReplayTag, time: number): boolean {
    return this.#blocks.some((block) => time - block.time <= HORIZON_MS && block.tags.includes(tag));
  }

  /** Tags that a block of this time could collide with. */
  remembered(time: number): number {
    const within = this.#blocks.filter((block) => time - block.time <= HORIZON_MS);
    return new Set(within.flatMap(({ tags }) => tags)).size;
  }
}

describe('the replay guard', () => {
  /** The real slices, and slices with most blocks at a border: by time, by count, smaller than a block, and one for all. */
  const slicings = [
    undefined,
    { ms: 60_000, tags: 3 },
    { ms: 1, tags: 1_000 },
    { ms: 599_999, tags: 7 },
    { ms: 600_000, tags: 1 },
    { ms: 10_000_000, tags: 10_000_000 },
  ];
  const cases = [1, testSeed()].flatMap((seed) => slicings.map((slice) => ({ seed, slice })));

  for (const { seed, slice } of cases)
    test(`answers and forgets as the naive one, seed ${seed}, slices ${JSON.stringify(slice ?? 'real')}`, () => {
      const random = new SeededRandom(seed);
      const pool = Array.from({ length: 60 }, (_, index) =>
        replayTag({ sender: actor('sender').account, nonce: `nonce-${index}` }),
      );
      const guard = new ReplayGuard(randomBytes(16), slice);
      const naive = new NaiveGuard();
      let time = 1_700_000_000_000;
      let asked = 0;
      let used = 0;
      for (let block = 0; block < BLOCKS; block++) {
        // Steps that land on the horizon itself are the interesting ones.
        time += random.pick([1, 1, 400, 60_000, 200_000, 300_000, 599_999, 600_000, 600_001]);
        const tags = new Set<ReplayTag>();
        for (let index = random.below(5); index > 0; index--) {
          const tag = random.pick(pool);
          const expected = naive.isUsed(tag, time);
          expect(guard.isUsed(tag, time)).toBe(expected);
          asked++;
          if (expected) used++;
          else tags.add(tag);
        }
        guard.addBlock(time, [...tags]);
        // Also checked at the tip's own time, and at a time far from any slice's border.
        const other = random.pick(pool);
        for (const at of [time, time + 1, time + 599_999, time + 600_001]) {
          naive.add(time, [...tags]);
          expect(guard.isUsed(other, at)).toBe(naive.isUsed(other, at));
          naive.removeLast();
        }
        naive.add(time, [...tags]);
        expect(guard.size).toBe(naive.remembered(time));
      }
      expect(asked).toBeGreaterThan(BLOCKS);
      // One in eighteen, of some four thousand.
      expect(used).toBeGreaterThan(asked / 40);
      expect(asked - used).toBeGreaterThan(asked / 20);
    });

  test('gives its memory back, and takes little of it', () => {
    const guard = new ReplayGuard(randomBytes(16), { ms: 60_000, tags: 5_000 });
    let time = 1_700_000_000_000;
    let most = 0;
    let number = 0;
    for (let block = 0; block < 3_000; block++) {
      time += 400;
      const tags = Array.from({ length: 50 }, () =>
        replayTag({ sender: actor('sender').account, nonce: `${number++}` }),
      );
      guard.addBlock(time, tags);
      most = Math.max(most, guard.memoryBytes);
    }
    // 1,501 blocks of the horizon, and at most one slice more; tables are at least two fifths full.
    expect(guard.size).toBe(1_501 * 50);
    expect(most).toBeLessThan(((1_501 * 50 + 2 * 5_000) * 20) / 0.4);
    guard.addBlock(time + HORIZON_MS, []);
    expect(guard.size).toBe(50);
    guard.addBlock(time + HORIZON_MS + 1, []);
    expect(guard.size).toBe(0);
    expect(guard.memoryBytes).toBe(0);
  });
});

test('tags that were ground for their bits cost as much as others', () => {
  const TAGS = 40_000;
  const ROUNDS = 5;
  const random = new SeededRandom(testSeed());
  /** @param ground whether the low bits of the first word lie in 256 places, which takes 2^14 hashes a tag to find. */
  const tags = (ground: boolean): ReplayTag[] =>
    Array.from({ length: TAGS }, () => {
      const bytes = Buffer.from(Array.from({ length: 16 }, () => random.below(256)));
      if (ground) bytes.writeUInt32BE((bytes.readUInt32BE(0) & 0xffc0_00ff) >>> 0, 0);
      return bytes.toString('latin1') as ReplayTag;
    });
  const best = (ground: boolean): number => {
    const times = Array.from({ length: ROUNDS }, () => {
      const guard = new ReplayGuard(randomBytes(16));
      const given = tags(ground);
      const from = performance.now();
      guard.addBlock(1_000, given);
      for (const tag of given) if (!guard.isUsed(tag, 1_000)) expect.fail('a tag was forgotten');
      return performance.now() - from;
    });
    return Math.min(...times);
  };
  const [plain, ground] = [best(false), best(true)];
  console.log(`ground tags cost ${(ground / plain).toFixed(2)} times as much`);
  expect(ground / plain).toBeLessThan(8);
});
