/** Project Wycheproof's ML-DSA-65 cases against every signature backend. Ours always signs with an empty context:
 *  a case with another context must be no signature for us. Cases of internal interfaces (a given mu without a
 *  message) do not apply to our interface. */

import { describe, expect, test } from 'vitest';
import { fromHex } from '../../engine/base/bytes.js';
import { SEED_BYTES } from '../../engine/crypto/mldsa.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { backendsHere } from '../support/backends.js';
import { hex } from './independent.js';
import { sharedText } from './sharedData.js';

interface Case {
  readonly tcId: number;
  readonly result: 'valid' | 'invalid';
  readonly msg?: string;
  readonly ctx?: string;
  readonly rnd?: string;
  readonly sig: string;
}
interface Vectors<Group> {
  readonly numberOfTests: number;
  readonly testGroups: readonly (Group & { readonly tests: readonly Case[] })[];
}
type VerifyGroup = { readonly publicKey: string };
type SignGroup = { readonly privateSeed: string; readonly publicKey: string | null };

const bytesOf = (text: string): Uint8Array => {
  const bytes = fromHex(text);
  if (!bytes) throw new Error(`not hex: ${text.slice(0, 20)}`);
  return bytes;
};
const emptyContext = ({ ctx = '' }: Case): boolean => ctx === '';

const kernel = createKernelBackend({ cacheBytes: 1_000_000 });

describe.each(backendsHere)('backend $name', (backend) => {
  test('verifies 210 cases', (context) => {
    const text = sharedText('vectors/mldsa_65_verify_test.json', context);
    const vectors = JSON.parse(text) as Vectors<VerifyGroup>;
    const wrong: number[] = [];
    const counts = { accepted: 0, refused: 0, otherContext: 0 };
    for (const { publicKey, tests } of vectors.testGroups)
      for (const item of tests) {
        const expected = item.result === 'valid' && emptyContext(item);
        if (backend.verify(bytesOf(item.sig), bytesOf(item.msg ?? ''), bytesOf(publicKey)) !== expected)
          wrong.push(item.tcId);
        counts[expected ? 'accepted' : emptyContext(item) ? 'refused' : 'otherContext']++;
      }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ accepted: 77, refused: 126, otherContext: 7 });
    expect(vectors.numberOfTests).toBe(210);
  });

  test('makes 81 signatures and their keys from seeds', (context) => {
    const text = sharedText('vectors/mldsa_65_sign_seed_test.json', context);
    const vectors = JSON.parse(text) as Vectors<SignGroup>;
    const wrong: number[] = [];
    const counts = { signed: 0, badSeed: 0, otherContext: 0, internal: 0 };
    for (const { privateSeed, publicKey, tests } of vectors.testGroups) {
      const seed = bytesOf(privateSeed);
      if (seed.length !== SEED_BYTES) {
        expect(() => backend.keygen(seed)).toThrow();
        counts.badSeed += tests.length;
        continue;
      }
      const pair = backend.keygen(seed);
      expect(hex(pair.publicKey)).toBe(publicKey);
      for (const item of tests) {
        if (item.msg === undefined) counts.internal++;
        else if (!emptyContext(item)) counts.otherContext++;
        else {
          const randomness = item.rnd === undefined ? undefined : bytesOf(item.rnd);
          const signature = backend.sign(bytesOf(item.msg), pair.secretKey, randomness);
          if (hex(signature) !== item.sig) wrong.push(item.tcId);
          counts.signed++;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ signed: 81, badSeed: 3, otherContext: 4, internal: 17 });
    expect(vectors.numberOfTests).toBe(105);
  });
});

test('the kernel answers every case with its context', (context) => {
  const vectors = JSON.parse(sharedText('vectors/mldsa_65_verify_test.json', context)) as Vectors<VerifyGroup>;
  const wrong: number[] = [];
  let valid = 0;
  let checked = 0;
  for (const { publicKey, tests } of vectors.testGroups) {
    const items = tests.map(({ sig, msg = '', ctx = '' }) => ({
      signature: bytesOf(sig),
      message: bytesOf(msg),
      publicKey: bytesOf(publicKey),
      context: bytesOf(ctx),
    }));
    const together = kernel.verifyMany(items);
    items.forEach(({ signature, message, publicKey: key, context: ctx }, at) => {
      const { tcId, result } = tests[at] as Case;
      const verdict = kernel.verify(signature, message, key, ctx);
      if (verdict !== (result === 'valid') || together[at] !== verdict) wrong.push(tcId);
      valid += Number(verdict);
      checked++;
    });
  }
  expect(wrong).toEqual([]);
  expect({ checked, valid }).toEqual({ checked: 210, valid: 79 });
});
