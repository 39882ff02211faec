/** One collection: its rules, and its NFTs by pages. */

import { addressOfKey } from '../address.js';
import type { CollectionRecord, NftList } from '../assetAnswers.js';
import { assetHref, foreignText, held, mark, pictureSource, says, tokenLink } from '../assets.js';
import { h } from '../dom.js';
import { count, percent } from '../format.js';
import { gallery } from '../gallery.js';
import { account, addressLink, copyButton, empty, facts, hashText, pager, time } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, pageHref, pageQuery, type View, waiting } from '../view.js';
import { collectionBadges, mintedOf } from './collections.js';
import { creatorOf } from './tokens.js';

const PER_PAGE = 24;
const REFRESH_MS = 15_000;

export class CollectionView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #path: string;
  readonly #rules = new Slot('Rules');
  readonly #about = new Slot('About');
  readonly #tokens = new Slot('NFTs', true);
  readonly #refresher: Refresher;

  constructor(private readonly place: Place) {
    this.title = `Collection ${place.value.slice(0, 30)}`;
    this.#path = `/api/nft/collection/${encodeURIComponent(place.value)}`;
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const failure = await this.#load();
    if (failure) this.element.replaceChildren(failed(failure, 'No such collection'));
    else this.#refresher.begin();
  }

  async #load(): Promise<Failure | undefined> {
    const { signal } = this.ends;
    const [collection, tokens] = await Promise.all([
      read<CollectionRecord>(this.#path, signal),
      read<NftList>(`${this.#path}/tokens?${pageQuery(this.place, PER_PAGE)}`, signal),
    ]);
    if (!collection.ok) return collection;
    if (!tokens.ok) return tokens;
    this.#show(collection.value, tokens.value);
    return undefined;
  }

  #show(collection: CollectionRecord, list: NftList): void {
    this.#rules.show(collection, () => rulesOf(collection));
    this.#about.show(collection, () => aboutOf(collection));
    this.#tokens.title = `NFTs (${count(list.total)})`;
    this.#tokens.show(list, () => this.#tokenList(collection, list));
    if (this.#rules.element.isConnected) return;
    this.element.replaceChildren(
      h(
        'div',
        { class: 'headline' },
        h(
          'div',
          { class: 'asset head' },
          mark(collection.image, collection.symbol, true),
          heading('Collection', foreignText(collection.name), ' ', foreignText(collection.symbol, 'title muted')),
        ),
        collectionBadges(collection),
      ),
      h('div', { class: 'pair' }, this.#rules.element, this.#about.element),
      this.#tokens.element,
    );
  }

  #tokenList(collection: CollectionRecord, { tokens, total, next_cursor }: NftList): HTMLElement {
    if (tokens.length === 0)
      return empty(
        total === 0 ? 'Nothing has been minted yet, or all of it was burned.' : 'There are none on this page.',
      );
    const path = assetHref('collection', collection.collection_id);
    return h(
      'div',
      {},
      gallery(
        tokens,
        () => collection.image,
        (nft) => h('div', { class: 'lines' }, ownerLink(nft.owner), time(nft.minted_at, this.place.feed.now)),
      ),
      pager(this.place.page, total, PER_PAGE, pageHref(path, this.place, next_cursor)),
    );
  }

  update(): void {
    this.#refresher.update();
  }
}

/** Short enough for a tile. */
const ownerLink = (owner: string): HTMLElement => addressLink(addressOfKey(owner) ?? owner, 9, 4);

function rulesOf(collection: CollectionRecord): HTMLElement {
  const { royalty_bps, royalty_recipient, public_mint, token_gate_symbol, discount_pct, frozen } = collection;
  return facts([
    ['Minted', mintedOf(collection)],
    ['Minting', frozen ? 'stopped by the creator' : public_mint ? 'open to everybody' : 'by the creator alone'],
    public_mint
      ? ['Price', says(collection, 'mint_price') ? held(collection, 'mint_price', 'XRGE') : 'none']
      : undefined,
    token_gate_symbol
      ? [
          'Discount',
          h(
            'span',
            {},
            `${percent(discount_pct ?? 100)} for holders of `,
            held(collection, 'token_gate_amount'),
            ' ',
            tokenLink(token_gate_symbol),
          ),
        ]
      : undefined,
    ['Royalty', `${percent(royalty_bps / 100)} of the price of a sale`],
    royalty_recipient && royalty_bps > 0 ? ['Goes to', account(royalty_recipient)] : undefined,
  ]);
}

function aboutOf(collection: CollectionRecord): HTMLElement {
  const { collection_id, description, created_at } = collection;
  const source = pictureSource(collection.image);
  const key = collection.creator_address || collection.creator;
  return facts([
    ['Id', hashText(collection_id, 'collection id', true)],
    [
      'Creator',
      key ? h('span', { class: 'hash' }, creatorOf(collection), copyButton(key, 'creator')) : creatorOf(collection),
    ],
    ['Created', time(created_at)],
    description ? ['Description', foreignText(description, 'wrap prose')] : undefined,
    source && ['Picture', source],
  ]);
}
