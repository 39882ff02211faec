/** The schemas of routes: JSON Schema as plain objects, with the static types of TypeBox.
 *
 *  TypeBox's own constructors make the same objects (a test compares them), but they come with the whole of its type system:
 *  680 modules, a quarter of the processor time of a start. Its checks work on these as well. */

import type { Type as TypeBox } from 'typebox';

type Options = Readonly<Record<string, unknown>>;

/** Members that TypeBox keeps out of JSON. */
function hidden(schema: object, name: string, value: unknown): object {
  return Object.defineProperty(schema, name, { value, enumerable: false, configurable: true, writable: true });
}

const made = (kind: string, keywords: object, options?: object): object =>
  hidden({ ...keywords, ...options }, '~kind', kind);

const plain =
  (kind: string, keywords: object) =>
  (options?: Options): object =>
    made(kind, keywords, options);

/** How a record of any keys is written. */
const ANY_KEY = '^.*$';

const isOptional = (schema: object): boolean => '~optional' in schema;

function optional(schema: object): object {
  const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema)) as object;
  return hidden(copy, '~optional', true);
}

function object(properties: Readonly<Record<string, object>>, options?: Options): object {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] as object));
  return made('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options);
}

function record(key: { readonly pattern?: string }, value: object, options?: Options): object {
  return made('Record', { type: 'object', patternProperties: { [key.pattern ?? ANY_KEY]: value } }, options);
}

type Constructors =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown';

export const Type = {
  Array: (items: object, options?: Options) => made('Array', { type: 'array', items }, options),
  Boolean: plain('Boolean', { type: 'boolean' }),
  Enum: (words: readonly unknown[], options?: Options) => made('Enum', { enum: words }, options),
  Integer: plain('Integer', { type: 'integer' }),
  Literal: (value: unknown, options?: Options) => made('Literal', { type: typeof value, const: value }, options),
  Null: plain('Null', { type: 'null' }),
  Number: plain('Number', { type: 'number' }),
  Object: object,
  Optional: optional,
  Record: record,
  String: plain('String', { type: 'string' }),
  Union: (anyOf: readonly object[], options?: Options) => made('Union', { anyOf }, options),
  Unknown: plain('Unknown', {}),
} as unknown as Pick<typeof TypeBox, Constructors>;
