/** The kernel as a backend: its cache under eviction, pairs, long messages, what it signs, and what it leaves behind. */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { describe, expect, test } from 'vitest';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import { instantiateKernel } from '../../../../workers/kernel/instance.js';
import { backendOf, createKernelBackend, type SignedItem } from '../../../../workers/kernel/kernel.js';
import { testBackend } from '../../../../workers/verify/backendSelfTest.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { hex, pattern } from '../../../vectors/independent.js';

/** What a key takes, with its share of the chains. */
const KEY_BYTES = 38_920;

const random = new SeededRandom(testSeed());
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));

const signer = createKernelBackend({ cacheBytes: 0 });
const KEYS = Array.from({ length: 8 }, () => signer.keygen(bytes(32)));

function signed(key: number, length = random.below(400)): SignedItem {
  const { publicKey, secretKey } = KEYS[key] as (typeof KEYS)[number];
  const message = bytes(length);
  return { signature: signer.sign(message, secretKey), message, publicKey };
}

const broken = (item: SignedItem): SignedItem => ({ ...item, message: Uint8Array.from([...item.message, 0]) });

describe('cache', () => {
  test('counts hits, misses and evictions; the least recently used goes first', () => {
    const kernel = createKernelBackend({ cacheBytes: 3 * KEY_BYTES });
    const ask = (key: number): string => {
      const { signature, message, publicKey } = signed(key);
      expect(kernel.verify(signature, message, publicKey)).toBe(true);
      const { hits, misses, evictions } = kernel.stats();
      return `${hits} ${misses} ${evictions}`;
    };
    expect(kernel.stats()).toMatchObject({ hits: 0, misses: 0, evictions: 0, keys: 0, capacity: 3 });
    expect([0, 1, 2, 0, 1].map(ask)).toEqual(['0 1 0', '0 2 0', '0 3 0', '1 3 0', '2 3 0']);
    // 2 was not asked for longest.
    expect([3, 0, 1, 3, 2].map(ask)).toEqual(['2 4 1', '3 4 1', '4 4 1', '5 4 1', '5 5 2']);
    expect(kernel.stats()).toMatchObject({ keys: 3, capacity: 3 });
  });

  test.each([0, 1, 2, 3, 7].map((keys) => [keys] as const))('gives right verdicts with room for %d keys', (room) => {
    const kernel = createKernelBackend({ cacheBytes: room * KEY_BYTES });
    let checked = 0;
    for (let round = 0; round < 40; round++) {
      const items = Array.from({ length: 1 + random.below(9) }, () => signed(random.below(KEYS.length)));
      // Now and then both of a pair by one key, as one sender's packet has it.
      if (round % 3 === 0) items.push(signed(0), signed(0), signed(0));
      const expected = items.map(() => !random.chance(30));
      const sent = items.map((item, at) => (expected[at] ? item : broken(item)));
      expect(kernel.verifyMany(sent)).toEqual(expected);
      checked += sent.length;
    }
    const { hits, misses, evictions, keys, capacity } = kernel.stats();
    expect(hits + misses).toBe(checked);
    expect(capacity).toBe(room < 2 ? 0 : room);
    expect(keys).toBe(capacity);
    if (room < 2) expect([hits, evictions]).toEqual([0, 0]);
    else expect(misses - evictions).toBe(keys);
  });

  test('keys that differ in one bit never share a slot', () => {
    const kernel = createKernelBackend({ cacheBytes: 64 * KEY_BYTES });
    const item = signed(0);
    for (let round = 0; round < 300; round++) {
      const publicKey = item.publicKey.slice();
      const at = random.below(publicKey.length);
      publicKey[at] = (publicKey[at] as number) ^ (1 << random.below(8));
      expect(kernel.verifyMany([item, { ...item, publicKey }, item])).toEqual([true, false, true]);
    }
    expect(kernel.stats().evictions).toBeGreaterThan(200);
  });

  test('what fails a cheap check expands no key', () => {
    const kernel = createKernelBackend({ cacheBytes: 4 * KEY_BYTES });
    const { signature, message, publicKey } = signed(0);
    const hints = signature.slice();
    hints[3_308] = 56;
    const norm = signature.slice();
    norm.fill(0, 48, 51);
    const items = [hints, norm, signature.subarray(1)].map((one) => ({ signature: one, message, publicKey }));
    expect(kernel.verifyMany([...items, { signature, message, publicKey: publicKey.subarray(1) }])).toEqual(
      Array(4).fill(false),
    );
    expect(kernel.stats()).toMatchObject({ hits: 0, misses: 0 });
  });

  test('a capacity that no memory has is refused', () => {
    for (const cacheBytes of [-1, 1.5, 2 ** 32, Number.NaN])
      expect(() => createKernelBackend({ cacheBytes })).toThrow(/does not fit/);
  });
});

test('messages and contexts of every length around the edges of a block and of a lane', () => {
  const kernel = createKernelBackend({ cacheBytes: 4 * KEY_BYTES });
  const { publicKey, secretKey } = KEYS[0] as (typeof KEYS)[number];
  const lengths = [0, 1, 69, 70, 71, 205, 206, 16_253, 16_254, 16_255, 32_573, 32_574, 32_575, 100_000];
  const items: SignedItem[] = [];
  for (const length of lengths)
    for (const context of [0, 1, 255].map(bytes)) {
      const message = bytes(length);
      const signature = kernel.sign(message, secretKey, undefined, context);
      expect(hex(signature)).toBe(hex(ml_dsa65.sign(message, secretKey, { extraEntropy: false, context })));
      expect(kernel.verify(signature, message, publicKey, context)).toBe(true);
      items.push({ signature, message, publicKey, context });
    }
  expect(kernel.verifyMany(items)).toEqual(items.map(() => true));
  expect(kernel.verifyMany(items.toReversed().map(broken))).toEqual(items.map(() => false));
  expect(items.length).toBe(42);
  const [first] = items as [SignedItem];
  expect(kernel.verify(first.signature, first.message, publicKey, bytes(256))).toBe(false);
});

test('keys and signatures are those of noble, byte for byte', { timeout: 120_000 }, () => {
  const kernel = createKernelBackend({ cacheBytes: 0 });
  for (let round = 0; round < 60; round++) {
    const seed = round === 0 ? new Uint8Array(32) : bytes(32);
    const pair = kernel.keygen(seed);
    const other = nobleBackend.keygen(seed);
    expect([pair.publicKey, pair.secretKey].map(hex)).toEqual([other.publicKey, other.secretKey].map(hex));
    const message = bytes(random.below(300));
    const randomness = round % 2 ? bytes(32) : undefined;
    const signature = kernel.sign(message, pair.secretKey, randomness);
    expect(hex(signature)).toBe(hex(nobleBackend.sign(message, other.secretKey, randomness)));
  }
});

test('inputs that are no keys are bugs of the caller', () => {
  const { secretKey } = KEYS[0] as (typeof KEYS)[number];
  expect(() => signer.keygen(pattern(31))).toThrow(/32 bytes/);
  expect(() => signer.sign(pattern(3), secretKey.subarray(1))).toThrow(/4032 bytes/);
  expect(() => signer.sign(pattern(3), secretKey, pattern(33))).toThrow(/32 bytes/);
  expect(() => signer.sign(pattern(3), secretKey, undefined, pattern(256))).toThrow(/255 bytes/);
});

test('passes the test of every backend at the start', () => {
  expect(testBackend(createKernelBackend({ cacheBytes: 0 }), () => performance.now())).toBeGreaterThan(0);
});

test('no part of a secret stays in its memory', () => {
  const kernel = instantiateKernel(4 * KEY_BYTES);
  const backend = backendOf(kernel);
  const memory = Buffer.from(kernel.memory.buffer);
  const seed = bytes(32);
  const randomness = bytes(32);
  const { publicKey, secretKey } = backend.keygen(seed);
  const message = bytes(300);
  const signature = backend.sign(message, secretKey, randomness);
  expect(backend.verify(signature, message, publicKey)).toBe(true);
  backend.sign(message, secretKey);
  // The seeds, K, and s1, s2, t0 in every window of 16 bytes; rho and tr are public, and K comes after rho.
  const secrets: Uint8Array[] = [seed, randomness];
  for (let at = 32; at + 16 <= secretKey.length; at += at < 64 ? 1 : 16)
    if (at <= 48 || at >= 128) secrets.push(secretKey.subarray(at, at + 16));
  // The same polynomials as numbers of 32 bits: s1 and s2 have four bits a coefficient, 4 minus the number.
  for (let at = 128; at < 128 + 11 * 128; at += 2) {
    const four = new Int32Array(4);
    for (let place = 0; place < 4; place++)
      four[place] = 4 - (((secretKey[at + (place >> 1)] as number) >> ((place & 1) << 2)) & 15);
    if (new Set(four).size > 2) secrets.push(new Uint8Array(four.buffer));
  }
  expect(secrets.length).toBeGreaterThan(500);
  expect(secrets.filter((secret) => memory.includes(Buffer.from(secret))).length).toBe(0);
  // What is not zero outside the tables, the matrix of the signing key and the cache is what verification worked on.
  backend.sign(message, KEYS[0]?.secretKey as Uint8Array);
  const scratch = memory.subarray(kernel.SCRATCH.value, kernel.SCRATCH_END.value);
  expect(scratch.length).toBeGreaterThan(100_000);
  expect(scratch.every((byte) => byte === 0)).toBe(true);
});
