/** WebAssembly modules written down by tests. Code is bytes; `assemble` makes them from the names of the text format, in the
 *  order of the binary format:
 *
 *      const module = new ModuleBuilder();
 *      module.memory(1, 1, 'memory');
 *      module.func({ parameters: ['i32'], results: ['i32'], exported: 'double' }, assemble('local.get 0 i32.const 2 i32.mul'));
 *      const wasm = module.finish();
 *
 *  Nothing is checked: wrong modules are written with the same words. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import { type InstructionType, instructionNamed } from './instructions.js';

export type Bytes = readonly number[];

export const typeCode: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c };

export const section = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
} as const;

export const MAGIC: Bytes = [0x00, 0x61, 0x73, 0x6d];
export const VERSION: Bytes = [0x01, 0x00, 0x00, 0x00];

/** LEB128 of a whole number from 0 up. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

/** LEB128 of a whole number, two's complement. */
export function signed(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    if ((rest === 0n && low < 64) || (rest === -1n && low >= 64)) {
      bytes.push(low);
      return bytes;
    }
    bytes.push(low | 0x80);
  }
}

/** A number of a length in bytes that is longer than needed. */
export function padded(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => {
    const low = Math.floor(value / 128 ** at) % 128;
    return at < length - 1 ? low | 0x80 : low;
  });
}

export const textBytes = (text: string): number[] => [...new TextEncoder().encode(text)];
export const named = (text: string): number[] => [...unsigned(textBytes(text).length), ...textBytes(text)];
/** Appends without spreading: a list may be longer than a call's arguments can be. */
export function append(target: number[], bytes: Iterable<number>): number[] {
  for (const byte of bytes) target.push(byte);
  return target;
}

/** Count, then the items one after another. */
export function vector(items: Iterable<Bytes>): number[] {
  const bytes: number[] = [];
  let count = 0;
  for (const item of items) {
    append(bytes, item);
    count++;
  }
  return append(unsigned(count), bytes);
}

/** A section with its number and length. */
export const sectionBytes = (id: number, content: Bytes): number[] =>
  append([id, ...unsigned(content.length)], content);

/** Header, then sections as they are. */
export function moduleOf(...sections: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [...MAGIC, ...VERSION];
  for (const content of sections) append(bytes, content);
  return Uint8Array.from(bytes);
}

const scratch = new DataView(new ArrayBuffer(8));

/** Little-endian bytes of a float. A NaN with a payload is given by its bits. */
export function floatBytes(type: 'f32' | 'f64', value: number | bigint): number[] {
  if (type === 'f32') {
    if (typeof value === 'bigint') scratch.setUint32(0, Number(value), true);
    else scratch.setFloat32(0, value, true);
    return Array.from({ length: 4 }, (_, at) => scratch.getUint8(at));
  }
  if (typeof value === 'bigint') scratch.setBigUint64(0, value, true);
  else scratch.setFloat64(0, value, true);
  return Array.from({ length: 8 }, (_, at) => scratch.getUint8(at));
}

/** The bytes of an instruction whose immediates are whole numbers: indices, labels, constants; for an access the alignment
 *  (as a power of two) and the offset; for a block its type as `blockType` gives it. */
export function instruction(name: string, ...immediates: readonly (number | bigint)[]): number[] {
  const { code, immediate } = instructionNamed(name);
  return [...code, ...immediateBytes(immediate, immediates)];
}

function immediateBytes(kind: InstructionType['immediate'], values: readonly (number | bigint)[]): number[] {
  const [first = 0] = values;
  switch (kind) {
    case 'none':
      return [];
    case 'memory':
      return [0];
    case 'memories':
      return [0, 0];
    case 'block':
      return signed(first);
    case 'i32':
      return signed(BigInt.asIntN(32, BigInt(first)));
    case 'i64':
      return signed(BigInt.asIntN(64, BigInt(first)));
    case 'f32':
    case 'f64':
      return floatBytes(kind, first);
    case 'labels':
      return [...unsigned(values.length - 1), ...values.flatMap((value) => unsigned(Number(value)))];
    case 'indirect':
      return [...unsigned(Number(first)), 0];
    default:
      return values.flatMap((value) => unsigned(Number(value)));
  }
}

/** Type of a block as the number of its immediate: nothing, one value, or an index of the type section. */
export function blockType(type: ValueType | number | undefined): number {
  if (typeof type === 'number') return type;
  return type === undefined ? -64 : typeCode[type] - 0x80;
}

const NUMBER = /^[-+]?(\d|0x|inf|nan|bits:)/;

function numberOf(token: string): number | bigint {
  if (token === 'nan') return Number.NaN;
  if (token.startsWith('bits:')) return BigInt(token.slice(5));
  if (/^[-+]?inf$/.test(token)) return token.startsWith('-') ? -Infinity : Infinity;
  return Number(token);
}

function integerOf(token: string): bigint {
  return token.startsWith('-') ? -BigInt(token.slice(1)) : BigInt(token);
}

function accessOf(tokens: readonly string[], width: number): number[] {
  const option = (name: string): string | undefined =>
    tokens.find((token) => token.startsWith(`${name}=`))?.slice(name.length + 1);
  return [Math.log2(Number(option('align') ?? width)), Number(option('offset') ?? 0)];
}

function fromTokens(name: string, tokens: readonly string[]): number[] {
  const { immediate, width = 1 } = instructionNamed(name);
  const [first = '0'] = tokens;
  switch (immediate) {
    case 'block': {
      if (tokens.length === 0) return instruction(name, blockType(undefined));
      const type = first.startsWith('type=') ? Number(first.slice(5)) : (first as ValueType);
      return instruction(name, blockType(type));
    }
    case 'i32':
    case 'i64':
      return instruction(name, integerOf(first));
    case 'access':
      return instruction(name, ...accessOf(tokens, width));
    default:
      return instruction(name, ...tokens.map(numberOf));
  }
}

/** Code from names and immediates, separated by white space: `block i32`, `block type=2`, `br_table 0 1 0` (the last is the
 *  default), `i32.load offset=8 align=1`, `f32.const bits:0x7fa00000`. The `end` of the function is not written. */
export function assemble(text: string): number[] {
  const bytes: number[] = [];
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  for (let at = 0; at < tokens.length; ) {
    const name = tokens[at++] ?? '';
    const immediates: string[] = [];
    const isBlock = instructionNamed(name).immediate === 'block';
    for (let token = tokens[at]; token !== undefined; token = tokens[++at]) {
      const isType = isBlock && (token in typeCode || token.startsWith('type='));
      if (!(isType || NUMBER.test(token) || /^(offset|align)=/.test(token))) break;
      immediates.push(token);
    }
    append(bytes, fromTokens(name, immediates));
  }
  return bytes;
}

export interface FunctionShape {
  readonly parameters?: readonly ValueType[];
  readonly results?: readonly ValueType[];
  readonly locals?: readonly ValueType[];
  /** One name or several. */
  readonly exported?: string | readonly string[];
}

/** Locals in runs of one type. */
export function localRuns(locals: readonly ValueType[]): number[] {
  const runs: { type: ValueType; count: number }[] = [];
  for (const type of locals) {
    const last = runs.at(-1);
    if (last?.type === type) last.count++;
    else runs.push({ type, count: 1 });
  }
  return vector(runs.map(({ type, count }) => [...unsigned(count), typeCode[type]]));
}

/** A function's entry in the code section, its last `end` included. */
export function bodyBytes(code: Bytes, locals: Bytes = [0]): number[] {
  const content = append(append([...locals], code), [0x0b]);
  return append(unsigned(content.length), content);
}

const limits = (minimum: number, maximum?: number): number[] =>
  maximum === undefined ? [0, ...unsigned(minimum)] : [1, ...unsigned(minimum), ...unsigned(maximum)];

/** Collects a module; indices are given out in order. Imported functions come before own ones. */
export class ModuleBuilder {
  readonly #types: number[][] = [];
  readonly #typeKeys = new Map<string, number>();
  readonly #imports: number[][] = [];
  readonly #functions: number[][] = [];
  readonly #bodies: number[][] = [];
  readonly #tables: number[][] = [];
  readonly #memories: number[][] = [];
  readonly #globals: number[][] = [];
  readonly #exports: number[][] = [];
  readonly #elements: number[][] = [];
  readonly #data: number[][] = [];
  readonly #names: { index: number; name: string }[] = [];
  readonly #custom: number[][] = [];
  #start: number | undefined;
  #imported = 0;

  /** @returns the index of the function type, which is entered once. */
  type(parameters: readonly ValueType[], results: readonly ValueType[]): number {
    const key = `${parameters}:${results}`;
    const known = this.#typeKeys.get(key);
    if (known !== undefined) return known;
    const list = (types: readonly ValueType[]): number[] => vector(types.map((type) => [typeCode[type]]));
    this.#types.push([0x60, ...list(parameters), ...list(results)]);
    this.#typeKeys.set(key, this.#types.length - 1);
    return this.#types.length - 1;
  }

  /** @returns the function's index. @throws after the first own function. */
  importFunction(name: string, parameters: readonly ValueType[], results: readonly ValueType[], from = 'env'): number {
    if (this.#functions.length > 0) throw new Error('imports come before own functions');
    this.#imports.push([...named(from), ...named(name), 0, ...unsigned(this.type(parameters, results))]);
    return this.#imported++;
  }

  /** The index of the next own function. */
  get nextFunction(): number {
    return this.#imported + this.#functions.length;
  }

  /** @param code without the last `end`. @returns the function's index. */
  func(shape: FunctionShape, code: Bytes): number {
    const index = this.nextFunction;
    this.#functions.push(unsigned(this.type(shape.parameters ?? [], shape.results ?? [])));
    this.#bodies.push(bodyBytes(code, localRuns(shape.locals ?? [])));
    for (const name of [shape.exported ?? []].flat()) this.exportItem(name, 'function', index);
    return index;
  }

  exportItem(name: string, kind: 'function' | 'table' | 'memory' | 'global', index: number): void {
    const codes = { function: 0, table: 1, memory: 2, global: 3 };
    this.#exports.push([...named(name), codes[kind], ...unsigned(index)]);
  }

  /** Sizes in pages of 64 KiB. */
  memory(minimum: number, maximum?: number, exported?: string): void {
    this.#memories.push(limits(minimum, maximum));
    if (exported !== undefined) this.exportItem(exported, 'memory', this.#memories.length - 1);
  }

  /** A table of functions; sizes in entries. */
  table(minimum: number, maximum?: number): void {
    this.#tables.push([0x70, ...limits(minimum, maximum)]);
  }

  /** @param value for floats the bits as a bigint, or a number. @returns the global's index. */
  global(type: ValueType, mutable: boolean, value: number | bigint, exported?: string): number {
    const start = [...instruction(`${type}.const`, value), 0x0b];
    this.#globals.push([typeCode[type], mutable ? 1 : 0, ...start]);
    const index = this.#globals.length - 1;
    if (exported !== undefined) this.exportItem(exported, 'global', index);
    return index;
  }

  elements(offset: number, functions: readonly number[]): void {
    this.#elements.push([0, ...assemble(`i32.const ${offset}`), 0x0b, ...vector(functions.map(unsigned))]);
  }

  data(offset: number, bytes: Bytes): void {
    const head = [0, ...assemble(`i32.const ${offset}`), 0x0b, ...unsigned(bytes.length)];
    this.#data.push(append(head, bytes));
  }

  start(index: number): void {
    this.#start = index;
  }

  /** The function's name in the name section. */
  nameFunction(index: number, name: string): void {
    this.#names.push({ index, name });
  }

  custom(name: string, content: Bytes): void {
    this.#custom.push([...named(name), ...content]);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const lists: readonly (readonly [number, readonly number[][]])[] = [
      [section.type, this.#types],
      [section.import, this.#imports],
      [section.function, this.#functions],
      [section.table, this.#tables],
      [section.memory, this.#memories],
      [section.global, this.#globals],
      [section.export, this.#exports],
      [section.start, []],
      [section.element, this.#elements],
      [section.code, this.#bodies],
      [section.data, this.#data],
    ];
    const sections: number[][] = [];
    for (const [id, items] of lists) {
      if (id === section.start && this.#start !== undefined) sections.push(sectionBytes(id, unsigned(this.#start)));
      if (items.length > 0) sections.push(sectionBytes(id, vector(items)));
    }
    for (const content of this.#custom) sections.push(sectionBytes(section.custom, content));
    if (this.#names.length > 0) sections.push(this.#nameSection());
    return moduleOf(...sections);
  }

  #nameSection(): number[] {
    const ordered = [...this.#names].sort((a, b) => a.index - b.index);
    const map = vector(ordered.map(({ index, name }) => [...unsigned(index), ...named(name)]));
    return sectionBytes(section.custom, [...named('name'), 1, ...unsigned(map.length), ...map]);
  }
}
