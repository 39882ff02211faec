/** What a signed call of a contract says, read from its payload. */

import { XRGE } from '../../base/amounts.js';
import { isJsonObject, JsonNumber, type JsonValue } from '../../base/json.js';
import { CONTRACT } from '../../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { contractAddress } from '../../crypto/address.js';
import type { AttachedAmount } from '../../vm/scene.js';
import { contractNotFound, symbolOf } from '../contracts.js';
import type { PayloadReader } from '../payload.js';

export interface CallFields {
  /** 40 hex characters in small letters. */
  readonly address: string;
  readonly method: string;
  /** Canonical JSON. */
  readonly args: string;
  readonly gasLimit: number;
  readonly attached: AttachedAmount | undefined;
}

/** Largest payment: a contract sees it as a signed number of 64 bits. */
export const MOST_ATTACHED = (1n << 63n) - 1n;

const malformed = (reader: PayloadReader, message: string): undefined =>
  reader.fail(refuse('malformed_payload', message));

function readGasLimit(reader: PayloadReader): number | undefined {
  const value = reader.raw('gasLimit');
  if (value === undefined) return CONTRACT.callFuel;
  const limit = value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : 0;
  if (limit >= 1 && limit <= CONTRACT.callFuel) return limit;
  return malformed(reader, `gasLimit must be between 1 and ${CONTRACT.callFuel}`);
}

/** A positive integer as JSON writes one; undefined for everything else. */
function wholeAmount(value: JsonValue | undefined): bigint | undefined {
  if (!(value instanceof JsonNumber) || !/^\d{1,19}$/.test(value.text)) return undefined;
  const units = BigInt(value.text);
  return units > 0n && units <= MOST_ATTACHED ? units : undefined;
}

/** An attached payment as a request writes it; undefined for none. */
export function readAttachment(value: JsonValue | undefined): AttachedAmount | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  const written = isJsonObject(value) ? value.get('symbol') : undefined;
  const symbol = typeof written === 'string' ? symbolOf(written) : undefined;
  if (symbol === undefined) return refuse('malformed_payload', 'attach.symbol must be a token symbol');
  const units = isJsonObject(value) ? wholeAmount(value.get('amount')) : undefined;
  if (units === undefined)
    return refuse(
      'malformed_payload',
      `attach.amount must be a positive integer (quanta for ${XRGE}, raw units for tokens)`,
    );
  return { symbol, amount: units };
}

function readAttached(reader: PayloadReader): AttachedAmount | undefined {
  const attached = readAttachment(reader.raw('attach'));
  return isRefusal(attached) ? reader.fail(attached) : attached;
}

export function readCall(reader: PayloadReader): CallFields | undefined {
  const written = reader.text('contractAddr')?.trim();
  const method = reader.text('method');
  if (reader.refusal) return undefined;
  if (!written || !method) return malformed(reader, 'contractAddr and method are required');
  if (method.length > CONTRACT.methodCharacters)
    return malformed(reader, `method is longer than ${CONTRACT.methodCharacters} characters`);
  const gasLimit = readGasLimit(reader);
  const attached = readAttached(reader);
  const args = reader.json('args', CONTRACT.argsCharacters) ?? '{}';
  const address = contractAddress(written);
  if (reader.refusal || gasLimit === undefined) return undefined;
  if (address === undefined) return reader.fail(contractNotFound(written.slice(0, 64)));
  return { address, method, args, gasLimit, attached };
}
