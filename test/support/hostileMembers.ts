/** Values that no client sends, for each member of a request of the services, as its kind declares it: of another type, too long, too many,
 *  too deep, beyond every number, halves of characters, characters that end or turn a text, names of JavaScript.
 *
 *  In: the member. Out: named values: those that follow from what the member declares, and some of those that no member takes, or all of them
 *  with ROUGED_TEST_ALL=1. Most are to be refused; which of them, the member decides. */

import { JsonNumber, type JsonValue } from '../../engine/base/json.js';
import type { PayloadMember } from '../../engine/ledger/payload.js';
import { type SeededRandom, TEST_ALL } from './random.js';

export type Hostile = readonly [what: string, value: JsonValue];

const number = (text: string): JsonNumber => new JsonNumber(text);

const nested = (depth: number, wrap: (inner: JsonValue) => JsonValue): JsonValue =>
  depth === 0 ? 'x' : wrap(nested(depth - 1, wrap));

const ANYWHERE: readonly Hostile[] = [
  ['null', null],
  ['a flag', true],
  ['zero', number('0')],
  ['a negative number', number('-1')],
  ['a negative zero', number('-0')],
  ['a number beyond doubles', number('1e400')],
  ['a number next to nothing', number('1e-400')],
  ['a number of many digits', number('9'.repeat(400))],
  ['a number that no double holds', number('9007199254740993')],
  ['a fraction', number('1.5')],
  ['no text', ''],
  ['white space', ' \t\n\u00a0'],
  ['a text of a number', '1e400'],
  ['a text of no number', 'NaN'],
  ['half of a character', 'a\ud800b'],
  ['the other half', '\udc00'],
  ['NUL', 'a\u0000b'],
  ['controls', '\u0001\u001b[2J\u007f\u0085'],
  ['turned text', '\u202eabc\u2066def'],
  ['a name of JavaScript', '__proto__'],
  ['a path', '../../etc/passwd%00'],
  ['no list', []],
  ['a list of null', [null]],
  ['a list of lists', [[['x']]]],
  ['a list of halves', ['\ud800']],
  ['no members', new Map()],
  [
    'members of JavaScript',
    new Map<string, JsonValue>([
      ['__proto__', 'x'],
      ['constructor', new Map([['prototype', 'x']])],
      ['toString', null],
    ]),
  ],
  ['deep lists', nested(30, (inner) => [inner])],
  ['deep members', nested(30, (inner) => new Map([['a', inner]]))],
  ['lists that are too deep', nested(200, (inner) => [inner])],
  ['a list of many', Array.from({ length: 1_000 }, () => 'x')],
];

/** So many of them are drawn for a member: with a hundred members each is drawn dozens of times. */
export const ANYWHERE_DRAWN = TEST_ALL ? ANYWHERE.length : 10;

/** Above this, one text that is too long is enough: the largest have megabytes. */
const LONG_CHARACTERS = 10_000;

function tooLong(member: PayloadMember): readonly Hostile[] {
  if (!('characters' in member)) return [['a long text', 'a'.repeat(LONG_CHARACTERS)]];
  const { characters, type } = member;
  const texts: readonly Hostile[] = [
    ['one character too many', 'a'.repeat(characters + 1)],
    ...(characters > LONG_CHARACTERS
      ? []
      : ([
          ['as many as may be', 'a'.repeat(characters)],
          ['as many of two bytes', 'é'.repeat(characters)],
          ['as many that are escaped', '\u0001'.repeat(characters)],
        ] as const)),
  ];
  return type === 'texts' ? texts.map(([what, text]) => [`an element: ${what}`, [text as string]] as const) : texts;
}

/** @param good a value that the member takes. */
function tooMany(member: PayloadMember, good: JsonValue | undefined): readonly Hostile[] {
  if (!('items' in member)) return [];
  const element = Array.isArray(good) ? (good[0] as JsonValue) : 'x';
  const many = (length: number): JsonValue => Array.from({ length }, () => element);
  return [
    [`${member.items} elements`, many(member.items)],
    [`${member.items + 1} elements`, many(member.items + 1)],
  ];
}

export const hostileValues = (
  member: PayloadMember,
  good: JsonValue | undefined,
  random: SeededRandom,
): readonly Hostile[] => [...random.cases(ANYWHERE, ANYWHERE_DRAWN), ...tooLong(member), ...tooMany(member, good)];
