/** First touch of a raw item, done in a verification worker: all costly work that needs no state.
 *
 *  In: the bytes as they came. Out: a verified transaction, or the refusal for its sender. Envelope checks run in the
 *  specified order: signature, timestamp window, `from`, nonce; then the operation's own members. A signature costs more
 *  than everything else, so a request is opened first and judged when its signature has been checked: a caller that opens
 *  many can check their signatures together, and can put off those that will be refused whatever the signature is. Whether
 *  the nonce is unused and the funds suffice is checked later, on the main thread. */

import { WireTransaction } from '../../proto/wire.js';
import { parseUnits, XRGE_DECIMALS, xrgeNumber } from '../base/amounts.js';
import { toHex, utf8 } from '../base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, jsonEqual, parseJson } from '../base/json.js';
import { ENVELOPE_JSON, TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import { invariant, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { cutKey, type SignedParts } from '../chain/transaction.js';
import type { SignatureBackend } from '../crypto/mldsa.js';
import { SignerKey, type SignerKeys } from '../crypto/signerKey.js';
import { checkNonce, checkSigner, checkTimestamp, type DecodedText, decodeSigned } from '../ledger/decode.js';
import { kindOf } from '../ledger/kinds/index.js';
import { readAmount } from '../ledger/payload.js';
import { checkSignedLength, oversizedMember } from '../ledger/signedLength.js';
import { SignedText } from '../ledger/signedText.js';
import type { Protocol } from '../protocol/protocol.js';
import { checkRequestLength } from './envelope.js';
import { readPlainEnvelope } from './plainEnvelope.js';
import { readPlainTransaction } from './plainTransaction.js';
import {
  checkLengths,
  malformed,
  parseObject,
  readBody,
  readKeyAndSignature,
  readSigned,
  type SignedEnvelope,
} from './signedEnvelope.js';

export interface VerifyContext {
  readonly chainId: string;
  readonly protocol: Protocol;
  readonly backend: SignatureBackend;
  /** Whether a payload must name its network. */
  readonly requireChainId: boolean;
  /** Forms of keys, kept from item to item; absent: they are made for each. */
  readonly keys?: SignerKeys;
}

/** Members of a broadcast TxV1 that only the ledger can check: they must match what the ledger would derive. */
export interface Expected {
  readonly nonce?: number;
  /** Quanta. */
  readonly fee?: bigint;
}

export interface VerifiedItem {
  readonly parts: SignedParts;
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** Leaf of the transaction root, 32 bytes. */
  readonly leaf: Uint8Array;
  readonly signedLength: number;
  readonly decoded: DecodedText;
  readonly expected: Expected;
}

/** A request before its signature is checked: everything cheaper is already checked. */
export interface OpenedRequest extends SignedEnvelope {
  readonly operation: string;
  /** The refusal if the signature holds: window, `from`, nonce. */
  readonly early: Refusal | undefined;
  /** Forms of `publicKey`: most steps of a request need one of them. */
  readonly key: SignerKey;
  /** Whether the bytes are written so that they claim no other key (`claim.ts`). False where that has not been looked at. */
  readonly isClaimed: boolean;
  /** The whole TxV1 of a broadcast. */
  readonly tx: JsonObject | undefined;
}

/** @param route as in `openRequest`. */
function readEnvelope(bytes: Uint8Array, route: string, protocol: Protocol): SignedEnvelope | Refusal {
  const body = readBody(bytes);
  if (isRefusal(body)) return body;
  const { payload } = body;
  const envelope = readSigned(body, protocol);
  if (!isRefusal(envelope)) return envelope;
  const operation = route === '' ? operationOf(payload) : route;
  const isNamed = envelope.code === 'too_large' && !isRefusal(operation);
  return (isNamed ? oversizedMember(operation, payload) : undefined) ?? envelope;
}

/** |clock - timestamp| is at most five minutes, the limit included. */
export function checkWindow(timestamp: number, now: number): Refusal | undefined {
  if (Math.abs(now - timestamp) <= TIMESTAMP_WINDOW_MS) return undefined;
  return refuse('timestamp_window', 'Transaction expired (timestamp too old or too far in the future)');
}

/** Window, `from`, nonce. @param now milliseconds. */
function checkEnvelope(
  { signed: { payload }, publicKey }: SignedEnvelope,
  now: number,
  keyHex: string,
): Refusal | undefined {
  return (
    checkTimestamp(payload) ??
    checkWindow(Number((payload.get('timestamp') as JsonNumber).text), now) ??
    checkSigner(payload, publicKey, keyHex) ??
    checkNonce(payload)
  );
}

function opened(
  envelope: SignedEnvelope,
  operation: string,
  now: number,
  key: SignerKey,
  { tx, isClaimed }: Pick<OpenedRequest, 'tx' | 'isClaimed'>,
): OpenedRequest | Refusal {
  const { bytes, payload } = envelope.signed;
  const tooLong = checkSignedLength(operation, bytes.length, payload);
  if (tooLong) return tooLong;
  const { signed, publicKey, signature } = envelope;
  const early = checkEnvelope(envelope, now, key.hex);
  return { signed, publicKey, signature, operation, early, tx, key, isClaimed };
}

/** A transaction whose signature holds, with everything that is derived from its signed bytes.
 *  @param decoded what those bytes say. */
function verifiedItem(
  { bytes, cut }: SignedText,
  { publicKey, signature, operation }: Pick<SignedParts, 'publicKey' | 'signature' | 'operation'>,
  decoded: DecodedText,
  protocol: Protocol,
  keyHex: string,
): VerifiedItem {
  const { text, keyAt } = cut ?? cutKey(bytes, publicKey, keyHex);
  const parts: SignedParts = { operation, publicKey, signature, text, keyAt };
  const id = protocol.transactionId(publicKey, bytes);
  return {
    parts,
    id,
    leaf: protocol.transactionLeaf(id, signature),
    signedLength: bytes.length,
    decoded,
    expected: {},
  };
}

const formsOf = (publicKey: Uint8Array, keys: SignerKeys | undefined): SignerKey =>
  keys?.of(publicKey) ?? new SignerKey(publicKey);

/** The result for an opened request, given the verdict on its signature. */
export function judgeRequest(request: OpenedRequest, holds: boolean, context: VerifyContext): VerifiedItem | Refusal {
  const { signed, publicKey, operation, early, tx } = request;
  if (!holds) return refuse('invalid_signature', 'invalid signature');
  const key = context.keys?.keep(request.key) ?? request.key;
  if (early) return early;
  const decoded = decodeSigned(signed, publicKey, operation, context.chainId, context.requireChainId, key);
  if (isRefusal(decoded)) return decoded;
  const item = verifiedItem(signed, request, decoded, context.protocol, key.hex);
  return tx ? checkBroadcast(tx, item) : item;
}

/** The result for the parts of a block transaction whose signature holds. */
export function judgeTransaction(parts: SignedParts, context: VerifyContext): VerifiedItem | Refusal {
  const { publicKey, operation } = parts;
  const key = formsOf(publicKey, context.keys);
  const signed = SignedText.ofParts(parts, undefined, undefined, key.hex);
  if (isRefusal(signed)) return signed;
  const decoded = decodeSigned(signed, publicKey, operation, context.chainId, false, key);
  return isRefusal(decoded) ? decoded : verifiedItem(signed, parts, decoded, context.protocol, key.hex);
}

const judged = (request: OpenedRequest | Refusal, context: VerifyContext): VerifiedItem | Refusal =>
  isRefusal(request)
    ? request
    : judgeRequest(
        request,
        context.backend.verify(request.signature, request.signed.bytes, request.publicKey),
        context,
      );

/** The operation of a request whose route names none. */
function operationOf(payload: JsonObject): string | Refusal {
  const named = payload.get('type') ?? payload.get('action');
  if (typeof named === 'string') return named;
  return refuse('operation_unknown', 'in a batch a payload must name its operation: add "type"');
}

/** Opens a signed v2 request: `{payload, signature, public_key[, payload_bytes_hex]}`. @param route the operation that its
 *  route names, empty in a batch. @param keys those that are kept. */
export function openRequest(
  bytes: Uint8Array,
  route: string,
  now: number,
  protocol: Protocol,
  keys?: SignerKeys,
): OpenedRequest | Refusal {
  const tooLong = checkRequestLength(route, bytes.length);
  if (tooLong) return tooLong;
  const plain = readPlainEnvelope(bytes, protocol, keys);
  const envelope = plain ?? readEnvelope(bytes, route, protocol);
  if (isRefusal(envelope)) return envelope;
  const operation = route === '' ? operationOf(envelope.signed.payload) : route;
  if (isRefusal(operation)) return operation;
  const key = plain?.key ?? formsOf(envelope.publicKey, keys);
  // A body that ends with its key claims it.
  return opened(envelope, operation, now, key, { tx: undefined, isClaimed: plain !== undefined });
}

/** @returns undefined for bytes that are not a protobuf Transaction. */
export function readWireTransaction(bytes: Uint8Array): SignedParts | undefined {
  try {
    return WireTransaction.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Opens a protobuf Transaction, as a batch carries it. */
export function openSigned(bytes: Uint8Array, now: number, keys?: SignerKeys): OpenedRequest | Refusal {
  const tooLong = checkRequestLength('', bytes.length);
  if (tooLong) return tooLong;
  const plain = readPlainTransaction(bytes);
  const sent = plain ?? readWireTransaction(bytes);
  if (!sent) return malformed('the request is not a protobuf Transaction');
  const { publicKey, signature } = sent;
  const problem = checkLengths(publicKey, signature);
  if (problem) return problem;
  const key = formsOf(publicKey, keys);
  const signed = SignedText.ofParts(sent, undefined, undefined, key.hex);
  if (isRefusal(signed)) return signed;
  const operation = sent.operation === '' ? operationOf(signed.payload) : sent.operation;
  if (isRefusal(operation)) return operation;
  const isClaimed = plain !== undefined;
  return opened({ signed, publicKey, signature }, operation, now, key, { tx: undefined, isClaimed });
}

/** Opens and judges in one step. */
export const verifyRequest = (
  bytes: Uint8Array,
  operation: string,
  now: number,
  context: VerifyContext,
): VerifiedItem | Refusal => judged(openRequest(bytes, operation, now, context.protocol, context.keys), context);

const differs = (member: string): Refusal =>
  refuse('derived_field_mismatch', `${member} differs from what the signed payload says`);

/** Whether a number, or the text of one, equals the exact amount that the view shows as text beside its double. */
function isExactAmount(value: JsonValue, name: string, view: JsonObject): boolean {
  const quanta = view.get(`${name}_quanta`);
  const exact = quanta ?? view.get(`${name}_units`);
  return (
    typeof exact === 'string' && readAmount(value, quanta === undefined ? 0 : XRGE_DECIMALS, name) === BigInt(exact)
  );
}

/** The executed view of a transaction as exact JSON: numbers that a double cannot hold come from the canonical text. */
function exactView({ parts, decoded }: VerifiedItem): JsonObject {
  const kind = kindOf(parts.operation);
  const exact = kind?.exactJson?.(decoded.fields) ?? {};
  const view = Object.entries(kind?.view(decoded.fields) ?? {}).map(([name, value]): [string, JsonValue] => {
    const read = parseJson(exact[name] ?? JSON.stringify(value) ?? 'null', ENVELOPE_JSON);
    invariant(!isRefusal(read), 'what was decoded reads as JSON again');
    return [name, read];
  });
  return new Map(view);
}

/** Members of a TxV1 that follow from the signed bytes must match them; absent and null ones are ignored. */
function checkDerived(tx: JsonObject, item: VerifiedItem): Refusal | undefined {
  const version = tx.get('version');
  if (version !== undefined && !(version instanceof JsonNumber && version.text === '1'))
    return refuse('derived_field_mismatch', 'version must be 1');
  const from = tx.get('from_pub_key');
  if (typeof from !== 'string' || from.toLowerCase() !== toHex(item.parts.publicKey)) return differs('from_pub_key');
  const payload = tx.get('payload');
  if (payload === undefined || payload === null) return undefined;
  if (!isJsonObject(payload)) return malformed('payload must be an object');
  const view = exactView(item);
  for (const [name, value] of payload) {
    if (value === null) continue;
    const derived = view.get(name);
    if (derived !== undefined && (jsonEqual(value, derived) || isExactAmount(value, name, view))) continue;
    return differs(`payload.${name.slice(0, 40)}`);
  }
  return undefined;
}

/** The fee that a TxV1 shows, in quanta: `fee_quanta` is exact, `fee` beside it is the number that a read shows. */
function readExpectedFee(tx: JsonObject): bigint | undefined | Refusal {
  const fee = tx.get('fee') ?? undefined;
  const exact = tx.get('fee_quanta') ?? undefined;
  const given = fee === undefined ? undefined : readAmount(fee, XRGE_DECIMALS, 'fee');
  if (exact === undefined || isRefusal(given)) return given;
  if (typeof exact !== 'string' || !/^\d{1,39}$/.test(exact)) return malformed('fee_quanta must be digits as text');
  const quanta = parseUnits(exact, 0, 'fee_quanta');
  if (isRefusal(quanta) || given === undefined || xrgeNumber(given) === xrgeNumber(quanta)) return quanta;
  return refuse('derived_field_mismatch', 'fee and fee_quanta differ');
}

function readExpected(tx: JsonObject): Expected | Refusal {
  const fee = readExpectedFee(tx);
  if (isRefusal(fee)) return fee;
  const nonce = tx.get('nonce') ?? undefined;
  if (nonce !== undefined && !(nonce instanceof JsonNumber && /^\d{1,15}$/.test(nonce.text)))
    return malformed('nonce must be a whole number');
  return {
    ...(nonce === undefined ? {} : { nonce: Number(nonce.text) }),
    ...(fee === undefined ? {} : { fee }),
  };
}

function checkBroadcast(tx: JsonObject, item: VerifiedItem): VerifiedItem | Refusal {
  const expected = readExpected(tx);
  if (isRefusal(expected)) return expected;
  return checkDerived(tx, item) ?? { ...item, expected };
}

/** Opens a whole TxV1 with `signed_payload`: what `POST /api/tx/broadcast` takes. */
export function openBroadcast(bytes: Uint8Array, now: number, keys?: SignerKeys): OpenedRequest | Refusal {
  const tooLong = checkRequestLength('', bytes.length);
  if (tooLong) return tooLong;
  const tx = parseObject(bytes, 'the request body', ENVELOPE_JSON);
  if (isRefusal(tx)) return tx;
  const operation = tx.get('tx_type');
  const signedText = tx.get('signed_payload');
  if (typeof operation !== 'string') return malformed('tx_type must be text');
  if (typeof signedText !== 'string')
    return malformed('signed_payload must be the exact text that was signed; a transaction without it proves nothing');
  const signed = SignedText.read(utf8(signedText), 'signed_payload');
  if (isRefusal(signed)) return signed;
  const signer = readKeyAndSignature(tx.get('from_pub_key'), tx.get('sig'));
  if (isRefusal(signer)) return signer;
  return opened({ signed, ...signer }, operation, now, formsOf(signer.publicKey, keys), { tx, isClaimed: false });
}

/** Opens and judges in one step. */
export const verifyBroadcast = (bytes: Uint8Array, now: number, context: VerifyContext): VerifiedItem | Refusal =>
  judged(openBroadcast(bytes, now, context.keys), context);
