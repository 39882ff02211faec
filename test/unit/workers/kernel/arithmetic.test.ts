/** The kernel's arithmetic at the ends of its bounds, against integers that cannot overflow. */

import { expect, test } from 'vitest';
import { instantiateKernel } from '../../../../workers/kernel/instance.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

const Q = 8_380_417;
const MODULUS = BigInt(Q);
const kernel = instantiateKernel(0);
const words = new Int32Array(kernel.memory.buffer);
/** Six polynomials, their limbs, and six more. */
const INPUT = kernel.laneAt(0) + kernel.LANE_Z.value;
const LIMBS = kernel.laneAt(0) + kernel.LANE_LIMBS.value;
const OUTPUT = kernel.laneAt(0) + kernel.LANE_W.value;

type Poly = readonly number[];

const modulo = (value: bigint): bigint => ((value % MODULUS) + MODULUS) % MODULUS;
function put(address: number, poly: Poly): void {
  words.set(poly, address / 4);
}

const take = (address: number): number[] => [...words.subarray(address / 4, address / 4 + 256)];

function power(base: bigint, exponent: number): bigint {
  let result = 1n;
  for (let step = 0; step < exponent; step++) result = (result * base) % MODULUS;
  return result;
}

const reversed = (value: number): number =>
  Number.parseInt(value.toString(2).padStart(8, '0').split('').reverse().join(''), 2);

/** FIPS 204, section 7.5: the NTT's i-th coefficient is the polynomial at zeta^(2 brv(i) + 1). */
function evaluated(poly: Poly, index: number): bigint {
  const point = power(1753n, 2 * reversed(index) + 1);
  return modulo(poly.reduceRight((sum, coefficient) => (sum * point + BigInt(coefficient)) % MODULUS, 0n));
}

/** The kernel's order: blocks of 16 transposed. */
const placeOf = (index: number): number => (index & ~15) | ((index & 3) << 2) | ((index >> 2) & 3);

/** Everything at one end, at the other, alternating, and at random between. */
function extremes(bound: number, random: SeededRandom): Poly[] {
  const fill = (value: (at: number) => number): Poly => Array.from({ length: 256 }, (_, at) => value(at));
  return [
    fill(() => bound),
    fill(() => -bound),
    fill((at) => (at % 2 ? bound : -bound)),
    fill((at) => (at === 255 ? bound : 0)),
    ...Array.from({ length: 12 }, () => fill(() => (random.chance(50) ? bound : -bound))),
    ...Array.from({ length: 12 }, () => fill(() => random.between(-bound, bound))),
  ];
}

const random = new SeededRandom(testSeed());

test('the NTT of coefficients up to 2^23', () => {
  let checked = 0;
  for (const poly of extremes(2 ** 23, random)) {
    put(INPUT, poly);
    kernel.ntt(INPUT);
    const result = take(INPUT);
    for (let index = 0; index < 256; index += 5) {
      const value = result[placeOf(index)] as number;
      expect(Math.abs(value)).toBeLessThan(9.2 * Q);
      expect(modulo(BigInt(value))).toBe(evaluated(poly, index));
      checked++;
    }
  }
  expect(checked).toBe(28 * 52);
});

test('the inverse of values below 15.9 q, times 2^24, canonical', () => {
  const scale = 2n ** 24n;
  for (const poly of extremes(Math.floor(15.9 * Q), random)) {
    put(INPUT, poly);
    kernel.inverseNtt(INPUT, kernel.ROW_SCALE.value);
    const result = take(INPUT);
    expect(result.every((value) => value >= 0 && value < Q)).toBe(true);
    // The result at the points of the NTT is the input times the scale.
    for (let index = 0; index < 256; index += 31)
      expect(evaluated(result, index)).toBe(modulo(BigInt(poly[placeOf(index)] as number) * scale));
  }
});

test('the product of rows with limbs at their ends', () => {
  const slot = kernel.SIGN_SLOT.value;
  const halves = new Int16Array(kernel.memory.buffer);
  // For rows 2 r and 2 r + 1, 64 vectors, three pairs of columns: low and high limbs of either row, eight at a time.
  const limbAt = (row: number, column: number, index: number, high: number): number =>
    slot / 2 +
    (row >> 1) * 6_144 +
    (index >> 2) * 96 +
    (column >> 1) * 32 +
    (row & 1) * 16 +
    high * 8 +
    (index & 3) * 2 +
    (column & 1);
  const half = (Q - 1) / 2;
  const ends = [half, -half, 2_047 + 1_023 * 4_096, -2_048 - 1_023 * 4_096, 0];
  const bound = Math.floor(9.2 * Q);
  for (let round = 0; round < 12; round++) {
    const pick = (values: readonly number[]): number =>
      round < 4 ? (values[round] as number) : (values[random.below(values.length)] as number);
    const matrix = Array.from({ length: 36 }, () => Array.from({ length: 256 }, () => pick(ends)));
    const vector = Array.from({ length: 6 }, () =>
      Array.from({ length: 256 }, () => (random.chance(50) ? pick([bound, -bound, bound, -bound]) : pick(ends))),
    );
    matrix.forEach((poly, at) => {
      const [row, column] = [Math.floor(at / 6), at % 6];
      poly.forEach((value, index) => {
        const high = (value + 2_048) >> 12;
        halves[limbAt(row, column, index, 0)] = value - high * 4_096;
        halves[limbAt(row, column, index, 1)] = high;
      });
    });
    for (const [column, poly] of vector.entries()) put(INPUT + 1_024 * column, poly);
    kernel.cutLimbs(INPUT, LIMBS);
    kernel.rowProducts(slot, LIMBS, OUTPUT);
    for (let row = 0; row < 6; row++)
      take(OUTPUT + 1_024 * row).forEach((value, index) => {
        const sum = vector.reduce(
          (total, poly, column) => total + BigInt(matrix[6 * row + column]?.[index] ?? 0) * BigInt(poly[index] ?? 0),
          0n,
        );
        expect(Math.abs(value)).toBeLessThan(14.9 * Q);
        expect(modulo(BigInt(value) * 2n ** 24n)).toBe(modulo(sum));
      });
  }
});

const ALPHA = (Q - 1) / 16;

/** Decompose, FIPS 204 algorithm 36. */
function decompose(r: number): readonly [high: number, low: number] {
  const remainder = r % ALPHA;
  const low = remainder > ALPHA / 2 ? remainder - ALPHA : remainder;
  return r - low === Q - 1 ? [0, low - 1] : [(r - low) / ALPHA, low];
}

test('the high bits of every number below q', () => {
  const bytes = new Uint8Array(kernel.memory.buffer);
  const step = 6 * 256;
  let wrong = 0;
  let checked = 0;
  for (let start = 0; start < Q; start += step) {
    for (let at = 0; at < step; at++) words[INPUT / 4 + at] = Math.min(start + at, Q - 1);
    kernel.encodeW1(INPUT, OUTPUT);
    for (let at = 0; at < step && start + at < Q; at++, checked++) {
      const nibble = ((bytes[OUTPUT + (at >> 1)] as number) >> ((at & 1) << 2)) & 15;
      if (nibble !== decompose(start + at)[0]) wrong++;
    }
  }
  expect(wrong).toBe(0);
  expect(checked).toBe(Q);
});

test('hints around every number where the high bits change', () => {
  const bytes = new Uint8Array(kernel.memory.buffer);
  const signature = kernel.laneAt(0) + kernel.LANE_SIGNATURE.value;
  const encoded = LIMBS;
  const turns = Array.from({ length: 33 }, (_, half) => (half * ALPHA) / 2);
  const numbers = turns.flatMap((turn) => [-2, -1, 0, 1, 2].map((step) => turn + step)).filter((r) => r >= 0 && r < Q);
  expect(numbers.length).toBe(33 * 5 - 4);
  numbers.forEach((r, serial) => {
    const place = (serial * 37) % 256;
    const row = serial % 6;
    words.fill(0, INPUT / 4, INPUT / 4 + 6 * 256);
    words[INPUT / 4 + row * 256 + place] = r;
    bytes.fill(0, signature + 3_248, signature + 3_309);
    bytes[signature + 3_248] = place;
    bytes.fill(1, signature + 3_303 + row, signature + 3_309);
    kernel.encodeW1(INPUT, encoded);
    kernel.applyHints(signature, INPUT, encoded);
    // UseHint, FIPS 204 algorithm 40.
    const [high, low] = decompose(r);
    const expected = (high + (low > 0 ? 1 : 15)) % 16;
    const row1 = [...bytes.subarray(encoded + 128 * row, encoded + 128 * row + 128)];
    expect(row1.flatMap((byte) => [byte & 15, byte >> 4])[place]).toBe(expected);
    expect(row1.filter((byte) => byte !== 0).length).toBeLessThanOrEqual(1);
  });
});
