/** Bench of the machine: what metering costs beside the same code without it, and what a call, a host call and a compilation take.
 *
 *  In: programs compiled from AssemblyScript. All figures are of one thread. The promises: metered hashing and sorting take at most
 *  1.4 times as long as unmetered, code that does little but call at most 2.0 times (Node 20). */

import { isRefusal } from '../../engine/base/refusal.js';
import type { CompiledContract } from '../../engine/vm/contractModule.js';
import { ContractInstance } from '../../engine/vm/instance.js';
import { Machine } from '../../engine/vm/machine.js';
import { newMemory } from '../../engine/vm/memoryPool.js';
import { prepareModule } from '../../engine/vm/prepareModule.js';
import { MAX_CALL_FUEL, nativePrices } from '../../engine/vm/prices.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, ratioAtMost } from '../figures.js';
import { timed } from '../measure.js';
import { idleScene } from './idleScene.js';
import { compileProgram, type ProgramName } from './programs.js';

/** Fuel that no program of a round uses up. */
const AMPLE = 2_000_000_000;
/** Runs before the first round: enough for V8's second compiler. */
const WARM_RUNS = 30;

/** @throws Error for a module that cannot be a contract. */
function compiled(wasm: Uint8Array): CompiledContract {
  const code = prepareModule(wasm, nativePrices);
  if (isRefusal(code)) throw new Error(code.message);
  return { ...code, module: new WebAssembly.Module(code.metered) };
}

/** The method with metering and without, as functions of milliseconds. */
function bothWays(wasm: Uint8Array, method: string): { readonly metered: () => number; readonly plain: () => number } {
  const code = compiled(wasm);
  const instance = new ContractInstance(code, code.module, newMemory(code.memory.minimum), {});
  const bare = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports[method] as () => void;
  const metered = (): number => {
    instance.fuel = AMPLE;
    return timed(() => {
      if (instance.run(method).stop.why !== 'done') throw new Error(`${method} did not end`);
    }).milliseconds;
  };
  return { metered, plain: () => timed(bare).milliseconds };
}

async function overhead(name: ProgramName, most: number, rounds: number): Promise<readonly Figure[]> {
  const ways = bothWays(await compileProgram(name), name);
  for (let run = 0; run < WARM_RUNS; run++) {
    ways.metered();
    ways.plain();
  }
  const metered: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < rounds; round++) {
    plain.push(ways.plain());
    metered.push(ways.metered());
  }
  return [
    figureOf(`${name}: without metering`, plain, 'ms'),
    ratioAtMost(besideFigure(`${name}: metered`, metered, plain, 'ms'), most),
  ];
}

/** Microseconds of one of many runs. */
const each = (count: number, work: () => void): number =>
  (timed(() => {
    for (let run = 0; run < count; run++) work();
  }).milliseconds *
    1_000) /
  count;

async function calls(rounds: number, count: number): Promise<readonly Figure[]> {
  const code = compiled(await compileProgram('small'));
  const pooled = new Machine(nativePrices);
  const run = (machine: Machine, method: string): void => {
    const outcome = machine.run(code, method, MAX_CALL_FUEL, idleScene);
    if (!outcome.success) throw new Error(outcome.error);
  };
  each(count, () => run(pooled, 'nothing'));
  const own: number[] = [];
  const fresh: number[] = [];
  const asking: number[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(each(count, () => run(pooled, 'nothing')));
    // A machine without a memory to use again.
    fresh.push(each(count, () => run(new Machine(nativePrices), 'nothing')));
    asking.push(each(Math.ceil(count / 50), () => run(pooled, 'ask')));
  }
  return [
    figureOf('a call that does nothing', own, 'us'),
    besideFigure('the same in a new memory and with a new table of host functions', fresh, own, 'us'),
    figureOf('a thousand host calls', asking, 'us'),
  ];
}

async function compilation(rounds: number): Promise<readonly Figure[]> {
  const wasm = await compileProgram('sha256');
  const prepare: number[] = [];
  const compile: number[] = [];
  for (let round = 0; round < rounds; round++) {
    prepare.push(each(10, () => prepareModule(wasm, nativePrices)));
    const code = compiled(wasm);
    compile.push(each(1, () => new WebAssembly.Module(code.metered)));
  }
  return [
    figureOf(`reading and metering ${wasm.length} bytes`, prepare, 'us'),
    figureOf('compiling them, known to V8', compile, 'us'),
  ];
}

export const vmBench: BenchDefinition = {
  name: 'vm',
  about: 'contracts: metered beside unmetered, calls, host calls, compilation; one thread',
  async run({ quick }) {
    const rounds = quick ? 2 : 15;
    return [
      ...(await overhead('sha256', 1.4, rounds)),
      ...(await overhead('sort', 1.4, rounds)),
      ...(await overhead('calls', 2, rounds)),
      ...(await calls(rounds, quick ? 50 : 2_000)),
      ...(await compilation(rounds)),
    ];
  },
};
