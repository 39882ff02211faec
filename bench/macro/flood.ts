/** Bench of the verification under a flood: how much of their speed honest senders keep.
 *
 *  Honest senders, whose keys the worker has expanded, keep a fixed number of transfers under way through a pool of one
 *  worker, alone and beside a flood that keeps four times as many under way. The floods: keys that were never seen, with
 *  signatures that only the whole check can refuse; broken signatures of formerly honest senders; transfers of strangers
 *  with an expired timestamp. Both sides share the main thread, which also generates the flood; HTTP is left out, and with
 *  it the limit on requests by address, which would stop a flood first. */

import { toHex, utf8 } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { type KeyPair, PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
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
import { collectGarbage, nextTick } from '../measure.js';
import { bytesOf, CHAIN_ID, NOW, payloadText } from '../transfers.js';

const HONEST_SENDERS = 64;
const HONEST_UNDER_WAY = 128;
const FLOOD_UNDER_WAY = 4 * HONEST_UNDER_WAY;
/** Senders that were honest once. */
const FALLEN_SENDERS = 16;
/** Number of distinct requests of a flood: more keys than the strangers' part of the cache holds. */
const FLOOD_REQUESTS = 1_024;
const ROUNDS = 7;
const HOUR_MS = 3_600_000;

const kernel = createKernelBackend({ cacheBytes: 0 });

interface Sender extends KeyPair {
  readonly keyHex: string;
}

function sender(name: string): Sender {
  const pair = kernel.keygen(bytesOf(name, 32));
  return { ...pair, keyHex: toHex(pair.publicKey) };
}

const to = addressOfKey(bytesOf('recipient', PUBLIC_KEY_BYTES));

const envelope = (text: string, signature: Uint8Array, keyHex: string): Uint8Array =>
  utf8(`{"payload":${text},"signature":"${toHex(signature)}","public_key":"${keyHex}"}`);

function transfer(from: Sender, serial: number): Uint8Array {
  const text = payloadText(from, to, serial);
  return envelope(text, kernel.sign(utf8(text), from.secretKey), from.keyHex);
}

/** A key that nobody has, and a signature by another key: every cheaper check passes. */
function ofFreshKey(signature: Uint8Array, serial: number): Uint8Array {
  const keyHex = toHex(bytesOf(`fresh key ${serial}`, PUBLIC_KEY_BYTES));
  return envelope(payloadText({ keyHex }, to, serial), signature, keyHex);
}

/** Signed for another message. */
function broken(from: Sender, signature: Uint8Array, serial: number): Uint8Array {
  return envelope(payloadText(from, to, serial), signature, from.keyHex);
}

/** A good signature of a stranger under an old timestamp. */
function expired(from: Sender, serial: number): Uint8Array {
  const text = payloadText(from, to, serial).replace(/"timestamp":\d+/, `"timestamp":${NOW - HOUR_MS}`);
  return envelope(text, kernel.sign(utf8(text), from.secretKey), from.keyHex);
}

const ask = (pool: VerifierPool, bytes: Uint8Array) =>
  pool.verify({ kind: 'request', operation: 'transfer', bytes }, NOW);

/** Keeps requests under way until stopped; refused ones are not sent again at once. */
async function flood(pool: VerifierPool, bodies: readonly Uint8Array[], isOver: () => boolean): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const answer = await ask(pool, bodies[next++ % bodies.length] as Uint8Array);
      invariant(isRefusal(answer), 'a request of the flood has passed');
      if (answer.code === 'busy' || answer.code === 'sender_limit') await nextTick();
    }
  };
  await Promise.all(Array.from({ length: FLOOD_UNDER_WAY }, one));
}

/** @returns wall-clock microseconds for one honest request. */
async function honest(pool: VerifierPool, bodies: readonly Uint8Array[]): Promise<number> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < bodies.length) {
      const answer = await ask(pool, bodies[next++] as Uint8Array);
      invariant(!isRefusal(answer), `an honest request is refused: ${isRefusal(answer) ? answer.message : ''}`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: HONEST_UNDER_WAY }, one));
  return ((performance.now() - start) * 1_000) / bodies.length;
}

async function underFlood(
  pool: VerifierPool,
  bodies: readonly Uint8Array[],
  attack: readonly Uint8Array[],
): Promise<number> {
  let over = false;
  const flooding = flood(pool, attack, () => over);
  // The flood fills the queue before the first honest request.
  for (let turn = 0; turn < 20; turn++) await nextTick();
  const microseconds = await honest(pool, bodies);
  over = true;
  await flooding;
  return microseconds;
}

async function measure({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const rounds = quick ? 1 : ROUNDS;
  const count = quick ? 64 : FLOOD_REQUESTS;
  const people = Array.from({ length: HONEST_SENDERS }, (_, index) => sender(`honest ${index}`));
  const fallen = Array.from({ length: FALLEN_SENDERS }, (_, index) => sender(`fallen ${index}`));
  const bodies = Array.from({ length: quick ? 256 : 2_048 }, (_, serial) =>
    transfer(people[serial % HONEST_SENDERS] as Sender, serial),
  );
  const signature = kernel.sign(utf8('something else'), (people[0] as Sender).secretKey);
  const floods = {
    'fresh keys': Array.from({ length: count }, (_, serial) => ofFreshKey(signature, serial)),
    'broken signatures': Array.from({ length: count }, (_, serial) =>
      broken(fallen[serial % FALLEN_SENDERS] as Sender, signature, serial),
    ),
    'expired requests': Array.from({ length: count }, (_, serial) => expired(sender(`stranger ${serial}`), serial)),
  };
  const pool = createVerifierPool({
    ...{ threads: 1, chainId: CHAIN_ID, protocol: nativeProtocol.name, backend: 'kernel', requireChainId: false },
  });
  const alone = new Map<string, number[]>();
  const under = new Map<string, number[]>();
  try {
    await pool.start();
    for (const one of fallen) invariant(!isRefusal(await ask(pool, transfer(one, 1))), 'a good request is refused');
    await honest(pool, bodies);
    for (let round = 0; round < rounds; round++)
      for (const [name, attack] of Object.entries(floods)) {
        await collectGarbage();
        alone.set(name, [...(alone.get(name) ?? []), await honest(pool, bodies)]);
        await collectGarbage();
        under.set(name, [...(under.get(name) ?? []), await underFlood(pool, bodies, attack)]);
      }
  } finally {
    await pool.close();
  }
  return Object.keys(floods).flatMap((name) => {
    const beside = under.get(name) ?? [];
    return [
      figureOf(`an honest request beside a flood of ${name}, wall clock`, beside, 'us'),
      ratioAtLeast(besideFigure('the same without the flood', alone.get(name) ?? [], beside, 'us'), 0.5),
    ];
  });
}

export const floodBench: BenchDefinition = {
  name: 'flood',
  about: 'honest senders beside floods of fresh keys, broken signatures and expired requests, through one worker',
  run: measure,
};
