/** Takes the core module out of a component that was made for the world of contracts (`ops/contract/wit/contract.wit`).
 *
 *  In: the bytes as they were uploaded. Out: the core module's bytes, and which host function each of its imports is; or a refusal
 *  with the byte at which the component differs from what `component new` of wasm-tools makes. Nothing of the component is run,
 *  and no name in it becomes code. */

import { type Refusal, refuse } from '../../base/refusal.js';
import { fault, ModuleFault } from '../moduleFault.js';
import { ComponentReader, sectionsOf } from './componentReader.js';
import { CORE_SECTION, type CoreImport, type CoreShape, exportedFunction, readPreamble } from './coreShape.js';
import { type Filling, hasCode, readFilling, readStandIns, type StandIns } from './detour.js';
import {
  liftedSignature,
  loweredSignature,
  needsMemory,
  needsRealloc,
  type Signature,
  sameSignature,
} from './layout.js';
import { type CanonicalOptions, type CoreFunction, type CoreInstance, type CoreItem, Wiring } from './wiring.js';
import { callFunction, HOST_INTERFACE, type HostFunctionName, hostFunctions } from './world.js';

/** An import of the core module. */
export interface ComponentImport {
  readonly module: string;
  readonly name: string;
  readonly function: HostFunctionName;
}

/** A contract that was uploaded as a component. Members that are names are exports of the core module. */
export interface ComponentCore {
  /** The core module, byte for byte as it is in the component. */
  readonly core: Uint8Array<ArrayBuffer>;
  /** Where it begins in the component, in bytes. */
  readonly offset: number;
  /** All imports, in the module's order. */
  readonly imports: readonly ComponentImport[];
  readonly memory: string;
  /** (i32, i32, i32, i32) -> i32: `cabi_realloc`. */
  readonly realloc: string;
  /** (i32, i32, i32, i32) -> i32. */
  readonly call: string;
  /** (i32) -> (): given what `call` returned, once its result has been read. */
  readonly postReturn?: string;
  /** () -> (): called once, before anything else. */
  readonly initialize?: string;
}

const COMPONENT_VERSION = [0x0d, 0x00, 0x01, 0x00] as const;

/** Whether bytes say that they are a component: the fifth to eighth differ from a module's. */
export const isComponent = (bytes: Uint8Array): boolean =>
  bytes.length >= 8 && COMPONENT_VERSION.every((byte, at) => bytes[4 + at] === byte);

/** The names under which core modules import the host: those of wit-bindgen, and the standard names of the component model. */
const IMPORT_MODULES: readonly string[] = [HOST_INTERFACE, 'cm32p2|rouged:contract/host@1'];

/** Whether a core module that imports from there was compiled for the world of contracts. */
export const isHostModule = (module: string): boolean => IMPORT_MODULES.includes(module);

const REALLOC: Signature = { parameters: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] };
const POST_RETURN: Signature = { parameters: ['i32'], results: [] };
const INITIALIZE: Signature = { parameters: [], results: [] };

/** Whether a core module exports a function of that name and type. */
function isType(core: CoreShape, name: string, type: Signature): boolean {
  const found = exportedFunction(core, name);
  return found !== undefined && sameSignature(found, type);
}

type ModuleInstance = CoreInstance & { sort: 'module' };

/** The instances of a component, by what they are for. */
interface Roles {
  readonly main: ModuleInstance;
  readonly standIns: { readonly instance: ModuleInstance; readonly read: StandIns } | undefined;
  readonly filling: { readonly instance: ModuleInstance; readonly read: Filling } | undefined;
}

function rolesOf(wiring: Wiring): Roles {
  const [main, ...others] = wiring.instances
    .filter((each): each is ModuleInstance => each.sort === 'module')
    .sort((a, b) => wiring.cores.indexOf(a.core) - wiring.cores.indexOf(b.core));
  if (!main) return fault('it has no instance of a core module', 0);
  if (
    others.length + 1 !== wiring.cores.length ||
    new Set([main, ...others].map(({ core }) => core)).size !== wiring.cores.length
  )
    return fault('its core modules do not have one instance each', main.offset);
  const withCode = others.filter(({ core }) => hasCode(core));
  const without = others.filter(({ core }) => !hasCode(core));
  if (withCode.length > 1 || without.length > 1)
    return fault('it has more core modules than one contract and its detour: adapters are not allowed', 0);
  const [standIns] = withCode;
  const [filling] = without;
  return {
    main,
    standIns: standIns && { instance: standIns, read: readStandIns(standIns.core) },
    filling: filling && { instance: filling, read: readFilling(filling.core) },
  };
}

/** What an instance is given for an import: a function, or an item of another instance. */
function given(instance: ModuleInstance, { module, name, offset }: CoreImport): CoreFunction | CoreItem {
  const part = instance.parts.get(module);
  if (part?.sort === 'module' && part.core.exports.has(name)) return { instance: part, name };
  const found = part?.sort === 'bag' ? (part.functions.get(name) ?? part.tables.get(name)) : undefined;
  return found ?? fault(`nothing is given for the import ${module} ${name}`, offset);
}

const isItem = (value: CoreFunction | CoreItem): value is CoreItem => !('sort' in value);

function givenFunction(instance: ModuleInstance, each: CoreImport): CoreFunction {
  const found = given(instance, each);
  return isItem(found) ? { sort: 'export', item: found } : found;
}

/** What is given to an import must be of its type: a function of the host, or the main module's initializer. */
function checkGiven({ main, standIns }: Roles, filling: ModuleInstance, read: Filling): void {
  for (const each of filling.core.imports) {
    const found = given(filling, each);
    if (each.sort === 'table') {
      if (!standIns || !isItem(found) || found.instance !== standIns.instance || found.name !== standIns.read.table)
        fault('a table is filled that is not the one of the stand-ins', each.offset);
      for (const slot of read.functions.keys())
        if (slot >= standIns.read.entries) fault(`the table of the stand-ins has no entry ${slot}`, each.offset);
      if (each.entries !== standIns.read.entries)
        fault('the table of the stand-ins is imported with another size', each.offset);
      continue;
    }
    const item = isItem(found) ? found : found.sort === 'export' ? found.item : undefined;
    const isInitializer =
      item?.instance === main &&
      each === read.start &&
      sameSignature(each.type, INITIALIZE) &&
      isType(main.core, item.name, INITIALIZE);
    const isHost = !isItem(found) && found.sort === 'lowered' && sameSignature(each.type, signatureOf(found.name));
    if (!isInitializer && !isHost) fault(`the import ${each.module} ${each.name} is of another type`, each.offset);
  }
}

const signatureOf = (name: HostFunctionName): Signature => loweredSignature(hostFunctions[name]);

/** The function of the host behind a stand-in: what the filling puts into the table's entry that it calls. */
function behind(item: CoreItem, { standIns, filling }: Roles, type: Signature, offset: number): CoreFunction {
  if (!standIns || item.instance !== standIns.instance)
    return fault('an import of the contract is not a function of the host', offset);
  if (!isType(standIns.instance.core, item.name, type)) fault('a stand-in is of another type than the import', offset);
  const slot = standIns.read.slots.get(item.name);
  const element = slot === undefined ? undefined : filling?.read.functions.get(slot);
  if (!filling || element?.sort !== 'function') return fault(`the stand-in ${item.name} has no function`, offset);
  if (!sameSignature(element.type, type)) fault('the function behind a stand-in is of another type', offset);
  return givenFunction(filling.instance, element);
}

/** Which function of the host an import of the main module is. */
function hostFunctionOf(each: CoreImport, roles: Roles): CoreFunction & { sort: 'lowered' } {
  if (each.sort !== 'function')
    return fault(`${each.module} ${each.name}: only functions can be imported`, each.offset);
  const direct = givenFunction(roles.main, each);
  const found = direct.sort === 'export' ? behind(direct.item, roles, each.type, each.offset) : direct;
  if (found.sort !== 'lowered') return fault(`${each.module} ${each.name} is not a function of the host`, each.offset);
  if (!sameSignature(each.type, signatureOf(found.name)))
    fault(`${each.module} ${each.name} is imported with another type than ${found.name} has`, each.offset);
  return found;
}

/** Collects the exports of the main module that functions are lifted and lowered with: they must agree. */
class Agreed {
  memory: string | undefined;
  realloc: string | undefined;

  constructor(readonly main: ModuleInstance) {}

  add(options: CanonicalOptions, offset: number): void {
    this.memory = this.#same(options.memory, this.memory, offset);
    this.realloc = this.#same(options.realloc, this.realloc, offset);
    if (options.realloc) this.function(options.realloc, REALLOC, offset);
  }

  /** The name of an exported function of the main module. */
  function(item: CoreItem, type: Signature, offset: number): string {
    const found = item.instance === this.main ? exportedFunction(this.main.core, item.name) : undefined;
    if (!found || !sameSignature(found, type))
      fault(`${item.name} is not a function of the contract of its type`, offset);
    return item.name;
  }

  #same(item: CoreItem | undefined, before: string | undefined, offset: number): string | undefined {
    if (!item) return before;
    if (item.instance !== this.main || (before !== undefined && before !== item.name))
      fault('functions with different memories or allocators', offset);
    return item.name;
  }
}

function importsOf(roles: Roles, agreed: Agreed): readonly ComponentImport[] {
  return roles.main.core.imports.map((each) => {
    const { name, options, offset } = hostFunctionOf(each, roles);
    const type = hostFunctions[name];
    if (!isHostModule(each.module) || each.name !== name)
      fault(`${name} is imported under another name than tools give it`, each.offset);
    if (needsMemory(type) && !options.memory) fault(`${name} is lowered without a memory`, offset);
    if (needsRealloc(type) && !options.realloc) fault(`${name} is lowered without an allocator`, offset);
    if (options.postReturn) fault(`${name} is lowered with a function for its return`, offset);
    agreed.add(options, offset);
    return { module: each.module, name: each.name, function: name };
  });
}

/** The export of the main module that is called once it can call the host. */
function initializerOf({ filling }: Roles, agreed: Agreed): string | undefined {
  const start = filling?.read.start;
  if (!filling || !start) return undefined;
  const found = givenFunction(filling.instance, start);
  if (found.sort !== 'export') return fault('a function of the host is started', start.offset);
  return agreed.function(found.item, INITIALIZE, start.offset);
}

function checkMain(main: CoreShape): void {
  // Tools bind most imports after the start function has run, so that it traps there where it would not trap here.
  if (main.others.has(CORE_SECTION.start))
    fault('the core module has a start function: export it as _initialize instead', main.start);
}

function extract(bytes: Uint8Array): ComponentCore {
  const reader = new ComponentReader(bytes);
  readPreamble(reader, COMPONENT_VERSION, 'it does not begin as a component does');
  const wiring = new Wiring();
  for (const section of sectionsOf(reader)) wiring.read(section);
  const roles = rolesOf(wiring);
  const { core } = roles.main;
  checkMain(core);
  if (roles.filling) checkGiven(roles, roles.filling.instance, roles.filling.read);
  const { exported } = wiring;
  if (!exported) return fault('it does not export call', bytes.length);
  const agreed = new Agreed(roles.main);
  agreed.add(exported.options, exported.offset);
  const call = agreed.function(exported.item, liftedSignature(callFunction), exported.offset);
  const { postReturn: after } = exported.options;
  const postReturn = after && agreed.function(after, POST_RETURN, exported.offset);
  const imports = importsOf(roles, agreed);
  const initialize = initializerOf(roles, agreed);
  const { memory, realloc } = agreed;
  if (!exported.options.memory || memory === undefined)
    return fault('call is lifted without a memory', exported.offset);
  if (!exported.options.realloc || realloc === undefined)
    return fault('call is lifted without an allocator', exported.offset);
  // Both have one type, so that only the names tell them apart.
  if (call === realloc) return fault('call is the allocator', exported.offset);
  return {
    core: bytes.slice(core.start, core.end),
    offset: core.start,
    imports,
    memory,
    realloc,
    call,
    ...(postReturn !== undefined && { postReturn }),
    ...(initialize !== undefined && { initialize }),
  };
}

/** @param bytes a component of at most 1 MiB; it is not kept. @returns a refusal that names the byte of the first difference. */
export function componentCore(bytes: Uint8Array): ComponentCore | Refusal {
  try {
    return extract(bytes);
  } catch (error) {
    if (!(error instanceof ModuleFault)) throw error;
    return refuse('invalid_contract', `Invalid component: ${error.reason} (at byte ${error.offset})`);
  }
}
