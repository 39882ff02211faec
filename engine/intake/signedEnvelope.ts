/** The envelope of a signed request: `{payload, signature, public_key[, payload_bytes_hex]}`.
 *
 *  In: the bytes of a body. Out: what was signed, the key and the signature, or the refusal for the sender. The bytes that are decoded
 *  are the signed bytes. */

import { decodeUtf8, fromHex, utf8 } from '../base/bytes.js';
import { isJsonObject, type JsonObject, type JsonValue, jsonEqual, parseJson } from '../base/json.js';
import { ENVELOPE_JSON, type JsonBounds, MAX_SIGNED_BYTES, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { SignedText } from '../ledger/signedText.js';
import type { Protocol } from '../protocol/protocol.js';

export interface SignedEnvelope {
  /** What was signed, without anything that was sent beside it. */
  readonly signed: SignedText;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

export const malformed = (message: string): Refusal => refuse('malformed_body', message);

export function parseObject(bytes: Uint8Array, what: string, bounds: JsonBounds): JsonObject | Refusal {
  const text = decodeUtf8(bytes);
  if (text === undefined) return malformed(`${what} is not UTF-8 text`);
  const value = parseJson(text, bounds);
  if (isRefusal(value)) return value;
  return isJsonObject(value) ? value : malformed(`${what} must be a JSON object`);
}

const wrongLength = (what: string, bytes: number, got: string): Refusal =>
  refuse('invalid_signature', `Signature verification failed: ${what} must be ${bytes} bytes${got}`);

export const checkLengths = (publicKey: Uint8Array, signature: Uint8Array): Refusal | undefined =>
  publicKey.length !== PUBLIC_KEY_BYTES
    ? wrongLength('public key', PUBLIC_KEY_BYTES, `, got ${publicKey.length}`)
    : signature.length !== SIGNATURE_BYTES
      ? wrongLength('signature', SIGNATURE_BYTES, `, got ${signature.length}`)
      : undefined;

/** Key and signature as bytes; a wrong length gets a different refusal than a wrong signature. */
export function readKeyAndSignature(key: JsonValue | undefined, signature: JsonValue | undefined) {
  if (typeof key !== 'string' || typeof signature !== 'string')
    return malformed('the request must carry public_key and signature as hex text');
  const publicKey = fromHex(key, PUBLIC_KEY_BYTES);
  if (!publicKey) return wrongLength('public key', PUBLIC_KEY_BYTES, ` in hex, got ${key.length} characters`);
  const bytes = fromHex(signature, SIGNATURE_BYTES);
  if (!bytes) return wrongLength('signature', SIGNATURE_BYTES, ` in hex, got ${signature.length} characters`);
  return { publicKey, signature: bytes };
}

/** A body whose signed text is not read yet. */
export interface EnvelopeBody {
  readonly payload: JsonObject;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
  /** `payload_bytes_hex` as it was given. */
  readonly given: JsonValue | undefined;
}

export function readBody(bytes: Uint8Array, bounds: JsonBounds = ENVELOPE_JSON): EnvelopeBody | Refusal {
  const body = parseObject(bytes, 'the request body', bounds);
  if (isRefusal(body)) return body;
  const payload = body.get('payload');
  if (!isJsonObject(payload)) return malformed('the request must carry payload as an object');
  const signer = readKeyAndSignature(body.get('public_key'), body.get('signature'));
  return isRefusal(signer) ? signer : { payload, ...signer, given: body.get('payload_bytes_hex') };
}

/** What was signed: the bytes given as hex, which must say the same as the payload beside them; when there are none, the
 *  payload's canonical form. Only what the bytes say is executed.
 *  @param most bytes that may be signed. */
export function readSigned(
  { payload, publicKey, signature, given }: EnvelopeBody,
  protocol: Protocol,
  most = MAX_SIGNED_BYTES,
): SignedEnvelope | Refusal {
  const bounds = { ...SIGNED_JSON, characters: most };
  const read = (bytes: Uint8Array, what: string): SignedText | Refusal => SignedText.read(bytes, what, bounds, most);
  const signed = givenText(payload, given, most, read) ?? read(utf8(protocol.payloadText(payload)), 'payload');
  return isRefusal(signed) ? signed : { signed, publicKey, signature };
}

function givenText(
  payload: JsonObject,
  given: JsonValue | undefined,
  most: number,
  read: (bytes: Uint8Array, what: string) => SignedText | Refusal,
): SignedText | Refusal | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' && given.length > 2 * most)
    return refuse('too_large', `payload_bytes_hex holds more than ${most} bytes`);
  const bytes = typeof given === 'string' ? fromHex(given) : undefined;
  if (!bytes) return malformed('Invalid payload_bytes_hex: it must be hex text of even length');
  const signed = read(bytes, 'payload_bytes_hex');
  if (isRefusal(signed)) return signed;
  return jsonEqual(signed.payload, payload) ? signed : malformed('payload_bytes_hex does not match payload object');
}
