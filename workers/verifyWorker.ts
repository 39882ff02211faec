/** A verification thread: answers packets, one after the other.
 *
 *  In: packets (`packets.ts`). Out: tables of verdicts (`answers.ts`). It keeps nothing between packets; when it dies, the
 *  pool sends its packets to its successor. The node's secret key is read from memory that all threads share and the
 *  pool wipes, so that no copy of it stays in a thread's heap beyond one signature. */

import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { move } from 'piscina';
import { isRefusal } from '../engine/base/refusal.js';
import { signatureBackends } from '../engine/crypto/mldsa.js';
import { protocolOf } from '../engine/protocol/native.js';
import { testBackend } from './backendSelfTest.js';
import { answerPacket, type PacketContext } from './packetWork.js';

/** What a thread is started with. */
export interface VerifyWorkerSettings {
  readonly chainId: string;
  /** Name of the rules: must be those of the chain id. */
  readonly protocol: string;
  /** Name in `signatureBackends`. */
  readonly backend: string;
  readonly requireChainId: boolean;
  /** 4,032 bytes, shared by all threads. */
  readonly secretKey?: SharedArrayBuffer;
}

function contextOf(settings: VerifyWorkerSettings): PacketContext {
  const backend = signatureBackends[settings.backend];
  if (!backend)
    throw new Error(
      `there is no signature backend "${settings.backend}"; there are: ${Object.keys(signatureBackends).join(', ')}`,
    );
  const protocol = protocolOf(settings.chainId);
  if (isRefusal(protocol)) throw new Error(protocol.message);
  if (protocol.name !== settings.protocol)
    throw new Error(`chain id ${settings.chainId} runs under the rules "${protocol.name}", not "${settings.protocol}"`);
  return {
    chainId: settings.chainId,
    protocol,
    backend,
    requireChainId: settings.requireChainId,
    secretKey: settings.secretKey && new Uint8Array(settings.secretKey),
    randomness: () => new Uint8Array(randomBytes(32)),
    clock: () => performance.now(),
  };
}

const context = contextOf(workerData as VerifyWorkerSettings);

/** @returns microseconds of one check. @throws Error when the backend cannot be trusted. */
export const selfTest = (): number => testBackend(context.backend, context.clock);

/** Answers one packet. */
export default function work(packet: ArrayBuffer): ArrayBuffer {
  return move(answerPacket(packet, context)) as ArrayBuffer;
}
