/** The types of WIT that the world of contracts uses, and what their values are in TypeScript. */

/** One type of the interface language. `bytes` is `list<u8>`, the only list of the world. */
export type WitType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'string' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'option'; readonly of: WitType }
  | { readonly kind: 'result'; readonly ok: WitType | undefined; readonly error: WitType | undefined }
  | { readonly kind: 'enum'; readonly names: readonly string[] }
  | { readonly kind: 'record'; readonly fields: readonly WitField[] };

export type ScalarKind = 'bool' | 'u8' | 'u16' | 'u32' | 'u64';

/** A member of a record, or a parameter of a function. */
export interface WitField {
  readonly name: string;
  readonly type: WitType;
}

/** A value as it is between the canonical ABI and the host: `none` is undefined, u64 a bigint, a case of an enum its name. */
export type WitValue = boolean | number | bigint | string | Uint8Array | undefined | WitResult | WitRecord;
export type WitResult = { readonly ok: WitValue } | { readonly error: WitValue };
export type WitRecord = { readonly [field: string]: WitValue };

interface ScalarValues {
  readonly bool: boolean;
  readonly u8: number;
  readonly u16: number;
  readonly u32: number;
  readonly u64: bigint;
  readonly string: string;
  readonly bytes: Uint8Array;
}

/** The value of one type, so that a host function of the wrong shape does not compile. */
export type ValueOf<T> = T extends { readonly kind: 'option'; readonly of: infer Inner }
  ? ValueOf<Inner> | undefined
  : T extends { readonly kind: 'result'; readonly ok: infer Ok; readonly error: infer Failure }
    ? { readonly ok: ValueOf<Ok> } | { readonly error: ValueOf<Failure> }
    : T extends { readonly kind: 'enum'; readonly names: readonly (infer Name)[] }
      ? Name
      : T extends { readonly kind: 'record'; readonly fields: infer Fields extends readonly WitField[] }
        ? { readonly [Field in Fields[number] as Field['name']]: ValueOf<Field['type']> }
        : T extends { readonly kind: infer Kind extends keyof ScalarValues }
          ? ScalarValues[Kind]
          : undefined;

const sameFields = (a: readonly WitField[], b: readonly WitField[]): boolean =>
  a.length === b.length && a.every(({ name, type }, at) => name === b[at]?.name && sameType(type, b[at]?.type));

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at]);

/** Whether both are the same type, member by member and name by name. */
export function sameType(a: WitType | undefined, b: WitType | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'option') return b.kind === 'option' && sameType(a.of, b.of);
  if (a.kind === 'result') return b.kind === 'result' && sameType(a.ok, b.ok) && sameType(a.error, b.error);
  if (a.kind === 'enum') return b.kind === 'enum' && sameNames(a.names, b.names);
  if (a.kind === 'record') return b.kind === 'record' && sameFields(a.fields, b.fields);
  return a.kind === b.kind;
}

/** A function of the interface language. */
export interface WitFunction {
  readonly parameters: readonly WitField[];
  readonly result: WitType | undefined;
}

export const sameFunction = (a: WitFunction, b: WitFunction): boolean =>
  sameFields(a.parameters, b.parameters) && sameType(a.result, b.result);
