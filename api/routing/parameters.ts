/** Path and query parameters: text in a URL, typed and checked by the schema of its route.
 *
 *  In: percent-encoded text of a client. Out: values of the schema's types, or a `malformed_parameter` refusal whose
 *  sentence says what the parameter must be. Nothing is guessed: `1.0`, `0x10`, ` 5` are not whole numbers.
 *  A parameter that the schema does not name is ignored; one that it names may occur once. */

import type { Static, TEnum, TInteger, TObject, TSchema, TString } from 'typebox';
import { Compile } from 'typebox/schema';
import { QUERY_PARAMETERS } from '../../engine/base/limits.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { Type } from './schema.js';

export interface WholeNumberRule {
  readonly minimum: number;
  readonly maximum: number;
  /** The value of an absent parameter. */
  readonly default?: number;
  /** Above the maximum `cap` takes the maximum, `refuse` (the default) answers 400. Below the minimum is 400 in any case. */
  readonly above?: 'cap' | 'refuse';
  /** The first one leads to an answer; the minimum when there are no examples. */
  readonly examples?: readonly number[];
  readonly description?: string;
}

/** Schema of an integer parameter. A parameter with a default is always present for the handler. */
export function wholeNumber({ above, ...rule }: WholeNumberRule): TInteger {
  return Type.Integer(above === 'cap' ? { ...rule, 'x-above': 'cap' } : rule);
}

export interface TextRule {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** What the text must be, to complete the sentence "<name> must be ...". */
  readonly mustBe: string;
  readonly pattern?: string;
  /** The first one leads to an answer on any chain, so that a reader can try it. */
  readonly examples?: readonly string[];
  readonly default?: string;
  readonly description?: string;
}

export function text({ mustBe, ...rule }: TextRule): TString {
  return Type.String({ ...rule, 'x-must-be': mustBe });
}

/** Schema of a parameter that is one of a few words. */
export function oneOf<const Words extends [string, ...string[]]>(
  words: readonly [...Words],
  rule: { readonly default?: Words[number]; readonly description?: string } = {},
): TEnum<Words> {
  return Type.Enum(words, rule) as unknown as TEnum<Words>;
}

type Converted = string | number | boolean | Refusal;

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly fallback: unknown;
  readonly convert: (text: string) => Converted;
}

/** The keywords of a parameter's schema that matter here. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  /** A union; every member must be a word. */
  readonly anyOf?: readonly { readonly const?: unknown }[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly 'x-above'?: string;
  readonly 'x-must-be'?: string;
}

/** A compiled set of parameters. */
export class ParameterReader<Schema extends TObject> {
  readonly #parameters: readonly Parameter[];

  constructor(schema: Schema) {
    const required = new Set<string>(schema.required ?? []);
    this.#parameters = Object.entries(schema.properties).map(([name, property]) => {
      const keywords = property as Keywords;
      const fallback = keywords.default;
      return {
        name,
        fallback,
        required: required.has(name) && fallback === undefined,
        convert: converter(name, property, keywords),
      };
    });
  }

  get names(): readonly string[] {
    return this.#parameters.map(({ name }) => name);
  }

  /** @param textOf the decoded text of a parameter, undefined when it is absent. */
  read(textOf: (name: string) => string | undefined): Static<Schema> | Refusal {
    const values: Record<string, unknown> = {};
    for (const { name, required, fallback, convert } of this.#parameters) {
      const given = textOf(name);
      if (given === undefined) {
        if (required) return refuse('malformed_parameter', `${name} is missing`);
        if (fallback !== undefined) values[name] = fallback;
        continue;
      }
      const value = convert(given);
      if (isRefusal(value)) return value;
      values[name] = value;
    }
    return values as Static<Schema>;
  }
}

function converter(name: string, schema: TSchema, keywords: Keywords): (text: string) => Converted {
  const words = keywords.enum ?? keywords.anyOf?.map((member) => member.const);
  if (words) {
    invariant(
      words.every((word) => typeof word === 'string'),
      `parameter ${name}: a choice must be between words`,
    );
    return wordConverter(name, words);
  }
  if (keywords.type === 'integer') return integerConverter(name, keywords);
  if (keywords.type === 'boolean') return booleanConverter(name);
  invariant(keywords.type === 'string', `parameter ${name} must be a string, an integer, a boolean or an enum`);
  const validator = Compile(schema);
  const mustBe = keywords['x-must-be'];
  return (given) => {
    if (validator.Check(given)) return given;
    const problem = mustBe ? `must be ${mustBe}` : (validator.Errors(given)[1][0]?.message ?? 'is not valid');
    return refuse('malformed_parameter', `${name} ${problem}`);
  };
}

function wordConverter(name: string, words: readonly unknown[]): (text: string) => Converted {
  const allowed = new Set(words);
  const refusal = refuse('malformed_parameter', `${name} must be one of ${words.join(', ')}`);
  return (given) => (allowed.has(given) ? given : refusal);
}

function booleanConverter(name: string): (text: string) => Converted {
  const refusal = refuse('malformed_parameter', `${name} must be true or false`);
  return (given) => (given === 'true' || given === 'false' ? given === 'true' : refusal);
}

const WHOLE_NUMBER = /^-?\d+$/;

function integerConverter(name: string, keywords: Keywords): (text: string) => Converted {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = keywords;
  const caps = keywords['x-above'] === 'cap';
  const range = caps || keywords.maximum === undefined ? `${minimum} upwards` : `${minimum} to ${maximum}`;
  const refusal = refuse('malformed_parameter', `${name} must be a whole number from ${range}`);
  return (given) => {
    if (!WHOLE_NUMBER.test(given)) return refusal;
    const value = Number(given);
    if (value >= minimum && value <= maximum) return value;
    return caps && value > maximum ? maximum : refusal;
  };
}

/** @returns the text, or undefined when its percent-encoding is not well-formed UTF-8. */
export function percentDecoded(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Reads those parameters of a query string that `names` has.
 *  @returns a refusal when one of them occurs twice or is badly encoded, or when there are too many parameters. */
export function readQuery(query: string, names: ReadonlySet<string>): ReadonlyMap<string, string> | Refusal {
  if (query === '') return NO_PARAMETERS;
  const found = new Map<string, string>();
  const parts = query.split('&', QUERY_PARAMETERS + 1);
  if (parts.length > QUERY_PARAMETERS)
    return refuse('malformed_parameter', `a query has at most ${QUERY_PARAMETERS} parameters`);
  for (const part of parts) {
    const equals = part.indexOf('=');
    const encodedName = equals < 0 ? part : part.slice(0, equals);
    const name = percentDecoded(encodedName.replaceAll('+', ' '));
    if (name === undefined || !names.has(name)) continue;
    if (found.has(name)) return refuse('malformed_parameter', `${name} is given more than once`);
    const value = percentDecoded((equals < 0 ? '' : part.slice(equals + 1)).replaceAll('+', ' '));
    if (value === undefined) return refuse('malformed_parameter', `${name} is not well percent-encoded`);
    found.set(name, value);
  }
  return found;
}
