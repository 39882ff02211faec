/** Figures for human readers. A value that was not reported or is not a number is shown as such and never becomes zero. */

export const NOT_TOLD = 'not told';

/** A number that can be drawn. */
export const isTold = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 6 });
const FRACTION = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** At and above HUGE, further digits are noise; below TINY, a value cannot be read without counting zeros. */
const HUGE = 1e15;
const TINY = 1e-4;

/** `1.23e21` as `1.23 × 10^21`. */
const powered = (value: number, digits: number): string => {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  return `${mantissa} × 10^${exponent.replace('+', '')}`;
};

const isExtreme = (value: number): boolean => Math.abs(value) >= HUGE || (value !== 0 && Math.abs(value) < TINY);

/** A whole number, thousands set apart. */
export function count(value: number | undefined): string {
  if (!isTold(value)) return NOT_TOLD;
  return isExtreme(value) ? powered(value, 2) : WHOLE.format(value);
}

/** A measured number: three digits that matter, all of them before the point. */
export function figure(value: number | undefined): string {
  if (!isTold(value)) return NOT_TOLD;
  if (isExtreme(value)) return powered(value, 2);
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return WHOLE.format(value);
  return size >= 1 ? value.toFixed(size >= 10 ? 1 : 2) : value.toPrecision(2);
}

/** With its unit, which is omitted where nothing was reported. */
export const withUnit = (value: number | undefined, unit: string, form = figure): string =>
  isTold(value) ? `${form(value)} ${unit}` : NOT_TOLD;

/** A share of 1 as percent, to a tenth; smaller ones with the digits that matter. */
export function percent(share: number | undefined): string {
  if (!isTold(share)) return NOT_TOLD;
  const value = share * 100;
  return `${value >= 1 && value < 1_000 ? String(Number(value.toFixed(1))) : figure(value)} %`;
}

/** A value on an axis: short, and exact for round numbers. */
export function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (isExtreme(value)) return value.toExponential().replace('+', '');
  return (size >= 100_000 ? COMPACT : FRACTION).format(value);
}
