/** What the rewriter adds to a module. Everything is appended, so no index of the module changes. */

import { I32, op, prefixed } from '../binary/instructions.js';
import type { ParsedModule } from '../binary/parsedModule.js';
import type { BinaryWriter } from '../binary/writer.js';
import type { Prices } from '../prices.js';
import type { FunctionPlan } from './functionPlan.js';

/** Values of the status global: why `unreachable` was executed. */
export const status = { running: 0, outOfFuel: 1, outOfStack: 2, noMemory: 3 } as const;

/** Names under which the host finds what was added. */
export const added = {
  module: 'rouged',
  memory: 'memory',
  fuel: 'rouged:fuel',
  status: 'rouged:status',
  stack: 'rouged:stack',
  start: 'rouged:start',
  reset: 'rouged:reset',
} as const;

const PAGES_OF_32_BITS = 65_536;
/** log2 of the bytes that memory.copy and memory.fill move for one fuel. */
const BYTES_PER_FUEL_SHIFT = 6;

/** How a memory grows: the pages that it begins with, the most that it may have, and the prices of them. */
export interface Growth extends Pick<Prices, 'growPage' | 'lostPage'> {
  readonly minimum: number;
  readonly maximum: number;
}

export class Additions {
  /** Indices of the globals. */
  readonly fuel: number;
  readonly status: number;
  readonly stack: number;
  /** Indices of the helpers; undefined for those that no function needs. */
  grow: number | undefined;
  copy: number | undefined;
  fill: number | undefined;
  /** Gives the module's globals their first values; undefined where none can change. */
  readonly reset: number | undefined;
  /** Parameters and results of the types that are appended. */
  readonly types: (readonly [parameters: readonly number[], results: readonly number[]])[] = [];
  /** Where each of them is. A module may have 1,000 types and 10,000 functions, so they are not searched one by one. */
  readonly #typeIndices = new Map<string, number>();
  /** Types and code of the helpers, in their order. */
  readonly helpers: { readonly type: number; readonly write: (out: BinaryWriter) => void }[] = [];

  constructor(
    private readonly module: ParsedModule,
    plans: readonly FunctionPlan[],
    /** Absent where no code of the helpers is written. */
    private readonly growth?: Growth,
  ) {
    this.fuel = module.globals.length;
    this.status = this.fuel + 1;
    this.stack = this.fuel + 2;
    if (plans.some((plan) => plan.usesGrow)) this.grow = this.#helper([I32], [I32], (out) => this.#writeGrow(out));
    const bulk = [I32, I32, I32];
    if (plans.some((plan) => plan.usesCopy))
      this.copy = this.#helper(bulk, [], (out) => this.#writeBulk(out, [prefixed.memoryCopy, 0, 0]));
    if (plans.some((plan) => plan.usesFill))
      this.fill = this.#helper(bulk, [], (out) => this.#writeBulk(out, [prefixed.memoryFill, 0]));
    if (module.globals.some(({ isMutable }) => isMutable))
      this.reset = this.#helper([], [], (out) => this.#writeReset(out));
  }

  /** @returns the index of a type, which is appended when it is new. */
  typeOf(parameters: readonly number[], results: readonly number[]): number {
    const key = `${parameters}:${results}`;
    let index = this.#typeIndices.get(key);
    if (index === undefined) {
      index = this.types.push([parameters, results]) - 1;
      this.#typeIndices.set(key, index);
    }
    return this.module.types.length + index;
  }

  #helper(parameters: readonly number[], results: readonly number[], write: (out: BinaryWriter) => void): number {
    const { functions } = this.module;
    return functions.length + this.helpers.push({ type: this.typeOf(parameters, results), write }) - 1;
  }

  /** Takes fuel, or puts it back and traps. */
  writeCharge(out: BinaryWriter, fuel: number): void {
    this.#writeTake(out, this.fuel, fuel);
    out.bytes([op.globalGet]);
    out.u32(this.fuel);
    out.bytes([op.i32Const, 0, op.i32LtS, op.if, 0x40]);
    this.#writeGive(out, this.fuel, fuel);
    this.#writeTrap(out, status.outOfFuel);
    out.byte(op.end);
  }

  writeEnter(out: BinaryWriter, units: number): void {
    this.#writeTake(out, this.stack, units);
    out.byte(op.globalGet);
    out.u32(this.stack);
    out.bytes([op.i32Const, 0, op.i32LtS, op.if, 0x40]);
    this.#writeTrap(out, status.outOfStack);
    out.byte(op.end);
  }

  writeLeave(out: BinaryWriter, units: number): void {
    this.#writeGive(out, this.stack, units);
  }

  #writeTake(out: BinaryWriter, global: number, amount: number): void {
    this.#writeSum(out, global, amount, op.i32Sub);
  }

  #writeGive(out: BinaryWriter, global: number, amount: number): void {
    this.#writeSum(out, global, amount, op.i32Add);
  }

  #writeSum(out: BinaryWriter, global: number, amount: number, operation: number): void {
    out.byte(op.globalGet);
    out.u32(global);
    out.byte(op.i32Const);
    out.i32(amount);
    out.bytes([operation, op.globalSet]);
    out.u32(global);
  }

  #writeTrap(out: BinaryWriter, why: number): void {
    out.bytes([op.i32Const, why, op.globalSet]);
    out.u32(this.status);
    out.byte(op.unreachable);
  }

  /** Traps unless the fuel on the stack of operands is there. */
  #writeNeed(out: BinaryWriter, writeAmount: () => void): void {
    out.byte(op.globalGet);
    out.u32(this.fuel);
    writeAmount();
    out.bytes([op.i32LtU, op.if, 0x40]);
    this.#writeTrap(out, status.outOfFuel);
    out.byte(op.end);
  }

  #writePay(out: BinaryWriter, writeAmount: () => void): void {
    out.byte(op.globalGet);
    out.u32(this.fuel);
    writeAmount();
    out.bytes([op.i32Sub, op.globalSet]);
    out.u32(this.fuel);
  }

  /** memory.grow: the fuel for the pages must be there, and is taken when memory grew. The module's own maximum is kept here: the memory that
   *  the host gives may have a greater one. Within it only the machine can refuse, and then no node may go on as if that were the
   *  contract's doing. */
  #writeGrow(out: BinaryWriter): void {
    const { minimum, maximum, growPage, lostPage } = this.growth as Growth;
    out.bytes([1, 2, I32, op.localGet, 0, op.i32Eqz, op.if, 0x40, op.memorySize, 0, op.return, op.end]);
    out.bytes([op.localGet, 0, op.i32Const]);
    out.i32(PAGES_OF_32_BITS);
    out.bytes([op.i32GtU, op.if, 0x40, op.i32Const, 0x7f, op.return, op.end]);
    // The price, into local 2. A memory never shrinks: it has as many pages as at first only if it did not grow yet.
    out.bytes([op.localGet, 0, op.i32Const]);
    out.i32(growPage);
    out.bytes([op.i32Mul, op.memorySize, 0, op.i32Const]);
    out.i32(minimum);
    out.bytes([op.i32Eq, op.i32Const]);
    out.i32(minimum * lostPage);
    out.bytes([op.i32Mul, op.i32Add, op.localSet, 2]);
    const amount = (): void => out.bytes([op.localGet, 2]);
    this.#writeNeed(out, amount);
    out.bytes([op.memorySize, 0, op.localGet, 0, op.i32Add, op.i32Const]);
    out.i32(maximum);
    out.bytes([op.i32GtU, op.if, 0x40, op.i32Const, 0x7f, op.return, op.end]);
    out.bytes([op.localGet, 0, op.memoryGrow, 0, op.localTee, 1, op.i32Const, 0x7f, op.i32Eq, op.if, 0x40]);
    this.#writeTrap(out, status.noMemory);
    out.byte(op.end);
    this.#writePay(out, amount);
    out.bytes([op.localGet, 1, op.end]);
  }

  #writeReset(out: BinaryWriter): void {
    const { globals, bytes } = this.module;
    out.byte(0);
    for (const [index, { isMutable, initial }] of globals.entries()) {
      if (!isMutable) continue;
      out.copy(bytes, initial.start, initial.end);
      out.byte(op.globalSet);
      out.u32(index);
    }
    out.byte(op.end);
  }

  /** memory.copy and memory.fill: the fuel for the bytes must be there, and is taken when they were moved. */
  #writeBulk(out: BinaryWriter, instruction: readonly number[]): void {
    const amount = (): void => out.bytes([op.localGet, 2, op.i32Const, BYTES_PER_FUEL_SHIFT, op.i32ShrU]);
    out.byte(0);
    this.#writeNeed(out, amount);
    out.bytes([op.localGet, 0, op.localGet, 1, op.localGet, 2, op.prefix, ...instruction]);
    this.#writePay(out, amount);
    out.byte(op.end);
  }
}
