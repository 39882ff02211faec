/** Random modules that are valid, sure to end, and use every instruction that a contract may use. The same seed gives the same
 *  module.
 *
 *  Functions call each other as they like. Each of them counts its calls down in a global and returns constants when none is
 *  left; the exported function `run<n>` sets that global and calls function `n` with its own arguments. Memory and all globals
 *  are exported, so that two engines can be compared by everything that a call leaves. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import type { SeededRandom } from '../random.js';
import { blockType, instruction, ModuleBuilder } from './encoder.js';
import type { HostFunction } from './interpreter.js';
import type { FunctionType } from './parser.js';
import { CodeWriter } from './randomCode.js';
import { randomConstant, VALUE_TYPES } from './randomConstants.js';
import type { Surroundings } from './randomOperands.js';
import type { TypedValue, Value } from './values.js';

export interface RandomModule {
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** What can be called: exported functions. */
  readonly calls: readonly { readonly name: string; readonly type: FunctionType }[];
  /** Functions of the module `env`, of integers: `hostOf` has them. */
  readonly imports: readonly { readonly name: string; readonly type: FunctionType }[];
  /** Names of the exported globals. */
  readonly globals: readonly { readonly name: string; readonly type: ValueType }[];
}

export interface RandomOptions {
  /** See `Surroundings`: with it the module gives the same bits wherever it runs. */
  readonly canonical: boolean;
  /** Instructions of all functions together, about. */
  readonly size?: number;
}

/** Calls that one call from outside may lead to. */
const CALLS = 12;
const CALLS_LEFT = 0;
/** Where a call's results and the globals are kept. */
const KEPT_AT = 32_768;

function randomType(random: SeededRandom): FunctionType {
  const types = (count: number): ValueType[] => Array.from({ length: count }, () => random.pick(VALUE_TYPES));
  const many = random.chance(8);
  return {
    parameters: types(many ? random.between(6, 16) : random.below(5)),
    results: types(random.chance(8) ? random.between(7, 10) : random.below(3)),
  };
}

const INTEGERS: readonly ValueType[] = ['i32', 'i64'];

function randomImport(random: SeededRandom, index: number): RandomModule['imports'][number] {
  const types = (count: number): ValueType[] => Array.from({ length: count }, () => random.pick(INTEGERS));
  return { name: `mix${index}`, type: { parameters: types(random.below(4)), results: types(random.below(2)) } };
}

/** A module while it is made. */
class Draft {
  readonly builder = new ModuleBuilder();
  /** Imports first. */
  readonly functions: readonly FunctionType[];
  readonly imports: RandomModule['imports'];
  readonly table: readonly (number | undefined)[];
  readonly globals: { type: ValueType; mutable: boolean; index: number }[] = [];
  readonly pages: number;

  constructor(
    readonly random: SeededRandom,
    readonly options: RandomOptions,
  ) {
    const { builder } = this;
    const imports = random.chance(70) ? 0 : random.between(1, 3);
    this.imports = Array.from({ length: imports }, (_, index) => randomImport(random, index));
    for (const { name, type } of this.imports) builder.importFunction(name, type.parameters, type.results);
    const own = Array.from({ length: random.between(1, 5) }, () => randomType(random));
    this.functions = [...this.imports.map(({ type }) => type), ...own];
    this.pages = random.chance(80) ? 1 : random.between(1, 3);
    builder.memory(this.pages, random.pick([3, 4, 16, 17, 32]), 'memory');
    builder.global('i32', true, 0, 'callsLeft');
    for (const type of [...VALUE_TYPES, random.pick(VALUE_TYPES)]) this.#global(type, true);
    if (random.chance(30)) this.#global(random.pick(VALUE_TYPES), false);
    this.table = this.#fillTable();
    for (let count = random.below(4); count > 0; count--) {
      builder.data(random.below(4_096), [...random.bytes(random.below(64))]);
    }
  }

  #global(type: ValueType, mutable: boolean): void {
    const index = this.globals.length + 1;
    this.builder.global(type, mutable, randomConstant(this.random, type), `g${index}`);
    this.globals.push({ type, mutable, index });
  }

  #fillTable(): (number | undefined)[] {
    const { random, builder, functions } = this;
    const table = Array<number | undefined>(random.between(1, 12)).fill(undefined);
    builder.table(table.length, random.chance(50) ? table.length : undefined);
    for (let count = random.below(4); count > 0; count--) {
      const offset = random.below(table.length);
      const members = Array.from({ length: random.between(1, table.length - offset) }, () =>
        random.below(functions.length),
      );
      builder.elements(offset, members);
      for (const [at, member] of members.entries()) table[offset + at] = member;
    }
    return table;
  }

  get around(): Surroundings {
    const { functions, table, globals, pages, builder, options } = this;
    const typeIndex = ({ parameters, results }: FunctionType): number => builder.type(parameters, results);
    return { functions, table, globals, pages, typeIndex, canonical: options.canonical };
  }

  own(type: FunctionType, size: number): void {
    const writer = new CodeWriter(this.random, this.around, type);
    writer.emit('global.get', CALLS_LEFT);
    writer.emit('i32.eqz');
    writer.emit('if', blockType(undefined));
    writer.returnConstants();
    writer.emit('end');
    writer.emit('global.get', CALLS_LEFT);
    writer.emit('i32.const', 1);
    writer.emit('i32.sub');
    writer.emit('global.set', CALLS_LEFT);
    writer.write(size);
    const locals = writer.locals.slice(type.parameters.length);
    const index = this.builder.func({ ...type, locals }, writer.code);
    if (this.random.chance(30)) this.builder.nameFunction(index, `function ${index}`);
  }

  /** Calls a function and keeps the bits of its results and of all globals in memory, where every NaN can be told from another. */
  wrapper(target: number, { parameters, results }: FunctionType): string {
    const name = `run${target}`;
    const first = parameters.length;
    const operands = parameters.flatMap((_, at) => instruction('local.get', at));
    const sets = results.flatMap((_, at) => instruction('local.set', first + results.length - 1 - at));
    const gets = results.map((_, at) => instruction('local.get', first + at));
    const kept = [
      ...results.map((type, at) => ({ type, get: gets[at] ?? [] })),
      ...this.globals.map(({ type, index }) => ({ type, get: instruction('global.get', index) })),
    ].flatMap(({ type, get }, at) => [
      ...instruction('i32.const', KEPT_AT + 8 * at),
      ...get,
      ...instruction(`${type}.store`, 0, 0),
    ]);
    const code = [...this.#refill(), ...operands, ...instruction('call', target), ...sets, ...kept, ...gets.flat()];
    this.builder.func({ parameters, results, locals: results, exported: name }, code);
    return name;
  }

  #refill(): number[] {
    return [...instruction('i32.const', CALLS), ...instruction('global.set', CALLS_LEFT)];
  }

  /** A start section that calls one of the functions with constants. */
  start(target: number, { parameters, results }: FunctionType): void {
    const operands = parameters.flatMap((type) => instruction(`${type}.const`, randomConstant(this.random, type)));
    const drops = results.flatMap(() => instruction('drop'));
    const index = this.builder.func({}, [...this.#refill(), ...operands, ...instruction('call', target), ...drops]);
    this.builder.start(index);
  }
}

export function randomModule(random: SeededRandom, options: RandomOptions): RandomModule {
  const draft = new Draft(random, options);
  const { functions, imports, builder, globals } = draft;
  const own = functions.slice(imports.length);
  const size = Math.ceil((options.size ?? 200) / own.length);
  for (const type of own) draft.own(type, random.between(Math.ceil(size / 4), size));
  const calls = functions.map((type, target) => ({ name: draft.wrapper(target, type), type }));
  if (random.chance(15)) {
    const target = random.below(functions.length);
    draft.start(target, functions[target] ?? { parameters: [], results: [] });
  }
  return {
    wasm: builder.finish(),
    calls,
    imports,
    globals: globals.map(({ type, index }) => ({ name: `g${index}`, type })),
  };
}

/** Host functions that compute something from all of their operands. */
export function hostOf({ imports }: RandomModule): Readonly<Record<string, HostFunction>> {
  const functions = imports.map(({ name, type }): [string, HostFunction] => {
    const [result] = type.results;
    const mix = (...operands: (number | bigint)[]): number | bigint | undefined => {
      const sum = operands.reduce<bigint>((before, operand) => 31n * before + BigInt(operand), 17n);
      if (result === undefined) return undefined;
      return result === 'i32' ? Number(BigInt.asIntN(32, sum)) : BigInt.asIntN(64, sum);
    };
    return [name, mix];
  });
  return Object.fromEntries(functions);
}

/** Arguments for a call. A NaN is the canonical one, because that is all the JavaScript interface passes reliably. */
export function randomArguments(random: SeededRandom, { parameters }: FunctionType): TypedValue[] {
  return parameters.map((type) => {
    const value = randomConstant(random, type);
    return { type, value: withoutPayload(type, value) };
  });
}

function withoutPayload(type: ValueType, bits: bigint): Value {
  const wrapped = type.endsWith('32') ? BigInt.asIntN(32, bits) : BigInt.asIntN(64, bits);
  if (type === 'f32' && (bits & 0x7fff_ffffn) > 0x7f80_0000n) return 0x7fc0_0000;
  if (type === 'f64' && (bits & ((1n << 63n) - 1n)) > 0x7ff0n << 48n) return 0x7ff8n << 48n;
  return type.endsWith('32') ? Number(wrapped) : wrapped;
}
