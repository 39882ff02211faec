/** Signed v2 requests for tests against a live node: each part can be made invalid on its own.
 *
 *  In: members of a payload, values as JSON, amounts as text that keeps its spelling. Out: the body to post and the
 *  identity that the node must return. Times are the machine's, as the node's are. */

import { createHash, randomBytes } from 'node:crypto';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../engine/base/json.js';
import type { SignatureBackend } from '../../engine/crypto/mldsa.js';
import { signer as kernelSigner } from './signer.js';
import type { SigningActor } from './transactions.js';

/** A JSON number with exactly this spelling. */
export const number = (text: string | number | bigint): JsonNumber => new JsonNumber(String(text));

/** `undefined` leaves a member out. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

export interface Signed {
  /** The text that was signed. */
  readonly text: string;
  readonly signature: string;
  /** The body of `POST /api/v2/...`. */
  readonly body: string;
  /** Hex SHA-256(public key, signed bytes). */
  readonly txId: string;
}

export const freshNonce = (): string => randomBytes(16).toString('hex');

/** A payload with the common members, which `members` may replace or leave out. */
export function payloadText(signer: SigningActor, members: Members): string {
  const common = { from: signer.keyHex, timestamp: number(Date.now()), nonce: freshNonce() };
  const payload = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries({ ...common, ...members }))
    if (value !== undefined) payload.set(name, value);
  return canonicalJson(payload);
}

export const envelope = (payload: string, signature: string, publicKey: string, more = ''): string =>
  `{"payload":${payload},"signature":"${signature}","public_key":"${publicKey}"${more}}`;

/** Signs a payload's text as it is. @param more members of the envelope after the usual ones, as JSON text.
 *  @param backend of keys that are none of ML-DSA-65. */
export function signText(
  signer: SigningActor,
  text: string,
  more = '',
  backend: Pick<SignatureBackend, 'sign'> = kernelSigner,
): Signed {
  const bytes = utf8(text);
  const signature = toHex(backend.sign(bytes, signer.secretKey, randomBytes(32)));
  const txId = createHash('sha256').update(signer.publicKey).update(bytes).digest('hex');
  return { text, signature, body: envelope(text, signature, signer.keyHex, more), txId };
}

export const signed = (signer: SigningActor, members: Members): Signed =>
  signText(signer, payloadText(signer, members));

/** @param amount JSON number text. */
export const signedTransfer = (signer: SigningActor, to: string, amount: string, more: Members = {}): Signed =>
  signed(signer, { type: 'transfer', to, amount: number(amount), ...more });

export const signedFaucet = (signer: SigningActor, more: Members = {}): Signed =>
  signed(signer, { type: 'faucet', ...more });

/** A signature with its last hex digit changed: of the right length, but invalid. */
export const spoilt = (signature: string): string => `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`;
