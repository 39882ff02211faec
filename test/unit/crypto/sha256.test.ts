/** SHA-256 in one call and in parts, against the streaming hash of OpenSSL. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256, sha256Hex, sha256Of } from '../../../engine/crypto/sha256.js';
import { hex, pattern } from '../../vectors/independent.js';

test.each([
  // FIPS 180-2, appendix B.
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
])('of %j', (text, digest) => {
  expect(sha256Hex(new Uint8Array(Buffer.from(text)))).toBe(digest);
});

test('hashes agree with the streaming hash for 0 to 1,100 bytes, whole and in parts', () => {
  const all = pattern(1_200, 1, 13);
  const differing: number[] = [];
  const kept: Uint8Array[] = [];
  for (let length = 0; length <= 1_100; length++) {
    // Not at the start of its memory.
    const bytes = all.subarray(7, 7 + length);
    const expected = createHash('sha256').update(bytes).digest('hex');
    const cut = length % 97;
    const parts = [bytes.subarray(0, Math.min(cut, length)), bytes.subarray(Math.min(cut, length)), new Uint8Array()];
    kept.push(sha256(bytes));
    if (sha256Hex(bytes) !== expected || hex(sha256Of(...parts)) !== expected) differing.push(length);
  }
  expect(differing).toEqual([]);
  expect(kept).toHaveLength(1_101);
  // An earlier answer does not change with a later call.
  expect(new Set(kept.map(hex)).size).toBe(1_101);
});
