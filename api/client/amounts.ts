/** Amounts: bigint in the program, decimal text for people. XRGE is counted in quanta, a token in its base units.
 *
 *  No amount is ever converted to a double. */

import { check } from './error.js';

export const XRGE = 'XRGE';
/** Decimals of XRGE: 1 XRGE is 1,000,000,000 quanta. */
export const XRGE_DECIMALS = 9;

/** No amount of the chain needs more than 128 bits. */
const MOST = 2n ** 128n - 1n;
/** Far above the decimals of any token; the chain allows 18. */
const MOST_DECIMALS = 60;

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

const checkDecimals = (decimals: number): void =>
  check(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS,
    `decimals must be a whole number from 0 to ${MOST_DECIMALS}`,
  );

/** Reads decimal text as base units: `parseAmount('1.5', 2)` is 150n.
 *  @throws RougedError `invalid_input` for text that is not an amount or has more decimals than the token. */
export function parseAmount(text: string, decimals: number): bigint {
  checkDecimals(decimals);
  check(typeof text === 'string', 'an amount must be text such as "1.5"');
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  check(
    whole !== '' && text.length <= 100,
    `an amount must be decimal digits such as "1.5", not "${text.slice(0, 40)}"`,
  );
  const significant = fraction.replace(/0+$/, '');
  check(significant.length <= decimals, `"${text}" has more than ${decimals} decimals`);
  const units = BigInt(whole + significant.padEnd(decimals, '0'));
  check(units <= MOST, `"${text}" is more than any amount of the chain`);
  return units;
}

/** The shortest exact decimal text of base units: `formatAmount(150n, 2)` is `1.5`. */
export function formatAmount(units: bigint, decimals: number): string {
  checkDecimals(decimals);
  check(typeof units === 'bigint', 'an amount must be a bigint of base units');
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return `${sign}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** XRGE as quanta: `parseXrge('1.5')` is 1500000000n. */
export const parseXrge = (text: string): bigint => parseAmount(text, XRGE_DECIMALS);

/** Quanta as XRGE: `formatXrge(1500000000n)` is `1.5`. */
export const formatXrge = (quanta: bigint): string => formatAmount(quanta, XRGE_DECIMALS);

/** @throws RougedError `invalid_input` unless it can be an amount of a request. */
export function checkAmount(name: string, value: unknown): asserts value is bigint {
  check(typeof value === 'bigint', `${name} must be a bigint: quanta of XRGE, or base units of a token`);
  check(value >= 0n, `${name} must not be negative`);
  check(value <= MOST, `${name} is more than any amount of the chain`);
}
