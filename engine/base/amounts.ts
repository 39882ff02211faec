/** Money: XRGE in quanta (1 XRGE = 10^9 quanta), tokens in base units, always bigint and below 2^128.
 *
 *  Amounts are read from decimal text, digit by digit; a double never holds one on its way in. On the way out an amount is a
 *  JSON number with the exact decimal text beside it. Clients send back the numbers that they got, so an amount that no double
 *  holds is rounded to the safe side: down when it is owned, moved or offered, up when it must be paid or held. The decimal
 *  text of such a number can be read as an amount again. */

import { U128_MAX } from './bytes.js';
import { invariant, type Refusal, refuse } from './refusal.js';

export const XRGE = 'XRGE';
export const XRGE_DECIMALS = 9;
/** Quanta in one XRGE. */
export const QUANTA = 10n ** BigInt(XRGE_DECIMALS);

/** What a byte of a contract and a unit of fuel cost, in quanta (specification, Fees: 0.000001 XRGE each). */
export const CONTRACT_PRICE = QUANTA / 1_000_000n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Exponents beyond this cannot name an amount below 2^128; refusing them early keeps a short text from becoming a
 *  long number. */
const MAX_EXPONENT = 60;

/** Longest text of a number that names an amount: 39 digits, decimals and an exponent, and room for zeros. */
export const AMOUNT_CHARACTERS = 100;

/** The safe direction in which to round an amount that cannot be kept exactly. */
export type Rounding = 'down' | 'up';

/** Digits that a double holds exactly, whatever they are. */
const EXACT_DIGITS = 15;

const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** Reads an amount as most are written: digits, perhaps a point and digits, few enough for a double.
 *  @returns undefined for every other text, right or wrong. */
function plainUnits(text: string, decimals: number): bigint | undefined {
  let digits = 0;
  let point = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits = 10 * digits + code - 0x30;
    else if (code === 0x2e && point < 0 && at > 0) point = at;
    else return undefined;
  }
  const fraction = point < 0 ? 0 : text.length - point - 1;
  const zeros = decimals - fraction;
  const isPlain = text.length > 0 && point !== text.length - 1 && zeros >= 0 && text.length + zeros <= EXACT_DIGITS;
  return isPlain ? BigInt(digits * (POWERS[zeros] as number)) : undefined;
}

/** Reads a JSON number's text as an integer count of 10^-decimals units.
 *  @param rounding for digits beyond the unit: an amount that moves may not have any, a bound is rounded to its safe side.
 *  @returns a refusal when it is negative, does not fit 128 bits, or has digits beyond the unit and `rounding` is `exact`. */
export function parseUnits(
  text: string,
  decimals: number,
  name = 'amount',
  rounding: Rounding | 'exact' = 'exact',
): bigint | Refusal {
  const plain = text.length <= EXACT_DIGITS ? plainUnits(text, decimals) : undefined;
  if (plain !== undefined) return plain;
  const match = DECIMAL.exec(text);
  if (!match) return refuse('invalid_amount', `${name} must be a decimal number`);
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  // A bound may be arbitrarily small: its digits are cut off and no zeros are added.
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

/** Up to here a double holds every count of base units exactly. */
const EXACT_UNITS = BigInt(Number.MAX_SAFE_INTEGER);
/** Up to here doubles are closer together than quanta, so the shortest text of the nearest double is the amount itself. */
const EXACT_QUANTA = 2n ** 23n * QUANTA;

const double = new Float64Array(1);
const doubleBits = new BigUint64Array(double.buffer);

/** The next double above or below a positive, finite one. */
function neighbour(value: number, step: 1n | -1n): number {
  double[0] = value;
  doubleBits[0] = (doubleBits[0] as bigint) + step;
  return double[0];
}

/** The JSON number of `units` of 10^-decimals: the greatest double whose decimal text is not above the amount, or the least
 *  whose text is not below it. JSON carries the shortest text of a double, so the text counts. When the text of the nearest
 *  double is on the wrong side, the text of the next double is on the right side: the amount lies between the two. */
export function numberOf(units: bigint, decimals: number, rounding: Rounding = 'down'): number {
  if (decimals === 0 && units <= EXACT_UNITS) return Number(units);
  if (decimals === XRGE_DECIMALS && units <= EXACT_QUANTA) return Number(units) / Number(QUANTA);
  const nearest = Number(formatUnits(units, decimals));
  const read = unitsIn(String(nearest), decimals);
  if (rounding === 'down') return read <= units ? nearest : neighbour(nearest, -1n);
  return read >= units ? nearest : neighbour(nearest, 1n);
}

/** The units in the text of a double. Unlike an amount that a client sends, they may exceed 128 bits. */
function unitsIn(text: string, decimals: number): bigint {
  const [, , whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const shift = decimals + Number(exponent) - fraction.length;
  invariant(shift >= 0, `${text} has more than ${decimals} decimals`);
  return BigInt(whole + fraction) * 10n ** BigInt(shift);
}

/** An XRGE amount for the JSON number fields of the API, rounded down; the `_quanta` string beside it is always exact. */
export const xrgeNumber = (quanta: bigint): number => numberOf(quanta, XRGE_DECIMALS);

/** An XRGE amount that somebody must pay or hold, rounded up. */
export const neededXrge = (quanta: bigint): number => numberOf(quanta, XRGE_DECIMALS, 'up');

/** A count of base units, rounded down. */
export const unitsNumber = (units: bigint): number => numberOf(units, 0);

export type AmountView<Name extends string> = Readonly<Record<Name, number>> & {
  readonly [Key in `${Name}_quanta` | `${Name}_units`]?: string;
};

/** An amount as the API shows it: a JSON number under `name`, beside it the exact text under `<name>_quanta` for XRGE or
 *  `<name>_units` for a token. */
export function amountView<Name extends string = 'amount'>(
  token: string,
  units: bigint,
  name = 'amount' as Name,
  rounding: Rounding = 'down',
): AmountView<Name> {
  const view =
    token === XRGE
      ? { [name]: numberOf(units, XRGE_DECIMALS, rounding), [`${name}_quanta`]: String(units) }
      : { [name]: numberOf(units, 0, rounding), [`${name}_units`]: String(units) };
  return view as AmountView<Name>;
}
