/** An example of a value that a schema describes, for the commands on the reference page and for tests that need a valid
 *  value to start from. Examples in the schema itself take precedence. */

import type { JsonSchema } from './components.js';

/** Deepest nesting that an example shows. */
const DEPTH = 6;

const HEX = /^\^\[0-9a-fA-F\]\{(\d+)\}\$$/;

function exampleText({ pattern, minLength = 0 }: JsonSchema): string {
  const hexCharacters = HEX.exec(String(pattern))?.[1];
  if (hexCharacters !== undefined) return `<${hexCharacters} hex characters>`;
  return pattern === '^\\d+$' || pattern === '^\\d{1,39}$' ? '0' : 'text'.padEnd(Number(minLength), '.');
}

/** @param resolve finds the schema of a `$ref`. @param optional whether members that may be absent are shown. */
export function exampleOf(
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema,
  optional = false,
  depth = 0,
): unknown {
  const { $ref, examples, anyOf, type, properties, required, items } = schema;
  if (typeof $ref === 'string') return exampleOf(resolve($ref), resolve, optional, depth);
  if (Array.isArray(examples)) return examples[0];
  for (const keyword of ['const', 'default'] as const) if (schema[keyword] !== undefined) return schema[keyword];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (depth > DEPTH) return null;
  const inner = (part: unknown): unknown => exampleOf(part as JsonSchema, resolve, optional, depth + 1);
  if (Array.isArray(anyOf)) return inner(anyOf[0]);
  switch (type) {
    case 'object': {
      const names = Object.keys((properties as JsonSchema | undefined) ?? {});
      const shown = names.filter((name) => optional || (Array.isArray(required) && required.includes(name)));
      return Object.fromEntries(shown.map((name) => [name, inner((properties as JsonSchema)[name])]));
    }
    case 'array':
      return items === undefined ? [] : [inner(items)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return exampleText(schema);
    default:
      return null;
  }
}
