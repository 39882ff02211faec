/** Finds pictures in what strangers wrote: which text names a picture, and which host serves it. */

import type { NftRecord } from './assetAnswers.js';

/** Picture formats that contain only pixels: an SVG could use unlimited time and memory. */
export const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;

export type Picture = { readonly src: string; readonly host: string | undefined } | undefined;

/** Endings of addresses that name a picture, when the member's name does not say so. */
const PICTURE_NAME = /\.(?:png|jpe?g|gif|webp|avif)$/i;
const LONGEST_ADDRESS = 2_048;

const pictureMembers = ['image', 'image_url', 'picture'];

function textsIn(attributes: unknown): readonly string[] {
  let value = attributes;
  if (typeof value === 'string')
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      return [];
    }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return pictureMembers.flatMap((name) => {
    const text = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

/** @param named whether the text is known to name a picture. */
function pictureAt(text: string, named: boolean): Picture {
  if (PICTURE.test(text)) return { src: text, host: undefined };
  if (text.length > LONGEST_ADDRESS || !/^https:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text);
    const plain = url.protocol === 'https:' && url.username === '' && url.password === '';
    return plain && (named || PICTURE_NAME.test(url.pathname)) ? { src: url.href, host: url.host } : undefined;
  } catch {
    return undefined;
  }
}

/** The picture of an NFT: the one that its attributes name, or the address of its metadata if that is a picture.
 *  @param collectionImage shown when the NFT has none of its own. */
export function pictureOf({ attributes, metadata_uri }: NftRecord, collectionImage?: string | null): Picture {
  for (const text of textsIn(attributes)) {
    const found = pictureAt(text, true);
    if (found) return found;
  }
  return pictureAt(metadata_uri ?? '', false) ?? pictureAt(collectionImage ?? '', true);
}
