/** All collections of NFTs, by pages in the order of their creation. */

import type { CollectionList, CollectionRecord } from '../assetAnswers.js';
import { collectionLink, foreignText, mark } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, percent } from '../format.js';
import { badge, empty, pager, table } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, pageHref, pageQuery, type View, waiting } from '../view.js';
import { creatorOf } from './tokens.js';

/** An image has up to 100 KB: a page of more would be slow to come. */
const PER_PAGE = 20;
const REFRESH_MS = 60_000;

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

const columns = [
  { name: 'Collection' },
  { name: 'Minted', look: 'end' },
  { name: 'Royalty', look: 'wide end' },
  { name: 'Creator', look: 'wide' },
  { name: '', look: 'wide end' },
] as const;

export class CollectionsView implements View {
  readonly title = 'NFTs';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #list = new Slot('All collections', true);
  readonly #refresher: Refresher;

  constructor(private readonly place: Place) {
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#load().then((failure) => {
      if (failure) this.element.replaceChildren(failed(failure, 'No such page'));
      else {
        this.element.replaceChildren(heading('Assets', 'NFT collections'), this.#list.element);
        this.#refresher.begin();
      }
    });
  }

  async #load(): Promise<Failure | undefined> {
    const path = `/api/nft/collections?${pageQuery(this.place, PER_PAGE)}`;
    const reply = await read<CollectionList>(path, this.ends.signal);
    if (!reply.ok) return reply;
    const { collections, total, next_cursor } = reply.value;
    this.#list.title = `All collections (${count(total)})`;
    this.#list.show(reply.value, () =>
      collections.length === 0
        ? empty(total === 0 ? 'There is no collection yet.' : 'There are no collections on this page.')
        : h(
            'div',
            {},
            table('Collections', columns, collections.map(rowOf)),
            pager(this.place.page, total, PER_PAGE, pageHref('#/nfts', this.place, next_cursor)),
          ),
    );
    return undefined;
  }

  update(): void {
    this.#refresher.update();
  }
}
