/** The signature backends by name, and the choice among them.
 *
 *  In: the name that the operator wants, `auto` for the fastest one that works. Out: a backend that has passed its self-test
 *  in this thread, the cost of one check with it, and which backends were skipped and why. One that is requested by name is
 *  never replaced by another. */

import { nobleBackend, type PacketBackend, type SignatureBackend } from '../../engine/crypto/mldsa.js';
import { testBackend } from './backendSelfTest.js';
import { openKernelBackend } from './kernelBackend.js';
import { openNativeBackend } from './nativeBackend.js';

/** @param cacheBytes for the public keys that it keeps. @throws Error when it cannot work here. */
export type OpenBackend = (cacheBytes: number) => PacketBackend;

/** A backend that checks one signature after the other and remembers no keys. */
export const oneByOne = (backend: SignatureBackend): PacketBackend => ({
  ...backend,
  verifyMany: (items) =>
    items.map(({ signature, message, publicKey }) => backend.verify(signature, message, publicKey)),
  keyCache: () => ({ hits: 0, misses: 0, evictions: 0, keys: 0 }),
});

/** In the order in which `auto` tries them: the fastest first. */
export const signatureBackends: ReadonlyMap<string, OpenBackend> = new Map<string, OpenBackend>([
  ['kernel', openKernelBackend],
  ['native', openNativeBackend],
  ['noble', () => oneByOne(nobleBackend)],
]);

/** The operator's choices. */
export const BACKEND_CHOICES = ['auto', 'kernel', 'native', 'noble'] as const;
export type BackendChoice = (typeof BACKEND_CHOICES)[number];

/** 128 MiB over all threads: 3,450 keys of 38.9 KB. A verifier that knows the key is four times as fast, and a full block of
 *  a busy network has some thousands of senders. */
export const VERIFY_CACHE_BYTES = 128 * 1024 * 1024;

/** A backend that was tried and cannot be used. */
export interface RejectedBackend {
  readonly name: string;
  readonly reason: string;
}

/** A thread's report about its backend when it starts. */
export interface BackendReport {
  readonly backend: string;
  /** Microseconds of one check with a key that it has seen. */
  readonly microseconds: number;
  readonly rejected: readonly RejectedBackend[];
}

export interface ChosenBackend extends BackendReport {
  readonly instance: PacketBackend;
}

/** @param clock milliseconds of a monotonic clock. @param backends by name, in order of preference.
 *  @throws Error saying what is wrong with each when none is left. */
export function chooseBackend(
  wanted: string,
  cacheBytes: number,
  clock: () => number,
  backends: ReadonlyMap<string, OpenBackend> = signatureBackends,
): ChosenBackend {
  const names = [...backends.keys()];
  if (wanted !== 'auto' && !backends.has(wanted))
    throw new Error(`there is no signature backend "${wanted}"; there are: auto, ${names.join(', ')}`);
  const rejected: RejectedBackend[] = [];
  for (const name of wanted === 'auto' ? names : [wanted]) {
    try {
      const instance = (backends.get(name) as OpenBackend)(cacheBytes);
      return { backend: name, instance, microseconds: testBackend(instance, clock), rejected };
    } catch (error) {
      rejected.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const reasons = rejected.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  throw new Error(
    wanted === 'auto'
      ? `no signature backend works here: ${reasons}`
      : `the signature backend "${wanted}" cannot be used here: ${rejected[0]?.reason}`,
  );
}
