/** Every signature backend: lengths, randomness, and a plain no for whatever is not that signature. */

import { describe, expect, test } from 'vitest';
import { PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, SEED_BYTES, SIGNATURE_BYTES } from '../../../engine/crypto/mldsa.js';
import { backendsHere } from '../../support/backends.js';
import { hex, pattern } from '../../vectors/independent.js';

describe.each(backendsHere.map((backend) => [backend.name, backend] as const))('backend %s', (name, backend) => {
  const { publicKey, secretKey } = backend.keygen(pattern(SEED_BYTES));
  const message = pattern(100, 9);
  const signature = backend.sign(message, secretKey);

  test('carries its name and the lengths of FIPS 204', () => {
    expect(backend.name).toBe(name);
    expect([publicKey.length, secretKey.length, signature.length]).toEqual([1_952, 4_032, 3_309]);
    expect([PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, SIGNATURE_BYTES]).toEqual([1_952, 4_032, 3_309]);
  });

  test('signs the same without randomness, differently with each randomness; all verify', () => {
    const made = [undefined, undefined, pattern(32, 1), pattern(32, 2)].map((randomness) =>
      backend.sign(message, secretKey, randomness),
    );
    expect(new Set(made.map(hex)).size).toBe(3);
    expect(made.map((one) => backend.verify(one, message, publicKey))).toEqual([true, true, true, true]);
  });

  test('says no, and throws nothing, for whatever is not that signature', () => {
    const other = backend.keygen(pattern(SEED_BYTES, 1)).publicKey;
    const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
      const copy = bytes.slice();
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const nothing = new Uint8Array();
    const wrong: [Uint8Array, Uint8Array, Uint8Array][] = [
      [signature, message, other],
      [signature, message.subarray(1), publicKey],
      [signature, nothing, publicKey],
      [nothing, message, publicKey],
      [signature, message, nothing],
      [signature.subarray(1), message, publicKey],
      [pattern(3_310), message, publicKey],
      [signature, message, publicKey.subarray(1)],
      [signature, message, pattern(1_953)],
      [new Uint8Array(SIGNATURE_BYTES), message, publicKey],
      [new Uint8Array(SIGNATURE_BYTES).fill(255), message, publicKey],
      [signature, message, new Uint8Array(PUBLIC_KEY_BYTES)],
      // Commitment hash, response, hint; key seed, key vector.
      ...[0, 47, 48, 2_000, 3_247, 3_248, 3_308].map((at): [Uint8Array, Uint8Array, Uint8Array] => [
        flipped(signature, at),
        message,
        publicKey,
      ]),
      ...[0, 31, 32, 1_951].map((at): [Uint8Array, Uint8Array, Uint8Array] => [
        signature,
        message,
        flipped(publicKey, at),
      ]),
    ];
    expect(wrong).toHaveLength(23);
    expect(wrong.map((parts) => backend.verify(...parts))).toEqual(wrong.map(() => false));
    expect(backend.verify(signature, message, publicKey)).toBe(true);
  });

  test('leaves its inputs alone', () => {
    const inputs = [signature, message, publicKey, secretKey].map(hex);
    backend.verify(signature, message, publicKey);
    backend.sign(message, secretKey, pattern(32));
    expect([signature, message, publicKey, secretKey].map(hex)).toEqual(inputs);
  });
});
