/** A token's logo as it can be stored on chain, made from an uploaded picture. Nothing is stored here: the
 *  answer is the `image` of the payload that creates a token, which its creator signs. */

import { dataUri } from '../../engine/base/dataUri.js';
import { LOGO_BODY_BYTES, LOGO_INPUT, TOKEN_IMAGE_CHARACTERS, TOKEN_LOGO_PIXELS } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';

const MEDIA_TYPE = 'image/webp';

/** A red square. */
const EXAMPLE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEXmPChMU0DNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgoA4AAABIAAH/myMhAAAAAElFTkSuQmCC';

const Upload = Type.Object({
  image: Type.String({
    description: `PNG, JPEG, WebP or GIF in base64, alone or as a data URI; what it is, its bytes say. At most ${LOGO_INPUT.pixels / 1e6} megapixels and ${LOGO_INPUT.side} pixels a side`,
    examples: [EXAMPLE],
  }),
});

const side = Type.Integer({ minimum: 1, maximum: TOKEN_LOGO_PIXELS, description: 'Pixels' });

const logo = defineRoute({
  method: 'POST',
  path: '/api/token/logo',
  chapter: 'Tokens',
  summary: `Converts a picture to WebP of at most ${TOKEN_LOGO_PIXELS} x ${TOKEN_LOGO_PIXELS} pixels, ready to be the image of a token; of an animation the first frame`,
  // Read where it is converted, not on the main thread.
  body: 'raw',
  bodyShape: Upload,
  bodyLimit: LOGO_BODY_BYTES,
  refusals: ['malformed_body', 'invalid_image', 'stopping'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      image: Type.String({
        pattern: `^data:${MEDIA_TYPE};base64,`,
        maxLength: TOKEN_IMAGE_CHARACTERS,
        description: 'Data URI, for `image` of a payload',
      }),
      media_type: Type.Literal(MEDIA_TYPE),
      width: side,
      height: side,
      bytes: Type.Integer({ description: 'Size of the WebP' }),
      characters: Type.Integer({ maximum: TOKEN_IMAGE_CHARACTERS, description: 'Length of the data URI' }),
    }),
  },
  handler: async ({ logos }, { body }) => {
    const converted = await logos.convert(body);
    if (isRefusal(converted)) return converted;
    const { bytes, width, height } = converted;
    const image = dataUri(MEDIA_TYPE, bytes);
    return {
      success: true as const,
      image,
      media_type: MEDIA_TYPE,
      width,
      height,
      bytes: bytes.length,
      characters: image.length,
    } as const;
  },
});

export const logoRoutes = [logo];
