/** How a camera was held, read from EXIF (CIPA DC-008, 4.6): the only metadata of a picture that changes how it looks. The
 *  library's own reader follows every link in a stranger's file: 64 KB of entries that pointed back at themselves took it
 *  15 s. */

import { asBuffer } from '../../engine/base/bytes.js';

/** 1 is upright; 2, 4, 5 and 7 are mirrored, 5 to 8 are turned on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const PREFIX = 'Exif\0\0';
const HEADER_BYTES = 8;
const COUNT_BYTES = 2;
const ENTRY_BYTES = 12;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** A file with one picture, without metadata except what its colours mean. */
export interface OnePicture {
  readonly file: Uint8Array;
  readonly orientation: Orientation;
}

/** @param content of the segment or chunk, with or without the prefix. @returns undefined when it names no orientation. */
export function exifOrientation(content: Uint8Array): Orientation | undefined {
  const all = asBuffer(content);
  const tiff = all.toString('latin1', 0, PREFIX.length) === PREFIX ? all.subarray(PREFIX.length) : all;
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < HEADER_BYTES || (order !== 'II*\0' && order !== 'MM\0*')) return undefined;
  const isLittle = order === 'II*\0';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + COUNT_BYTES > tiff.length) return undefined;
  const entries = first + COUNT_BYTES;
  const end = Math.min(tiff.length - ENTRY_BYTES, entries + (short(first) - 1) * ENTRY_BYTES);
  for (let at = entries; at <= end; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined;
  }
  return undefined;
}
