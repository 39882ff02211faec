/** Entries of stored bodies, which are written by hand: byte by byte those of the generated code. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesEqual } from '../../engine/base/bytes.js';
import { MAX_SIGNED_BYTES } from '../../engine/base/limits.js';
import { encodeBodyEntry } from '../../engine/chain/transaction.js';
import { Body } from '../../proto/wire.js';
import { seededRuns } from './seed.js';

/** Lengths around those where a length takes one byte more. */
const size = fc.oneof(
  fc.constantFrom(0, 1, 80, 127, 128, 200, 16_300, 16_383, 16_384, MAX_SIGNED_BYTES),
  fc.nat(17_000),
);

const number = fc.oneof(
  fc.constantFrom(0, 1, 127, 128, 16_383, 16_384, 2 ** 21 - 1, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1),
  fc.nat(5_000),
);

test('an entry of a body is what the generated code writes', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom('', 'transfer', 'é', 'x'.repeat(127), 'x'.repeat(128)), fc.string({ unit: 'grapheme' })),
      fc.constantFrom(0, 32, 32, 32, 130),
      size,
      number,
      fc.nat(255),
      (operation, accountBytes, length, keyAt, fill) => {
        const account = new Uint8Array(accountBytes).fill(fill);
        const text = new Uint8Array(length).fill(fill + 1);
        const entry = encodeBodyEntry({ operation, text, keyAt, publicKey: account, signature: account }, account);
        const expected = Body.encode({ transactions: [{ operation, account, text, keyAt }] }).finish();
        expect(bytesEqual(entry, expected)).toBe(true);
      },
    ),
    seededRuns('entries of bodies', 4_000),
  );
});
