/** The sorted list against a plain sorted array: random changes that make it grow over many chunks and shrink again, every
 *  question after them, cursors whose entry is gone, and lists loaded at once. */

import { describe, expect, test } from 'vitest';
import { InvariantError } from '../../../engine/base/refusal.js';
import { MAX_CHUNK, SortedList } from '../../../engine/state/sortedList.js';
import { SeededRandom, testSeed } from '../../support/random.js';

/** As an index of holders: the largest balance first, equal balances by owner. */
interface Holder {
  readonly balance: bigint;
  readonly owner: number;
}

const byBalance = (a: Holder, b: Holder): number =>
  a.balance === b.balance ? a.owner - b.owner : a.balance > b.balance ? -1 : 1;

const numbers = (count: number, step = 1): number[] => Array.from({ length: count }, (_, index) => index * step);

const byNumber = (a: number, b: number): number => a - b;

/** The second opinion: searched from the front, changed by copying. */
class PlainList {
  entries: readonly Holder[];

  constructor(entries: readonly Holder[] = []) {
    this.entries = entries;
  }

  rankOf(entry: Holder): number {
    const rank = this.entries.findIndex((other) => byBalance(other, entry) >= 0);
    return rank < 0 ? this.entries.length : rank;
  }

  has(entry: Holder): boolean {
    const found = this.entries[this.rankOf(entry)];
    return found !== undefined && byBalance(found, entry) === 0;
  }

  add(entry: Holder): boolean {
    if (this.has(entry)) return false;
    this.entries = [...this.entries, entry].sort(byBalance);
    return true;
  }

  remove(entry: Holder): boolean {
    const before = this.entries.length;
    this.entries = this.entries.filter((other) => byBalance(other, entry) !== 0);
    return this.entries.length < before;
  }

  after(entry: Holder, limit: number): Holder[] {
    return this.entries.filter((other) => byBalance(other, entry) > 0).slice(0, limit);
  }
}

/** Balances repeat and owners do too, so that some entries are drawn twice. */
const drawHolder = (random: SeededRandom): Holder => ({
  balance: BigInt(random.below(400)),
  owner: random.below(40),
});

/** Every question about this entry and this rank. @returns how many answers were compared. */
function compareAnswers(list: SortedList<Holder>, plain: PlainList, random: SeededRandom): number {
  const { entries } = plain;
  const entry = random.chance(50) && entries.length > 0 ? random.pick(entries) : drawHolder(random);
  const rank = random.between(-1, entries.length + 1);
  const limit = random.pick([0, 1, 7, MAX_CHUNK, 3 * MAX_CHUNK]);
  expect(list.size).toBe(entries.length);
  expect(list.has(entry)).toBe(plain.has(entry));
  expect(list.rankOf(entry)).toBe(plain.rankOf(entry));
  expect(list.at(rank)).toBe(entries[rank]);
  expect([...list.after(entry, limit)]).toEqual(plain.after(entry, limit));
  const first = Math.max(0, rank);
  expect([...list.from(first, limit)]).toEqual(entries.slice(first, first + limit));
  return 6;
}

/** Changes the list until it has the size. @returns how many answers were compared. */
function changeTo(size: number, list: SortedList<Holder>, plain: PlainList, random: SeededRandom): number {
  let compared = 0;
  const grows = size > plain.entries.length;
  while (plain.entries.length !== size) {
    const isRemoval = random.chance(grows ? 20 : 80);
    const isKnown = random.chance(isRemoval ? 90 : 10) && plain.entries.length > 0;
    const entry = isKnown ? { ...random.pick(plain.entries) } : drawHolder(random);
    if (isRemoval) expect(list.remove(entry)).toBe(plain.remove(entry));
    else expect(list.add(entry)).toBe(plain.add(entry));
    compared++;
    if (random.chance(10)) compared += compareAnswers(list, plain, random);
  }
  expect([...list.from(0, Number.POSITIVE_INFINITY)]).toEqual(plain.entries);
  return compared + 1;
}

describe('beside a plain sorted array', () => {
  // Both ends of one chunk, many chunks, and the way back.
  const sizes = [1, 2, 15, 17, 3, MAX_CHUNK, MAX_CHUNK + 1, 40, 5 * MAX_CHUNK, 2 * MAX_CHUNK, 3 * MAX_CHUNK, 1, 0, 20];

  test('random changes, from one entry over many chunks and back, give the same answers', () => {
    const random = new SeededRandom(testSeed());
    const list = new SortedList(byBalance);
    const plain = new PlainList();
    let compared = 0;
    for (const size of sizes) compared += changeTo(size, list, plain, random);
    expect(compared).toBeGreaterThan(10_000);
  });

  test('lists loaded at once answer the same, before and after changes', () => {
    const random = new SeededRandom(testSeed());
    let compared = 0;
    for (const size of [0, 1, MAX_CHUNK - 1, MAX_CHUNK, MAX_CHUNK + 1, 4 * MAX_CHUNK + 1]) {
      const plain = new PlainList();
      while (plain.entries.length < size) plain.add(drawHolder(random));
      const list = SortedList.of(plain.entries, byBalance);
      for (let question = 0; question < 20; question++) compared += compareAnswers(list, plain, random);
      compared += changeTo(size + 50, list, plain, random);
      compared += changeTo(size >> 2, list, plain, random);
    }
    expect(compared).toBeGreaterThan(4_000);
  });
});

describe('in one direction', () => {
  const count = 10 * MAX_CHUNK;
  const all = numbers(count);

  test.each([
    ['upwards', all],
    ['downwards', all.toReversed()],
  ])('filled %s and emptied from either end, every rank is right', (_, order) => {
    const list = new SortedList(byNumber);
    for (const entry of order) expect(list.add(entry)).toBe(true);
    expect(list.size).toBe(count);
    for (const entry of all) expect([list.at(entry), list.rankOf(entry)]).toEqual([entry, entry]);
    for (const [removed, entry] of order.entries()) {
      expect(list.remove(entry)).toBe(true);
      const rest = count - removed - 1;
      expect(list.size).toBe(rest);
      const lowest = order === all ? entry + 1 : 0;
      expect([list.at(0), list.at(rest - 1)]).toEqual(
        rest === 0 ? [undefined, undefined] : [lowest, lowest + rest - 1],
      );
    }
    expect([...list.from(0, 1)]).toEqual([]);
  });

  test('a hole of many chunks in the middle closes', () => {
    const list = SortedList.of(all, byNumber);
    for (let entry = 1; entry < count - 1; entry++) expect(list.remove(entry)).toBe(true);
    expect([...list.from(0, 10)]).toEqual([0, count - 1]);
    expect(list.rankOf(count - 1)).toBe(1);
    expect([...list.after(0, 10)]).toEqual([count - 1]);
  });

  test('ranks above a growing hole are right after every removal', () => {
    const list = SortedList.of(all, byNumber);
    const [from, to] = [2 * MAX_CHUNK, 8 * MAX_CHUNK];
    // What is above the hole has no room, so that short chunks are joined with what is below.
    for (let entry = to; entry < count; entry++) list.add(entry + 0.5);
    for (let entry = to - 1; entry >= from; entry--) {
      expect(list.remove(entry)).toBe(true);
      expect([list.rankOf(to), list.at(entry)]).toEqual([entry, to]);
    }
  });

  test('a short chunk between two full ones empties without a trace', () => {
    const list = SortedList.of(all, byNumber);
    // Neighbours that grow have no room to be joined with.
    const [from, to] = [3 * MAX_CHUNK, 5 * MAX_CHUNK];
    for (let entry = 0; entry < count; entry++) if (entry < from || entry >= to) list.add(entry + 0.5);
    for (let entry = from; entry < to; entry++) expect(list.remove(entry)).toBe(true);
    const expected = all.flatMap((entry) => (entry < from || entry >= to ? [entry, entry + 0.5] : []));
    expect([...list.from(0, count * 2)]).toEqual(expected);
    for (const [rank, entry] of expected.entries()) expect(list.at(rank)).toBe(entry);
  });
});

describe('the number of chunks', () => {
  /** One for every quarter of MAX_CHUNK, and as many again for short ones between long ones. */
  const mostFor = (size: number): number => 1 + 2 * Math.ceil(size / (MAX_CHUNK / 4));

  test('follows the size, up and down', () => {
    const random = new SeededRandom(testSeed());
    const list = new SortedList(byNumber);
    let compared = 0;
    const check = (): void => {
      expect(list.chunkCount).toBeGreaterThanOrEqual(list.size / MAX_CHUNK);
      expect(list.chunkCount).toBeLessThanOrEqual(mostFor(list.size));
      compared++;
    };
    const most = 20 * MAX_CHUNK;
    while (list.size < most) if (list.add(random.below(2 ** 31))) check();
    while (list.size > 0) {
      expect(list.remove(list.at(random.below(list.size)) as number)).toBe(true);
      check();
    }
    expect(compared).toBe(2 * most);
  });

  test.each([0, 1, MAX_CHUNK])('is one for %s entries', (count) => {
    expect(SortedList.of(numbers(count), byNumber).chunkCount).toBe(1);
  });
});

test('what is taken is the entry that the list had', () => {
  const list = new SortedList(byBalance);
  const first: Holder = { balance: 5n, owner: 1 };
  expect(list.add(first)).toBe(true);
  expect(list.add({ ...first })).toBe(false);
  expect(list.take({ ...first })).toBe(first);
  expect(list.take(first)).toBeUndefined();
  expect(list.size).toBe(0);
});

describe('pages behind a cursor', () => {
  const count = 4 * MAX_CHUNK;

  test('every entry that stays is read once, while each cursor is removed before the next page', () => {
    const random = new SeededRandom(testSeed());
    const list = SortedList.of(numbers(count, 2), byNumber);
    const read: number[] = [];
    let cursor = -1;
    for (;;) {
      const page = [...list.after(cursor, 37)];
      if (page.length === 0) break;
      read.push(...page);
      cursor = page.at(-1) as number;
      expect(list.remove(cursor)).toBe(true);
      // What comes and goes before the cursor moves ranks, not pages.
      list.add(random.below(cursor + 1) - 0.5);
      list.remove(random.below(cursor) & ~1);
    }
    expect(read).toEqual(numbers(count, 2));
  });

  test('an entry that came behind the cursor is on the next page', () => {
    const list = SortedList.of(numbers(count, 2), byNumber);
    expect(list.add(101)).toBe(true);
    expect(list.remove(100)).toBe(true);
    expect([...list.after(100, 2)]).toEqual([101, 102]);
    expect([...list.after(99, 2)]).toEqual([101, 102]);
    for (const [cursor, next] of [
      [98, 101],
      [99, 101],
      [101, 102],
      [-1, 0],
    ] as const)
      expect(list.at(list.rankBehind(cursor))).toBe(next);
    expect(list.rankBehind(2 * count)).toBe(list.size);
  });

  test('behind the last entry there is nothing, before the first there is all', () => {
    const list = SortedList.of(numbers(count), byNumber);
    expect([...list.after(count - 1, 5)]).toEqual([]);
    expect([...list.after(count, 5)]).toEqual([]);
    expect([...list.after(-1, count * 2)]).toHaveLength(count);
  });
});

describe('ranks at the ends', () => {
  test.each([0, 1, MAX_CHUNK, 3 * MAX_CHUNK])('of %s entries', (count) => {
    const list = SortedList.of(numbers(count), byNumber);
    expect([list.rankOf(-1), list.rankOf(count), list.rankOf(count + 1)]).toEqual([0, count, count]);
    expect([list.at(-1), list.at(count), list.at(0.5), list.at(Number.NaN)]).toEqual(Array(4).fill(undefined));
    expect(list.at(count - 1)).toBe(count === 0 ? undefined : count - 1);
    expect([...list.from(count, 3)]).toEqual([]);
    expect([...list.from(count + 1, 3)]).toEqual([]);
    expect([...list.from(0, 0)]).toEqual([]);
    expect([...list.from(Math.max(0, count - 2), 3)]).toEqual(numbers(count).slice(-2));
  });

  test.each([-1, 0.5, Number.NaN])('a page from %s is an error', (rank) => {
    expect(() => SortedList.of([1, 2], byNumber).from(rank, 1)).toThrow(InvariantError);
  });
});

describe('loading', () => {
  test('refuses entries out of order and entries that stand twice', () => {
    expect(() => SortedList.of([1, 3, 2], byNumber)).toThrow('the entries at 1 and 2 are not in order');
    expect(() => SortedList.of([1, 1], byNumber)).toThrow(InvariantError);
  });

  test('compares each entry with the one before it, and nothing else', () => {
    let comparisons = 0;
    const count = 5 * MAX_CHUNK;
    SortedList.of(numbers(count), (a, b) => {
      comparisons++;
      return a - b;
    });
    expect(comparisons).toBe(count - 1);
  });

  test('leaves the given array to the caller', () => {
    const given = [1, 2];
    const list = SortedList.of(given, byNumber);
    given[0] = 9;
    expect(list.at(0)).toBe(1);
    list.add(3);
    expect(given).toEqual([9, 2]);
  });
});

test('an entry that is there already stays', () => {
  const list = new SortedList(byBalance);
  const first = { balance: 1n, owner: 1 };
  expect([list.add(first), list.add({ ...first })]).toEqual([true, false]);
  expect(list.at(0)).toBe(first);
});

test('a search costs about as many comparisons as the entries have binary digits', () => {
  let comparisons = 0;
  const list = SortedList.of(numbers(100_000), (a, b) => {
    comparisons++;
    return a - b;
  });
  comparisons = 0;
  const searches = 1_000;
  for (let search = 0; search < searches; search++) list.rankOf(search * 97);
  // log2 of 100,000 is 17; one more for each of the two searches, one to see whether the entry is there.
  expect(comparisons / searches).toBeLessThan(20);
  expect(comparisons / searches).toBeGreaterThan(10);
});
