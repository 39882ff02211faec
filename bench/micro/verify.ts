/** Bench of the verification: what one fresh request costs the main thread.
 *
 *  The engine's way: the pool, in packets. Beside it the naive way: the same checks on the main thread itself. Signatures
 *  are real here. The rest of the bench says what a worker's time goes to: the signature alone, and everything but it. */

import { toHex, utf8 } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { verifyRequest } from '../../engine/intake/verify.js';
import { createVerifierPool } from '../../workers/verifierPool.js';
import { type BenchDefinition, type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { clocked, collectGarbage, timedThread } from '../measure.js';
import { bytesOf, CHAIN_ID, givenVerdict, NOW, packetContext, payloadText } from '../transfers.js';

interface Signed {
  readonly body: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** A request that its owner really signed. */
function sign(serial: number): Signed {
  const { publicKey, secretKey } = nobleBackend.keygen(bytesOf(`seed ${serial % 8}`, 32));
  const keyHex = toHex(publicKey);
  const to = addressOfKey(bytesOf('recipient', publicKey.length));
  const text = payloadText({ keyHex }, to, serial);
  const message = utf8(text);
  const signature = nobleBackend.sign(message, secretKey);
  const body = utf8(`{"payload":${text},"signature":"${toHex(signature)}","public_key":"${keyHex}"}`);
  return { body, message, publicKey, signature };
}

const ROUNDS = 5;

async function measure({ quick }: BenchOptions, threads: number): Promise<Figure[]> {
  const rounds = quick ? 1 : ROUNDS;
  const perRound = quick ? 8 : 128;
  const context = packetContext(nobleBackend);
  const given = packetContext(givenVerdict);
  const pool = await createVerifierPool({
    threads,
    chainId: CHAIN_ID,
    protocol: context.protocol.name,
    backend: nobleBackend.name,
    requireChainId: false,
  });
  await pool.start();
  const inPool: number[] = [];
  const onMain: number[] = [];
  const signatures: number[] = [];
  const others: number[] = [];
  const microseconds = (milliseconds: number): number => (milliseconds * 1_000) / perRound;
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const items = Array.from({ length: perRound }, (_, index) => sign(round * perRound + index));
      await collectGarbage();
      const pooled = await timedThread(() =>
        Promise.all(items.map(({ body }) => pool.verify({ kind: 'request', operation: 'transfer', bytes: body }, NOW))),
      );
      const main = clocked(() => items.map(({ body }) => verifyRequest(body, 'transfer', NOW, context)));
      const signature = clocked(() =>
        items.map((item) => nobleBackend.verify(item.signature, item.message, item.publicKey)),
      );
      const rest = clocked(() => items.map(({ body }) => verifyRequest(body, 'transfer', NOW, given)));
      invariant(![...pooled.value, ...main.value].some(isRefusal), 'a request of the bench is refused');
      invariant(signature.value.every(Boolean), 'a signature of the bench does not hold');
      if (round === 0) continue;
      inPool.push(microseconds(pooled.milliseconds));
      onMain.push(microseconds(main.spent.thread));
      signatures.push(microseconds(signature.spent.thread));
      others.push(microseconds(rest.spent.thread));
    }
  } finally {
    await pool.close();
  }
  return [
    figureOf('in the pool, per request', inPool, 'us'),
    besideFigure('on the main thread itself, per request', onMain, inPool, 'us'),
    figureOf('of which in a worker: the signature', signatures, 'us'),
    figureOf('of which in a worker: everything else', others, 'us'),
  ];
}

export const verify: BenchDefinition = {
  name: 'verify',
  about: 'main thread for a signed request that the pool verifies, beside verifying it there',
  run: (options) => measure(options, 1),
};
