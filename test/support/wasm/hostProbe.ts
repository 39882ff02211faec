/** Contracts that call one host function, run on the real machine. Texts and bytes are written into their memory before the call;
 *  what it returned, and the first page of memory after it, come out as return data. */

import { isRefusal } from '../../../engine/base/refusal.js';
import type { CompiledContract, RunOutcome } from '../../../engine/vm/contractModule.js';
import { hostTable } from '../../../engine/vm/host/index.js';
import { Machine } from '../../../engine/vm/machine.js';
import { prepareModule } from '../../../engine/vm/prepareModule.js';
import { type Prices, referencePrices } from '../../../engine/vm/prices.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { assemble, ModuleBuilder } from './encoder.js';
import { type Asked, recordingScene } from './recordingScene.js';

export const PAGE_BYTES = 65_536;
/** Where the result of the call is stored, eight bytes. */
const RESULT_AT = 0;
/** Where a buffer for output begins. */
export const OUT_AT = 1_024;
/** The buffer for output is filled with these before the call, as far as tests look. */
export const UNTOUCHED = 0xee;
export const OUT_BYTES = 4_096;
/** Inputs are behind the page that comes out. */
const INPUTS_AT = PAGE_BYTES;
const PAGES = 8;
export const MEMORY_END = PAGES * PAGE_BYTES;

/** A value as WebAssembly takes it, or bytes that become a pointer and a length, or a buffer that becomes a pointer and its size. */
export type Argument = number | bigint | { readonly bytes: Uint8Array } | { readonly room: number };

const encoder = new TextEncoder();
export const text = (value: string): Argument => ({ bytes: encoder.encode(value) });
export const bytes = (...values: readonly number[]): Argument => ({ bytes: Uint8Array.from(values) });
export const room = (size: number): Argument => ({ room: size });

/** @throws for code that cannot be a contract. */
export function compiled(wasm: Uint8Array, prices: Prices = referencePrices): CompiledContract {
  const code = prepareModule(wasm, prices);
  if (isRefusal(code)) throw new Error(code.message);
  return { ...code, module: new WebAssembly.Module(code.metered) };
}

/** Adds the import of a host function with the signature that it has. @returns its index. */
export function importHost(module: ModuleBuilder, name: string): number {
  const { parameters, results } = hostTable[name] ?? { parameters: [], results: [] };
  return module.importFunction(name, parameters, results);
}

/** Instruction that keeps the result of a host function at `address`, which must have been put below it. */
export const storeResult = (name: string): string =>
  ({ i32: 'i64.extend_i32_s i64.store', i64: 'i64.store' })[hostTable[name]?.results[0] as 'i32' | 'i64'];

export const hasResult = (name: string): boolean => (hostTable[name]?.results.length ?? 0) > 0;

/** A contract whose method `run` calls a host function. @param keepsMemory whether the page with the result is returned afterwards. */
export function probeModule(name: string, values: readonly Argument[], keepsMemory: boolean): Uint8Array {
  const module = new ModuleBuilder();
  const probed = importHost(module, name);
  const giveBack = keepsMemory ? importHost(module, 'host_set_return') : 0;
  module.memory(PAGES, PAGES, 'memory');
  module.data(OUT_AT, Array<number>(OUT_BYTES).fill(UNTOUCHED));
  let at = INPUTS_AT;
  const constants = values.flatMap((value) => {
    if (typeof value === 'number') return [`i32.const ${value}`];
    if (typeof value === 'bigint') return [`i64.const ${value}`];
    if ('room' in value) return [`i32.const ${OUT_AT} i32.const ${value.room}`];
    const start = at;
    at += value.bytes.length;
    if (value.bytes.length > 0) module.data(start, [...value.bytes]);
    return [`i32.const ${start} i32.const ${value.bytes.length}`];
  });
  const before = hasResult(name) ? `i32.const ${RESULT_AT}` : '';
  const after = hasResult(name) ? storeResult(name) : '';
  const dump = keepsMemory ? `i32.const 0 i32.const ${PAGE_BYTES} call ${giveBack}` : '';
  module.func({ exported: 'run' }, assemble(`${before} ${constants.join(' ')} call ${probed} ${after} ${dump}`));
  return module.finish();
}

export interface ProbeOptions {
  readonly answers?: Partial<ContractScene>;
  readonly prices?: Prices;
  readonly fuel?: number;
  readonly keepsMemory?: boolean;
}

export interface Probed {
  readonly outcome: RunOutcome;
  /** Absent when the call ended before it, and when the function has none. */
  readonly result?: bigint;
  /** The first page after the call; empty when the call ended before it. */
  readonly memory: Uint8Array;
  /** What the function asked, without the return of memory. */
  readonly asked: readonly Asked[];
  readonly instantiationFuel: number;
}

/** Calls one host function in a call of its own. */
export function probe(name: string, values: readonly Argument[], options: ProbeOptions = {}): Probed {
  const { answers, prices = referencePrices, fuel = 10_000_000, keepsMemory = true } = options;
  const code = compiled(probeModule(name, values, keepsMemory), prices);
  const scene = recordingScene(answers);
  const outcome = new Machine(prices).run(code, 'run', fuel, scene);
  const isDumped = outcome.success && keepsMemory;
  const memory = isDumped ? (scene.asked.at(-1)?.[1] as Uint8Array) : new Uint8Array(0);
  const asked = isDumped ? scene.asked.slice(0, -1) : scene.asked;
  const found = { outcome, memory, asked, instantiationFuel: code.instantiationFuel };
  if (!isDumped || !hasResult(name)) return found;
  return { ...found, result: new DataView(memory.buffer, memory.byteOffset).getBigInt64(RESULT_AT, true) };
}

/** Bytes of the output buffer. */
export const output = ({ memory }: Probed, length: number): Uint8Array => memory.slice(OUT_AT, OUT_AT + length);
export const outputText = (probed: Probed, length: number): string => new TextDecoder().decode(output(probed, length));
