/** Numbers, amounts, times and long texts as a person reads them. Amounts come as decimal text and stay exact: they are
 *  never turned into a floating-point number. */

const XRGE_DECIMALS = 9;
const WHOLE = /^\d+$/;

/** Separates thousands: `1234567` becomes `1,234,567`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** @param quanta decimal text. @returns XRGE without trailing zeros; other text unchanged. */
export const xrge = (quanta: string): string => scaled(quanta, XRGE_DECIMALS);

/** @param text base units of a token as decimal text. @returns them with its decimals, for people. */
export function scaled(text: string, decimals: number): string {
  if (!WHOLE.test(text) || decimals <= 0) return units(text);
  const digits = text.replace(/^0+(?=\d)/, '').padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = grouped(digits.slice(0, -decimals));
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Base units of a token. */
export const units = (text: string): string => (WHOLE.test(text) ? grouped(text) : text);

export const count = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '–' : grouped(String(Math.trunc(value)));

/** A measured rate: three significant digits. */
export function rate(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 100) return grouped(String(Math.round(value)));
  return value === 0 ? '0' : value.toFixed(value >= 10 ? 1 : 2);
}

const PRICE_DIGITS = 6;
/** Beyond these an exponent is easier to read than all the zeros. */
const PRICE_LEAST = 1e-9;
const PRICE_MOST = 1e15;

/** A price, or an amount that need not be exact: six significant digits. */
export function price(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < PRICE_LEAST || size >= PRICE_MOST) return value.toExponential(3).replace(/\.?0+e/, 'e');
  const decimals = Math.max(0, PRICE_DIGITS - 1 - Math.floor(Math.log10(size)));
  const [whole = '', fraction = ''] = size.toFixed(decimals).split('.');
  const kept = fraction.replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${grouped(whole)}${kept === '' ? '' : `.${kept}`}`;
}

/** @param value in percent. @returns three significant digits. */
export function percent(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size > 0 && size < 0.01) return `under ${sign}0.01 %`;
  return `${sign}${grouped(String(Number(size.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0))))} %`;
}

/** @param milliseconds a duration. */
export function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return '–';
  if (milliseconds < 1) return `${Math.round(milliseconds * 1_000)} µs`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(milliseconds < 100_000 ? 1 : 0)} s`;
}

/** How long something still takes, in one unit. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s left`;
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} min left`;
  return `${Math.ceil(seconds / 3_600)} h left`;
}

/** How long ago, in one unit. */
export function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  return `${grouped(String(Math.floor(seconds / 86_400)))} d ago`;
}

export const localTime = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** ISO 8601; empty for a number that is not a time. */
export const isoTime = (milliseconds: number): string => {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};

/** The two ends of a long text. */
export const shortened = (text: string, head = 8, tail = 6): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;

/** `base_fee` as a label: `Base fee`. */
export function label(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
  return sentence.replace(/\bnft(s?)\b/gi, 'NFT$1').replace(/\blp\b/gi, 'LP');
}

/** The next of 1, 2, 4, 5, 10, 20, ... that holds the value: its half is round as well. */
export function scaleTop(value: number, least: number): number {
  const wanted = Math.max(value, least);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const found = [1, 2, 4, 5, 10].find((step) => step * power >= wanted * (1 - 1e-9)) ?? 10;
  return found * power;
}
