/** One warm ML-DSA-65 signature on one thread: the kernel with cached keys, two at a time.
 *
 *  In: nothing; keys and messages are made here. Out: the prepared signatures, and the time of one. It is the unit in which the
 *  work of a whole node for a transfer is given: both are processor time of the same run on the same machine. */

import { invariant } from '../../engine/base/refusal.js';
import type { KeyPair, SignatureBackend } from '../../engine/crypto/mldsa.js';
import { createKernelBackend, type SignedItem } from '../../workers/kernel/kernel.js';
import { median } from '../figures.js';
import { bytesOf } from '../transfers.js';

export const WARM_KEYS = 64;
const MESSAGE_BYTES = 300;
/** How often all keys are gone through in one round: some milliseconds. */
export const REPEATS = 8;
/** Rounds of one probe, and before the first one: the kernel's code is compiled for speed while it runs. */
const PROBE_ROUNDS = 9;
const WARM_UP_ROUNDS = 12;

/** Bytes of the cache in which all keys stay. */
export const WARM_CACHE_BYTES = 2 * WARM_KEYS * 40_000;

export const benchMessage = (serial: number): Uint8Array => bytesOf(`message ${serial}`, MESSAGE_BYTES);
export const benchSeed = (serial: number): Uint8Array => bytesOf(`seed ${serial}`, 32);

export interface SignedSet {
  readonly items: readonly SignedItem[];
  readonly pairs: readonly KeyPair[];
}

/** One message of 300 bytes signed with each key. */
export function signedSet(backend: Pick<SignatureBackend, 'keygen' | 'sign'>): SignedSet {
  const pairs = Array.from({ length: WARM_KEYS }, (_, serial) => backend.keygen(benchSeed(serial)));
  const items = pairs.map(({ publicKey, secretKey }, serial) => ({
    signature: backend.sign(benchMessage(serial), secretKey),
    message: benchMessage(serial),
    publicKey,
  }));
  return { items, pairs };
}

export const held = (verdicts: readonly boolean[]): number => {
  invariant(verdicts.length > 0 && verdicts.every(Boolean), 'a signature of the bench does not hold');
  return verdicts.length;
};

/** Goes through all keys `REPEATS` times. @returns how many signatures that were. */
export function warmRound({ items }: SignedSet, kernel: ReturnType<typeof createKernelBackend>): () => number {
  const many = Array.from({ length: REPEATS }, () => items).flat();
  return () => held(kernel.verifyMany(many));
}

/** @returns a probe: microseconds of processor time of one signature, the median of its rounds. */
export function warmSignatureProbe(): () => number {
  const kernel = createKernelBackend({ cacheBytes: WARM_CACHE_BYTES });
  const round = warmRound(signedSet(kernel), kernel);
  for (let at = 0; at < WARM_UP_ROUNDS; at++) round();
  return () =>
    median(
      Array.from({ length: PROBE_ROUNDS }, () => {
        const before = process.cpuUsage();
        const count = round();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / count;
      }),
    );
}
