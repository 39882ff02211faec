/** Checks by structure alone whether bytes are a picture of the stated type: nothing is decoded.
 *
 *  In: an untrusted file of bounded length. Out: its size in pixels, or undefined. Every byte of the file must belong to one of
 *  its parts, so that a picture cannot carry anything else. This is a consensus rule: a change here changes the protocol. */

import { asBuffer } from './bytes.js';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The subtype in `image/...`. */
export type PictureType = 'png' | 'jpeg' | 'gif' | 'webp';

const sizeOf = (width: number, height: number): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined;

// PNG (third edition), 5.

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const PNG_CHUNK_BYTES = 12;
const IHDR_BYTES = 13;
/** Allowed bit depths by colour type (11.2.1). */
const PNG_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE_COLOUR = 3;
const CHUNK_TYPE = /^[A-Za-z]{4}$/;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (PNG, annex D). */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function readHeader(content: Buffer): { readonly size: PictureSize; readonly hasPalette: boolean } | undefined {
  if (content.length !== IHDR_BYTES) return undefined;
  const size = sizeOf(content.readUInt32BE(0), content.readUInt32BE(4));
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = content.subarray(8);
  const isKnown = compression === 0 && filter === 0 && interlace <= 1;
  if (!size || !isKnown || !PNG_DEPTHS[colour]?.includes(depth)) return undefined;
  return { size, hasPalette: colour === PALETTE_COLOUR };
}

/** Requires IHDR first, the data in one run, a palette before it where the colours need one, and IEND at the end. */
function readPng(file: Buffer): PictureSize | undefined {
  let header: ReturnType<typeof readHeader>;
  const seen = new Set<string>();
  let before = '';
  for (let at = PNG_SIGNATURE.length; at + PNG_CHUNK_BYTES <= file.length; ) {
    const length = file.readUInt32BE(at);
    const next = at + PNG_CHUNK_BYTES + length;
    const type = file.toString('latin1', at + 4, at + 8);
    if (next > file.length || !CHUNK_TYPE.test(type)) return undefined;
    if (crc32(file.subarray(at + 4, next - 4)) !== file.readUInt32BE(next - 4)) return undefined;
    if ((before === '') !== (type === 'IHDR')) return undefined;
    header ??= readHeader(file.subarray(at + 8, at + 8 + length));
    if (!header) return undefined;
    if (type === 'IDAT' && seen.has('IDAT') && before !== 'IDAT') return undefined;
    if (type === 'IDAT' && header.hasPalette && !seen.has('PLTE')) return undefined;
    if (type === 'IEND') return length === 0 && next === file.length && seen.has('IDAT') ? header.size : undefined;
    seen.add(type);
    before = type;
    at = next;
  }
  return undefined;
}

// JPEG (ISO/IEC 10918-1, annex B).

const TEM = 0x01;
const SOF = [0xc0, 0xc1, 0xc2] as const;
const DHT = 0xc4;
const RST0 = 0xd0;
const RST7 = 0xd7;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const BITS_PER_SAMPLE = 8;

function readFrame(segment: Buffer): PictureSize | undefined {
  const components = segment[5] ?? 0;
  const isWhole = segment.length === 6 + 3 * components && [1, 3, 4].includes(components);
  if (!isWhole || segment[0] !== BITS_PER_SAMPLE) return undefined;
  return sizeOf(segment.readUInt16BE(3), segment.readUInt16BE(1));
}

/** Position of the first marker after a scan's coded data. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && !(next >= RST0 && next <= RST7)) return at;
  }
  return file.length;
}

/** Requires one frame with its tables, at least one scan, and EOI at the end. */
function readJpeg(file: Buffer): PictureSize | undefined {
  let size: PictureSize | undefined;
  const seen = new Set<number>();
  for (let at = 2; at + 2 <= file.length; ) {
    const marker = file[at + 1] as number;
    if (file[at] !== 0xff) return undefined;
    if (marker === EOI) return at + 2 === file.length && seen.has(SOS) ? size : undefined;
    if (marker === TEM || (marker >= RST0 && marker < EOI) || at + 4 > file.length) return undefined;
    const length = file.readUInt16BE(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > file.length) return undefined;
    if ((SOF as readonly number[]).includes(marker)) {
      if (size) return undefined;
      size = readFrame(file.subarray(at + 4, next));
      if (!size) return undefined;
    }
    if (marker === SOS && !(size && seen.has(DHT) && seen.has(DQT))) return undefined;
    seen.add(marker);
    at = marker === SOS ? endOfScan(file, next) : next;
  }
  return undefined;
}

// GIF (version 89a).

const GIF_HEAD_BYTES = 13;
const IMAGE_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Bytes of the colour table that a packed byte announces. */
const tableBytes = (packed: number): number => (packed & 0x80 ? 3 << ((packed & 0x07) + 1) : 0);

/** @returns where the blocks that begin at `at` end, their terminator included; undefined when they do not end. */
function endOfBlocks(file: Buffer, at: number): number | undefined {
  for (let next = at; next < file.length; ) {
    const length = file[next] as number;
    next += 1 + length;
    if (length === 0) return next;
  }
  return undefined;
}

/** Gives the canvas; requires at least one image within it. */
function readGif(file: Buffer): PictureSize | undefined {
  if (file.length < GIF_HEAD_BYTES) return undefined;
  const size = sizeOf(file.readUInt16LE(6), file.readUInt16LE(8));
  if (!size) return undefined;
  let images = 0;
  for (let at = GIF_HEAD_BYTES + tableBytes(file[10] as number); at < file.length; ) {
    const block = file[at];
    if (block === TRAILER) return at + 1 === file.length && images > 0 ? size : undefined;
    let blocks = at + 2;
    if (block === IMAGE) {
      if (at + IMAGE_BYTES >= file.length) return undefined;
      const [left, top] = [file.readUInt16LE(at + 1), file.readUInt16LE(at + 3)];
      const [width, height] = [file.readUInt16LE(at + 5), file.readUInt16LE(at + 7)];
      if (!sizeOf(width, height) || left + width > size.width || top + height > size.height) return undefined;
      blocks = at + IMAGE_BYTES + tableBytes(file[at + 9] as number) + 1;
      const codeSize = file[blocks - 1] ?? 0;
      if (codeSize < 2 || codeSize > 8) return undefined;
      images++;
    } else if (block !== EXTENSION) return undefined;
    const next = endOfBlocks(file, blocks);
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

// WebP (RFC 9649, RFC 6386 for VP8).

const RIFF_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 16;
const VP8X_BYTES = 10;
const VP8_START = 0x2a019d;
const VP8L_START = 0x2f;
const ANIMATION = 0x02;

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

/** @returns undefined when the chunks do not fill the bytes exactly. */
function webpChunks(bytes: Buffer): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + CHUNK_HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const from = at + CHUNK_HEAD_BYTES;
    at = from + length + (length % 2);
    if (at > bytes.length) return undefined;
    chunks.push({ type: bytes.toString('latin1', from - 8, from - 4), content: bytes.subarray(from, from + length) });
  }
  return at === bytes.length ? chunks : undefined;
}

/** The size of a `VP8 ` or `VP8L` chunk: a key frame, or a lossless picture. */
function readCoded({ type, content }: Chunk): PictureSize | undefined {
  if (type === 'VP8 ' && content.length > 10) {
    const tag = content.readUIntLE(0, 3);
    const isKey = (tag & 1) === 0 && content.readUIntLE(3, 3) === VP8_START && tag >>> 5 <= content.length - 10;
    return isKey ? sizeOf(content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff) : undefined;
  }
  if (type !== 'VP8L' || content.length <= 5 || content[0] !== VP8L_START) return undefined;
  const bits = content.readUInt32LE(1);
  return bits >>> 29 === 0 ? sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) : undefined;
}

const isCoded = ({ type }: Chunk): boolean => type === 'VP8 ' || type === 'VP8L';

/** Whether there is one coded picture among the chunks, no larger than the canvas. */
function hasPicture(chunks: readonly Chunk[] | undefined, canvas: PictureSize): boolean {
  const coded = chunks?.filter(isCoded) ?? [];
  const size = coded[0] && readCoded(coded[0]);
  return coded.length === 1 && size !== undefined && size.width <= canvas.width && size.height <= canvas.height;
}

function readWebp(file: Buffer): PictureSize | undefined {
  if (file.readUInt32LE(4) !== file.length - CHUNK_HEAD_BYTES) return undefined;
  const chunks = webpChunks(file.subarray(RIFF_BYTES));
  const first = chunks?.[0];
  if (!chunks || !first) return undefined;
  if (isCoded(first)) return chunks.length === 1 ? readCoded(first) : undefined;
  if (first.type !== 'VP8X' || first.content.length !== VP8X_BYTES) return undefined;
  const canvas = { width: first.content.readUIntLE(4, 3) + 1, height: first.content.readUIntLE(7, 3) + 1 };
  if (((first.content[0] as number) & ANIMATION) === 0) return hasPicture(chunks, canvas) ? canvas : undefined;
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  const areFrames = frames.every(({ content }) => hasPicture(webpChunks(content.subarray(FRAME_HEAD_BYTES)), canvas));
  return frames.length > 0 && areFrames && !chunks.some(isCoded) ? canvas : undefined;
}

const formats: Readonly<
  Record<PictureType, readonly [fits: (start: string) => boolean, read: (file: Buffer) => PictureSize | undefined]>
> = {
  png: [(start) => start.startsWith(PNG_SIGNATURE), readPng],
  jpeg: [(start) => start.startsWith('\xff\xd8'), readJpeg],
  gif: [(start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'), readGif],
  webp: [(start) => start.startsWith('RIFF') && start.endsWith('WEBP'), readWebp],
};

/** The size of a picture of this type, or of its canvas when it is animated; undefined when the file is not such a picture. */
export function pictureSize(file: Uint8Array, type: PictureType): PictureSize | undefined {
  const bytes = asBuffer(file);
  const [fits, read] = formats[type];
  return fits(bytes.toString('latin1', 0, RIFF_BYTES)) ? read(bytes) : undefined;
}
