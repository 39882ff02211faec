/** Exact JSON: a parser that keeps every number as its text, and the canonical form that wallets sign.
 *
 *  JSON.parse turns numbers into doubles, keeps the last of two equal keys and lets `__proto__` be a key of a plain
 *  object. A signed payload must survive none of that: numbers stay text, a repeated key is refused, objects are Maps.
 *
 *  Canonical form (specification, Authentication): compact, keys sorted at every level, arrays in order.
 *  It is what `JSON.stringify` of the SDK's sorted object gives, so integer-like keys come first in numeric order, as
 *  JavaScript enumerates them, then the others by UTF-16 code units. A number keeps the text in which it was written. */

import { MAX_JSON_DEPTH } from './limits.js';
import { type Refusal, refuse } from './refusal.js';

/** A number as its text in the document. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonObject = ReadonlyMap<string, JsonValue>;
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

/** Thrown inside the parser only; `parseJson` turns it into a refusal. */
class Malformed {
  constructor(readonly reason: string) {}
}

class Parser {
  #at = 0;
  constructor(readonly text: string) {}

  document(): JsonValue {
    const value = this.#value(0);
    this.#space();
    if (this.#at !== this.text.length) throw this.#malformed('text after the end');
    return value;
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_JSON_DEPTH) throw new Malformed(`nested deeper than ${MAX_JSON_DEPTH} levels`);
    this.#space();
    switch (this.text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, JsonValue>();
    this.#at++;
    this.#space();
    if (this.#take('}')) return members;
    do {
      this.#space();
      if (this.text[this.#at] !== '"') throw this.#malformed('expected a key');
      const key = this.#string();
      if (members.has(key)) throw new Malformed(`key ${JSON.stringify(key.slice(0, 40))} is repeated`);
      this.#space();
      if (!this.#take(':')) throw this.#malformed('expected ":"');
      members.set(key, this.#value(depth + 1));
      this.#space();
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#malformed('expected "," or "}"');
    return members;
  }

  #array(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    this.#space();
    if (this.#take(']')) return items;
    do {
      items.push(this.#value(depth + 1));
      this.#space();
    } while (this.#take(','));
    if (!this.#take(']')) throw this.#malformed('expected "," or "]"');
    return items;
  }

  /** Finds the closing quote with indexOf (keys and signatures are thousands of plain characters), and leaves escapes
   *  and control characters to JSON.parse, which knows all rules of RFC 8259 section 7. */
  #string(): string {
    const start = this.#at;
    let end = start;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) throw this.#malformed('string without end');
    } while (this.#escaped(start, end));
    this.#at = end + 1;
    try {
      return JSON.parse(this.text.slice(start, end + 1)) as string;
    } catch {
      throw new Malformed(`bad string at position ${start}`);
    }
  }

  #escaped(start: number, quote: number): boolean {
    let slashes = 0;
    while (quote - 1 - slashes > start && this.text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++;
    return slashes % 2 === 1;
  }

  #number(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.text);
    if (!match) throw this.#malformed('expected a value');
    this.#at = NUMBER.lastIndex;
    return new JsonNumber(match[0]);
  }

  #word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) throw this.#malformed('expected a value');
    this.#at += word.length;
    return value;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.text);
    this.#at = SPACE.lastIndex;
  }

  #take(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #malformed(reason: string): Malformed {
    return new Malformed(`${reason} at position ${this.#at}`);
  }
}

/** @returns the value, or a `malformed_body` refusal that says what is wrong and where. */
export function parseJson(text: string): JsonValue | Refusal {
  try {
    return new Parser(text).document();
  } catch (error) {
    if (error instanceof Malformed) return refuse('malformed_body', `not valid JSON: ${error.reason}`);
    throw error;
  }
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;
const MAX_ARRAY_INDEX = 2 ** 32 - 2;
const isArrayIndex = (key: string): boolean => ARRAY_INDEX.test(key) && Number(key) <= MAX_ARRAY_INDEX;

function compareKeys(a: string, b: string): number {
  const aIndex = isArrayIndex(a);
  const bIndex = isArrayIndex(b);
  if (aIndex && bIndex) return Number(a) - Number(b);
  if (aIndex !== bIndex) return aIndex ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The canonical text of a value: the text whose UTF-8 bytes a wallet signs. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof JsonNumber) return value.text;
  if (isJsonObject(value)) {
    const keys = [...value.keys()].sort(compareKeys);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value.get(key) as JsonValue)}`).join(',')}}`;
  }
  return `[${value.map(canonicalJson).join(',')}]`;
}

/** More digits of exponent than any value needs; longer ones are compared as text, because reading millions of digits
 *  costs time that no signature has paid for yet. */
const MAX_EXPONENT_DIGITS = 15;

/** A number's value as (digits, exponent) without trailing zeros, so that 1, 1.0 and 10e-1 are one value. Zeros are
 *  counted by hand: a pattern such as /0+$/ takes quadratic time on a long run of zeros that something follows. */
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
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  return a === b;
}
