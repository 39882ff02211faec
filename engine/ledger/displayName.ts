/** Display names: which may be registered, and which are the same.
 *
 *  All nodes must agree, whatever version of Unicode their runtime has, so nothing here asks it: neither `toLowerCase` nor a
 *  property of characters. Two names are the same when their keys are equal: letters without regard to case, white space as one
 *  space, and nothing that cannot be seen. */

import { toBinary, utf8 } from '../base/bytes.js';

/** Capital letters whose small ones are a fixed distance away: ASCII, Latin-1, Greek, Cyrillic (two rows). */
const CAPITALS: readonly (readonly [first: number, last: number, distance: number])[] = [
  [0x41, 0x5a, 32],
  [0xc0, 0xd6, 32],
  [0xd8, 0xde, 32],
  [0x391, 0x3a1, 32],
  [0x3a3, 0x3a9, 32],
  [0x400, 0x40f, 80],
  [0x410, 0x42f, 32],
];

/** Letters of Latin Extended-A whose capital is the even one of a pair, and those where it is the odd one. */
const PAIRS: readonly (readonly [first: number, last: number, odd: 0 | 1])[] = [
  [0x100, 0x12f, 0],
  [0x132, 0x137, 0],
  [0x139, 0x148, 1],
  [0x14a, 0x177, 0],
  [0x179, 0x17e, 1],
];

/** Joiners, directions, soft hyphens, variation selectors: they change nothing that can be told from the name without them. */
const INVISIBLE: readonly (readonly [first: number, last: number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
];

/** White space that is not refused as a control character. */
const SPACES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];

const SPACE = 0x20;
/** The other small sigma, at the end of words. */
const FINAL_SIGMA = 0x3c2;
const SIGMA = 0x3c3;

const isIn = (code: number, ranges: readonly (readonly [first: number, last: number, ...rest: number[]])[]): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

function small(code: number): number {
  if (code === FINAL_SIGMA) return SIGMA;
  for (const [first, last, distance] of CAPITALS) if (code >= first && code <= last) return code + distance;
  for (const [first, last, odd] of PAIRS) if (code >= first && code <= last && code % 2 === odd) return code + 1;
  return code;
}

/** Whether a name has a character that no name may have: line ends, tabs and other controls. */
export const hasControls = (name: string): boolean =>
  [...name].some((character) => {
    const code = character.codePointAt(0) as number;
    return code < SPACE || (code >= 0x7f && code <= 0x9f);
  });

/** @returns UTF-8 as a binary string; empty for a name of which nothing can be seen. */
export function displayNameKey(name: string): string {
  let folded = '';
  for (const character of name) {
    const code = character.codePointAt(0) as number;
    if (isIn(code, SPACES)) folded += folded === '' || folded.endsWith(' ') ? '' : ' ';
    else if (!isIn(code, INVISIBLE)) folded += String.fromCodePoint(small(code));
  }
  return toBinary(utf8(folded.endsWith(' ') ? folded.slice(0, -1) : folded));
}
