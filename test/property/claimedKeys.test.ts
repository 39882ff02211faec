/** Whether a request claims a key, found without reading the key's hex: the same as reading it, for requests spelled in any way. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesEqual, toHex, utf8 } from '../../engine/base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { claimOf, claimsKey } from '../../engine/intake/claim.js';
import { WireTransaction } from '../../proto/wire.js';
import { seededRuns } from './seed.js';

const key = (fill: number): Uint8Array => new Uint8Array(PUBLIC_KEY_BYTES).fill(fill);
const keys = [0xab, 0xcd].map(key);

/** Hex of one of two keys, as it is or spoilt. */
const hexText = fc
  .tuple(
    fc.constantFrom(...keys.map(toHex)),
    fc.constantFrom(
      (hex: string) => hex,
      (hex: string) => hex.toUpperCase(),
      (hex: string) => hex.slice(1),
      (hex: string) => `${hex}0`,
      (hex: string) => `${hex.slice(0, -1)}g`,
      (hex: string) => `A${hex.slice(1)}`,
      (hex: string) => `\u0161${hex.slice(1)}`,
      (hex: string) => hex.slice(0, 15),
      () => '',
    ),
  )
  .map(([hex, spoil]) => spoil(hex));

const member = fc
  .tuple(fc.constantFrom('public_key', 'from_pub_key', 'from', 'payload'), hexText, fc.constantFrom(':', ' : ', ''))
  .map(([name, hex, colon]) => `"${name}"${colon}"${hex}"`);

const json = fc
  .tuple(fc.array(member, { maxLength: 4 }), fc.constantFrom('{', '{"a":{', '', '[{'), fc.constantFrom('}', '', '}}'))
  .map(([members, begin, end]) => utf8(`${begin}${members.join(',')}${end}`));

const item = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('request' as const, 'broadcast' as const), bytes: json }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...keys, new Uint8Array(5)).map((publicKey) => ({
      kind: 'signed' as const,
      bytes: WireTransaction.encode({ publicKey }).finish() as Uint8Array,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('signed' as const, 'request' as const), bytes: fc.uint8Array() }),
  },
);

test('a claimed key is recognized exactly when reading it gives that key', () => {
  const counts = { yes: 0, no: 0 };
  fc.assert(
    fc.property(item, fc.constantFrom(...keys), (one, publicKey) => {
      const claimed = claimOf(one)?.key;
      const expected = claimed !== undefined && bytesEqual(claimed, publicKey);
      expect(claimsKey(one, publicKey, toHex(publicKey))).toBe(expected);
      counts[expected ? 'yes' : 'no']++;
    }),
    seededRuns('claimed keys', 4_000),
  );
  expect(counts.yes).toBeGreaterThan(200);
  expect(counts.no).toBeGreaterThan(200);
});
