/** Images that tokens and collections carry on chain: a link, or the picture itself as a data URI (specification, Token). */

import { TOKEN_IMAGE_CHARACTERS } from '../base/limits.js';
import { refuse } from '../base/refusal.js';
import type { PayloadMember, PayloadReader } from './payload.js';

const LINK = /^(https|ipfs):\/\/[^\s"<>]+$/;
const DATA = /^data:image\/(webp|png|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2}$/;

export const imageMember: PayloadMember = {
  name: 'image',
  type: 'text',
  characters: TOKEN_IMAGE_CHARACTERS,
  plain: true,
  required: false,
  about: 'https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture; at most 102,400 characters',
};

/** The member as text, the empty text where it is empty; undefined where it is absent. */
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
