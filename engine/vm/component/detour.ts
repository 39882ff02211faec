/** The detour that tools make for host functions that use the component's memory: the memory exists only once the component
 *  runs, so its imports are first bound to stand-ins that call through a table, which a second module fills afterwards.
 *
 *  Both small modules are written by the tool. They are read here instruction by instruction and never run: what they do is
 *  replaced by a direct import of the host function. */

import { fault } from '../moduleFault.js';
import type { ComponentReader } from './componentReader.js';
import { CORE_SECTION, type CoreImport, type CoreShape, readTable } from './coreShape.js';

/** Opcodes of a stand-in. */
const LOCAL_GET = 0x20;
const I32_CONST = 0x41;
const CALL_INDIRECT = 0x11;
const END = 0x0b;

/** Exports that are functions: each calls the function in one entry of the table that the module exports as `table`. */
export interface StandIns {
  readonly table: string;
  readonly entries: number;
  /** Entry of the table, by export name. */
  readonly slots: ReadonlyMap<string, number>;
}

/** What fills the table, and what runs when that is done. */
export interface Filling {
  readonly table: CoreImport | undefined;
  /** The function for each entry of the table. */
  readonly functions: ReadonlyMap<number, CoreImport>;
  readonly start: CoreImport | undefined;
}

const OTHER_BODY = 'a function of the second core module is not a call through the table';

/** A body that passes its parameters on through the table, and does nothing else. @returns the table's entry. */
function readStandIn(reader: ComponentReader, core: CoreShape, at: number, entries: number): number {
  const type = core.functions[at];
  const body = reader.part(reader.u32());
  body.expect(0, OTHER_BODY);
  for (const index of (type?.parameters ?? []).keys()) {
    body.expect(LOCAL_GET, OTHER_BODY);
    body.expect(index, OTHER_BODY);
  }
  body.expect(I32_CONST, OTHER_BODY);
  const slot = body.index();
  if (slot >= entries) fault('a stand-in calls an entry that its table does not have', body.at);
  body.expect(CALL_INDIRECT, OTHER_BODY);
  const typeOffset = body.at;
  if (core.types[body.u32()] !== type) fault(OTHER_BODY, typeOffset);
  body.expect(0, OTHER_BODY);
  body.expect(END, OTHER_BODY);
  body.finish(OTHER_BODY);
  return slot;
}

/** Whether a module has code of its own; the one that fills the table has none. */
export const hasCode = (core: CoreShape): boolean => core.others.has(CORE_SECTION.code);

function onlySections(core: CoreShape, allowed: readonly number[], what: string): void {
  for (const [id, content] of core.others) if (!allowed.includes(id)) fault(`${what} has a section ${id}`, content.at);
}

/** @param core the second module of a component. */
export function readStandIns(core: CoreShape): StandIns {
  onlySections(core, [CORE_SECTION.table, CORE_SECTION.code], 'the core module of stand-ins');
  if (core.imports.length > 0) fault('the core module of stand-ins imports something', core.start);
  const tables = core.others.get(CORE_SECTION.table);
  const code = core.others.get(CORE_SECTION.code);
  if (!tables || !code) return fault('the core module of stand-ins has no table', core.start);
  const [entries, ...rest] = tables.items(() => readTable(tables));
  if (entries === undefined || rest.length > 0)
    return fault('the core module of stand-ins has not one table', core.start);
  tables.finish('a table section');
  let at = 0;
  const bodies = code.items(() => readStandIn(code, core, at++, entries));
  code.finish('a code section');
  if (bodies.length !== core.functions.length) fault('a core module has not as many bodies as functions', core.start);
  return { ...exportedSlots(core, bodies), entries };
}

function exportedSlots(
  core: CoreShape,
  bodies: readonly number[],
): { table: string; slots: ReadonlyMap<string, number> } {
  const slots = new Map<string, number>();
  let table: string | undefined;
  for (const [name, { sort, index }] of core.exports) {
    const slot = bodies[index];
    if (sort === 'table' && index === 0) table = name;
    else if (sort === 'function' && slot !== undefined) slots.set(name, slot);
    else fault(`the core module of stand-ins exports ${name}`, core.start);
  }
  return { table: table ?? fault('the core module of stand-ins does not export its table', core.start), slots };
}

/** Functions of one element segment that begins at a constant entry. */
function readElements(reader: ComponentReader, imported: readonly CoreImport[]): ReadonlyMap<number, CoreImport> {
  const functions = new Map<number, CoreImport>();
  reader.items((offset) => {
    if (reader.u32() !== 0) fault('an element segment has an unknown form', offset);
    reader.expect(I32_CONST, 'an element segment does not begin at a constant');
    let slot = reader.index();
    reader.expect(END, 'an element segment does not begin at a constant');
    reader.items((at) => {
      const found = imported[reader.u32()] ?? fault('an element is no function', at);
      functions.set(slot++, found);
    });
  });
  reader.finish('an element section');
  return functions;
}

/** @param core the module that fills the table, or only starts the contract's own `_initialize`. */
export function readFilling(core: CoreShape): Filling {
  onlySections(core, [CORE_SECTION.start, CORE_SECTION.element], 'the core module that fills the table');
  if (core.exports.size > 0) fault('the core module that fills the table exports something', core.start);
  const imported = core.imports.filter(({ sort }) => sort === 'function');
  const tables = core.imports.filter(({ sort }) => sort === 'table');
  if (tables.length > 1) fault('the core module that fills the table imports two', core.start);
  const elements = core.others.get(CORE_SECTION.element);
  const start = core.others.get(CORE_SECTION.start);
  const functions = elements ? readElements(elements, imported) : new Map<number, CoreImport>();
  if (functions.size > 0 && tables.length === 0) fault('elements without a table', core.start);
  const startAt = start?.at ?? 0;
  const startImport = start && (imported[start.u32()] ?? fault('the start function is none of the imports', startAt));
  start?.finish('a start section');
  return { table: tables[0], functions, start: startImport };
}
