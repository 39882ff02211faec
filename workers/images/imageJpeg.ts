/** A JPEG with only what its picture needs (ISO/IEC 10918-1, annex B). Its metadata is dropped, and files with more scans
 *  than encoders make are refused: every scan of a progressive JPEG goes over the whole picture, so that one of 170 KB can
 *  have 2,600 of them and take 20 s. */

import { exifOrientation, type OnePicture, type Orientation } from './imageExif.js';

export const JPEG_START = '\xff\xd8\xff';

/** The usual encoders make 10 scans, the ones that try hardest fewer than 20. */
const MAX_SCANS = 32;

/** Second bytes of markers, table B.1. */
const TEM = 0x01;
const RST0 = 0xd0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const EXIF = 0xe1;
const ICC = 0xe2;
const ADOBE = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

/** SOI, with which the file begins. */
const MARKER_BYTES = 2;

/** Application data that define the colours: JFIF, the colour profile, Adobe's transform. */
const COLOURS: ReadonlySet<number> = new Set([APP0, ICC, ADOBE]);

const isMetadata = (marker: number): boolean =>
  marker === COM || (marker >= APP0 && marker <= APP15 && !COLOURS.has(marker));

/** @param file changed in place. @returns undefined with too many scans. A file that ends early is left to the decoder. */
export function oneJpeg(file: Buffer): OnePicture | undefined {
  let orientation: Orientation | undefined;
  let scans = 0;
  let kept = MARKER_BYTES;
  let from = MARKER_BYTES;
  /** Moves what is between the last dropped part and `to` to the end of what is kept. */
  const keepTo = (to: number): void => {
    file.copyWithin(kept, from, to);
    kept += to - from;
  };
  for (let at = from; ; ) {
    // As a decoder does, this skips everything up to the next marker: the coded picture, or garbage.
    const begin = file.indexOf(0xff, at);
    at = begin;
    while (at >= 0 && file[at] === 0xff) at++;
    const marker = at < 0 ? undefined : file[at++];
    if (marker === EOI || marker === undefined || at + 2 > file.length) {
      keepTo(marker === EOI ? at : file.length);
      return { file: file.subarray(0, kept), orientation: orientation ?? 1 };
    }
    // Zero escapes a picture byte that looks like a marker; the other ones have no content.
    if (marker === 0 || marker === TEM || (marker >= RST0 && marker <= SOI)) continue;
    const next = Math.min(file.length, at + file.readUInt16BE(at));
    if (marker === SOS && ++scans > MAX_SCANS) return undefined;
    if (marker === EXIF) orientation ??= exifOrientation(file.subarray(at + 2, next));
    if (isMetadata(marker)) {
      keepTo(begin);
      from = next;
    }
    at = next;
  }
}
