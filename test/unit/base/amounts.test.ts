/** Reading and writing amounts: every refusal, the edges of 128 bits and of a quantum. */

import { describe, expect, test } from 'vitest';
import {
  amountView,
  formatUnits,
  formatXrge,
  neededXrge,
  parseUnits,
  parseXrge,
  QUANTA,
  unitsNumber,
  xrgeNumber,
} from '../../../engine/base/amounts.js';
import { refusedAs } from './outcome.js';

const MAX = (1n << 128n) - 1n;

describe('an amount is refused that', () => {
  test.each([
    ['is no number', 'abc', 'fee must be a decimal number'],
    ['is empty', '', 'fee must be a decimal number'],
    ['has a plus sign', '+1', 'fee must be a decimal number'],
    ['has a space', ' 1', 'fee must be a decimal number'],
    ['ends with a line', '1\n', 'fee must be a decimal number'],
    ['is a bare fraction', '.5', 'fee must be a decimal number'],
    ['has an unfinished fraction', '1.', 'fee must be a decimal number'],
    ['is hexadecimal', '0x10', 'fee must be a decimal number'],
    ['is not ASCII', '１', 'fee must be a decimal number'],
    ['is infinite', 'Infinity', 'fee must be a decimal number'],
    ['has an exponent of five digits', '1e00001', 'fee must be a decimal number'],
    ['is negative', '-1', 'fee must not be negative'],
    ['is negative and too fine', '-1e-10', 'fee must not be negative'],
    ['is finer than a quantum', '0.0000000001', 'fee has more than 9 decimals'],
    ['is finer than a quantum by its exponent', '1e-10', 'fee has more than 9 decimals'],
    ['has a tenth digit', '1.0000000001', 'fee has more than 9 decimals'],
    ['is 2^128 quanta', '340282366920938463463374607431.768211456', 'fee is out of range'],
    ['has an exponent that names no amount', '1e61', 'fee is out of range'],
    ['has one below', '0e-61', 'fee is out of range'],
    ['is longer than any amount', '1'.repeat(101), 'fee is out of range'],
  ])('%s', (_, text, message) => {
    expect(refusedAs(parseXrge(text, 'fee'))).toBe(`invalid_amount: ${message}`);
  });

  test('is a fraction of a base unit', () => {
    expect(refusedAs(parseUnits('1.5', 0))).toBe('invalid_amount: amount must be a whole number of base units');
    expect(refusedAs(parseUnits('15e-1', 0))).toBe('invalid_amount: amount must be a whole number of base units');
  });
});

test.each([
  ['0', 0n],
  ['-0', 0n],
  ['0.000000000000', 0n],
  ['1', QUANTA],
  ['0.000000001', 1n],
  ['1e-9', 1n],
  ['10e-10', 1n],
  ['1.50', 1_500_000_000n],
  ['1.0000000000000', QUANTA],
  ['1.5E3', 1_500_000_000_000n],
  ['007', 7n * QUANTA],
  ['340282366920938463463374607431.768211455', MAX],
  ['340282366920938463463374607431768211455e-9', MAX],
])('%s XRGE', (text, quanta) => {
  expect(parseXrge(text)).toBe(quanta);
});

test.each([
  [0n, 9, '0'],
  [1n, 9, '0.000000001'],
  [1_500_000_000n, 9, '1.5'],
  [-1_500_000_000n, 9, '-1.5'],
  [100n * QUANTA, 9, '100'],
  [120n, 0, '120'],
  [MAX, 9, '340282366920938463463374607431.768211455'],
])('%d units of %d decimals are written %s', (units, decimals, text) => {
  expect(formatUnits(units, decimals)).toBe(text);
});

test('numbers for JSON are exact, or on the safe side', () => {
  expect(xrgeNumber(100_000_001n)).toBe(0.100000001);
  expect(xrgeNumber(36_000_000_000n * QUANTA + 1n)).toBe(36e9);
  expect(formatXrge(36_000_000_000n * QUANTA + 1n)).toBe('36000000000.000000001');
  expect(unitsNumber(2n ** 53n + 1n)).toBe(2 ** 53);
  // The nearest doubles of these are above them.
  expect(unitsNumber(2n ** 53n + 3n)).toBe(2 ** 53 + 2);
  expect(unitsNumber(10n ** 27n - 1n)).toBeLessThan(1e27);
  expect(xrgeNumber(36_000_000_000n * QUANTA - 1n)).toBeLessThan(36e9);
  // From 2^23 XRGE on two quanta can have one double, whose shortest text is that of the greater.
  expect(xrgeNumber(8_388_608_000_000_001n)).toBe(8_388_608);
  expect(neededXrge(36_000_000_000n * QUANTA - 1n)).toBe(36e9);
  expect(neededXrge(36_000_000_000n * QUANTA + 1n)).toBeGreaterThan(36e9);
  expect(neededXrge(100_000_001n)).toBe(0.100000001);
});

test('an amount and its exact text stand side by side', () => {
  expect(amountView('XRGE', 1_500_000_000n)).toEqual({ amount: 1.5, amount_quanta: '1500000000' });
  expect(amountView('GOLD', 2n ** 53n + 3n, 'price')).toEqual({ price: 2 ** 53 + 2, price_units: '9007199254740995' });
  expect(amountView('GOLD', 2n ** 53n + 1n, 'price', 'up')).toEqual({
    price: 2 ** 53 + 2,
    price_units: '9007199254740993',
  });
});
