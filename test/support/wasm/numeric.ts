/** The instructions that compute values from values, one line each, as the specification's chapter on numerics has them (core
 *  specification 2.0, section 4.3). Written to be read, not to be fast. A float result that is a NaN is the canonical one wherever
 *  the standard leaves its bits open. */

import { Trap } from './trap.js';
import { bitsOf32, bitsOf64, floatOf32, floatOf64, type Value } from './values.js';

/** Operands in the order in which they were pushed; a single one is given twice. */
export type Operation = (a: Value, b: Value) => Value;

const truth = (condition: boolean): number => (condition ? 1 : 0);

function divide32(a: number, b: number): number {
  if (b === 0) throw new Trap('divide by zero');
  if (a === -(2 ** 31) && b === -1) throw new Trap('divide result unrepresentable');
  return Math.trunc(a / b);
}

function remainder32(a: number, b: number): number {
  if (b === 0) throw new Trap('remainder by zero');
  return a % b;
}

function populationCount(value: bigint): number {
  let count = 0;
  for (let rest = value; rest > 0n; rest >>= 1n) count += Number(rest & 1n);
  return count;
}

function trailingZeros(value: bigint, width: number): number {
  let count = 0;
  while (count < width && ((value >> BigInt(count)) & 1n) === 0n) count++;
  return count;
}

const leadingZeros = (value: bigint, width: number): number =>
  value === 0n ? width : width - value.toString(2).length;

/** Both widths in one: operands and result are signed, `u` reads them as unsigned. The result is wrapped by the caller. */
function integerOperations(width: 32 | 64): Record<string, (a: bigint, b: bigint) => bigint | number> {
  const u = (value: bigint): bigint => BigInt.asUintN(width, value);
  const shift = (b: bigint): bigint => u(b) % BigInt(width);
  const rotate = (a: bigint, left: bigint): bigint => (u(a) << left) | (u(a) >> (BigInt(width) - left));
  return {
    clz: (a) => leadingZeros(u(a), width),
    ctz: (a) => trailingZeros(u(a), width),
    popcnt: (a) => populationCount(u(a)),
    add: (a, b) => a + b,
    sub: (a, b) => a - b,
    mul: (a, b) => a * b,
    div_s: (a, b) => {
      if (b === 0n) throw new Trap('divide by zero');
      if (b === -1n && a === -(2n ** BigInt(width - 1))) throw new Trap('divide result unrepresentable');
      return a / b;
    },
    div_u: (a, b) => {
      if (b === 0n) throw new Trap('divide by zero');
      return u(a) / u(b);
    },
    rem_s: (a, b) => {
      if (b === 0n) throw new Trap('remainder by zero');
      return a % b;
    },
    rem_u: (a, b) => {
      if (b === 0n) throw new Trap('remainder by zero');
      return u(a) % u(b);
    },
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
    shl: (a, b) => a << shift(b),
    shr_s: (a, b) => a >> shift(b),
    shr_u: (a, b) => u(a) >> shift(b),
    rotl: (a, b) => rotate(a, shift(b)),
    rotr: (a, b) => rotate(a, (BigInt(width) - shift(b)) % BigInt(width)),
    extend8_s: (a) => BigInt.asIntN(8, a),
    extend16_s: (a) => BigInt.asIntN(16, a),
    extend32_s: (a) => BigInt.asIntN(32, a),
  };
}

function integerComparisons(width: 32 | 64): Record<string, (a: bigint, b: bigint) => boolean> {
  const u = (value: bigint): bigint => BigInt.asUintN(width, value);
  return {
    eqz: (a) => a === 0n,
    eq: (a, b) => a === b,
    ne: (a, b) => a !== b,
    lt_s: (a, b) => a < b,
    lt_u: (a, b) => u(a) < u(b),
    gt_s: (a, b) => a > b,
    gt_u: (a, b) => u(a) > u(b),
    le_s: (a, b) => a <= b,
    le_u: (a, b) => u(a) <= u(b),
    ge_s: (a, b) => a >= b,
    ge_u: (a, b) => u(a) >= u(b),
  };
}

/** To the nearest whole number, ties to the even one; the sign of zero is kept. */
function nearest(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (!Number.isFinite(value) || fraction === 0) return value;
  const up = fraction > 0.5 || (fraction === 0.5 && floor % 2 !== 0);
  const rounded = up ? floor + 1 : floor;
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded;
}

const FLOAT_OPERATIONS: Record<string, (a: number, b: number) => number> = {
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  nearest,
  sqrt: Math.sqrt,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
};

const FLOAT_COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  ge: (a, b) => a >= b,
};

/** Least and greatest of an integer type. */
function rangeOf(width: number, isSigned: boolean): [bigint, bigint] {
  const bits = BigInt(width);
  return isSigned ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
}

function truncated(value: number, width: number, isSigned: boolean): bigint {
  if (!Number.isFinite(value)) throw new Trap('float unrepresentable in integer range');
  const whole = BigInt(Math.trunc(value));
  const [least, greatest] = rangeOf(width, isSigned);
  if (whole < least || whole > greatest) throw new Trap('float unrepresentable in integer range');
  return whole;
}

function saturated(value: number, width: number, isSigned: boolean): bigint {
  if (Number.isNaN(value)) return 0n;
  const [least, greatest] = rangeOf(width, isSigned);
  if (value === Infinity) return greatest;
  if (value === -Infinity) return least;
  const whole = BigInt(Math.trunc(value));
  if (whole < least) return least;
  return whole > greatest ? greatest : whole;
}

/** An integer as the nearest f32. Through f64 it would be rounded twice: what lies below the 53 bits of an f64 is gathered in its
 *  lowest bit first, far below what an f32 keeps. */
function bits32OfInteger(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < 2n ** 53n) return bitsOf32(Number(value));
  const sticky = (magnitude & 0x7ffn) === 0n ? 0n : 0x800n;
  const exact = ((magnitude >> 11n) << 11n) | sticky;
  return bitsOf32(Number(value < 0n ? -exact : exact));
}

const wrap32 = (value: bigint | number): number => Number(BigInt.asIntN(32, BigInt(value)));
const wrap64 = (value: bigint | number): bigint => BigInt.asIntN(64, BigInt(value));

export const operations = new Map<string, Operation>();

/** i32 in plain numbers: what V8 counts in, and what most code does. */
const NUMBERS_32: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: (a, b) => Math.imul(a, b),
  div_s: (a, b) => divide32(a, b) | 0,
  rem_s: (a, b) => remainder32(a, b) | 0,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << (b & 31),
  shr_s: (a, b) => a >> (b & 31),
  shr_u: (a, b) => (a >>> (b & 31)) | 0,
  eqz: (a) => truth(a === 0),
  eq: (a, b) => truth(a === b),
  ne: (a, b) => truth(a !== b),
  lt_s: (a, b) => truth(a < b),
  lt_u: (a, b) => truth(a >>> 0 < b >>> 0),
  gt_s: (a, b) => truth(a > b),
  gt_u: (a, b) => truth(a >>> 0 > b >>> 0),
  le_s: (a, b) => truth(a <= b),
  le_u: (a, b) => truth(a >>> 0 <= b >>> 0),
  ge_s: (a, b) => truth(a >= b),
  ge_u: (a, b) => truth(a >>> 0 >= b >>> 0),
};

for (const width of [32, 64] as const) {
  const wrap = width === 32 ? wrap32 : wrap64;
  for (const [name, run] of Object.entries(integerOperations(width)))
    operations.set(`i${width}.${name}`, (a, b) => wrap(run(BigInt(a), BigInt(b))));
  for (const [name, run] of Object.entries(integerComparisons(width)))
    operations.set(`i${width}.${name}`, (a, b) => truth(run(BigInt(a), BigInt(b))));
}
for (const [name, run] of Object.entries(NUMBERS_32))
  operations.set(`i32.${name}`, (a, b) => run(a as number, b as number));

const SIGN_32 = -(2 ** 31);
const SIGN_64 = -(2n ** 63n);
operations.set('f32.abs', (a) => (a as number) & ~SIGN_32);
operations.set('f32.neg', (a) => (a as number) ^ SIGN_32);
operations.set('f32.copysign', (a, b) => ((a as number) & ~SIGN_32) | ((b as number) & SIGN_32));
operations.set('f64.abs', (a) => (a as bigint) & ~SIGN_64);
operations.set('f64.neg', (a) => (a as bigint) ^ SIGN_64);
operations.set('f64.copysign', (a, b) => ((a as bigint) & ~SIGN_64) | ((b as bigint) & SIGN_64));

for (const [name, run] of Object.entries(FLOAT_OPERATIONS)) {
  operations.set(`f32.${name}`, (a, b) => bitsOf32(run(floatOf32(a as number), floatOf32(b as number))));
  operations.set(`f64.${name}`, (a, b) => bitsOf64(run(floatOf64(a as bigint), floatOf64(b as bigint))));
}
for (const [name, run] of Object.entries(FLOAT_COMPARISONS)) {
  operations.set(`f32.${name}`, (a, b) => truth(run(floatOf32(a as number), floatOf32(b as number))));
  operations.set(`f64.${name}`, (a, b) => truth(run(floatOf64(a as bigint), floatOf64(b as bigint))));
}

for (const width of [32, 64] as const) {
  const wrap = width === 32 ? wrap32 : wrap64;
  for (const isSigned of [true, false]) {
    const suffix = isSigned ? 's' : 'u';
    for (const [type, number] of [
      ['f32', (a: Value) => floatOf32(a as number)],
      ['f64', (a: Value) => floatOf64(a as bigint)],
    ] as const) {
      operations.set(`i${width}.trunc_${type}_${suffix}`, (a) => wrap(truncated(number(a), width, isSigned)));
      operations.set(`i${width}.trunc_sat_${type}_${suffix}`, (a) => wrap(saturated(number(a), width, isSigned)));
    }
    const read = (a: Value): bigint => (isSigned ? BigInt(a) : BigInt.asUintN(width, BigInt(a)));
    operations.set(`f32.convert_i${width}_${suffix}`, (a) => bits32OfInteger(read(a)));
    operations.set(`f64.convert_i${width}_${suffix}`, (a) => bitsOf64(Number(read(a))));
  }
}

operations.set('i32.wrap_i64', (a) => wrap32(a));
operations.set('i64.extend_i32_s', (a) => BigInt(a));
operations.set('i64.extend_i32_u', (a) => BigInt((a as number) >>> 0));
operations.set('f32.demote_f64', (a) => bitsOf32(floatOf64(a as bigint)));
operations.set('f64.promote_f32', (a) => bitsOf64(floatOf32(a as number)));
for (const name of ['i32.reinterpret_f32', 'f32.reinterpret_i32', 'i64.reinterpret_f64', 'f64.reinterpret_i64'])
  operations.set(name, (a) => a);
