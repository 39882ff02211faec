/** Bench of the canonical bytes: the cost of turning a request's payload text into the bytes that were signed.
 *
 *  It is compared with the usual way: JSON.parse, a sorted copy, JSON.stringify. That way is not equivalent: it turns
 *  numbers into doubles and accepts a repeated key. The ratio says what exactness costs. */

import { utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { compare } from '../compare.js';
import type { BenchDefinition } from '../figures.js';
import { payloadText, wallets } from '../transfers.js';

const ITEMS = 64;

function sortedCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedCopy(member)]));
}

function exactly(text: string): Uint8Array {
  const value = parseJson(text, SIGNED_JSON);
  invariant(!isRefusal(value), 'the payload of the bench is refused');
  return utf8(canonicalJson(value));
}

const usually = (text: string): Uint8Array => utf8(JSON.stringify(sortedCopy(JSON.parse(text))));

export const canonicalBytes: BenchDefinition = {
  name: 'canonical-bytes',
  about: 'payload text to signed bytes, exact, beside JSON.parse and JSON.stringify of a sorted copy',
  run(options) {
    const people = wallets(ITEMS);
    const texts = people.map((from, index) => payloadText(from, people[0]?.address ?? '', index));
    for (const text of texts) invariant(utf8Text(exactly(text)) === utf8Text(usually(text)), 'the two ways differ');
    const engine = { name: 'parseJson and canonicalJson', run: () => texts.map(exactly) };
    const other = { name: 'JSON.parse, sorted copy, JSON.stringify', run: () => texts.map(usually) };
    return compare({ engine, others: [other], items: ITEMS }, options);
  },
};
