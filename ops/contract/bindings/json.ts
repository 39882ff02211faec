/** Reads JSON exactly: a number keeps its digits, a repeated name is refused, a text is well-formed UTF-8.
 *
 *      const to = args().member('to').text();
 *      const amount = args().member('amount').u64(); */

import { isWhole } from './amounts';
import { decodeText, encodeText } from './bytes';
import { host_get_args_len, host_read_args } from './env';

/** Deeper values are refused, so that a reader's stack is bounded. */
const DEEPEST: i32 = 32;

export enum JsonKind {
  Null,
  Bool,
  Number,
  Text,
  List,
  Record,
  /** A member that is not there. */
  Missing,
}

export class Json {
  items: Json[] = [];
  names: string[] = [];

  constructor(
    readonly kind: JsonKind,
    /** A text's characters, a number's digits, `true` or `false`. */
    readonly content: string,
    /** How messages name this value, such as `amount`. */
    public name: string,
  ) {}

  private expected(what: string): string {
    return this.kind === JsonKind.Missing ? `${this.name} is missing` : `${this.name} must be ${what}`;
  }

  get isMissing(): bool {
    return this.kind === JsonKind.Missing || this.kind === JsonKind.Null;
  }

  /** The member of a record; a value of kind `Missing` when there is none. */
  member(name: string): Json {
    assert(this.kind === JsonKind.Record, this.expected('an object'));
    const at = this.names.indexOf(name);
    return at < 0 ? new Json(JsonKind.Missing, '', name) : this.items[at];
  }

  has(name: string): bool {
    return !this.member(name).isMissing;
  }

  text(): string {
    assert(this.kind === JsonKind.Text, this.expected('a text'));
    return this.content;
  }

  bool(): bool {
    assert(this.kind === JsonKind.Bool, this.expected('true or false'));
    return this.content === 'true';
  }

  list(): Json[] {
    assert(this.kind === JsonKind.List, this.expected('a list'));
    return this.items;
  }

  /** A whole number of up to 64 bits: a number, or a text of digits, which every JavaScript client can write exactly. */
  u64(): u64 {
    const written = this.kind === JsonKind.Number || this.kind === JsonKind.Text;
    assert(written && isWhole(this.content), this.expected('a whole number from 0 to 18446744073709551615'));
    return U64.parseInt(this.content);
  }

  /** A whole number with a sign, as a number or as a text of digits. */
  i64(): i64 {
    const content = this.content;
    const written = this.kind === JsonKind.Number || this.kind === JsonKind.Text;
    const negative = content.startsWith('-');
    const digits = negative ? content.slice(1) : content;
    const said = this.expected('a whole number of 64 bits');
    assert(written && isWhole(digits), said);
    const size = U64.parseInt(digits);
    assert(size <= <u64>i64.MAX_VALUE + (negative ? 1 : 0), said);
    return negative ? <i64>(0 - size) : <i64>size;
  }

  u32(): u32 {
    const value = this.u64();
    assert(value <= u32.MAX_VALUE, this.expected('a whole number from 0 to 4294967295'));
    return <u32>value;
  }
}

class JsonReader {
  private at: usize;
  private end: usize;

  /** Memory is never given back during a call, so the bytes stay where they are. */
  constructor(bytes: ArrayBuffer) {
    this.at = changetype<usize>(bytes);
    this.end = this.at + <usize>bytes.byteLength;
  }

  document(): Json {
    const value = this.value('the document', 0);
    assert(this.peek() < 0, 'this is not JSON: text after the end');
    return value;
  }

  /** The next character that is not space, which stays; -1 at the end. */
  private peek(): i32 {
    while (this.at < this.end) {
      const code = <i32>load<u8>(this.at);
      if (code !== 0x20 && (code < 0x09 || code > 0x0d || code === 0x0b || code === 0x0c)) return code;
      this.at++;
    }
    return -1;
  }

  private take(code: i32): void {
    assert(this.peek() === code, `this is not JSON: ${String.fromCharCode(code)} expected`);
    this.at++;
  }

  /** Takes a comma or the closing mark. @returns whether another item follows. */
  private another(close: i32): bool {
    const isComma = this.peek() === 0x2c;
    this.take(isComma ? 0x2c : close);
    return isComma;
  }

  private value(name: string, depth: i32): Json {
    assert(depth < DEEPEST, 'this JSON is nested too deeply');
    const code = this.peek();
    if (code === 0x7b) return this.record(name, depth);
    if (code === 0x5b) return this.list(name, depth);
    if (code === 0x22) return new Json(JsonKind.Text, this.text(), name);
    if (code === 0x74) return this.word('true', JsonKind.Bool, name);
    if (code === 0x66) return this.word('false', JsonKind.Bool, name);
    if (code === 0x6e) return this.word('null', JsonKind.Null, name);
    return new Json(JsonKind.Number, this.digits(), name);
  }

  private record(name: string, depth: i32): Json {
    const record = new Json(JsonKind.Record, '', name);
    this.take(0x7b);
    let more = this.peek() !== 0x7d;
    if (!more) this.at++;
    while (more) {
      assert(this.peek() === 0x22, 'this is not JSON: a name expected');
      const member = this.text();
      assert(!record.names.includes(member), `${member} is there twice`);
      this.take(0x3a);
      record.names.push(member);
      record.items.push(this.value(member, depth + 1));
      more = this.another(0x7d);
    }
    return record;
  }

  private list(name: string, depth: i32): Json {
    const list = new Json(JsonKind.List, '', name);
    this.take(0x5b);
    let more = this.peek() !== 0x5d;
    if (!more) this.at++;
    while (more) {
      list.items.push(this.value(`an item of ${name}`, depth + 1));
      more = this.another(0x5d);
    }
    return list;
  }

  private word(word: string, kind: JsonKind, name: string): Json {
    for (let at = 0; at < word.length; at++) {
      const code = this.at < this.end ? <i32>load<u8>(this.at) : -1;
      assert(code === word.charCodeAt(at), `this is not JSON: ${word} expected`);
      this.at++;
    }
    return new Json(kind, word, name);
  }

  /** Skips decimal digits. @returns how many there were. */
  private skipDigits(): usize {
    const start = this.at;
    while (this.at < this.end && load<u8>(this.at) >= 0x30 && load<u8>(this.at) <= 0x39) this.at++;
    return this.at - start;
  }

  /** Whether the next character is one of two, which is then taken. */
  private skip(code: u8, other: u8): bool {
    if (this.at >= this.end || (load<u8>(this.at) !== code && load<u8>(this.at) !== other)) return false;
    this.at++;
    return true;
  }

  /** A number's text. Fractions and exponents are JSON; whoever asks for a whole number gets a refusal. */
  private digits(): string {
    const start = this.at;
    this.skip(0x2d, 0x2d);
    const first = this.at;
    const count = this.skipDigits();
    assert(count === 1 || (count > 1 && load<u8>(first) !== 0x30), 'this is not JSON: a value expected');
    if (this.skip(0x2e, 0x2e)) assert(this.skipDigits() > 0, 'this is not JSON: a digit expected');
    if (this.skip(0x65, 0x45)) {
      this.skip(0x2b, 0x2d);
      assert(this.skipDigits() > 0, 'this is not JSON: a digit expected');
    }
    return decodeText(start, <i32>(this.at - start));
  }

  /** Texts without escapes are decoded as they stand. */
  private text(): string {
    this.take(0x22);
    let text = '';
    let start = this.at;
    while (true) {
      assert(this.at < this.end, 'this is not JSON: a text without end');
      const code = load<u8>(this.at);
      assert(code >= 0x20, 'this is not JSON: a control character in a text');
      if (code === 0x22) break;
      this.at++;
      if (code !== 0x5c) continue;
      text += decodeText(start, <i32>(this.at - 1 - start)) + this.escaped();
      start = this.at;
    }
    const last = decodeText(start, <i32>(this.at - start));
    this.at++;
    return text.length === 0 ? last : text + last;
  }

  /** What stands for the characters after a backslash. */
  private escaped(): string {
    assert(this.at < this.end, 'this is not JSON: a text without end');
    const code = <i32>load<u8>(this.at++);
    if (code === 0x75) return this.character();
    const at = '"\\/bfnrt'.indexOf(String.fromCharCode(code));
    assert(at >= 0, 'this is not JSON: an unknown escape');
    return '"\\/\b\f\n\r\t'.charAt(at);
  }

  private hexUnit(): i32 {
    assert(this.end - this.at >= 4, 'this is not JSON: four hex digits expected');
    let unit = 0;
    for (let count = 0; count < 4; count++) {
      const code = <i32>load<u8>(this.at++);
      const letter = code | 0x20;
      const isDigit = code >= 0x30 && code <= 0x39;
      assert(isDigit || (letter >= 0x61 && letter <= 0x66), 'this is not JSON: four hex digits expected');
      unit = (unit << 4) | (isDigit ? code - 0x30 : letter - 0x57);
    }
    return unit;
  }

  private character(): string {
    const unit = this.hexUnit();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    const paired = unit < 0xdc00 && this.skip(0x5c, 0x5c) && this.skip(0x75, 0x75);
    const second = paired ? this.hexUnit() : 0;
    assert(second >= 0xdc00 && second <= 0xdfff, 'this is not JSON: half of a character');
    return String.fromCharCode(unit, second);
  }
}

/** @throws for what is not JSON. */
export function parseJson(text: string): Json {
  return new JsonReader(encodeText(text)).document();
}

let known: Json | null = null;

/** The arguments of this call: an object unless the caller sent something else. */
export function args(): Json {
  let parsed = known;
  if (parsed === null) {
    const length = host_get_args_len();
    const bytes = new ArrayBuffer(length);
    host_read_args(changetype<usize>(bytes), length);
    parsed = new JsonReader(bytes).document();
    parsed.name = 'args';
    known = parsed;
  }
  return parsed;
}
