/** What is known about a contract's code once it has been read, checked and metered: plain data that threads pass to each other. */

import type { ComponentCore } from './component/componentCore.js';
import type { ValueType } from './valueType.js';

export type { ValueType };

/** Contents of a data segment: where the memory gets them, and where they are in `metered`. */
export interface DataPlace {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** A function that the code takes from its host. A module imports functions of `env`, a component's core module those of the world. */
export interface HostImport {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** A position in the code as it was uploaded. */
export interface Place {
  /** Index in the module's space of functions, imports first. */
  readonly function: number;
  /** From the module's name section, or else its export; absent when neither names it. */
  readonly name?: string;
  /** Byte offset in what was uploaded. */
  readonly offset: number;
}

/** How a component's core module is called and linked, and where it begins in the upload. */
export type ComponentLink = Omit<ComponentCore, 'core'>;

export interface ContractModule {
  /** SHA-256 of the uploaded bytes, 32 bytes. */
  readonly codeHash: Uint8Array;
  /** The module that runs: the uploaded one with fuel, stack bound and canonical NaN. */
  readonly metered: Uint8Array<ArrayBuffer>;
  /** Its data segments, for memories that are used again. */
  readonly data: readonly DataPlace[];
  /** In the order of the module. */
  readonly imports: readonly HostImport[];
  /** Exported functions without parameters and results: what a call may name. A component decides itself what its methods are. */
  readonly methods: readonly string[];
  /** Other exported functions: a call that names one fails. */
  readonly otherFunctions: readonly string[];
  readonly hasStart: boolean;
  /** Pages of 64 KiB: those that it begins with, and the most that it grows to. */
  readonly memory: { readonly minimum: number; readonly maximum: number };
  /** Fuel of a call that ends before it has an instance: at most `instantiationFuel`. */
  readonly leastFuel: number;
  /** Fuel that an instance costs before its first instruction. */
  readonly instantiationFuel: number;
  /** Bytes of machine code that it becomes at most. */
  readonly machineCode: number;
  /** Of a contract that was uploaded as a component; absent for a core module. */
  readonly component?: ComponentLink;
}

/** Code that is ready to run. A WebAssembly.Module can be posted between threads. */
export interface CompiledContract extends ContractModule {
  readonly module: WebAssembly.Module;
}

/** How one execution of a method ended. */
export interface RunOutcome {
  readonly success: boolean;
  /** Fuel taken, instantiation included. */
  readonly gasUsed: number;
  /** Why it failed, in the words that receipts keep: the same on every node. */
  readonly error?: string;
  /** Where it failed: for the author of the contract, no part of consensus. */
  readonly place?: Place;
}
