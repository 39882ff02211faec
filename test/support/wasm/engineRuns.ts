/** One list of calls on one instance, in three engines: the interpreter, V8 with the module as it is, V8 with the metered module.
 *  All of them tell in the same words how each call ended, and what memory and globals were afterwards. */

import { createHash } from 'node:crypto';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { ContractModule } from '../../../engine/vm/contractModule.js';
import { ContractInstance, type HostFunctions, type Stop } from '../../../engine/vm/instance.js';
import { STACK_UNITS } from '../../../engine/vm/limits.js';
import { newMemory, pagesOf } from '../../../engine/vm/memoryPool.js';
import { added, status } from '../../../engine/vm/meter/additions.js';
import { PlaceFinder, prepareModule } from '../../../engine/vm/prepareModule.js';
import {
  type Prices as EnginePrices,
  nativePrices as engineNative,
  referencePrices as engineReference,
} from '../../../engine/vm/prices.js';
import { nativePrices, referencePrices } from './fuel.js';
import { Interpreter, type Outcome } from './interpreter.js';
import { parseModule } from './parser.js';
import { hostOf, type RandomModule } from './randomModule.js';
import { comparable, fromHost, type TypedValue, toHost, type Value } from './values.js';

export interface PlannedCall {
  readonly name: string;
  readonly operands: readonly TypedValue[];
  readonly fuel: number;
  /** Units of the stack; without it what the engine gives. Only `cutRun` and the interpreter change it. */
  readonly stack?: number;
}

export type PriceName = 'reference' | 'native';

const enginePrices: Readonly<Record<PriceName, EnginePrices>> = { reference: engineReference, native: engineNative };

export interface RunReport {
  /** How the start section and each call ended: results or trap. */
  readonly ends: readonly string[];
  /** Fuel of each; empty without metering. */
  readonly used: readonly number[];
  /** Offset of each trap of the code itself, in the module as it was uploaded; -1 for other ends. */
  readonly offsets: readonly number[];
  /** Globals and memory at the end. */
  readonly state: string;
}

const START_FUEL = 1_000_000;

const memoryDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const stateOf = (globals: readonly TypedValue[], memory: Uint8Array): string =>
  `globals ${globals.map(comparable)}, memory ${memory.length} ${memoryDigest(memory)}`;

const returned = (results: readonly TypedValue[]): string => `returned ${results.map(comparable)}`;
const trapped = (words: string): string => `trapped: ${words}`;

/** Ends of an engine that has bounds: without them the call would have gone on. */
export const isBound = (end: string): boolean => end === trapped('out of fuel') || end === trapped('stack overflow');

/** Adds up what the calls of one instance did. */
class Report {
  readonly ends: string[] = [];
  readonly used: number[] = [];
  readonly offsets: number[] = [];

  add(end: string, used?: number, offset = -1): void {
    this.ends.push(end);
    if (used !== undefined) this.used.push(used);
    this.offsets.push(isBound(end) ? -1 : offset);
  }

  finish(state: string): RunReport {
    return { ends: this.ends, used: this.used, offsets: this.offsets, state };
  }
}

/** @param prices its own tables, not the engine's. */
export function interpreterOf(made: RandomModule, prices: PriceName): Interpreter {
  const module = parseModule(made.wasm);
  const table = prices === 'reference' ? referencePrices : nativePrices(module);
  return new Interpreter(module, { prices: table, depth: Infinity, host: hostOf(made) });
}

export function interpretedRun(made: RandomModule, calls: readonly PlannedCall[], prices: PriceName) {
  const machine = interpreterOf(made, prices);
  const report = new Report();
  let steps = 0;
  const add = (outcome: Outcome): void => {
    const { trap, used, results, offset } = outcome;
    report.add(trap === undefined ? returned(results) : trapped(trap), used, trap === undefined ? -1 : offset);
    steps += outcome.steps;
  };
  const started = machine.start(START_FUEL, STACK_UNITS);
  add(started);
  if (started.trap === undefined)
    for (const { name, operands, fuel, stack } of calls) {
      const values = operands.map(({ value }) => value);
      add(machine.call(name, values, fuel, stack ?? STACK_UNITS));
    }
  const globals = made.globals.map(({ name, type }) => {
    const index = machine.module.exports.get(name)?.index ?? 0;
    return { type, value: machine.globals[index] ?? 0 };
  });
  return { ...report.finish(stateOf(globals, machine.memory?.bytes ?? new Uint8Array())), steps };
}

/** What can be called and looked at in a module of unknown making. */
export function callable(wasm: Uint8Array<ArrayBuffer>): RandomModule {
  const module = parseModule(wasm);
  const exported = [...module.exports];
  const calls = exported.flatMap(([name, { kind, index }]) => {
    const type = kind === 0 ? module.functions[index - module.imports.length]?.type : undefined;
    return type === undefined ? [] : [{ name, type }];
  });
  const globals = exported.flatMap(([name, { kind, index }]) => {
    const type = kind === 3 ? module.globals[index]?.type : undefined;
    return type === undefined ? [] : [{ name, type }];
  });
  return { wasm, calls, imports: [], globals };
}

type Native = (...operands: Value[]) => Value | Value[] | undefined;

function nativeResults({ calls }: RandomModule, name: string, result: unknown): string {
  const types = calls.find((call) => call.name === name)?.type.results ?? [];
  const values = types.length === 0 ? [] : ([result].flat() as Value[]);
  return returned(types.map((type, at) => ({ type, value: fromHost(type, values[at] ?? 0) })));
}

function nativeState({ globals }: RandomModule, value: (name: string) => unknown, memory: WebAssembly.Memory): string {
  const values = globals.map(({ name, type }) => {
    const global = value(name) as { readonly value: Value };
    return { type, value: fromHost(type, global.value) };
  });
  return stateOf(values, new Uint8Array(memory.buffer));
}

/** @returns the words of a trap. @throws everything else. */
function trapOf(error: unknown): string {
  if (error instanceof WebAssembly.RuntimeError) return trapped(error.message);
  throw error;
}

/** The module as it is: fuel is not counted and nothing bounds a call. The state is missing when the start section trapped. */
export function unmeteredRun(made: RandomModule, calls: readonly PlannedCall[]): RunReport {
  const report = new Report();
  let exports: Readonly<Record<string, unknown>>;
  try {
    ({ exports } = new WebAssembly.Instance(new WebAssembly.Module(made.wasm), { env: hostOf(made) }));
    report.add(returned([]));
  } catch (error) {
    report.add(trapOf(error));
    return report.finish('');
  }
  for (const { name, operands } of calls) {
    try {
      report.add(nativeResults(made, name, (exports[name] as Native)(...operands.map(toHost))));
    } catch (error) {
      report.add(trapOf(error));
    }
  }
  return report.finish(nativeState(made, (name) => exports[name], exports.memory as WebAssembly.Memory));
}

/** A line of V8's stack that is in a module. */
const WASM_LINE = /wasm-function\[(\d+)\]:0x([0-9a-f]+)/g;

function offsetOf(error: Error, places: PlaceFinder): number {
  for (const [, index, offset] of error.stack?.matchAll(WASM_LINE) ?? []) {
    const place = places.place(Number(index), Number.parseInt(offset ?? '', 16));
    if (place !== undefined) return place.offset;
  }
  return -1;
}

const WHY = { out_of_fuel: 'out of fuel', out_of_stack: 'stack overflow' } as const;

/** @throws with the refusal's sentence. */
export function preparedOf(wasm: Uint8Array, prices: PriceName): ContractModule {
  const prepared = prepareModule(wasm, enginePrices[prices]);
  if (isRefusal(prepared)) throw new Error(prepared.message);
  return prepared;
}

export function instanceOf(code: ContractModule, env: HostFunctions = {}): ContractInstance {
  return new ContractInstance(code, new WebAssembly.Module(code.metered), newMemory(code.memory.minimum), env);
}

/** The engine's way: metered, with bounds, on a memory that the host gives. */
export const meteredRun = (made: RandomModule, calls: readonly PlannedCall[], prices: PriceName): RunReport =>
  meteredRuns(made, calls, prices, 1)[0] as RunReport;

/** The calls as often as is said, on one instance that is made new in between. No more once its memory has grown. */
export function meteredRuns(
  made: RandomModule,
  calls: readonly PlannedCall[],
  prices: PriceName,
  times: number,
): readonly RunReport[] {
  const code = preparedOf(made.wasm, prices);
  const instance = instanceOf(code, hostOf(made));
  const reports = [reportOf(made, calls, prices, code, instance)];
  while (reports.length < times && pagesOf(instance.memory) === code.memory.minimum) {
    instance.reset();
    reports.push(reportOf(made, calls, prices, code, instance));
  }
  return reports;
}

function reportOf(
  made: RandomModule,
  calls: readonly PlannedCall[],
  prices: PriceName,
  code: ContractModule,
  instance: ContractInstance,
): RunReport {
  let places: PlaceFinder | undefined;
  const report = new Report();
  const endOf = (name: string, stop: Stop, result: unknown, used: number): void => {
    if (stop.why === 'done') report.add(nativeResults(made, name, result), used);
    else if (stop.why === 'out_of_fuel' || stop.why === 'out_of_stack') report.add(trapped(WHY[stop.why]), used);
    else if (stop.why === 'trap') {
      places ??= new PlaceFinder(made.wasm, enginePrices[prices]);
      report.add(trapped(stop.error.message), used, offsetOf(stop.error, places));
    } else throw stop.error;
  };
  const run = (name: string, values: readonly Value[], fuel: number): Stop => {
    instance.fuel = fuel;
    const { stop, result } = instance.run(name, ...values);
    endOf(name, stop, result, fuel - instance.fuel);
    return stop;
  };
  const started = code.hasStart ? run(added.start, [], START_FUEL) : undefined;
  if (started === undefined) report.add(returned([]), 0);
  if (started === undefined || started.why === 'done')
    for (const { name, operands, fuel } of calls) run(name, operands.map(toHost), fuel);
  return report.finish(nativeState(made, (name) => instance.export(name), instance.memory));
}

/** A call of a metered module with as much fuel and stack as it says, on a new instance. The engine itself always gives the whole
 *  stack. */
export function cutRun(
  code: ContractModule,
  module: WebAssembly.Module,
  made: RandomModule,
  { name, operands, fuel, stack = STACK_UNITS }: PlannedCall,
): RunReport {
  const { minimum, maximum } = code.memory;
  const memory = new WebAssembly.Memory({ initial: minimum, maximum });
  const { exports } = new WebAssembly.Instance(module, { env: hostOf(made), [added.module]: { memory } });
  const global = (of: string): { value: number } => exports[of] as { value: number };
  global(added.fuel).value = fuel;
  global(added.stack).value = stack;
  const report = new Report();
  report.add(returned([]), 0);
  try {
    const end = nativeResults(made, name, (exports[name] as Native)(...operands.map(toHost)));
    report.add(end, fuel - global(added.fuel).value);
  } catch (error) {
    const words = { [status.outOfFuel]: 'out of fuel', [status.outOfStack]: 'stack overflow' }[
      global(added.status).value
    ];
    report.add(words === undefined ? trapOf(error) : trapped(words), fuel - global(added.fuel).value);
  }
  return report.finish(nativeState(made, (of) => exports[of], memory));
}
