/** From signed bytes to a transaction: the one mapping from what was signed to what is executed.
 *
 *  Pure and without state, so that a verification worker does it for a fresh request and the node does it again for
 *  stored bytes. Everything the ledger will execute comes out of here. */

import { XRGE_DECIMALS } from '../base/amounts.js';
import { decodeUtf8, toBinary } from '../base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, parseJson } from '../base/json.js';
import { MAX_SIGNED_BYTES, NONCE_BYTES, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import {
  type CommonMembers,
  joinKey,
  type SignedParts,
  signedLengthOf,
  type Transaction,
} from '../chain/transaction.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';
import type { Protocol } from '../protocol/protocol.js';
import type { AnyKind } from './kind.js';
import { kindOf } from './kinds/index.js';
import { type PayloadMember, PayloadReader } from './payload.js';
import { isSuspended, suspended } from './suspended.js';

/** Members that any payload may carry, whatever its operation. */
export const commonMembers: readonly PayloadMember[] = [
  { name: 'type', aliases: ['action'], type: 'text', required: false, about: 'Name of the operation' },
  { name: 'from', type: 'text', required: true, about: 'Public key of the signer, hex' },
  { name: 'timestamp', type: 'integer', required: true, about: 'Milliseconds since the epoch' },
  { name: 'nonce', type: 'text', required: true, about: 'Random text of 8 to 128 bytes, used once' },
  { name: 'chain_id', aliases: ['chainId'], type: 'text', required: false, about: 'Network the request is meant for' },
  { name: 'priority_fee', aliases: ['priorityFee'], type: 'xrge', required: false, about: 'Tip in XRGE' },
  {
    name: 'account_nonce',
    aliases: ['accountNonce'],
    type: 'integer',
    required: false,
    about: 'Account nonce it must get',
  },
  { name: 'fee', type: 'xrge', required: false, about: 'Ignored, unless negative: the network sets the fee' },
];

export interface DecodedPayload extends CommonMembers {
  readonly operation: string;
  readonly fields: unknown;
}

const mismatch = (message: string): Refusal => refuse('operation_mismatch', message);

/** The payload must not contradict the operation under which it was sent. Without `type` or `action` the route names
 *  it; then every member must be one that the operation knows, so that nobody can relabel the bytes as another one. Where
 *  the members cannot tell two operations apart, the payload must name its own. */
function checkOperation(
  payload: JsonObject,
  operation: string,
  { members, namesItself }: AnyKind,
): Refusal | undefined {
  let named = false;
  for (const member of ['type', 'action']) {
    const value = payload.get(member);
    if (value === undefined || value === null) continue;
    if (value !== operation) return mismatch(`payload ${member} must be "${operation}" for this request`);
    named = true;
  }
  if (named) return undefined;
  if (namesItself) return mismatch(`payload must name its operation: add "type": "${operation}"`);
  const known = new Set([...commonMembers, ...members].flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  for (const name of payload.keys())
    if (!known.has(name))
      return mismatch(`payload names no type, and ${operation} knows no member "${name.slice(0, 40)}"; add "type"`);
  return undefined;
}

/** A payload that names a network must name this one. */
function checkChainId(payload: JsonObject, chainId: string, required: boolean): Refusal | undefined {
  let named = false;
  for (const member of ['chain_id', 'chainId']) {
    const value = payload.get(member);
    if (value === undefined) continue;
    if (typeof value !== 'string')
      return refuse('chain_id_mismatch', `CHAIN_ID_MISMATCH: '${member}' must be the chain id string '${chainId}'`);
    if (value !== chainId)
      return refuse(
        'chain_id_mismatch',
        `CHAIN_ID_MISMATCH: payload is signed for network '${value.slice(0, 64)}', this node is '${chainId}'`,
      );
    named = true;
  }
  if (required && !named)
    return refuse(
      'chain_id_mismatch',
      `CHAIN_ID_REQUIRED: signed payloads must name the network ('chainId': '${chainId}')`,
    );
  return undefined;
}

function readCommon(reader: PayloadReader): CommonMembers | undefined {
  const timestamp = reader.integer('timestamp');
  const nonce = reader.text('nonce');
  const priorityFee = reader.amount('priority_fee', XRGE_DECIMALS) ?? 0n;
  const accountNonce = reader.integer('account_nonce');
  if (reader.refusal || timestamp === undefined || nonce === undefined) return undefined;
  return {
    timestamp,
    nonce,
    priorityFee,
    ...(accountNonce === undefined ? {} : { accountNonce }),
    ...(isUnsound(reader.raw('fee')) ? { unsoundFee: true } : {}),
  };
}

/** A fee that no sum of money can be; minus zero is negative. */
const isUnsound = (fee: JsonValue | undefined): boolean =>
  fee instanceof JsonNumber && (fee.text.startsWith('-') || !Number.isFinite(Number(fee.text)));

/** The timestamp must be there; whether it lies in the window needs a clock and is asked elsewhere. */
export function checkTimestamp(payload: JsonObject): Refusal | undefined {
  const timestamp = payload.get('timestamp');
  if (!(timestamp instanceof JsonNumber) || !/^\d{1,15}$/.test(timestamp.text))
    return refuse('timestamp_window', "payload must include a 'timestamp' field in whole milliseconds");
  return undefined;
}

export function checkNonce(payload: JsonObject): Refusal | undefined {
  const nonce = payload.get('nonce');
  if (typeof nonce !== 'string') return refuse('nonce_missing', "payload must include a 'nonce' field");
  const length = Buffer.byteLength(nonce);
  if (length < NONCE_BYTES.min || length > NONCE_BYTES.max)
    return refuse('nonce_missing', `nonce must be ${NONCE_BYTES.min}-${NONCE_BYTES.max} characters`);
  return undefined;
}

/** Decodes a payload whose envelope members have been checked. */
export function decodePayload(
  payload: JsonObject,
  operation: string,
  signer: AccountId,
  chainId: string,
  requireChainId = false,
): DecodedPayload | Refusal {
  const kind = kindOf(operation);
  if (!kind)
    return isSuspended(operation)
      ? suspended()
      : refuse('operation_unknown', `unknown transaction type "${operation.slice(0, 40)}"`);
  const problem = checkOperation(payload, operation, kind) ?? checkChainId(payload, chainId, requireChainId);
  if (problem) return problem;
  const reader = new PayloadReader(payload, [...commonMembers, ...kind.members]);
  const common = readCommon(reader);
  const fields = kind.decode(reader, signer);
  if (reader.refusal) return reader.refusal;
  if (!common) return refuse('malformed_payload', 'payload must include timestamp and nonce');
  return { ...common, operation, fields };
}

/** Decodes a transaction from its signed parts, everything but the signature checked: stored bodies at start, blocks
 *  of peers. @param bounds of the text; what is stored already may be larger than what is taken in now. */
export function decodeTransaction(
  parts: SignedParts,
  chainId: string,
  protocol: Protocol,
  bounds = SIGNED_JSON,
): Transaction | Refusal {
  if (signedLengthOf(parts.text, parts.keyAt) > MAX_SIGNED_BYTES)
    return refuse('too_large', `signed bytes are larger than ${MAX_SIGNED_BYTES} bytes`);
  const signedBytes = joinKey(parts.text, parts.keyAt, parts.publicKey);
  const text = signedBytes && decodeUtf8(signedBytes);
  if (signedBytes === undefined || text === undefined)
    return refuse('malformed_payload', 'signed bytes are not UTF-8 text');
  const payload = parseJson(text, bounds);
  if (isRefusal(payload)) return payload;
  if (!isJsonObject(payload)) return refuse('malformed_payload', 'the payload must be a JSON object');
  const problem = checkTimestamp(payload) ?? checkNonce(payload);
  if (problem) return problem;
  if (!namesKey(payload, parts.publicKey))
    return refuse('from_mismatch', "Payload 'from' does not match signing public key");
  const sender = accountOfKey(parts.publicKey);
  const decoded = decodePayload(payload, parts.operation, sender, chainId);
  if (isRefusal(decoded)) return decoded;
  return {
    ...parts,
    ...decoded,
    id: toBinary(protocol.transactionId(parts.publicKey, signedBytes)),
    sender,
    signedLength: signedBytes.length,
  };
}

/** Whether `from` is the hex of the signing key, in either case. */
export function namesKey(payload: JsonObject, publicKey: Uint8Array): boolean {
  const from = payload.get('from');
  return typeof from === 'string' && from.toLowerCase() === Buffer.from(publicKey).toString('hex');
}
