/** Amounts against exact fractions of BigInt: 10,000 random decimal texts, and every written amount read back. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits, formatXrge, numberOf, parseUnits, parseXrge, xrgeNumber } from '../../engine/base/amounts.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accepted, refusedAs } from '../unit/base/outcome.js';
import { seededRuns } from './seed.js';

const MAX = (1n << 128n) - 1n;

type Reading = bigint | 'negative' | 'out of range' | 'too many digits';

/** The value of a decimal text as the fraction above / below, in whole arithmetic. */
function reference(text: string, decimals: number): Reading {
  const [mantissa = '', exponentText = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const exponent = BigInt(exponentText);
  if (text.length > 100 || exponent > 60n || exponent < -60n) return 'out of range';
  const above = BigInt(whole + fraction) * 10n ** (BigInt(decimals) + (exponent > 0n ? exponent : 0n));
  const below = 10n ** (BigInt(fraction.length) + (exponent < 0n ? -exponent : 0n));
  if (above === 0n) return 0n;
  if (mantissa.startsWith('-')) return 'negative';
  if (above % below !== 0n) return 'too many digits';
  return above / below > MAX ? 'out of range' : above / below;
}

function ours(text: string, decimals: number): Reading {
  const read = parseUnits(text, decimals, 'fee');
  if (!isRefusal(read)) return read;
  switch (refusedAs(read)) {
    case 'invalid_amount: fee must not be negative':
      return 'negative';
    case 'invalid_amount: fee is out of range':
      return 'out of range';
    case decimals === 0
      ? 'invalid_amount: fee must be a whole number of base units'
      : `invalid_amount: fee has more than ${decimals} decimals`:
      return 'too many digits';
    default:
      throw new Error(read.message);
  }
}

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0001234567899'), minLength, maxLength });
const exponent = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -70, max: 70 }));
const decimalText = fc
  .tuple(
    fc.constantFrom('', '', '', '', '-'),
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('0', '00') },
      { weight: 6, arbitrary: digits(1, 12) },
      { weight: 3, arbitrary: digits(1, 45) },
      { weight: 1, arbitrary: digits(1, 110) },
      { weight: 1, arbitrary: fc.bigInt({ min: MAX - 3n, max: MAX + 3n }).map(String) },
    ),
    fc.oneof(
      fc.constantFrom('', '', '.0', '.00'),
      digits(1, 14).map((text) => `.${text}`),
    ),
    fc.option(
      fc.tuple(fc.constantFrom('e', 'E', 'e+'), exponent).map(([e, n]) => (n < 0 ? `e${n}` : `${e}${n}`)),
      { nil: '' },
    ),
  )
  .map((parts) => parts.join(''));

test('10,000 random decimals are read as exact fractions', () => {
  const runs = seededRuns('decimals', 10_000);
  const counts = { read: 0, zero: 0, negative: 0, 'out of range': 0, 'too many digits': 0 };
  fc.assert(
    fc.property(decimalText, fc.constantFrom(0, 6, 9, 9, 18), (text, decimals) => {
      const expected = reference(text, decimals);
      expect(ours(text, decimals)).toBe(expected);
      counts[typeof expected !== 'bigint' ? expected : expected === 0n ? 'zero' : 'read']++;
    }),
    runs,
  );
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(10_000);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
});

test('every amount that is written is read back', () => {
  const runs = seededRuns('written amounts', 5_000);
  let checked = 0;
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: MAX }), fc.nat(128), fc.nat(30), (value, shift, decimals) => {
      const amount = value >> BigInt(shift);
      const text = formatUnits(amount, decimals);
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(parseUnits(text, decimals)).toBe(amount);
      expect(parseUnits(`${amount}e-${decimals}`, decimals)).toBe(amount);
      if (amount > 0n) expect(formatUnits(-amount, decimals)).toBe(`-${text}`);
      checked++;
    }),
    runs,
  );
  expect(checked).toBe(runs.numRuns);
});

test('an XRGE amount of up to 15 digits survives as a JSON number', () => {
  const runs = seededRuns('numbers', 5_000);
  let checked = 0;
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.nat(50), (value, shift) => {
      const quanta = value >> BigInt(shift);
      expect(accepted<bigint>(parseXrge(JSON.stringify(xrgeNumber(quanta))))).toBe(quanta);
      expect(xrgeNumber(quanta)).toBe(Number(formatXrge(quanta)));
      checked++;
    }),
    runs,
  );
  expect(checked).toBe(runs.numRuns);
});

/** The units that the JSON text of a number names, by the reference above; undefined when it has more digits than the unit. */
function unitsOfJson(value: number, decimals: number): bigint | undefined {
  const [mantissa = '', exponent = '0'] = JSON.stringify(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = decimals - fraction.length + Number(exponent);
  return shift < 0 ? undefined : BigInt(whole + fraction) * 10n ** BigInt(shift);
}

/** The double above or below a positive one, found without looking at bits: the nearest of those that a small step reaches. */
function nextTo(value: number, direction: 1 | -1): number {
  for (let step = value * 2 ** -54; ; step *= 1.5)
    if (value + direction * step !== value) return value + direction * step;
}

/** Amounts of every length, and those around powers of two and ten and halfway between two doubles. */
const anyAmount = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: MAX }), fc.nat(127)).map(([value, shift]) => value >> BigInt(shift)),
  fc.tuple(fc.nat(127), fc.bigInt({ min: -3n, max: 3n })).map(([power, by]) => 2n ** BigInt(power) + by),
  fc.tuple(fc.nat(38), fc.bigInt({ min: -3n, max: 3n })).map(([power, by]) => 10n ** BigInt(power) + by),
  fc
    .tuple(
      fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
      fc.integer({ min: 1, max: 75 }),
      fc.constantFrom(-1n, 0n, 1n),
    )
    .map(([mantissa, power, by]) => (2n * mantissa + 1n) * 2n ** BigInt(power - 1) + by),
);

test.each([
  ['down', 0],
  ['down', 9],
  ['down', 18],
  ['up', 0],
  ['up', 9],
  ['up', 18],
] as const)(
  'a number of an answer is rounded %s (%d decimals), and to the nearest such double',
  (rounding, decimals) => {
    const runs = seededRuns('rounded numbers', 4_000);
    const counts = { exact: 0, rounded: 0 };
    fc.assert(
      fc.property(anyAmount, (amount) => {
        if (amount < 0n || amount > MAX) return;
        const shown = numberOf(amount, decimals, rounding);
        const told = unitsOfJson(shown, decimals) as bigint;
        expect(told).toBeDefined();
        if (told === amount) {
          counts.exact++;
          return;
        }
        counts.rounded++;
        const next = unitsOfJson(nextTo(shown, rounding === 'down' ? 1 : -1), decimals);
        if (rounding === 'down') {
          expect(told).toBeLessThan(amount);
          // A returned amount can be sent: it reads as an amount.
          expect(accepted<bigint>(parseUnits(JSON.stringify(shown), decimals))).toBe(told);
          expect(next === undefined || next > amount).toBe(true);
        } else {
          expect(told).toBeGreaterThan(amount);
          expect(next === undefined || next < amount).toBe(true);
        }
      }),
      runs,
    );
    expect(counts.exact).toBeGreaterThan(400);
    expect(counts.rounded).toBeGreaterThan(400);
  },
);
