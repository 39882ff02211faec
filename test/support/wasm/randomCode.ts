/** The code of one random function: valid, and sure to end. It is written from left to right with the types on the operand stack
 *  known, so blocks begin and branches leave with values below them on the stack.
 *
 *  A loop counts down in a local of its own and returns when it has come to 0; calls are counted by the module (`randomModule.ts`).
 *  Most divisions, conversions and accesses are kept from trapping, so that most calls come to their end. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import { blockType } from './encoder.js';
import type { FunctionType } from './parser.js';
import { VALUE_TYPES } from './randomConstants.js';
import { OperandWriter } from './randomOperands.js';

const LOOP_DEPTH = 2;
const NESTING = 7;
/** Values on the operand stack before some are dropped. */
const HEIGHT = 24;
/** Turns that branches from anywhere may add to a loop before it returns. */
const SPARE_TURNS = 2;

type Step = (writer: CodeWriter) => void;

export class CodeWriter extends OperandWriter {
  #loops = 0;

  /** @param size instructions, about. */
  write(size: number): void {
    this.frames.push({ label: this.type.results, results: this.type.results, height: 0, isLoop: false, dead: false });
    this.#body(size);
    this.frames.pop();
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
    else if (kind < 90) this.#leave('br', random.below(this.frames.length));
    else if (kind < 95) this.#leave('return', this.frames.length - 1);
    else this.#leave('unreachable', undefined);
  }

  #labelOf(depth: number): readonly ValueType[] {
    return this.frames[this.frames.length - 1 - depth]?.label ?? [];
  }

  #branchIf(): void {
    const depth = this.random.below(this.frames.length);
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
    const first = random.below(this.frames.length);
    const wanted = `${this.#labelOf(first)}`;
    const alike = [...this.frames.keys()].filter((depth) => `${this.#labelOf(depth)}` === wanted);
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
    this.stack.length = this.frame.height;
    this.frame.dead = true;
  }

  #types(most: number): ValueType[] {
    const { random } = this;
    const count = random.chance(8) ? random.between(8, 10) : random.below(most + 1);
    return Array.from({ length: count }, () => random.pick(VALUE_TYPES));
  }

  block(size: number): void {
    const { random } = this;
    if (this.frames.length >= NESTING) return;
    const kind = random.pick(['block', 'loop', 'if', 'if']);
    if (kind === 'loop' && this.#loops >= LOOP_DEPTH) return;
    const parameters = random.chance(60) ? [] : this.own.slice(-random.between(1, random.chance(25) ? 10 : 2));
    // Now and then what a branch out of it takes already, so that one br_table can have both.
    const results = random.chance(20) ? this.frame.label : this.#types(random.chance(50) ? 0 : 2);
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
    const height = this.stack.length - type.parameters.length;
    const label = isLoop ? type.parameters : type.results;
    this.frames.push({ label, results: type.results, height, isLoop, dead: false });
  }

  #close(): void {
    const { height, results } = this.frame;
    this.emit('end');
    this.frames.pop();
    this.stack.length = height;
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
      this.frame.dead = false;
      this.stack.length = this.frame.height;
      this.push(type.parameters);
      this.#body(size / 2);
    }
    this.#close();
  }

  #loop(type: FunctionType, size: number): void {
    const counter = this.local('i32');
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
    while (this.code.length < end && (!this.frame.dead || afterDeath-- > 0)) {
      this.#chosen(size)(this);
      while (this.own.length > HEIGHT) {
        this.emit('drop');
        this.pop(1);
      }
    }
    if (!this.frame.dead) before?.();
    this.#results();
  }

  /** Leaves exactly the results above the height of the block. */
  #results(): void {
    const { results, dead, isLoop } = this.frame;
    if (dead && this.own.length === 0 && this.random.chance(50)) return;
    if (`${this.own}` === `${results}`) return;
    if (!isLoop && this.random.chance(60)) {
      // A branch drops what lies below the results.
      this.operands(results);
      if (this.own.length > results.length) this.emit('br', 0);
      return;
    }
    while (this.own.length > 0) {
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
