/** Constants for random code: values at which instructions change their behaviour, NaNs with payloads, and any bits. */

import type { ValueType } from '../../../engine/vm/contractModule.js';
import type { SeededRandom } from '../random.js';

export const VALUE_TYPES: readonly ValueType[] = ['i32', 'i64', 'f32', 'f64'];

const INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  8n,
  31n,
  63n,
  255n,
  65_535n,
  2n ** 31n - 1n,
  -(2n ** 31n),
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const FLOATS_32 = [
  0n,
  0x8000_0000n,
  0x3f80_0000n,
  0xbfc0_0000n,
  0x4f00_0000n,
  0x7f80_0000n,
  0xff80_0000n,
  1n,
  0x4b00_0001n,
];
const NANS_32 = [0x7fc0_0000n, 0xffc0_0000n, 0x7fa0_0000n, 0xff80_0001n, 0x7fff_ffffn];
const FLOATS_64 = [0n, 1n << 63n, 0x3ff8n << 48n, 0xbff0n << 48n, 0x41e0n << 48n, 0x43e0n << 48n, 0x7ff0n << 48n, 1n];
const NANS_64 = [0x7ff8n << 48n, 0xfff8n << 48n, (0x7ff0n << 48n) | 1n, (0xfff4n << 48n) | 9n, (1n << 63n) - 1n];

/** The bits of a random constant, in the form that `instruction` takes. */
export function randomConstant(random: SeededRandom, type: ValueType): bigint {
  if (type === 'f32' || type === 'f64') {
    const [usual, nans] = type === 'f32' ? [FLOATS_32, NANS_32] : [FLOATS_64, NANS_64];
    if (random.chance(25)) return random.pick(nans);
    return random.chance(70) ? random.pick(usual) : random.bigBelow(type === 'f32' ? 2n ** 32n : 2n ** 64n);
  }
  if (random.chance(40)) return random.pick(INTEGERS);
  return random.chance(70) ? BigInt(random.between(-300, 300)) : BigInt.asIntN(64, random.bigBelow(2n ** 64n));
}
