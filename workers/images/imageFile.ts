/** Reduces an image file to what a decoder needs for one picture, so that nothing else costs it work.
 *
 *  In: a stranger's file. Out: its format, judged by its bytes; the same file with only what one picture needs, and how
 *  that picture is turned; or undefined when the parts of the file do not fit together. Limits on pixels do not catch what is
 *  dropped here: a PNG of 64 x 64 pixels and 5 MB of compressed texts took 2.3 GB and 4 s, a WebP of 2 x 2 pixels and
 *  80,000 frames took 11 s. */

import { asBuffer } from '../../engine/base/bytes.js';
import { exifOrientation, type OnePicture, type Orientation } from './imageExif.js';
import { JPEG_START, oneJpeg } from './imageJpeg.js';

export const IMAGE_FORMATS = 'PNG, JPEG, WebP or GIF';

/** @returns undefined when the file is broken. The file is changed in place. */
type Reduce = (file: Buffer) => OnePicture | undefined;

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const RIFF_HEADER_BYTES = 12;

/** One part of a file that consists of parts. */
interface Chunk {
  readonly type: string;
  /** Where the part begins and ends, with everything that belongs to it. */
  readonly from: number;
  readonly to: number;
  readonly content: Buffer;
}

/** How the parts of a format are laid out. */
interface Layout {
  /** Offset of the first part. */
  readonly start: number;
  /** Bytes of a part without content. */
  readonly least: number;
  /** @param at offset of a part with at least `least` bytes left in the file. */
  read(file: Buffer, at: number): Chunk;
  /** Types of which only the first part is kept. */
  readonly once: readonly string[];
  /** The type that may occur several times. */
  readonly often?: string;
  readonly exif: string;
  /** The type after which nothing follows. */
  readonly last?: string;
}

/** Moves the parts that are kept to the front of the file. */
function reduceChunks(file: Buffer, layout: Layout): OnePicture | undefined {
  const wanted = new Set(layout.once);
  let orientation: Orientation | undefined;
  let end = layout.start;
  for (let at = layout.start; at < file.length; ) {
    if (at + layout.least > file.length) return undefined;
    const { type, from, to, content } = layout.read(file, at);
    if (to > file.length) return undefined;
    at = to;
    if (type === layout.exif) orientation ??= exifOrientation(content);
    if (type !== layout.often && !wanted.delete(type)) continue;
    file.copyWithin(end, from, to);
    end += to - from;
    if (type === layout.last) break;
  }
  return { file: file.subarray(0, end), orientation: orientation ?? 1 };
}

/** PNG (third edition), 5.3: length, type, content, checksum. */
const png: Layout = {
  start: PNG_SIGNATURE.length,
  least: 12,
  read(file, at) {
    const length = file.readUInt32BE(at);
    const content = file.subarray(at + 8, at + 8 + length);
    return { type: file.toString('latin1', at + 4, at + 8), from: at, to: at + 12 + length, content };
  },
  once: ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'IEND'],
  often: 'IDAT',
  exif: 'eXIf',
  last: 'IEND',
};

/** RFC 9649, 2.3: type, length, content, one more byte when the length is odd. */
const webp: Layout = {
  start: RIFF_HEADER_BYTES,
  least: 8,
  read(file, at) {
    const length = file.readUInt32LE(at + 4);
    const content = file.subarray(at + 8, at + 8 + length);
    return { type: file.toString('latin1', at, at + 4), from: at, to: at + 8 + length + (length % 2), content };
  },
  once: ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'],
  exif: 'EXIF',
};

function oneWebp(file: Buffer): OnePicture | undefined {
  const reduced = reduceChunks(file.subarray(0, webp.least + file.readUInt32LE(4)), webp);
  if (reduced) file.writeUInt32LE(reduced.file.length - webp.least, 4);
  return reduced;
}

/** A GIF stays as it is: its decoder skips later frames, 350,000 of them in 30 ms. */
const oneGif: Reduce = (file) => ({ file, orientation: 1 });

/** The formats by how their files begin. */
const formats: readonly (readonly [fits: (start: string) => boolean, reduce: Reduce])[] = [
  [(start) => start.startsWith(PNG_SIGNATURE), (file) => reduceChunks(file, png)],
  [(start) => start.startsWith(JPEG_START), oneJpeg],
  [(start) => start.startsWith('RIFF') && start.endsWith('WEBP'), oneWebp],
  [(start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'), oneGif],
];

/** @param file changed in place. @returns undefined for a file of another format; otherwise a function that reduces it to one
 *  picture, and returns undefined when the file is broken or made to keep a decoder busy. */
export function imageReader(file: Uint8Array): (() => OnePicture | undefined) | undefined {
  const bytes = asBuffer(file);
  const start = bytes.toString('latin1', 0, RIFF_HEADER_BYTES);
  const reduce = formats.find(([fits]) => fits(start))?.[1];
  return reduce && (() => reduce(bytes));
}
