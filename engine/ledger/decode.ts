/** From signed bytes to a transaction: the one mapping from what was signed to what is executed.
 *
 *  Pure and without state, so that a verification worker can decode a fresh request and the node can decode stored bytes
 *  again. Everything that the ledger executes is decoded here. */

import { XRGE_DECIMALS } from '../base/amounts.js';
import { toBinary, toHex } from '../base/bytes.js';
import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.js';
import { NONCE_BYTES, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type CommonMembers, cutKey, type SignedParts, type Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import { SignerKey } from '../crypto/signerKey.js';
import type { Protocol } from '../protocol/protocol.js';
import type { AnyKind } from './kind.js';
import { kindOf, kinds } from './kinds/index.js';
import { type PayloadMember, PayloadReader } from './payload.js';
import { commonMembers, withCommonMembers } from './payloadMembers.js';
import { SignedText } from './signedText.js';
import { isSuspended, suspended } from './suspended.js';

export interface DecodedPayload extends CommonMembers {
  readonly operation: string;
  readonly fields: unknown;
}

const mismatch = (message: string): Refusal => refuse('operation_mismatch', message);

/** The payload must not contradict the operation under which it was sent. Without `type` or `action` the route names the
 *  operation; then the operation must know every member, so that nobody can relabel the bytes as another operation. Where
 *  the members cannot tell two operations apart, the payload must name its operation itself. */
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

/** The operation that a payload is of by itself: the one that it names, or the only one that knows all its members and lacks none.
 *  @returns undefined when no name could make it valid. */
function operationOf(payload: JsonObject): string | undefined {
  const named = ['type', 'action'].map((member) => payload.get(member)).filter((value) => value != null);
  const [name] = named;
  if (name !== undefined) return typeof name === 'string' && named.every((value) => value === name) ? name : undefined;
  return kinds.find((kind) => !kind.namesItself && isWholeFor(payload, kind))?.name;
}

/** Whether every member is known to the kind, and none is missing that it needs. */
function isWholeFor(payload: JsonObject, { members }: AnyKind): boolean {
  const namesOf = ({ name, aliases = [] }: PayloadMember): readonly string[] => [name, ...aliases];
  const known = new Set([...commonMembers, ...members].flatMap(namesOf));
  const required = members.filter((member) => member.required);
  return (
    [...payload.keys()].every((name) => known.has(name)) &&
    required.every((member) => namesOf(member).some((name) => payload.get(name) != null))
  );
}

/** Whether the name of the operation beside a signed text is another one than the text gives. The name is under no root and no
 *  signature, so whoever passes a transaction on can change it; a text that no name makes valid has no other one. */
export function isRelabelled(parts: SignedParts): boolean {
  const signed = SignedText.ofParts(parts);
  const operation = isRefusal(signed) ? undefined : operationOf(signed.payload);
  return operation !== undefined && operation !== parts.operation;
}

/** A payload that names a network must name this network. */
export function checkChainId(payload: JsonObject, chainId: string, required: boolean): Refusal | undefined {
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
  const unsound = isUnsound(reader.raw('fee'));
  if (accountNonce === undefined && !unsound) return { timestamp, nonce, priorityFee };
  return {
    timestamp,
    nonce,
    priorityFee,
    ...(accountNonce === undefined ? {} : { accountNonce }),
    ...(unsound ? { unsoundFee: true } : {}),
  };
}

/** Whether a fee, as a number or as text, cannot be a sum of money; minus zero counts as negative. */
function isUnsound(fee: JsonValue | undefined): boolean {
  const text = fee instanceof JsonNumber ? fee.text : fee;
  return typeof text === 'string' && (text.startsWith('-') || Number(text) === Number.POSITIVE_INFINITY);
}

/** Checks that there is a timestamp. Whether it is in the window depends on a clock and is checked elsewhere. */
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

/** What follows from signed bytes with a valid signature. */
export interface DecodedText extends DecodedPayload {
  readonly sender: AccountId;
}

/** Decodes signed bytes and checks everything that needs neither a clock nor a state.
 *  @param operation as the route, the type of a broadcast or a stored block names it.
 *  @param requireChainId whether the payload must name its network: a check on fresh requests, not a rule of blocks.
 *  @param key forms of the key, for a caller that has them. */
export function decodeSigned(
  { payload }: SignedText,
  publicKey: Uint8Array,
  operation: string,
  chainId: string,
  requireChainId = false,
  key = new SignerKey(publicKey),
): DecodedText | Refusal {
  const kind = kindOf(operation);
  if (!kind)
    return isSuspended(operation)
      ? suspended()
      : refuse('operation_unknown', `unknown transaction type "${operation.slice(0, 40)}"`);
  const problem =
    checkTimestamp(payload) ??
    checkSigner(payload, publicKey, key.hex) ??
    checkNonce(payload) ??
    checkOperation(payload, operation, kind) ??
    checkChainId(payload, chainId, requireChainId);
  if (problem) return problem;
  const reader = new PayloadReader(payload, withCommonMembers(kind.members));
  const common = readCommon(reader);
  const sender = key.account;
  const fields = kind.decode(reader, sender);
  if (reader.refusal) return reader.refusal;
  if (!common) return refuse('malformed_payload', 'payload must include timestamp and nonce');
  const { timestamp, nonce, priorityFee, accountNonce, unsoundFee } = common;
  // As most are, written out: V8 copies an object whose last members may be absent by the slow way, in 3 us.
  if (accountNonce === undefined && !unsoundFee) return { timestamp, nonce, priorityFee, operation, sender, fields };
  return { ...common, operation, sender, fields };
}

/** Decodes a transaction from its signed parts (of a stored body or a peer's block) and checks everything but the signature.
 *  @param bounds of the text; stored text may be larger than what is accepted now. */
export function decodeTransaction(
  parts: SignedParts,
  chainId: string,
  protocol: Protocol,
  bounds = SIGNED_JSON,
): Transaction | Refusal {
  const signed = SignedText.ofParts(parts, bounds);
  if (isRefusal(signed)) return signed;
  const { operation, publicKey, signature } = parts;
  const decoded = decodeSigned(signed, publicKey, operation, chainId);
  if (isRefusal(decoded)) return decoded;
  return {
    publicKey,
    signature,
    // The same signed bytes can be cut at several places; only this cut is kept.
    ...(signed.cut ?? cutKey(signed.bytes, publicKey)),
    ...decoded,
    id: toBinary(protocol.transactionId(publicKey, signed.bytes)),
    signedLength: signed.bytes.length,
  };
}

/** `from` is the hex of the signing key, in either case. @param keyHex of the key, for a caller that has it. */
export function checkSigner(
  payload: JsonObject,
  publicKey: Uint8Array,
  keyHex = toHex(publicKey),
): Refusal | undefined {
  const from = payload.get('from');
  return typeof from === 'string' && (from === keyHex || from.toLowerCase() === keyHex)
    ? undefined
    : refuse('from_mismatch', "Payload 'from' does not match signing public key");
}
