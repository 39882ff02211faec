/** Images that tokens and collections carry on chain: a link, or the picture itself as a data URI (specification, Token). */

import { base64Bytes, dataUri } from '../base/dataUri.js';
import { TOKEN_IMAGE_CHARACTERS, TOKEN_LOGO_PIXELS } from '../base/limits.js';
import { type PictureType, pictureSize } from '../base/pictureFile.js';
import { refuse } from '../base/refusal.js';
import { contentLinkProblem } from './links.js';
import type { PayloadMember, PayloadReader } from './payload.js';

const LINK = /^(https|ipfs):\/\/[^\s"<>]+$/;
const DATA = /^data:(image\/(webp|png|jpeg|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

export const imageMember: PayloadMember = {
  name: 'image',
  type: 'text',
  characters: TOKEN_IMAGE_CHARACTERS,
  plain: true,
  required: false,
  about: `https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture of at most ${TOKEN_LOGO_PIXELS} x ${TOKEN_LOGO_PIXELS} pixels; at most 102,400 characters`,
};

/** The member as text: the empty text when it is empty, undefined when it is absent. */
export function readImage(reader: PayloadReader, name: string): string | undefined {
  const image = reader.text(name)?.trim();
  if (image === undefined || image === '') return image;
  if (image.length > TOKEN_IMAGE_CHARACTERS)
    return reader.fail(
      refuse(
        'malformed_payload',
        `${name} has ${image.length} characters, at most ${TOKEN_IMAGE_CHARACTERS} are allowed; POST /api/token/logo makes a smaller one`,
      ),
    );
  if (LINK.test(image) || DATA.test(image)) return image;
  return reader.fail(
    refuse(
      'malformed_payload',
      `${name} must be an https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture in base64`,
    ),
  );
}

/** Why a text from `readImage` is not an image under the upgrade `ledger_rules_2`; undefined for an image or an absent text. */
export function imageProblem(name: string, image: string | undefined): string | undefined {
  const [, mediaType = '', type, base64 = ''] = DATA.exec(image ?? '') ?? [];
  if (type === undefined) return contentLinkProblem(name, image);
  const file = base64Bytes(base64);
  const size = file && dataUri(mediaType, file) === image ? pictureSize(file, type as PictureType) : undefined;
  if (!size) return `${name} is no whole ${mediaType} picture; POST /api/token/logo makes one of a file`;
  if (size.width <= TOKEN_LOGO_PIXELS && size.height <= TOKEN_LOGO_PIXELS) return undefined;
  return `${name} has ${size.width} x ${size.height} pixels, at most ${TOKEN_LOGO_PIXELS} x ${TOKEN_LOGO_PIXELS} are allowed; POST /api/token/logo makes a smaller one`;
}
