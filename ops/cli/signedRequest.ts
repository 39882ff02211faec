/** A signed v2 request, built as the specification's chapter Authentication says.
 *
 *  In: an operation's members and a key pair. Out: the body to post, which contains the payload as exactly the canonical
 *  text that was signed, and the transaction's id. Amounts are JSON numbers written in plain decimal digits, so
 *  that no reader has to guess which of several spellings of a number was signed. */

import { randomBytes } from 'node:crypto';
import { concatBytes, toHex, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { type KeyPair, nobleBackend, type SignatureBackend } from '../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';

/** Length of a request nonce in bytes, the same as in the published client. */
const NONCE_BYTES = 16;

export interface RequestContext {
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** Absent: the request is valid on every network that knows the account. */
  readonly chainId?: string;
  /** Hex; random when absent. */
  readonly nonce?: string;
  /** Signs; a backend in JavaScript when absent. */
  readonly backend?: Pick<SignatureBackend, 'sign'>;
}

export interface SignedRequest {
  /** JSON text of `{payload, signature, public_key}`. */
  readonly body: string;
  /** The text whose UTF-8 bytes are signed. */
  readonly payloadText: string;
  /** Hex SHA-256(public key, signed bytes): the transaction's identity on a native network. */
  readonly transactionId: string;
}

/** @param type the operation, such as `transfer`. @param members the operation's own payload members. */
export function signRequest(
  keys: KeyPair,
  type: string,
  members: Readonly<Record<string, JsonValue>>,
  context: RequestContext,
): SignedRequest {
  const publicKey = toHex(keys.publicKey);
  const payload = new Map<string, JsonValue>([
    ...Object.entries(members),
    ['type', type],
    ['from', publicKey],
    ['timestamp', new JsonNumber(String(context.timestamp))],
    ['nonce', context.nonce ?? randomBytes(NONCE_BYTES).toString('hex')],
  ]);
  if (context.chainId !== undefined) payload.set('chain_id', context.chainId);
  const payloadText = canonicalJson(payload);
  const signedBytes = utf8(payloadText);
  const signature = toHex((context.backend ?? nobleBackend).sign(signedBytes, keys.secretKey, randomBytes(32)));
  return {
    body: `{"payload":${payloadText},"signature":"${signature}","public_key":"${publicKey}"}`,
    payloadText,
    transactionId: sha256Hex(concatBytes(keys.publicKey, signedBytes)),
  };
}
