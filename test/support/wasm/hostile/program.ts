/** Modules of one method, `run0`: what the hostile ones have in common. */

import type { ValueType } from '../../../../engine/vm/contractModule.js';
import { assemble, ModuleBuilder } from '../encoder.js';
import type { RandomModule } from '../randomModule.js';

/** A module that can be run beside others and compared by what it leaves in memory. */
export interface HostileProgram extends RandomModule {
  readonly name: string;
}

export interface HostileModule {
  readonly name: string;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

export const CALLS: RandomModule['calls'] = [{ name: 'run0', type: { parameters: [], results: [] } }];

/** A builder with an exported memory. */
export function contract(pages = 1, most = pages): ModuleBuilder {
  const module = new ModuleBuilder();
  module.memory(pages, most, 'memory');
  return module;
}

export const programOf = (name: string, module: ModuleBuilder): HostileProgram => ({
  name,
  wasm: module.finish(),
  calls: CALLS,
  imports: [],
  globals: [],
});

/** @param text code of `run0` in the words of `assemble`. */
export function codeProgram(name: string, text: string, locals: readonly ValueType[] = []): HostileProgram {
  const module = contract();
  module.func({ exported: 'run0', locals }, assemble(text));
  return programOf(name, module);
}
