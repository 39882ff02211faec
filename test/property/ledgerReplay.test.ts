/** The replay guard against a list that forgets nothing: the same answers, and no more memory than needed. */

import { describe, expect, test } from 'vitest';
import { ReplayGuard, type ReplayTag, replayTag } from '../../engine/ledger/replay.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor } from '../support/transactions.js';

const HORIZON_MS = 600_000;
const BLOCKS = 2_000;

class NaiveGuard {
  readonly #blocks: { readonly time: number; readonly tags: readonly ReplayTag[] }[] = [];

  add(time: number, tags: readonly ReplayTag[]): void {
    this.#blocks.push({ time, tags });
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
  for (const seed of [1, testSeed()])
    test(`answers and forgets as the naive one, seed ${seed}`, () => {
      const random = new SeededRandom(seed);
      const pool = Array.from({ length: 60 }, (_, index) =>
        replayTag({ sender: actor('sender').account, nonce: `nonce-${index}` }),
      );
      const guard = new ReplayGuard();
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
        naive.add(time, [...tags]);
        expect(guard.size).toBe(naive.remembered(time));
      }
      expect(asked).toBeGreaterThan(BLOCKS);
      expect(used).toBeGreaterThan(asked / 20);
      expect(asked - used).toBeGreaterThan(asked / 20);
    });
});
