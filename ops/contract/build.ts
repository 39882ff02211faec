/** From a file of an author to a contract that can run: AssemblyScript, WAT, or a module that another compiler made. What a node
 *  would refuse is refused here, by the same code. */

import { basename, extname } from 'node:path';
import { utf8Text } from '../../engine/base/bytes.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { isComponent, isHostModule } from '../../engine/vm/component/componentCore.js';
import type { CompiledContract, Place } from '../../engine/vm/contractModule.js';
import { MAX_NESTING } from '../../engine/vm/limits.js';
import { unlinkable } from '../../engine/vm/linking.js';
import { prepareContract, type UploadedCore, uploadedCore } from '../../engine/vm/prepareContract.js';
import { PlaceFinder } from '../../engine/vm/prepareModule.js';
import { nativePrices, type Prices, referencePrices } from '../../engine/vm/prices.js';
import type { Shape, Target } from './assemblyScript.js';
import { readAuthorFile } from './authorFile.js';
import { compilerThread } from './compilerThread.js';
import { buildComponent } from './component.js';
import { joinDataSegments } from './dataSegments.js';
import { SourceMap } from './sourceMap.js';
import { codeStart, withoutCustomSections } from './wasmSections.js';

export const PRICE_TABLES: Readonly<Record<'native' | 'reference', Prices>> = {
  native: nativePrices,
  reference: referencePrices,
};

export interface Compiled {
  /** The module or the component as it is deployed. */
  readonly wasm: Uint8Array;
  /** The same code with the names of its functions; of a component that was made here, its core module. */
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
  /** The same source with all its calls (`Shape`), built when it is first asked for; undefined when there is no source map. */
  traceable(): Promise<BuiltContract | Refusal | undefined>;
}

/** The part of wabt that is used here. */
interface Wabt {
  parseWat(name: string, text: string): { toBinary(options: object): { buffer: Uint8Array }; destroy(): void };
}

/** Contracts that import the bindings of components are components. */
const COMPONENT_SOURCE = /from\s+['"]rouged\/component['"]/;

async function compileAssemblyScript(file: string, target: Target, shape: Shape): Promise<Compiled | Refusal> {
  const compiled = await compilerThread.compile(file, target, shape);
  if (isRefusal(compiled)) return refuse(compiled.code, `${file} does not compile: ${compiled.message}`);
  if ('messages' in compiled) return refuse('invalid_contract', `${file} does not compile\n${compiled.messages}`);
  const { module, map } = compiled;
  const named = joinDataSegments(module);
  const sources = map === undefined ? undefined : SourceMap.read(map, codeStart(named) - codeStart(module));
  return { wasm: withoutCustomSections(named), named, sources };
}

/** What the parser of WAT says. Its own end is no message for an author: it has no stack for deeply nested code, no memory for much. */
function watFault(file: string, error: unknown): string {
  const said = errorText(error).trim();
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return said;
  return (
    `${file} cannot be read by the parser of WAT, which ended with "${said.replace(/\.? Build with .*$/s, '')}": ` +
    `the file is too large for it or nested too deeply (a function may have ${MAX_NESTING} levels, the parser takes fewer)`
  );
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
    return refuse('invalid_contract', watFault(file, error));
  }
}

async function compile(file: string, asComponent: boolean, shape: Shape): Promise<Compiled | Refusal> {
  const bytes = readAuthorFile(file);
  if (isRefusal(bytes)) return bytes;
  switch (extname(file)) {
    case '.ts': {
      const isComponentSource = asComponent || COMPONENT_SOURCE.test(utf8Text(bytes));
      return compileAssemblyScript(file, isComponentSource ? 'component' : 'module', shape);
    }
    case '.wat':
      return compileWat(file, utf8Text(bytes));
    case '.wasm':
      return { wasm: bytes, named: bytes, sources: undefined };
    default:
      return refuse('malformed_parameter', `${file} must end with .ts (AssemblyScript), .wat or .wasm`);
  }
}

/** Whether a core module was compiled for the world of components: no node could link it as it is. */
const isForWorld = (wasm: Uint8Array): boolean =>
  WebAssembly.validate(wasm) &&
  WebAssembly.Module.imports(new WebAssembly.Module(wasm)).some(({ module }) => isHostModule(module));

/** A component of a core module. What has no effect is left out: whoever deploys pays for each byte. */
async function componentOf({ wasm, named, sources }: Compiled): Promise<Compiled | Refusal> {
  if (!WebAssembly.validate(wasm)) return { wasm, named, sources };
  const component = await buildComponent(withoutCustomSections(wasm));
  return isRefusal(component) ? component : { wasm: component, named, sources };
}

/** Bytes by which the code of an upload lies behind that of the module with the names. */
function codeShift(uploaded: UploadedCore, named: Uint8Array): number {
  return uploaded.offset + codeStart(uploaded.core) - codeStart(named);
}

/** @param file path of a source, a module or a component.
 *  @param asComponent makes a component of it; what only a component could be becomes one anyway.
 *  @param shape of what is compiled from AssemblyScript. */
export async function buildContract(
  file: string,
  prices: Prices,
  asComponent = false,
  shape: Shape = 'fast',
): Promise<BuiltContract | Refusal> {
  const module = await compile(file, asComponent, shape);
  if (isRefusal(module)) return module;
  const isMade = !isComponent(module.wasm) && (asComponent || isForWorld(module.wasm));
  const compiled = isMade ? await componentOf(module) : module;
  if (isRefusal(compiled)) return compiled;
  const prepared = prepareContract(compiled.wasm, prices);
  if (isRefusal(prepared)) return prepared;
  const uploaded = uploadedCore(compiled.wasm);
  const named = uploadedCore(compiled.named);
  if (isRefusal(uploaded)) return uploaded;
  if (isRefusal(named)) return named;
  const shift = codeShift(uploaded, named.core);
  let traceable: Promise<BuiltContract | Refusal> | undefined;
  return {
    ...compiled,
    sources: compiled.sources?.moved(shift),
    name: basename(file),
    code: { ...prepared, module: new WebAssembly.Module(prepared.metered) },
    prices,
    places: new PlaceFinder(named.core, prices, shift),
    async traceable() {
      if (!compiled.sources) return undefined;
      traceable ??= buildContract(file, prices, asComponent, 'traceable');
      return traceable;
    },
  };
}

/** Why no call of a contract could succeed, whatever the network: a function that no host has. */
export const missingImport = (code: CompiledContract): string | undefined => unlinkable(code, () => true);

/** A position for people: file and line where they are known, else the function and the offset. */
export function placeText({ sources }: Pick<Compiled, 'sources'>, place: Place): string {
  const source = sources?.place(place.offset);
  if (source) return `${source.file}:${source.line}:${source.column}`;
  return `${place.name ?? `function ${place.function}`}, byte ${place.offset} of the module`;
}
