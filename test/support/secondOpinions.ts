/** Other implementations of ML-DSA-65 to compare the kernel's verdicts with: @noble/post-quantum, and OpenSSL where this
 *  Node's knows the algorithm (Node 24 and newer). */

import { createPublicKey, verify } from 'node:crypto';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import type { SignedItem } from '../../workers/kernel/kernel.js';

/** noble throws for lengths for which the standard gives no verdict: these count as invalid signatures. */
export function nobleVerdict({ signature, message, publicKey, context }: Required<SignedItem>): boolean {
  try {
    return ml_dsa65.verify(signature, message, publicKey, { context });
  } catch {
    return false;
  }
}

/** SubjectPublicKeyInfo of ML-DSA-65: OID 2.16.840.1.101.3.4.3.18, then the key as a bit string. */
const KEY_PREFIX = Buffer.from('308207b2300b0609608648016503040312038207a100', 'hex');

/** @throws when this Node does not know ML-DSA-65. */
export const opensslKey = (publicKey: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([KEY_PREFIX, publicKey]), format: 'der', type: 'spki' });

function opensslKnows(): boolean {
  try {
    opensslKey(new Uint8Array(1_952));
    return true;
  } catch {
    return false;
  }
}

/** Whether `opensslVerdict` can answer. */
export const hasOpenssl = opensslKnows();

/** @returns undefined for what this OpenSSL interface cannot check: another length of the key, which its container
 *  hides, and a context. */
export function opensslVerdict({ signature, message, publicKey, context }: Required<SignedItem>): boolean | undefined {
  if (!hasOpenssl || publicKey.length !== 1_952 || context.length > 0) return undefined;
  return verify(null, message, opensslKey(publicKey), signature);
}
