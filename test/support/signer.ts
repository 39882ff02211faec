/** Makes keys and signatures of tests. The kernel does it seventy times as fast as the reference, and thousands of tests sign something; that
 *  both make the same bytes is what test/vectors/mldsa65.test.ts compares. */

import { createKernelBackend } from '../../workers/kernel/kernel.js';

export const signer = createKernelBackend({ cacheBytes: 0 });
