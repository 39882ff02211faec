/** Exact amounts. XRGE counts in quanta, 10^9 to one; a token in its base units. No amount is ever a fraction. */

/** Symbol of the native token. */
export const XRGE = 'XRGE';
export const XRGE_DECIMALS: u32 = 9;
/** Quanta of one XRGE. */
export const ONE_XRGE: u64 = 1_000_000_000;

/** The greatest amount that the host moves at once. */
export const LARGEST_AMOUNT: u64 = i64.MAX_VALUE;

/** @throws when the sum does not fit. */
export function add(a: u64, b: u64): u64 {
  const sum = a + b;
  assert(sum >= a, 'the sum is too large');
  return sum;
}

/** @throws when `b` is more than `a`. */
export function subtract(a: u64, b: u64): u64 {
  assert(b <= a, 'there is less than what is taken away');
  return a - b;
}

/** @throws when the product does not fit. */
export function multiply(a: u64, b: u64): u64 {
  const product = a * b;
  assert(a === 0 || product / a === b, 'the product is too large');
  return product;
}

/** The upper 64 bits of a product. */
function upperHalf(a: u64, b: u64): u64 {
  const lowA = a & 0xffff_ffff;
  const highA = a >> 32;
  const lowB = b & 0xffff_ffff;
  const highB = b >> 32;
  const first = highA * lowB + ((lowA * lowB) >> 32);
  const second = lowA * highB + (first & 0xffff_ffff);
  return highA * highB + (first >> 32) + (second >> 32);
}

/** a * b / divisor, rounded down; the product may have 128 bits: shares, fees and prices.
 *  @throws when the divisor is 0 or the result does not fit. */
export function multiplyDivide(a: u64, b: u64, divisor: u64): u64 {
  let high = upperHalf(a, b);
  let low = a * b;
  assert(divisor > 0, 'there is no division by 0');
  if (high === 0) return low / divisor;
  assert(high < divisor, 'the quotient is too large');
  let quotient: u64 = 0;
  for (let bit = 0; bit < 64; bit++) {
    const carried = high >> 63 !== 0;
    high = (high << 1) | (low >> 63);
    low <<= 1;
    quotient <<= 1;
    if (carried || high >= divisor) {
      high -= divisor;
      quotient |= 1;
    }
  }
  return quotient;
}

/** Exact decimal text: 1500000000 with 9 decimals is `1.5`. */
export function formatUnits(amount: u64, decimals: u32): string {
  const digits = amount.toString().padStart(<i32>decimals + 1, '0');
  const point = digits.length - <i32>decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 0x30) end--;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** Quanta as decimal XRGE. */
export function formatXrge(quanta: u64): string {
  return formatUnits(quanta, XRGE_DECIMALS);
}

/** Whether a text is a whole number without sign and leading zeros that fits in 64 bits. */
export function isWhole(text: string): bool {
  const length = text.length;
  if (length === 0 || length > 20) return false;
  if (length > 1 && text.charCodeAt(0) === 0x30) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return length < 20 || text <= '18446744073709551615';
}
