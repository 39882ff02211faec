/** What a component needs to know of a core module inside it: imports, exports and the types of its functions. Everything else
 *  is left to the reader of contract code, which sees the same bytes. */

import { fault } from '../moduleFault.js';
import type { ValueType } from '../valueType.js';
import { type ComponentReader, type Section, sectionsOf } from './componentReader.js';
import type { Signature } from './layout.js';

/** A function or a table that a core module imports. Tables are of functions, and of a fixed size. */
export type CoreImport = { readonly module: string; readonly name: string; readonly offset: number } & (
  | { readonly sort: 'function'; readonly type: Signature }
  | { readonly sort: 'table'; readonly entries: number }
);

export type CoreSort = 'function' | 'table' | 'memory' | 'global';

export interface CoreExport {
  readonly sort: CoreSort;
  readonly index: number;
}

export interface CoreShape {
  /** Offsets in the component: of the module's first byte, and behind its last. */
  readonly start: number;
  readonly end: number;
  readonly types: readonly Signature[];
  readonly imports: readonly CoreImport[];
  /** Types of all functions, imports first. */
  readonly functions: readonly Signature[];
  readonly exports: ReadonlyMap<string, CoreExport>;
  /** Sections that are not read here, by number. */
  readonly others: ReadonlyMap<number, ComponentReader>;
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const CORE_VERSION = [0x01, 0x00, 0x00, 0x00];

/** Reads the eight bytes with which a module or a component begins. */
export function readPreamble(reader: ComponentReader, version: readonly number[], sentence: string): void {
  const start = reader.at;
  for (const byte of [...MAGIC, ...version]) if (reader.isAtEnd || reader.byte() !== byte) fault(sentence, start);
}

const VALUE_TYPES: Readonly<Record<number, ValueType>> = { 127: 'i32', 126: 'i64', 125: 'f32', 124: 'f64' };
const SORTS: readonly CoreSort[] = ['function', 'table', 'memory', 'global'];
const FUNCTION_REFERENCE = 0x70;

/** Section numbers of a core module. */
export const CORE_SECTION = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
} as const;

const valueType = (reader: ComponentReader): ValueType =>
  VALUE_TYPES[reader.byte()] ?? fault('a value type is not i32, i64, f32 or f64', reader.at - 1);

function readType(reader: ComponentReader): Signature {
  reader.expect(0x60, 'a core type is not a function');
  const parameters = reader.items(() => valueType(reader));
  return { parameters, results: reader.items(() => valueType(reader)) };
}

/** A table of function references, of a fixed size. @returns its number of entries. */
export function readTable(reader: ComponentReader): number {
  reader.expect(FUNCTION_REFERENCE, 'a table holds something else than functions');
  const start = reader.at;
  reader.expect(1, 'a table has no greatest size');
  const entries = reader.u32();
  if (reader.u32() !== entries) fault('a table can grow', start);
  return entries;
}

const typeAt = (types: readonly Signature[], index: number, offset: number): Signature =>
  types[index] ?? fault(`there is no core type ${index}`, offset);

function readImport(reader: ComponentReader, types: readonly Signature[], offset: number): CoreImport {
  const module = reader.text();
  const name = reader.text();
  const sort = reader.byte();
  if (sort === 0) return { module, name, offset, sort: 'function', type: typeAt(types, reader.u32(), offset) };
  if (sort === 1) return { module, name, offset, sort: 'table', entries: readTable(reader) };
  return fault(`${module} ${name}: only functions can be imported`, offset);
}

function readExports(reader: ComponentReader): ReadonlyMap<string, CoreExport> {
  const exports = new Map<string, CoreExport>();
  reader.items((offset) => {
    const name = reader.text();
    const sort = SORTS[reader.byte()] ?? fault(`export ${name} is of an unknown sort`, offset);
    if (exports.has(name)) fault(`two exports have the name ${name}`, offset);
    exports.set(name, { sort, index: reader.u32() });
  });
  return exports;
}

/** The sections that are read here, taken out of `others`. */
function takeSections(reader: ComponentReader): Map<number, ComponentReader> {
  const others = new Map<number, ComponentReader>();
  for (const { id, content } of sectionsOf(reader)) {
    if (others.has(id)) fault(`a core module has two sections ${id}`, content.at);
    others.set(id, content);
  }
  return others;
}

/** Reads one section whole, and nothing when the module does not have it. */
function taken<T>(
  others: Map<number, ComponentReader>,
  id: number,
  read: (reader: ComponentReader) => T,
): T | undefined {
  const content = others.get(id);
  if (!content) return undefined;
  others.delete(id);
  const value = read(content);
  content.finish(`section ${id} of a core module`);
  return value;
}

/** @param section content of a component's section that holds one core module. */
export function readCoreShape({ content }: Section): CoreShape {
  const start = content.at;
  readPreamble(content, CORE_VERSION, 'a core module does not begin as version 1 does');
  const others = takeSections(content);
  const types = taken(others, CORE_SECTION.type, (reader) => reader.items(() => readType(reader))) ?? [];
  const imports =
    taken(others, CORE_SECTION.import, (reader) => reader.items((offset) => readImport(reader, types, offset))) ?? [];
  const defined =
    taken(others, CORE_SECTION.function, (reader) => reader.items((offset) => typeAt(types, reader.u32(), offset))) ??
    [];
  const imported = imports.flatMap((each) => (each.sort === 'function' ? [each.type] : []));
  const exports = taken(others, CORE_SECTION.export, readExports) ?? new Map<string, CoreExport>();
  return { start, end: content.end, types, imports, functions: [...imported, ...defined], exports, others };
}

/** Type of an exported function; undefined when there is no function of that name. */
export function exportedFunction(core: CoreShape, name: string): Signature | undefined {
  const found = core.exports.get(name);
  return found?.sort === 'function' ? core.functions[found.index] : undefined;
}
