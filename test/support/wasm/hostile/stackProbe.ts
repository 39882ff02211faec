/** A program of its own: runs every recursion until the counter of the stack ends it, on as much native stack as node was given.
 *  Prints how many it ran, and the names of those that took more stack than there was. */

import { isRefusal } from '../../../../engine/base/refusal.js';
import { ContractInstance, MachineExhausted } from '../../../../engine/vm/instance.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices } from '../../../../engine/vm/prices.js';
import type { HostileProgram } from './program.js';
import { recursions } from './recursion.js';

/** No shape may end with its fuel before it has used its stack. */
const FUEL = 1_000_000_000;
/** Calls of one shape: by then it is optimised. */
const CALLS = 20;

function overflows({ wasm }: HostileProgram): boolean {
  const code = prepareModule(wasm, nativePrices);
  if (isRefusal(code)) throw new Error(code.message);
  const { minimum, maximum } = code.memory;
  const memory = new WebAssembly.Memory({ initial: minimum, maximum });
  const instance = new ContractInstance(code, new WebAssembly.Module(code.metered), memory, {});
  try {
    for (let call = 0; call < CALLS; call++) {
      instance.fuel = FUEL;
      instance.run(code.hasStart ? 'rouged:start' : 'run0');
    }
    return false;
  } catch (error) {
    if (error instanceof MachineExhausted) return true;
    throw error;
  }
}

// Two that call each other twice never end: fuel bounds them, not the stack.
const programs = recursions().filter(({ name }) => !/^mutual|loop around/.test(name));
const failed = programs.filter(overflows).map(({ name }) => name);
process.stdout.write(JSON.stringify({ ran: programs.length, failed }));
