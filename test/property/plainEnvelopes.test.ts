/** The reader of envelopes that wallets write beside the one of all envelopes: what the first one takes, the second one reads the same way. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, isCanonicalText, parseJson } from '../../engine/base/json.js';
import { ENVELOPE_JSON, SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { SignerKeys } from '../../engine/crypto/signerKey.js';
import { claimsKey } from '../../engine/intake/claim.js';
import { readPlainEnvelope } from '../../engine/intake/plainEnvelope.js';
import { readBody, readSigned } from '../../engine/intake/signedEnvelope.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { seededRuns } from './seed.js';

const keyHex = 'a7'.repeat(PUBLIC_KEY_BYTES);
/** With the key of most requests. */
const keys = new SignerKeys();
keys.keep(keys.of(new Uint8Array(PUBLIC_KEY_BYTES).fill(0xa7)));
const signatureHex = '0f'.repeat(SIGNATURE_BYTES);

const name = fc.oneof(
  fc.constantFrom(
    'from',
    'public_key',
    'to',
    'amount',
    'nonce',
    '',
    '0',
    '7',
    '10',
    '01',
    '4294967295',
    '__proto__',
    'é',
    '"',
    '\\',
    '\u007f',
  ),
  fc.string({ maxLength: 4 }),
);
const number = fc.constantFrom('0', '-0', '1', '1.0', '10e-1', '1E+2', '123456789012345678901', '0.25');
const text = fc.oneof(
  fc.constantFrom(keyHex, '', 'a"b', 'a\\b', '\ud800', 'é', '😀', '\u0000', '\u007f', '/', '\n'),
  fc.string({ maxLength: 20, unit: 'binary' }),
);

/** JSON text of a value, in canonical form and in others: other order, white space, escapes that need not be. */
const { value, object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    text.map((one) => JSON.stringify(one)),
    text.map((one) => `"${one}"`),
    fc.constantFrom('true', 'false', 'null', '{}', '[]', '"\\u0061"', '"\\/"', '"\\u00e9"', ' 1', '1 '),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    tie('object'),
  ),
  object: fc
    .tuple(fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }), fc.constantFrom(',', ',', ',', ' ,'), fc.boolean())
    .map(([members, comma, sorted]) => {
      const list = sorted ? members.sort(([a], [b]) => (a < b ? -1 : 1)) : members;
      return `{${list.map(([key, member]) => `${JSON.stringify(key)}:${member}`).join(comma)}}`;
    }),
}));

const canonicalOf = (one: string): string => {
  const read = parseJson(one, SIGNED_JSON);
  return isRefusal(read) ? one : canonicalJson(read);
};

const spoils: readonly ((body: string) => string)[] = [
  ...Array.from({ length: 8 }, () => (body: string) => body),
  (body) => body.replace(keyHex, keyHex.toUpperCase()),
  (body) => body.replace('a7"}', 'g7"}'),
  (body) => body.replace('0f"', '0 "'),
  (body) => body.replace('0f"', '"0"'),
  (body) => body.replace('0f"', '\u01610"'),
  (body) => `${body} `,
  (body) => body.slice(0, -1),
  (body) => body.replace('{"payload":', '{"payload": '),
  (body) => body.replace('{"payload":', '{"payl\\u006fad":'),
  (body) => body.replace('"public_key"', '"signature" '),
  (body) => body.replace(',"signature"', ',"signature":"","signature"'),
  (body) => body.replace('"}', '","payload_bytes_hex":"7b7d"}'),
];

/** With the key of the signer, as most payloads have it, beside anything else. */
const signed = fc
  .array(fc.tuple(name, fc.oneof(value, number, fc.constant('"public_key"'))), { maxLength: 4 })
  .map((members) => {
    const all: [string, string][] = [...members, ['from', JSON.stringify(keyHex)]];
    return `{${all.map(([key, member]) => `${JSON.stringify(key)}:${member}`).join(',')}}`;
  });

const body = fc
  .tuple(fc.oneof(value, object, signed, object.map(canonicalOf), signed.map(canonicalOf)), fc.constantFrom(...spoils))
  .map(([payload, spoil]) =>
    utf8(spoil(`{"payload":${payload},"signature":"${signatureHex}","public_key":"${keyHex}"}`)),
  );

test('an envelope that is read in one pass is read the same by the other reader', () => {
  const counts = { plain: 0, others: 0, around: 0, whole: 0 };
  fc.assert(
    fc.property(body, (bytes) => {
      const plain = readPlainEnvelope(bytes, nativeProtocol);
      counts[plain ? 'plain' : 'others']++;
      expect(readPlainEnvelope(bytes, nativeProtocol, keys)).toEqual(plain);
      if (!plain) return;
      const read = readBody(bytes);
      if (isRefusal(read)) throw new Error(`taken, but refused: ${read.message}`);
      const envelope = readSigned(read, nativeProtocol);
      if (isRefusal(envelope)) throw new Error(`taken, but refused: ${envelope.message}`);
      expect(utf8Text(plain.signed.bytes)).toBe(utf8Text(envelope.signed.bytes));
      expect([...plain.signed.payload]).toEqual([...envelope.signed.payload]);
      expect(plain.publicKey).toEqual(envelope.publicKey);
      expect(plain.signature).toEqual(envelope.signature);
      expect(claimsKey({ kind: 'request', bytes }, plain.publicKey, plain.key.hex)).toBe(true);
      counts[plain.signed.cut ? 'around' : 'whole']++;
      expect(plain.key.hex).toBe(toHex(envelope.publicKey));
    }),
    seededRuns('plain envelopes', 6_000),
  );
  expect(counts.plain).toBeGreaterThan(200);
  expect(counts.others).toBeGreaterThan(200);
  expect(counts.around).toBeGreaterThan(40);
  expect(counts.whole).toBeGreaterThan(40);
});

test('a text that counts as canonical is what its value is written as', () => {
  const counts = { canonical: 0, others: 0 };
  fc.assert(
    fc.property(fc.oneof(value, value.map(canonicalOf)), (one) => {
      const read = parseJson(one, ENVELOPE_JSON);
      if (isRefusal(read)) return;
      const isCanonical = isCanonicalText(one, read);
      counts[isCanonical ? 'canonical' : 'others']++;
      if (isCanonical) expect(canonicalJson(read)).toBe(one);
    }),
    seededRuns('canonical texts', 6_000),
  );
  expect(counts.canonical).toBeGreaterThan(500);
  expect(counts.others).toBeGreaterThan(200);
});
