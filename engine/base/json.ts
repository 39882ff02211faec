/** Exact JSON: a parser that keeps every number as its text, and the canonical form that wallets sign.
 *
 *  JSON.parse turns numbers into doubles, keeps the last of two equal keys and lets `__proto__` be a key of a plain
 *  object. None of that may happen to a signed payload: numbers stay text, a repeated key is refused, objects are Maps.
 *
 *  Canonical form (specification, Authentication): compact, keys sorted at every level, arrays in order.
 *  It is what `JSON.stringify` of the SDK's sorted object gives, so integer-like keys come first in numeric order, as
 *  JavaScript enumerates them, then the others by UTF-16 code units. A number keeps the text in which it was written.
 *
 *  Anybody can send a text, and most texts are read before their signature is checked. So a byte of the worst text that the
 *  bounds allow costs at most JSON_COST_FACTOR times as much as a byte of an ordinary payload (`bench/micro/jsonCost.ts`,
 *  `test/unit/base/jsonCost.test.ts`). */

import type { JsonBounds } from './limits.js';
import { type Refusal, refuse } from './refusal.js';

/** A number as its text in the document. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonObject = ReadonlyMap<string, JsonValue>;
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const LAST_ASCII = 0x7f;

/** Strings up to this long are scanned character by character and sliced out. V8 copies a slice of up to 12 characters; a
 *  longer slice would point into the text and keep all of it alive. */
const SHORT_STRING = 12;

/** Shared by all empty objects: a new empty Map takes 200 bytes, and more time than parsing forty characters. */
const NO_MEMBERS: JsonObject = new Map();
const NO_ITEMS: readonly JsonValue[] = [];

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Thrown inside the parser only; `parseJson` turns it into a refusal. */
class Malformed {
  constructor(readonly reason: string) {}
}

/** Every character is looked at a bounded number of times. Whatever costs more than its characters (a value, a member, a key, a
 *  level) is counted against the bounds. */
class Parser {
  #at = 0;
  #values = 0;
  /** Where the quotes of the string are whose content was left out; -1 when there is none, or no more. */
  #omittedAt = -1;
  readonly #omitted: string;

  /** @param omitted content of a string value that the text has as an empty one. @param omittedAt its place in the text. */
  constructor(
    readonly text: string,
    readonly bounds: JsonBounds,
    omitted = '',
    omittedAt = 0,
  ) {
    this.#omitted = omitted;
    this.#omittedAt = omittedAt - 1;
  }

  /** Whether the place of what was left out is no empty string, or has not been met. */
  get hasOmitted(): boolean {
    return this.#omittedAt >= 0;
  }

  document(): JsonValue {
    const value = this.#value(0);
    this.#space();
    if (this.#at !== this.text.length) throw this.#malformed('text after the end');
    return value;
  }

  #value(depth: number): JsonValue {
    const { bounds } = this;
    if (depth > bounds.depth) throw new Malformed(`nested deeper than ${bounds.depth} levels`);
    if (++this.#values > bounds.values) throw new Malformed(`more than ${bounds.values} values`);
    this.#space();
    switch (this.text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#object(depth);
      case 0x5b:
        return this.#array(depth);
      case QUOTE:
        return this.#string();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    this.#at++;
    this.#space();
    if (this.#take(0x7d)) return NO_MEMBERS;
    const members = new Map<string, JsonValue>();
    do {
      this.#space();
      if (this.text.charCodeAt(this.#at) !== QUOTE) throw this.#malformed('expected a key');
      const key = this.#key();
      if (members.has(key)) throw new Malformed(`key ${JSON.stringify(key.slice(0, 40))} is repeated`);
      if (members.size >= this.bounds.members)
        throw new Malformed(`an object of more than ${this.bounds.members} members`);
      this.#space();
      if (!this.#take(0x3a)) throw this.#malformed('expected ":"');
      members.set(key, this.#value(depth + 1));
      this.#space();
    } while (this.#take(0x2c));
    if (!this.#take(0x7d)) throw this.#malformed('expected "," or "}"');
    return members;
  }

  #key(): string {
    const start = this.#at;
    const key = this.#string();
    if (key.length <= this.bounds.keyCharacters) return key;
    throw new Malformed(`a key of more than ${this.bounds.keyCharacters} characters at position ${start}`);
  }

  #array(depth: number): readonly JsonValue[] {
    this.#at++;
    this.#space();
    if (this.#take(0x5d)) return NO_ITEMS;
    // Begins with one element: the first push onto an empty array would make room for 17.
    const items: JsonValue[] = [this.#value(depth + 1)];
    this.#space();
    while (this.#take(0x2c)) {
      items.push(this.#value(depth + 1));
      this.#space();
    }
    if (!this.#take(0x5d)) throw this.#malformed('expected "," or "]"');
    return items;
  }

  #string(): string {
    const { text } = this;
    const start = this.#at;
    if (start === this.#omittedAt && text.charCodeAt(start + 1) === QUOTE) {
      this.#omittedAt = -1;
      this.#at = start + 2;
      return this.#omitted;
    }
    for (let at = start + 1; at <= start + 1 + SHORT_STRING; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start + 1, at);
      }
      // Past the end of the text the code is NaN.
      if (!(code >= FIRST_PRINTABLE) || code === BACKSLASH) break;
    }
    return this.#longString(start);
  }

  /** Finds the closing quote with indexOf (keys and signatures are thousands of plain characters) and leaves escapes
   *  and control characters to JSON.parse, which implements all rules of RFC 8259 section 7. */
  #longString(start: number): string {
    let end = start;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) throw this.#malformed('string without end');
    } while (this.#escaped(start, end));
    this.#at = end + 1;
    try {
      return JSON.parse(this.text.slice(start, end + 1)) as string;
    } catch (error) {
      // A full native stack or a failed allocation is no property of the text.
      if (!(error instanceof SyntaxError)) throw error;
      throw new Malformed(`bad string at position ${start}`);
    }
  }

  /** Looks only at the backslashes right before the quote, so no backslash is looked at for two quotes. */
  #escaped(start: number, quote: number): boolean {
    let slashes = 0;
    while (quote - 1 - slashes > start && this.text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    return slashes % 2 === 1;
  }

  /** Scans by hand: matching a regular expression costs more than scanning the few digits that most numbers have. */
  #number(): JsonNumber {
    const { text } = this;
    const start = this.#at;
    let at = start;
    if (text.charCodeAt(at) === 0x2d) at++;
    const whole = at;
    at = text.charCodeAt(at) === 0x30 ? at + 1 : this.#digitsEnd(at);
    if (at === whole) throw this.#malformed('expected a value');
    if (text.charCodeAt(at) === 0x2e) at = this.#unlessEmpty(at, at + 1);
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1);
      at = this.#unlessEmpty(at, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
    }
    this.#at = at;
    return new JsonNumber(text.slice(start, at));
  }

  #digitsEnd(from: number): number {
    let at = from;
    while (isDigit(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** Where the digits at `from` end; `before` when there are none. */
  #unlessEmpty(before: number, from: number): number {
    const end = this.#digitsEnd(from);
    return end === from ? before : end;
  }

  #word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) throw this.#malformed('expected a value');
    this.#at += word.length;
    return value;
  }

  #space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #take(code: number): boolean {
    if (this.text.charCodeAt(this.#at) !== code) return false;
    this.#at++;
    return true;
  }

  #malformed(reason: string): Malformed {
    return new Malformed(`${reason} at position ${this.#at}`);
  }
}

/** @param bounds what the caller's texts need; a longer text is refused unread.
 *  @returns the value, or a refusal that says what is wrong and where: `too_large` for the length, else `malformed_body`. */
export function parseJson(text: string, bounds: JsonBounds): JsonValue | Refusal {
  if (text.length > bounds.characters)
    return refuse('too_large', `the JSON text is longer than ${bounds.characters} characters`);
  try {
    return new Parser(text, bounds).document();
  } catch (error) {
    if (error instanceof Malformed) return refuse('malformed_body', `not valid JSON: ${error.reason}`);
    throw error;
  }
}

/** As `parseJson`, for a text of which one long string value was cut out. Parsing around it saves looking at its characters.
 *  @param text ASCII. @param cut content of that string: digits and letters of ASCII. @param at its offset in the text.
 *  @returns the value of the whole text; undefined when `cut` is not the whole of one string value there, and for every text that
 *  `parseJson` refuses: only that one says what is wrong. */
export function parseJsonAround(text: string, bounds: JsonBounds, cut: string, at: number): JsonValue | undefined {
  if (text.length + cut.length > bounds.characters || at < 1) return undefined;
  const parser = new Parser(text, bounds, cut, at);
  try {
    const value = parser.document();
    return parser.hasOmitted ? undefined : value;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

const MAX_ARRAY_INDEX = 2 ** 32 - 2;
const INDEX_DIGITS = 10;

/** Whether JavaScript treats a key as an array index: a whole number without leading zeros, below 2^32 - 1. */
function isArrayIndex(key: string): boolean {
  if (key.length === 0 || key.length > INDEX_DIGITS) return false;
  for (let at = 0; at < key.length; at++) if (!isDigit(key.charCodeAt(at))) return false;
  return key === '0' || (key.charCodeAt(0) !== 0x30 && Number(key) <= MAX_ARRAY_INDEX);
}

/** Keys in canonical order. Each is classified once, not in every comparison. */
function sortedKeys(object: JsonObject): Iterable<string> {
  if (object.size < 2) return object.keys();
  const indexes: number[] = [];
  const names: string[] = [];
  for (const key of object.keys()) {
    if (isArrayIndex(key)) indexes.push(Number(key));
    else names.push(key);
  }
  names.sort();
  return indexes.length === 0 ? names : [...indexes.sort((a, b) => a - b).map(String), ...names];
}

/** What JSON.stringify gives for a text. Most keys and values are short and need no escape; checking that costs less than the
 *  call. */
function quoted(text: string): string {
  if (text.length > SHORT_STRING) return JSON.stringify(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST_PRINTABLE || code > LAST_ASCII || code === QUOTE || code === BACKSLASH)
      return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Builds a canonical text piece by piece. Joining at every level would copy deeply nested text once for each level. */
class Writer {
  text = '';

  value(value: JsonValue): void {
    if (value === null || typeof value === 'boolean') this.text += String(value);
    else if (typeof value === 'string') this.text += quoted(value);
    else if (value instanceof JsonNumber) this.text += value.text;
    else if (isJsonObject(value)) this.#object(value);
    else this.#array(value);
  }

  #object(object: JsonObject): void {
    let before = '{';
    for (const key of sortedKeys(object)) {
      this.text += `${before}${quoted(key)}:`;
      this.value(object.get(key) as JsonValue);
      before = ',';
    }
    this.text += object.size === 0 ? '{}' : '}';
  }

  #array(array: readonly JsonValue[]): void {
    let before = '[';
    for (const item of array) {
      this.text += before;
      this.value(item);
      before = ',';
    }
    this.text += array.length === 0 ? '[]' : ']';
  }
}

/** The canonical text of a value: the text whose UTF-8 bytes a wallet signs. Never longer than the text that was parsed. */
export function canonicalJson(value: JsonValue): string {
  const writer = new Writer();
  writer.value(value);
  return writer.text;
}

/** @returns the length of the canonical text if no text in it needs an escape; NaN when keys do not stand in the order of canonical names. */
function plainLength(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof JsonNumber) return value.text.length;
  if (value === null || value === true) return 4;
  if (value === false) return 5;
  let length = 1;
  if (isJsonObject(value)) {
    let previous = '';
    for (const [key, member] of value) {
      if ((length > 1 && !(previous < key)) || isArrayIndex(key)) return Number.NaN;
      previous = key;
      length += key.length + 4 + plainLength(member);
    }
  } else for (const item of value) length += 1 + plainLength(item);
  return Math.max(length, 2);
}

/** Whether a text is the canonical form of its own value, told without writing that form: white space and escapes only make a text
 *  longer, so one of the least length has neither. False for some canonical texts: outside of ASCII, with escapes, with keys that are
 *  array indexes.
 *  @param text that was parsed. @param value what it says. */
export const isCanonicalText = (text: string, value: JsonValue): boolean =>
  plainLength(value) === text.length && Buffer.byteLength(text) === text.length;

/** More exponent digits than any value needs. Longer exponents are compared as text: reading millions of digits costs time
 *  before any signature has been checked. */
const MAX_EXPONENT_DIGITS = 15;

/** A number's value as (digits, exponent) without trailing zeros, so that 1, 1.0 and 10e-1 are one value. Zeros are
 *  counted by hand: a pattern such as /0+$/ takes quadratic time on a long run of zeros followed by another digit. */
function numberValue(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (exponent.length > MAX_EXPONENT_DIGITS) return text;
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first++;
  if (first === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Longest text of a number that is compared with the double nearest to it: JSON of a double has at most 25 characters, and a longer text
 *  of the same value has zeros that its writer wanted. */
const MAX_PLAIN_NUMBER = 64;

/** What JSON.parse would make of a value, but no number changes: one that JSON of a double does not show with the same value (an amount above
 *  2^53, 1e400, -0) is its text. */
export type PlainJson = null | boolean | number | string | PlainJson[] | { [name: string]: PlainJson };

function plainNumber(text: string): number | string {
  if (text.length > MAX_PLAIN_NUMBER) return text;
  const number = Number(text);
  const isKept = Number.isFinite(number) && !Object.is(number, -0) && numberValue(String(number)) === numberValue(text);
  return isKept ? number : text;
}

export function plainJson(value: JsonValue): PlainJson {
  if (value instanceof JsonNumber) return plainNumber(value.text);
  if (Array.isArray(value)) return value.map(plainJson);
  if (isJsonObject(value)) return Object.fromEntries([...value].map(([name, member]) => [name, plainJson(member)]));
  return value as null | boolean | string;
}

function arraysEqual(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!jsonEqual(a[at] as JsonValue, b[at] as JsonValue)) return false;
  return true;
}

/** Equality as values: member order and the way a number is written do not count. */
export function jsonEqual(a: JsonValue, b: JsonValue): boolean {
  if (a instanceof JsonNumber)
    return b instanceof JsonNumber && (a.text === b.text || numberValue(a.text) === numberValue(b.text));
  if (isJsonObject(a)) {
    if (!isJsonObject(b) || a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !jsonEqual(value, other)) return false;
    }
    return true;
  }
  if (Array.isArray(a)) return Array.isArray(b) && arraysEqual(a as readonly JsonValue[], b as readonly JsonValue[]);
  return a === b;
}
