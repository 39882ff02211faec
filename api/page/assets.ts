/** Parts that the views of tokens, pools and NFTs share: names as links, amounts by name, marks, foreign links.
 *
 *  All of this data was written by strangers. A picture is shown only when the chain itself holds it as a data URI; one of
 *  another host only when the reader asks for it (`gallery.ts`), because loading it reveals the reader to that host. */

import type { NftRecord } from './assetAnswers.js';
import { type Child, h, svg } from './dom.js';
import { count, grouped, percent, scaled, shortened, units } from './format.js';
import { amount, badge } from './parts.js';
import { PICTURE } from './pictures.js';

export type AssetKind = 'token' | 'pool' | 'collection';

export const assetHref = (kind: AssetKind, name: string): string => `#/${kind}/${encodeURIComponent(name)}`;

export const nftHref = (collectionId: string, tokenId: number | string): string =>
  `#/nft/${encodeURIComponent(collectionId)}/${encodeURIComponent(String(tokenId))}`;

/** Text of a stranger: it cannot change the writing direction of the text beside it. */
export const foreignText = (text: string, look?: string): HTMLElement => h('bdi', { class: look }, text);

/** A token's symbol; the ledger accepts no longer one. */
const SYMBOL = /^[A-Za-z0-9]{1,10}$/;

export const tokenLink = (symbol: string): HTMLElement =>
  SYMBOL.test(symbol) ? h('a', { href: assetHref('token', symbol) }, symbol) : foreignText(shortened(symbol));

export const poolLink = (id: string): HTMLElement =>
  h('a', { href: assetHref('pool', id) }, foreignText(shortened(id, 16, 8)));

/** @param name the collection's own, when it is known. */
export const collectionLink = (id: string, name?: string): HTMLElement =>
  h('a', { href: assetHref('collection', id), title: id }, foreignText(name || shortened(id, 10, 8)));

/** The symbol in the id of a collection. */
export const symbolIn = (collection: string): string => collection.split(':').at(-1) ?? collection;

export const nftLink = (collectionId: string, tokenId: number | string, name?: string): HTMLElement =>
  h('a', { href: nftHref(collectionId, tokenId) }, foreignText(name || `#${tokenId}`));

/** An NFT in the row of a list: its name, its number, its lock. */
export const nftName = ({ collection_id, token_id, name, locked }: NftRecord): HTMLElement =>
  h(
    'div',
    { class: 'nft-name' },
    nftLink(collection_id, token_id, name),
    h('span', { class: 'faint num' }, `#${token_id}`),
    locked ? badge('locked', 'warn') : undefined,
  );

/** Items in a line, with a sign between them. */
export const chain = (items: readonly Child[], between: string): HTMLElement =>
  h('span', {}, ...items.flatMap((item, at) => (at === 0 ? [item] : [between, item])));

/** The path of a swap: tokens as links. */
export const pathOf = (symbols: readonly string[]): HTMLElement => chain(symbols.map(tokenLink), ' → ');

type Object = Readonly<Record<string, unknown>>;

/** Whether an object has an amount under `name`. */
export const says = (object: Object, name: string): boolean =>
  [name, `${name}_quanta`, `${name}_units`].some((member) => object[member] !== undefined && object[member] !== null);

/** The amount that an object has under a name, from its exact text where there is one.
 *  @param token its unit, shown behind it. */
export function held(object: Object, name: string, token?: string): HTMLElement {
  const quanta = object[`${name}_quanta`];
  if (typeof quanta === 'string') return amount(quanta);
  const exact = object[`${name}_units`] ?? object[name];
  const shown = typeof exact === 'number' ? grouped(wholeText(exact)) : typeof exact === 'string' ? units(exact) : '–';
  return h(
    'span',
    { class: 'num' },
    shown,
    token === undefined ? undefined : h('span', { class: 'unit' }, ` ${token}`),
  );
}

/** Digits, without an exponent for whole numbers. */
const wholeText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);

/** Base units as decimal text, when that differs. */
export function scaledNote(object: Object, name: string, decimals: number): HTMLElement | undefined {
  const exact = object[`${name}_units`] ?? object[name];
  if (decimals <= 0 || says(object, `${name}_quanta`) || (typeof exact !== 'string' && typeof exact !== 'number'))
    return undefined;
  const text = typeof exact === 'number' ? wholeText(exact) : exact;
  return h('span', { class: 'faint num' }, ` = ${scaled(text, decimals)} with ${count(decimals)} decimals`);
}

/** The picture of a token or collection, or a mark with its first letters. It adds nothing to the name for screen readers. */
export function mark(image: unknown, symbol: string, large = false): HTMLElement {
  const size = large ? 'mark-box large' : 'mark-box';
  const letters = (): HTMLElement =>
    h('span', { class: size, 'aria-hidden': 'true' }, foreignText([...symbol].slice(0, large ? 4 : 3).join('')));
  if (typeof image !== 'string' || !PICTURE.test(image)) return letters();
  const picture = h('img', { class: size, src: image, alt: '', decoding: 'async' });
  picture.addEventListener('error', () => picture.replaceWith(letters()));
  return picture;
}

/** The address of a web page when the text is one and nothing else. */
function webAddress(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** A link that a stranger wrote. Only an https address becomes a link; it is shown in full, with
 *  its host as the browser will request it. Any other text is shown as text. */
export function foreignLink(text: string): HTMLElement {
  const url = webAddress(text);
  if (!url) return foreignText(shortened(text, 120, 20), 'wrap');
  const rel = 'noopener noreferrer nofollow external';
  return h('a', { class: 'wrap', href: url.href, rel, target: '_blank' }, foreignText(shortened(url.href, 120, 20)));
}

/** The location of the picture when it is not shown. */
export const pictureSource = (image: unknown): HTMLElement | undefined =>
  typeof image === 'string' && image !== '' && !image.startsWith('data:') ? foreignLink(image) : undefined;

/** A percentage as a bar with its number. */
export function share(value: number): HTMLElement {
  const width = Math.min(100, Math.max(0, Number.isFinite(value) ? value : 0));
  const bar = svg(
    'svg',
    { class: 'share', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'share-all', width: 100, height: 6 }),
    svg('rect', { class: 'bar', width: width.toFixed(2), height: 6 }),
  );
  return h('span', { class: 'share-box' }, bar, h('span', { class: 'num' }, percent(value)));
}
