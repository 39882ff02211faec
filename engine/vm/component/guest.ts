/** What lifting and lowering need of the instance that runs a component's core module. The machine implements it. */

import { HostTrap } from '../host/hostFrame.js';

/** @throws HostTrap: it passes through the frames of the instance and ends the call. */
export function trap(sentence: string): never {
  throw new HostTrap(sentence);
}

export interface ComponentGuest {
  /** All of the instance's memory. It may be another object after any call into the instance, which can grow it. */
  readonly memory: Uint8Array;
  /** The export `cabi_realloc`. @returns an address, as WebAssembly returns an i32. */
  realloc(address: number, size: number, alignment: number, newSize: number): number;
  /** Takes the fuel of one string or list that is copied into or out of the instance, before it is touched.
   *  @throws HostOutOfFuel */
  chargeCopy(bytes: number): void;
}

/** The exports that one call of a component runs. */
export interface ComponentExports {
  /** @returns the address of the result, as WebAssembly returns an i32. */
  call(method: number, methodBytes: number, args: number, argsBytes: number): number;
  postReturn?(result: number): void;
}

/** Checks that `size` bytes at an address are in memory and the address is aligned. @param what names the value in the sentence. */
export function checkRange(memory: Uint8Array, address: number, size: number, alignment: number, what: string): void {
  if (address % alignment !== 0) trap(`${what} at ${address} is not aligned to ${alignment} bytes`);
  if (address + size > memory.length) trap(`${what} at ${address} with ${size} bytes is outside of the memory`);
}
