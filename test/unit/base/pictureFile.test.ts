/** Which files are pictures of their type: what encoders make, whole; nothing else, in whatever way it is broken. */

import { describe, expect, test } from 'vitest';
import { type PictureType, pictureSize } from '../../../engine/base/pictureFile.js';
import {
  animated,
  BLUE,
  CLEAR,
  GREEN,
  noise,
  painted,
  pngChunk,
  pngChunks,
  RED,
  webpChunk,
  webpChunks,
  webpOf,
} from '../../support/pictures.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { sizedPng, tinyFile, tinyTypes } from '../../support/tinyPictures.js';

const random = new SeededRandom(testSeed());
const small = () => noise(20, 2, random);
const moving = () => animated(8, [RED, GREEN, BLUE]);

/** What an encoder makes of a picture of 40 x 40 pixels. */
const encoded: readonly (readonly [string, PictureType, () => Promise<Buffer>])[] = [
  ['PNG', 'png', () => small().png().toBuffer()],
  ['interlaced PNG', 'png', () => small().png({ progressive: true }).toBuffer()],
  ['PNG with a palette', 'png', () => small().png({ palette: true, colours: 16 }).toBuffer()],
  ['grey PNG', 'png', () => small().flatten().greyscale().png().toBuffer()],
  ['JPEG', 'jpeg', () => small().flatten().jpeg().toBuffer()],
  ['progressive JPEG', 'jpeg', () => small().flatten().jpeg({ progressive: true }).toBuffer()],
  ['grey JPEG', 'jpeg', () => small().flatten().greyscale().jpeg().toBuffer()],
  ['GIF', 'gif', () => small().gif().toBuffer()],
  ['WebP', 'webp', () => small().flatten().webp().toBuffer()],
  ['lossless WebP', 'webp', () => small().flatten().webp({ lossless: true }).toBuffer()],
  ['WebP with alpha', 'webp', () => small().webp({ quality: 50 }).toBuffer()],
  [
    'WebP with metadata',
    'webp',
    () =>
      small()
        .withExif({ IFD0: { Artist: 'x' } })
        .webp()
        .toBuffer(),
  ],
];

describe('a file of an encoder', () => {
  test.each(encoded)('%s is one, of its size and of no other type', async (_, type, make) => {
    const file = await make();
    expect(pictureSize(file, type)).toEqual({ width: 40, height: 40 });
    for (const other of tinyTypes) if (other !== type) expect(pictureSize(file, other)).toBeUndefined();
  });

  test.each(['gif', 'webp'] as const)('%s may move', async (type) => {
    const file = await moving()[type]().toBuffer();
    expect(pictureSize(file, type)).toEqual({ width: 8, height: 8 });
  });

  test.each(tinyTypes)('%s of two pixels is one, whole and without anything behind it', (type) => {
    const file = tinyFile(type);
    expect(pictureSize(file, type)).toEqual({ width: 2, height: 1 });
    for (let length = 0; length < file.length; length++)
      expect(pictureSize(file.subarray(0, length), type), `${length} bytes`).toBeUndefined();
    for (const more of ['\0', 'x', '<script>', '\0\0'])
      expect(pictureSize(Buffer.concat([file, Buffer.from(more)]), type)).toBeUndefined();
  });
});

test('a start alone is no picture', () => {
  const starts: Readonly<Record<PictureType, string>> = {
    png: '\x89PNG\r\n\x1a\n',
    jpeg: '\xff\xd8\xff\xe0',
    gif: 'GIF89a',
    webp: 'RIFF\x04\0\0\0WEBP',
  };
  for (const type of tinyTypes)
    for (const rest of ['', '\0'.repeat(100), '<svg onload=alert(1)>', '\xff\xd9', ';'])
      expect(pictureSize(Buffer.from(starts[type] + rest, 'latin1'), type)).toBeUndefined();
});

test('a PNG keeps its checksums and its order', async () => {
  const file = await painted(9, 9, () => RED)
    .png()
    .toBuffer();
  expect(pngChunks(file)[0]).toBe('IHDR');
  const wrong = Buffer.from(file);
  wrong[20] = (wrong[20] ?? 0) ^ 1;
  expect(pictureSize(wrong, 'png')).toBeUndefined();
  const [head, data, end] = [file.subarray(0, 33), pngChunk('IDAT', Buffer.alloc(3)), pngChunk('IEND')];
  const text = pngChunk('tEXt', Buffer.from('a'));
  const of = (...chunks: readonly Buffer[]) => pictureSize(Buffer.concat([head, ...chunks]), 'png');
  expect(of(text, data, data, text, end)).toEqual({ width: 9, height: 9 });
  for (const chunks of [[end], [data], [data, text, data, end], [data, end, text], [head.subarray(8), data, end]])
    expect(of(...chunks)).toBeUndefined();
  expect(pictureSize(sizedPng(70_000, 1), 'png')).toEqual({ width: 70_000, height: 1 });
  expect(pictureSize(sizedPng(0, 1), 'png')).toBeUndefined();
});

test('a WebP holds one picture no larger than its canvas', async () => {
  const file = await painted(10, 10, (x) => (x < 5 ? RED : CLEAR))
    .webp({ quality: 50 })
    .toBuffer();
  const chunks = webpChunks(file);
  expect(chunks.map(({ type }) => type)).toEqual(['VP8X', 'ALPH', 'VP8 ']);
  const [canvas, alpha, coded] = chunks.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer];
  const of = (...parts: readonly Buffer[]) => pictureSize(webpOf(parts), 'webp');
  expect(of(canvas, alpha, coded)).toEqual({ width: 10, height: 10 });
  for (const parts of [[canvas], [canvas, alpha], [canvas, coded, coded], [alpha, coded], [coded, coded]])
    expect(of(...parts)).toBeUndefined();
  const narrow = webpChunk('VP8X', Buffer.from([0x10, 0, 0, 0, 4, 0, 0, 9, 0, 0]));
  expect(of(narrow, alpha, coded)).toBeUndefined();
});

test('bytes of chance in a picture never throw, and what stays a picture keeps its bounds', () => {
  let pictures = 0;
  for (let round = 0; round < 4_000; round++) {
    const type = random.pick(tinyTypes);
    const file = tinyFile(type);
    for (let changes = 1 + random.below(4); changes > 0; changes--) file[random.below(file.length)] = random.below(256);
    const size = pictureSize(file, type);
    if (!size) continue;
    pictures++;
    expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
  }
  expect(pictures).toBeGreaterThan(0);
});
