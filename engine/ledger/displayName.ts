/** Display names: which may be registered, and which are the same.
 *
 *  All nodes must agree, whatever version of Unicode their runtime has, so nothing here asks it: neither `toLowerCase` nor `normalize` nor
 *  a property of characters. A table of one version says which characters a name may have and what each of them is the same as: its
 *  small letter, decomposed. Two names are the same when their keys are equal: letters without regard to case, marks in one order, white
 *  space as one space. What cannot be seen is in no name, but for what joins pictures. */

import { toBinary, utf8 } from '../base/bytes.js';
import { ALLOWED, FOLDS, MARKS, PICTURES, UNICODE_VERSION } from './displayNameTable.js';

/** Sorted ranges of characters, each with a value. */
class Ranges {
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];
  readonly #values: number[] = [];

  constructor(text: string) {
    let end = 0;
    for (const part of text.split(' ')) {
      const [gap, more, value] = part.split('.').map(numberOf) as [number, number, number];
      this.#firsts.push(end + gap);
      end += gap + more + 1;
      this.#lasts.push(end - 1);
      this.#values.push(value);
    }
  }

  /** @returns undefined outside of all ranges. */
  get(code: number): number | undefined {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] as number) <= code) low = middle + 1;
      else high = middle;
    }
    return low > 0 && code <= (this.#lasts[low - 1] as number) ? this.#values[low - 1] : undefined;
  }
}

const numberOf = (digits: string): number => Number.parseInt(digits, 36);

function readFolds(): ReadonlyMap<number, readonly number[]> {
  const folds = new Map<number, readonly number[]>();
  let code = 0;
  for (const part of FOLDS.split(' ')) {
    const [gap, ...to] = part.split('.').map(numberOf) as [number, ...number[]];
    code += gap;
    folds.set(code, to);
  }
  return folds;
}

const allowed = new Ranges(ALLOWED);
const pictures = new Ranges(PICTURES);
const marks = new Ranges(MARKS);
const folds = readFolds();

const SPACE = 0x20;
/** White space on a line: each is one space. */
const SPACES: ReadonlySet<number> = new Set([
  ...[SPACE, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000],
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
]);

/** A picture's look, and what joins several into one: allowed behind a picture, and not told from the name without them. */
const JOINERS: ReadonlySet<number> = new Set([0xfe0f, 0x200d]);
/** Colours of skin, which belong to the picture before them. */
const isTone = (code: number): boolean => code >= 0x1f3fb && code <= 0x1f3ff;

/** Syllables of Hangul are letters side by side (Unicode, section 3.12). */
const HANGUL = {
  first: 0xac00,
  last: 0xd7a3,
  lead: 0x1100,
  vowel: 0x1161,
  tail: 0x11a7,
  vowels: 21,
  tails: 28,
} as const;

export const DISPLAY_NAME_RULE = `displayName may have letters, digits, signs and pictures of Unicode ${UNICODE_VERSION}, marks on a letter, and spaces between them: nothing that cannot be seen`;

const codesOf = (text: string): number[] => [...text].map((character) => character.codePointAt(0) as number);

/** Whether all of a name is allowed, and something of it can be seen. */
export function isDisplayName(name: string): boolean {
  let isSeen = false;
  let hasBase = false;
  let isPicture = false;
  for (const code of codesOf(name)) {
    if (JOINERS.has(code) && isPicture) continue;
    if (SPACES.has(code)) {
      hasBase = false;
      isPicture = false;
      continue;
    }
    if (allowed.get(code) === undefined || (marks.get(code) !== undefined && !hasBase)) return false;
    isSeen = true;
    hasBase = true;
    isPicture = pictures.get(code) !== undefined || (isPicture && isTone(code));
  }
  return isSeen;
}

function foldedCodes(code: number): readonly number[] {
  const { first, last, lead, vowel, tail, vowels, tails } = HANGUL;
  if (code < first || code > last) return folds.get(code) ?? [code];
  const number = code - first;
  const letters = [lead + Math.floor(number / (vowels * tails)), vowel + (Math.floor(number / tails) % vowels)];
  return number % tails === 0 ? letters : [...letters, tail + (number % tails)];
}

/** Marks on one letter in canonical order; those of one place stay as they were. */
function inOrder(codes: readonly number[]): readonly number[] {
  const ordered: number[] = [];
  for (const code of codes) {
    const place = marks.get(code) ?? 0;
    let at = ordered.length;
    while (place > 0 && at > 0 && (marks.get(ordered[at - 1] as number) ?? 0) > place) at--;
    ordered.splice(at, 0, code);
  }
  return ordered;
}

/** @returns UTF-8 as a binary string. */
export function displayNameKey(name: string): string {
  const codes: number[] = [];
  for (const code of codesOf(name)) {
    if (JOINERS.has(code)) continue;
    if (!SPACES.has(code)) codes.push(...foldedCodes(code));
    else if (codes.length > 0 && codes.at(-1) !== SPACE) codes.push(SPACE);
  }
  if (codes.at(-1) === SPACE) codes.pop();
  return toBinary(utf8(String.fromCodePoint(...inOrder(codes))));
}
