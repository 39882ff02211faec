/** SHAKE128 and SHAKE256 (FIPS 202, section 6.2) on one state, and on two states at once.
 *
 *  Inputs are padded in place, so that only whole blocks are absorbed. */

import { keccakF1, keccakF2 } from './keccak';
import { STATE1, STATE2 } from './layout';
import { RATE256 } from './parameters';

/** Writes the padding of SHAKE after `length` bytes at `start`. @returns how many blocks there are now. */
export function pad(start: usize, length: usize, rate: usize): usize {
  const blocks = length / rate + 1;
  const end = start + blocks * rate;
  memory.fill(start + length, 0, end - start - length);
  store<u8>(start + length, 0x1f);
  store<u8>(end - 1, load<u8>(end - 1) | 0x80);
  return blocks;
}

export function clear1(): void {
  memory.fill(STATE1, 0, 200);
}

export function clear2(): void {
  memory.fill(STATE2, 0, 400);
}

/** Absorbs whole blocks into one state. */
export function absorb1(input: usize, blocks: usize, rate: usize): void {
  for (; blocks > 0; blocks--, input += rate) {
    for (let at: usize = 0; at < rate; at += 8) store<u64>(STATE1 + at, load<u64>(STATE1 + at) ^ load<u64>(input + at));
    keccakF1();
  }
}

/** One block of each of two inputs. */
export function mix2(first: usize, second: usize, rate: usize): void {
  for (let at: usize = 0; at < rate; at += 8) {
    const both = v128.load64_lane(second + at, v128.load64_zero(first + at), 1);
    v128.store(STATE2 + (at << 1), v128.xor(v128.load(STATE2 + (at << 1)), both));
  }
}

/** The first `length` bytes of each of two states, in multiples of eight. */
export function extract2(first: usize, second: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8) {
    const both = v128.load(STATE2 + (at << 1));
    v128.store64_lane(first + at, both, 0);
    v128.store64_lane(second + at, both, 1);
  }
}

/** SHAKE256 of whole blocks. @param length bytes of output, a multiple of eight within a block. */
export function shake256(input: usize, blocks: usize, output: usize, length: usize): void {
  clear1();
  absorb1(input, blocks, RATE256);
  memory.copy(output, STATE1, length);
}

/** SHAKE256 of two inputs. When the shorter one ends, the longer one continues alone; the other state then absorbs the same
 *  blocks and is not read again.
 *  @param length as for `shake256`. */
export function shake256Pair(
  a: usize,
  blocksA: usize,
  outA: usize,
  b: usize,
  blocksB: usize,
  outB: usize,
  length: usize,
): void {
  clear2();
  const most = max(blocksA, blocksB);
  for (let block: usize = 1; block <= most; block++) {
    const at = (block - 1) * RATE256;
    mix2(block <= blocksA ? a + at : b + at, block <= blocksB ? b + at : a + at, RATE256);
    keccakF2();
    // The output of a state that continues is written only after its own last block.
    for (let word: usize = 0; word < length; word += 8) {
      if (block === blocksA) v128.store64_lane(outA + word, v128.load(STATE2 + (word << 1)), 0);
      if (block === blocksB) v128.store64_lane(outB + word, v128.load(STATE2 + (word << 1)), 1);
    }
  }
}
