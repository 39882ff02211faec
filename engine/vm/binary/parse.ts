/** Reads a module (core specification 1.0, 5.5): strict, with the allow-list and the limits of a contract. The bodies of
 *  functions are only delimited here; `check` reads them. */

import {
  MAX_BODY_BYTES,
  MAX_DATA_SEGMENTS,
  MAX_ELEMENT_SEGMENTS,
  MAX_ELEMENTS,
  MAX_EXPORTS,
  MAX_FUNCTIONS,
  MAX_GLOBALS,
  MAX_IMPORTS,
  MAX_NAME_BYTES,
  MAX_PAGES,
  MAX_TABLE,
  MAX_TYPE_VALUES,
  MAX_TYPES,
  RESERVED_PREFIX,
} from '../limits.js';
import { bound, fault } from '../moduleFault.js';
import { F32, F64, I32, I64, op } from './instructions.js';
import type {
  Body,
  DataSegment,
  Export,
  FunctionType,
  Global,
  Import,
  Limits,
  ParsedModule,
  Span,
} from './parsedModule.js';
import { BinaryReader } from './reader.js';

const SECTION_NAMES = [
  'custom',
  'type',
  'import',
  'function',
  'table',
  'memory',
  'global',
  'export',
  'start',
  'element',
  'code',
  'data',
  'data count',
];
/** The order of the sections: data count stands before code. */
const SECTION_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11];
const PAGE_BYTES = 65_536;
const FUNCREF = 0x70;
/** The instruction that ends a constant expression. */
const END_BYTES = 1;

class ModuleReader {
  readonly types: FunctionType[] = [];
  readonly imports: Import[] = [];
  readonly functions: number[] = [];
  table: Limits | undefined;
  memory: Limits | undefined;
  readonly globals: Global[] = [];
  readonly exports: Export[] = [];
  start: number | undefined;
  readonly bodies: Body[] = [];
  elements = 0;
  readonly data: DataSegment[] = [];
  dataBytes = 0;
  readonly sections = new Map<number, { readonly count: number; readonly span: Span }>();
  #dataCount: number | undefined;

  constructor(readonly bytes: Uint8Array) {}

  read(): ParsedModule {
    const { bytes } = this;
    const head = new BinaryReader(bytes);
    for (const expected of [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00])
      if (head.byte() !== expected) fault('this is no WebAssembly module of version 1', head.at - 1);
    let last = -1;
    while (!head.isAtEnd) {
      const start = head.at;
      const id = head.byte();
      const size = head.u32();
      const from = head.at;
      head.skip(size);
      const section = new BinaryReader(bytes, from, head.at);
      if (id === 0) {
        section.name(MAX_NAME_BYTES);
        continue;
      }
      const place = SECTION_ORDER.indexOf(id);
      if (place < 0) fault(`section ${id} is not allowed`, start);
      if (place <= last) fault(`the ${SECTION_NAMES[id]} section is not in its place`, start);
      last = place;
      this.#section(id, section);
      if (!section.isAtEnd) fault(`the ${SECTION_NAMES[id]} section is longer than its contents`, section.at);
    }
    if (this.bodies.length !== this.functions.length - this.imports.length)
      fault('there are not as many bodies as functions', bytes.length);
    if (this.#dataCount !== undefined && this.#dataCount !== this.data.length)
      fault('the number of data segments is another than the data count section says', bytes.length);
    return this;
  }

  #section(id: number, reader: BinaryReader): void {
    if (id === 8) {
      this.#start(reader);
      return;
    }
    const count = reader.u32();
    if (id === 12) {
      this.#dataCount = count;
      return;
    }
    this.sections.set(id, { count, span: { start: reader.at, end: reader.end } });
    const [what, most, one] = this.#vectors(reader)[id] as [string, number, () => void];
    bound(what, count + (id === 3 ? this.imports.length : 0), most, reader.at);
    if (id === 10 && count !== this.functions.length - this.imports.length)
      fault('there are not as many bodies as functions', reader.at);
    for (let index = 0; index < count; index++) one();
  }

  /** What each section is a list of, how many there may be, and how to read one. */
  #vectors(reader: BinaryReader): Readonly<Record<number, [string, number, () => void]>> {
    return {
      1: ['types', MAX_TYPES, () => this.#type(reader)],
      2: ['imports', MAX_IMPORTS, () => this.#import(reader)],
      3: ['functions', MAX_FUNCTIONS, () => this.functions.push(this.#typeIndex(reader))],
      4: ['tables', 1, () => this.#table(reader)],
      5: ['memories', 1, () => this.#memory(reader)],
      6: ['globals', MAX_GLOBALS, () => this.#global(reader)],
      7: ['exports', MAX_EXPORTS, () => this.#export(reader)],
      9: ['element segments', MAX_ELEMENT_SEGMENTS, () => this.#elementSegment(reader)],
      10: ['functions', MAX_FUNCTIONS, () => this.#body(reader)],
      11: ['data segments', MAX_DATA_SEGMENTS, () => this.#dataSegment(reader)],
    };
  }

  #valueType(reader: BinaryReader): number {
    const type = reader.byte();
    if (type !== I32 && type !== I64 && type !== F32 && type !== F64)
      fault(`value type 0x${type.toString(16)} is not allowed: only i32, i64, f32 and f64 are`, reader.at - 1);
    return type;
  }

  #valueTypes(reader: BinaryReader, what: string): number[] {
    const start = reader.at;
    const count = reader.u32();
    bound(what, count, MAX_TYPE_VALUES, start);
    return Array.from({ length: count }, () => this.#valueType(reader));
  }

  #type(reader: BinaryReader): void {
    if (reader.byte() !== 0x60) fault('only types of functions are allowed', reader.at - 1);
    this.types.push({
      parameters: this.#valueTypes(reader, 'parameters of a function'),
      results: this.#valueTypes(reader, 'results of a function'),
    });
  }

  #typeIndex(reader: BinaryReader): number {
    const start = reader.at;
    const index = reader.u32();
    if (index >= this.types.length) fault(`there is no type ${index}`, start);
    return index;
  }

  #import(reader: BinaryReader): void {
    const module = reader.name(MAX_NAME_BYTES);
    const name = reader.name(MAX_NAME_BYTES);
    const start = reader.at;
    const kind = reader.byte();
    if (kind !== 0) fault(`"${module}" "${name}": only functions may be imported`, start);
    const type = this.#typeIndex(reader);
    this.imports.push({ module, name, type });
    this.functions.push(type);
  }

  /** @param most greatest allowed number. */
  #limits(reader: BinaryReader, what: string, most: number): Limits {
    const start = reader.at;
    const flags = reader.byte();
    if (flags > 1) fault(`${what}: shared or 64-bit ones are not allowed`, start);
    const minimum = reader.u32();
    const maximum = flags === 1 ? reader.u32() : undefined;
    if (maximum !== undefined && maximum < minimum) fault(`${what}: the maximum is below the minimum`, start);
    bound(what, minimum, most, start);
    return { minimum, maximum };
  }

  #table(reader: BinaryReader): void {
    if (reader.byte() !== FUNCREF) fault('only tables of functions are allowed', reader.at - 1);
    this.table = this.#limits(reader, 'entries of the table', MAX_TABLE);
  }

  #memory(reader: BinaryReader): void {
    const start = reader.at;
    this.memory = this.#limits(reader, 'pages of memory', MAX_PAGES);
    if ((this.memory.maximum ?? 0) > PAGE_BYTES) fault('the maximum of the memory is above 65,536 pages', start);
  }

  #global(reader: BinaryReader): void {
    const type = this.#valueType(reader);
    const flag = reader.byte();
    if (flag > 1) fault('a global is either constant or mutable', reader.at - 1);
    const start = reader.at;
    this.#constant(reader, type);
    this.globals.push({ type, isMutable: flag === 1, initial: { start, end: reader.at - END_BYTES } });
  }

  /** A constant expression: one constant and `end`; there are no imported globals that it could read.
   *  @returns the number for i32. */
  #constant(reader: BinaryReader, type: number): number {
    const start = reader.at;
    const code = reader.byte();
    const expected = { [I32]: op.i32Const, [I64]: op.i64Const, [F32]: op.f32Const, [F64]: op.f64Const }[type];
    if (code !== expected) fault('an initial value must be one constant of its type', start);
    let value = 0;
    if (code === op.i32Const) value = reader.signed(32);
    else if (code === op.i64Const) reader.skipSigned(64);
    else reader.skip(code === op.f32Const ? 4 : 8);
    if (reader.byte() !== op.end) fault('an initial value must be one constant', reader.at - 1);
    return value;
  }

  #export(reader: BinaryReader): void {
    const start = reader.at;
    const name = reader.name(MAX_NAME_BYTES);
    if (name.startsWith(RESERVED_PREFIX)) fault(`names that begin with ${RESERVED_PREFIX} are reserved`, start);
    if (this.exports.some((other) => other.name === name)) fault(`"${name}" is exported twice`, start);
    const kind = reader.byte();
    const index = reader.u32();
    const there = [this.functions.length, this.table ? 1 : 0, this.memory ? 1 : 0, this.globals.length][kind];
    if (there === undefined) fault(`"${name}": exports of kind ${kind} are not allowed`, start);
    if (index >= (there as number)) fault(`"${name}" exports something that is not there`, start);
    this.exports.push({ name, kind, index });
  }

  #start(reader: BinaryReader): void {
    const at = reader.at;
    const index = reader.u32();
    const type = this.types[this.functions[index] ?? -1];
    if (!type) fault('the start function is not there', at);
    else if (type.parameters.length + type.results.length > 0)
      fault('the start function must have no parameters and no results', at);
    this.start = index;
  }

  #elementSegment(reader: BinaryReader): void {
    const start = reader.at;
    if (reader.u32() !== 0) fault('only active element segments of function indices are allowed', start);
    if (!this.table) fault('an element segment needs a table', start);
    const offset = this.#constant(reader, I32) >>> 0;
    const count = reader.u32();
    this.elements += count;
    bound('entries of element segments', this.elements, MAX_ELEMENTS, start);
    if (offset + count > (this.table?.minimum ?? 0)) fault('an element segment does not fit the table', start);
    for (let index = 0; index < count; index++) {
      const at = reader.at;
      if (reader.u32() >= this.functions.length) fault('an element segment names a function that is not there', at);
    }
  }

  #body(reader: BinaryReader): void {
    const at = reader.at;
    const size = reader.u32();
    bound(`bytes of function ${this.imports.length + this.bodies.length}`, size, MAX_BODY_BYTES, at);
    const start = reader.at;
    reader.skip(size);
    const type = this.functions[this.imports.length + this.bodies.length] as number;
    this.bodies.push({ type, span: { start, end: reader.at } });
  }

  #dataSegment(reader: BinaryReader): void {
    const start = reader.at;
    if (reader.u32() !== 0) fault('only active data segments of the one memory are allowed', start);
    if (!this.memory) fault('a data segment needs a memory', start);
    const offset = this.#constant(reader, I32) >>> 0;
    const length = reader.u32();
    const from = reader.at;
    reader.skip(length);
    this.data.push({ offset, bytes: { start: from, end: reader.at } });
    this.dataBytes += length;
    if (offset + length > (this.memory?.minimum ?? 0) * PAGE_BYTES)
      fault('a data segment does not fit the memory', start);
  }
}

/** @throws ModuleFault */
export const parseModule = (bytes: Uint8Array): ParsedModule => new ModuleReader(bytes).read();
