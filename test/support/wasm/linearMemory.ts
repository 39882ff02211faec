/** A contract's memory: little-endian bytes in pages of 64 KiB, each access checked against its end. */

import { Trap } from './trap.js';
import type { Value } from './values.js';

export const PAGE = 65_536;

const loads: Readonly<Record<string, (view: DataView, at: number) => Value>> = {
  'i32.load': (view, at) => view.getInt32(at, true),
  'i64.load': (view, at) => view.getBigInt64(at, true),
  'f32.load': (view, at) => view.getInt32(at, true),
  'f64.load': (view, at) => view.getBigInt64(at, true),
  'i32.load8_s': (view, at) => view.getInt8(at),
  'i32.load8_u': (view, at) => view.getUint8(at),
  'i32.load16_s': (view, at) => view.getInt16(at, true),
  'i32.load16_u': (view, at) => view.getUint16(at, true),
  'i64.load8_s': (view, at) => BigInt(view.getInt8(at)),
  'i64.load8_u': (view, at) => BigInt(view.getUint8(at)),
  'i64.load16_s': (view, at) => BigInt(view.getInt16(at, true)),
  'i64.load16_u': (view, at) => BigInt(view.getUint16(at, true)),
  'i64.load32_s': (view, at) => BigInt(view.getInt32(at, true)),
  'i64.load32_u': (view, at) => BigInt(view.getUint32(at, true)),
};

const low = (value: Value): number => Number(BigInt.asUintN(32, BigInt(value)));

const stores: Readonly<Record<string, (view: DataView, at: number, value: Value) => void>> = {
  'i32.store': (view, at, value) => view.setInt32(at, value as number, true),
  'i64.store': (view, at, value) => view.setBigInt64(at, value as bigint, true),
  'f32.store': (view, at, value) => view.setInt32(at, value as number, true),
  'f64.store': (view, at, value) => view.setBigInt64(at, value as bigint, true),
  'i32.store8': (view, at, value) => view.setUint8(at, low(value)),
  'i32.store16': (view, at, value) => view.setUint16(at, low(value), true),
  'i64.store8': (view, at, value) => view.setUint8(at, low(value)),
  'i64.store16': (view, at, value) => view.setUint16(at, low(value), true),
  'i64.store32': (view, at, value) => view.setUint32(at, low(value), true),
};

export class LinearMemory {
  bytes: Uint8Array;
  #view: DataView;

  constructor(
    minimum: number,
    readonly maximum = PAGE,
  ) {
    this.bytes = new Uint8Array(minimum * PAGE);
    this.#view = new DataView(this.bytes.buffer);
  }

  get pages(): number {
    return this.bytes.length / PAGE;
  }

  /** @returns the pages before, or -1 beyond the maximum. */
  grow(pages: number): number {
    const before = this.pages;
    if (before + pages > this.maximum) return -1;
    const bytes = new Uint8Array((before + pages) * PAGE);
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer);
    return before;
  }

  load(name: string, address: number, offset: number): Value {
    const read = loads[name];
    if (read === undefined) throw new Error(`${name} is no load`);
    return this.#checked(() => read(this.#view, (address >>> 0) + offset));
  }

  store(name: string, address: number, offset: number, value: Value): void {
    const write = stores[name];
    if (write === undefined) throw new Error(`${name} is no store`);
    this.#checked(() => write(this.#view, (address >>> 0) + offset, value));
  }

  /** A view refuses what leaves it with a RangeError. */
  #checked<T>(access: () => T): T {
    try {
      return access();
    } catch (error) {
      if (error instanceof RangeError) throw new Trap('memory access out of bounds');
      throw error;
    }
  }

  copy(to: number, from: number, length: number): void {
    this.#range(to, length);
    this.#range(from, length);
    this.bytes.copyWithin(to, from, from + length);
  }

  fill(to: number, value: number, length: number): void {
    this.#range(to, length);
    this.bytes.fill(value & 0xff, to, to + length);
  }

  /** As data segments are written. */
  write(to: number, bytes: Uint8Array): void {
    this.#range(to, bytes.length);
    this.bytes.set(bytes, to);
  }

  #range(at: number, length: number): void {
    if (at + length > this.bytes.length) throw new Trap('memory access out of bounds');
  }
}
