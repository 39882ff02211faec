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

/** How a whole number is written that is taken; a fraction or an exponent makes it another text of the same value. */
const DIGITS = /^\d+$/;

const IN_DIGITS = 'must be a JSON number in digits alone, without quotes, fraction or exponent';

/** Whether only the spelling of a number from 1 to `most` is wrong. */
function isMisspelled(value: JsonValue | undefined, most: number): boolean {
  const text = value instanceof JsonNumber ? value.text : value;
  if (typeof text !== 'string' || (value instanceof JsonNumber && DIGITS.test(text))) return false;
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most;
}

/** Most fuel that a call may use. @returns a text where it is none that a call may have. */
export function readGasLimit(value: JsonValue | undefined): number | string {
  if (value === undefined || value === null) return CONTRACT.callFuel;
  if (isMisspelled(value, CONTRACT.callFuel)) return `gasLimit ${IN_DIGITS}`;
  const limit = value instanceof JsonNumber && DIGITS.test(value.text) ? Number(value.text) : 0;
  return limit >= 1 && limit <= CONTRACT.callFuel ? limit : `gasLimit must be between 1 and ${CONTRACT.callFuel}`;
}

/** Units of a payment. @returns a text where they are none that can be paid. */
function readUnits(value: JsonValue | undefined): bigint | string {
  if (isMisspelled(value, Number.MAX_SAFE_INTEGER)) return `attach.amount ${IN_DIGITS}`;
  if (value instanceof JsonNumber && DIGITS.test(value.text)) {
    // Thousands of digits are not converted: that takes more than time in proportion to them.
    if (value.text.length > String(MOST_ATTACHED).length || BigInt(value.text) > MOST_ATTACHED)
      return `attach.amount must be at most ${MOST_ATTACHED}`;
    const units = BigInt(value.text);
    if (units > 0n) return units;
  }
  return `attach.amount must be a positive integer (quanta for ${XRGE}, raw units for tokens)`;
}

/** An attached payment as a request writes it; undefined for none. */
export function readAttachment(value: JsonValue | undefined): AttachedAmount | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  const written = isJsonObject(value) ? value.get('symbol') : undefined;
  const symbol = typeof written === 'string' ? symbolOf(written) : undefined;
  if (symbol === undefined) return refuse('malformed_payload', 'attach.symbol must be a token symbol');
  const units = readUnits(isJsonObject(value) ? value.get('amount') : undefined);
  return typeof units === 'string' ? refuse('malformed_payload', units) : { symbol, amount: units };
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
  const gasLimit = readGasLimit(reader.raw('gasLimit'));
  if (typeof gasLimit === 'string') return malformed(reader, gasLimit);
  const attached = readAttached(reader);
  const args = reader.json('args', CONTRACT.argsCharacters) ?? '{}';
  const address = contractAddress(written);
  if (reader.refusal) return undefined;
  if (address === undefined) return reader.fail(contractNotFound(written.slice(0, 64)));
  return { address, method, args, gasLimit, attached };
}
