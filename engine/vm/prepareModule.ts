/** From a core module's bytes to a contract's code: read, checked, metered. Uploads come through `prepareContract`. */

import { type Refusal, refuse } from '../base/refusal.js';
import { sha256 } from '../crypto/sha256.js';
import { F32, F64, I32, I64 } from './binary/instructions.js';
import { functionNames } from './binary/names.js';
import { parseModule } from './binary/parse.js';
import type { FunctionType, Limits, ParsedModule } from './binary/parsedModule.js';
import type { ContractModule, HostImport, Place, ValueType } from './contractModule.js';
import { MACHINE_CODE_PER_BYTE, MACHINE_CODE_SLACK, MAX_CODE_BYTES, MAX_PAGES, MAX_WEIGHT } from './limits.js';
import { checkFunction } from './meter/checkFunction.js';
import { type CopiedCode, originOf } from './meter/copiedCode.js';
import type { FunctionPlan } from './meter/functionPlan.js';
import { machineCodeOf } from './meter/machineCode.js';
import { rewrite } from './meter/rewrite.js';
import { bound, fault, ModuleFault } from './moduleFault.js';
import { leastFuel, type Prices } from './prices.js';

const typeNames: Readonly<Record<number, ValueType>> = { [I32]: 'i32', [I64]: 'i64', [F32]: 'f32', [F64]: 'f64' };
const named = (types: readonly number[]): ValueType[] => types.map((type) => typeNames[type] as ValueType);
const MEMORY = 2;

const typeOf = (module: ParsedModule, index: number): FunctionType =>
  module.types[module.functions[index] as number] as FunctionType;

function hostImports(module: ParsedModule): HostImport[] {
  return module.imports.map(({ module: from, name }, index) => {
    const { parameters, results } = typeOf(module, index);
    return { name: from === 'env' ? name : `${from}.${name}`, parameters: named(parameters), results: named(results) };
  });
}

/** The module's own limits, with the machine's as the greatest. */
const memoryOf = ({ memory }: ParsedModule): Limits | undefined =>
  memory && { minimum: memory.minimum, maximum: Math.min(memory.maximum ?? MAX_PAGES, MAX_PAGES) };

function instantiationFuel(
  module: ParsedModule,
  plans: readonly FunctionPlan[],
  { instantiation: price }: Prices,
): number {
  const weight = plans.reduce((sum, plan) => sum + plan.weight, 0);
  const entries = Math.max(module.table?.minimum ?? 0, module.elements);
  return (
    price.base +
    price.import * module.imports.length +
    price.export * module.exports.length +
    price.tableEntry * entries +
    price.global * module.globals.length +
    price.dataSegment * module.data.length +
    price.page * (module.memory?.minimum ?? 0) +
    Math.floor(module.dataBytes / price.dataBytes) +
    Math.floor(module.bytes.length / price.codeBytes) +
    Math.floor(weight / price.weight)
  );
}

/** Reads all functions. A fault says in which of them it is. */
function checkFunctions(module: ParsedModule, prices: Prices): FunctionPlan[] {
  const plans: FunctionPlan[] = [];
  let weight = 0;
  module.bodies.forEach(({ span }, index) => {
    try {
      const plan = checkFunction(module, index, prices);
      weight += plan.weight;
      bound('weight of the module (branches x values of each function)', weight, MAX_WEIGHT, span.start);
      plans.push(plan);
    } catch (error) {
      if (!(error instanceof ModuleFault)) throw error;
      const number = module.imports.length + index;
      const name = functionNames(module).get(number);
      fault(`function ${number}${name === undefined ? '' : ` (${name})`}: ${error.reason}`, error.offset);
    }
  });
  return plans;
}

/** A module of which everything is known.
 *  @throws ModuleFault */
function readModule(
  wasm: Uint8Array,
  prices: Prices,
): { readonly module: ParsedModule; readonly plans: FunctionPlan[] } {
  const module = parseModule(wasm);
  return { module, plans: checkFunctions(module, prices) };
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ModuleFault)) throw error;
  return refuse('invalid_contract', `Invalid WASM: ${error.reason} (at byte ${error.offset})`);
}

/** @param wasm as uploaded. @returns a refusal with the place and the limit when it cannot be a contract. */
export function prepareModule(wasm: Uint8Array, prices: Prices): ContractModule | Refusal {
  if (wasm.length === 0) return refuse('invalid_contract', 'Empty WASM module');
  if (wasm.length > MAX_CODE_BYTES)
    return refuse('invalid_contract', `WASM too large: ${wasm.length} bytes (max ${MAX_CODE_BYTES})`);
  try {
    const { module, plans } = readModule(wasm, prices);
    const memory = memoryOf(module);
    if (!memory || !module.exports.some(({ name, kind }) => name === 'memory' && kind === MEMORY))
      return refuse('invalid_contract', 'contract must export its memory as "memory"');
    const { metered, data } = rewrite(module, plans, memory, prices);
    const machineCode = machineCodeOf(plans, metered.length - wasm.length);
    bound('bytes of machine code', machineCode, MACHINE_CODE_PER_BYTE * wasm.length + MACHINE_CODE_SLACK, 0);
    // No request can name a method without a name.
    const functions = module.exports.filter(({ kind, name }) => kind === 0 && name !== '');
    const isMethod = (index: number): boolean => {
      const { parameters, results } = typeOf(module, index);
      return parameters.length + results.length === 0;
    };
    return {
      codeHash: sha256(wasm),
      metered,
      data,
      imports: hostImports(module),
      methods: functions.filter(({ index }) => isMethod(index)).map(({ name }) => name),
      otherFunctions: functions.filter(({ index }) => !isMethod(index)).map(({ name }) => name),
      hasStart: module.start !== undefined,
      memory: { minimum: memory.minimum, maximum: memory.maximum as number },
      leastFuel: leastFuel(prices, wasm.length),
      instantiationFuel: instantiationFuel(module, plans, prices),
      machineCode,
    };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Finds positions of the code that runs in the code that was uploaded. */
export class PlaceFinder {
  readonly #names: ReadonlyMap<number, string>;
  readonly #functions: number;
  readonly #copied: readonly CopiedCode[];

  /** @param wasm bytes that `prepareModule` has taken. @param offset where they begin in what was uploaded. */
  constructor(
    wasm: Uint8Array,
    prices: Prices,
    private readonly offset = 0,
  ) {
    const { module, plans } = readModule(wasm, prices);
    this.#names = functionNames(module);
    this.#functions = module.functions.length;
    this.#copied = rewrite(module, plans, memoryOf(module), prices).copied;
  }

  nameOf(index: number): string | undefined {
    return this.#names.get(index);
  }

  /** @param offset in the code that runs. @returns undefined for a function that was added. */
  place(index: number, offset: number): Place | undefined {
    if (index >= this.#functions) return undefined;
    const origin = originOf(this.#copied, offset);
    if (origin === undefined) return undefined;
    const name = this.#names.get(index);
    return { function: index, ...(name === undefined ? {} : { name }), offset: this.offset + origin };
  }
}
