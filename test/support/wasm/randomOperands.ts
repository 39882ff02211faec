/** The instructions of a random function that take operands and leave results. The types on the operand stack are known at every
 *  place, so operands are taken from it or made. Most divisions, conversions and accesses are kept from trapping, so that most calls
 *  come to their end. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import type { SeededRandom } from '../random.js';
import { instruction } from './encoder.js';
import { ARITHMETIC_FLOAT, INSTRUCTIONS, type InstructionType } from './instructions.js';
import type { FunctionType } from './parser.js';
import { randomConstant, VALUE_TYPES } from './randomConstants.js';

/** What a function may refer to. */
export interface Surroundings {
  readonly functions: readonly FunctionType[];
  /** Function of each entry; undefined for an empty one. */
  readonly table: readonly (number | undefined)[];
  readonly globals: readonly { readonly type: ValueType; readonly mutable: boolean; readonly index: number }[];
  /** Pages that the memory has at the start. */
  readonly pages: number;
  /** Index of a function type in the module. */
  typeIndex(type: FunctionType): number;
  /** Write canonical NaNs after arithmetic, so that every engine computes the same bits. */
  readonly canonical: boolean;
}

export interface Frame {
  /** Types that a branch to it takes. */
  readonly label: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly height: number;
  readonly isLoop: boolean;
  /** Nothing reaches the code that follows, so the operands below the known ones are whatever is asked of them. */
  dead: boolean;
}

const NUMERIC = INSTRUCTIONS.filter(({ immediate, type }) => immediate === 'none' && type !== undefined);
const NAN_MAKERS = NUMERIC.filter(({ name }) => ARITHMETIC_FLOAT.has(name));
const ACCESSES = INSTRUCTIONS.filter(({ immediate }) => immediate === 'access');
const LOADS = new Map(VALUE_TYPES.map((type) => [type, ACCESSES.filter((kind) => kind.type?.results[0] === type)]));

const canonicalNaN = { f32: 0x7fc0_0000n, f64: 0x7ff8n << 48n } as const;

export class OperandWriter {
  readonly code: number[] = [];
  /** Parameters first. */
  readonly locals: ValueType[];
  protected readonly stack: ValueType[] = [];
  protected readonly frames: Frame[] = [];
  /** Locals that any instruction may use; the others count loops. */
  protected readonly usable: readonly number[];
  readonly #temporaries = new Map<ValueType, number>();

  constructor(
    readonly random: SeededRandom,
    readonly around: Surroundings,
    readonly type: FunctionType,
  ) {
    this.locals = [...type.parameters, ...VALUE_TYPES];
    const more = random.chance(5) ? random.between(10, 40) : random.below(5);
    for (let count = 0; count < more; count++) this.locals.push(random.pick(VALUE_TYPES));
    this.usable = [...this.locals.keys()];
  }

  emit(name: string, ...immediates: readonly (number | bigint)[]): void {
    for (const byte of instruction(name, ...immediates)) this.code.push(byte);
  }

  protected get frame(): Frame {
    const frame = this.frames.at(-1);
    if (frame === undefined) throw new Error('code outside of a function');
    return frame;
  }

  protected local(type: ValueType): number {
    this.locals.push(type);
    return this.locals.length - 1;
  }

  /** Own values of the innermost block. */
  protected get own(): readonly ValueType[] {
    return this.stack.slice(this.frame.height);
  }

  #endsWith(types: readonly ValueType[]): boolean {
    const own = this.own;
    return own.length >= types.length && types.every((type, at) => own[own.length - types.length + at] === type);
  }

  /** Puts operands of these types on top of the stack; some that lie there already serve. */
  operands(types: readonly ValueType[]): void {
    const { random } = this;
    if (this.#endsWith(types) && random.chance(60)) return;
    // Behind a branch the stack has whatever is asked of it.
    if (this.frame.dead && this.own.length === 0 && random.chance(40)) {
      this.stack.push(...types);
      return;
    }
    for (const type of types) this.leaf(type);
  }

  /** One value without operands. */
  leaf(type: ValueType): void {
    const { random } = this;
    const kind = random.below(100);
    const local = random.pick(this.usable);
    const global = random.pick(this.around.globals);
    if (kind < 50 && this.locals[local] === type) this.emit('local.get', local);
    else if (kind < 60 && global.type === type) this.emit('global.get', global.index);
    else if (kind < 75) this.#masked(random.pick(LOADS.get(type) ?? []));
    else this.emit(`${type}.const`, randomConstant(random, type));
    this.stack.push(type);
  }

  /** An address that fits, then a load. */
  #masked({ name }: InstructionType): void {
    this.emit('i32.const', this.random.below(4_096));
    this.emit(name, 0, this.random.below(64));
  }

  pop(count: number): void {
    this.stack.length = Math.max(this.frame.height, this.stack.length - count);
  }

  push(types: readonly ValueType[]): void {
    this.stack.push(...types);
  }

  /** An instruction whose operands are on the stack. */
  apply(kind: InstructionType, ...immediates: readonly number[]): void {
    this.emit(kind.name, ...immediates);
    this.pop(kind.type?.parameters.length ?? 0);
    this.push(kind.type?.results ?? []);
  }

  numeric(): void {
    const { random } = this;
    const kind = random.pick(random.chance(20) ? NAN_MAKERS : NUMERIC);
    const { parameters, results } = kind.type ?? { parameters: [], results: [] };
    this.operands(parameters);
    const [type] = parameters;
    if (/\.(div|rem)_/.test(kind.name) && !random.chance(2)) {
      this.emit(`${type}.const`, 1);
      this.emit(`${type}.or`);
    } else if (/\.trunc_f\d\d_/.test(kind.name) && !random.chance(2)) {
      this.emit('drop');
      this.emit(`${type}.const`, random.below(200) / 4);
    }
    this.apply(kind);
    const [result] = results;
    if (this.around.canonical && ARITHMETIC_FLOAT.has(kind.name) && result !== undefined) this.#canonical(result);
  }

  #canonical(type: ValueType): void {
    const temporary = this.#temporaries.get(type) ?? this.local(type);
    this.#temporaries.set(type, temporary);
    this.emit('local.tee', temporary);
    this.emit(`${type}.const`, canonicalNaN[type === 'f32' ? 'f32' : 'f64']);
    this.emit('local.get', temporary);
    this.emit('local.get', temporary);
    this.emit(`${type}.eq`);
    this.emit('select');
  }

  /** @returns the offset that goes with the address. */
  #address(width: number): number {
    const { random, around } = this;
    const end = around.pages * 65_536;
    const kind = random.below(200);
    if (kind < 2) {
      this.emit('i32.const', randomConstant(random, 'i32'));
      this.push(['i32']);
      return random.chance(50) ? random.below(2 ** 32) : 0;
    }
    if (kind < 20) {
      // The last places where the access fits, and now and then the first where it does not.
      const offset = random.below(9);
      this.emit('i32.const', end - width - offset - random.below(3) + (random.chance(5) ? 1 : 0));
      this.push(['i32']);
      return offset;
    }
    this.operands(['i32']);
    this.emit('i32.const', 0x1fff);
    this.emit('i32.and');
    return random.below(300);
  }

  access(): void {
    const kind = this.random.pick(ACCESSES);
    const width = kind.width ?? 1;
    const offset = this.#address(width);
    const [, value] = kind.type?.parameters ?? [];
    if (value !== undefined) this.leaf(value);
    this.apply(kind, this.random.between(0, Math.log2(width)), offset);
  }

  bulk(): void {
    const { random } = this;
    const name = random.pick(['memory.copy', 'memory.fill', 'memory.grow', 'memory.size']);
    if (name === 'memory.size') {
      this.emit(name);
      this.push(['i32']);
      return;
    }
    if (name === 'memory.grow') {
      this.emit('i32.const', random.chance(90) ? random.below(2) : randomConstant(random, 'i32'));
      this.emit(name);
      this.push(['i32']);
      return;
    }
    for (const mask of [0x3fff, 0x3fff, random.pick([0, 63, 127, 255, 4_095])]) {
      this.leaf('i32');
      if (random.chance(1)) continue;
      this.emit('i32.const', mask);
      this.emit('i32.and');
    }
    this.emit(name);
    this.pop(3);
  }

  variable(): void {
    const { random } = this;
    const index = random.pick(this.usable);
    const type = this.locals[index] ?? 'i32';
    const name = random.pick(['local.get', 'local.set', 'local.tee', 'global.get', 'global.set']);
    if (name.startsWith('global')) {
      const global = random.pick(this.around.globals);
      if (name === 'global.set' && !global.mutable) return;
      if (name === 'global.set') this.operands([global.type]);
      this.emit(name, global.index);
      if (name === 'global.get') this.push([global.type]);
      else this.pop(1);
      return;
    }
    if (name !== 'local.get') this.operands([type]);
    this.emit(name, index);
    if (name === 'local.get') this.push([type]);
    if (name === 'local.set') this.pop(1);
  }

  parametric(): void {
    if (this.random.chance(40)) {
      if (this.own.length === 0 && !this.frame.dead) this.leaf(this.random.pick(VALUE_TYPES));
      this.emit('drop');
      this.pop(1);
      return;
    }
    const type = this.random.pick(VALUE_TYPES);
    this.operands([type, type, 'i32']);
    this.emit('select');
    this.pop(2);
  }
}
