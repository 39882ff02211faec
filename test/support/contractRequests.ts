/** Signed deploys and calls for tests against a live node, and a contract to send them to. */

import { fileURLToPath } from 'node:url';
import type { JsonValue } from '../../engine/base/json.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { deployedAddress } from '../../engine/ledger/contracts.js';
import { nativePrices } from '../../engine/vm/prices.js';
import { buildContract } from '../../ops/contract/build.js';
import type { Json } from './answerShapes.js';
import type { Received } from './httpClient.js';
import { freshNonce, type Members, number, type Signed, signed } from './signedRequests.js';
import type { SigningActor } from './transactions.js';

/** The module of `contracts/probe.wat`. */
export async function probeContract(): Promise<Uint8Array> {
  const built = await buildContract(fileURLToPath(new URL('contracts/probe.wat', import.meta.url)), nativePrices);
  if (isRefusal(built)) throw new Error(built.message);
  return built.wasm;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export interface SignedDeploy extends Signed {
  /** Where the contract will be. */
  readonly contract: string;
}

export function signedDeploy(signer: SigningActor, wasm: Uint8Array, more: Members = {}): SignedDeploy {
  const nonce = freshNonce();
  const request = signed(signer, { type: 'contract_deploy', wasm: base64(wasm), nonce, ...more });
  return { ...request, contract: deployedAddress(signer.keyHex, nonce, sha256(wasm)) };
}

export interface Payment {
  readonly symbol: string;
  readonly amount: number;
}

export const attachment = ({ symbol, amount }: Payment): JsonValue =>
  new Map<string, JsonValue>([
    ['symbol', symbol],
    ['amount', number(amount)],
  ]);

/** @param more further members of the payload, or others in place of the usual ones. */
export const signedCall = (signer: SigningActor, contractAddr: string, method: string, more: Members = {}): Signed =>
  signed(signer, { type: 'contract_call', contractAddr, method, ...more });

/** The answers to the items of a batch. */
export const batchResults = ({ json }: Received): readonly Json[] => (json?.results ?? []) as readonly Json[];
