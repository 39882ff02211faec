/** Lowering: values into a component, by the canonical ABI. Strings and lists are put where the component's own `cabi_realloc`
 *  says, which is checked like everything that comes from a contract. */

import { utf8 } from '../../base/bytes.js';
import { invariant } from '../../base/refusal.js';
import { type ComponentGuest, checkRange } from './guest.js';
import { alignUp, layoutOf, payloadOffset } from './layout.js';
import type { FlatValue } from './lift.js';
import type { WitRecord, WitResult, WitType, WitValue } from './witType.js';

/** Where a string or a list lies. */
export interface Allocated {
  readonly address: number;
  readonly length: number;
}

/** What jco passes for an empty string, without an allocation. The same here, so that both take the same fuel. */
const EMPTY_STRING: Allocated = { address: 1, length: 0 };

/** Puts bytes into memory that the component allocates, and pays for the copy before. */
export function lowerBytes(bytes: Uint8Array, guest: ComponentGuest): Allocated {
  guest.chargeCopy(bytes.length);
  const address = guest.realloc(0, 0, 1, bytes.length) >>> 0;
  // Taken anew: the allocation may have grown the memory.
  const { memory } = guest;
  checkRange(memory, address, bytes.length, 1, 'an allocation');
  memory.set(bytes, address);
  return { address, length: bytes.length };
}

/** @param bytes UTF-8. */
export function lowerString(bytes: Uint8Array, guest: ComponentGuest): Allocated {
  if (bytes.length > 0) return lowerBytes(bytes, guest);
  guest.chargeCopy(0);
  return EMPTY_STRING;
}

/** Little endian, as all numbers in memory. @param size 1, 2, 4 or 8 bytes. */
function storeNumber(value: number | bigint, address: number, size: number, { memory }: ComponentGuest): void {
  const view = new DataView(memory.buffer, memory.byteOffset + address, size);
  if (size === 8) view.setBigUint64(0, value as bigint, true);
  else if (size === 4) view.setUint32(0, value as number, true);
  else if (size === 2) view.setUint16(0, value as number, true);
  else view.setUint8(0, value as number);
}

function storeAllocated({ address: at, length }: Allocated, address: number, guest: ComponentGuest): void {
  storeNumber(at, address, 4, guest);
  storeNumber(length, address + 4, 4, guest);
}

/** A variant: its case in one byte, and the payload of that case. What the payload leaves is not written. */
function storeCase(
  at: number,
  payload: WitType | undefined,
  value: WitValue,
  address: number,
  type: WitType,
  guest: ComponentGuest,
): void {
  guest.memory[address] = at;
  if (payload) store(payload, value, address + payloadOffset(type), guest);
}

function storeResult(
  type: WitType & { kind: 'result' },
  value: WitResult,
  address: number,
  guest: ComponentGuest,
): void {
  if ('ok' in value) storeCase(0, type.ok, value.ok, address, type, guest);
  else storeCase(1, type.error, value.error, address, type, guest);
}

function storeRecord(
  type: WitType & { kind: 'record' },
  value: WitRecord,
  address: number,
  guest: ComponentGuest,
): void {
  let at = address;
  for (const field of type.fields) {
    const { size, alignment } = layoutOf(field.type);
    at = alignUp(at, alignment);
    store(field.type, value[field.name], at, guest);
    at += size;
  }
}

/** Writes one value at an address that was checked for its whole type. */
function store(type: WitType, value: WitValue, address: number, guest: ComponentGuest): void {
  if (type.kind === 'string') {
    storeAllocated(lowerString(utf8(value as string), guest), address, guest);
  } else if (type.kind === 'bytes') {
    storeAllocated(lowerBytes(value as Uint8Array, guest), address, guest);
  } else if (type.kind === 'option') {
    storeCase(value === undefined ? 0 : 1, value === undefined ? undefined : type.of, value, address, type, guest);
  } else if (type.kind === 'result') {
    storeResult(type, value as WitResult, address, guest);
  } else if (type.kind === 'record') {
    storeRecord(type, value as WitRecord, address, guest);
  } else if (type.kind === 'enum') {
    guest.memory[address] = type.names.indexOf(value as string);
  } else
    storeNumber(type.kind === 'bool' ? Number(value) : (value as number | bigint), address, layoutOf(type).size, guest);
}

/** Checks where a component wants a result. @throws HostTrap */
export function checkReturnAddress(type: WitType, address: number, guest: ComponentGuest): void {
  const { size, alignment } = layoutOf(type);
  checkRange(guest.memory, address, size, alignment, 'the room for a result');
}

/** Writes the result of a function of the host where the component wants it: `checkReturnAddress` has passed. */
export const lowerToMemory = store;

/** A result that fits into one core value. i64 is signed in WebAssembly's eyes, and JavaScript's conversion wraps it. */
export function lowerFlat(type: WitType, value: WitValue): FlatValue {
  if (type.kind === 'bool') return Number(value);
  invariant(type.kind === 'u64' || type.kind === 'u32', 'a flat result is a number or a bool');
  return value as FlatValue;
}
