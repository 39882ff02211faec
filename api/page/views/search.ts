/** Search by name: tokens, collections and pools whose names begin with the text of the search box. A single token or pool of
 *  exactly this name is opened at once, and so is the contract whose address it is. */

import type { SearchHits } from '../assetAnswers.js';
import { assetHref, collectionLink, foreignText, tokenLink } from '../assets.js';
import { contractHref } from '../contracts.js';
import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { card, table } from '../parts.js';
import { readQuery } from '../query.js';
import { read } from '../reading.js';
import { failed, heading, nothing, type Place, type View, waiting } from '../view.js';

const MOST = 50;

export class SearchView implements View {
  readonly title = 'Search';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();

  constructor(private readonly place: Place) {
    void this.#search();
  }

  async #search(): Promise<void> {
    const { value } = this.place;
    const query = readQuery(value);
    const reply = await read<SearchHits>(`/api/search?q=${encodeURIComponent(value)}&limit=${MOST}`, this.ends.signal);
    if (!reply.ok) return this.element.replaceChildren(failed(reply, 'Nothing found'));
    const { tokens, collections, pools, contracts = [] } = reply.value;
    const [contract] = contracts;
    if (contract) return location.replace(contractHref(contract.address));
    const exact = tokens.find(({ symbol }) => symbol.toLowerCase() === value.trim().toLowerCase());
    if (exact && tokens.length === 1 && collections.length === 0)
      return location.replace(assetHref('token', exact.symbol));
    if (tokens.length + collections.length + pools.length === 0) {
      const hint = 'hint' in query ? query.hint : 'No token, pool or collection has this name.';
      return this.element.replaceChildren(nothing('Nothing found', hint));
    }
    this.element.replaceChildren(heading('Search', foreignText(value)), ...cardsOf(reply.value));
  }
}

function cardsOf({ tokens, collections, pools }: SearchHits): readonly HTMLElement[] {
  const found = (title: string, column: string, rows: readonly (readonly Child[])[]): readonly HTMLElement[] =>
    rows.length === 0
      ? []
      : [
          card(
            `${title} (${rows.length < MOST ? count(rows.length) : `the first ${count(MOST)}`})`,
            table(title, [{ name: column }, { name: 'Name', look: 'end' }], rows),
          ),
        ];
  return [
    ...found(
      'Tokens',
      'Symbol',
      tokens.map(({ symbol, name }) => [tokenLink(symbol), foreignText(name, 'wrap')]),
    ),
    ...found(
      'Collections',
      'Symbol',
      collections.map(({ collection_id, symbol, name }) => [
        collectionLink(collection_id, symbol),
        foreignText(name, 'wrap'),
      ]),
    ),
    ...found(
      'Pools',
      'Pool',
      pools.map(({ pool_id, token_a, token_b }) => [
        h('a', { href: assetHref('pool', pool_id) }, foreignText(pool_id)),
        foreignText(`${token_a} / ${token_b}`),
      ]),
    ),
  ];
}
