/** The accounts that a load run sends from: made from one seed, so that every process can make the same ones on its own.
 *
 *  In: the run's seed and a number. Out: key pairs; the parts of a key that every request repeats are prepared once. */

import { createHash } from 'node:crypto';
import { toHex } from '../../engine/base/bytes.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { createKernelBackend, type KernelBackend } from '../../workers/kernel/kernel.js';

export const openKernel = (): KernelBackend => createKernelBackend({ cacheBytes: 0 });

const seedOf = (seed: string, index: number): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`${seed} account ${index}`).digest());

export const keyPairOf = (kernel: KernelBackend, seed: string, index: number): KeyPair =>
  kernel.keygen(seedOf(seed, index));

/** A key in the form that requests contain. */
export interface PublicAccount {
  readonly publicKey: Uint8Array;
  readonly keyHex: string;
  readonly address: string;
}

/** @returns the public side of the accounts from 0 on. */
export function publicAccounts(seed: string, count: number): PublicAccount[] {
  const kernel = openKernel();
  return Array.from({ length: count }, (_, index) => {
    const { publicKey } = keyPairOf(kernel, seed, index);
    return { publicKey, keyHex: toHex(publicKey), address: addressOfKey(publicKey) };
  });
}
