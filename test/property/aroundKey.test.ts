/** Signed bytes that are read around the hex of their key: what they say, and where the key is cut out, is what reading and searching them as
 *  a whole gives. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { parseJson, parseJsonAround } from '../../engine/base/json.js';
import { type JsonBounds, SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { cutKey, joinKey } from '../../engine/chain/transaction.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { SignedText } from '../../engine/ledger/signedText.js';
import { seededRuns } from './seed.js';

/** The hex of the second one begins at each of its characters again. */
const keys = [
  Uint8Array.from({ length: PUBLIC_KEY_BYTES }, (_, at) => at * 7),
  new Uint8Array(PUBLIC_KEY_BYTES).fill(0xaa),
];

/** A place for the key. */
const HOLE = '~';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '""',
      '"~"',
      '"~"',
      '"~"',
      '"a~"',
      '"~a"',
      '"aaaa~"',
      '"\\"~"',
      '"~\\""',
      '"\\\\~"',
      '"\\u0061~"',
      '~',
      '1~',
      '~1',
    ],
    ...[
      '"é~"',
      '"é"',
      '"\\u00e9"',
      '1',
      '-0.5e3',
      'true',
      'null',
      '[]',
      '{}',
      '["~"]',
      '{"~":1}',
      '{"a":"~"}',
      '"a"~"b"',
      '"',
    ],
  ),
  fc.string({ maxLength: 6, unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const member = fc
  .tuple(fc.constantFrom('"from":', '"to":', '"é":', '"~":', '"from" :', '', '"a"', '"0":'), piece)
  .map(([name, value]) => `${name}${value}`);
const document = fc.oneof(
  { weight: 4, arbitrary: fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(',')}}`) },
  { weight: 1, arbitrary: piece },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => `{"from":"~","b":"${text}"}`) },
  { weight: 1, arbitrary: fc.nat(4_100).map((length) => `{"a":"${'x'.repeat(length)}","from":"~"}`) },
);

const bounds: fc.Arbitrary<JsonBounds> = fc
  .tuple(fc.boolean(), fc.constantFrom(1, 3, 1_000), fc.constantFrom(4, 3_904, 5_000), fc.constantFrom(1, 9))
  .map(([isWide, members, keyCharacters, depth]) =>
    isWide ? SIGNED_JSON : { characters: 4_000, values: members, members, keyCharacters, depth },
  );

/** The document with a key in one of its places, which was cut out of it; the other places keep their sign, or hold the key too. */
const parts = fc
  .tuple(document, fc.nat(), fc.constantFrom(...keys), fc.boolean(), fc.constantFrom(0, 0, 0, 1, -1, 5_000))
  .map(([text, chosen, publicKey, isRepeated, shift]) => {
    const places = text.split(HOLE);
    const at = places.length > 1 ? 1 + (chosen % (places.length - 1)) : chosen % 2;
    const filled = isRepeated ? toHex(publicKey) : HOLE;
    const before = utf8(places.slice(0, at).join(filled));
    const after = places.slice(at).join(filled);
    return { text: Buffer.concat([before, utf8(after)]), keyAt: at === 0 ? 0 : before.length + 1 + shift, publicKey };
  })
  .filter(({ keyAt }) => keyAt >= 0);

test('signed bytes read around their key say what they say as a whole, and are cut at the same place', () => {
  const counts = { around: 0, cut: 0, whole: 0, refused: 0 };
  fc.assert(
    fc.property(parts, bounds, ({ text, keyAt, publicKey }, limits) => {
      const read = SignedText.ofParts({ text, keyAt, publicKey }, limits);
      const bytes = joinKey(text, keyAt, publicKey);
      if (!bytes) {
        expect(isRefusal(read)).toBe(true);
        return;
      }
      const whole = SignedText.read(bytes, undefined, limits);
      if (isRefusal(whole) || isRefusal(read)) {
        counts.refused++;
        expect(read).toEqual(whole);
        return;
      }
      expect(utf8Text(read.bytes)).toBe(utf8Text(bytes));
      expect(read.payload).toEqual(whole.payload);
      expect([...read.payload.keys()]).toEqual([...whole.payload.keys()]);
      const around = SignedText.around(bytes, { text, keyAt }, toHex(publicKey), limits);
      counts[around ? 'around' : 'whole']++;
      if (!read.cut) return;
      counts.cut++;
      const { text: rest, keyAt: place } = cutKey(bytes, publicKey);
      expect([utf8Text(read.cut.text), read.cut.keyAt]).toEqual([utf8Text(rest), place]);
    }),
    seededRuns('texts around a key', 20_000),
  );
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(300);
});

test('JSON is parsed around a text only where that is the whole of a string', () => {
  const counts = { parsed: 0, left: 0 };
  fc.assert(
    fc.property(document, fc.nat(20), fc.constantFrom('ab', 'true', '0'), bounds, (text, quote, cut, limits) => {
      const plain = text.replaceAll(HOLE, '').replace(/[^\0-\x7f]/g, 'e');
      const quotes = [...plain.matchAll(/"/g)].map(({ index }) => index + 1);
      const at = quotes[quote % quotes.length] ?? quote;
      const around = parseJsonAround(plain, limits, cut, at);
      counts[around === undefined ? 'left' : 'parsed']++;
      if (around === undefined) return;
      expect(around).toEqual(parseJson(`${plain.slice(0, at)}${cut}${plain.slice(at)}`, limits));
    }),
    seededRuns('JSON around a text', 20_000),
  );
  expect(counts.parsed).toBeGreaterThan(300);
  expect(counts.left).toBeGreaterThan(300);
});
