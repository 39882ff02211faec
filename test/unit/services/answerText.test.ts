/** Answers are byte for byte what JSON.stringify writes. */

import { expect, test } from 'vitest';
import { utf8Text } from '../../../engine/base/bytes.js';
import { jsonBytes, shownBytes } from '../../../engine/services/answerText.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const VALUES = 400;
const seed = testSeed();
const random = new SeededRandom(seed);

const pieces = ['a', '"', '\\', '\n', '\u0000', 'ü', '漢', '😀', '\u2028', '/'];
/** A few of them again and again, so that long ones repeat. */
const texts = Array.from({ length: 24 }, (_, at) =>
  Array.from({ length: at % 2 === 0 ? random.below(12) : 250 + random.below(400) }, () => random.pick(pieces)).join(''),
);

function value(depth: number): unknown {
  const shape = random.below(depth === 0 ? 5 : 7);
  if (shape < 2) return random.pick(texts);
  if (shape === 2) return random.pick([0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER]);
  if (shape === 3) return random.pick([true, false, null]);
  if (shape === 4) return undefined;
  const inner = Array.from({ length: random.below(5) }, () => value(depth - 1));
  return shape === 5 ? inner : Object.fromEntries(inner.map((each, at) => [`${random.pick(texts)}${at}`, each]));
}

test(`any plain value is written as JSON.stringify writes it (seed ${seed})`, () => {
  let long = 0;
  for (let at = 0; at < VALUES; at++) {
    const answer = { success: true, value: value(4), again: texts, last: texts };
    const expected = JSON.stringify(answer);
    expect(utf8Text(jsonBytes(answer))).toBe(expected);
    if (expected.length > 10_000) long++;
  }
  expect(long).toBe(VALUES);
});

test('the size of an element is near what it takes', () => {
  const element = { id: 'x'.repeat(64), parts: ['y'.repeat(5_000), 'z'], read: true, count: 12, none: null };
  const written = JSON.stringify(element).length;
  expect(Math.abs(shownBytes(element) - written)).toBeLessThan(64);
});

test('texts that differ at their ends only cost about what others cost', () => {
  const texts = (make: (at: string) => string): readonly string[] =>
    Array.from({ length: 400 }, (_, at) => make(String(at).padStart(8, '0')));
  const same = 'x'.repeat(16_376);
  const cost = (all: readonly string[]): number => {
    const { user, system } = process.cpuUsage();
    jsonBytes({ all });
    const after = process.cpuUsage({ user, system });
    return after.user + after.system;
  };
  const [others, alike] = [texts((at) => at + same), texts((at) => same + at)];
  // In turn, and the least of each: a collection takes as long as ten of them.
  let least: readonly [number, number] = [cost(others), cost(alike)];
  for (let turn = 0; turn < 40 && least[1] >= 5 * least[0]; turn++)
    least = [Math.min(least[0], cost(others)), Math.min(least[1], cost(alike))];
  expect(least[1] / least[0]).toBeLessThan(5);
});
