/** The body of a withdrawal as clients send it, made into the envelope of a signed request.
 *
 *  In: `{fromPublicKey, amountUnits or amount, evmAddress, fee?, signature, payload}`. Out: `{payload, signature, public_key}`, or a refusal in
 *  the words of the facts. Only what is signed counts; what is sent beside it must be equal. */

import { utf8 } from '../../base/bytes.js';
import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../../base/json.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { isBridged } from '../../ledger/bridge.js';
import { intentRejected } from '../../ledger/kinds/bridgeWithdraw.js';
import { readAmount } from '../../ledger/payload.js';
import type { Protocol } from '../../protocol/protocol.js';

export type WithdrawRoute = 'generic' | 'xrge';

export interface WithdrawRequest {
  /** In upper case. */
  readonly token: string;
  readonly destination: string;
  /** Envelope of the signed request. */
  readonly envelope: Uint8Array;
}

/** Decimals that suffice to compare what was sent with what is signed. */
const COMPARED_DECIMALS = 18;

/** Whether two JSON values are one amount. */
function isEqualAmount(a: JsonValue, b: JsonValue | undefined): boolean {
  if (b === undefined) return false;
  const [one, other] = [a, b].map((value) => readAmount(value, COMPARED_DECIMALS, 'amount'));
  return !isRefusal(one) && !isRefusal(other) && one === other;
}

const upper = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value.toUpperCase() : undefined;

/** What is signed must be a withdrawal of this route. */
function intentFault(payload: JsonObject, route: WithdrawRoute): Refusal | undefined {
  const type = payload.get('type') ?? payload.get('action');
  if (type !== 'bridge_withdraw') return intentRejected('WrongOperation');
  for (const name of ['from', 'amount', 'tokenSymbol', 'fee'])
    if (payload.get(name) === undefined) return intentRejected('MissingSignedField');
  if (destinationOf(payload) === undefined) return intentRejected('MissingSignedField');
  const token = upper(payload.get('tokenSymbol'));
  if (token === undefined || !isBridged(token)) return intentRejected('UnsupportedAsset');
  if (route === 'generic' && token === 'XRGE') return intentRejected('XrgeOnGenericEndpoint');
  return route === 'xrge' && token !== 'XRGE' ? intentRejected('NonXrgeOnXrgeEndpoint') : undefined;
}

const destinationOf = (members: JsonObject): JsonValue | undefined =>
  members.get('evmAddress') ?? members.get('evm_address');

/** What was sent beside the signed payload. */
function copyFault(body: JsonObject, payload: JsonObject): Refusal | undefined {
  const from = payload.get('from');
  const key = body.get('fromPublicKey') ?? body.get('from_public_key') ?? body.get('public_key');
  if (typeof from !== 'string' || typeof key !== 'string' || from.toLowerCase() !== key.toLowerCase())
    return refuse('from_mismatch', "signed payload 'from' must equal the authenticated public key");
  const units = body.get('amountUnits') ?? body.get('amount') ?? undefined;
  if (units !== undefined && !isEqualAmount(units, payload.get('amount'))) return intentRejected('AmountMismatch');
  const destination = destinationOf(body) ?? undefined;
  if (destination !== undefined && !jsonEqual(destination, destinationOf(payload) as JsonValue))
    return intentRejected('DestinationMismatch');
  const fee = body.get('fee') ?? undefined;
  if (fee !== undefined && !isEqualAmount(fee, payload.get('fee'))) return intentRejected('FeeMismatch');
  return undefined;
}

export function readWithdraw(body: JsonObject, route: WithdrawRoute, protocol: Protocol): WithdrawRequest | Refusal {
  const payload = body.get('payload');
  const signature = body.get('signature');
  if (body.get('fromPrivateKey') !== undefined)
    return refuse('not_authorized', 'raw-private-key bridge withdrawal is disabled; use the signed path');
  if (!isJsonObject(payload) || typeof signature !== 'string')
    return refuse('malformed_payload', 'Either signature+payload or fromPrivateKey is required');
  const fault = intentFault(payload, route) ?? copyFault(body, payload);
  if (fault) return fault;
  const given = body.get('payload_bytes_hex');
  const more = typeof given === 'string' ? `,"payload_bytes_hex":${JSON.stringify(given)}` : '';
  const key = JSON.stringify(payload.get('from'));
  const text = protocol.payloadText(payload);
  return {
    token: upper(payload.get('tokenSymbol')) as string,
    destination: String(destinationOf(payload)).trim(),
    envelope: utf8(`{"payload":${text},"signature":${JSON.stringify(signature)},"public_key":${key}${more}}`),
  };
}
