/** The code of one random function: valid, and sure to end. It is written from left to right with the types on the operand stack
 *  known, so blocks begin and branches leave with values below them on the stack.
 *
 *  A loop counts down in a local of its own and returns when it has come to 0; calls are counted by the module (`randomModule.ts`).
 *  Most divisions, conversions and accesses are kept from trapping, so that most calls come to their end. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import type { SeededRandom } from '../random.js';
import { blockType, instruction } from './encoder.js';
import { ARITHMETIC_FLOAT, INSTRUCTIONS, type InstructionType } from './instructions.js';
import type { FunctionType } from './parser.js';

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

interface Frame {
  /** Types that a branch to it takes. */
  readonly label: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly height: number;
  readonly isLoop: boolean;
  /** Nothing reaches the code that follows, so the operands below the known ones are whatever is asked of them. */
  dead: boolean;
}

export const VALUE_TYPES: readonly ValueType[] = ['i32', 'i64', 'f32', 'f64'];

const NUMERIC = INSTRUCTIONS.filter(({ immediate, type }) => immediate === 'none' && type !== undefined);
const NAN_MAKERS = NUMERIC.filter(({ name }) => ARITHMETIC_FLOAT.has(name));
const ACCESSES = INSTRUCTIONS.filter(({ immediate }) => immediate === 'access');
const LOADS = new Map(VALUE_TYPES.map((type) => [type, ACCESSES.filter((kind) => kind.type?.results[0] === type)]));

const INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  8n,
  31n,
  63n,
  255n,
  65_535n,
  2n ** 31n - 1n,
  -(2n ** 31n),
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const FLOATS_32 = [
  0n,
  0x8000_0000n,
  0x3f80_0000n,
  0xbfc0_0000n,
  0x4f00_0000n,
  0x7f80_0000n,
  0xff80_0000n,
  1n,
  0x4b00_0001n,
];
const NANS_32 = [0x7fc0_0000n, 0xffc0_0000n, 0x7fa0_0000n, 0xff80_0001n, 0x7fff_ffffn];
const FLOATS_64 = [0n, 1n << 63n, 0x3ff8n << 48n, 0xbff0n << 48n, 0x41e0n << 48n, 0x43e0n << 48n, 0x7ff0n << 48n, 1n];
const NANS_64 = [0x7ff8n << 48n, 0xfff8n << 48n, (0x7ff0n << 48n) | 1n, (0xfff4n << 48n) | 9n, (1n << 63n) - 1n];

const LOOP_DEPTH = 2;
const NESTING = 7;
/** Values on the operand stack before some are dropped. */
const HEIGHT = 24;
/** Turns that branches from anywhere may add to a loop before it returns. */
const SPARE_TURNS = 2;

/** The bits of a random constant, in the form that `instruction` takes. */
export function randomConstant(random: SeededRandom, type: ValueType): bigint {
  if (type === 'f32' || type === 'f64') {
    const [usual, nans] = type === 'f32' ? [FLOATS_32, NANS_32] : [FLOATS_64, NANS_64];
    if (random.chance(25)) return random.pick(nans);
    return random.chance(70) ? random.pick(usual) : random.bigBelow(type === 'f32' ? 2n ** 32n : 2n ** 64n);
  }
  if (random.chance(40)) return random.pick(INTEGERS);
  return random.chance(70) ? BigInt(random.between(-300, 300)) : BigInt.asIntN(64, random.bigBelow(2n ** 64n));
}

const canonicalNaN = { f32: 0x7fc0_0000n, f64: 0x7ff8n << 48n } as const;

type Step = (writer: CodeWriter) => void;

export class CodeWriter {
  readonly code: number[] = [];
  /** Parameters first. */
  readonly locals: ValueType[];
  readonly #stack: ValueType[] = [];
  readonly #frames: Frame[] = [];
  readonly #usable: readonly number[];
  readonly #temporaries = new Map<ValueType, number>();
  #loops = 0;

  constructor(
    readonly random: SeededRandom,
    readonly around: Surroundings,
    readonly type: FunctionType,
  ) {
    this.locals = [...type.parameters, ...VALUE_TYPES];
    const more = random.chance(5) ? random.between(10, 40) : random.below(5);
    for (let count = 0; count < more; count++) this.locals.push(random.pick(VALUE_TYPES));
    this.#usable = [...this.locals.keys()];
  }

  /** @param size instructions, about. */
  write(size: number): void {
    this.#frames.push({ label: this.type.results, results: this.type.results, height: 0, isLoop: false, dead: false });
    this.#body(size);
    this.#frames.pop();
  }

  emit(name: string, ...immediates: readonly (number | bigint)[]): void {
    for (const byte of instruction(name, ...immediates)) this.code.push(byte);
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new Error('code outside of a function');
    return frame;
  }

  #local(type: ValueType): number {
    this.locals.push(type);
    return this.locals.length - 1;
  }

  /** Own values of the innermost block. */
  get #own(): readonly ValueType[] {
    return this.#stack.slice(this.#frame.height);
  }

  #endsWith(types: readonly ValueType[]): boolean {
    const own = this.#own;
    return own.length >= types.length && types.every((type, at) => own[own.length - types.length + at] === type);
  }

  /** Puts operands of these types on top of the stack; some that lie there already serve. */
  operands(types: readonly ValueType[]): void {
    const { random } = this;
    if (this.#endsWith(types) && random.chance(60)) return;
    // Behind a branch the stack has whatever is asked of it.
    if (this.#frame.dead && this.#own.length === 0 && random.chance(40)) {
      this.#stack.push(...types);
      return;
    }
    for (const type of types) this.leaf(type);
  }

  /** One value without operands. */
  leaf(type: ValueType): void {
    const { random } = this;
    const kind = random.below(100);
    const local = random.pick(this.#usable);
    const global = random.pick(this.around.globals);
    if (kind < 50 && this.locals[local] === type) this.emit('local.get', local);
    else if (kind < 60 && global.type === type) this.emit('global.get', global.index);
    else if (kind < 75) this.#masked(random.pick(LOADS.get(type) ?? []));
    else this.emit(`${type}.const`, randomConstant(random, type));
    this.#stack.push(type);
  }

  /** An address that fits, then a load. */
  #masked({ name }: InstructionType): void {
    this.emit('i32.const', this.random.below(4_096));
    this.emit(name, 0, this.random.below(64));
  }

  pop(count: number): void {
    this.#stack.length = Math.max(this.#frame.height, this.#stack.length - count);
  }

  push(types: readonly ValueType[]): void {
    this.#stack.push(...types);
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
    const temporary = this.#temporaries.get(type) ?? this.#local(type);
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
    const index = random.pick(this.#usable);
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
      if (this.#own.length === 0 && !this.#frame.dead) this.leaf(this.random.pick(VALUE_TYPES));
      this.emit('drop');
      this.pop(1);
      return;
    }
    const type = this.random.pick(VALUE_TYPES);
    this.operands([type, type, 'i32']);
    this.emit('select');
    this.pop(2);
  }

  call(): void {
    const { random, around } = this;
    const index = random.below(around.functions.length);
    const type = around.functions[index];
    if (type === undefined) return;
    this.operands(type.parameters);
    if (random.chance(50)) this.emit('call', index);
    else {
      const fitting = around.table.flatMap((entry, at) => (entry === index ? [at] : []));
      const isSafe = fitting.length > 0 && !random.chance(3);
      this.emit('i32.const', isSafe ? random.pick(fitting) : random.below(around.table.length + 2));
      this.emit('call_indirect', around.typeIndex(type));
    }
    this.pop(type.parameters.length);
    this.push(type.results);
  }

  /** A random branch; what follows it in the block is dead, br_if apart. */
  branch(): void {
    const { random } = this;
    const kind = random.below(100);
    if (kind < 55) this.#branchIf();
    else if (kind < 75) this.#branchTable();
    else if (kind < 90) this.#leave('br', random.below(this.#frames.length));
    else if (kind < 95) this.#leave('return', this.#frames.length - 1);
    else this.#leave('unreachable', undefined);
  }

  #labelOf(depth: number): readonly ValueType[] {
    return this.#frames[this.#frames.length - 1 - depth]?.label ?? [];
  }

  #branchIf(): void {
    const depth = this.random.below(this.#frames.length);
    this.operands([...this.#labelOf(depth), 'i32']);
    this.emit('br_if', depth);
    this.pop(1);
    // Behind a branch the operands may have come from nowhere; now their types are known.
    const label = this.#labelOf(depth);
    this.pop(label.length);
    this.push(label);
  }

  #branchTable(): void {
    const { random } = this;
    const first = random.below(this.#frames.length);
    const wanted = `${this.#labelOf(first)}`;
    const alike = [...this.#frames.keys()].filter((depth) => `${this.#labelOf(depth)}` === wanted);
    this.operands([...this.#labelOf(first), 'i32']);
    this.emit('br_table', ...Array.from({ length: random.between(1, 5) }, () => random.pick(alike)));
    this.#die();
  }

  #leave(name: string, depth: number | undefined): void {
    // Rarely with nothing around it: a trap ends the whole call.
    if (depth === undefined && !this.random.chance(50)) return;
    if (depth !== undefined) this.operands(this.#labelOf(depth));
    if (name === 'br') this.emit(name, depth ?? 0);
    else this.emit(name);
    this.#die();
  }

  #die(): void {
    this.#stack.length = this.#frame.height;
    this.#frame.dead = true;
  }

  #types(most: number): ValueType[] {
    const { random } = this;
    const count = random.chance(8) ? random.between(8, 10) : random.below(most + 1);
    return Array.from({ length: count }, () => random.pick(VALUE_TYPES));
  }

  block(size: number): void {
    const { random } = this;
    if (this.#frames.length >= NESTING) return;
    const kind = random.pick(['block', 'loop', 'if', 'if']);
    if (kind === 'loop' && this.#loops >= LOOP_DEPTH) return;
    const parameters = random.chance(60) ? [] : this.#own.slice(-random.between(1, random.chance(25) ? 10 : 2));
    // Now and then what a branch out of it takes already, so that one br_table can have both.
    const results = random.chance(20) ? this.#frame.label : this.#types(random.chance(50) ? 0 : 2);
    if (kind === 'loop') this.#loop({ parameters, results }, size);
    else this.#plain(kind, { parameters, results }, size);
  }

  #typeOf({ parameters, results }: FunctionType): number {
    if (parameters.length === 0 && results.length < 2 && this.random.chance(90)) return blockType(results[0]);
    return this.around.typeIndex({ parameters, results });
  }

  #open(kind: string, type: FunctionType): void {
    this.emit(kind, this.#typeOf(type));
    const isLoop = kind === 'loop';
    const height = this.#stack.length - type.parameters.length;
    const label = isLoop ? type.parameters : type.results;
    this.#frames.push({ label, results: type.results, height, isLoop, dead: false });
  }

  #close(): void {
    const { height, results } = this.#frame;
    this.emit('end');
    this.#frames.pop();
    this.#stack.length = height;
    this.push(results);
  }

  #plain(kind: string, type: FunctionType, size: number): void {
    const needsElse = `${type.parameters}` !== `${type.results}`;
    if (kind === 'if') {
      this.leaf('i32');
      this.pop(1);
    }
    this.#open(kind, type);
    this.#body(kind === 'if' ? size / 2 : size);
    if (kind === 'if' && (needsElse || this.random.chance(50))) {
      this.emit('else');
      this.#frame.dead = false;
      this.#stack.length = this.#frame.height;
      this.push(type.parameters);
      this.#body(size / 2);
    }
    this.#close();
  }

  #loop(type: FunctionType, size: number): void {
    const counter = this.#local('i32');
    this.emit('i32.const', SPARE_TURNS + this.random.between(1, 4));
    this.emit('local.set', counter);
    this.#open('loop', type);
    this.#loops++;
    this.#countDown(counter);
    this.#body(size, () => {
      for (const of of type.parameters) this.leaf(of);
      this.emit('local.get', counter);
      this.emit('i32.const', SPARE_TURNS);
      this.emit('i32.gt_s');
      this.emit('br_if', 0);
      for (const _ of type.parameters) this.emit('drop');
      this.pop(type.parameters.length);
    });
    this.#loops--;
    this.#close();
  }

  #countDown(counter: number): void {
    this.emit('local.get', counter);
    this.emit('i32.const', 1);
    this.emit('i32.sub');
    this.emit('local.tee', counter);
    this.emit('i32.eqz');
    this.emit('if', blockType(undefined));
    this.returnConstants();
    this.emit('end');
  }

  /** Leaves the function with constants. */
  returnConstants(): void {
    for (const type of this.type.results) this.emit(`${type}.const`, 7n);
    this.emit('return');
  }

  /** Instructions of a block until its size is used up, then its results. */
  #body(size: number, before?: () => void): void {
    const end = this.code.length + size * 2;
    let afterDeath = this.random.below(3);
    while (this.code.length < end && (!this.#frame.dead || afterDeath-- > 0)) {
      this.#chosen(size)(this);
      while (this.#own.length > HEIGHT) {
        this.emit('drop');
        this.pop(1);
      }
    }
    if (!this.#frame.dead) before?.();
    this.#results();
  }

  /** Leaves exactly the results above the height of the block. */
  #results(): void {
    const { results, dead, isLoop } = this.#frame;
    if (dead && this.#own.length === 0 && this.random.chance(50)) return;
    if (`${this.#own}` === `${results}`) return;
    if (!isLoop && this.random.chance(60)) {
      // A branch drops what lies below the results.
      this.operands(results);
      if (this.#own.length > results.length) this.emit('br', 0);
      return;
    }
    while (this.#own.length > 0) {
      this.emit('drop');
      this.pop(1);
    }
    for (const type of results) this.leaf(type);
  }

  #chosen(size: number): Step {
    let left = this.random.below(100);
    for (const [weight, step] of STEPS) {
      left -= weight;
      if (left < 0) return step;
    }
    const inner = Math.floor(size * (0.2 + this.random.below(50) / 100));
    return (writer) => writer.block(inner);
  }
}

/** Chances in 100; the rest are blocks. */
const STEPS: readonly (readonly [number, Step])[] = [
  [45, (writer) => writer.numeric()],
  [12, (writer) => writer.access()],
  [12, (writer) => writer.variable()],
  [6, (writer) => writer.leaf(writer.random.pick(VALUE_TYPES))],
  [4, (writer) => writer.parametric()],
  [3, (writer) => writer.bulk()],
  [4, (writer) => writer.call()],
  [5, (writer) => writer.branch()],
  [1, (writer) => writer.emit('nop')],
];
