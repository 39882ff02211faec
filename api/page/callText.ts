/** Calls of contracts as text: what is sent to ask for one, what it would cost, where it failed. In and out are texts and numbers, no
 *  elements. */

import type { FailedAt } from './contractAnswers.js';

/** Quanta for one unit of gas. (Specification, Fees.) */
const GAS_QUANTA = 1_000n;

/** @returns quanta as decimal text. */
export const gasFee = (gas: number): string =>
  Number.isSafeInteger(gas) && gas >= 0 ? String(BigInt(gas) * GAS_QUANTA) : '0';

const XRGE_DECIMALS = 9;

/** @param text XRGE in decimals. @returns quanta as digits; undefined for other texts and for a finer part than a quantum. */
export function quantaOf(text: string): string | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  return `${whole}${fraction.padEnd(XRGE_DECIMALS, '0')}`.replace(/^0+(?=\d)/, '');
}

/** What the form of a call has in its fields. */
export interface CallForm {
  readonly method: string;
  readonly args: string;
  readonly caller: string;
  readonly amount: string;
  readonly token: string;
}

type Written = { readonly body: string } | { readonly problem: string };

const TOKEN = /^[A-Za-z0-9_-]{1,32}$/;

/** The payment as the API takes it: whole quanta, or whole units of a token. */
function attachOf(amount: string, token: string): { readonly text: string } | { readonly problem: string } {
  if (!TOKEN.test(token)) return { problem: 'A token has a symbol of letters and digits.' };
  const isXrge = token.toUpperCase() === 'XRGE';
  const digits = amount.replaceAll(/[,_ ]/g, '');
  const units = isXrge ? quantaOf(digits) : /^\d{1,19}$/.exec(digits)?.[0].replace(/^0+(?=\d)/, '');
  if (units === undefined || units === '0')
    return { problem: isXrge ? 'Type an amount of XRGE, such as 12.5.' : 'Type a whole number of units.' };
  return { text: `{"symbol":${JSON.stringify(token)},"amount":${units}}` };
}

/** The body of a query. Arguments go as they were typed: a number keeps digits that the browser's own numbers do not have. */
export function queryBody({ method, args, caller, amount, token }: CallForm): Written {
  if (method === '') return { problem: 'Type the name of a method.' };
  const members = [`"method":${JSON.stringify(method)}`];
  if (args.trim() !== '') {
    try {
      JSON.parse(args);
    } catch (error) {
      return {
        problem: `The arguments are no JSON: ${error instanceof Error ? error.message : 'they cannot be read'}.`,
      };
    }
    members.push(`"args":${args.trim()}`);
  }
  if (caller.trim() !== '') members.push(`"caller":${JSON.stringify(caller.trim())}`);
  if (amount.trim() !== '') {
    if (caller.trim() === '') return { problem: 'A payment needs a caller who pays it.' };
    const attach = attachOf(amount.trim(), token.trim() || 'XRGE');
    if ('problem' in attach) return attach;
    members.push(`"attach":${attach.text}`);
  }
  return { body: `{${members.join(',')}}` };
}

/** Where a call failed. */
export const placeText = ({ function: index, name, offset }: FailedAt): string =>
  `in ${name === undefined || name === '' ? `function ${index}` : name}, at byte ${offset} of the module`;

/** A value of a contract as text: its JSON on several lines when it has members, text as it is. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');

/** Data of an event: most contracts write JSON, which is then easier to read with spaces. */
export function eventText(data: string): string {
  if (!/^\s*[[{]/.test(data)) return data;
  // Numbers of more digits than the browser's would change.
  if (/\d{16}/.test(data)) return data;
  try {
    return JSON.stringify(JSON.parse(data), undefined, 1).replaceAll(/\n\s*/g, ' ');
  } catch {
    return data;
  }
}

/** Whether a character has no shape. Numbers in binary are full of them. */
const isShapeless = (character: string): boolean =>
  (character < ' ' && !'\t\n\r'.includes(character)) || character === '\u007f';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What a contract keeps, as a person can read it: its characters, or 0x and hex where it is no text. @param hex of its bytes. */
export function keptText(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  try {
    const text = strictUtf8.decode(bytes);
    return [...text].some(isShapeless) ? `0x${hex}` : text;
  } catch {
    return `0x${hex}`;
  }
}

/** Bytes as a person reads them. */
export function bytesText(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–';
  if (bytes < 1_024) return `${Math.trunc(bytes)} B`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(2)} MiB`;
}
