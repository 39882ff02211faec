/** Bench of urgent work: how long a block's signature waits beside a flood of the hardest requests.
 *
 *  A pool of one worker is kept full of requests whose payloads are the worst texts that the bounds let pass; meanwhile headers are
 *  signed one after the other. With the thread that urgent work has for itself, and without it, in turns. Both share
 *  the main thread and the machine's processors with the flood; HTTP and its limits are left out. */

import { toHex, utf8 } from '../../engine/base/bytes.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { createVerifierPool, type VerifierPool } from '../../workers/verify/verifierPool.js';
import {
  type BenchDefinition,
  type BenchOptions,
  besideFigure,
  type Figure,
  figureOf,
  ratioAtLeast,
} from '../figures.js';
import { hardShapes } from '../jsonShapes.js';
import { nextTick } from '../measure.js';
import { bytesOf, CHAIN_ID, NOW } from '../transfers.js';

const UNDER_WAY = 32;
const ROUNDS = 7;
const SIGNATURES = 40;
const HEADER_BYTES = 4_400;

/** Requests of distinct keys around texts of which each byte costs the most. */
function hardRequests(count: number): readonly Uint8Array[] {
  const shapes = ['objects in each other', 'objects of one member', 'lists in each other', 'short escapes'].map(
    (name) => hardShapes[name]?.(6 * SIGNED_JSON.values) ?? '',
  );
  return Array.from({ length: count }, (_, serial) => {
    const key = toHex(bytesOf(`key ${serial}`, PUBLIC_KEY_BYTES));
    const signature = toHex(bytesOf(`signature ${serial}`, SIGNATURE_BYTES));
    return utf8(`{"payload":{"x":${shapes[serial % shapes.length]}},"signature":"${signature}","public_key":"${key}"}`);
  });
}

async function flood(pool: VerifierPool, bodies: readonly Uint8Array[], isOver: () => boolean): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const bytes = bodies[next++ % bodies.length] as Uint8Array;
      const answer = await pool.verify({ kind: 'request', operation: 'transfer', bytes }, NOW);
      invariant(isRefusal(answer), 'a request of the flood has passed');
      await nextTick();
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, one));
}

/** @returns milliseconds from the question to the signature, the longest of some. */
async function longestWait(pool: VerifierPool, bodies: readonly Uint8Array[], signatures: number): Promise<number> {
  let over = false;
  const flooding = flood(pool, bodies, () => over);
  while (pool.stats().inFlightPackets < 1) await nextTick();
  let longest = 0;
  for (let serial = 0; serial < signatures; serial++) {
    const start = performance.now();
    const signature = await pool.sign(bytesOf(`header ${serial}`, HEADER_BYTES));
    invariant(!isRefusal(signature), 'a header is not signed');
    longest = Math.max(longest, performance.now() - start);
  }
  over = true;
  await flooding;
  return longest;
}

async function measure({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const bodies = hardRequests(quick ? 4 : 16);
  const { secretKey } = createKernelBackend({ cacheBytes: 0 }).keygen(bytesOf('node', 32));
  const rules = { chainId: CHAIN_ID, protocol: nativeProtocol.name, backend: 'kernel', requireChainId: false };
  const pools = [true, false].map((urgentThread) =>
    createVerifierPool({ threads: 1, ...rules, secretKey, urgentThread }),
  );
  const waits: [number[], number[]] = [[], []];
  try {
    for (const pool of pools) await pool.start();
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
      for (const [index, pool] of pools.entries())
        waits[index]?.push(await longestWait(pool, bodies, quick ? 5 : SIGNATURES));
  } finally {
    for (const pool of pools) await pool.close();
  }
  return [
    figureOf('longest wait for a header to be signed beside the hardest requests, wall clock', waits[0], 'ms'),
    ratioAtLeast(besideFigure('the same without a thread for urgent work', waits[1], waits[0], 'ms'), 1.5),
  ];
}

export const urgent: BenchDefinition = {
  name: 'urgent',
  about: 'how long a block waits for its signature beside a flood of the hardest requests, through one worker',
  run: measure,
};
