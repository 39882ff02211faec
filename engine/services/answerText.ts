/** Answers as JSON. Mails and messages repeat long texts under several names, and lists repeat keys of wallets: each is quoted once. */

import { utf8 } from '../base/bytes.js';

/** From this length on looking a text up costs less than quoting it. */
const LONG = 256;

class JsonText {
  readonly #quoted = new Map<string, string>();

  of(value: unknown): string {
    if (typeof value === 'string') return value.length < LONG ? JSON.stringify(value) : this.#long(value);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return Array.isArray(value) ? this.#list(value) : this.#members(value);
  }

  #long(text: string): string {
    let quoted = this.#quoted.get(text);
    if (quoted === undefined) {
      quoted = JSON.stringify(text);
      this.#quoted.set(text, quoted);
    }
    return quoted;
  }

  #list(values: readonly unknown[]): string {
    let text = '[';
    for (const [at, value] of values.entries()) text += `${at === 0 ? '' : ','}${this.of(value ?? null)}`;
    return `${text}]`;
  }

  #members(members: object): string {
    let text = '{';
    for (const [name, value] of Object.entries(members))
      if (value !== undefined) text += `${text.length === 1 ? '' : ','}${JSON.stringify(name)}:${this.of(value)}`;
    return `${text}}`;
  }
}

/** @param value plain: objects, lists, texts, numbers, true, false, null. @returns UTF-8 of what `JSON.stringify` gives. */
export const jsonBytes = (value: object): Uint8Array => utf8(new JsonText().of(value));

/** About how many bytes a value takes in an answer, without writing it. */
export function shownBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 2;
  if (Array.isArray(value)) for (const element of value) bytes += shownBytes(element) + 1;
  else if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  else for (const name in value) bytes += name.length + 4 + shownBytes((value as Record<string, unknown>)[name]);
  return bytes;
}
