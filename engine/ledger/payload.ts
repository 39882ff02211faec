/** Reading a signed payload: members under their names and aliases, exact, with the first complaint kept.
 *
 *  Clients write some members in two ways (`token_a`, `tokenA`); a kind declares the names, this reader finds them. */

import { parseUnits } from '../base/amounts.js';
import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, resolveAccount } from '../crypto/address.js';

export type MemberType = 'account' | 'text' | 'symbol' | 'xrge' | 'units' | 'amount' | 'integer' | 'flag';

/** One member of an operation's payload, as declared by its kind. Drives decoding checks and the API's description. */
export interface PayloadMember {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly type: MemberType;
  readonly required: boolean;
  readonly about: string;
  /** Smallest number that the operation ever takes, in the member's unit; for the description alone. */
  readonly least?: number;
}

/** Token symbols are matched regardless of case and kept in upper case. */
const SYMBOL = /^[A-Za-z0-9]{1,10}$/;

export class PayloadReader {
  /** The first thing that was wrong. */
  refusal: Refusal | undefined;

  constructor(
    readonly payload: JsonObject,
    private readonly members: readonly PayloadMember[],
  ) {}

  fail(problem: Refusal): undefined {
    this.refusal ??= problem;
    return undefined;
  }

  /** The member's value under its name or an alias; null counts as absent. */
  raw(name: string): JsonValue | undefined {
    const member = this.members.find((candidate) => candidate.name === name);
    for (const key of [name, ...(member?.aliases ?? [])]) {
      const value = this.payload.get(key);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'string') return value;
    return this.fail(refuse('malformed_payload', `${name} must be text`));
  }

  symbol(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || SYMBOL.test(value)) return value?.toUpperCase();
    return this.fail(refuse('malformed_payload', `${name} must be a token symbol of 1 to 10 letters and digits`));
  }

  account(name: string): AccountId | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const resolved = resolveAccount(value);
    if (resolved) return resolved.account;
    return this.fail(
      refuse('invalid_recipient', `${name} must be a rouge1 address or a public key of 3,904 hex characters`),
    );
  }

  /** A JSON number, exactly, in units of 10^-decimals. */
  amount(name: string, decimals: number): bigint | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const amount =
      value instanceof JsonNumber
        ? parseUnits(value.text, decimals, name)
        : refuse('invalid_amount', `${name} must be a JSON number`);
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
