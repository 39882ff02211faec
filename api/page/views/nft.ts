/** One NFT: its owner, its attributes, whether it can be transferred. */

import type { CollectionRecord, NftRecord } from '../assetAnswers.js';
import { assetHref, collectionLink, foreignLink, foreignText, mark } from '../assets.js';
import { h } from '../dom.js';
import { largePicture } from '../gallery.js';
import { account, badge, facts, time } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, nothing, type Place, type View, waiting } from '../view.js';
import { attributeList } from './attributes.js';

const REFRESH_MS = 15_000;

export class NftView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #facts = new Slot('NFT');
  readonly #attributes = new Slot('Attributes');
  readonly #refresher: Refresher;
  #collection: CollectionRecord | undefined;
  #nft: NftRecord | undefined;

  constructor(private readonly place: Place) {
    this.title = `NFT #${place.second.slice(0, 15)}`;
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const { value, second } = this.place;
    if (!/^\d{1,15}$/.test(second)) {
      this.element.replaceChildren(nothing('No such NFT', 'An NFT is named by its collection and its number in it.'));
      return;
    }
    const path = `/api/nft/collection/${encodeURIComponent(value)}`;
    const [failure, collection] = await Promise.all([this.#load(), read<CollectionRecord>(path, this.ends.signal)]);
    if (failure) return this.element.replaceChildren(failed(failure, `No NFT #${second}`));
    if (collection.ok) this.#collection = collection.value;
    this.#lay();
    this.#refresher.begin();
  }

  async #load(): Promise<Failure | undefined> {
    const { value, second } = this.place;
    const path = `/api/nft/token/${encodeURIComponent(value)}/${second}`;
    const reply = await read<NftRecord>(path, this.ends.signal);
    if (!reply.ok) return reply;
    this.#nft = reply.value;
    this.#show();
    return undefined;
  }

  #show(): void {
    const nft = this.#nft;
    if (!nft) return;
    const collection = this.#collection;
    this.#facts.show([nft, collection], () =>
      facts([
        ['Owner', account(nft.owner, true)],
        ['State', nft.locked ? badge('locked', 'warn') : badge('can be transferred', 'good')],
        ['Collection', collectionLink(nft.collection_id, collection?.name)],
        ['Number', `#${nft.token_id}`],
        nft.creator ? ['Minted by', account(nft.creator)] : undefined,
        ['Minted', time(nft.minted_at)],
        nft.transferred_at && nft.transferred_at !== nft.minted_at
          ? ['Last transfer', time(nft.transferred_at)]
          : undefined,
        nft.metadata_uri ? ['Metadata', foreignLink(nft.metadata_uri)] : undefined,
      ]),
    );
    this.#attributes.show(nft.attributes, () => attributeList(nft.attributes));
  }

  #lay(): void {
    const { place } = this;
    const nft = this.#nft as NftRecord;
    const { image, symbol = '#' } = this.#collection ?? {};
    this.#show();
    const picture = largePicture(nft);
    this.element.replaceChildren(
      h(
        'div',
        { class: 'asset head' },
        mark(image, symbol, true),
        heading(
          'NFT',
          foreignText(nft.name || `#${nft.token_id}`),
          ' ',
          foreignText(`#${nft.token_id}`, 'title muted'),
        ),
      ),
      ...(picture ? [picture] : []),
      h('div', { class: 'pair' }, this.#facts.element, this.#attributes.element),
      h('p', {}, h('a', { href: assetHref('collection', place.value) }, 'All NFTs of this collection')),
    );
  }

  update(): void {
    this.#refresher.update();
  }
}
