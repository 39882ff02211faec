/** How the result of a transaction is stored in its receipt: JSON in which each member has a codec.
 *
 *  During execution a result is a typed value. It becomes text once, when the block is packed, and a value again for each reader
 *  of history. Member names are stored bytes: changing one makes old receipts unreadable. */

import { invariant } from '../base/refusal.js';
import { type AccountId, addressOf, resolveAccount } from '../crypto/address.js';

export interface ResultCodec<Result> {
  /** @returns the stored text; empty when there is no result. */
  encode(result: Result): string;
  /** @param text what `encode` returned. @throws for anything else. */
  decode(text: string): Result;
}

/** A value as JSON. */
export interface MemberCodec<T> {
  write(value: T): unknown;
  /** @throws InvariantError for a value that `write` does not return. */
  read(stored: unknown): T;
}

const scalar = <T>(name: string, isOne: (stored: unknown) => stored is T): MemberCodec<T> => ({
  write: (value) => value,
  read(stored) {
    invariant(isOne(stored), `a stored result has ${typeof stored} where ${name} belongs`);
    return stored;
  },
});

export const storedText = scalar('text', (stored): stored is string => typeof stored === 'string');
export const storedNumber = scalar('a number', (stored): stored is number => typeof stored === 'number');
export const storedFlag = scalar('true or false', (stored): stored is boolean => typeof stored === 'boolean');

/** A text from a list of known values. */
export const storedWord = <Word extends string>(words: readonly Word[]): MemberCodec<Word> => ({
  write: (value) => value,
  read(stored) {
    const word = words.find((one) => one === stored);
    invariant(word !== undefined, `a stored result has a word that is none of ${words.join(', ')}`);
    return word;
  },
});

/** Quanta or base units, as digits. */
export const storedAmount: MemberCodec<bigint> = {
  write: String,
  read: (stored) => BigInt(storedText.read(stored)),
};

/** An account, as its address. */
export const storedAccount: MemberCodec<AccountId> = {
  write: addressOf,
  read(stored) {
    const resolved = resolveAccount(storedText.read(stored));
    invariant(resolved, 'a stored result has no address where one belongs');
    return resolved.account;
  },
};

/** @param nothing how undefined is stored: as null, or as no member at all. */
export const storedOptional = <T>(codec: MemberCodec<T>, nothing: null | undefined): MemberCodec<T | undefined> => ({
  write: (value) => (value === undefined ? nothing : codec.write(value)),
  read: (stored) => (stored === undefined || stored === null ? undefined : codec.read(stored)),
});

export const storedList = <T>(codec: MemberCodec<T>): MemberCodec<readonly T[]> => ({
  write: (values) => values.map((value) => codec.write(value)),
  read(stored) {
    invariant(Array.isArray(stored), 'a stored result has no list where one belongs');
    return stored.map((value) => codec.read(value));
  },
});

/** Members under their stored names. */
export function storedRecord<T extends object>(
  members: {
    readonly [K in keyof Required<T>]: readonly [name: string, codec: MemberCodec<T[K]>];
  },
): MemberCodec<T> {
  const names = Object.keys(members) as (keyof T & string)[];
  return {
    write: (value) => Object.fromEntries(names.map((name) => [members[name][0], members[name][1].write(value[name])])),
    read(stored) {
      invariant(typeof stored === 'object' && stored !== null, 'a stored result is no object');
      const value: Partial<T> = {};
      for (const name of names) {
        const [storedName, codec] = members[name];
        value[name] = codec.read((stored as Readonly<Record<string, unknown>>)[storedName]);
      }
      return value as T;
    },
  };
}

/** A result of named members. */
export function resultOf<T extends object>(members: Parameters<typeof storedRecord<T>>[0]): ResultCodec<T> {
  const record = storedRecord<T>(members);
  return {
    encode: (result) => JSON.stringify(record.write(result)),
    decode: (text) => record.read(JSON.parse(text)),
  };
}

/** For a kind whose outcome follows from its fields. */
export const noResult: ResultCodec<null> = { encode: () => '', decode: () => null };
