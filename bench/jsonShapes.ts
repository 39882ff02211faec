/** JSON texts that are as expensive to read as their length allows, and an ordinary one for comparison.
 *
 *  In: a length. Out: for each shape a text of about that length, always the same. Those of the first group stay within
 *  the bounds of a signed text as long as they can; those of the second break one and are refused; both must be cheap. */

import { SIGNED_JSON } from '../engine/base/limits.js';

/** @param length approximate length of the text in characters. */
export type JsonShape = (length: number) => string;

/** As many copies of a piece as fit and as the bounds allow. @param values in one piece. */
function list(piece: (index: number) => string, values: number) {
  return (length: number): string => {
    const pieces: string[] = [];
    let size = 2;
    for (let index = 0; size < length && (index + 1) * values < SIGNED_JSON.values; index++) {
      const next = piece(index);
      pieces.push(next);
      size += next.length + 1;
    }
    return `[${pieces.join(',')}]`;
  };
}

/** A text around one run of equal pieces. */
const run =
  (before: string, piece: string, after: string): JsonShape =>
  (length) =>
    `${before}${piece.repeat(Math.floor((length - before.length - after.length) / piece.length))}${after}`;

/** Always the same order, far from sorted. */
function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  let state = 12_345;
  for (let at = result.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = state % (at + 1);
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}

/** Objects of the most members, their keys shuffled. */
const objects = (key: (index: number) => string): JsonShape => {
  const members = shuffled(Array.from({ length: SIGNED_JSON.members }, (_, index) => `"${key(index)}":0`));
  return list(() => `{${members.join(',')}}`, SIGNED_JSON.members + 1);
};

/** One object, with more members than the bound when the text is long enough. */
const wideObject =
  (key: (index: number) => string): JsonShape =>
  (length) => {
    const members: string[] = [];
    let size = 2;
    for (let index = 0; size < length; index++) {
      const member = `"${key(index)}":0`;
      members.push(member);
      size += member.length + 1;
    }
    return `{${shuffled(members).join(',')}}`;
  };

const nested = (open: string, inside: string, close: string, depth = SIGNED_JSON.depth): string =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

/** A batch mint with attributes as wallets write them. */
export const plainShape: JsonShape = (length) => {
  const { nfts, size } = { nfts: [] as string[], size: { now: 2 } };
  for (let index = 0; size.now < length; index++) {
    const traits = ['Background', 'Body', 'Eyes'].map(
      (trait, at) => `{"trait_type":"${trait}","value":"A value of number ${index * at}"}`,
    );
    const nft = `{"attributes":[${traits.join(',')}],"name":"The ${index}th of its kind","rarity":${index}.25,"uri":"ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/${index}.json"}`;
    nfts.push(nft);
    size.now += nft.length + 1;
  }
  return `[${nfts.join(',')}]`;
};

export const hardShapes: Readonly<Record<string, JsonShape>> = {
  'empty objects': list(() => '{}', 1),
  'empty lists': list(() => '[]', 1),
  'empty texts': list(() => '""', 1),
  'single digits': list(() => '1', 1),
  words: list(() => 'true', 1),
  'objects of one member': list(() => '{"":0}', 2),
  'lists of one element': list(() => '[0]', 2),
  'lists in each other': list(() => nested('[', '', ']', SIGNED_JSON.depth - 1), SIGNED_JSON.depth - 1),
  'objects in each other': list(() => nested('{"":', '0', '}', SIGNED_JSON.depth - 1), SIGNED_JSON.depth),
  'a long text in objects in each other': (length) => nested('{"":', run('"', 'x', '"')(length - 160), '}'),
  'shuffled integer-like keys': objects((index) => String(index * 4_001)),
  // Before Node 20.20.2 all of these have the same hash.
  'integer-like keys of one hash': objects((index) => String(index * 65_536)),
  'shuffled short keys': objects((index) => (index + 36 ** 2).toString(36)),
  'keys __proto__': list(() => '{"__proto__":{}}', 2),
  'long keys with a long common beginning': objects((index) => `${'p'.repeat(400)}${index}`),
  'the longest keys with a common beginning': wideObject(
    (index) => `${'p'.repeat(SIGNED_JSON.keyCharacters - 6)}${index}`,
  ),
  'wide keys that end in escapes': objects((index) => `\u20ac${'p'.repeat(20)}\\u00${(index % 90) + 10}${index}`),
  'short escapes': list(() => '"\\n"', 1),
  'one escape in a longer text': list(() => '"twelve chars\\n"', 1),
  backslashes: run('"', '\\\\', '"'),
  'backslashes, then quotes': run('"', `${'\\\\'.repeat(500)}\\"`, '"'),
  'escaped quotes': run('"', '\\"', '"'),
  'zeros as escapes': run('"', '\\u0000', '"'),
  'half characters as escapes': run('"', '\\ud800', '"'),
  'a long text': run('"', 'm', '"'),
  'a long text of wide characters': run('"', '\u20ac', '"'),
  'a long text of pairs': run('"', '\u{1f600}', '"'),
  'short wide texts': list(() => '"\u20ac"', 1),
  'one wide character, then digits': (length) => `["\u20ac",${list(() => '1', 1)(length - 5).slice(1)}`,
  'a long number': run('', '1', ''),
  'a long fraction': run('0.', '0', '1'),
  'a long exponent': run('1e', '0', '1'),
  'short numbers in all their parts': list(() => '-1.5e-7', 1),
  space: run('', ' \n\t\r', '1'),
  'space around digits': list(() => '    1   ', 1),
};

export const refusedShapes: Readonly<Record<string, JsonShape>> = {
  'too many digits': run('[0', ',1', ']'),
  'too many empty objects': run('[{}', ',{}', ']'),
  'too many integer-like keys': wideObject((index) => String(index * 4_001)),
  'too many keys of one hash': wideObject((index) => String(index * 65_536)),
  'keys that are too long': wideObject((index) => `${'p'.repeat(16_380)}${index + 10_000}`),
  'the same key again at the end': (length) => `{"a":0,"b":"${'x'.repeat(length)}","a":1}`,
  'lists too deep': run('', '[', ''),
  'objects too deep': run('', '{"a":', ''),
  'a text without an end': run('"', 'm', ''),
  'a text of escaped quotes without an end': run('"', '\\"', ''),
  'a text with a control character at its end': run('"', 'm', '\u0001"'),
  'half an escape at the end': run('"', '\\n', '\\u12"'),
  'space without an end': run('', ' ', ''),
  'digits without a list end': run('[', '1', ''),
  'a number with a letter at its end': run('', '1', 'x'),
};
