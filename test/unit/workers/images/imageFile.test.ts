/** What of an uploaded file a decoder gets to see: one picture, and none of the things that would keep it busy. */

import { describe, expect, test } from 'vitest';
import { exifOrientation } from '../../../../workers/images/imageExif.js';
import { imageReader } from '../../../../workers/images/imageFile.js';
import {
  animated,
  BLUE,
  exifOf,
  GREEN,
  jpegSegment,
  jpegSegments,
  manyScans,
  PNG_SIGNATURE,
  painted,
  pngChunk,
  pngChunks,
  RED,
  webpChunk,
  webpChunks,
  webpOf,
} from '../../../support/pictures.js';

/** The one picture of a file; undefined when it is refused. */
function reduced(file: Buffer): { readonly file: Buffer; readonly orientation: number } | undefined {
  const one = imageReader(Buffer.from(file))?.();
  return one && { file: Buffer.from(one.file), orientation: one.orientation };
}

const red = () => painted(20, 10, () => RED);

describe('PNG', () => {
  test('keeps the picture and its colours, and drops texts, thumbnails and further frames', async () => {
    const plain = await red().png().toBuffer();
    const before = plain.subarray(PNG_SIGNATURE.length, PNG_SIGNATURE.length + 25);
    const text = pngChunk('zTXt', Buffer.from('Comment\0\0', 'latin1'));
    const after = plain.subarray(PNG_SIGNATURE.length + 25);
    const full = Buffer.concat([
      ...[PNG_SIGNATURE, before, text, pngChunk('gAMA', Buffer.alloc(4)), pngChunk('gAMA', Buffer.alloc(4)), text],
      ...[pngChunk('eXIf', exifOf(6)), pngChunk('acTL', Buffer.alloc(8)), after, pngChunk('IDAT'), Buffer.from('more')],
    ]);
    expect(pngChunks(reduced(full)?.file ?? full)).toEqual(['IHDR', 'gAMA', 'IDAT', 'IEND']);
    expect(reduced(full)?.orientation).toBe(6);
    expect(reduced(plain)?.orientation).toBe(1);
  });

  test('is refused when a chunk does not end within it', async () => {
    const plain = await red().png().toBuffer();
    const ends = new Set([PNG_SIGNATURE.length]);
    for (let at = PNG_SIGNATURE.length; at < plain.length; ends.add(at)) at += 12 + plain.readUInt32BE(at);
    for (let length = PNG_SIGNATURE.length; length <= plain.length; length++)
      expect(reduced(plain.subarray(0, length)) !== undefined, `${length}`).toBe(ends.has(length));
    expect(ends.size).toBeGreaterThan(3);
  });
});

describe('WebP', () => {
  test('keeps the first frame alone, and drops metadata', async () => {
    const plain = await animated(16, [RED, GREEN, BLUE]).webp({ lossless: true }).toBuffer();
    const chunks = webpChunks(plain);
    expect(chunks.map(({ type }) => type)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF', 'ANMF']);
    const full = webpOf([
      ...chunks.slice(0, 2).map(({ bytes }) => bytes),
      ...Array.from({ length: 1_000 }, () => webpChunk('JUNK', Buffer.from([1]))),
      ...chunks.slice(2).map(({ bytes }) => bytes),
      ...[webpChunk('EXIF', exifOf(3)), webpChunk('XMP ', Buffer.alloc(99))],
    ]);
    const one = reduced(Buffer.concat([full, Buffer.from('what follows')]));
    const kept = webpChunks(one?.file ?? full);
    expect(kept.map(({ type }) => type)).toEqual(['VP8X', 'ANIM', 'ANMF']);
    expect(kept[2]?.bytes).toEqual(chunks[2]?.bytes);
    expect(one?.file.readUInt32LE(4)).toBe((one?.file.length ?? 0) - 8);
    expect(one?.orientation).toBe(3);
  });

  test('is refused when a chunk does not end within it', async () => {
    const plain = await red().webp().toBuffer();
    expect(reduced(plain)?.file).toEqual(plain);
    for (let length = 13; length < plain.length; length++)
      expect(reduced(plain.subarray(0, length)), `${length}`).toBeUndefined();
  });
});

describe('JPEG', () => {
  const markers = (file: Buffer): readonly number[] => jpegSegments(file).map(({ marker }) => marker);

  test('keeps what its colours mean, and drops the other application data, comments, and what follows its end', async () => {
    const plain = await red().keepIccProfile().jpeg().toBuffer();
    const exif = (orientation: number): Buffer =>
      jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation, 'MM')]));
    const added = [
      jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<xmp/>', 'latin1')),
      ...[
        exif(8),
        exif(3),
        jpegSegment(0xed, Buffer.alloc(60_000, 0xff)),
        jpegSegment(0xfe, Buffer.from([0xff, 0xda])),
      ],
      ...[jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0')), jpegSegment(0xee, Buffer.from('Adobe'))],
    ];
    const full = Buffer.concat([plain.subarray(0, 2), ...added, plain.subarray(2), plain]);
    const one = reduced(full);
    expect(markers(one?.file ?? full)).toEqual([0xe2, 0xee, ...markers(plain)]);
    expect(one?.orientation).toBe(8);
    const own = Buffer.concat([plain.subarray(0, 2), ...added.slice(-2), plain.subarray(2)]);
    expect(one?.file).toEqual(own);
  });

  test('drops metadata between scans too', async () => {
    const plain = await red().jpeg({ progressive: true }).toBuffer();
    const scan = jpegSegments(plain).filter(({ marker }) => marker === 0xda)[3]?.at ?? 0;
    const full = Buffer.concat([plain.subarray(0, scan), jpegSegment(0xe5, Buffer.alloc(9)), plain.subarray(scan)]);
    expect(scan).toBeGreaterThan(100);
    expect(reduced(full)?.file).toEqual(plain);
  });

  test('is refused with more scans than encoders make', async () => {
    expect(reduced(await manyScans(32))).toBeDefined();
    expect(reduced(await manyScans(33))).toBeUndefined();
    expect(reduced(await manyScans(600))).toBeUndefined();
    const usual = await red().jpeg({ mozjpeg: true }).toBuffer();
    expect(markers(usual).filter((marker) => marker === 0xda).length).toBeGreaterThan(2);
    expect(reduced(usual)?.file).toEqual(usual);
  });

  test('that ends early is left to the decoder, wherever it ends', async () => {
    const plain = await red().jpeg({ progressive: true }).toBuffer();
    for (let length = 3; length < plain.length; length++)
      expect(reduced(plain.subarray(0, length))?.file, `${length}`).toEqual(plain.subarray(0, length));
  });
});

describe('another file', () => {
  test('is none of the four, whatever it says about itself', async () => {
    const others = [
      ...[
        '',
        'x',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '%PDF-1.7',
        'BM',
        'RIFF',
        'RIFF\0\0\0\0WAVE',
        'GIF88a',
        'GIF',
      ],
      ...['\x89PNG\r\n', '\xff\xd8', 'II*\0', '\0\0\0\x1cftypavif', '8BPS', 'qoif', ' GIF89a'],
    ];
    for (const text of others) expect(imageReader(Buffer.from(text, 'latin1')), text).toBeUndefined();
    expect(imageReader(await red().tiff().toBuffer())).toBeUndefined();
    expect(others.length).toBe(16);
  });
});

describe('EXIF', () => {
  test('tells how the camera was held, in both byte orders, with and without its prefix', () => {
    for (let orientation = 1; orientation <= 8; orientation++)
      for (const order of ['II', 'MM'] as const)
        for (const prefix of ['', 'Exif\0\0']) {
          const content = Buffer.concat([Buffer.from(prefix, 'latin1'), exifOf(orientation, order)]);
          expect(exifOrientation(content), `${orientation} ${order}`).toBe(orientation);
          for (let length = 0; length < content.length - 6; length++)
            expect(exifOrientation(content.subarray(0, length))).toBeUndefined();
        }
  });

  test('says nothing with a value that does not exist, another type, or a directory beyond its end', () => {
    expect(exifOrientation(exifOf(0))).toBeUndefined();
    expect(exifOrientation(exifOf(9))).toBeUndefined();
    const other = exifOf(6);
    other.writeUInt16LE(4, 12);
    expect(exifOrientation(other)).toBeUndefined();
    const far = exifOf(6);
    far.writeUInt32LE(0xffff_ffff, 4);
    expect(exifOrientation(far)).toBeUndefined();
    const many = exifOf(6);
    many.writeUInt16LE(0xffff, 8);
    expect(exifOrientation(many)).toBe(6);
    const none = exifOf(6);
    none.writeUInt16LE(0, 8);
    expect(exifOrientation(none)).toBeUndefined();
  });
});
