/** The signature backends that this Node can run, for tests that use all of them. `native` is missing where OpenSSL does not
 *  know ML-DSA-65; `kernel` and `noble` are always there. */

import type { PacketBackend } from '../../engine/crypto/mldsa.js';
import { signatureBackends } from '../../workers/verify/signatureBackends.js';

/** Memory for expanded keys: room for some hundred in the kernel. */
const CACHE_BYTES = 8 * 1024 * 1024;

export const backendsHere: readonly PacketBackend[] = [...signatureBackends].flatMap(([name, open]) => {
  try {
    return [open(CACHE_BYTES)];
  } catch (error) {
    if (name === 'native' && Number(process.versions.node.split('.')[0]) < 24) return [];
    throw error;
  }
});
