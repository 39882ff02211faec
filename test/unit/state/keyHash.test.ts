/** HalfSipHash-1-3 beside a second writing of it, byte by byte from its description. */

import { expect, test } from 'vitest';
import { KeyHash } from '../../../engine/state/keyHash.js';

const MASK = 0xffff_ffffn;
const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (32n - bits))) & MASK;

/** "SipHash: a fast short-input PRF", with the rotations of its 32-bit variant: 1 round for each word, 3 at the end. */
function reference(secret: Uint8Array, message: Uint8Array): number {
  const word = (bytes: Uint8Array, at: number): bigint => BigInt(Buffer.from(bytes).readUInt32LE(at));
  const [k0, k1] = [word(secret, 0), word(secret, 4)];
  const v: [bigint, bigint, bigint, bigint] = [k0, k1, 0x6c796765n ^ k0, 0x74656462n ^ k1];
  const round = (): void => {
    v[0] = (v[0] + v[1]) & MASK;
    v[1] = rotate(v[1], 5n) ^ v[0];
    v[0] = rotate(v[0], 16n);
    v[2] = (v[2] + v[3]) & MASK;
    v[3] = rotate(v[3], 8n) ^ v[2];
    v[0] = (v[0] + v[3]) & MASK;
    v[3] = rotate(v[3], 7n) ^ v[0];
    v[2] = (v[2] + v[1]) & MASK;
    v[1] = rotate(v[1], 13n) ^ v[2];
    v[2] = rotate(v[2], 16n);
  };
  const words = Array.from({ length: message.length / 4 }, (_, at) => word(message, at * 4));
  for (const m of [...words, (BigInt(message.length) << 24n) & MASK]) {
    v[3] ^= m;
    round();
    v[0] ^= m;
  }
  v[2] ^= 0xffn;
  for (let last = 0; last < 3; last++) round();
  return Number(BigInt.asIntN(32, v[1] ^ v[3]));
}

test('is the function of its description, for keys of 0 to 80 words', () => {
  let checked = 0;
  for (let words = 0; words <= 80; words++) {
    const message = new Uint8Array(words * 4).map((_, index) => index * 37 + words);
    const secret = new Uint8Array(16).map((_, index) => index * 91 + words);
    const around = new Int32Array([7, ...new Int32Array(message.buffer), 9]);
    expect(new KeyHash(secret).of(around, 1, words)).toBe(reference(secret, message));
    checked++;
  }
  expect(checked).toBe(81);
});

test('depends on the secret and on each word', () => {
  const words = new Int32Array(8);
  const seen = new Set([new KeyHash().of(words, 0, 8), new KeyHash(new Uint8Array(8).fill(1)).of(words, 0, 8)]);
  for (let word = 0; word < 8; word++) {
    words[word] = 1;
    seen.add(new KeyHash().of(words, 0, 8));
  }
  expect(seen.size).toBe(10);
});
