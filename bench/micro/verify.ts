/** Bench of the verification: what a signature costs a worker and the main thread.
 *
 *  First the kernel on one thread (`kernel.ts`), and on two threads that work on their own: what the machine's cores allow.
 *  Then the pool with the kernel: signatures of 300-byte messages by 64 keys,
 *  requested like those of blocks and votes, on one worker and on two, in packets of 64; then whole transfer requests, which
 *  are 15 KB of JSON each. The requests are compared with the naive way: the same checks on the main thread itself. All
 *  signatures are real, and every key has been seen before. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import type { SignatureCheck } from '../../engine/intake/verifier.js';
import { verifyRequest } from '../../engine/intake/verify.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { createVerifierPool, type VerifierPool } from '../../workers/verify/verifierPool.js';
import {
  atMost,
  type BenchDefinition,
  type BenchOptions,
  besideFigure,
  type Figure,
  figureOf,
  ratioAtLeast,
} from '../figures.js';
import { collectGarbage, minus, nextTick, type Reading, readClocks } from '../measure.js';
import { bytesOf, CHAIN_ID, NOW, packetContext, payloadText } from '../transfers.js';
import { kernelBench } from './kernel.js';

const KEYS = 64;
const MESSAGE_BYTES = 300;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;

const kernel = createKernelBackend({ cacheBytes: 2 * KEYS * 40_000 });

function signedMessage({ publicKey, secretKey }: KeyPair, serial: number): SignatureCheck {
  const message = bytesOf(`message ${serial}`, MESSAGE_BYTES);
  return { message, publicKey, signature: kernel.sign(message, secretKey) };
}

/** The body of a transfer that its owner really signed. */
function signedRequest({ publicKey, secretKey }: KeyPair, serial: number): Uint8Array {
  const keyHex = toHex(publicKey);
  const text = payloadText({ keyHex }, addressOfKey(bytesOf('recipient', publicKey.length)), serial);
  const signature = kernel.sign(utf8(text), secretKey);
  return utf8(`{"payload":${text},"signature":"${toHex(signature)}","public_key":"${keyHex}"}`);
}

/** @param cacheBytes for expanded keys; 0: every signature counts as one of a fresh key. */
async function openPool(threads: number, cacheBytes?: number): Promise<VerifierPool> {
  const pool = createVerifierPool({
    threads,
    chainId: CHAIN_ID,
    protocol: packetContext(kernel).protocol.name,
    backend: 'kernel',
    requireChainId: false,
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  });
  await pool.start();
  return pool;
}

async function checkAll(pool: VerifierPool, checks: readonly SignatureCheck[]): Promise<void> {
  const verdicts = await pool.checkSignatures(checks);
  invariant(!isRefusal(verdicts) && verdicts.every(Boolean), 'a signature of the bench does not hold');
}

async function verifyAll(pool: VerifierPool, bodies: readonly Uint8Array[]): Promise<void> {
  const answers = await Promise.all(
    bodies.map((bytes) => pool.verify({ kind: 'request', operation: 'transfer', bytes }, NOW)),
  );
  invariant(!answers.some(isRefusal), 'a request of the bench is refused');
}

/** Threads that verify on their own. @returns wall-clock microseconds per signature, in rounds of one and of two. */
async function bareThreads(rounds: number, count: number): Promise<{ readonly one: number[]; readonly two: number[] }> {
  const threads = [0, 1].map(() => new Worker(builtFile('bench/micro/bareThread.js')));
  const times = { one: [] as number[], two: [] as number[] };
  try {
    await Promise.all(threads.map((thread) => once(thread, 'message')));
    for (let round = 0; round < rounds; round++)
      for (const [name, busy] of [
        ['one', threads.slice(0, 1)],
        ['two', threads],
      ] as const) {
        const start = performance.now();
        const done = busy.map((thread) => once(thread, 'message'));
        for (const thread of busy) thread.postMessage(count);
        await Promise.all(done);
        times[name].push(((performance.now() - start) * 1_000) / (count * busy.length));
      }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return times;
}

/** Microseconds on both clocks, per item. */
async function perItem(count: number, work: () => Promise<void> | void): Promise<Reading> {
  await collectGarbage();
  await nextTick();
  const start = readClocks();
  await work();
  const { wall, thread } = minus(readClocks(), start);
  return { wall: (wall * 1_000) / count, thread: (thread * 1_000) / count };
}

async function measure({ quick }: BenchOptions): Promise<Figure[]> {
  const pairs = Array.from({ length: KEYS }, (_, serial) => kernel.keygen(bytesOf(`seed ${serial}`, 32)));
  const pairOf = (serial: number): KeyPair => pairs[serial % KEYS] as KeyPair;
  const signatures = Array.from({ length: quick ? KEYS : 16 * KEYS }, (_, serial) =>
    signedMessage(pairOf(serial), serial),
  );
  const checks = Array.from({ length: quick ? 1 : 8 }, () => signatures).flat();
  const bodies = Array.from({ length: quick ? KEYS : 16 * KEYS }, (_, serial) => signedRequest(pairOf(serial), serial));
  const bare = await bareThreads(quick ? 2 : ROUNDS, checks.length);
  const [one, two, oneCold, twoCold] = [
    await openPool(1),
    await openPool(2),
    await openPool(1, 0),
    await openPool(2, 0),
  ];
  const context = packetContext(kernel);
  const ways = {
    one: () => perItem(checks.length, () => checkAll(one, checks)),
    two: () => perItem(checks.length, () => checkAll(two, checks)),
    'one, fresh keys': () => perItem(signatures.length, () => checkAll(oneCold, signatures)),
    'two, fresh keys': () => perItem(signatures.length, () => checkAll(twoCold, signatures)),
    requests: () => perItem(bodies.length, () => verifyAll(one, bodies)),
    main: () =>
      perItem(bodies.length, () => {
        for (const bytes of bodies) verifyRequest(bytes, 'transfer', NOW, context);
      }),
  };
  const names = Object.keys(ways) as readonly (keyof typeof ways)[];
  const readings = Object.fromEntries(names.map((name) => [name, [] as Reading[]])) as Record<
    keyof typeof ways,
    Reading[]
  >;
  let itemsPerPacket = 0;
  try {
    for (let round = 0; round < (quick ? 2 : WARM_UP_ROUNDS + ROUNDS); round++)
      for (const name of names) {
        const reading = await ways[name]();
        if (round >= (quick ? 1 : WARM_UP_ROUNDS)) readings[name].push(reading);
      }
    itemsPerPacket = one.stats().itemsPerPacket;
  } finally {
    for (const pool of [one, two, oneCold, twoCold]) await pool.close();
  }
  const wall = (name: keyof typeof readings): number[] => readings[name].map((reading) => reading.wall);
  const thread = (name: keyof typeof readings): number[] => readings[name].map((reading) => reading.thread);
  const size = itemsPerPacket.toFixed(0);
  return [
    figureOf('two threads without a pool, per signature, wall clock', bare.two, 'us'),
    besideFigure('one thread without a pool, per signature, wall clock', bare.one, bare.two, 'us'),
    figureOf('pool of two workers, per signature, wall clock', wall('two'), 'us'),
    ratioAtLeast(besideFigure('pool of one worker, per signature, wall clock', wall('one'), wall('two'), 'us'), 1.7),
    figureOf('pool of two workers, fresh keys, per signature, wall clock', wall('two, fresh keys'), 'us'),
    ratioAtLeast(
      besideFigure(
        'pool of one worker, fresh keys, per signature, wall clock',
        wall('one, fresh keys'),
        wall('two, fresh keys'),
        'us',
      ),
      1.7,
    ),
    atMost(figureOf(`pool, main thread per signature, ${size} a packet`, thread('one'), 'us'), 8),
    figureOf('pool, main thread per transfer request', thread('requests'), 'us'),
    besideFigure('a transfer request on the main thread itself', thread('main'), thread('requests'), 'us'),
  ];
}

export const verify: BenchDefinition = {
  name: 'verify',
  about: 'ML-DSA-65 on one thread beside noble and OpenSSL, and through the pool on one worker and on two',
  includes: [kernelBench.name],
  run: async (options) => [...(await kernelBench.run(options)), ...(await measure(options))],
};
