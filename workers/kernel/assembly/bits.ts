/** SimpleBitPack, BitPack and BitUnpack, algorithms 16, 17 and 19 of FIPS 204, for keys and for a finished signature.
 *
 *  Coefficients are secret here. What is read, written and branched on depends only on the number of bits. */

import { POLY } from './parameters';

/** Packs `offset` minus each of 256 coefficients. */
export function packBits(poly: usize, offset: i32, bits: i32, output: usize): void {
  let waiting: u64 = 0;
  let count = 0;
  for (const end = poly + POLY; poly < end; poly += 4) {
    waiting |= (<u64>(<u32>(offset - load<i32>(poly)))) << count;
    for (count += bits; count >= 8; count -= 8) {
      store<u8>(output++, <u8>waiting);
      waiting >>= 8;
    }
  }
}

/** Unpacks 256 coefficients: `offset` minus each stored value. */
export function unpackBits(input: usize, offset: i32, bits: i32, poly: usize): void {
  let waiting: u64 = 0;
  let count = 0;
  const mask: u64 = (1 << bits) - 1;
  for (const end = poly + POLY; poly < end; poly += 4) {
    for (; count < bits; count += 8) waiting |= (<u64>load<u8>(input++)) << count;
    store<i32>(poly, offset - <i32>(waiting & mask));
    waiting >>= bits;
    count -= bits;
  }
}
