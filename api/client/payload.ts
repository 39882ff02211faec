/** Payloads: the fields of an operation as the text that is signed.
 *
 *  In: fields with amounts as bigint. Out: compact JSON, keys sorted at every level, amounts as plain decimal digits: the
 *  canonical form, which every node reads the same way. */

import { checkAmount, formatAmount, formatXrge, XRGE, XRGE_DECIMALS } from './amounts.js';
import type { CallOptions } from './call.js';
import { check } from './error.js';

/** Unit of an amount: `xrge` is quanta, written in XRGE; `units` is base units; `tokenIn` is the unit of the token that another
 *  member names: by its symbol (XRGE when absent), or with `part` by the id of a pool and one of its two symbols. */
export type AmountUnit = 'xrge' | 'units' | { readonly tokenIn: string; readonly part?: 0 | 1 };

export interface MemberShape {
  readonly required?: boolean;
  readonly unit?: AmountUnit;
}

/** How an operation's payload is written, and where it is sent. */
export interface OperationShape {
  readonly path: string;
  /** Whether its answer comes when a block has decided it, and comes again for the same bytes. */
  readonly isDecided?: true;
  /** Whether it only asks, so that another one can be signed in its place. */
  readonly reads?: true;
  readonly members: Readonly<Record<string, MemberShape>>;
}

/** What a caller may set for one signed operation. */
export interface SignOptions extends CallOptions {
  /** Quanta added to the fee, for priority over other transactions. */
  readonly priorityFee?: bigint | undefined;
  /** Nonce that the account must have: of several transactions with the same nonce, only one is included. */
  readonly accountNonce?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** A JSON number in digits that a double may not hold. */
class Digits {
  constructor(readonly text: string) {}
}

/** Names in the order in which JSON.stringify writes the members of a sorted object: whole numbers first, by value. */
const sortedNames = (object: object): readonly string[] =>
  Object.keys(
    Object.fromEntries(
      Object.keys(object)
        .sort()
        .map((name) => [name, 0]),
    ),
  );

/** Compact JSON with sorted keys. Members that are undefined are left out.
 *  @throws RougedError `invalid_input` for a value that JSON cannot express. */
export function canonicalText(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') check(Number.isFinite(value), `${value} is not a JSON number`);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Fields;
    const written = sortedNames(members)
      .filter((name) => members[name] !== undefined)
      .map((name) => `${JSON.stringify(name)}:${canonicalText(members[name])}`);
    return `{${written.join(',')}}`;
  }
  const text = JSON.stringify(value);
  check(text !== undefined, `a ${typeof value} cannot be sent as JSON`);
  return text;
}

/** Whether the unit is that of XRGE, given the other members. */
function isInXrge(unit: AmountUnit, fields: Fields): boolean {
  if (typeof unit === 'string') return unit === 'xrge';
  const named = String(fields[unit.tokenIn] ?? XRGE);
  const symbol = unit.part === undefined ? named : named.split('-')[unit.part];
  return symbol?.toUpperCase() === XRGE;
}

const amountText = (name: string, value: unknown, unit: AmountUnit, fields: Fields): string => {
  checkAmount(name, value);
  return formatAmount(value, isInXrge(unit, fields) ? XRGE_DECIMALS : 0);
};

/** The fields of an operation with their amounts as digits.
 *  @throws RougedError `invalid_input` for a field that is missing or unknown, or an amount that is not a bigint. */
export function encodeFields(operation: string, { members }: OperationShape, fields: object): Fields {
  const given = fields as Fields;
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  const unknown = names.find((name) => !Object.hasOwn(members, name));
  check(unknown === undefined, `${operation} has no field ${unknown}; it has ${Object.keys(members).join(', ')}`);
  const missing = Object.keys(members).find((name) => members[name]?.required && !names.includes(name));
  check(missing === undefined, `${operation} needs ${missing}`);
  return Object.fromEntries(
    names.map((name) => {
      const unit = members[name]?.unit;
      return [name, unit ? new Digits(amountText(name, given[name], unit, given)) : given[name]];
    }),
  );
}

/** The members that every payload has in addition to its own. */
export function commonFields(
  { priorityFee, accountNonce }: SignOptions,
  { timestamp, nonce, chainId }: { readonly timestamp: number; readonly nonce: string; readonly chainId: string },
): Fields {
  if (priorityFee !== undefined) checkAmount('priorityFee', priorityFee);
  return {
    timestamp,
    nonce,
    chain_id: chainId,
    priority_fee: priorityFee === undefined ? undefined : new Digits(formatXrge(priorityFee)),
    account_nonce: accountNonce,
  };
}

/** A JSON body whose amounts are decimal text. */
export function withAmounts(body: object, units: Readonly<Record<string, AmountUnit>>): Fields {
  const fields = body as Fields;
  const amounts = Object.entries(units)
    .filter(([name]) => fields[name] !== undefined)
    .map(([name, unit]) => [name, amountText(name, fields[name], unit, fields)]);
  return { ...fields, ...Object.fromEntries(amounts) };
}
