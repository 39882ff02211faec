/** Bytes and texts: UTF-8, hex, and the buffer into which the host writes its answers. */

/** Bytes of the buffer for answers: a public key in hex is 3,904 characters long. */
export const ANSWER_BYTES: i32 = 4096;

/** Where the host writes an answer. The next question overwrites it. */
export const ANSWER: usize = memory.data(4096);

const DIGITS = '0123456789abcdef';

export function utf8(text: string): Uint8Array {
  return Uint8Array.wrap(String.UTF8.encode(text));
}

export function textOf(bytes: Uint8Array): string {
  return String.UTF8.decodeUnsafe(bytes.dataStart, bytes.length);
}

/** The text of an answer of `length` bytes. */
export function answerText(length: i32): string {
  return String.UTF8.decodeUnsafe(ANSWER, length);
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

/** One pattern of 32 bits in both halves of 64. */
const NIBBLES: u64 = ((<u64>0x0f0f_0f0f) << 32) | 0x0f0f_0f0f;
const ONES: u64 = ((<u64>0x0101_0101) << 32) | 0x0101_0101;
const EVEN_BYTES: u64 = ((<u64>0x00ff_00ff) << 32) | 0x00ff_00ff;
const EVEN_PAIRS: u64 = ((<u64>0x0000_ffff) << 32) | 0x0000_ffff;

/** The value of eight hex digits as four bytes in the order of memory. Both cases: bit 6 tells a letter from a digit. */
function fourBytes(digits: u64): u32 {
  const nibbles = (digits & NIBBLES) + ((digits >> 6) & ONES) * 9;
  const pairs = ((nibbles << 4) | (nibbles >> 8)) & EVEN_BYTES;
  const halves = (pairs | (pairs >> 8)) & EVEN_PAIRS;
  return <u32>(halves | (halves >> 16));
}

/** Decodes hex that is known to be hex, eight digits at a time: a public key costs a tenth of the fuel that it costs digit by digit.
 *  The last eight may overlap those before them.
 *  @param digits address of ASCII text. @param count digits: even, at least 8. */
export function decodeHex(digits: usize, count: i32, out: usize): void {
  for (let at = 0; at < count; at += 8) {
    const from = min(at, count - 8);
    store<u32>(out + (from >> 1), fourBytes(load<u64>(digits + from)));
  }
}

/** @throws for a text that is not hex of whole bytes. */
export function bytesOfHex(text: string): Uint8Array {
  assert(isHex(text), 'this is not hex of whole bytes');
  const bytes = new Uint8Array(text.length >> 1);
  if (text.length >= 8) {
    decodeHex(changetype<usize>(String.UTF8.encode(text)), text.length, bytes.dataStart);
    return bytes;
  }
  for (let at = 0; at < bytes.length; at++) bytes[at] = <u8>U32.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
