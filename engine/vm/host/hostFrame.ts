/** What a host function works with: the memory and the fuel of the running instance, and its scene.
 *
 *  A host function charges first, by the lengths that it was given, and touches memory afterwards. A pointer outside the memory is a
 *  trap, as for an instruction, but in the functions that have a code for it: the hashes and the functions of the game rules. */

import type { ContractInstance } from '../instance.js';
import type { HostPriceName, Prices } from '../prices.js';
import type { ContractScene } from '../scene.js';

/** Fuel did not suffice for a host function; nothing of its price was taken. */
export class HostOutOfFuel extends Error {}

/** A host function was used in a way that ends the call. */
export class HostTrap extends Error {}

/** Codes that several functions share (reference, Host functions). */
export const code = { absent: -1, tooSmall: -2, unwritable: -4 } as const;

/** Bytes of a text that can name an account: a public key in hex has 3,904, and blanks around it do not count. */
export const MAX_ACCOUNT_BYTES = 4_096;

/** Bytes of a text that names something (reference, Limits). */
export const MAX_TEXT_BYTES = 65_536;

const I64_MAX = 2n ** 63n - 1n;
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** An amount as the host functions return it: what does not fit is the greatest number. */
export const saturated = (amount: bigint): bigint => (amount > I64_MAX ? I64_MAX : amount);

export class HostFrame {
  constructor(
    readonly instance: Pick<ContractInstance, 'fuel' | 'memory'>,
    readonly scene: ContractScene,
    readonly prices: Prices,
  ) {}

  /** @param bytes that the price counts. @throws HostOutOfFuel */
  charge(name: HostPriceName, bytes = 0): void {
    const { base, perByte } = this.prices.host[name];
    if (base === 0 && perByte === 0) return;
    const { instance } = this;
    const left = instance.fuel - base - Math.ceil(bytes * perByte);
    if (left < 0) throw new HostOutOfFuel();
    instance.fuel = left;
  }

  /** A view of the contract's memory as it is now, valid until the contract runs on. @returns undefined outside of it. */
  view(pointer: number, length: number): Uint8Array | undefined {
    const { buffer } = this.instance.memory;
    const start = pointer >>> 0;
    const bytes = length >>> 0;
    return start + bytes <= buffer.byteLength ? new Uint8Array(buffer, start, bytes) : undefined;
  }

  /** A view of the contract's memory. @throws HostTrap */
  peek(pointer: number, length: number): Uint8Array {
    const bytes = this.view(pointer, length);
    if (!bytes) throw new HostTrap('memory access out of bounds');
    return bytes;
  }

  /** A copy out of the contract's memory. @throws HostTrap */
  bytes(pointer: number, length: number): Uint8Array {
    return this.peek(pointer, length).slice();
  }

  /** UTF-8; what is none becomes the replacement character. @throws HostTrap */
  text(pointer: number, length: number): string {
    return lossy.decode(this.peek(pointer, length));
  }

  /** A text that names an account, where broken UTF-8 is read like any other name. @returns undefined when it is too long for one:
   *  it is not decoded. @throws HostTrap */
  account(pointer: number, length: number): string | undefined {
    const bytes = this.peek(pointer, length);
    return bytes.length > MAX_ACCOUNT_BYTES ? undefined : lossy.decode(bytes);
  }

  /** UTF-8 of at most `most` bytes. @returns undefined for other bytes, for more, and for a place outside the memory: the
   *  functions that read such a text tell all of them by one code. */
  strictText(pointer: number, length: number, most: number): string | undefined {
    const bytes = length >>> 0 > most ? undefined : this.view(pointer, length);
    if (!bytes) return undefined;
    try {
      return strict.decode(bytes);
    } catch (error) {
      // The decoder's word for malformed bytes. Anything else, a full native stack before all, is no property of the text.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Writes bytes whose length the contract has not said. @throws HostTrap */
  put(pointer: number, bytes: Uint8Array): number {
    this.peek(pointer, bytes.length).set(bytes);
    return bytes.length;
  }

  /** Writes into a buffer of the contract. @returns the bytes written, or `tooSmall`. @throws HostTrap */
  fill(pointer: number, capacity: number, value: Uint8Array | string, tooSmall: number = code.tooSmall): number {
    if (typeof value !== 'string') return value.length > capacity >>> 0 ? tooSmall : this.put(pointer, value);
    const length = Buffer.byteLength(value);
    if (length > capacity >>> 0) return tooSmall;
    // Written where it belongs: a key in hex has 3,904 bytes.
    encoder.encodeInto(value, this.peek(pointer, length));
    return length;
  }

  /** @returns `bytes` when a buffer of the contract can take as many, or the code that says why not. Nothing is written. */
  room(pointer: number, capacity: number, bytes: number): number {
    if (bytes > capacity >>> 0) return code.tooSmall;
    return this.view(pointer, bytes) ? bytes : code.unwritable;
  }

  /** As `fill`, for the functions that tell an unwritable buffer by a code. */
  answer(pointer: number, capacity: number, value: Uint8Array | string): number {
    const bytes = typeof value === 'string' ? encoder.encode(value) : value;
    const room = this.room(pointer, capacity, bytes.length);
    return room < 0 ? room : this.put(pointer, bytes);
  }
}
