/** Runs methods of contracts. In: compiled code, a method, fuel, a scene. Out: the outcome; what the call did is in its scene.
 *
 *  Each call gets an instance as new, so nothing of a call is left for the next one but what its scene keeps. */

import { askScene } from './component/askScene.js';
import type { AskHost } from './component/binding.js';
import { ComponentCall, componentImports } from './component/componentCall.js';
import type { CompiledContract, ComponentLink, Place, RunOutcome } from './contractModule.js';
import { HostFrame, HostOutOfFuel, HostTrap } from './host/hostFrame.js';
import { hostTable } from './host/index.js';
import { type ContractInstance, exhausted, type HostFunctions, MachineExhausted, type Stop } from './instance.js';
import { InstancePool } from './instancePool.js';
import { unlinkable } from './linking.js';
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

/** Characters of a component's own error that a receipt keeps. */
const MAX_ERROR_CHARACTERS = 1_024;

export class Machine {
  readonly #instances = new InstancePool();
  readonly #env: HostFunctions;
  /** Imports of components, made once for each: they act on the call that runs. */
  readonly #imports = new WeakMap<ComponentLink, Readonly<Record<string, HostFunctions>>>();
  /** Of the innermost call: a scene may run another one. */
  #frame: HostFrame | undefined;
  #call: ComponentCall | undefined;

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
    const first = Math.min(fuel, code.leastFuel);
    const missing = unlinkable(code, (upgrade) => scene.isActive(upgrade));
    if (missing !== undefined) return { success: false, gasUsed: first, error: `Instantiation: ${missing}` };
    const { component } = code;
    if (!component && !code.methods.includes(method))
      return { success: false, gasUsed: first, error: noMethod(code, method) };
    if (fuel < code.instantiationFuel) return { success: false, gasUsed: first, error: outOfGas(fuel, first) };
    const others = component && this.#importsOf(component);
    const instance = this.#instances.take(code, this.#env, others);
    instance.fuel = fuel - code.instantiationFuel;
    const outer = { frame: this.#frame, call: this.#call };
    const frame = new HostFrame(instance, scene, this.prices);
    this.#frame = frame;
    try {
      const end = component
        ? this.#runComponent(component, instance, frame, method)
        : runModule(code, instance, method);
      return outcomeOf(end, fuel, fuel - instance.fuel, places);
    } finally {
      this.ended(instance);
      this.#frame = outer.frame;
      this.#call = outer.call;
      this.#instances.give(code, instance);
    }
  }

  #importsOf(component: ComponentLink): Readonly<Record<string, HostFunctions>> {
    const made = this.#imports.get(component) ?? componentImports(component.imports, () => this.#call as ComponentCall);
    this.#imports.set(component, made);
    return made;
  }

  #runComponent(component: ComponentLink, instance: ContractInstance, frame: HostFrame, method: string): End {
    const call = new ComponentCall(component, instance, frame, this.hostOf(frame.scene));
    this.#call = call;
    const { stop, answer } = exhausted(() => call.run(method));
    return { stop, isStarted: true, ...(answer && 'error' in answer && { refusal: answer.error }) };
  }

  /** What components ask. For tools that listen to what is asked. */
  protected hostOf(scene: ContractScene): AskHost {
    return askScene(scene);
  }

  /** For tools that read more of an instance than its outcome says. */
  protected ended(_instance: ContractInstance): void {}
}

/** How a run ended. */
interface End {
  readonly stop: Stop;
  /** False when the start function has not come to its end. */
  readonly isStarted: boolean;
  /** What a component answered instead of a value. */
  readonly refusal?: string;
}

function runModule({ hasStart }: CompiledContract, instance: ContractInstance, method: string): End {
  const started = hasStart ? instance.run(added.start).stop : undefined;
  if (started && started.why !== 'done') return { stop: started, isStarted: false };
  return { stop: instance.run(method).stop, isStarted: true };
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

/** The text of a component's error, cut between two characters. */
function shortened(text: string): string {
  // Twice as many UTF-16 units hold as many characters, however many are pairs.
  const characters = [...text.slice(0, 2 * MAX_ERROR_CHARACTERS)];
  return characters.slice(0, MAX_ERROR_CHARACTERS).join('');
}

function outcomeOf({ stop, isStarted, refusal }: End, limit: number, gasUsed: number, places?: Places): RunOutcome {
  if (stop.why === 'done')
    return refusal === undefined
      ? { success: true, gasUsed }
      : { success: false, gasUsed, error: `Execution error: ${shortened(refusal)}` };
  const sentence = sentenceOf(stop, limit, gasUsed);
  const error = isStarted ? sentence : sentence.replace(/^Execution error/, 'Start');
  const place = places && stop.error instanceof Error ? placeOf(stop.error, places) : undefined;
  return { success: false, gasUsed, error, ...(place ? { place } : {}) };
}
