/** Reading a signed payload: members under their names and aliases, exactly; the first refusal is kept.
 *
 *  Clients write some members in two ways (`token_a`, `tokenA`); a kind declares the names, and this reader finds them. */

import { parseUnits, type Rounding, XRGE, XRGE_DECIMALS } from '../base/amounts.js';
import { canonicalJson, JsonNumber, type JsonObject, type JsonValue, jsonEqual } from '../base/json.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, accountSentence, resolveAccount } from '../crypto/address.js';

export type MemberType =
  | 'account'
  | 'text'
  | 'symbol'
  | 'xrge'
  | 'units'
  | 'amount'
  | 'integer'
  | 'flag'
  | 'texts'
  | 'symbols'
  | 'json'
  | 'jsons';

interface AnyMember {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly required: boolean;
  readonly about: string;
  /** Smallest number that the operation ever accepts, in the member's unit; used only for the description. */
  readonly least?: number;
}

/** Most characters of a text, of each text in a list, or of JSON in its canonical form. */
interface Sized {
  readonly characters: number;
  /** Only letters, digits and signs that no JSON writer escapes: one byte per character. */
  readonly plain?: true;
}

/** Most elements of a list. */
interface Listed {
  readonly items: number;
}

/** One member of an operation's payload, as declared by its kind. It drives decoding checks, the API's description, and the
 *  limit of signed bytes for the kind, so a member that can be long declares its maximum. */
export type PayloadMember =
  | (AnyMember & { readonly type: Exclude<MemberType, 'text' | 'json' | 'texts' | 'jsons' | 'symbols'> })
  | (AnyMember & Sized & { readonly type: 'text' | 'json' })
  | (AnyMember & Sized & Listed & { readonly type: 'texts' | 'jsons' })
  | (AnyMember & Listed & { readonly type: 'symbols' });

/** Token symbols are matched regardless of case and kept in upper case. */
const SYMBOL = /^[A-Za-z0-9]{1,10}$/;
export const SYMBOL_CHARACTERS = 10;

/** Whether a text has no half of a character: UTF-8 cannot encode it, so a record with it would differ after a restart. */
export const isWholeText = (text: string): boolean => text.isWellFormed();

/** The exact amount in a JSON value, in units of 10^-decimals: a number, or the text of one. Clients whose numbers are doubles
 *  write amounts that a double cannot hold as text. */
export const readAmount = (value: JsonValue, decimals: number, name: string, rounding?: Rounding): bigint | Refusal =>
  value instanceof JsonNumber || typeof value === 'string'
    ? parseUnits(value instanceof JsonNumber ? value.text : value, decimals, name, rounding)
    : refuse('invalid_amount', `${name} must be a number, or decimal text such as "12.5"`);

const AMOUNTS: ReadonlySet<MemberType> = new Set(['xrge', 'units', 'amount']);

/** A member's meaning, independent of its spelling: symbols and pool ids in any case, an account by address or key, amounts as
 *  numbers or as text. */
function meaningOf({ name, type }: PayloadMember, value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  if (type === 'symbol' || name === 'pool_id') return value.toUpperCase();
  if (type === 'account') return resolveAccount(value)?.account ?? value;
  return AMOUNTS.has(type) ? new JsonNumber(value) : value;
}

interface Named {
  readonly member: PayloadMember;
  /** The member's own name, then its aliases. */
  readonly names: readonly string[];
}

/** The members that a payload may have, by their names. */
class MemberTable {
  readonly #byName = new Map<string, Named>();
  readonly aliased: readonly Named[];

  constructor(members: readonly PayloadMember[]) {
    const all = members.map((member) => ({ member, names: [member.name, ...(member.aliases ?? [])] }));
    this.aliased = all.filter(({ names }) => names.length > 1);
    for (const named of all) if (!this.#byName.has(named.member.name)) this.#byName.set(named.member.name, named);
  }

  /** Undefined for a name that no member has as its own. */
  namesOf(name: string): readonly string[] | undefined {
    return this.#byName.get(name)?.names;
  }
}

/** Lists of members are few and stay; making their table takes longer than reading a payload. */
const tables = new WeakMap<readonly PayloadMember[], MemberTable>();

function tableOf(members: readonly PayloadMember[]): MemberTable {
  const known = tables.get(members);
  if (known) return known;
  const table = new MemberTable(members);
  tables.set(members, table);
  return table;
}

export class PayloadReader {
  /** The first refusal. */
  refusal: Refusal | undefined;
  readonly #table: MemberTable;

  /** @param members a list that is kept from payload to payload. */
  constructor(
    readonly payload: JsonObject,
    members: readonly PayloadMember[],
  ) {
    this.#table = tableOf(members);
    for (const named of this.#table.aliased) if (this.#hasAlias(named)) this.#checkNames(named);
  }

  /** A member that is there under its own name at most agrees with itself. */
  #hasAlias({ names }: Named): boolean {
    for (let at = 1; at < names.length; at++) if (this.payload.has(names[at] as string)) return true;
    return false;
  }

  /** A member that is there under several of its names must say the same under all of them. */
  #checkNames({ member, names }: Named): void {
    let first: { readonly name: string; readonly value: JsonValue } | undefined;
    for (const key of names) {
      const given = this.payload.get(key);
      if (given === undefined || given === null) continue;
      const value = meaningOf(member, given);
      if (first && !jsonEqual(first.value, value))
        this.fail(refuse('malformed_payload', `${first.name} and ${key} say different things; send one of them`));
      first ??= { name: key, value };
    }
  }

  fail(problem: Refusal): undefined {
    this.refusal ??= problem;
    return undefined;
  }

  /** The member's value, under its name or an alias; null counts as absent. */
  raw(name: string): JsonValue | undefined {
    const given = this.payload.get(name) ?? undefined;
    const names = given === undefined ? this.#table.namesOf(name) : undefined;
    if (names === undefined) return given;
    for (let at = 1; at < names.length; at++) {
      const value = this.payload.get(names[at] as string);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.fail(refuse('malformed_payload', `${name} must be text`));
    return isWholeText(value) ? value : this.fail(refuse('malformed_payload', `${name} holds half of a character`));
  }

  /** Text that is required, without white space around it. @param most characters. */
  requiredText(name: string, most: number): string | undefined {
    const value = this.text(name)?.trim();
    if (this.refusal) return undefined;
    if (value === undefined || value === '') return this.fail(refuse('malformed_payload', `${name} is required`));
    return this.#within(name, value, most);
  }

  /** Text that may be absent. @param most characters. */
  optionalText(name: string, most: number): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : this.#within(name, value, most);
  }

  #within(name: string, value: string, most: number): string | undefined {
    if (value.length <= most) return value;
    return this.fail(refuse('malformed_payload', `${name} is longer than ${most} characters`));
  }

  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.fail(refuse('malformed_payload', `${name} must be true or false`));
  }

  /** @param most elements. */
  list(name: string, most: number): readonly JsonValue[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length <= most) return value as readonly JsonValue[];
    return this.fail(refuse('malformed_payload', `${name} must be a list of at most ${most}`));
  }

  /** @param most elements. @param characters most characters of one element. */
  texts(name: string, most: number, characters: number): readonly string[] | undefined {
    const values = this.list(name, most);
    if (values?.every((value) => typeof value === 'string' && isWholeText(value) && value.length <= characters))
      return values as readonly string[];
    return (
      values && this.fail(refuse('malformed_payload', `${name} must hold texts of at most ${characters} characters`))
    );
  }

  /** Any JSON, as its canonical text. @param most characters of it. */
  json(name: string, most: number): string | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : this.jsonText(name, value, most);
  }

  /** The canonical text of an element from `list`; null becomes the text `null`. */
  jsonText(name: string, value: JsonValue, most: number): string | undefined {
    return this.#within(`${name} as JSON`, canonicalJson(value), most);
  }

  symbol(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || SYMBOL.test(value)) return value?.toUpperCase();
    return this.fail(refuse('malformed_payload', `${name} must be a token symbol of 1 to 10 letters and digits`));
  }

  /** @param most elements. */
  symbols(name: string, most: number): readonly string[] | undefined {
    const values = this.texts(name, most, SYMBOL_CHARACTERS);
    if (values?.every((value) => SYMBOL.test(value))) return values.map((value) => value.toUpperCase());
    return (
      values && this.fail(refuse('malformed_payload', `${name} must hold token symbols of 1 to 10 letters and digits`))
    );
  }

  /** An account that may sign. */
  account(name: string): AccountId | undefined {
    return this.#account(name, false);
  }

  /** An account that something is given to: a contract too. */
  recipient(name: string): AccountId | undefined {
    return this.#account(name, true);
  }

  #account(name: string, orContract: boolean): AccountId | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const resolved = resolveAccount(value);
    if (resolved && (orContract || resolved.contract === undefined)) return resolved.account;
    return this.fail(
      refuse(
        'invalid_recipient',
        accountSentence(`${name} must be a rouge1 address or a public key of 3,904 hex characters`, value),
      ),
    );
  }

  /** An amount of a token: decimal XRGE, or whole base units. */
  tokenAmount(name: string, token: string): bigint | undefined {
    return this.amount(name, token === XRGE ? XRGE_DECIMALS : 0);
  }

  /** An amount of a token that is required and must be above zero. */
  positiveAmount(name: string, token: string): bigint | undefined {
    const amount = this.tokenAmount(name, token);
    if (this.refusal) return undefined;
    if (amount === undefined) return this.fail(refuse('invalid_amount', `${name} is required`));
    return amount > 0n ? amount : this.fail(refuse('invalid_amount', `${name} must be greater than zero`));
  }

  /** A bound on an amount of a token. Clients compute bounds (`amount_out * 0.98`), so a bound that is not a whole number of
   *  units is rounded to the side that is safe for the signer.
   *  @param safeSide `up` for the least that the signer accepts, `down` for the most that it gives. */
  bound(name: string, token: string, safeSide: Rounding): bigint | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const bound = readAmount(value, token === XRGE ? XRGE_DECIMALS : 0, name, safeSide);
    return isRefusal(bound) ? this.fail(bound) : bound;
  }

  /** Exactly, in units of 10^-decimals. */
  amount(name: string, decimals: number): bigint | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const amount = readAmount(value, decimals, name);
    return isRefusal(amount) ? this.fail(amount) : amount;
  }

  integer(name: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const number = value instanceof JsonNumber && /^\d+$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (Number.isSafeInteger(number)) return number;
    return this.fail(refuse('malformed_payload', `${name} must be a whole number from 0 to 9007199254740991`));
  }
}
