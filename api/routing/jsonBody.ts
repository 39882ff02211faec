/** JSON bodies of routes that take plain values. Signed envelopes are not read here: they go to the verifier as bytes.
 *
 *  In: bytes up to the route's limit. Out: a value of the route's schema, or a refusal that names the member that is
 *  wrong. The exact parser of the engine reads the text: repeated keys and deep nesting are refused, and objects get no
 *  prototype, so that a key called `__proto__` is a key like any other. Numbers become doubles: a route in which an
 *  amount matters takes the bytes. */

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { decodeUtf8 } from '../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../engine/base/json.js';
import { PLAIN_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

function plain(value: JsonValue): Plain {
  if (value instanceof JsonNumber) return Number(value.text);
  if (isJsonObject(value)) {
    const object: Record<string, Plain> = Object.create(null);
    for (const [key, member] of value) object[key] = plain(member);
    return object;
  }
  return Array.isArray(value) ? value.map(plain) : (value as Plain);
}

export class BodyReader<Schema extends TSchema> {
  readonly #validator: ReturnType<typeof Compile>;

  constructor(schema: Schema) {
    this.#validator = Compile(schema as TSchema);
  }

  read(bytes: Uint8Array): Static<Schema> | Refusal {
    if (bytes.length === 0) return refuse('malformed_body', 'the request has no body; send a JSON object');
    const text = decodeUtf8(bytes);
    if (text === undefined) return refuse('malformed_body', 'the body is not well-formed UTF-8');
    const parsed = parseJson(text, PLAIN_JSON);
    if (isRefusal(parsed)) return parsed;
    const value = plain(parsed);
    if (this.#validator.Check(value)) return value as Static<Schema>;
    return refuse('malformed_body', this.#problem(value));
  }

  #problem(value: Plain): string {
    const [, [error]] = this.#validator.Errors(value);
    if (!error) return 'the body does not have the shape of this endpoint';
    const where = error.instancePath.slice(1).replaceAll('/', '.');
    if (error.keyword === 'required') {
      const missing = error.params.requiredProperties.map((name) => (where ? `${where}.${name}` : name));
      return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
    }
    return `${where || 'the body'} ${error.message}`;
  }
}

/** Whether a Content-Type header names one of `types`; a request without the header is accepted. */
export function contentTypeAllowed(header: string, types: readonly string[]): boolean {
  if (header === '') return true;
  const semicolon = header.indexOf(';');
  const type = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  return types.includes(type);
}
