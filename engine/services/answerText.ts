/** Answers as the bytes of their JSON. Mails and messages repeat long texts under several names, and lists repeat keys of wallets: each is
 *  quoted once, and each byte of it is copied once for each place where it stands. */

import { isPlainAscii } from '../base/ascii.js';
import { asBuffer, utf8 } from '../base/bytes.js';

const QUOTE = 0x22;

/** From this length on looking a text up costs less than quoting it. */
const LONG = 256;

/** With so many texts a new one is compared. Who writes them chooses what they have in common: each with each would cost a reader seconds. */
const MOST_ALIKE = 8;

/** A text as JSON writes it, which is copied into answers. */
export class QuotedText {
  constructor(readonly bytes: Uint8Array) {}
}

/** A text of an answer: a long one quoted. */
export type JsonText = string | QuotedText;

interface Written {
  readonly text: string;
  readonly quoted: QuotedText;
}

/** Texts that may be the same have the same one: to hash all of a text costs as much as to quote it. */
function likenessOf(text: string): number {
  const quarter = text.length >> 2;
  const middle = (text.charCodeAt(quarter) << 8) ^ text.charCodeAt(2 * quarter) ^ (text.charCodeAt(3 * quarter) << 4);
  return text.length * 65_536 + (middle & 0xffff);
}

export function quotedText(text: string): QuotedText {
  const length = Buffer.byteLength(text);
  // What has other characters than ASCII takes more bytes.
  if (length === text.length) {
    // Node's own memory without zeros takes twice the time for some kilobytes.
    const bytes = new Uint8Array(length + 2);
    asBuffer(bytes).write(text, 1, 'latin1');
    if (isPlainAscii(bytes, 1, length + 1, QUOTE)) {
      bytes[0] = QUOTE;
      bytes[length + 1] = QUOTE;
      return new QuotedText(bytes);
    }
  }
  return new QuotedText(utf8(JSON.stringify(text)));
}

export const isLong = (text: string): boolean => text.length >= LONG;

/** A copy for what is kept: a part of a text keeps all of it alive. */
export const ownText = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** For what is kept and shown again and again. */
export const jsonText = (text: string): JsonText => (isLong(text) ? quotedText(text) : ownText(text));

/** What a kept text takes, in bytes. */
export const heldBytes = (text: JsonText): number => (typeof text === 'string' ? text.length : text.bytes.length);

/** What is written of a member before its value, where it is the first one and where it is not. */
interface NameText {
  readonly first: string;
  readonly next: string;
}

/** Nearly all answers have the same few hundred names. */
const names = new Map<string, NameText>();
const MOST_NAMES = 1_024;

function nameText(name: string): NameText {
  const known = names.get(name);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(name);
  const text = { first: `{${quoted}:`, next: `,${quoted}:` };
  if (names.size < MOST_NAMES) names.set(name, text);
  return text;
}

class JsonWriter {
  readonly #pieces: (string | Uint8Array)[] = [];
  /** What comes before the next long text. */
  #short = '';
  readonly #written = new Map<number, Written[]>();

  value(value: unknown): void {
    if (typeof value === 'string') {
      if (value.length < LONG) this.#short += JSON.stringify(value);
      else this.#long(this.#quoted(value));
    } else if (typeof value !== 'object' || value === null) this.#short += JSON.stringify(value);
    else if (value instanceof QuotedText) this.#long(value);
    else if (Array.isArray(value)) this.#list(value);
    else this.#members(value);
  }

  /** In memory of exactly its length. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#flush();
    let length = 0;
    for (const piece of this.#pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    const out = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const piece of this.#pieces) {
      if (typeof piece === 'string') at += out.write(piece, at);
      else {
        out.set(piece, at);
        at += piece.length;
      }
    }
    return new Uint8Array(out.buffer as ArrayBuffer);
  }

  #list(values: readonly unknown[]): void {
    this.#short += '[';
    for (let at = 0; at < values.length; at++) {
      if (at > 0) this.#short += ',';
      this.value(values[at] ?? null);
    }
    this.#short += ']';
  }

  #members(members: object): void {
    let isFirst = true;
    for (const name of Object.keys(members)) {
      const value = (members as Record<string, unknown>)[name];
      if (value === undefined) continue;
      const { first, next } = nameText(name);
      this.#short += isFirst ? first : next;
      this.value(value);
      isFirst = false;
    }
    this.#short += isFirst ? '{}' : '}';
  }

  #long({ bytes }: QuotedText): void {
    this.#flush();
    this.#pieces.push(bytes);
  }

  #quoted(text: string): QuotedText {
    const likeness = likenessOf(text);
    const alike = this.#written.get(likeness);
    const known = alike?.find((each) => each.text === text);
    if (known) return known.quoted;
    const written = { text, quoted: quotedText(text) };
    if (!alike) this.#written.set(likeness, [written]);
    else if (alike.length < MOST_ALIKE) alike.push(written);
    return written.quoted;
  }

  #flush(): void {
    if (this.#short !== '') this.#pieces.push(this.#short);
    this.#short = '';
  }
}

/** @param value plain: objects, lists, texts, numbers, true, false, null. @returns UTF-8 of what `JSON.stringify` gives, in memory that may
 *  be moved to another thread. */
export function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  const writer = new JsonWriter();
  writer.value(value);
  return writer.finish();
}

/** About how many bytes a value takes in an answer, without writing it. */
export function shownBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof QuotedText) return value.bytes.length;
  let bytes = 2;
  if (Array.isArray(value)) for (const element of value) bytes += shownBytes(element) + 1;
  else if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  else for (const name in value) bytes += name.length + 4 + shownBytes((value as Record<string, unknown>)[name]);
  return bytes;
}
