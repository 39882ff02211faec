/** A query of a contract, read from the body of its request. It runs where the contract runs: a body may have as much JSON as the
 *  arguments of a call.
 *
 *  In: bytes. Out: what to run; that the body is a signed envelope, which is no query; or why it cannot be read. */

import { decodeUtf8 } from '../base/bytes.js';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../base/json.js';
import { CONTRACT, ENVELOPE_JSON, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { contractAddress, resolveAccount } from '../crypto/address.js';
import type { AttachedAmount } from '../vm/scene.js';
import { NEEDS_CALLER } from './contractPreview.js';
import { contractNotFound } from './contracts.js';
import { readAttachment, readGasLimit } from './kinds/callFields.js';
import type { PreviewOrder } from './previewOrder.js';

/** The body is signed: it asks for a transaction. */
export const SIGNED_BODY = 'signed';

/** Longest caller: a key in hex. */
const CALLER_CHARACTERS = 3_904;
/** Arguments, a caller, and the rest. */
export const QUERY_BODY_BYTES = 4 * CONTRACT.argsCharacters + 16 * 1024;

const malformed = (message: string): Refusal => refuse('malformed_body', message);

function readCaller(value: JsonValue | undefined): string | Refusal {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' && value.length <= CALLER_CHARACTERS) return value;
  return malformed(`caller must be a text of at most ${CALLER_CHARACTERS} characters`);
}

function readArgs(value: JsonValue | undefined): string | Refusal {
  const args = value === undefined || value === null ? '{}' : canonicalJson(value);
  return args.length <= CONTRACT.argsCharacters
    ? args
    : malformed(`args has ${args.length} characters, at most ${CONTRACT.argsCharacters} are allowed`);
}

/** A member under one of its two names. */
function either(body: JsonObject, name: string, alias: string): JsonValue | undefined | Refusal {
  const [one, other] = [body.get(name), body.get(alias)];
  if (one === undefined || other === undefined || canonicalJson(one) === canonicalJson(other)) return one ?? other;
  return malformed(`${name} and ${alias} say different things`);
}

/** @param named address in the path; undefined when the body names it. */
function readAddress(body: JsonObject, named: string | undefined): string | Refusal {
  const written = named ?? either(body, 'contractAddr', 'contract_addr');
  if (isRefusal(written)) return written;
  if (typeof written !== 'string' || written === '') return malformed('contractAddr and method are required');
  return contractAddress(written.trim()) ?? contractNotFound(written.slice(0, 64));
}

const isSigned = (body: JsonValue | Refusal): boolean =>
  !isRefusal(body) && isJsonObject(body) && body.has('signature');

/** @param named address in the path; undefined when the body names it. */
export function readQuery(bytes: Uint8Array, named?: string): PreviewOrder | typeof SIGNED_BODY | Refusal {
  const text = decodeUtf8(bytes);
  if (text === undefined) return malformed('the body must be UTF-8');
  const body = parseJson(text, SIGNED_JSON);
  // What is not within the bounds of a query may be within those of an envelope.
  if (isRefusal(body)) return isSigned(parseJson(text, ENVELOPE_JSON)) ? SIGNED_BODY : malformed(body.message);
  if (!isJsonObject(body)) return malformed('the body must be a JSON object');
  if (isSigned(body)) return SIGNED_BODY;
  const method = body.get('method');
  if (typeof method !== 'string' || method === '')
    return malformed(named === undefined ? 'contractAddr and method are required' : 'method is required');
  if (method.length > CONTRACT.methodCharacters)
    return malformed(`method is longer than ${CONTRACT.methodCharacters} characters`);
  const address = readAddress(body, named);
  if (isRefusal(address)) return address;
  const asked = either(body, 'gasLimit', 'gas_limit');
  if (isRefusal(asked)) return asked;
  const limit = readGasLimit(asked);
  const parts = {
    caller: readCaller(body.get('caller')),
    args: readArgs(body.get('args')),
    gasLimit: typeof limit === 'string' ? malformed(limit) : limit,
    attached: readAttachment(body.get('attach')),
  };
  const refusal = Object.values(parts).find((part) => isRefusal(part));
  if (refusal) return refusal as Refusal;
  const { caller, args, gasLimit, attached } = parts as Pick<PreviewOrder, 'caller' | 'args' | 'gasLimit'> & {
    attached: AttachedAmount | undefined;
  };
  if (attached && !resolveAccount(caller)) return refuse('malformed_payload', NEEDS_CALLER);
  return { address, method, args, caller, gasLimit, attached };
}
