/** The mixes of the load generator: shares of each kind, and what the accounts of `defi` hand on. */

import { describe, expect, test } from 'vitest';
import { countHandedOn, nftsBySlot, type SignedSlots } from '../../../bench/load/market.js';
import { kindOfRequest, type Mix, type RequestKind } from '../../../bench/load/mixes.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const drawn = (mix: Mix, from: number, count: number, stakes = true): ReadonlyMap<RequestKind, number> => {
  const counts = new Map<RequestKind, number>();
  for (let serial = from; serial < from + count; serial++) {
    const kind = kindOfRequest(mix, serial, stakes);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
};

const of = (counts: ReadonlyMap<RequestKind, number>, ...kinds: RequestKind[]): number =>
  kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);

describe('shares', () => {
  test('of defi are 60 transfers, 25 swaps, 10 NFTs and 5 others in every hundred', () => {
    for (let hundred = 0; hundred < 200; hundred++) {
      const counts = drawn('defi', hundred * 100, 100);
      expect(of(counts, 'transfer')).toBe(60);
      expect(of(counts, 'buy', 'sell', 'exchange')).toBe(25);
      expect(of(counts, 'mint', 'NFT transfer')).toBe(10);
      expect(of(counts, 'tip', 'newcomer', 'token transfer', 'stake', 'unstake')).toBe(5);
      // As many in one direction as in the other: the prices stay.
      expect(of(counts, 'buy')).toBe(of(counts, 'sell'));
    }
  });

  test('hold within bounds wherever counting begins', () => {
    const random = new SeededRandom(testSeed());
    for (let round = 0; round < 50; round++) {
      const count = random.between(1_000, 5_000);
      const counts = drawn('defi', random.below(1_000_000), count);
      const share = (...kinds: RequestKind[]): number => (100 * of(counts, ...kinds)) / count;
      const near = (value: number, asked: number): void => expect(Math.abs(value - asked)).toBeLessThan(2);
      near(share('transfer'), 60);
      near(share('buy', 'sell', 'exchange'), 25);
      near(share('mint', 'NFT transfer'), 10);
      near(share('tip', 'newcomer', 'token transfer', 'stake', 'unstake'), 5);
    }
  });

  test('accounts that may not stake transfer tokens instead', () => {
    const counts = drawn('defi', 0, 1_000, false);
    expect(of(counts, 'stake', 'unstake')).toBe(0);
    expect(of(counts, 'token transfer')).toBe(30);
  });

  test.each([2, 4, 50, 100, 256])('each of %d accounts sends every kind', (accounts) => {
    const kinds = new Set(drawn('defi', 0, 100).keys());
    for (let account = 0; account < accounts; account++) {
      const own = new Set<RequestKind>();
      for (let serial = account; serial < 1_000 * accounts; serial += accounts) own.add(kindOfRequest('defi', serial));
      expect([account, own.size]).toEqual([account, kinds.size]);
    }
  });
});

describe('NFTs that are handed on', () => {
  const slots: SignedSlots = { mix: 'defi', count: 1_234, signers: [1, 3, 4], stakes: true };

  test('are as many as were counted, each once, from the first of the round on', () => {
    const counts = new Uint32Array(5);
    countHandedOn(slots, counts);
    expect([counts[0], counts[2]]).toEqual([0, 0]);
    const first = Uint32Array.of(1, 10, 1, 20, 30);
    const bySlot = nftsBySlot(slots, first);
    expect(bySlot.size).toBeGreaterThan(60);
    expect(bySlot.size).toBe(counts.reduce((sum, count) => sum + count, 0));
    for (const account of slots.signers) {
      const own = [...bySlot].filter(([slot]) => slots.signers[slot % slots.signers.length] === account);
      const begin = first[account] as number;
      expect(own.map(([, nft]) => nft)).toEqual(own.map((_, index) => begin + index));
      expect(own).toHaveLength(counts[account] as number);
    }
    for (const slot of bySlot.keys()) expect(kindOfRequest('defi', slot)).toBe('NFT transfer');
  });

  test('are none in the other mixes', () => {
    const counts = new Uint32Array(5);
    for (const mix of ['transfer', 'mixed'] as const) countHandedOn({ ...slots, mix }, counts);
    expect([...counts]).toEqual([0, 0, 0, 0, 0]);
  });
});
