/** Round numbers for axes.
 *
 *  In: the range to show. Out: increasing values that cover it and are 1, 2 or 5 times a power of ten apart. */

/** With steps below this share of the larger end, two neighbouring ticks would be the same double. */
const FINEST = 2 ** -48;

const MANTISSAS = [1, 2, 5, 10];

/** @returns the smallest of 1, 2, 5 times a power of ten that is not below `least`, as mantissa and exponent. */
function roundStep(least: number): readonly [mantissa: number, exponent: number] {
  const exponent = Math.floor(Math.log10(least));
  // A product of the two would not give exact decimals such as 0.3; parsing the text does.
  const mantissa = MANTISSAS.find((candidate) => Number(`${candidate}e${exponent}`) >= least);
  return mantissa === undefined ? [2, exponent + 1] : [mantissa, exponent];
}

export interface TickOptions {
  /** Approximate number of steps: at most two more, when the ends are between ticks. */
  readonly most?: number;
  /** For counts: no tick between two whole numbers. */
  readonly whole?: boolean;
}

/** @param low not above `high`; both finite and of a size below 1e300. A range without a length is widened upwards.
 *  @returns two ticks or more; the first is not above `low`, the last not below `high`. */
export function ticks(low: number, high: number, { most = 5, whole = false }: TickOptions = {}): readonly number[] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const top = high > low ? high : low + (size || 1);
  const finest = Math.max(whole ? 1 : 1e-300, size * FINEST);
  const [mantissa, exponent] = roundStep(Math.max((top - low) / most, finest));
  const at = (index: number): number => Number(`${index * mantissa}e${exponent}`);
  const step = at(1);
  let first = Math.floor(low / step);
  while (at(first) > low) first--;
  let last = Math.max(Math.ceil(top / step), first + 1);
  while (at(last) < top) last++;
  return Array.from({ length: last - first + 1 }, (_, index) => at(first + index));
}

/** Powers of ten around a positive range, for a logarithmic axis: only every second or third of them and so on when there
 *  would be more than `most` steps. @returns two or more. */
export function decades(low: number, high: number, most = 5): readonly number[] {
  let first = Math.floor(Math.log10(low));
  while (Number(`1e${first}`) > low) first--;
  let last = Math.max(Math.ceil(Math.log10(high)), first + 1);
  while (Number(`1e${last}`) < high) last++;
  const stride = Math.ceil((last - first) / most);
  const steps = Math.ceil((last - first) / stride);
  return Array.from({ length: steps + 1 }, (_, index) => Number(`1e${first + index * stride}`));
}
