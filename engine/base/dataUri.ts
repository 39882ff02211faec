/** Data URIs in base64 (RFC 2397, RFC 4648): the form of a picture in JSON and on chain.
 *
 *  In: untrusted text, or bytes. Out: the bytes or undefined, or the text. */

import { asBuffer } from './bytes.js';

const SCHEME = 'data:';
const ENCODING = ';base64';

/** The comma must come within this many characters of the scheme: a media type with parameters takes less. */
const HEADER_CHARACTERS = 200;

const BASE64_CHARACTERS_PER_GROUP = 4;
const BYTES_PER_GROUP = 3;

const headerOf = (mediaType: string): string => `${SCHEME}${mediaType}${ENCODING},`;

/** @returns the bytes, or undefined when the text is not base64 throughout. Padding may be left out, and the URL-safe
 *  alphabet is accepted too. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const characters = text.length - padding;
  const bytes = Buffer.from(text, 'base64');
  // Node skips characters that are not base64 and stops at padding: then there are fewer bytes than the length promises.
  const expected = Math.floor((characters * BYTES_PER_GROUP) / BASE64_CHARACTERS_PER_GROUP);
  const isWhole =
    padding === 0 ? characters % BASE64_CHARACTERS_PER_GROUP !== 1 : text.length % BASE64_CHARACTERS_PER_GROUP === 0;
  return isWhole && bytes.length === expected ? bytes : undefined;
}

/** @param text base64, or a data URI, whose media type is ignored. @returns the bytes, or undefined. */
export function base64OrDataUri(text: string): Uint8Array | undefined {
  if (text.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return base64Bytes(text);
  const comma = text.slice(0, HEADER_CHARACTERS).indexOf(',');
  if (comma < 0 || !text.slice(0, comma).toLowerCase().endsWith(ENCODING)) return undefined;
  return base64Bytes(text.slice(comma + 1));
}

export const dataUri = (mediaType: string, bytes: Uint8Array): string =>
  headerOf(mediaType) + asBuffer(bytes).toString('base64');

/** Length of the `dataUri` text for this many bytes. */
export const dataUriCharacters = (mediaType: string, byteLength: number): number =>
  headerOf(mediaType).length + Math.ceil(byteLength / BYTES_PER_GROUP) * BASE64_CHARACTERS_PER_GROUP;
