/** ML-KEM-768 a second time, from FIPS 203 alone: slow, short, with node:crypto for SHA-3. Numbers of algorithms are those of the
 *  standard. */

import { createHash } from 'node:crypto';
import { type Bytes, join } from './independent.js';

const Q = 3_329;
const K = 3;

type Poly = number[];

const mod = (value: number): number => ((value % Q) + Q) % Q;
const sha3 = (name: string, ...parts: readonly Bytes[]): Buffer =>
  createHash(name)
    .update(join(...parts))
    .digest();
const shake = (name: string, outputLength: number, ...parts: readonly Bytes[]): Buffer =>
  createHash(name, { outputLength })
    .update(join(...parts))
    .digest();
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const power = (exponent: number): number => range(exponent).reduce((value) => mod(value * 17), 1);
const reversed = (index: number): number =>
  Number.parseInt(index.toString(2).padStart(7, '0').split('').reverse().join(''), 2);

const add = (a: Poly, b: Poly): Poly => a.map((value, index) => mod(value + (b[index] as number)));
const subtract = (a: Poly, b: Poly): Poly => a.map((value, index) => mod(value - (b[index] as number)));

/** Algorithm 9. */
function ntt(poly: Poly): Poly {
  const f = [...poly];
  let i = 1;
  for (let length = 128; length >= 2; length /= 2)
    for (let start = 0; start < 256; start += 2 * length) {
      const zeta = power(reversed(i++));
      for (let j = start; j < start + length; j++) {
        const t = zeta * (f[j + length] as number);
        f[j + length] = mod((f[j] as number) - t);
        f[j] = mod((f[j] as number) + t);
      }
    }
  return f;
}

/** Algorithm 10. */
function inverseNtt(poly: Poly): Poly {
  const f = [...poly];
  let i = 127;
  for (let length = 2; length <= 128; length *= 2)
    for (let start = 0; start < 256; start += 2 * length) {
      const zeta = power(reversed(i--));
      for (let j = start; j < start + length; j++) {
        const t = f[j] as number;
        f[j] = mod(t + (f[j + length] as number));
        f[j + length] = mod(zeta * ((f[j + length] as number) - t));
      }
    }
  return f.map((value) => mod(value * 3_303));
}

/** Algorithms 11 and 12. */
const multiply = (a: Poly, b: Poly): Poly =>
  range(128).flatMap((i) => {
    const [a0, a1, b0, b1] = [a[2 * i], a[2 * i + 1], b[2 * i], b[2 * i + 1]] as [number, number, number, number];
    return [mod(a0 * b0 + mod(a1 * b1) * power(2 * reversed(i) + 1)), mod(a0 * b1 + a1 * b0)];
  });

const product = (a: readonly Poly[], b: readonly Poly[]): Poly =>
  a.map((poly, index) => multiply(poly, b[index] as Poly)).reduce(add);

/** Algorithm 5. */
function encode(bits: number, poly: Poly): Buffer {
  const stream = poly.flatMap((value) => range(bits).map((bit) => (value >> bit) & 1));
  return Buffer.from(
    range(32 * bits).map((at) => range(8).reduce((byte, bit) => byte | ((stream[8 * at + bit] as number) << bit), 0)),
  );
}

/** Algorithm 6. */
function decode(bits: number, bytes: Bytes): Poly {
  const bit = (at: number): number => ((bytes[at >> 3] as number) >> (at & 7)) & 1;
  return range(256).map((index) => range(bits).reduce((value, at) => value | (bit(index * bits + at) << at), 0));
}

const compress = (bits: number, poly: Poly): Poly =>
  poly.map((value) => Math.floor((value * 2 ** (bits + 1) + Q) / (2 * Q)) % 2 ** bits);
const decompress = (bits: number, poly: Poly): Poly =>
  poly.map((value) => Math.floor((2 * Q * value + 2 ** bits) / 2 ** (bits + 1)));

/** Algorithm 7. */
function sampleNtt(rho: Bytes, column: number, row: number): Poly {
  const stream = shake('shake128', 2_048, rho, Uint8Array.of(column, row));
  const out: Poly = [];
  for (let at = 0; out.length < 256; at += 3) {
    const [c0, c1, c2] = stream.subarray(at, at + 3) as unknown as [number, number, number];
    for (const value of [c0 + 256 * (c1 % 16), (c1 >> 4) + 16 * c2]) if (value < Q && out.length < 256) out.push(value);
  }
  return out;
}

/** Algorithm 8 with eta = 2. */
function sampleNoise(seed: Bytes, number: number): Poly {
  const bytes = shake('shake256', 128, seed, Uint8Array.of(number));
  const bit = (at: number): number => ((bytes[at >> 3] as number) >> (at & 7)) & 1;
  return range(256).map((i) => mod(bit(4 * i) + bit(4 * i + 1) - bit(4 * i + 2) - bit(4 * i + 3)));
}

/** Algorithm 14. */
function encrypt(ek: Bytes, message: Bytes, randomness: Bytes): Buffer {
  const t = range(K).map((i) => decode(12, ek.subarray(384 * i, 384 * (i + 1))));
  const rho = ek.subarray(384 * K);
  const y = range(K).map((i) => ntt(sampleNoise(randomness, i)));
  const u = range(K).map((i) => {
    const column = range(K).map((j) => sampleNtt(rho, i, j));
    return add(inverseNtt(product(column, y)), sampleNoise(randomness, K + i));
  });
  const noise = add(sampleNoise(randomness, 2 * K), decompress(1, decode(1, message)));
  const v = add(inverseNtt(product(t, y)), noise);
  return join(...u.map((poly) => encode(10, compress(10, poly))), encode(4, compress(4, v)));
}

/** Algorithm 16. @param seed d, then z. */
export function kemKeygen(seed: Bytes): { readonly ek: Buffer; readonly dk: Buffer } {
  const g = sha3('sha3-512', seed.subarray(0, 32), Uint8Array.of(K));
  const [rho, sigma] = [g.subarray(0, 32), g.subarray(32)];
  const s = range(K).map((i) => ntt(sampleNoise(sigma, i)));
  const t = range(K).map((i) => {
    const row = range(K).map((j) => sampleNtt(rho, j, i));
    return add(product(row, s), ntt(sampleNoise(sigma, K + i)));
  });
  const ek = join(...t.map((poly) => encode(12, poly)), rho);
  return { ek, dk: join(...s.map((poly) => encode(12, poly)), ek, sha3('sha3-256', ek), seed.subarray(32)) };
}

/** Algorithm 17. */
export function kemEncapsulate(ek: Bytes, message: Bytes): { readonly secret: Buffer; readonly ciphertext: Buffer } {
  const g = sha3('sha3-512', message, sha3('sha3-256', ek));
  return { secret: g.subarray(0, 32), ciphertext: encrypt(ek, message, g.subarray(32)) };
}

/** Algorithm 18. */
export function kemDecapsulate(ciphertext: Bytes, dk: Bytes): Buffer {
  const s = range(K).map((i) => decode(12, dk.subarray(384 * i, 384 * (i + 1))));
  const ek = dk.subarray(384 * K, 768 * K + 32);
  const u = range(K).map((i) => decompress(10, decode(10, ciphertext.subarray(320 * i, 320 * (i + 1)))));
  const v = decompress(4, decode(4, ciphertext.subarray(320 * K)));
  const message = encode(1, compress(1, subtract(v, inverseNtt(product(s, u.map(ntt))))));
  const { secret, ciphertext: again } = kemEncapsulate(ek, message);
  return again.equals(ciphertext) ? secret : shake('shake256', 32, dk.subarray(768 * K + 64), ciphertext);
}
