/** Lifting: values out of a component, by the canonical ABI. Every address and length comes from the contract's own code, so each
 *  is checked before it is used, and a copy is paid for before it is made. */

import { decodeUtf8 } from '../../base/bytes.js';
import { invariant } from '../../base/refusal.js';
import { type ComponentGuest, checkRange, trap } from './guest.js';
import { flatTypes } from './layout.js';
import type { WitField, WitType, WitValue } from './witType.js';

/** A value as WebAssembly passes it: i32 as a signed number, i64 as a bigint. */
export type FlatValue = number | bigint;

/** Parameters of a call from core code, one after the other. */
export class FlatValues {
  #at = 0;

  constructor(readonly values: readonly FlatValue[]) {}

  /** An i32 as an unsigned number. */
  u32(): number {
    return (this.values[this.#at++] as number) >>> 0;
  }

  /** An i64 as an unsigned number. */
  u64(): bigint {
    return BigInt.asUintN(64, this.values[this.#at++] as bigint);
  }

  skip(count: number): void {
    this.#at += count;
  }
}

/** Bytes of a string or a list: a copy, because the memory changes. */
function liftBytes(address: number, length: number, guest: ComponentGuest, what: string): Uint8Array {
  checkRange(guest.memory, address, length, 1, what);
  guest.chargeCopy(length);
  return guest.memory.slice(address, address + length);
}

export function liftString(address: number, length: number, guest: ComponentGuest): string {
  checkRange(guest.memory, address, length, 1, 'a string');
  guest.chargeCopy(length);
  return decodeUtf8(guest.memory.subarray(address, address + length)) ?? trap(`a string at ${address} is not UTF-8`);
}

/** One parameter of a function of the host. */
function liftFlat(type: WitType, flat: FlatValues, guest: ComponentGuest): WitValue {
  if (type.kind === 'u64') return flat.u64();
  const first = flat.u32();
  if (type.kind === 'u32') return first;
  if (type.kind === 'string') return liftString(first, flat.u32(), guest);
  if (type.kind === 'bytes') return liftBytes(first, flat.u32(), guest, 'a list');
  invariant(type.kind === 'option', 'a parameter of a kind that the world has only in results');
  if (first === 1) return liftFlat(type.of, flat, guest);
  if (first !== 0) trap(`an option is ${first}, not 0 or 1`);
  // Of an absent value the places are passed all the same.
  flat.skip(flatTypes(type.of).length);
  return undefined;
}

/** Bytes of the strings and lists among parameters, in their order, without touching the memory: what a call's price depends on. */
export function flatLengths(parameters: readonly WitField[], values: readonly FlatValue[]): readonly number[] {
  const flat = new FlatValues(values);
  const lengths: number[] = [];
  const visit = (type: WitType, isPresent: boolean): void => {
    if (type.kind === 'u64') flat.skip(1);
    else if (type.kind === 'option') visit(type.of, flat.u32() === 1 && isPresent);
    else {
      flat.skip(1);
      if (type.kind !== 'string' && type.kind !== 'bytes') return;
      const length = flat.u32();
      lengths.push(isPresent ? length : 0);
    }
  };
  for (const { type } of parameters) visit(type, true);
  return lengths;
}

/** All parameters of a function of the host, by name. @throws HostTrap */
export function liftParameters(
  parameters: readonly WitField[],
  flat: FlatValues,
  guest: ComponentGuest,
): { readonly [name: string]: WitValue } {
  return Object.fromEntries(parameters.map(({ name, type }) => [name, liftFlat(type, flat, guest)]));
}
