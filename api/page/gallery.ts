/** NFTs as pictures: those that the chain holds at once, those of other hosts when the reader asks for them.
 *
 *  What the chain holds is text of strangers. A picture is an `img` element and nothing else: no markup of theirs, no script, no
 *  document. A host that is asked for a picture learns the address of the reader, and not from which page he came. */

import type { NftRecord } from './assetAnswers.js';
import { foreignText, nftName, PICTURE, symbolIn } from './assets.js';
import { type Child, h } from './dom.js';
import { count } from './format.js';

export type Picture = { readonly src: string; readonly host: string | undefined } | undefined;

/** Ends of addresses that name a picture, where the member's name does not say that it is one. */
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

/** The picture of an NFT: the one that its attributes name, or its metadata's address where that is a picture's.
 *  @param collectionImage shown where it has none of its own. */
export function pictureOf({ attributes, metadata_uri }: NftRecord, collectionImage?: string | null): Picture {
  for (const text of textsIn(attributes)) {
    const found = pictureAt(text, true);
    if (found) return found;
  }
  return pictureAt(metadata_uri ?? '', false) ?? pictureAt(collectionImage ?? '', true);
}

/** Whether the reader has asked for pictures of other hosts; as long as the page is open. */
let othersAllowed = false;

const letters = (nft: NftRecord): HTMLElement =>
  h('span', { class: 'picture letters', 'aria-hidden': 'true' }, foreignText(symbolIn(nft.collection_id).slice(0, 6)));

/** A picture, or the letters of its collection where there is none, it is not asked for yet, or it does not load. */
function frame(nft: NftRecord, picture: Picture): HTMLElement {
  if (!picture || (picture.host !== undefined && !othersAllowed)) return letters(nft);
  const element = h('img', {
    class: 'picture',
    alt: '',
    decoding: 'async',
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    src: picture.src,
  });
  element.addEventListener('error', () => element.replaceWith(letters(nft)));
  return element;
}

/** Asks whether pictures of other hosts may be loaded. */
function question(pictures: readonly Picture[], allow: () => void): HTMLElement | undefined {
  const hosts = [...new Set(pictures.flatMap((picture) => picture?.host ?? []))];
  const [first] = hosts;
  if (othersAllowed || first === undefined) return undefined;
  const whose = hosts.length === 1 ? first : `${count(hosts.length)} other hosts`;
  const button = h('button', { class: 'step', type: 'button' }, 'Show them');
  button.addEventListener('click', () => {
    othersAllowed = true;
    allow();
  });
  return h(
    'p',
    { class: 'note ask' },
    h('span', {}, 'Some pictures are kept by ', foreignText(whose, 'wrap'), ', which would see your address. '),
    button,
  );
}

/** Draws again in its own place when the reader allows pictures of other hosts. */
function redrawn(draw: (again: () => void) => HTMLElement): HTMLElement {
  const place = h('div', {});
  const again = (): void => place.replaceChildren(draw(again));
  again();
  return place;
}

/** @param collectionImage of the collection of an NFT. @param below what stands under its name. */
export const gallery = (
  nfts: readonly NftRecord[],
  collectionImage: (nft: NftRecord) => string | null | undefined,
  below: (nft: NftRecord) => Child,
): HTMLElement =>
  redrawn((again) => {
    const pictures = nfts.map((nft) => pictureOf(nft, collectionImage(nft)));
    const tiles = nfts.map((nft, at) =>
      h('li', { class: 'tile' }, frame(nft, pictures[at]), h('div', { class: 'tile-text' }, nftName(nft), below(nft))),
    );
    return h('div', {}, question(pictures, again), h('ul', { class: 'gallery' }, ...tiles));
  });

/** One picture as large as there is room. */
export const largePicture = (nft: NftRecord, collectionImage?: string | null): HTMLElement | undefined => {
  const picture = pictureOf(nft, collectionImage);
  return picture
    ? redrawn((again) => h('div', { class: 'large-picture' }, question([picture], again), frame(nft, picture)))
    : undefined;
};
