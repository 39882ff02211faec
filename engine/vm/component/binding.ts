/** Runs a component's core module in the place of a component: the functions that it imports take flat values and call the host
 *  with values of the world, and its `call` is called with text and answers with text. */

import { utf8 } from '../../base/bytes.js';
import { type ComponentExports, type ComponentGuest, checkRange, trap } from './guest.js';
import { layoutOf, returnsThroughMemory } from './layout.js';
import { type FlatValue, FlatValues, flatLengths, liftParameters, liftString } from './lift.js';
import { type Allocated, checkReturnAddress, lowerFlat, lowerString, lowerToMemory } from './lower.js';
import type { WitFunction, WitValue } from './witType.js';
import { callFunction, type HostFunctionName, hostFunctions } from './world.js';

/** How a component ended that did not trap: what `call` returned. */
export type ComponentAnswer = { readonly ok: string } | { readonly error: string };

/** Takes the price of a host function, before its parameters are read.
 *  @param lengths bytes of the strings and lists among the parameters, in their order; 0 for one that is absent. */
export type EnterHost = (name: HostFunctionName, lengths: readonly number[]) => void;

/** Asks the host: values of the function's parameters, by name. */
export type AskHost = (name: HostFunctionName, values: { readonly [parameter: string]: WitValue }) => WitValue;

/** What each call needs to know of a function, worked out once. */
const throughMemory = new Map(
  Object.entries<WitFunction>(hostFunctions).map(([name, type]) => [name, returnsThroughMemory(type)]),
);

const RESULT = { ok: 0, error: 1 } as const;

export class ComponentBinding {
  /** While the component allocates or cleans up it may not call the host (canonical ABI, `may_leave`). */
  #mayLeave = true;
  readonly #guest: ComponentGuest;

  constructor(
    guest: ComponentGuest,
    readonly ask: AskHost,
    readonly enter: EnterHost,
  ) {
    this.#guest = {
      get memory() {
        return guest.memory;
      },
      chargeCopy: (bytes) => guest.chargeCopy(bytes),
      realloc: (...sizes) => this.#without(() => guest.realloc(...sizes)),
    };
  }

  /** Runs code of the component that may not call the host. A trap in it ends the execution, so nothing is put back then. */
  #without<T>(run: () => T): T {
    this.#mayLeave = false;
    const value = run();
    this.#mayLeave = true;
    return value;
  }

  /** What the core module calls for a function of the host. @param values its parameters, as WebAssembly passes them. */
  callHost(name: HostFunctionName, values: readonly FlatValue[]): FlatValue | undefined {
    if (!this.#mayLeave) trap(`${name} is called while memory is allocated or given back`);
    const type: WitFunction = hostFunctions[name];
    this.enter(name, flatLengths(type.parameters, values));
    const { result } = type;
    const isInMemory = throughMemory.get(name) === true;
    const address = isInMemory ? Number(values.at(-1)) >>> 0 : 0;
    if (result && isInMemory) checkReturnAddress(result, address, this.#guest);
    const answer = this.ask(name, liftParameters(type.parameters, new FlatValues(values), this.#guest));
    if (!result) return undefined;
    if (!isInMemory) return lowerFlat(result, answer);
    lowerToMemory(result, answer, address, this.#guest);
    return undefined;
  }

  /** Calls a method of the contract. @param args compact JSON as UTF-8.
   *  @throws HostTrap, and whatever the instance's own traps and the machine's charges throw. */
  call(exports: ComponentExports, method: string, args: Uint8Array): ComponentAnswer {
    const name = lowerString(utf8(method), this.#guest);
    const text = lowerString(args, this.#guest);
    const address = exports.call(name.address, name.length, text.address, text.length) >>> 0;
    const answer = this.#answerAt(address);
    if (exports.postReturn) {
      const { postReturn } = exports;
      this.#without(() => postReturn(address | 0));
    }
    return answer;
  }

  /** Reads `result<string, string>`. */
  #answerAt(address: number): ComponentAnswer {
    const { memory } = this.#guest;
    if (callFunction.result) {
      const { size, alignment } = layoutOf(callFunction.result);
      checkRange(memory, address, size, alignment, 'the result of call');
    }
    const found = memory[address];
    if (found !== RESULT.ok && found !== RESULT.error) return trap(`the result of call is ${found}, not 0 or 1`);
    const { address: at, length } = allocatedAt(memory, address + 4);
    const text = liftString(at, length, this.#guest);
    return found === RESULT.ok ? { ok: text } : { error: text };
  }
}

/** The address and the length of a string, as they lie in memory. */
function allocatedAt(memory: Uint8Array, at: number): Allocated {
  const view = new DataView(memory.buffer, memory.byteOffset + at, 8);
  return { address: view.getUint32(0, true), length: view.getUint32(4, true) };
}
