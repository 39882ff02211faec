/** TypeScript from JSON Schema, as far as the routes use it.
 *
 *  In: schemas of the route table. Out: types with the descriptions as comments, shapes with a title under their
 *  names, and for each answer the places of its exact amounts, which a client returns as bigint. A schema that this writer
 *  does not know is a broken invariant: the generator stops instead of guessing. */

import type { TSchema } from 'typebox';
import { invariant } from '../../engine/base/refusal.js';

/** The keywords that are used. */
export interface Keywords {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly default?: unknown;
  readonly 'x-must-be'?: string;
}

export const keywordsOf = (schema: TSchema): Keywords => schema as unknown as Keywords;

/** Members whose text is an exact amount, or a record of them. */
const EXACT_NAME = /_(?:quanta|units|raw)$/;

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A member's name, quoted if it is not an identifier. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A comment of one line; nothing for no text. */
export const comment = (text: string | undefined, indent = ''): string =>
  text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

export class TypeWriter {
  /** Declarations of the shapes with a title, by name. */
  readonly declarations = new Map<string, string>();

  /** The type of a value.
   *  @param name of the member that holds it: texts under the names of exact amounts are bigint. */
  typeOf(schema: TSchema, name = ''): string {
    const { title, type, enum: words, anyOf, items, properties, patternProperties } = keywordsOf(schema);
    if (words) {
      const union = words.map((word) => JSON.stringify(word)).join(' | ');
      return title === undefined
        ? union
        : this.#declare(title, schema, () => `export type ${title} =\n  | ${union.replaceAll(' | ', '\n  | ')};`);
    }
    if (anyOf) return anyOf.map((part) => this.typeOf(part, name)).join(' | ');
    if ('const' in schema) return JSON.stringify(keywordsOf(schema).const);
    if (items) return `readonly ${this.#inList(this.typeOf(items, name))}[]`;
    if (patternProperties) {
      const [values] = Object.values(patternProperties);
      invariant(values !== undefined, `a record without a type of its values: ${JSON.stringify(schema)}`);
      return `{ readonly [name: string]: ${this.typeOf(values, name)} }`;
    }
    if (properties)
      return title === undefined
        ? this.membersOf(schema)
        : this.#declare(title, schema, () => `export interface ${title} ${this.membersOf(schema)}`);
    if (type === undefined) return 'unknown';
    const plain = PLAIN[type];
    invariant(plain !== undefined, `no TypeScript for the schema ${JSON.stringify(schema)}`);
    return plain === 'string' && EXACT_NAME.test(name) ? 'bigint' : plain;
  }

  /** The members of an object, in braces. */
  membersOf(schema: TSchema): string {
    const { properties = {}, required = [] } = keywordsOf(schema);
    const members = Object.entries(properties).map(([name, member]) => {
      const optional = required.includes(name) ? '' : '?';
      const type = indented(this.typeOf(member, name));
      return `${comment(keywordsOf(member).description, '  ')}  readonly ${memberName(name)}${optional}: ${type};\n`;
    });
    return `{\n${members.join('')}}`;
  }

  /** The declaration of an answer: an interface, or a union where a route has several forms. */
  answer(name: string, schema: TSchema): string {
    const { anyOf } = keywordsOf(schema);
    if (!anyOf) return `export interface ${name} ${this.membersOf(schema)}\n`;
    return `export type ${name} =${anyOf.map((part) => `\n  | ${indented(this.typeOf(part))}`).join('')};\n`;
  }

  #inList(type: string): string {
    return /^[\w"]+$/.test(type) ? type : `(${type})`;
  }

  #declare(name: string, schema: TSchema, write: () => string): string {
    if (!this.declarations.has(name)) {
      // The entry is made before its text is written, so that declarations are in the order of their first use.
      this.declarations.set(name, '');
      this.declarations.set(name, `${comment(keywordsOf(schema).description)}${write()}`);
    }
    return name;
  }
}

/** Paths to the exact amounts of a value: names with dots between them, `*` for each element or member. */
export function exactPaths(schema: TSchema, name = '', path = ''): readonly string[] {
  const { type, anyOf, items, properties, patternProperties } = keywordsOf(schema);
  if (anyOf) return [...new Set(anyOf.flatMap((part) => exactPaths(part, name, path)))];
  const below = (part: string): string => (path === '' ? part : `${path}.${part}`);
  if (items) return exactPaths(items, name, below('*'));
  if (patternProperties)
    return Object.values(patternProperties).flatMap((values) => exactPaths(values, name, below('*')));
  if (properties) return Object.entries(properties).flatMap(([key, member]) => exactPaths(member, key, below(key)));
  return type === 'string' && EXACT_NAME.test(name) ? [path] : [];
}
