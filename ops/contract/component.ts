/** Makes a component from a core module that was compiled for the world of contracts (`wit/contract.wit`).
 *
 *  The tool is `@bytecodealliance/jco-transpile`, pinned to one version. It is a package of 105 MB that a node does not need, so it
 *  is loaded only when a component is built, and its absence is a refusal. */

import { readFileSync } from 'node:fs';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';

/** Name of the world in `wit/contract.wit`. */
const WORLD = 'contract';

const TOOL = '@bytecodealliance/jco-transpile';
const TOOL_VERSION = '0.15.0';

/** Built files lie in dist/, where the compiler puts no text files. */
const WIT = new URL(import.meta.url.endsWith('.ts') ? './wit/' : '../../../ops/contract/wit/', import.meta.url);

/** The world of contracts as text. */
export const contractWit = (): string => readFileSync(new URL('contract.wit', WIT), 'utf8');

/** The refusal when the package is not installed. */
export const missingTool = (): Refusal =>
  refuse('not_found', `components need ${TOOL}: npm install --save-dev ${TOOL}@${TOOL_VERSION}`);

/** The tool's own words: it throws objects whose payload is a sentence. */
function toolText(error: unknown): string {
  const payload = typeof error === 'object' && error !== null && 'payload' in error ? error.payload : undefined;
  return typeof payload === 'string' ? payload : error instanceof Error ? error.message : String(error);
}

/** @param core a core module that imports functions of the world and exports `memory`, `cabi_realloc` and `call`.
 *  @param wit text of the world.
 *  @returns the component's bytes, equal for equal arguments; a refusal with the tool's sentence when the module does not fit. */
export async function buildComponent(core: Uint8Array, wit = contractWit()): Promise<Uint8Array | Refusal> {
  const tools = await import('@bytecodealliance/jco-transpile/wasm-tools').catch(missingTool);
  if (isRefusal(tools)) return tools;
  try {
    const embedded = await tools.componentEmbed({ binary: core, witSource: wit, world: WORLD, metadata: [] });
    return await tools.componentNew(embedded, []);
  } catch (error) {
    return refuse('rule_violation', `the module does not fit the world of contracts: ${toolText(error)}`);
  }
}
