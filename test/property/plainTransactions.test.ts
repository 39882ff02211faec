/** The reader of protobuf Transactions that wallets write beside the generated code: what the first one takes, the second one reads the same
 *  way, and the queue has found the same key in it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { claimsKey } from '../../engine/intake/claim.js';
import { readPlainTransaction } from '../../engine/intake/plainTransaction.js';
import { readWireTransaction } from '../../engine/intake/verify.js';
import { WireTransaction, WireWriter } from '../../proto/wire.js';
import { seededRuns } from './seed.js';

const sized = (...lengths: number[]) =>
  fc.tuple(fc.constantFrom(...lengths), fc.nat(255)).map(([length, fill]) => new Uint8Array(length).fill(fill));

const message = fc
  .record({
    operation: fc.oneof(
      fc.constantFrom('', 'transfer', 'é', 'x'.repeat(64), 'x'.repeat(65)),
      fc.string({ maxLength: 9 }),
    ),
    publicKey: sized(0, 5, PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES),
    text: sized(0, 1, 127, 128, 16_384),
    keyAt: fc.oneof(fc.nat(400), fc.constantFrom(0, 2 ** 28 - 1, 2 ** 28, 2 ** 32 - 1)),
    signature: sized(0, 3, 3_309),
  })
  .map((members): Uint8Array => WireTransaction.encode(members).finish());

/** One field, with any number and type. */
const field = fc
  .tuple(fc.constantFrom(1, 2, 3, 4, 5, 6), fc.constantFrom(0, 2, 2, 5), sized(0, 1, 4, PUBLIC_KEY_BYTES))
  .map(([number, type, bytes]): Uint8Array => {
    const writer = WireWriter.create().uint32((number << 3) | type);
    if (type === 0) return writer.uint32(bytes.length).finish();
    return type === 2 ? writer.bytes(bytes).finish() : writer.fixed32(7).finish();
  });

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const bytes = fc.oneof(
  { weight: 4, arbitrary: message },
  { weight: 2, arbitrary: fc.tuple(message, field).map(([one, other]) => joined(one, other)) },
  { weight: 2, arbitrary: fc.tuple(field, message).map(([one, other]) => joined(one, other)) },
  { weight: 2, arbitrary: fc.array(field, { maxLength: 6 }).map((fields) => joined(...fields)) },
  { weight: 1, arbitrary: fc.tuple(message, fc.nat(30)).map(([one, cut]) => one.slice(0, -1 - cut)) },
  {
    weight: 2,
    arbitrary: fc.tuple(message, fc.nat(30), fc.nat(255)).map(([one, at, byte]) => {
      const spoilt = one.slice();
      if (at < spoilt.length) spoilt[at] = byte;
      return spoilt;
    }),
  },
  // A length of more bytes than it needs, and an end in the middle of one.
  {
    weight: 1,
    arbitrary: sized(0, 3).map((rest) => joined(Uint8Array.of(0x12, 0x81, 0x80, 0x00, 7, 0x1a, 1, 8, 0x2a, 0), rest)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Uint8Array.of(0x12),
      Uint8Array.of(0x12, 0xff),
      Uint8Array.of(0x12, 0xff, 0xff, 0xff, 0xff),
    ),
  },
);

test('a transaction that is read in one pass is read the same by the generated code, and claims its own key', () => {
  const counts = { plain: 0, others: 0, claimed: 0 };
  fc.assert(
    fc.property(bytes, (one) => {
      const plain = readPlainTransaction(one);
      counts[plain ? 'plain' : 'others']++;
      if (!plain) return;
      const { operation, publicKey, text, keyAt, signature } =
        readWireTransaction(one) ?? expect.fail('taken, but wrong');
      expect({ ...plain }).toEqual({ operation, publicKey, text, keyAt, signature });
      if (publicKey.length !== PUBLIC_KEY_BYTES) return;
      counts.claimed++;
      expect(claimsKey({ kind: 'signed', bytes: one }, publicKey, toHex(publicKey))).toBe(true);
    }),
    seededRuns('plain transactions', 8_000),
  );
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(500);
});
