/** Real pictures through the real thread: what comes out, within which limits, and what is refused with which sentence. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataUri } from '../../../../engine/base/dataUri.js';
import { TOKEN_IMAGE_CHARACTERS, TOKEN_LOGO_PIXELS } from '../../../../engine/base/limits.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { type ConvertedImage, createImagePool, type ImagePool } from '../../../../workers/images/imagePool.js';
import { encode } from '../../../../workers/images/imageWorker.js';
import {
  animated,
  BLUE,
  CLEAR,
  declaredPng,
  GREEN,
  manyScans,
  noise,
  painted,
  pixelsOf,
  pngChunk,
  RED,
  type Rgba,
  uploadBody,
} from '../../../support/pictures.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { importsOf } from '../../../tidy/imports.js';
import { SourceFile } from '../../../tidy/rule.js';

const seed = testSeed();

let pool: ImagePool;

beforeAll(() => {
  pool = createImagePool({ limitMs: 60_000, maxItems: 1_000, maxBytes: 512 * 1024 * 1024 });
});

afterAll(() => pool.close());

async function converted(file: Uint8Array): Promise<ConvertedImage> {
  const result = await pool.convert(uploadBody(file));
  if (isRefusal(result)) throw new Error(`${result.code}: ${result.message}`);
  const { format, width, height, pages, exif, icc, xmp } = await sharp(result.bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: result.width, height: result.height });
  expect([pages, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(TOKEN_LOGO_PIXELS);
  expect(dataUri('image/webp', result.bytes).length).toBeLessThanOrEqual(TOKEN_IMAGE_CHARACTERS);
  return result;
}

const refusedBody = async (body: string | Uint8Array): Promise<string> => {
  const result = await pool.convert(new Uint8Array(Buffer.from(body)));
  return isRefusal(result) ? `${result.code}: ${result.message}` : `${result.width} x ${result.height}`;
};

const refused = (file: Uint8Array): Promise<string> => refusedBody(uploadBody(file));

const BROKEN = 'invalid_image: the picture is broken or incomplete; save it again and send all of it';
const UNKNOWN = 'invalid_image: the picture is not PNG, JPEG, WebP or GIF; save it as one of them';

/** Lossy colours are near, not equal. */
function expectNear(actual: readonly number[], wanted: Rgba, where: string): void {
  actual.forEach((value, index) => {
    expect(Math.abs(value - (wanted[index] ?? 0)), `${where}: ${actual} is not ${wanted}`).toBeLessThan(24);
  });
}

describe('a picture', () => {
  test('keeps its ratio, fits the square, and is never enlarged', async () => {
    const sizes: readonly (readonly [number, number, number, number])[] = [
      [300, 200, 256, 171],
      [512, 512, 256, 256],
      [200, 1_000, 51, 256],
      [4_000, 10, 256, 1],
      [10, 4_000, 1, 256],
      [16_384, 2, 256, 1],
      [256, 256, 256, 256],
      [20, 10, 20, 10],
      [1, 1, 1, 1],
    ];
    for (const [width, height, toWidth, toHeight] of sizes) {
      const file = await painted(width, height, () => GREEN)
        .png()
        .toBuffer();
      const { width: gotWidth, height: gotHeight, bytes } = await converted(file);
      expect([gotWidth, gotHeight], `${width} x ${height}`).toEqual([toWidth, toHeight]);
      expectNear((await pixelsOf(bytes)).at(0, 0), GREEN, `${width} x ${height}`);
    }
  });

  test('stays transparent where it is, in each format that can be', async () => {
    const half = painted(400, 400, (x) => (x < 200 ? CLEAR : RED));
    const files = {
      png: await half.clone().png().toBuffer(),
      palette: await half.clone().png({ palette: true }).toBuffer(),
      webp: await half.clone().webp().toBuffer(),
      gif: await half.clone().gif().toBuffer(),
    };
    for (const [name, file] of Object.entries(files)) {
      const { at } = await pixelsOf((await converted(file)).bytes);
      expect(at(60, 128)[3], name).toBe(0);
      expect(at(200, 128)[3], name).toBe(255);
      expectNear(at(200, 128), RED, name);
    }
    const veil = await painted(400, 400, () => [200, 100, 50, 64])
      .png()
      .toBuffer();
    expectNear((await pixelsOf((await converted(veil)).bytes)).at(128, 128), [200, 100, 50, 64], 'veil');
  });

  test('stands upright however the camera was held, as another reader of EXIF says', async () => {
    const quarters = painted(400, 200, (x, y) =>
      y < 100 ? (x < 200 ? RED : GREEN) : x < 200 ? BLUE : [240, 240, 60, 255],
    );
    let compared = 0;
    for (let orientation = 1; orientation <= 8; orientation++)
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const file = await quarters.clone().withMetadata({ orientation }).toFormat(format).toBuffer();
        const reference = await pixelsOf(
          await sharp(file).autoOrient().resize(256, 256, { fit: 'inside' }).png().toBuffer(),
        );
        const { width, height, at } = await pixelsOf((await converted(file)).bytes);
        expect([width, height]).toEqual([reference.width, reference.height]);
        for (const [x, y] of [
          [0.2, 0.2],
          [0.8, 0.2],
          [0.2, 0.8],
          [0.8, 0.8],
        ] as const) {
          const place = [Math.floor(x * width), Math.floor(y * height)] as const;
          expectNear(at(...place), reference.at(...place) as unknown as Rgba, `${format}, orientation ${orientation}`);
          compared++;
        }
      }
    expect(compared).toBe(96);
  });

  test('of an animation is its first frame', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const file = await animated(40, [RED, GREEN, BLUE])
        .toFormat(format, { delay: [50, 50, 50] })
        .toBuffer();
      expect((await sharp(file).metadata()).pages, format).toBe(3);
      const { width, height, bytes } = await converted(file);
      expect([width, height], format).toEqual([40, 40]);
      expectNear((await pixelsOf(bytes)).at(20, 20), RED, format);
    }
  });

  test('in other colours becomes sRGB: grey, sixteen bits, CMYK, a profile of its own', async () => {
    const colour = painted(40, 40, () => [200, 100, 50, 255]);
    const files = {
      sixteen: await colour.clone().toColourspace('rgb16').png().toBuffer(),
      cmyk: await colour.clone().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      profile: await colour.clone().withIccProfile('p3').png().toBuffer(),
      interlaced: await colour.clone().png({ progressive: true }).toBuffer(),
    };
    expect((await sharp(files.profile).metadata()).icc?.length).toBeGreaterThan(100);
    for (const [name, file] of Object.entries(files)) {
      const wanted = (await pixelsOf(await sharp(file).toColourspace('srgb').png().toBuffer())).at(20, 20);
      expectNear((await pixelsOf((await converted(file)).bytes)).at(20, 20), wanted as unknown as Rgba, name);
      expectNear(wanted, [200, 100, 30, 255], name);
    }
    const grey = await colour.clone().greyscale().png().toBuffer();
    const [red = 0, green, blue] = (await pixelsOf((await converted(grey)).bytes)).at(20, 20);
    expect([green, blue]).toEqual([red, red]);
  });

  test(`of noise loses quality until it fits, seed ${seed}`, async () => {
    // 250 squares a side, so that the noise is still there when the picture is small.
    const file = await noise(250, 16, new SeededRandom(seed)).png({ compressionLevel: 3 }).toBuffer();
    const { width, height } = await sharp(file).metadata();
    expect([width, height]).toEqual([4_000, 4_000]);
    const best = await sharp(file).resize(256, 256).webp({ quality: 90 }).toBuffer();
    expect(dataUri('image/webp', best).length).toBeGreaterThan(TOKEN_IMAGE_CHARACTERS);
    const small = await converted(file);
    expect([small.width, small.height]).toEqual([256, 256]);
    expect(dataUri('image/webp', small.bytes).length).toBeGreaterThan(TOKEN_IMAGE_CHARACTERS / 2);
  });

  test('that fits at no quality gets smaller, and keeps its ratio', async () => {
    const raw = await noise(64, 4, new SeededRandom(1)).resize(256, 128).raw().toBuffer({ resolveWithObject: true });
    const pixels = { data: raw.data, width: 256, height: 128, channels: raw.info.channels };
    let last = 257;
    for (const characters of [20_000, 6_000, 3_000, 1_000]) {
      const { image, width, height } = await encode(pixels, characters);
      expect(dataUri('image/webp', image).length, `${characters}`).toBeLessThanOrEqual(characters);
      expect(Math.abs(width - 2 * height), `${width} x ${height}`).toBeLessThanOrEqual(1);
      expect(width).toBeLessThan(last);
      last = width;
    }
    expect(last).toBeLessThan(60);
    await expect(encode(pixels, 30)).rejects.toThrow('no picture has 30 characters');
  });
});

describe('a file that is made to keep a decoder busy', () => {
  test('is refused when it declares too many pixels, before they are decoded', async () => {
    const sizes = [
      [60_000, 60_000],
      [5_001, 5_000],
      [16_385, 1],
      [1, 16_385],
      [10_000_000, 1],
    ] as const;
    for (const [width, height] of sizes) {
      const file = declaredPng(width, height);
      expect(file.length).toBeLessThan(2_000);
      expect(await refused(file), `${width} x ${height}`).toBe(
        `too_large: the picture is ${width} x ${height}; at most 25 megapixels and 16384 pixels a side are taken: scale it down`,
      );
    }
    // As many as are taken, and the file has a few of them.
    expect(await refused(declaredPng(5_000, 5_000))).toBe(BROKEN);
    const gif = await painted(8, 8, () => RED)
      .gif()
      .toBuffer();
    // Its canvas, and the frame on it.
    for (const at of [6, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0])) + 5]) {
      gif.writeUInt16LE(65_535, at);
      gif.writeUInt16LE(65_535, at + 2);
    }
    expect(await refused(gif)).toMatch(/^too_large: the picture is 65535 x 65535;/);
  });

  test('gives its one picture: compressed texts, many frames and twisted EXIF never reach the decoder', async () => {
    const png = await painted(64, 64, () => RED)
      .png()
      .toBuffer();
    const zeros = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(7_900_000))]);
    const texts = Array.from({ length: 500 }, () => pngChunk('zTXt', zeros));
    const bomb = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]);
    expect(bomb.length).toBeGreaterThan(3_000_000);
    const before = process.memoryUsage().rss;
    expect((await converted(bomb)).width).toBe(64);
    // Read, they would take more than a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  test('is refused with hundreds of scans', async () => {
    expect(await refused(await manyScans(32))).toBe('64 x 64');
    expect(await refused(await manyScans(600))).toBe(BROKEN);
  });
});

describe('a broken file', () => {
  test('cut anywhere is refused', async () => {
    const picture = painted(300, 200, (x, y) => [x % 256, y, (x * y) % 256, 255]);
    let cuts = 0;
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const file = await picture.clone().toFormat(format).toBuffer();
      expect(await refused(file), format).toBe('256 x 171');
      for (let part = 1; part < 20; part++) {
        const cut = file.subarray(0, Math.floor((file.length * part) / 20));
        expect(await refused(cut), `${format}, ${cut.length} of ${file.length} bytes`).toBe(BROKEN);
        cuts++;
      }
    }
    expect(cuts).toBe(76);
  });

  test(`of chance is converted or refused, and the thread lives, seed ${seed}`, async () => {
    const random = new SeededRandom(seed ^ 1);
    const picture = painted(64, 48, (x, y) => [x * 4, y * 5, (x * y) % 256, 255]);
    const files = await Promise.all(
      (['png', 'jpeg', 'webp', 'gif'] as const).map((format) => picture.clone().toFormat(format).toBuffer()),
    );
    const [thread] = pool.threads();
    const codes = new Map<string, number>();
    for (let round = 0; round < 300; round++) {
      const file = Buffer.from(random.pick(files));
      if (random.chance(20))
        file.fill(0).set(Buffer.from(Array.from({ length: 60 }, () => random.below(256))), random.below(20));
      for (let left = random.between(1, 12); left > 0; left--) file[random.below(file.length)] = random.below(256);
      const result = await pool.convert(
        uploadBody(random.chance(30) ? file.subarray(0, random.below(file.length)) : file),
      );
      const code = isRefusal(result) ? result.code : 'converted';
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(
      [...codes.keys()].filter((code) => !['converted', 'invalid_image', 'too_large', 'malformed_body'].includes(code)),
    ).toEqual([]);
    expect(codes.get('converted')).toBeGreaterThan(10);
    expect(codes.get('invalid_image')).toBeGreaterThan(50);
    expect(pool.threads()[0]).toBe(thread);
  });
});

describe('what is sent', () => {
  test('is judged by its bytes, not by what it says it is', async () => {
    const picture = painted(16, 16, () => RED);
    const png = (await picture.clone().png().toBuffer()).toString('base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const as = (mediaType: string, base64: string) =>
      refusedBody(JSON.stringify({ image: `data:${mediaType};base64,${base64}` }));
    expect(await as('image/svg+xml', png)).toBe('16 x 16');
    expect(await as('image/png', svg.toString('base64'))).toBe(UNKNOWN);
    const others = [
      await picture.clone().tiff().toBuffer(),
      await picture.clone().avif().toBuffer(),
      svg,
      Buffer.from('%PDF-1.7'),
      Buffer.from('BM'),
    ];
    for (const file of others) expect(await refused(file)).toBe(UNKNOWN);
    for (const start of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a'])
      expect(await refused(Buffer.concat([Buffer.from(start, 'latin1'), others[0] ?? svg]))).toBe(BROKEN);
    // The thread's file is loaded here too: beyond what it asks, the library itself reads no other format.
    for (const file of others) await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format');
  });

  test('is a JSON object whose image is base64', async () => {
    const sentences: Readonly<Record<string, RegExp>> = {
      '': /^malformed_body: not valid JSON/,
      '{"image":': /^malformed_body: not valid JSON/,
      '{"image":"AA","image":"AA"}': /^malformed_body: .* repeated/,
      '[]': /^malformed_body: image is missing/,
      '{}': /^malformed_body: image is missing/,
      '{"image":5}': /^malformed_body: image must be text/,
      '{"image":null}': /^malformed_body: image must be text/,
      '{"image":""}': /^malformed_body: image is empty/,
      '{"image":"data:image/png;base64,"}': /^malformed_body: image is empty/,
      '{"image":"https://example.org/logo.png"}': /^malformed_body: image is not base64/,
      '{"image":"data:image/svg+xml,<svg/>"}': /^malformed_body: image is not base64/,
      '{"image":"iVBOR w0KGgo"}': /^malformed_body: image is not base64/,
      '{"image":"ipfs://x"}': /^malformed_body: image is not base64/,
      '{"image":"AAAA"}': /^invalid_image: the picture is not PNG/,
    };
    for (const [body, sentence] of Object.entries(sentences)) expect(await refusedBody(body), body).toMatch(sentence);
    expect(await refusedBody(Uint8Array.of(0xff, 0xfe))).toBe('malformed_body: the body is not well-formed UTF-8');
    expect(Object.keys(sentences).length).toBe(14);
  });
});

test('the library is loaded in its own thread and nowhere else', () => {
  const sources = ['proto', 'engine', 'workers', 'api', 'ops'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name))
      .map((path) => new SourceFile(path, readFileSync(path, 'utf8'))),
  );
  const paths = (found: readonly SourceFile[]): readonly string[] => found.map(({ path }) => path);
  const importers = sources.filter((file) => importsOf(file).some(({ specifier }) => specifier === 'sharp'));
  expect(paths(importers)).toEqual(['workers/images/imageWorker.ts']);
  // Its types alone are for others: a type leaves no import in what runs.
  expect(paths(sources.filter(({ text }) => /^import (?!type)[^;]*imageWorker\.js'/m.test(text)))).toEqual([]);
  expect(sources.length).toBeGreaterThan(200);
});
