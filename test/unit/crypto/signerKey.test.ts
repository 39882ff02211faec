import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { accountOfKey } from '../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../../engine/crypto/mldsa.js';
import { SignerKey, SignerKeys } from '../../../engine/crypto/signerKey.js';

/** @param first byte of the key. @param last of the key: keys with the same one have the same name. */
function keyOf(first: number, last: number): Uint8Array {
  const key = new Uint8Array(PUBLIC_KEY_BYTES).fill(last);
  key[0] = first;
  return key;
}

test('a key that has signed is found with its forms, from its bytes and from its hex', () => {
  const keys = new SignerKeys();
  const bytes = keyOf(1, 0xab);
  const key = keys.of(bytes);
  expect(keys.of(bytes)).not.toBe(key);
  expect(keys.ofHex(key.hex)).toBeUndefined();
  const kept = keys.keep(key);
  expect([kept.hex, kept.account]).toEqual([toHex(bytes), accountOfKey(bytes)]);
  expect(keys.of(keyOf(1, 0xab))).toBe(kept);
  expect(keys.ofHex(toHex(bytes))).toBe(kept);
  expect(keys.ofHex(toHex(bytes).toUpperCase())).toBeUndefined();
  expect(keys.keep(keys.of(keyOf(1, 0xab)))).toBe(kept);
  expect(keys.size).toBe(1);
});

test('what is kept does not change with the memory that the key was read from', () => {
  const keys = new SignerKeys();
  const bytes = keyOf(1, 2);
  keys.keep(keys.of(bytes));
  bytes.fill(9);
  expect(keys.of(keyOf(1, 2)).account).toBe(accountOfKey(keyOf(1, 2)));
  expect(keys.of(bytes).account).toBe(accountOfKey(bytes));
});

test('a key that ends like another one has forms of its own', () => {
  const keys = new SignerKeys();
  const [one, other] = [keyOf(1, 7), keyOf(2, 7)];
  const kept = keys.keep(keys.of(one));
  expect(keys.of(other).account).toBe(accountOfKey(other));
  expect(keys.ofHex(toHex(other))).toBeUndefined();
  expect(keys.keep(keys.of(other)).account).toBe(accountOfKey(other));
  expect(keys.of(one)).not.toBe(kept);
  expect(keys.of(one).account).toBe(accountOfKey(one));
});

test('two generations are kept, and a used key moves to the newer one', () => {
  const keys = new SignerKeys(4);
  const used = keys.keep(keys.of(keyOf(0, 255)));
  for (let last = 0; last < 100; last++) {
    keys.keep(keys.of(keyOf(0, last)));
    expect(keys.keep(keys.of(keyOf(0, 255)))).toBe(used);
    expect(keys.size).toBeLessThanOrEqual(8);
  }
  expect(keys.of(keyOf(0, 1))).not.toBe(keys.of(keyOf(0, 1)));
});

test('bytes of another length have forms, and are not kept', () => {
  const keys = new SignerKeys();
  expect(keys.of(Uint8Array.of(1, 2)).hex).toBe('0102');
  expect(() => keys.keep(new SignerKey(Uint8Array.of(1, 2)))).toThrow('the length of one');
});
