/** One instance of metered code: its memory, its fuel, and why it stopped. */

import type { ContractModule } from './contractModule.js';
import { STACK_UNITS } from './limits.js';
import { added, status } from './meter/additions.js';

/** Functions that the code imports, by name. */
export type HostFunctions = Readonly<Record<string, (...values: never[]) => unknown>>;

/** Why execution stopped. `host` is what a host function threw. */
export type Stop =
  | { readonly why: 'done' }
  | { readonly why: 'out_of_fuel' | 'out_of_stack'; readonly error: Error }
  | { readonly why: 'trap'; readonly trap: string; readonly error: Error }
  | { readonly why: 'host'; readonly error: unknown };

/** Native memory ran out, which depends on the machine and not on the contract: never a contract's failure. The node must stop
 *  rather than go on with a result that other nodes do not have. */
export class MachineExhausted extends Error {}

/** Our own words for V8's traps: its sentences are no part of the rules. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/unreachable/, 'unreachable code was executed'],
  [/divide by zero|remainder by zero/, 'integer division by zero'],
  [/divide result unrepresentable/, 'integer overflow'],
  [/float unrepresentable/, 'a float has no integer of this type'],
  [/memory access out of bounds/, 'memory access out of bounds'],
  [/null function or function signature|signature mismatch/, 'an indirect call found no function of its type'],
  [/table index is out of bounds|table access out of bounds/, 'an indirect call is outside the table'],
];

const EMPTY_STATUS: number = status.running;

export class ContractInstance {
  readonly #exports: Readonly<Record<string, unknown>>;
  readonly #fuel: WebAssembly.Global;
  readonly #status: WebAssembly.Global;
  readonly #stack: WebAssembly.Global;

  /** @param module compiled from `code.metered`. @param others what it imports beside `env`, by module. @throws MachineExhausted */
  constructor(
    private readonly code: Pick<ContractModule, 'data' | 'metered'>,
    module: WebAssembly.Module,
    readonly memory: WebAssembly.Memory,
    env: HostFunctions,
    others: Readonly<Record<string, HostFunctions>> = {},
  ) {
    const imports = { ...others, env, [added.module]: { memory } };
    this.#exports = exhausted(() => new WebAssembly.Instance(module, imports)).exports;
    this.#fuel = this.#exports[added.fuel] as WebAssembly.Global;
    this.#status = this.#exports[added.status] as WebAssembly.Global;
    this.#stack = this.#exports[added.stack] as WebAssembly.Global;
  }

  get fuel(): number {
    return this.#fuel.value;
  }

  set fuel(fuel: number) {
    this.#fuel.value = fuel;
  }

  /** Makes it what a new one is. Nothing else than the memory and the globals can have changed: no instruction writes to tables.
   *  @throws MachineExhausted when there is no stack for it. */
  reset(): void {
    exhausted(() => {
      const { data, metered } = this.code;
      const memory = new Uint8Array(this.memory.buffer);
      memory.fill(0);
      for (const { offset, start, end } of data) memory.set(metered.subarray(start, end), offset);
      (this.#exports[added.reset] as (() => void) | undefined)?.();
    });
  }

  export(name: string): unknown {
    return this.#exports[name];
  }

  /** Runs an export with the fuel that is left. @param values arguments of the function, as JavaScript passes them. */
  run(name: string, ...values: unknown[]): { readonly stop: Stop; readonly result: unknown } {
    this.#stack.value = STACK_UNITS;
    this.#status.value = EMPTY_STATUS;
    const run = this.#exports[name] as (...values: unknown[]) => unknown;
    try {
      return { stop: { why: 'done' }, result: run(...values) };
    } catch (error) {
      return { stop: this.#stopOf(error), result: undefined };
    }
  }

  #stopOf(error: unknown): Stop {
    if (!(error instanceof WebAssembly.RuntimeError)) {
      if (isExhaustion(error)) throw new MachineExhausted(error.message);
      return { why: 'host', error };
    }
    if (this.#status.value === status.outOfFuel) return { why: 'out_of_fuel', error };
    if (this.#status.value === status.noMemory) throw new MachineExhausted('memory could not grow');
    if (this.#status.value === status.outOfStack) return { why: 'out_of_stack', error };
    const trap = TRAPS.find(([words]) => words.test(error.message))?.[1];
    // Words that are unknown come from another version of V8: a failure that all nodes agree on is told by its kind alone.
    return { why: 'trap', trap: trap ?? 'a trap', error };
  }
}

/** A RangeError with other words is a fault of the program, and the same on every node. */
const EXHAUSTION = /call stack size|allocat|out of memory/i;

const isExhaustion = (error: unknown): error is RangeError =>
  error instanceof RangeError && EXHAUSTION.test(error.message);

/** @throws MachineExhausted where the machine has no more memory or stack. */
export function exhausted<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (isExhaustion(error)) throw new MachineExhausted(error.message);
    throw error;
  }
}
