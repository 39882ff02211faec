/** Numbers of a block's events: the way from an index to its event and back against a list of all of them, and the stored record. */

import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { EventNumbers } from '../../../engine/store/eventNumbers.js';
import {
  contractEventsIn,
  decodeEventRange,
  type Emitter,
  type EventRange,
  encodeEventRange,
  lastOf,
} from '../../../engine/store/records.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const BLOCKS = 400;

/** Events of contracts in each transaction of a block. */
function someBlock(random: SeededRandom): number[] {
  const share = random.pick([0, 10, 50, 100]);
  return Array.from({ length: random.below(30) }, () => (random.chance(share) ? random.between(1, 6) : 0));
}

function rangeOf(emitted: readonly number[], balances: number): EventRange {
  const emitters: Emitter[] = [];
  let through = 0;
  for (const [position, events] of emitted.entries()) {
    through += events;
    if (events > 0) emitters.push({ position, through });
  }
  return { height: 7, first: 1_000, transactions: emitted.length, emitters, balances };
}

/** The first index from one on that a test of a name accepts. */
const nextIn = (names: readonly string[], index: number, accepts: RegExp, otherwise: number): number => {
  const found = names.findIndex((name, at) => at >= index && accepts.test(name));
  return found < 0 ? otherwise : found;
};

test('lead from an index to its event and back', () => {
  const random = new SeededRandom(testSeed());
  let compared = 0;
  let emitting = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const emitted = someBlock(random);
    const range = rangeOf(emitted, random.below(5));
    const numbers = new EventNumbers(range);
    const names = [
      'block',
      ...emitted.flatMap((events, position) => [
        `transaction ${position}`,
        ...Array.from({ length: events }, (_, event) => `emitted ${position} ${event}`),
      ]),
      ...Array.from({ length: range.balances }, () => 'balance'),
    ];
    const firstBalance = names.length - range.balances;
    expect([numbers.count, numbers.firstBalance]).toEqual([names.length, firstBalance]);
    expect(lastOf(range)).toBe(range.first + names.length - 1);
    emitting += range.emitters.length;
    for (let index = 1; index < firstBalance; index++) {
      const { position, emitted: event } = numbers.placeAt(index);
      expect(event === undefined ? `transaction ${position}` : `emitted ${position} ${event}`).toBe(names[index]);
      if (event === undefined) expect(numbers.ofTransaction(position)).toBe(index);
      compared++;
    }
    expect(numbers.ofTransaction(emitted.length)).toBe(firstBalance);
    for (let index = 1; index <= names.length; index++) {
      expect(numbers.nextTransaction(index)).toBe(nextIn(names, index, /^transaction/, firstBalance));
      expect(numbers.nextEmitted(index)).toBe(nextIn(names, index, /^emitted/, firstBalance));
    }
  }
  expect(compared).toBeGreaterThan(BLOCKS * 10);
  expect(emitting).toBeGreaterThan(BLOCKS);
});

test('are read as they were stored, and grow with the transactions that emitted events', () => {
  const random = new SeededRandom(testSeed());
  let grown = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const range = rangeOf(someBlock(random), random.below(2 ** 32));
    const bytes = encodeEventRange(range);
    expect(bytes).toHaveLength(16 + 8 * range.emitters.length);
    expect(decodeEventRange(range.height, bytes)).toEqual(range);
    if (range.emitters.length > 0) grown++;
  }
  expect(grown).toBeGreaterThan(BLOCKS / 4);
});

test('have a record whose bytes do not change, and without contracts the one that they had before', () => {
  const quiet = { height: 5, first: 300, transactions: 2, emitters: [], balances: 4 };
  expect(toHex(encodeEventRange(quiet))).toBe('000000000000012c0000000200000004');
  const before = Buffer.from('000000000000012c0000000200000004', 'hex');
  expect(decodeEventRange(5, before)).toEqual(quiet);
  expect([contractEventsIn(quiet), lastOf(quiet)]).toEqual([0, 306]);
  const loud = { ...quiet, emitters: [{ position: 1, through: 3 }] };
  expect(toHex(encodeEventRange(loud))).toBe('000000000000012c00000002000000040000000100000003');
  expect([contractEventsIn(loud), lastOf(loud)]).toEqual([3, 309]);
});
