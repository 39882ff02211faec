/** ML-DSA-65 with contexts, from `mldsa65.json` (made by `generateMldsa65.ts`): one case for every way in which a signature
 *  is valid or is refused, and keys and signatures from seeds. Kernel and noble must both give the stored values. */

import { readFileSync } from 'node:fs';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { expect, test } from 'vitest';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { nobleVerdict } from '../support/secondOpinions.js';
import { KINDS } from '../support/signatureCases.js';
import { hex, sha } from './independent.js';

interface VerifyCase {
  readonly kind: string;
  readonly valid: boolean;
  readonly publicKey: string;
  readonly message: string;
  readonly context: string;
  readonly signature: string;
}
interface MakeCase {
  readonly seed: string;
  readonly message: string;
  readonly context: string;
  readonly randomness?: string;
  readonly publicKeySha256: string;
  readonly secretKeySha256: string;
  readonly signatureSha256: string;
}

const { verify, make } = JSON.parse(readFileSync(new URL('mldsa65.json', import.meta.url), 'utf8')) as {
  readonly verify: readonly VerifyCase[];
  readonly make: readonly MakeCase[];
};
const kernel = createKernelBackend({ cacheBytes: 1_000_000 });

test('one case of every kind', () => {
  const items = verify.map(({ publicKey, message, context, signature }) => ({
    publicKey: Buffer.from(publicKey, 'base64'),
    message: Buffer.from(message, 'base64'),
    context: Buffer.from(context, 'base64'),
    signature: Buffer.from(signature, 'base64'),
  }));
  const expected = verify.map(({ kind, valid }) => `${kind}: ${valid}`);
  const named = (verdicts: readonly boolean[]): string[] => verdicts.map((one, at) => `${verify[at]?.kind}: ${one}`);
  expect(named(kernel.verifyMany(items))).toEqual(expected);
  expect(named(items.map((one) => kernel.verify(one.signature, one.message, one.publicKey, one.context)))).toEqual(
    expected,
  );
  expect(named(items.map(nobleVerdict))).toEqual(expected);
  expect(verify.map(({ kind }) => kind)).toEqual(KINDS);
  expect(verify.filter(({ valid }) => valid).length).toBe(4);
});

test('16 keys and signatures', () => {
  const digest = (bytes: Uint8Array): string => hex(sha(bytes));
  for (const item of make) {
    const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'hex');
    const [message, context] = [bytesOf(item.message), bytesOf(item.context)];
    const randomness = item.randomness === undefined ? undefined : bytesOf(item.randomness);
    const { publicKey, secretKey } = kernel.keygen(bytesOf(item.seed));
    expect([publicKey, secretKey].map(digest)).toEqual([item.publicKeySha256, item.secretKeySha256]);
    const signature = kernel.sign(message, secretKey, randomness, context);
    expect(digest(signature)).toBe(item.signatureSha256);
    expect(ml_dsa65.verify(signature, message, publicKey, { context })).toBe(true);
  }
  expect(make.length).toBe(16);
});
