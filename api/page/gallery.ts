/** NFTs as pictures: those that the chain holds are shown at once, those of other hosts when the reader asks for them.
 *
 *  What the chain holds is text of strangers. A picture is always an `img` element: no foreign markup, script or
 *  document. A host that serves a picture learns the address of the reader, but not the page. */

import type { NftRecord } from './assetAnswers.js';
import { foreignText, nftName, symbolIn } from './assets.js';
import { type Child, h } from './dom.js';
import { count } from './format.js';
import { type Picture, pictureOf } from './pictures.js';

/** Whether the reader has asked for pictures of other hosts; kept while the page is open. */
let othersAllowed = false;

const letters = (nft: NftRecord): HTMLElement =>
  h('span', { class: 'picture letters', 'aria-hidden': 'true' }, foreignText(symbolIn(nft.collection_id).slice(0, 6)));

/** A picture, or the letters of its collection when there is no picture, it is not allowed yet, or it does not load. */
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

/** @param collectionImage of the collection of an NFT. @param below what is shown under its name. */
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
