/** Pictures for tests of uploads: real ones made with the library, and hand-built files that no encoder makes. */

import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { SeededRandom } from './random.js';

/** A colour: red, green, blue, alpha, each 0 to 255. */
export type Rgba = readonly [number, number, number, number];

export const RED: Rgba = [220, 30, 40, 255];
export const GREEN: Rgba = [30, 200, 60, 255];
export const BLUE: Rgba = [40, 60, 210, 255];
export const CLEAR: Rgba = [0, 0, 0, 0];

/** A picture whose pixels are a function of their position. */
export function painted(width: number, height: number, colour: (x: number, y: number) => Rgba): Sharp {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colour(x, y), (y * width + x) * 4);
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** Frames of one colour each, one above the other, as the library takes an animation. */
export function animated(side: number, colours: readonly Rgba[]): Sharp {
  const pixels = Buffer.concat(colours.map((colour) => Buffer.alloc(side * side * 4, Uint8Array.from(colour))));
  const raw = { width: side, height: side * colours.length, channels: 4, pageHeight: side } as const;
  return sharp(pixels, { raw });
}

/** Squares of random colours, alpha included. @param square side of each in pixels. */
export function noise(squares: number, square: number, random: SeededRandom): Sharp {
  const colours = Array.from({ length: squares * squares * 4 }, () => random.below(256));
  const side = squares * square;
  return sharp(Buffer.from(colours), { raw: { width: squares, height: squares, channels: 4 } }).resize(side, side, {
    kernel: 'nearest',
  });
}

/** The body of an upload, in its own memory. */
export const uploadBody = (file: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.from(JSON.stringify({ image: Buffer.from(file).toString('base64') })));

/** Pixels of a file, four bytes each. */
export async function pixelsOf(
  file: Uint8Array,
): Promise<{ width: number; height: number; at(x: number, y: number): number[] }> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, at: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] };
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, content: Uint8Array = new Uint8Array(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  chunk.set(named, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A PNG with one bit per pixel that declares a size and holds only a few bytes of data. */
export function declaredPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND')]);
}

/** Types of the chunks of a PNG. */
export function pngChunks(file: Buffer): readonly string[] {
  const types: string[] = [];
  for (let at = PNG_SIGNATURE.length; at < file.length; at += 12 + file.readUInt32BE(at))
    types.push(file.toString('latin1', at + 4, at + 8));
  return types;
}

/** Types of the chunks of a WebP, and where each begins. */
export function webpChunks(file: Buffer): readonly { readonly type: string; readonly bytes: Buffer }[] {
  const chunks: { type: string; bytes: Buffer }[] = [];
  for (let at = 12; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    chunks.push({ type: file.toString('latin1', at, at + 4), bytes: file.subarray(at, next) });
    at = next;
  }
  return chunks;
}

export function webpOf(chunks: readonly Buffer[]): Buffer {
  const content = Buffer.concat(chunks);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(content.length + 4, 4);
  return Buffer.concat([header, content]);
}

export const webpChunk = (type: string, content: Uint8Array): Buffer => {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

const SOS = 0xda;
const EOI = 0xd9;

/** Where segments of a JPEG begin: their markers with their offsets, the end included. */
export function jpegSegments(file: Buffer): readonly { readonly marker: number; readonly at: number }[] {
  const segments: { marker: number; at: number }[] = [];
  for (let at = 2; at < file.length; ) {
    const marker = file[at + 1] ?? 0;
    segments.push({ marker, at });
    if (marker === EOI) break;
    at += 2 + file.readUInt16BE(at + 2);
    if (marker === SOS) while (file[at] !== 0xff || file[at + 1] === 0) at++;
  }
  return segments;
}

/** A grey progressive JPEG whose scans hold so little that they take 64 bytes, and that may still have this many: each
 *  scan adds one more bit of one coefficient. @param scans 2 to 630. */
export async function manyScans(scans: number): Promise<Buffer> {
  const flat = await painted(64, 64, () => [128, 128, 128, 255])
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const starts = jpegSegments(flat).filter(({ marker }) => marker === SOS || marker === EOI);
  const [first, second, third] = starts.map(({ at }) => at);
  if (first === undefined) throw new Error('a JPEG has a scan');
  const template = flat.subarray(second, third);
  const bits = 10;
  const told = Array.from({ length: scans - 1 }, (_, index) => {
    const scan = Buffer.from(template);
    const coefficient = 1 + Math.floor(index / bits);
    const bit = bits - 1 - (index % bits);
    // Spectral selection and successive approximation follow the scan's one component.
    scan.set([coefficient, coefficient, (bit === bits - 1 ? 0 : (bit + 1) << 4) | bit], 7);
    return scan;
  });
  return Buffer.concat([flat.subarray(0, second), ...told, Buffer.from([0xff, EOI])]);
}

/** EXIF with an orientation, little- or big-endian. */
export function exifOf(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const content = Buffer.alloc(26);
  content.write(order, 'latin1');
  const short = (value: number, at: number) =>
    order === 'II' ? content.writeUInt16LE(value, at) : content.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? content.writeUInt32LE(value, at) : content.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return content;
}

export const jpegSegment = (marker: number, content: Uint8Array): Buffer => {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
};
