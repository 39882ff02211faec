/** Schemas of the document: shapes that several routes share are written once, under a name, and referred to.
 *
 *  In: schemas as the routes declare them. Out: plain JSON Schema with references, and the named shapes that were used.
 *  A shape is shared when it has a title, or when it reads the same as one that `api/schemas.ts` exports. */

import type { TSchema } from 'typebox';
import { invariant } from '../../engine/base/refusal.js';
import * as shapes from '../schemas.js';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Keywords whose value is a schema, a list of schemas, or an object with schemas as members. */
const SCHEMA = new Set(['items', 'additionalProperties', 'not']);
const LIST = new Set(['anyOf', 'oneOf', 'allOf']);
const MEMBERS = new Set(['properties', 'patternProperties']);

/** How a record of any keys is written; `additionalProperties` says the same in the words that tools read. */
const ANY_KEY = '^.*$';

/** Keywords for the parameter reader only; the document has them in the description. */
const READER_KEYWORDS = new Set(['x-above', 'x-must-be']);

const keywordsOf = (schema: TSchema): JsonSchema => ({ ...schema });

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null;

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class Components {
  /** Names by the JSON text of the shape. */
  readonly #names = new Map<string, string>();
  readonly #used = new Map<string, JsonSchema>();

  constructor() {
    for (const [name, shape] of Object.entries(shapes)) if (isSchema(shape)) this.#name(name, keywordsOf(shape));
  }

  /** The named shapes that were referred to, by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** @returns a reference, or the schema itself with references inside. */
  refer(schema: TSchema): JsonSchema {
    const shape = keywordsOf(schema);
    const text = JSON.stringify(shape);
    const title = typeof shape.title === 'string' ? shape.title : undefined;
    const name = this.#names.get(text) ?? (title === undefined ? undefined : this.#name(title, shape));
    if (name === undefined) return this.#inside(shape);
    if (!this.#used.has(name)) {
      this.#used.set(name, {});
      this.#used.set(name, this.#inside(shape));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #name(exported: string, shape: JsonSchema): string {
    const name = typeof shape.title === 'string' ? shape.title : exported;
    invariant(/^[A-Za-z0-9]+$/.test(name), `the title of a schema must be one word: ${name}`);
    invariant(![...this.#names.values()].includes(name), `two schemas are called ${name}`);
    this.#names.set(JSON.stringify(shape), name);
    return name;
  }

  #inside(shape: JsonSchema): JsonSchema {
    const inner = (value: unknown): unknown => (isObject(value) ? this.refer(value as TSchema) : value);
    const mustBe = shape['x-must-be'];
    const found: Record<string, unknown> =
      mustBe === undefined || shape.description !== undefined ? {} : { description: `Must be ${mustBe}` };
    for (const [keyword, value] of Object.entries(shape)) {
      if (READER_KEYWORDS.has(keyword)) continue;
      if (SCHEMA.has(keyword)) found[keyword] = inner(value);
      else if (LIST.has(keyword) && Array.isArray(value)) found[keyword] = value.map(inner);
      else if (MEMBERS.has(keyword) && isObject(value)) {
        const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]));
        if (keyword === 'patternProperties' && Object.keys(members).join() === ANY_KEY)
          found.additionalProperties = members[ANY_KEY];
        else found[keyword] = members;
      } else found[keyword] = value;
    }
    return found;
  }
}
