/** Values of WebAssembly as their bits, because a JavaScript number cannot hold every NaN: i32 and f32 are numbers, i64 and f64
 *  bigints, all of them read as two's complement. Float instructions take the bits apart and put them together again. */

import type { ValueType } from '../../../engine/vm/contractModule.js';

export type Value = number | bigint;

export interface TypedValue {
  readonly type: ValueType;
  readonly value: Value;
}

const scratch = new DataView(new ArrayBuffer(8));

export const CANONICAL_NAN_32 = 0x7fc0_0000;
export const CANONICAL_NAN_64 = 0x7ff8_0000_0000_0000n;

export function floatOf32(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}

export function floatOf64(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}

/** Rounds to the nearest f32, ties to even. Every NaN becomes the canonical one. */
export function bitsOf32(value: number): number {
  if (Number.isNaN(value)) return CANONICAL_NAN_32;
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}

/** Every NaN becomes the canonical one. */
export function bitsOf64(value: number): bigint {
  if (Number.isNaN(value)) return CANONICAL_NAN_64;
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}

export const zeroOf = (type: ValueType): Value => (type === 'i32' || type === 'f32' ? 0 : 0n);

/** As the JavaScript interface takes a value. A NaN loses its bits. */
export function toHost({ type, value }: TypedValue): number | bigint {
  if (type === 'f32') return floatOf32(value as number);
  if (type === 'f64') return floatOf64(value as bigint);
  return value;
}

/** From what the JavaScript interface gives. */
export function fromHost(type: ValueType, value: number | bigint): Value {
  if (type === 'f32') return bitsOf32(Number(value));
  if (type === 'f64') return bitsOf64(Number(value));
  return type === 'i32' ? Number(value) | 0 : BigInt.asIntN(64, BigInt(value));
}

/** The type and the bits, unsigned: what two runs are compared by, once a NaN may differ in its bits. */
export function comparable({ type, value }: TypedValue): string {
  if (type === 'f32' && Number.isNaN(floatOf32(value as number))) return 'f32:nan';
  if (type === 'f64' && Number.isNaN(floatOf64(value as bigint))) return 'f64:nan';
  return `${type}:${typeof value === 'number' ? value >>> 0 : BigInt.asUintN(64, value)}`;
}
