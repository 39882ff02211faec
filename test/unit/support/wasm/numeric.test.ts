/** The interpreter's numerics against V8: every instruction that computes values from values, over the values at which they change
 *  their behaviour. Floats pass as bits, so that the NaNs which the standard determines are compared too. */

import { expect, test } from 'vitest';
import type { ValueType } from '../../../../engine/vm/contractModule.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { assemble, instruction, ModuleBuilder } from '../../../support/wasm/encoder.js';
import { ARITHMETIC_FLOAT, INSTRUCTIONS, type InstructionType } from '../../../support/wasm/instructions.js';
import { operations } from '../../../support/wasm/numeric.js';
import { Trap } from '../../../support/wasm/trap.js';
import { comparable, type Value } from '../../../support/wasm/values.js';

const seed = testSeed();

/** Of f32 and f64: zeros, the least and greatest numbers, the ends of the integer ranges and their neighbours, ties, NaNs. */
const FLOATS = [
  0,
  0.5,
  1,
  1.5,
  2.5,
  0.49999999999999994,
  4503599627370495.5,
  8388607.5,
  2147483520,
  2147483647,
  2147483648,
  2147483904,
  4294967040,
  4294967295,
  4294967296,
  9223371487098962000,
  9223372036854775000,
  2 ** 63,
  18446742974197924000,
  18446744073709550000,
  2 ** 64,
  1e-45,
  1.17549435e-38,
  3.4028234663852886e38,
  5e-324,
  2.2250738585072014e-308,
  1.7976931348623157e308,
  Infinity,
];

const scratch = new DataView(new ArrayBuffer(8));

function bits64(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}

function bits32(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}

const INTEGERS = [0, 1, 2, 7, 31, 32, 33, 63, 64, 127, 128, 255, 32767, 32768, 65535, 2 ** 31 - 1].flatMap((n) => [
  n,
  -n,
  ~n,
]);
const WIDE = [2n ** 24n + 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 62n + 2n ** 38n + 1n, 2n ** 63n - 1n, 2n ** 40n - 1n];
const NAN_32 = [0x7fc00000, 0x7f800001, 0x7fa00000, 0x7fffffff].flatMap((n) => [n, n | (1 << 31)]);
const NAN_64 = [0x7ff8n << 48n, (0x7ff0n << 48n) | 1n, (0x7ff4n << 48n) | 5n].flatMap((n) => [n, n - 2n ** 63n]);

function valuesOf(type: ValueType, random: SeededRandom): Value[] {
  const narrow = Array.from({ length: 20 }, () => random.below(2 ** 32) | 0);
  const wide = Array.from({ length: 20 }, () => BigInt.asIntN(64, random.bigBelow(2n ** 64n)));
  switch (type) {
    case 'i32':
      return [...INTEGERS.map((n) => n | 0), -(2 ** 31), ...narrow];
    case 'i64':
      return [...INTEGERS.map(BigInt), ...WIDE.flatMap((n) => [n, -n, ~n]), -(2n ** 63n), ...wide];
    case 'f32':
      return [...FLOATS.flatMap((n) => [bits32(n), bits32(-n)]), ...NAN_32.map((n) => n | 0), ...narrow];
    case 'f64':
      return [...FLOATS.flatMap((n) => [bits64(n), bits64(-n)]), ...NAN_64, ...wide];
  }
}

const carrier = (type: ValueType): ValueType => (type.endsWith('32') ? 'i32' : 'i64');
const between = (type: ValueType, forth: boolean): number[] => {
  if (type.startsWith('i')) return [];
  return assemble(forth ? `${type}.reinterpret_${carrier(type)}` : `${carrier(type)}.reinterpret_${type}`);
};

/** A function for each instruction, from bits to bits. */
function moduleOfAll(list: readonly InstructionType[]): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  for (const { name, type } of list) {
    const { parameters, results } = type ?? { parameters: [], results: [] };
    const operands = parameters.flatMap((of, at) => [...instruction('local.get', at), ...between(of, true)]);
    const code = [...operands, ...instruction(name), ...results.flatMap((of) => between(of, false))];
    module.func({ parameters: parameters.map(carrier), results: results.map(carrier), exported: name }, code);
  }
  return module.finish();
}

function endOf(run: () => Value | undefined): Value | string | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof Trap || (error instanceof Error && error.name === 'RuntimeError')) return error.message;
    throw error;
  }
}

test(`every numeric instruction computes what V8 computes, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  const list = INSTRUCTIONS.filter(({ immediate, type }) => immediate === 'none' && type !== undefined);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOfAll(list)));
  const differences: string[] = [];
  let compared = 0;
  for (const { name, type } of list) {
    const [first = 'i32', second] = type?.parameters ?? [];
    const result = type?.results[0] ?? 'i32';
    const show = (end: Value | string | undefined): string => {
      if (end === undefined || typeof end === 'string') return end ?? 'missing';
      return ARITHMETIC_FLOAT.has(name) ? comparable({ type: result, value: end }) : String(end);
    };
    const native = exports[name] as (a: Value, b: Value) => Value;
    for (const a of valuesOf(first, random)) {
      for (const b of second === undefined ? [a] : valuesOf(second, random)) {
        const own = show(endOf(() => operations.get(name)?.(a, b)));
        const other = show(endOf(() => native(a, b)));
        if (own !== other) differences.push(`${name} ${a} ${b}: ${own} instead of ${other}`);
        compared++;
      }
    }
  }
  expect(differences.slice(0, 20)).toEqual([]);
  expect(list.length).toBe(136);
  expect(compared).toBeGreaterThan(250_000);
});
