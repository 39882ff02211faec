/** Names of functions for people: from the name section, or else from exports. The name section has no effect on execution, so one
 *  that cannot be read is left out instead of refused. */

import { ModuleFault } from '../moduleFault.js';
import type { ParsedModule } from './parsedModule.js';
import { BinaryReader } from './reader.js';

const MAGIC_BYTES = 8;
const FUNCTION_NAMES = 1;
/** Bytes of a name that is kept: enough for a person. */
const MOST_NAME_BYTES = 65_536;

/** @throws ModuleFault */
function readNames(section: BinaryReader, names: Map<number, string>): void {
  while (!section.isAtEnd) {
    const id = section.byte();
    const size = section.u32();
    const from = section.at;
    section.skip(size);
    if (id !== FUNCTION_NAMES) continue;
    const part = new BinaryReader(section.bytes, from, section.at);
    for (let left = part.u32(); left > 0; left--) names.set(part.u32(), part.name(MOST_NAME_BYTES).slice(0, 256));
  }
}

/** By index in the module's space of functions. */
export function functionNames({ bytes, exports, imports }: ParsedModule): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [index, { name }] of imports.entries()) names.set(index, name);
  for (const { name, kind, index } of exports) if (kind === 0) names.set(index, name);
  try {
    const module = new BinaryReader(bytes, MAGIC_BYTES);
    while (!module.isAtEnd) {
      const id = module.byte();
      const size = module.u32();
      const from = module.at;
      module.skip(size);
      const section = new BinaryReader(bytes, from, module.at);
      if (id === 0 && section.name(MOST_NAME_BYTES) === 'name') readNames(section, names);
    }
  } catch (error) {
    if (!(error instanceof ModuleFault)) throw error;
  }
  return names;
}
