/** Reading members of a genesis file: each in its range, the first refusal kept. */

import { parseUnits } from '../base/amounts.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../base/json.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';

/** Keeps the first refusal, so that the reading below stays flat. */
export class GenesisReader {
  refusal: Refusal | undefined;

  fail(message: string): undefined {
    this.refusal ??= refuse('malformed_body', `genesis file: ${message}`);
    return undefined;
  }

  integer(object: JsonObject, name: string, fallback: number, minimum: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = object.get(name);
    if (value === undefined) return fallback;
    const number = value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (!(number >= minimum)) this.fail(`${name} must be a whole number of at least ${minimum}`);
    if (number > most) this.fail(`${name} must be at most ${most}`);
    return number;
  }

  boolean(object: JsonObject, name: string): boolean {
    const value = object.get(name) ?? false;
    if (typeof value !== 'boolean') this.fail(`${name} must be true or false`);
    return value === true;
  }

  /** An amount given as a JSON number or as decimal text. */
  amount(object: JsonObject, name: string, decimals: number, fallback: bigint): bigint {
    const value = object.get(name);
    if (value === undefined) return fallback;
    const text = value instanceof JsonNumber ? value.text : value;
    const amount = typeof text === 'string' ? parseUnits(text, decimals, name) : undefined;
    if (typeof amount === 'bigint') return amount;
    this.fail(isRefusal(amount) ? amount.message : `${name} must be an amount`);
    return fallback;
  }

  /** @param most entries. */
  list(object: JsonObject, name: string, most: number): readonly JsonObject[] {
    const value = object.get(name) ?? [];
    if (Array.isArray(value) && value.length > most) {
      this.fail(`${name} has ${value.length} entries, at most ${most} are allowed`);
      return [];
    }
    if (Array.isArray(value) && value.every((item) => isJsonObject(item))) return value as JsonObject[];
    this.fail(`${name} must be a list of objects`);
    return [];
  }

  known(object: JsonObject, members: ReadonlySet<string>, where: string): void {
    for (const name of object.keys()) if (!members.has(name)) this.fail(`unknown member ${where}${name}`);
  }

  /** A member that is an object, `{}` when absent. */
  object(object: JsonObject, name: string): JsonObject {
    const value = object.get(name);
    if (value === undefined) return new Map<string, JsonValue>();
    if (isJsonObject(value)) return value;
    this.fail(`${name} must be an object`);
    return new Map<string, JsonValue>();
  }
}
