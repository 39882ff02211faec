/** Runs an author's own component through the JavaScript that jco generates for it: the second opinion on how values pass between
 *  a component and its host.
 *
 *  The generated code holds names from the component as they are. So it runs only what this machine has built itself, never a
 *  component from a chain or from another person. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { AskHost, ComponentAnswer } from '../../engine/vm/component/binding.js';
import type { WitResult, WitValue } from '../../engine/vm/component/witType.js';
import { type HostFunctionName, hostFunctions } from '../../engine/vm/component/world.js';
import { missingTool } from './component.js';

/** What a core module imports, by module and name. */
export type CoreImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Makes the instance of the core module, so that the caller can meter it. */
export type RunCore = (core: Uint8Array<ArrayBuffer>, imports: CoreImports) => WebAssembly.Instance;

type CoreFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** What the generated JavaScript exports. */
interface Generated {
  instantiate(
    module: (path: string) => WebAssembly.Module,
    imports: Record<string, Record<string, (...values: WitValue[]) => unknown>>,
    instance: (module: WebAssembly.Module, imports: CoreImports) => WebAssembly.Instance,
  ): { call(method: string, args: string): string };
}

const NAME = 'contract';
const MAIN = `${NAME}.core.wasm`;
const HOST = 'rouged:contract/host';

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** jco takes a result as the value of its `ok`, or as what is thrown. */
function unwrapped(value: WitResult): WitValue {
  if ('ok' in value) return value.ok;
  throw value.error;
}

/** The host as jco wants it: names in camel case, parameters one by one. */
function glueHost(ask: AskHost): Record<string, (...values: WitValue[]) => unknown> {
  const entries = (Object.keys(hostFunctions) as HostFunctionName[]).map((name) => {
    const { parameters, result } = hostFunctions[name];
    const call = (...values: WitValue[]) => {
      const value = ask(name, Object.fromEntries(parameters.map((each, at) => [each.name, values[at]])));
      return result?.kind === 'result' ? unwrapped(value as WitResult) : value;
    };
    return [camelCase(name), call] as const;
  });
  return Object.fromEntries(entries);
}

export class ComponentGlue {
  private constructor(
    private readonly generated: Generated,
    private readonly files: CoreFiles,
  ) {}

  /** @param component built on this machine: its generated code runs in this process.
   *  @returns a refusal when the tool is not installed. */
  static async load(component: Uint8Array): Promise<ComponentGlue | Refusal> {
    const tool = await import('@bytecodealliance/jco-transpile').catch(missingTool);
    if (isRefusal(tool)) return tool;
    const { files } = await tool.transpileBytes(component, {
      name: NAME,
      instantiation: 'sync',
      emitTypescriptDeclarations: false,
    });
    const code = files[`${NAME}.js`];
    if (!code) return refuse('rule_violation', 'jco generated no JavaScript for the component');
    const generated: Generated = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
    return new ComponentGlue(generated, new Map(Object.entries(files).map(([path, each]) => [path, each.slice()])));
  }

  /** The contract's core module as jco takes it out of the component. */
  get core(): Uint8Array<ArrayBuffer> {
    return this.files.get(MAIN) ?? new Uint8Array();
  }

  /** Calls a method in a new instance. @throws what the core module or the host throws. */
  call(ask: AskHost, method: string, args: string, runCore: RunCore): ComponentAnswer {
    const main = new WebAssembly.Module(this.core);
    const exports = this.generated.instantiate(
      (path) => (path === MAIN ? main : new WebAssembly.Module(this.files.get(path) ?? new Uint8Array())),
      { [HOST]: glueHost(ask) },
      (module, imports) => (module === main ? runCore(this.core, imports) : new WebAssembly.Instance(module, imports)),
    );
    try {
      return { ok: exports.call(method, args) };
    } catch (error) {
      // The world's own error is text; everything else is a trap.
      if (typeof error === 'string') return { error };
      throw error;
    }
  }
}
