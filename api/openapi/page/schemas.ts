/** Schemas for people: a short name of a type, and a table of the members of an object.
 *
 *  In: schemas of the document. Out: HTML. Named shapes are links to their own place on the page. */

import type { JsonSchema } from '../components.js';
import { type Html, html, NOTHING, prose } from './html.js';

/** Nested objects are expanded to this depth; below it only their type is named. */
const DEPTH = 3;

export const anchorOfShape = (name: string): string => `shape-${name}`;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? reference;

const listed = (items: readonly Html[], between: string): Html =>
  html`${items.map((item, index) => (index === 0 ? item : html`${between}${item}`))}`;

const code = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

/** `integer, 1 to 1000`, `list of Block`, `"in" or "out"`. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, type, anyOf, items, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = nameOf($ref);
    return html`<a href="#${anchorOfShape(name)}">${name}</a>`;
  }
  if ('const' in schema) return code(schema.const);
  if (Array.isArray(schema.enum)) return listed(schema.enum.map(code), ' or ');
  if (Array.isArray(anyOf))
    return listed(
      anyOf.map((part) => typeOf(part as JsonSchema)),
      ' or ',
    );
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`;
  if (type === 'object' && additionalProperties) return html`object of ${typeOf(additionalProperties as JsonSchema)}`;
  return html`${typeof type === 'string' ? type : 'anything'}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: JsonSchema): Html {
  const bounds: string[] = [];
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) bounds.push(`${minimum ?? ''} to ${maximum}`);
  else if (minimum !== undefined) bounds.push(`from ${minimum}`);
  if (maxLength !== undefined) bounds.push(`${minLength ?? 0} to ${maxLength} characters`);
  return html`${bounds.map((bound) => `, ${bound}`)}`;
}

export const fallback = (schema: JsonSchema): Html =>
  schema.default === undefined ? NOTHING : html` Default ${code(schema.default)}.`;

/** The object to expand under a member: its own type, or the items of its list. */
function opened(schema: JsonSchema): JsonSchema | undefined {
  const inner = schema.type === 'array' ? ((schema.items ?? {}) as JsonSchema) : schema;
  return inner.properties === undefined ? undefined : inner;
}

/** Aliases of a member: shown beside it, not as members of their own. */
const aliasesOf = (name: string, members: readonly (readonly [string, JsonSchema])[]): readonly string[] =>
  members.filter(([, member]) => member['x-alias-of'] === name).map(([alias]) => alias);

function rows(schema: JsonSchema, depth: number): readonly Html[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const shown = members.filter(([, member]) => member['x-alias-of'] === undefined);
  return shown.flatMap(([name, member]) => {
    const also = aliasesOf(name, members).map((alias) => html` Also <code>${alias}</code>.`);
    const inner = depth < DEPTH ? opened(member) : undefined;
    const about = typeof member.description === 'string' ? prose(`${member.description}.`) : NOTHING;
    const must = required.has(name) ? html`<span class="must" title="always there">*</span>` : NOTHING;
    const row = html`<tr><td class="in${depth}"><code>${name}</code>${must}</td><td class="type">${typeOf(member)}</td><td>${about}${also}${fallback(member)}</td></tr>`;
    return [row, ...(inner === undefined ? [] : rows(inner, depth + 1))];
  });
}

/** Members of an object, or the type of anything else. */
export function shapeTable(schema: JsonSchema): Html {
  const inner = opened(schema);
  if (inner === undefined) return html`<p>${typeOf(schema)}</p>`;
  return html`<div class="scroll"><table><tbody>${rows(inner, 0)}</tbody></table></div>`;
}
