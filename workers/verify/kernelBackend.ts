/** The WASM kernel as a verification thread uses it: two instances, each with a cache of expanded keys.
 *
 *  In: signatures, each with whether its key is known to have signed something valid. Out: verdicts. A key costs nothing to
 *  invent, and each one takes a place in a cache; so strangers share a small cache of their own, and a flood of fresh keys
 *  cannot push out a sender that has ever sent something valid. */

import type { PacketBackend, SignatureItem } from '../../engine/crypto/mldsa.js';
import { createKernelBackend } from '../kernel/kernel.js';

/** Strangers' part of the cache: it serves the first burst of a new sender, until its first signature has been found valid. */
const STRANGERS_PART = 1 / 8;

/** One instance addresses 4 GiB, of which its own tables take less than 2 MiB. */
const INSTANCE_CACHE_BYTES = 4 * 1024 ** 3 - 2 * 1024 ** 2;

/** @param cacheBytes for expanded keys; 0 keeps none. @throws Error when the module or the memory is missing. */
export function openKernelBackend(cacheBytes: number): PacketBackend {
  const part = (bytes: number) => ({ cacheBytes: Math.min(Math.floor(bytes), INSTANCE_CACHE_BYTES) });
  const trusted = createKernelBackend(part(cacheBytes * (1 - STRANGERS_PART)));
  const strangers = createKernelBackend(part(cacheBytes * STRANGERS_PART));
  const verifyBoth = (items: readonly SignatureItem[]): readonly boolean[] => {
    const trustedVerdicts = trusted.verifyMany(items.filter(({ known }) => known)).values();
    const strangersVerdicts = strangers.verifyMany(items.filter(({ known }) => !known)).values();
    return items.map(({ known }) => (known ? trustedVerdicts : strangersVerdicts).next().value === true);
  };
  return {
    name: 'kernel',
    keygen: (seed) => trusted.keygen(seed),
    sign: (message, secretKey, randomness) => trusted.sign(message, secretKey, randomness),
    verify: (signature, message, publicKey) => trusted.verify(signature, message, publicKey),
    verifyMany(items) {
      const first = items[0]?.known ?? true;
      for (const { known } of items) if (known !== first) return verifyBoth(items);
      return (first ? trusted : strangers).verifyMany(items);
    },
    keyCache() {
      const [one, two] = [trusted.stats(), strangers.stats()];
      return {
        hits: one.hits + two.hits,
        misses: one.misses + two.misses,
        evictions: one.evictions + two.evictions,
        keys: one.keys + two.keys,
      };
    },
  };
}
