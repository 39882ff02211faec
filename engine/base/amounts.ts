/** Money: XRGE in quanta (1 XRGE = 10^9 quanta), tokens in base units, always bigint and below 2^128.
 *
 *  Amounts are read from decimal text, digit by digit; a double never holds one on its way in. On the way out a JSON
 *  number is given only where a double holds the value exactly enough to be read back, beside it a decimal string. */

import { U128_MAX } from './bytes.js';
import { type Refusal, refuse } from './refusal.js';

export const XRGE = 'XRGE';
export const XRGE_DECIMALS = 9;
/** Quanta in one XRGE. */
export const QUANTA = 10n ** BigInt(XRGE_DECIMALS);

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Exponents beyond this cannot name an amount below 2^128; refusing them early keeps a short text from becoming a
 *  long number. */
const MAX_EXPONENT = 60;

/** Longest text of a number that names an amount: 39 digits, decimals and an exponent, and room for zeros. */
export const AMOUNT_CHARACTERS = 100;

/** What becomes of digits beyond the unit: an amount that moves has none; a bound goes to its safe side. */
export type Rounding = 'exact' | 'up' | 'down';

/** Reads a JSON number's text as an integer count of 10^-decimals units.
 *  @param rounding of digits beyond the unit.
 *  @returns a refusal when it is negative, has more digits than the unit and no rounding, or does not fit 128 bits. */
export function parseUnits(
  text: string,
  decimals: number,
  name = 'amount',
  rounding: Rounding = 'exact',
): bigint | Refusal {
  const match = DECIMAL.exec(text);
  if (!match) return refuse('invalid_amount', `${name} must be a decimal number`);
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  // A bound may be as small as it likes: its digits are cut off, none is added.
  const tooSmall = exponent < -MAX_EXPONENT && rounding === 'exact';
  if (text.length > AMOUNT_CHARACTERS || exponent > MAX_EXPONENT || tooSmall)
    return refuse('invalid_amount', `${name} is out of range`);
  const digits = (whole + fraction).replace(/^0+/, '') || '0';
  if (digits === '0') return 0n;
  if (sign === '-') return refuse('invalid_amount', `${name} must not be negative`);
  const shift = decimals + exponent - fraction.length;
  let units: bigint;
  if (shift >= 0) units = BigInt(digits) * 10n ** BigInt(shift);
  else {
    const cut = Math.max(0, digits.length + shift);
    const isWhole = !/[1-9]/.test(digits.slice(cut));
    if (!isWhole && rounding === 'exact')
      return refuse(
        'invalid_amount',
        decimals === 0 ? `${name} must be a whole number of base units` : `${name} has more than ${decimals} decimals`,
      );
    units = BigInt(digits.slice(0, cut)) + (isWhole || rounding === 'down' ? 0n : 1n);
  }
  if (units > U128_MAX) return refuse('invalid_amount', `${name} is out of range`);
  return units;
}

/** XRGE decimal text to quanta. */
export const parseXrge = (text: string, name = 'amount'): bigint | Refusal => parseUnits(text, XRGE_DECIMALS, name);

/** The shortest exact decimal text of `units` of 10^-decimals. */
export function formatUnits(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Quanta to the shortest exact decimal text in XRGE. */
export const formatXrge = (quanta: bigint): string => formatUnits(quanta, XRGE_DECIMALS);

/** The double nearest to an XRGE amount, for the JSON number fields of the API. Exact up to 15 significant digits; the
 *  `_quanta` string beside it is always exact. */
export const xrgeNumber = (quanta: bigint): number => Number(formatXrge(quanta));

export type AmountView<Name extends string> = Readonly<Record<Name, number>> & {
  readonly [Key in `${Name}_quanta` | `${Name}_units`]?: string;
};

/** An amount as the API shows it: a JSON number under `name`, beside it the exact text under `<name>_quanta` for XRGE or
 *  `<name>_units` for a token. */
export function amountView<Name extends string = 'amount'>(
  token: string,
  units: bigint,
  name = 'amount' as Name,
): AmountView<Name> {
  const view =
    token === XRGE
      ? { [name]: xrgeNumber(units), [`${name}_quanta`]: String(units) }
      : { [name]: unitsNumber(units), [`${name}_units`]: String(units) };
  return view as AmountView<Name>;
}

/** The double nearest to a count of base units. */
export const unitsNumber = (units: bigint): number => Number(units);
