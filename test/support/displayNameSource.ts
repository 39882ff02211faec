/** Writes `engine/ledger/displayNameTable.ts` from what this runtime knows of Unicode: `npm run names:generate`. The file is a rule of
 *  the chain. A newer version of Unicode would change which names are valid, so it needs an upgrade. */

/** Neither seen nor told from an empty place, though Unicode calls them symbols: an empty cell of Braille, a note without a head, the
 *  places of objects and of what could not be read. */
const BLANK = new Set([0x2800, 0x1d159, 0xfffc, 0xfffd]);

const WORDS = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const MARK = /^\p{M}$/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;
const HANGUL = { first: 0xac00, last: 0xd7a3 } as const;

const LINE = 110;
/** Marks above and below a letter: every mark that moves at all changes places with one of them. */
const ABOVE = '\u0301';
const BELOW = '\u0316';

const codes = (): number[] =>
  Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);

const isAllowed = (code: number): boolean => {
  const text = String.fromCodePoint(code);
  return WORDS.test(text) && !UNSEEN.test(text) && !BLANK.has(code);
};

/** Below 0 when the first of two marks goes before the second in canonical order; 0 when neither has to. */
function order(one: string, other: string): number {
  if (`a${other}${one}`.normalize('NFD') === `a${one}${other}`.normalize('NFD')) {
    return `a${one}${other}`.normalize('NFD') === `a${one}${other}` ? -1 : 1;
  }
  return 0;
}

const isSingle = (text: string): boolean => [...text].length === 1;

/** The one small letter of all that are the same without regard to case, by simple case folding: that of the capital letter, where it has
 *  one. Marks keep their form: one of them would become a letter. */
function small(text: string): string {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  if (MARK.test(text) || (lower === text && upper === text)) return text;
  const same = new RegExp(`^${text}$`, 'iu');
  const ways = [upper.toLowerCase(), lower];
  return ways.find((way) => isSingle(way) && same.test(way)) ?? text;
}

/** Decomposed, small, and so again until nothing changes. */
function folded(text: string): string {
  const next = [...text.normalize('NFD')].map(small).join('').normalize('NFD');
  return next === text ? text : folded(next);
}

const digits = (number: number): string => number.toString(36);

/** Ranges of codes with one value, each as the gap before it, its length beyond 1, and the value. */
function ranges(values: ReadonlyMap<number, number>): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const [code, value] of values) {
    if (code < end) continue;
    let last = code;
    while (values.get(last + 1) === value) last++;
    parts.push([code - end, last - code, value].map(digits).join('.'));
    end = last + 1;
  }
  return parts;
}

function folds(of: readonly number[]): string[] {
  const parts: string[] = [];
  let before = 0;
  for (const code of of) {
    if (code >= HANGUL.first && code <= HANGUL.last) continue;
    const text = String.fromCodePoint(code);
    const to = folded(text);
    if (to === text) continue;
    parts.push(
      [code - before, ...[...to].map((character) => character.codePointAt(0) as number)].map(digits).join('.'),
    );
    before = code;
  }
  return parts;
}

/** The place of each mark in canonical order, from 1; 0 for what does not move. */
function markPlaces(marks: readonly number[]): Map<number, number> {
  const moving = marks.filter((code) => {
    const mark = String.fromCodePoint(code);
    return mark.normalize('NFD') === mark && (order(mark, ABOVE) !== 0 || order(mark, BELOW) !== 0);
  });
  const kinds: string[] = [];
  const kindOf = new Map<number, string>();
  for (const code of moving) {
    const mark = String.fromCodePoint(code);
    const like = kinds.find((kind) => order(kind, mark) === 0);
    if (like === undefined) kinds.push(mark);
    kindOf.set(code, like ?? mark);
  }
  kinds.sort(order);
  return new Map(marks.map((code) => [code, kinds.indexOf(kindOf.get(code) ?? '') + 1]));
}

function literal(name: string, about: string, parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line === undefined || line.length + part.length >= LINE) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return `\n/** ${about} */\nexport const ${name} = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join(' ');\n`;
}

/** @returns the text of the file. */
export function displayNameTable(): string {
  const allowed = codes().filter(isAllowed);
  const one = (wanted: readonly number[]): Map<number, number> => new Map(wanted.map((code) => [code, 0]));
  const of = (pattern: RegExp): number[] => allowed.filter((code) => pattern.test(String.fromCodePoint(code)));
  return [
    '/** Characters of display names, of one version of Unicode. Made by `npm run names:generate`, not by hand: all numbers are in base 36. */\n',
    `\nexport const UNICODE_VERSION = '${process.versions.unicode}';\n`,
    literal('ALLOWED', 'Ranges: gap before it, length beyond 1, 0.', ranges(one(allowed))),
    literal(
      'PICTURES',
      'Those that a variation selector or a joiner may follow: ranges as above.',
      ranges(one(of(PICTURE))),
    ),
    literal(
      'MARKS',
      'Marks, which need a letter before them: ranges with their place in canonical order.',
      ranges(markPlaces(of(MARK))),
    ),
    literal(
      'FOLDS',
      'What a character is the same as: gap since the last one, then the characters, decomposed.',
      folds(allowed),
    ),
  ].join('');
}
