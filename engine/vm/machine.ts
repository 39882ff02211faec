/** Runs methods of contracts. In: compiled code, a method, fuel, a scene. Out: the outcome; what the call did is in its scene.
 *
 *  Each call gets a new instance, so nothing of a call is left for the next one but what its scene keeps. */

import type { CompiledContract, Place, RunOutcome } from './contractModule.js';
import { HostFrame, HostOutOfFuel, HostTrap } from './host/hostFrame.js';
import { hostTable, unlinkable } from './host/index.js';
import { ContractInstance, exhausted, type HostFunctions, MachineExhausted, type Stop } from './instance.js';
import { MemoryPool } from './memoryPool.js';
import { added } from './meter/additions.js';
import type { PlaceFinder } from './prepareModule.js';
import type { Prices } from './prices.js';
import type { ContractScene } from './scene.js';

export { MachineExhausted };

/** Finds the position of a failure in the uploaded code. */
export type Places = Pick<PlaceFinder, 'place'>;

/** A line of V8's stack that is in a module: the function's index, the offset in the module. */
const WASM_LINE = /wasm-function\[(\d+)\]:0x([0-9a-f]+)/g;

function placeOf(error: Error, places: Places): Place | undefined {
  for (const [, index, offset] of error.stack?.matchAll(WASM_LINE) ?? []) {
    const place = places.place(Number(index), Number.parseInt(offset as string, 16));
    if (place) return place;
  }
  return undefined;
}

export class Machine {
  readonly #memories = new MemoryPool();
  readonly #env: HostFunctions;
  /** Of the innermost call: a scene may run another one. */
  #frame: HostFrame | undefined;

  constructor(readonly prices: Prices) {
    this.#env = this.#hostFunctions();
  }

  /** One function for each entry of the table, made once: they act on the frame of the call that runs. */
  #hostFunctions(): HostFunctions {
    type Values = readonly never[];
    return Object.fromEntries(
      Object.entries(hostTable).map(([name, { run }]) => [
        name,
        (...values: Values): unknown => run(this.#frame as HostFrame, ...values),
      ]),
    );
  }

  /** @param fuel the call's limit. @param places for the position of a failure, which no receipt holds.
   *  @throws MachineExhausted when the machine, and not the contract, has reached a bound. */
  run(code: CompiledContract, method: string, fuel: number, scene: ContractScene, places?: Places): RunOutcome {
    const first = Math.min(fuel, this.prices.instantiation.base);
    const missing = unlinkable(code, (upgrade) => scene.isActive(upgrade));
    if (missing !== undefined) return { success: false, gasUsed: first, error: `Instantiation: ${missing}` };
    if (!code.methods.includes(method)) return { success: false, gasUsed: first, error: noMethod(code, method) };
    if (fuel < code.instantiationFuel) return { success: false, gasUsed: first, error: outOfGas(fuel, first) };
    const { minimum, maximum } = code.memory;
    const memory = exhausted(() => this.#memories.take(minimum, maximum));
    const instance = new ContractInstance(code, code.module, memory, this.#env);
    instance.fuel = fuel - code.instantiationFuel;
    const outer = this.#frame;
    this.#frame = new HostFrame(instance, scene, this.prices);
    try {
      const started = code.hasStart ? instance.run(added.start).stop : undefined;
      const isStarted = started === undefined || started.why === 'done';
      const stop = isStarted ? instance.run(method).stop : started;
      return outcomeOf(stop, isStarted, fuel, fuel - instance.fuel, places);
    } finally {
      this.ended(instance);
      this.#frame = outer;
      this.#memories.give(memory, minimum, maximum);
    }
  }

  /** For tools that read more of an instance than its outcome says. */
  protected ended(_instance: ContractInstance): void {}
}

const noMethod = ({ otherFunctions }: CompiledContract, method: string): string =>
  otherFunctions.includes(method)
    ? `Execution error: Method '${method}' has parameters or results; a method has neither`
    : `Execution error: Method '${method}' not found`;

const outOfGas = (limit: number, used: number): string => `Out of gas (limit: ${limit}, used: ${used})`;

/** @throws whatever a host function threw that is neither its trap nor missing fuel: a fault of the program. */
function sentenceOf(stop: Stop, limit: number, used: number): string {
  switch (stop.why) {
    case 'out_of_fuel':
      return outOfGas(limit, used);
    case 'out_of_stack':
      return 'Execution error: call stack exhausted';
    case 'trap':
      return `Execution error: ${stop.trap}`;
    default: {
      const error = stop.why === 'host' ? stop.error : undefined;
      if (error instanceof HostOutOfFuel) return outOfGas(limit, used);
      if (error instanceof HostTrap) return `Execution error: ${error.message}`;
      throw error;
    }
  }
}

function outcomeOf(stop: Stop, isStarted: boolean, limit: number, gasUsed: number, places?: Places): RunOutcome {
  if (stop.why === 'done') return { success: true, gasUsed };
  const sentence = sentenceOf(stop, limit, gasUsed);
  const error = isStarted ? sentence : sentence.replace(/^Execution error/, 'Start');
  const place = places && stop.error instanceof Error ? placeOf(stop.error, places) : undefined;
  return { success: false, gasUsed, error, ...(place ? { place } : {}) };
}
