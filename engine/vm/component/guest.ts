/** What lifting and lowering need of the instance that runs a component's core module. The machine implements it. */

/** Why the canonical ABI ends a call. It is thrown through the frames of the instance; the machine catches it like any trap. */
export class ComponentTrap extends Error {
  override readonly name = 'ComponentTrap';
}

/** @throws ComponentTrap */
export function trap(sentence: string): never {
  throw new ComponentTrap(sentence);
}

/** Fuel of one string or list that is copied into or out of the instance, charged before it is touched. */
export interface CopyPrice {
  readonly base: number;
  readonly perByte: number;
}

export interface ComponentGuest {
  /** All of the instance's memory. It may be another object after any call into the instance, which can grow it. */
  readonly memory: Uint8Array;
  readonly copyPrice: CopyPrice;
  /** The export `cabi_realloc`. @returns an address, as WebAssembly returns an i32. */
  realloc(address: number, size: number, alignment: number, newSize: number): number;
  /** @param fuel a whole number. @throws what the machine throws when the fuel does not suffice. */
  charge(fuel: number): void;
}

/** The exports that one call of a component runs. */
export interface ComponentExports {
  /** @returns the address of the result, as WebAssembly returns an i32. */
  call(method: number, methodBytes: number, args: number, argsBytes: number): number;
  postReturn?(result: number): void;
}

/** Takes the price of one copy. */
export const chargeCopy = (guest: ComponentGuest, bytes: number): void =>
  guest.charge(guest.copyPrice.base + Math.ceil(bytes * guest.copyPrice.perByte));

/** Checks that `size` bytes at an address are in memory and the address is aligned. @param what names the value in the sentence. */
export function checkRange(memory: Uint8Array, address: number, size: number, alignment: number, what: string): void {
  if (address % alignment !== 0) trap(`${what} at ${address} is not aligned to ${alignment} bytes`);
  if (address + size > memory.length) trap(`${what} at ${address} with ${size} bytes is outside of the memory`);
}
