/** Authenticated encryption and key derivation, against the vectors of their standards. */

import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../../engine/base/bytes.js';
import { AEAD_TAG_BYTES, aes256Gcm, hkdfSha256 } from '../../../engine/crypto/aead.js';
import { keyedAead } from '../../support/keyedExchange.js';

const bytes = (hex: string): Uint8Array => fromHex(hex) as Uint8Array;

const key = bytes('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308');
const nonce = bytes('cafebabefacedbaddecaf888');
const plain = bytes(
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
);

test('AES-256-GCM gives ciphertext and tag of test case 15 of the GCM specification', () => {
  expect(toHex(aes256Gcm.seal(key, nonce, plain))).toBe(
    '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c',
  );
  expect(toHex(aes256Gcm.seal(new Uint8Array(32), new Uint8Array(12), new Uint8Array()))).toBe(
    '530f8afbc74536b9a963b4f1c4cb738b',
  );
});

test.each([
  ['AES-256-GCM', aes256Gcm],
  ['its stand-in', keyedAead],
])('%s opens what it sealed, and nothing else', (_, aead) => {
  for (const length of [0, 1, 64]) {
    const text = plain.subarray(0, length);
    const sealed = aead.seal(key, nonce, text);
    expect(sealed.length).toBe(length + AEAD_TAG_BYTES);
    const opened = aead.open(key, nonce, sealed);
    expect(opened).toEqual(new Uint8Array(text));
    expect(opened?.constructor).toBe(Uint8Array);
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.map((byte, index) => (index === at ? byte ^ 0x80 : byte));
      expect(aead.open(key, nonce, changed), `byte ${at}`).toBeUndefined();
    }
    for (let cut = 0; cut < sealed.length; cut++)
      expect(aead.open(key, nonce, sealed.subarray(0, cut))).toBeUndefined();
    const other = nonce.map((byte) => byte ^ 1);
    expect(aead.open(key, other, sealed)).toBeUndefined();
    expect(
      aead.open(
        key.map((byte) => byte ^ 1),
        nonce,
        sealed,
      ),
    ).toBeUndefined();
  }
});

test('HKDF-SHA-256 gives the key of test case 1 of RFC 5869', () => {
  const okm = hkdfSha256(
    bytes('0b'.repeat(22)),
    bytes('000102030405060708090a0b0c'),
    bytes('f0f1f2f3f4f5f6f7f8f9'),
    42,
  );
  expect(toHex(okm)).toBe('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865');
});
