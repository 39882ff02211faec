/** How the parts of a component are connected: its core modules and instances, the functions that it lifts and lowers, and what
 *  it imports and exports. Each section adds to spaces of indexes that later sections refer to. */

import { fault } from '../moduleFault.js';
import type { ComponentReader, Section } from './componentReader.js';
import { type ComponentType, DESCRIBED, externalName, readComponentType } from './componentTypes.js';
import { type CoreShape, type CoreSort, readCoreShape } from './coreShape.js';
import { sameFunction, type WitFunction } from './witType.js';
import { CALL_EXPORT, callFunction, HOST_INTERFACE, type HostFunctionName } from './world.js';

/** An item that a core instance exports. */
export interface CoreItem {
  readonly instance: CoreInstance;
  readonly name: string;
}

/** Options of a lifted or lowered function. Without an encoding it is UTF-8. */
export interface CanonicalOptions {
  readonly memory?: CoreItem;
  readonly realloc?: CoreItem;
  readonly postReturn?: CoreItem;
}

/** A core function: an export of an instance, or a function of the host as core code calls it. */
export type CoreFunction =
  | { readonly sort: 'export'; readonly item: CoreItem }
  | {
      readonly sort: 'lowered';
      readonly name: HostFunctionName;
      readonly options: CanonicalOptions;
      readonly offset: number;
    };

/** An instance of a core module, or a bag of items that is passed to one. */
export type CoreInstance =
  | {
      readonly sort: 'module';
      readonly core: CoreShape;
      readonly parts: ReadonlyMap<string, CoreInstance>;
      readonly offset: number;
    }
  | {
      readonly sort: 'bag';
      readonly functions: ReadonlyMap<string, CoreFunction>;
      readonly tables: ReadonlyMap<string, CoreItem>;
    };

/** A function of the component level. */
type ComponentFunction =
  | { readonly sort: 'host'; readonly name: HostFunctionName }
  | { readonly sort: 'lifted'; readonly lifted: Lifted };

export interface Lifted {
  readonly item: CoreItem;
  readonly type: WitFunction;
  readonly options: CanonicalOptions;
  readonly offset: number;
}

/** Sections of a component. Nested components, instances of them, core types and start functions have no place in the world. */
const SECTION = { coreModule: 1, coreInstance: 2, alias: 6, type: 7, canonical: 8, import: 10, export: 11 } as const;

/** The contract, and the two modules of its detour. */
const CORE_MODULES = 3;

const CORE_SORTS: Readonly<Record<number, CoreSort>> = { 0: 'function', 1: 'table', 2: 'memory', 3: 'global' };
const INSTANCE_SORT = 0x12;
/** Sorts of the component level; `core` is followed by one of the core sorts. */
const SORT = { core: 0x00, function: 0x01 } as const;
const ALIAS = { instanceExport: 0x00, coreExport: 0x01 } as const;
const CANONICAL = { lift: 0x00, lower: 0x01 } as const;
const OPTION = { utf8: 0x00, memory: 0x03, realloc: 0x04, postReturn: 0x05 } as const;

export class Wiring {
  readonly cores: CoreShape[] = [];
  readonly instances: CoreInstance[] = [];
  /** The function that the component exports. */
  exported: Lifted | undefined;

  readonly #types: ComponentType[] = [];
  readonly #coreFunctions: CoreFunction[] = [];
  readonly #tables: CoreItem[] = [];
  readonly #memories: CoreItem[] = [];
  readonly #functions: ComponentFunction[] = [];
  /** Functions of the imported instance; undefined before the import. */
  #host: ReadonlySet<HostFunctionName> | undefined;

  /** @throws ModuleFault */
  read(section: Section): void {
    const { id, content } = section;
    if (id === SECTION.coreModule) {
      if (this.cores.length === CORE_MODULES)
        fault('it has more core modules than a contract and its detour', content.at);
      this.cores.push(readCoreShape(section));
    } else this.#readItems(id, content);
    content.finish('a section');
  }

  #readItems(id: number, content: ComponentReader): void {
    const start = content.at;
    if (id === SECTION.coreInstance) content.items((offset) => this.instances.push(this.#instance(content, offset)));
    else if (id === SECTION.alias) content.items((offset) => this.#alias(content, offset));
    else if (id === SECTION.type) content.items(() => this.#types.push(readComponentType(content, this.#types)));
    else if (id === SECTION.canonical) content.items((offset) => this.#canonical(content, offset));
    else if (id === SECTION.import) content.items((offset) => this.#import(content, offset));
    else if (id === SECTION.export) content.items((offset) => this.#export(content, offset));
    else fault(`section ${id} has no place in a contract`, start);
  }

  #at<T>(items: readonly T[], index: number, what: string, offset: number): T {
    return items[index] ?? fault(`there is no ${what} ${index}`, offset);
  }

  #instance(reader: ComponentReader, offset: number): CoreInstance {
    const form = reader.byte();
    if (form === 0) return this.#moduleInstance(reader, offset);
    if (form === 1) return this.#bag(reader);
    return fault('a core instance has an unknown form', offset);
  }

  #moduleInstance(reader: ComponentReader, offset: number): CoreInstance {
    const core = this.#at(this.cores, reader.u32(), 'core module', offset);
    const parts = new Map<string, CoreInstance>();
    reader.items((at) => {
      const name = reader.text();
      reader.expect(INSTANCE_SORT, 'a core module is given something else than an instance');
      if (parts.has(name)) fault(`two instances are given as ${name}`, at);
      parts.set(name, this.#at(this.instances, reader.u32(), 'core instance', at));
    });
    return { sort: 'module', core, parts, offset };
  }

  #bag(reader: ComponentReader): CoreInstance {
    const functions = new Map<string, CoreFunction>();
    const tables = new Map<string, CoreItem>();
    reader.items((at) => {
      const name = reader.text();
      if (functions.has(name) || tables.has(name)) fault(`two items are given as ${name}`, at);
      const sort = CORE_SORTS[reader.byte()];
      if (sort === 'function') functions.set(name, this.#at(this.#coreFunctions, reader.u32(), 'core function', at));
      else if (sort === 'table') tables.set(name, this.#at(this.#tables, reader.u32(), 'core table', at));
      else fault(`${name} is neither a function nor a table`, at);
    });
    return { sort: 'bag', functions, tables };
  }

  #alias(reader: ComponentReader, offset: number): void {
    const sort = reader.byte();
    if (sort === SORT.core) {
      this.#coreAlias(reader, offset);
      return;
    }
    if (sort !== SORT.function) fault('an alias of something else than a function', offset);
    reader.expect(ALIAS.instanceExport, 'an alias has an unknown form');
    if (reader.u32() !== 0 || !this.#host) fault('an alias of an instance that there is not', offset);
    const name = reader.text();
    const found = [...this.#host].find((each) => each === name) ?? fault(`the import has no function ${name}`, offset);
    this.#functions.push({ sort: 'host', name: found });
  }

  #coreAlias(reader: ComponentReader, offset: number): void {
    const sort = CORE_SORTS[reader.byte()];
    reader.expect(ALIAS.coreExport, 'an alias has an unknown form');
    const instance = this.#at(this.instances, reader.u32(), 'core instance', offset);
    const name = reader.text();
    if (instance.sort !== 'module') fault('an alias of an instance without a module', offset);
    if (sort === undefined || instance.core.exports.get(name)?.sort !== sort)
      fault(`a core module does not export ${name} as the alias says`, offset);
    const item: CoreItem = { instance, name };
    if (sort === 'function') this.#coreFunctions.push({ sort: 'export', item });
    else if (sort === 'table') this.#tables.push(item);
    else if (sort === 'memory') this.#memories.push(item);
    else fault('an alias of a global', offset);
  }

  #canonical(reader: ComponentReader, offset: number): void {
    const form = reader.byte();
    if (form !== CANONICAL.lift && form !== CANONICAL.lower)
      fault('a canonical function that the world does not have', offset);
    reader.expect(0, 'a canonical function has an unknown form');
    if (form === CANONICAL.lift) {
      const item = this.#exportAt(reader.u32(), offset);
      const options = this.#options(reader);
      const type = this.#functionType(reader.u32(), offset);
      this.#functions.push({ sort: 'lifted', lifted: { item, type, options, offset } });
      return;
    }
    const found = this.#at(this.#functions, reader.u32(), 'function', offset);
    if (found.sort !== 'host') fault('a function that is lowered is not of the host', offset);
    this.#coreFunctions.push({ sort: 'lowered', name: found.name, options: this.#options(reader), offset });
  }

  #exportAt(index: number, offset: number): CoreItem {
    const found = this.#at(this.#coreFunctions, index, 'core function', offset);
    return found.sort === 'export' ? found.item : fault('a core function that is no export of the contract', offset);
  }

  #functionType(index: number, offset: number): WitFunction {
    const found = this.#types[index];
    return found?.sort === 'function' ? found.type : fault(`type ${index} is no type of functions`, offset);
  }

  #options(reader: ComponentReader): CanonicalOptions {
    const options: { memory?: CoreItem; realloc?: CoreItem; postReturn?: CoreItem } = {};
    const seen = new Set<number>();
    reader.items((offset) => {
      const option = reader.byte();
      if (seen.has(option)) fault('an option of a canonical function comes twice', offset);
      seen.add(option);
      if (option === OPTION.memory) options.memory = this.#at(this.#memories, reader.u32(), 'core memory', offset);
      else if (option === OPTION.realloc) options.realloc = this.#exportAt(reader.u32(), offset);
      else if (option === OPTION.postReturn) options.postReturn = this.#exportAt(reader.u32(), offset);
      else if (option !== OPTION.utf8) fault('an option that the world does not have: strings are UTF-8', offset);
    });
    return options;
  }

  #import(reader: ComponentReader, offset: number): void {
    const name = externalName(reader);
    if (name !== HOST_INTERFACE) fault(`it imports ${name}: a contract can only import ${HOST_INTERFACE}`, offset);
    if (this.#host) fault(`it imports ${name} twice`, offset);
    reader.expect(DESCRIBED.instance, `${name} is not imported as an instance`);
    const type = this.#types[reader.u32()];
    this.#host = type?.sort === 'instance' ? type.type.functions : fault(`${name} has no type of an instance`, offset);
  }

  #export(reader: ComponentReader, offset: number): void {
    const name = externalName(reader);
    if (name !== CALL_EXPORT) fault(`it exports ${name}: a contract exports only ${CALL_EXPORT}`, offset);
    if (this.exported) fault(`it exports ${name} twice`, offset);
    reader.expect(SORT.function, `${name} is not exported as a function`);
    const found = this.#at(this.#functions, reader.u32(), 'function', offset);
    if (found.sort !== 'lifted') fault(`${name} is not a function of the contract`, offset);
    if (!sameFunction(found.lifted.type, callFunction)) fault(`${name} is not as in the world of contracts`, offset);
    const ascribed = reader.byte();
    if (ascribed > 1) fault('a flag is neither 0 nor 1', reader.at - 1);
    if (ascribed === 1) {
      reader.expect(DESCRIBED.function, `${name} is not exported as a function`);
      if (!sameFunction(this.#functionType(reader.u32(), offset), callFunction))
        fault(`${name} is not as in the world of contracts`, offset);
    }
    this.exported = found.lifted;
    this.#functions.push(found);
  }
}
