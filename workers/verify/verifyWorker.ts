/** A verification thread: answers packets, one after the other.
 *
 *  In: packets (`packets.ts`). Out: tables of verdicts (`verdictTable.ts`). Between packets it keeps only forms of keys; when it
 *  dies, the pool sends its packets to its successor. The node's secret key is read from memory that all threads share and that
 *  the pool wipes, so that no copy of it stays in a thread's heap beyond one signature. */

import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { isRefusal } from '../../engine/base/refusal.js';
import { SignerKeys } from '../../engine/crypto/signerKey.js';
import { protocolOf } from '../../engine/protocol/protocolOf.js';
import { movedResult } from '../threads/movedResult.js';
import type { PacketResult } from './packets.js';
import { answerPacket, type PacketContext } from './packetWork.js';
import { type BackendReport, chooseBackend } from './signatureBackends.js';

/** What a thread is started with. */
export interface VerifyWorkerSettings {
  readonly chainId: string;
  /** Name of the rules: must be those of the chain id. */
  readonly protocol: string;
  /** Name of a signature backend, or `auto`. */
  readonly backend: string;
  /** This thread's share of the memory for keys. */
  readonly cacheBytes: number;
  readonly requireChainId: boolean;
  /** 4,032 bytes, shared by all threads. */
  readonly secretKey?: SharedArrayBuffer;
}

const clock = (): number => performance.now();

function open(settings: VerifyWorkerSettings): { readonly context: PacketContext; readonly report: BackendReport } {
  const protocol = protocolOf(settings.chainId);
  if (isRefusal(protocol)) throw new Error(protocol.message);
  if (protocol.name !== settings.protocol)
    throw new Error(`chain id ${settings.chainId} runs under the rules "${protocol.name}", not "${settings.protocol}"`);
  const { instance, ...report } = chooseBackend(settings.backend, settings.cacheBytes, clock);
  const context: PacketContext = {
    chainId: settings.chainId,
    protocol,
    backend: instance,
    requireChainId: settings.requireChainId,
    secretKey: settings.secretKey && new Uint8Array(settings.secretKey),
    keys: new SignerKeys(),
    randomness: () => new Uint8Array(randomBytes(32)),
    clock,
  };
  return { context, report };
}

const { context, report } = open(workerData as VerifyWorkerSettings);

/** @returns the backend that has passed its self-test in this thread, and the cost of a check with it. */
export const selfTest = (): BackendReport => report;

/** Answers one packet. */
export default function work(packet: ArrayBuffer): PacketResult {
  return movedResult({ table: answerPacket(packet, context), packet });
}
