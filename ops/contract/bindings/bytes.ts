/** Bytes and texts: UTF-8, hex, and the buffer into which the host writes its answers. */

/** Bytes of the buffer for answers: a public key in hex is 3,904 characters long. */
export const ANSWER_BYTES: i32 = 4096;

/** Where the host writes an answer. The next question overwrites it. */
export const ANSWER: usize = memory.data(4096);

const DIGITS = '0123456789abcdef';

/** One pattern of 32 bits in both halves of 64. */
const NIBBLES: u64 = ((<u64>0x0f0f_0f0f) << 32) | 0x0f0f_0f0f;
const ONES: u64 = ((<u64>0x0101_0101) << 32) | 0x0101_0101;
const EVEN_BYTES: u64 = ((<u64>0x00ff_00ff) << 32) | 0x00ff_00ff;
const EVEN_PAIRS: u64 = ((<u64>0x0000_ffff) << 32) | 0x0000_ffff;
/** What four characters of ASCII do not have: in 16 bits each, and in 8. */
const WIDE_UNITS: u64 = ((<u64>0xff80_ff80) << 32) | 0xff80_ff80;
const WIDE_BYTES: u32 = 0x8080_8080;

/** UTF-8. Four characters of ASCII at a time take a fifth of the fuel of the general way, which other texts go. */
export function encodeText(text: string): ArrayBuffer {
  const length = text.length;
  const from = changetype<usize>(text);
  const to = __new(length, idof<ArrayBuffer>());
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const units = load<u64>(from + ((<usize>at) << 1));
    if ((units & WIDE_UNITS) !== 0) return String.UTF8.encode(text);
    const pairs = (units | (units >> 8)) & EVEN_PAIRS;
    store<u32>(to + at, <u32>(pairs | (pairs >> 16)));
  }
  for (; at < length; at++) {
    const unit = load<u16>(from + ((<usize>at) << 1));
    if (unit >= 0x80) return String.UTF8.encode(text);
    store<u8>(to + at, <u8>unit);
  }
  return changetype<ArrayBuffer>(to);
}

/** The text of UTF-8, four characters of ASCII at a time. */
export function decodeText(from: usize, length: i32): string {
  const to = __new((<usize>length) << 1, idof<string>());
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const bytes = load<u32>(from + at);
    if ((bytes & WIDE_BYTES) !== 0) return String.UTF8.decodeUnsafe(from, length);
    const pairs = (<u64>bytes | ((<u64>bytes) << 16)) & EVEN_PAIRS;
    store<u64>(to + ((<usize>at) << 1), (pairs | (pairs << 8)) & EVEN_BYTES);
  }
  for (; at < length; at++) {
    const byte = load<u8>(from + at);
    if (byte >= 0x80) return String.UTF8.decodeUnsafe(from, length);
    store<u16>(to + ((<usize>at) << 1), byte);
  }
  return changetype<string>(to);
}

export function utf8(text: string): Uint8Array {
  return Uint8Array.wrap(encodeText(text));
}

export function textOf(bytes: Uint8Array): string {
  return decodeText(bytes.dataStart, bytes.length);
}

/** The text of an answer of `length` bytes. */
export function answerText(length: i32): string {
  return decodeText(ANSWER, length);
}

/** A copy of `length` bytes at an address. */
export function copyOf(from: usize, length: i32): Uint8Array {
  const bytes = new Uint8Array(length);
  memory.copy(bytes.dataStart, from, length);
  return bytes;
}

/** Whether two texts have the same bytes. */
export function bytesEqual(a: Uint8Array, b: Uint8Array): bool {
  return a.length === b.length && memory.compare(a.dataStart, b.dataStart, a.length) === 0;
}

/** Small letters. */
export function hexOf(bytes: Uint8Array): string {
  const text = new Uint8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) {
    text[at * 2] = <u8>DIGITS.charCodeAt(bytes[at] >> 4);
    text[at * 2 + 1] = <u8>DIGITS.charCodeAt(bytes[at] & 15);
  }
  return textOf(text);
}

function isHexDigit(code: i32): bool {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

/** Whether a text is hex of whole bytes, in either case. */
export function isHex(text: string): bool {
  for (let at = 0; at < text.length; at++) if (!isHexDigit(text.charCodeAt(at))) return false;
  return (text.length & 1) === 0;
}

/** The value of eight hex digits as four bytes in the order of memory. Both cases: bit 6 tells a letter from a digit. */
function fourBytes(digits: u64): u32 {
  const nibbles = (digits & NIBBLES) + ((digits >> 6) & ONES) * 9;
  // Each even byte becomes its nibble and the next one: the product has them 8 bits higher.
  const pairs = ((nibbles * 0x1001) >> 8) & EVEN_BYTES;
  const halves = (pairs | (pairs >> 8)) & EVEN_PAIRS;
  return <u32>(halves | (halves >> 16));
}

/** Decodes hex that is known to be hex, eight digits at a time: a public key costs a tenth of the fuel that it costs digit by digit.
 *  The last eight may overlap those before them.
 *  @param digits address of ASCII text. @param count digits: even, at least 8. */
export function decodeHex(digits: usize, count: i32, out: usize): void {
  let at: i32 = 0;
  for (; at + 32 <= count; at += 32) {
    const from = digits + at;
    const to = out + (at >> 1);
    store<u32>(to, fourBytes(load<u64>(from)));
    store<u32>(to, fourBytes(load<u64>(from, 8)), 4);
    store<u32>(to, fourBytes(load<u64>(from, 16)), 8);
    store<u32>(to, fourBytes(load<u64>(from, 24)), 12);
  }
  for (; at < count; at += 8) {
    const from = min(at, count - 8);
    store<u32>(out + (from >> 1), fourBytes(load<u64>(digits + from)));
  }
}

/** @throws for a text that is not hex of whole bytes. */
export function bytesOfHex(text: string): Uint8Array {
  assert(isHex(text), 'this is not hex of whole bytes');
  const bytes = new Uint8Array(text.length >> 1);
  if (text.length >= 8) {
    decodeHex(changetype<usize>(encodeText(text)), text.length, bytes.dataStart);
    return bytes;
  }
  for (let at = 0; at < bytes.length; at++) bytes[at] = <u8>U32.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
