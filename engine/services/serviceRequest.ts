/** Reading a signed request of a service: the envelope, the signature, the window, `from`, the nonce, in the order of the
 *  specification, then the members of its kind. A record of another node is read by the same function, without the window. */

import { joinBytes, utf8 } from '../base/bytes.js';
import type { JsonNumber, JsonObject } from '../base/json.js';
import { ENVELOPE_JSON, SIGNED_JSON, TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { SERVICE_SIGNED_BYTES } from '../base/serviceLimits.js';
import { cutKey } from '../chain/transaction.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, type SignatureBackend } from '../crypto/mldsa.js';
import { sha256 } from '../crypto/sha256.js';
import { readBody, readSigned } from '../intake/signedEnvelope.js';
import { checkChainId, checkNonce, checkSigner, checkTimestamp } from '../ledger/decode.js';
import { PayloadReader } from '../ledger/payload.js';
import { withCommonMembers } from '../ledger/payloadMembers.js';
import { SignedText } from '../ledger/signedText.js';
import type { Protocol } from '../protocol/protocol.js';
import type { RecordPayload } from './record.js';
import type { ServiceKind, ServiceRequest } from './serviceKind.js';
import { largestServiceBody, serviceSignedBytes } from './serviceLength.js';

export interface ReadContext {
  readonly chainId: string;
  readonly requireChainId: boolean;
  readonly protocol: Protocol;
  readonly backend: Pick<SignatureBackend, 'verify'>;
  /** Whether a text is the name of a service kind. */
  isKind(name: string): boolean;
}

/** A request that is decoded and whose signature holds. */
export interface ReadRequest extends ServiceRequest<unknown> {
  readonly kind: ServiceKind;
  /** SHA-256(key, nonce). */
  readonly nonceKey: Uint8Array;
  readonly payload: RecordPayload;
}

const outOfWindow = refuse('timestamp_window', 'Request expired (timestamp too old or too far in the future)');

/** The clock by which a request is dated. */
interface DatingClock {
  /** Milliseconds. */
  readonly now: number;
  /** As in `Surroundings`. */
  readonly shiftMs?: number;
}

const isInWindow = (timestamp: number, now: number): boolean => Math.abs(now - timestamp) <= TIMESTAMP_WINDOW_MS;

/** Milliseconds from the signed time to that of the chain's clock: what a message, a deletion or a mail lasts is counted by that clock. */
function leadOf(payload: JsonObject, { now, shiftMs = 0 }: DatingClock): number | Refusal {
  const timestamp = Number((payload.get('timestamp') as JsonNumber).text);
  if (isInWindow(timestamp, now)) return 0;
  return isInWindow(timestamp, now - shiftMs) ? shiftMs : outOfWindow;
}

/** A payload that names a kind of the services must name this one. Other texts are ignored: clients name operations as they like. */
function checkName(payload: JsonObject, kind: ServiceKind, { isKind }: ReadContext): Refusal | undefined {
  const names = ['type', 'action'].map((member) => payload.get(member)).filter((value) => value !== undefined);
  for (const name of names)
    if (name !== kind.name && typeof name === 'string' && isKind(name))
      return refuse('operation_mismatch', `payload names "${name}", this is the request of ${kind.name}`);
  if (kind.namesItself && !names.includes(kind.name))
    return refuse('operation_mismatch', `payload must name its operation: add "type": "${kind.name}"`);
  return undefined;
}

/** Envelope checks after the signature, then the members. @param clock undefined for a record, which was judged when it was new. */
function decode(
  kind: ServiceKind,
  signed: SignedText,
  publicKey: Uint8Array,
  signature: Uint8Array,
  context: ReadContext,
  clock: DatingClock | undefined,
): ReadRequest | Refusal {
  const { payload, bytes } = signed;
  const undated = checkTimestamp(payload);
  if (undated) return undated;
  const lead = clock === undefined ? 0 : leadOf(payload, clock);
  if (isRefusal(lead)) return lead;
  const problem =
    checkSigner(payload, publicKey) ??
    checkNonce(payload) ??
    checkName(payload, kind, context) ??
    checkChainId(payload, context.chainId, clock !== undefined && context.requireChainId);
  if (problem) return problem;
  const most = serviceSignedBytes(kind);
  if (bytes.length > most)
    return refuse('too_large', `a request of ${kind.name} signs at most ${most} bytes: ${bytes.length}`);
  const reader = new PayloadReader(payload, withCommonMembers(kind.members));
  const sender: AccountId = accountOfKey(publicKey);
  const signedTime = reader.integer('timestamp');
  const fields = kind.decode(reader, sender);
  if (reader.refusal) return reader.refusal;
  if (signedTime === undefined || fields === undefined) return refuse('malformed_payload', 'the payload is incomplete');
  return {
    kind,
    fields,
    sender,
    publicKey,
    timestamp: signedTime + lead,
    id: sha256(joinBytes([publicKey, bytes])),
    nonceKey: sha256(joinBytes([publicKey, utf8(payload.get('nonce') as string)])),
    payload: { signature, ...cutKey(bytes, publicKey) },
  };
}

/** Reads the body of a request. */
export function readRequest(
  kind: ServiceKind,
  bytes: Uint8Array,
  clock: DatingClock,
  context: ReadContext,
): ReadRequest | Refusal {
  const most = largestServiceBody(kind);
  if (bytes.length > most)
    return refuse('too_large', `a request of ${kind.name} has at most ${most} bytes, this one has ${bytes.length}`);
  const body = readBody(bytes, ENVELOPE_JSON);
  if (isRefusal(body)) return body;
  const envelope = readSigned(body, context.protocol, SERVICE_SIGNED_BYTES);
  if (isRefusal(envelope)) return envelope;
  const { signed, publicKey, signature } = envelope;
  if (!context.backend.verify(signature, signed.bytes, publicKey))
    return refuse('invalid_signature', 'Invalid signature');
  return decode(kind, signed, publicKey, signature, context, clock);
}

/** Reads what was signed out of a record. @param isProven whether its signature has been checked by this node. */
export function readRecord(
  kind: ServiceKind,
  { signature, keyAt, text }: RecordPayload,
  publicKey: Uint8Array,
  context: ReadContext,
  isProven: boolean,
): ReadRequest | Refusal {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES)
    return refuse('invalid_signature', 'the key or the signature of a record has the wrong length');
  const bounds = { ...SIGNED_JSON, characters: SERVICE_SIGNED_BYTES };
  const signed = SignedText.ofParts({ text, keyAt, publicKey }, bounds, SERVICE_SIGNED_BYTES);
  if (isRefusal(signed)) return signed;
  if (!isProven && !context.backend.verify(signature, signed.bytes, publicKey))
    return refuse('invalid_signature', 'Invalid signature');
  return decode(kind, signed, publicKey, signature, context, undefined);
}
