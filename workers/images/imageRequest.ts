/** Reads the body of an upload, in the thread that converts it: parsing eight megabytes of JSON and base64 would block the main
 *  thread for too long.
 *
 *  In: the body as it came. Out: a file of one picture, or a refusal that says what to do. */

import { decodeUtf8 } from '../../engine/base/bytes.js';
import { base64OrDataUri } from '../../engine/base/dataUri.js';
import { isJsonObject, parseJson } from '../../engine/base/json.js';
import { LOGO_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { OnePicture } from './imageExif.js';
import { IMAGE_FORMATS, imageReader } from './imageFile.js';

export const brokenPicture = (): Refusal =>
  refuse('invalid_image', 'the picture is broken or incomplete; save it again and send all of it');

export function readImageRequest(body: Uint8Array): OnePicture | Refusal {
  const text = decodeUtf8(body);
  if (text === undefined) return refuse('malformed_body', 'the body is not well-formed UTF-8');
  const parsed = parseJson(text, LOGO_JSON);
  if (isRefusal(parsed)) return parsed;
  const image = isJsonObject(parsed) ? parsed.get('image') : undefined;
  if (image === undefined) return refuse('malformed_body', 'image is missing; send {"image": "<base64>"}');
  if (typeof image !== 'string') return refuse('malformed_body', 'image must be text');
  const file = base64OrDataUri(image);
  if (!file)
    return refuse(
      'malformed_body',
      'image is not base64; send the file in base64 without line breaks, alone or after data:image/png;base64,',
    );
  if (file.length === 0) return refuse('malformed_body', 'image is empty');
  const read = imageReader(file);
  if (!read) return refuse('invalid_image', `the picture is not ${IMAGE_FORMATS}; save it as one of them`);
  return read() ?? brokenPicture();
}
