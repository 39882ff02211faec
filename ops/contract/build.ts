/** From a file of an author to a contract that can run: AssemblyScript, WAT, or a module that another compiler made. What a node
 *  would refuse is refused here, by the same code. */

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { CompiledContract, Place } from '../../engine/vm/contractModule.js';
import { unlinkable } from '../../engine/vm/linking.js';
import { PlaceFinder, prepareModule } from '../../engine/vm/prepareModule.js';
import { nativePrices, type Prices, referencePrices } from '../../engine/vm/prices.js';
import { fileErrorCode } from '../config/durableFile.js';
import { compilerThread } from './compilerThread.js';
import { joinDataSegments } from './dataSegments.js';
import { SourceMap } from './sourceMap.js';
import { codeStart, withoutCustomSections } from './wasmSections.js';

export const PRICE_TABLES: Readonly<Record<'native' | 'reference', Prices>> = {
  native: nativePrices,
  reference: referencePrices,
};

export interface Compiled {
  /** The module as it is deployed. */
  readonly wasm: Uint8Array;
  /** The same code with the names of its functions. */
  readonly named: Uint8Array;
  readonly sources: SourceMap | undefined;
}

/** A contract from a file. */
export interface BuiltContract extends Compiled {
  /** Its file's name. */
  readonly name: string;
  readonly code: CompiledContract;
  readonly prices: Prices;
  readonly places: PlaceFinder;
}

/** The part of wabt that is used here. */
interface Wabt {
  parseWat(name: string, text: string): { toBinary(options: object): { buffer: Uint8Array }; destroy(): void };
}

async function compileAssemblyScript(file: string): Promise<Compiled | Refusal> {
  const compiled = await compilerThread.compile(file);
  if (isRefusal(compiled)) return compiled;
  if ('messages' in compiled) return refuse('invalid_contract', `${file} does not compile\n${compiled.messages}`);
  const { module, map } = compiled;
  const named = joinDataSegments(module);
  const sources = map === undefined ? undefined : SourceMap.read(map, codeStart(named) - codeStart(module));
  return { wasm: withoutCustomSections(named), named, sources };
}

async function compileWat(file: string, text: string): Promise<Compiled | Refusal> {
  const { default: load } = (await import('wabt')) as unknown as { default: () => Promise<Wabt> };
  const wabt = await load();
  try {
    const module = wabt.parseWat(basename(file), text);
    const binary = (names: boolean): Uint8Array => new Uint8Array(module.toBinary({ write_debug_names: names }).buffer);
    const compiled = { wasm: binary(false), named: binary(true), sources: undefined };
    module.destroy();
    return compiled;
  } catch (error) {
    return refuse('invalid_contract', error instanceof Error ? error.message.trim() : String(error));
  }
}

async function compile(file: string): Promise<Compiled | Refusal> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return refuse('not_found', `${file} cannot be read (${fileErrorCode(error)})`);
  }
  switch (extname(file)) {
    case '.ts':
      return compileAssemblyScript(file);
    case '.wat':
      return compileWat(file, Buffer.from(bytes).toString('utf8'));
    case '.wasm':
      return { wasm: new Uint8Array(bytes), named: new Uint8Array(bytes), sources: undefined };
    default:
      return refuse('malformed_parameter', `${file} must end with .ts (AssemblyScript), .wat or .wasm`);
  }
}

/** @param file path of a source or a module. */
export async function buildContract(file: string, prices: Prices): Promise<BuiltContract | Refusal> {
  const compiled = await compile(file);
  if (isRefusal(compiled)) return compiled;
  const prepared = prepareModule(compiled.wasm, prices);
  if (isRefusal(prepared)) return prepared;
  const code = { ...prepared, module: new WebAssembly.Module(prepared.metered) };
  return { ...compiled, name: basename(file), code, prices, places: new PlaceFinder(compiled.named, prices) };
}

/** Why no call of a contract could succeed, whatever the network: a function that no host has. */
export const missingImport = (code: CompiledContract): string | undefined => unlinkable(code, () => true);

/** Where a call failed, for people; undefined when its log has the place, as after a failed assert. */
export function failurePlace(compiled: Pick<Compiled, 'sources'>, place: Place | undefined): string | undefined {
  const text = place && placeText(compiled, place);
  return text?.startsWith('~lib/rouged/abort') ? undefined : text;
}

/** A position for people: file and line where they are known, else the function and the offset. */
export function placeText({ sources }: Pick<Compiled, 'sources'>, place: Place): string {
  const source = sources?.place(place.offset);
  if (source) return `${source.file}:${source.line}:${source.column}`;
  return `${place.name ?? `function ${place.function}`}, byte ${place.offset} of the module`;
}
