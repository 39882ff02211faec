/** What a load run signs: payloads of v2 requests in their canonical form, a mix of operations.
 *
 *  In: the number of a request, the signer, the possible recipients. Out: the text before and after the signer's key,
 *  which is between the two parts in hex: it is most of a payload and is sent once in a binary request.
 *
 *  `transfer` is transfers between the run's accounts. `mixed` takes, of a hundred requests, 80 of these, 8 with a priority fee, 6
 *  to an account that the chain has never seen, 3 stakes and 3 unstakes of the least stake. */

import { randomBytes } from 'node:crypto';
import { addressOfKey } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';

export type Mix = 'transfer' | 'mixed';

export const operations = ['transfer', 'stake', 'unstake'] as const;
export type Operation = (typeof operations)[number];

export const routeOf = (operation: Operation): string => `/api/v2/${operation}`;

export interface PayloadRequest {
  readonly serial: number;
  readonly mix: Mix;
  readonly chainId: string;
  /** Milliseconds. */
  readonly timestamp: number;
  /** Another account of the run. */
  readonly recipient: string;
}

export interface Payload {
  readonly operation: Operation;
  /** Up to the quote before the key, and from the quote after it. */
  readonly head: string;
  readonly tail: string;
}

const NONCE_BYTES = 16;
/** XRGE; the minimum stake by the rules. */
const LEAST_STAKE = 10_000;

/** 0 to 99, spread so that neighbours differ: 37 has no common divisor with 100. */
const lotOf = (serial: number): number => (serial * 37) % 100;

/** An address for which nobody has the key. */
const freshAddress = (): string => addressOfKey(new Uint8Array(randomBytes(PUBLIC_KEY_BYTES)));

function stakePayload({ chainId, timestamp }: PayloadRequest, operation: 'stake' | 'unstake'): Payload {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  return {
    operation,
    head: `{"amount":${LEAST_STAKE},"chain_id":"${chainId}","from":"`,
    tail: `","nonce":"${nonce}","timestamp":${timestamp},"type":"${operation}"}`,
  };
}

export function payloadOf(request: PayloadRequest): Payload {
  const { serial, mix, chainId, timestamp, recipient } = request;
  const lot = mix === 'mixed' ? lotOf(serial) : 0;
  if (lot >= 97) return stakePayload(request, 'unstake');
  if (lot >= 94) return stakePayload(request, 'stake');
  const to = lot >= 88 ? freshAddress() : recipient;
  const priority = lot >= 80 && lot < 88 ? `"priority_fee":0.0${1 + (serial % 9)},` : '';
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  return {
    operation: 'transfer',
    head: `{"amount":0.0${1 + (serial % 9)},"chain_id":"${chainId}","from":"`,
    tail: `","nonce":"${nonce}",${priority}"timestamp":${timestamp},"to":"${to}","token":"XRGE","type":"transfer"}`,
  };
}
