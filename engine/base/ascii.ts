/** Whether bytes are text that JSON writes as it stands. Four bytes are looked at at a time. */

const BACKSLASH = 0x5c;
const EACH_BYTE = 0x01010101;
const HIGHEST_BITS = 0x80808080;

/** The highest bit of each byte that is not ASCII, a control character, a backslash or the other one, and of some behind it.
 *  @param other the byte that is not wanted either, four times. */
const wrongIn = (four: number, other: number): number =>
  four | (four - 0x20202020) | ((four ^ 0x5c5c5c5c) - EACH_BYTE) | ((four ^ other) - EACH_BYTE);

/** Whether all bytes are ASCII without control characters and backslashes.
 *  @param other a byte that is not wanted either. */
export function isPlainAscii(bytes: Uint8Array, from = 0, to = bytes.length, other = BACKSLASH): boolean {
  const firstWord = (bytes.byteOffset + from + 3) & ~3;
  const words = (Math.max(bytes.byteOffset + to - firstWord, 0) >> 4) << 2;
  let wordsFrom = to;
  let wordsTo = to;
  if (words > 0) {
    const four = new Int32Array(bytes.buffer, firstWord, words);
    const others = other * EACH_BYTE;
    let wrong = 0;
    // Four words a turn take two thirds of the time of one.
    for (let at = 0; at < words; at += 4)
      wrong |=
        wrongIn(four[at] as number, others) |
        wrongIn(four[at + 1] as number, others) |
        wrongIn(four[at + 2] as number, others) |
        wrongIn(four[at + 3] as number, others);
    if ((wrong & HIGHEST_BITS) !== 0) return false;
    wordsFrom = firstWord - bytes.byteOffset;
    wordsTo = wordsFrom + 4 * words;
  }
  return isPlainInTurn(bytes, from, wordsFrom, other) && isPlainInTurn(bytes, wordsTo, to, other);
}

function isPlainInTurn(bytes: Uint8Array, from: number, to: number, other: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x20 || byte >= 0x80 || byte === BACKSLASH || byte === other) return false;
  }
  return true;
}
