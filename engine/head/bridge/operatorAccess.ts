/** Who may end withdrawals and bring deposits of others: whoever knows the relayer's secret, or signs as an operator. (Specification,
 *  Authentication 5.)
 *
 *  In: the value of the header and the body. Out: what the request says, or a refusal in the words of the facts. Keys sign many things that
 *  others see, transactions above all. So a signed body counts only when its payload is not one of them: it names no other type than
 *  `bridge_operator`, and what it is for. Each body counts once; one from before the start of this process never does, because the nonces that
 *  were used then are not known. */

import { timingSafeEqual } from 'node:crypto';
import { utf8 } from '../../base/bytes.js';
import { isJsonObject, type JsonNumber, type JsonObject, type JsonValue } from '../../base/json.js';
import { ENVELOPE_JSON } from '../../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { AccountId } from '../../crypto/address.js';
import { accountOfKey } from '../../crypto/address.js';
import { sha256 } from '../../crypto/sha256.js';
import { parseObject, readBody, readSigned, type SignedEnvelope } from '../../intake/signedEnvelope.js';
import type { VerifierPort } from '../../intake/verifier.js';
import { checkWindow } from '../../intake/verify.js';
import { checkNonce, checkSigner, checkTimestamp } from '../../ledger/decode.js';
import type { Protocol } from '../../protocol/protocol.js';

/** Names that a signed body may carry as its type. */
export const OPERATOR_TYPE = 'bridge_operator';

/** Nonces that are remembered: an operator makes a few requests a minute, each remembered for ten. */
const MOST_NONCES = 10_000;

/** Compares texts in a time that does not depend on where they differ. */
export const isSecret = (given: string, secret: string | undefined): boolean =>
  secret !== undefined && timingSafeEqual(sha256(utf8(given)), sha256(utf8(secret)));

/** Members that make a signed payload one of the operator's: at least one of them, with a text. */
export type NamedBy = readonly string[];

export interface Authorized {
  readonly by: 'relayer' | 'operator';
  /** What the body says: of an operator only what is signed. Empty where there is no body. */
  readonly members: JsonObject;
}

export interface AccessParts {
  readonly relayerSecret: string | undefined;
  readonly operators: ReadonlySet<AccountId>;
  readonly protocol: Protocol;
  readonly chainId: string;
  readonly verifier: Pick<VerifierPort, 'checkSignatures'>;
  /** Milliseconds since the epoch, by the chain's clock. */
  readonly now: () => number;
}

const NO_MEMBERS: JsonObject = new Map();

export const unauthorized = (sentence = ''): Refusal =>
  refuse('not_authorized', sentence === '' ? 'unauthorized' : `unauthorized: ${sentence}`);

const unverified = (why: string): Refusal => refuse('invalid_signature', `signature verification failed: ${why}`);

export class OperatorAccess {
  /** When each used nonce can be forgotten. */
  readonly #nonces = new Map<string, number>();
  readonly #startedAt: number;

  constructor(private readonly parts: AccessParts) {
    this.#startedAt = parts.now();
  }

  /** Whether the header has the relayer's secret. */
  isRelayer(header: string): boolean {
    return header !== '' && isSecret(header, this.parts.relayerSecret);
  }

  /** @param header value of x-bridge-relayer-secret, empty without one. @param named what a signed body must name.
   *  @param denied the sentence for another signer. */
  async authorize(header: string, body: Uint8Array, named: NamedBy, denied: string): Promise<Authorized | Refusal> {
    const isRelayer = this.isRelayer(header);
    if (body.length === 0 && !isRelayer) return refuse('malformed_body', 'the request has no body; send a JSON object');
    const members = body.length === 0 ? NO_MEMBERS : parseObject(body, 'the request body', ENVELOPE_JSON);
    if (isRefusal(members)) return members;
    if (isRelayer) return { by: 'relayer', members: flattened(members) };
    if (!isJsonObject(members.get('payload')) || members.get('signature') === undefined)
      return unauthorized('provide x-bridge-relayer-secret header or signed body');
    return this.#signed(body, named, denied);
  }

  async #signed(body: Uint8Array, named: NamedBy, denied: string): Promise<Authorized | Refusal> {
    const read = readBody(body);
    if (isRefusal(read)) return unverified(read.message);
    // Before anything costs time: strangers' signatures are not checked.
    if (!this.parts.operators.has(accountOfKey(read.publicKey)))
      return denied === '' ? unauthorized() : unauthorized(denied);
    const envelope = readSigned(read, this.parts.protocol);
    if (isRefusal(envelope)) return unverified(envelope.message);
    const fault = this.#fault(envelope, named) ?? (await this.#signatureFault(envelope)) ?? this.#use(envelope);
    return fault ?? { by: 'operator', members: envelope.signed.payload };
  }

  #fault({ signed: { payload }, publicKey }: SignedEnvelope, named: NamedBy): Refusal | undefined {
    const now = this.parts.now();
    const fault = checkTimestamp(payload) ?? checkSigner(payload, publicKey) ?? checkNonce(payload);
    if (fault) return unverified(fault.message);
    const timestamp = timestampOf(payload);
    const late = checkWindow(timestamp, now);
    if (late) return unverified(late.message);
    if (timestamp < this.#startedAt) return unverified('the body was signed before this node started; sign it again');
    const chain = payload.get('chain_id') ?? payload.get('chainId');
    if (chain !== undefined && chain !== this.parts.chainId)
      return unverified('the body was signed for another network');
    return purposeFault(payload, named);
  }

  async #signatureFault({ signed, publicKey, signature }: SignedEnvelope): Promise<Refusal | undefined> {
    const verdict = await this.parts.verifier.checkSignatures([{ message: signed.bytes, publicKey, signature }]);
    if (isRefusal(verdict)) return verdict;
    return verdict[0] === true ? undefined : unverified('invalid signature');
  }

  /** A nonce is used when everything else holds, and without a pause before that. */
  #use({ signed: { payload }, publicKey }: SignedEnvelope): Refusal | undefined {
    const now = this.parts.now();
    const nonce = `${accountOfKey(publicKey)}${String(payload.get('nonce'))}`;
    for (const [used, until] of this.#nonces) if (until < now) this.#nonces.delete(used);
    if (this.#nonces.has(nonce)) return unverified('Duplicate nonce (possible replay attack)');
    if (this.#nonces.size >= MOST_NONCES)
      return refuse('busy', 'too many operator requests; try again in a minute', 60);
    this.#nonces.set(nonce, timestampOf(payload) + FORGET_MS);
    return undefined;
  }
}

/** Twice the window in which a timestamp is accepted. */
const FORGET_MS = 600_000;

const timestampOf = (payload: JsonObject): number => Number((payload.get('timestamp') as JsonNumber).text);

/** What a payload was signed for. */
function purposeFault(payload: JsonObject, named: NamedBy): Refusal | undefined {
  const type = payload.get('type') ?? payload.get('action');
  if (type !== undefined && type !== OPERATOR_TYPE)
    return unverified(`the payload was signed for another operation; its type must be ${OPERATOR_TYPE}`);
  return named.some((name) => isText(payload.get(name)))
    ? undefined
    : unverified(`the signed payload must name what it is for: add ${named.join(' or ')}`);
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== '';

/** Members of the top level, and behind them those of a payload that nobody signed. */
function flattened(members: JsonObject): JsonObject {
  const payload = members.get('payload');
  return isJsonObject(payload) ? new Map([...payload, ...members]) : members;
}

/** A text of a body, trimmed; undefined when it is none. */
export function textOf(members: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}
