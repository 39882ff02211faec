/** The thread that converts uploaded pictures to WebP, and the only file that knows the library for it.
 *
 *  In: the body of an upload. Out: WebP with sides of at most TOKEN_LOGO_PIXELS whose data URI has at most
 *  TOKEN_IMAGE_CHARACTERS, or a refusal. Between bodies it keeps nothing. The library works in the threads that Node keeps for
 *  files (libuv): as one picture is converted at a time, it takes one of the four, and the store's writes have the others.
 *  Its loaders are disabled except for the four formats, because they are a lot of code that reads a stranger's bytes. */

import sharp, { type Sharp } from 'sharp';
import { dataUriCharacters } from '../../engine/base/dataUri.js';
import { LOGO_INPUT, TOKEN_IMAGE_CHARACTERS, TOKEN_LOGO_PIXELS } from '../../engine/base/limits.js';
import { InvariantError, isRefusal, type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import { moved } from '../threads/movedResult.js';
import type { OnePicture, Orientation } from './imageExif.js';
import { brokenPicture, readImageRequest } from './imageRequest.js';

export interface EncodedImage {
  readonly image: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The answer that goes back to the pool. */
export type ImageAnswer = EncodedImage | { readonly code: RefusalCode; readonly message: string };

/** Tried in this order: 90 shows no loss in a logo, below 20 edges break up. Alpha has the same steps. Of 256 x 256 pixels
 *  of noise, those without alpha fit at 90 (59 to 69 KB; 77 KB make 100 KB of text), those with alpha at 70. */
const QUALITIES: readonly number[] = [90, 80, 70, 60, 50, 40, 30, 20];

/** When the picture is too long even at the lowest quality, which no noise was, each side shrinks to this fraction. */
const NEXT_SIZE = 0.75;

// The cores are for the verification threads: each picture is converted with one thread. One picture gains nothing from another:
// there is no cache.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

/** A decoded picture: rows of bytes, one byte per channel, colours in sRGB. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

const tooManyPixels = (width: number, height: number): Refusal =>
  refuse(
    'too_large',
    `the picture is ${width} x ${height}; at most ${LOGO_INPUT.pixels / 1e6} megapixels and ${LOGO_INPUT.side} pixels a side are taken: scale it down`,
  );

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

const open = ({ data, width, height, channels }: Pixels): Sharp => sharp(data, { raw: { width, height, channels } });

const shrunk = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** Turns a picture upright, given how its camera was held: mirrored first, then clockwise. */
const UPRIGHT: Readonly<Record<Orientation, (picture: Sharp) => Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flop().rotate(270),
  6: (picture) => picture.rotate(90),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(270),
};

async function decode({ file, orientation }: OnePicture): Promise<Pixels | Refusal> {
  const options = { pages: 1, failOn: 'error' } as const;
  try {
    const { width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata();
    if (Math.max(width, height) > LOGO_INPUT.side || width * height > LOGO_INPUT.pixels)
      return tooManyPixels(width, height);
    const picture = sharp(file, { ...options, limitInputPixels: LOGO_INPUT.pixels });
    // Turned after it is shrunk: a large picture would have to be in memory as a whole.
    const pixels = await pixelsOf(shrunk(picture, TOKEN_LOGO_PIXELS));
    return orientation === 1 ? pixels : await pixelsOf(UPRIGHT[orientation](open(pixels)));
  } catch {
    return brokenPicture();
  }
}

/** The best quality at which the data URI fits, at the largest size that allows it. @param characters longest data URI. */
export async function encode(pixels: Pixels, characters: number): Promise<EncodedImage> {
  let current = pixels;
  for (let side = TOKEN_LOGO_PIXELS; side >= 1; side = Math.floor(side * NEXT_SIZE)) {
    if (Math.max(current.width, current.height) > side) current = await pixelsOf(shrunk(open(pixels), side));
    for (const quality of QUALITIES) {
      const { data } = await open(current)
        .webp({ quality, alphaQuality: quality, smartSubsample: true })
        .toUint8Array();
      if (dataUriCharacters('image/webp', data.length) <= characters)
        return { image: data, width: current.width, height: current.height };
    }
  }
  throw new InvariantError(`no picture has ${characters} characters`);
}

/** Answers one upload. @param body moved here. */
export default async function work(body: Uint8Array): Promise<ImageAnswer> {
  const picture = readImageRequest(body);
  const pixels = isRefusal(picture) ? picture : await decode(picture);
  if (isRefusal(pixels)) return { code: pixels.code, message: pixels.message };
  const answer = await encode(pixels, TOKEN_IMAGE_CHARACTERS);
  return moved(answer, [answer.image.buffer as ArrayBuffer]);
}
