/** Reads the types of a component, as far as the world has any: values, functions, and the type of the one imported instance. */

import { fault } from '../moduleFault.js';
import type { ComponentReader } from './componentReader.js';
import { sameFunction, sameType, type WitFunction, type WitType } from './witType.js';
import { type HostFunctionName, hostFunctions, isHostFunction, namedTypes } from './world.js';

/** The type of an imported instance: the functions of the host that the component uses. */
export interface InstanceType {
  readonly functions: ReadonlySet<HostFunctionName>;
}

/** One entry of the space of types. */
export type ComponentType =
  | { readonly sort: 'value'; readonly type: WitType }
  /** A record or an enum, of which only an export of the instance can make a type of values. */
  | { readonly sort: 'nameless'; readonly type: WitType }
  | { readonly sort: 'function'; readonly type: WitFunction }
  | { readonly sort: 'instance'; readonly type: InstanceType };

/** Codes of the binary format. Those of types that the world does not have are missing, so they are refused. */
const PRIMITIVES: Readonly<Record<number, WitType>> = {
  127: { kind: 'bool' },
  125: { kind: 'u8' },
  123: { kind: 'u16' },
  121: { kind: 'u32' },
  119: { kind: 'u64' },
  115: { kind: 'string' },
};
const RECORD = 0x72;
const LIST = 0x70;
const ENUM = 0x6d;
const OPTION = 0x6b;
const RESULT = 0x6a;
const FUNCTION = 0x40;
const INSTANCE = 0x42;

/** Declarations of an instance type. */
const DECLARED_TYPE = 0x01;
const DECLARED_EXPORT = 0x04;

/** What an imported or exported item is. */
export const DESCRIBED = { function: 0x01, type: 0x03, instance: 0x05 } as const;
const BOUND_EQUAL = 0x00;

/** A name of the component level: of an import, an export, or a member of an instance. */
export function externalName(reader: ComponentReader): string {
  reader.expect(0x00, 'a name has an unknown form');
  return reader.text();
}

function valueAt(types: readonly ComponentType[], index: number, offset: number): WitType {
  const found = types[index];
  return found?.sort === 'value' ? found.type : fault(`type ${index} is no type of values`, offset);
}

function namelessAt(types: readonly ComponentType[], index: number, offset: number): WitType {
  const found = types[index];
  return found?.sort === 'nameless' ? found.type : fault(`type ${index} is neither a record nor an enum`, offset);
}

function functionAt(types: readonly ComponentType[], index: number, offset: number): WitFunction {
  const found = types[index];
  return found?.sort === 'function' ? found.type : fault(`type ${index} is no type of functions`, offset);
}

/** A primitive type by its code, or another one by its index. */
function valueType(reader: ComponentReader, types: readonly ComponentType[]): WitType {
  const start = reader.at;
  // Codes are negative in the format's signed numbers, indexes are not.
  const code = reader.bytes[start] ?? 0;
  if (code < 0x40 || code >= 0x80) return valueAt(types, reader.index(), start);
  return PRIMITIVES[reader.byte()] ?? fault('a type that the world of contracts does not have', start);
}

function optionalType(reader: ComponentReader, types: readonly ComponentType[]): WitType | undefined {
  const start = reader.at;
  const present = reader.byte();
  if (present > 1) fault('a flag is neither 0 nor 1', start);
  return present === 1 ? valueType(reader, types) : undefined;
}

const fields = (reader: ComponentReader, types: readonly ComponentType[]) =>
  reader.items(() => ({ name: reader.text(), type: valueType(reader, types) }));

function listType(reader: ComponentReader, types: readonly ComponentType[]): WitType {
  const start = reader.at;
  if (valueType(reader, types).kind !== 'u8') fault('a list of something else than u8', start);
  return { kind: 'bytes' };
}

function functionType(reader: ComponentReader, types: readonly ComponentType[]): WitFunction {
  const parameters = fields(reader, types);
  const start = reader.at;
  const form = reader.byte();
  if (form === 0) return { parameters, result: valueType(reader, types) };
  if (form !== 1 || reader.byte() !== 0) fault('the result of a function has an unknown form', start);
  return { parameters, result: undefined };
}

/** A type that stands in a type section or in an instance type. */
function declaredType(reader: ComponentReader, types: readonly ComponentType[]): ComponentType {
  const start = reader.at;
  const code = reader.byte();
  if (code === FUNCTION) return { sort: 'function', type: functionType(reader, types) };
  if (code === RECORD) return { sort: 'nameless', type: { kind: 'record', fields: fields(reader, types) } };
  if (code === ENUM) return { sort: 'nameless', type: { kind: 'enum', names: reader.items(() => reader.text()) } };
  if (code === LIST) return { sort: 'value', type: listType(reader, types) };
  if (code === OPTION) return { sort: 'value', type: { kind: 'option', of: valueType(reader, types) } };
  if (code === RESULT) {
    const ok = optionalType(reader, types);
    return { sort: 'value', type: { kind: 'result', ok, error: optionalType(reader, types) } };
  }
  const primitive = PRIMITIVES[code];
  return primitive
    ? { sort: 'value', type: primitive }
    : fault('a type that the world of contracts does not have', start);
}

/** The index of a type that an export of types equals. */
function equalBound(reader: ComponentReader): number {
  reader.expect(BOUND_EQUAL, 'resources are not part of the world of contracts');
  return reader.u32();
}

/** One exported item of an instance type, which must be of the world. It may add to the space of types. */
function instanceExport(reader: ComponentReader, types: ComponentType[], names: Set<string>): void {
  const start = reader.at;
  const name = externalName(reader);
  if (names.has(name)) fault(`the imported instance has two items ${name}`, start);
  names.add(name);
  const sort = reader.byte();
  if (sort === DESCRIBED.type) {
    const type = namelessAt(types, equalBound(reader), start);
    const named = new Map<string, WitType>(Object.entries(namedTypes)).get(name);
    if (!named || !sameType(type, named)) fault(`type ${name} is not as in the world of contracts`, start);
    types.push({ sort: 'value', type });
    return;
  }
  if (sort !== DESCRIBED.function) fault(`${name} is neither a function nor a type`, start);
  const type = functionAt(types, reader.u32(), start);
  if (!isHostFunction(name)) fault(`the host has no function ${name}`, start);
  if (!sameFunction(type, hostFunctions[name])) fault(`function ${name} is not as in the world of contracts`, start);
}

function instanceType(reader: ComponentReader): InstanceType {
  // An instance type has a space of types of its own.
  const types: ComponentType[] = [];
  const names = new Set<string>();
  reader.items((offset) => {
    const declaration = reader.byte();
    if (declaration === DECLARED_TYPE) types.push(declaredType(reader, types));
    else if (declaration === DECLARED_EXPORT) instanceExport(reader, types, names);
    else fault('an unknown declaration in an instance type', offset);
  });
  return { functions: new Set([...names].filter(isHostFunction)) };
}

/** Reads one entry of a component's type section. @param types all entries before it. */
export function readComponentType(reader: ComponentReader, types: readonly ComponentType[]): ComponentType {
  if (reader.bytes[reader.at] !== INSTANCE) return declaredType(reader, types);
  reader.byte();
  return { sort: 'instance', type: instanceType(reader) };
}
