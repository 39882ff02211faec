/** All collections of NFTs, by pages in the order of their creation. */

import type { CollectionList, CollectionRecord } from '../assetAnswers.js';
import { collectionLink, foreignText, mark } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, percent } from '../format.js';
import { badge } from '../parts.js';
import type { Place, View } from '../view.js';
import { type AssetListKind, AssetListView } from './assetList.js';
import { creatorOf } from './tokens.js';

export const collectionBadges = ({ public_mint, frozen }: CollectionRecord): HTMLElement | undefined =>
  public_mint || frozen
    ? h(
        'span',
        { class: 'badges' },
        public_mint ? badge('public mint', 'good') : undefined,
        frozen ? badge('frozen', 'bad') : undefined,
      )
    : undefined;

export const mintedOf = ({ minted, max_supply }: CollectionRecord): HTMLElement =>
  h(
    'span',
    { class: 'num' },
    count(minted),
    h('span', { class: 'unit' }, max_supply ? ` / ${count(max_supply)}` : ' / no limit'),
  );

const rowOf = (collection: CollectionRecord): readonly Child[] => [
  h(
    'div',
    { class: 'asset' },
    mark(collection.image, collection.symbol),
    h(
      'div',
      { class: 'asset-name' },
      collectionLink(collection.collection_id, collection.name),
      foreignText(collection.symbol, 'faint clip'),
    ),
  ),
  h('div', {}, mintedOf(collection), h('div', { class: 'second' }, collectionBadges(collection))),
  h('span', { class: 'num' }, percent(collection.royalty_bps / 100)),
  creatorOf(collection),
  collectionBadges(collection),
];

/** A page is small: an image has up to 100 KB. */
const collections: AssetListKind<CollectionList, CollectionRecord> = {
  title: 'NFTs',
  heading: 'NFT collections',
  one: 'collection',
  many: 'collections',
  path: '/api/nft/collections',
  href: '#/nfts',
  perPage: 20,
  refreshMs: 60_000,
  columns: [
    { name: 'Collection' },
    { name: 'Minted', look: 'end' },
    { name: 'Royalty', look: 'wide end' },
    { name: 'Creator', look: 'wide' },
    { name: '', look: 'wide end' },
  ],
  items: ({ collections }) => collections,
  row: rowOf,
};

export const collectionsView = (place: Place): View => new AssetListView(collections, place);
