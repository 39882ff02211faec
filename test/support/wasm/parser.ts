/** Reads a module that is known to be valid. What the interpreter does not run (imported memories, passive segments, other
 *  proposals) is an error. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import { section } from './encoder.js';
import { type InstructionType, instructionWithCode } from './instructions.js';
import type { Value } from './values.js';

export interface FunctionType {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

export interface Instruction {
  readonly kind: InstructionType;
  readonly name: string;
  /** First byte of the instruction in the module. */
  readonly offset: number;
  /** Index or label; offset of an access; 0 without one. */
  readonly index: number;
  /** Of a constant. */
  readonly value: Value;
  /** Of br_table: the last is the default. */
  readonly labels: readonly number[];
  /** Of a block, loop or if. */
  readonly type: FunctionType;
  /** Positions in the code: the `end` of a block, loop, if or else; the `else` of an if, or -1. */
  end: number;
  otherwise: number;
}

export interface ParsedFunction {
  readonly type: FunctionType;
  readonly locals: readonly ValueType[];
  /** The last is the `end` of the function. */
  readonly code: readonly Instruction[];
}

export interface ParsedModule {
  readonly types: readonly FunctionType[];
  readonly imports: readonly { readonly from: string; readonly name: string; readonly type: FunctionType }[];
  readonly functions: readonly ParsedFunction[];
  readonly table: number | undefined;
  readonly memory: { readonly minimum: number; readonly maximum: number | undefined } | undefined;
  readonly globals: readonly { readonly type: ValueType; readonly value: Value }[];
  readonly exports: ReadonlyMap<string, { readonly kind: number; readonly index: number }>;
  readonly start: number | undefined;
  readonly elements: readonly { readonly offset: number; readonly functions: readonly number[] }[];
  readonly data: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
}

const VALUE_TYPES: ReadonlyMap<number, ValueType> = new Map([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7d, 'f32'],
  [0x7c, 'f64'],
]);

const NO_TYPE: FunctionType = { parameters: [], results: [] };

class Reader {
  readonly #view: DataView;
  at: number;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = start;
  }

  byte(): number {
    return this.#view.getUint8(this.at++);
  }

  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  signed(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return byte < 0x40 ? value : value - (1n << (shift + 7n));
    }
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.unsigned()));
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.unsigned(); left > 0; left--) items.push(read());
    return items;
  }

  valueType(): ValueType {
    const type = VALUE_TYPES.get(this.byte());
    if (type === undefined) throw new Error(`no value type at ${this.at - 1}`);
    return type;
  }

  functionType(): FunctionType {
    if (this.byte() !== 0x60) throw new Error(`no function type at ${this.at - 1}`);
    return { parameters: this.list(() => this.valueType()), results: this.list(() => this.valueType()) };
  }

  limits(): { minimum: number; maximum: number | undefined } {
    const flag = this.byte();
    if (flag > 1) throw new Error(`limits of another kind at ${this.at - 1}`);
    const minimum = this.unsigned();
    return { minimum, maximum: flag === 1 ? this.unsigned() : undefined };
  }

  float32(): number {
    this.at += 4;
    return this.#view.getInt32(this.at - 4, true);
  }

  float64(): bigint {
    this.at += 8;
    return this.#view.getBigInt64(this.at - 8, true);
  }
}

function blockTypeAt(reader: Reader, types: readonly FunctionType[]): FunctionType {
  const code = Number(reader.signed());
  if (code === -64) return NO_TYPE;
  if (code >= 0) return types[code] ?? NO_TYPE;
  const result = VALUE_TYPES.get(code + 128);
  return { parameters: [], results: result === undefined ? [] : [result] };
}

interface Immediates {
  index?: number;
  value?: Value;
  labels?: number[];
  type?: FunctionType;
}

function immediatesAt(reader: Reader, kind: InstructionType, types: readonly FunctionType[]): Immediates {
  switch (kind.immediate) {
    case 'none':
      return {};
    case 'block':
      return { type: blockTypeAt(reader, types) };
    case 'labels':
      return { labels: [...reader.list(() => reader.unsigned()), reader.unsigned()] };
    case 'i32':
      return { value: Number(reader.signed()) };
    case 'i64':
      return { value: reader.signed() };
    case 'f32':
      return { value: reader.float32() };
    case 'f64':
      return { value: reader.float64() };
    case 'memory':
      reader.byte();
      return {};
    case 'memories':
      reader.take(2);
      return {};
    case 'access':
      reader.unsigned();
      return { index: reader.unsigned() };
    case 'indirect': {
      const index = reader.unsigned();
      reader.byte();
      return { index };
    }
    default:
      return { index: reader.unsigned() };
  }
}

function instructionAt(reader: Reader, types: readonly FunctionType[]): Instruction {
  const offset = reader.at;
  const first = reader.byte();
  const kind = instructionWithCode(first, first === 0xfc ? reader.unsigned() : 0);
  if (kind === undefined) throw new Error(`an instruction that is not known at ${offset}`);
  const { index = 0, value = 0, labels = [], type = NO_TYPE } = immediatesAt(reader, kind, types);
  return { kind, name: kind.name, offset, index, value, labels, type, end: -1, otherwise: -1 };
}

/** Up to the `end` that closes the expression or function. */
function codeAt(reader: Reader, types: readonly FunctionType[]): Instruction[] {
  const code: Instruction[] = [];
  const open: Instruction[] = [];
  for (;;) {
    const next = instructionAt(reader, types);
    code.push(next);
    if (next.kind.immediate === 'block') open.push(next);
    const opened = open.at(-1);
    if (next.name === 'else' && opened !== undefined) {
      opened.otherwise = code.length - 1;
    } else if (next.name === 'end') {
      if (opened === undefined) return code;
      opened.end = code.length - 1;
      const middle = code[opened.otherwise];
      if (middle !== undefined) middle.end = opened.end;
      open.pop();
    }
  }
}

function constantAt(reader: Reader): Value {
  const [first, last] = codeAt(reader, []);
  if (!first?.name.endsWith('.const') || last?.name !== 'end') throw new Error(`no constant before ${reader.at}`);
  return first.value;
}

/** A module while it is read. */
class Sections {
  types: FunctionType[] = [];
  imports: { from: string; name: string; type: FunctionType }[] = [];
  #declared: FunctionType[] = [];
  functions: ParsedFunction[] = [];
  table: number | undefined;
  memory: { minimum: number; maximum: number | undefined } | undefined;
  globals: { type: ValueType; value: Value }[] = [];
  exports = new Map<string, { kind: number; index: number }>();
  start: number | undefined;
  elements: { offset: number; functions: number[] }[] = [];
  data: { offset: number; bytes: Uint8Array }[] = [];

  read(id: number, reader: Reader): void {
    if (id === section.type) this.types = reader.list(() => reader.functionType());
    else if (id === section.import) this.imports = reader.list(() => this.#import(reader));
    else if (id === section.function) this.#declared = reader.list(() => this.#type(reader.unsigned()));
    else if (id === section.table) this.table = reader.list(() => this.#table(reader))[0];
    else if (id === section.memory) this.memory = reader.list(() => reader.limits())[0];
    else if (id === section.global) this.globals = reader.list(() => this.#global(reader));
    else if (id === section.export) reader.list(() => this.#export(reader));
    else if (id === section.start) this.start = reader.unsigned();
    else if (id === section.element) this.elements = reader.list(() => this.#element(reader));
    else if (id === section.code) this.#code(reader);
    else if (id === section.data) this.data = reader.list(() => this.#segment(reader));
  }

  #type(index: number): FunctionType {
    const type = this.types[index];
    if (type === undefined) throw new Error(`no type ${index}`);
    return type;
  }

  #import(reader: Reader) {
    const from = reader.name();
    const name = reader.name();
    if (reader.byte() !== 0) throw new Error(`an import that is no function before ${reader.at}`);
    return { from, name, type: this.#type(reader.unsigned()) };
  }

  #table(reader: Reader): number {
    if (reader.byte() !== 0x70) throw new Error(`no table of functions before ${reader.at}`);
    return reader.limits().minimum;
  }

  #global(reader: Reader) {
    const type = reader.valueType();
    reader.byte();
    return { type, value: constantAt(reader) };
  }

  #export(reader: Reader): void {
    const name = reader.name();
    this.exports.set(name, { kind: reader.byte(), index: reader.unsigned() });
  }

  #element(reader: Reader) {
    if (reader.unsigned() !== 0) throw new Error(`an element segment of another kind before ${reader.at}`);
    return { offset: Number(constantAt(reader)), functions: reader.list(() => reader.unsigned()) };
  }

  #segment(reader: Reader) {
    if (reader.unsigned() !== 0) throw new Error(`a data segment of another kind before ${reader.at}`);
    return { offset: Number(constantAt(reader)), bytes: reader.take(reader.unsigned()) };
  }

  #code(reader: Reader): void {
    const types = this.#declared.values();
    this.functions = reader.list(() => {
      reader.unsigned();
      const runs = reader.list(() => ({ count: reader.unsigned(), type: reader.valueType() }));
      const locals = runs.flatMap(({ count, type }) => Array<ValueType>(count).fill(type));
      return { type: types.next().value ?? NO_TYPE, locals, code: codeAt(reader, this.types) };
    });
  }
}

export function parseModule(wasm: Uint8Array): ParsedModule {
  const reader = new Reader(wasm, 8);
  const sections = new Sections();
  while (reader.at < wasm.length) {
    const id = reader.byte();
    const end = reader.unsigned() + reader.at;
    sections.read(id, reader);
    if (id !== section.custom && reader.at !== end) throw new Error(`section ${id} does not end at ${end}`);
    reader.at = end;
  }
  return sections;
}
