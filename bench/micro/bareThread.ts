/** A thread that verifies on its own, for the verification bench: without a queue of work or answers.
 *
 *  In: how many signatures to verify. Out: a message when it is done. Two of these compared with one show what the machine's
 *  cores allow; a pool cannot do better. */

import { parentPort } from 'node:worker_threads';
import { invariant } from '../../engine/base/refusal.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { bytesOf } from '../transfers.js';

const KEYS = 64;
const MESSAGE_BYTES = 300;
const PACKET = 64;

const kernel = createKernelBackend({ cacheBytes: 2 * KEYS * 40_000 });
const items = Array.from({ length: 16 * KEYS }, (_, serial) => {
  const { publicKey, secretKey } = kernel.keygen(bytesOf(`seed ${serial % KEYS}`, 32));
  const message = bytesOf(`message ${serial}`, MESSAGE_BYTES);
  return { message, publicKey, signature: kernel.sign(message, secretKey) };
});

parentPort?.on('message', (count: number) => {
  for (let done = 0; done < count; done += PACKET) {
    const at = done % items.length;
    const verdicts = kernel.verifyMany(items.slice(at, at + PACKET));
    invariant(verdicts.every(Boolean), 'a signature of the bench does not hold');
  }
  parentPort?.postMessage(count);
});
parentPort?.postMessage(0);
