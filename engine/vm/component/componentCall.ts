/** One call of a component: its initializer, its `call`, and what that answers.
 *
 *  In: an instance of the metered core module, and the frame of the call. Out: how it stopped, and the answer when it did not trap.
 *  Each part runs on the call's fuel. Allocations for a host function's result run inside of `call`, on its stack; those for the
 *  arguments run before it. */

import { utf8 } from '../../base/bytes.js';
import { type HostFrame, HostOutOfFuel, HostTrap } from '../host/hostFrame.js';
import { MAX_OUTPUT_BYTES } from '../host/output.js';
import type { ContractInstance, HostFunctions, Stop } from '../instance.js';
import { askScene } from './askScene.js';
import { type AskHost, type ComponentAnswer, ComponentBinding } from './binding.js';
import type { ComponentCore } from './componentCore.js';
import { enterHost } from './hostCharges.js';
import type { FlatValue } from './lift.js';
import type { HostFunctionName } from './world.js';

/** The exports of the core module that a call uses. */
export type ComponentNames = Pick<ComponentCore, 'call' | 'realloc' | 'postReturn' | 'initialize'>;

/** How a call ended. Without an answer it did not come to its end. */
export interface ComponentOutcome {
  readonly stop: Stop;
  readonly answer?: ComponentAnswer;
}

/** Carries a stop out of the lifting and lowering that it happened in. */
class Stopped extends Error {
  constructor(readonly stop: Stop) {
    super(stop.why);
  }
}

export class ComponentCall {
  readonly #binding: ComponentBinding;
  /** Whether `call` or the initializer runs: then an export is called on their stack. */
  #isRunning = false;

  /** @param instance of the metered core module, whose imports reach `callHost`. */
  constructor(
    readonly names: ComponentNames,
    readonly instance: Pick<ContractInstance, 'memory' | 'export' | 'run'>,
    readonly frame: HostFrame,
    ask: AskHost = askScene(frame.scene),
  ) {
    let memory = new Uint8Array(instance.memory.buffer);
    const guest = {
      get memory() {
        const { buffer } = instance.memory;
        if (memory.buffer !== buffer) memory = new Uint8Array(buffer);
        return memory;
      },
      realloc: (...values: readonly [number, number, number, number]) => this.#number(names.realloc, values),
      chargeCopy: (bytes: number) => frame.charge('text', bytes),
    };
    this.#binding = new ComponentBinding(guest, ask, enterHost(frame));
  }

  callHost(name: HostFunctionName, values: readonly FlatValue[]): FlatValue | undefined {
    return this.#binding.callHost(name, values);
  }

  /** Runs the method of the frame's scene. The answer `ok` becomes the return data. */
  run(method: string): ComponentOutcome {
    try {
      const { initialize, postReturn } = this.names;
      if (initialize !== undefined) this.#outermost(initialize, []);
      const exports = {
        call: (...values: readonly number[]) => this.#outermost(this.names.call, values) as number,
        ...(postReturn !== undefined && {
          postReturn: (address: number) => void this.#outermost(postReturn, [address]),
        }),
      };
      const answer = this.#binding.call(exports, method, this.frame.scene.args);
      this.#keep(answer);
      return { stop: { why: 'done' }, answer };
    } catch (error) {
      if (error instanceof Stopped) return { stop: error.stop };
      if (error instanceof HostTrap || error instanceof HostOutOfFuel) return { stop: { why: 'host', error } };
      throw error;
    }
  }

  /** What stays of an answer with the receipt is paid for and bounded. */
  #keep(answer: ComponentAnswer): void {
    const bytes = utf8('ok' in answer ? answer.ok : answer.error);
    this.frame.charge('return', bytes.length);
    if (bytes.length > MAX_OUTPUT_BYTES)
      throw new HostTrap(`an answer of ${bytes.length} bytes, the limit is ${MAX_OUTPUT_BYTES}`);
    if ('ok' in answer) this.frame.scene.setReturn(bytes);
  }

  /** Runs an export with a stack of its own. @throws Stopped */
  #outermost(name: string, values: readonly number[]): unknown {
    this.#isRunning = true;
    const { stop, result } = this.instance.run(name, ...values);
    this.#isRunning = false;
    if (stop.why !== 'done') throw new Stopped(stop);
    return result;
  }

  #number(name: string, values: readonly number[]): number {
    if (!this.#isRunning) return this.#outermost(name, values) as number;
    const run = this.instance.export(name) as (...values: readonly number[]) => number;
    return run(...values);
  }
}

/** Imports of a core module: each reaches the call that runs then.
 *  @param current the call in whose instance code runs. */
export function componentImports(
  imports: ComponentCore['imports'],
  current: () => ComponentCall,
): Record<string, HostFunctions> {
  const functionsOf = (from: string) =>
    imports
      .filter(({ module }) => module === from)
      .map(({ name, function: host }) => [name, (...values: FlatValue[]) => current().callHost(host, values)] as const);
  const modules = new Set(imports.map(({ module }) => module));
  return Object.fromEntries([...modules].map((module) => [module, Object.fromEntries(functionsOf(module))]));
}
