/** All tokens, by pages in the order of their creation. */

import type { TokenList, TokenRecord } from '../assetAnswers.js';
import { foreignText, held, mark, tokenLink } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { account, badge, empty, pager, table } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, pageHref, pageQuery, type View, waiting } from '../view.js';

/** An image has up to 100 KB: a page of more would be slow to come. */
const PER_PAGE = 20;
const REFRESH_MS = 60_000;

export const tokenBadges = ({ mintable, frozen }: TokenRecord): HTMLElement | undefined =>
  mintable || frozen
    ? h(
        'span',
        { class: 'badges' },
        mintable ? badge('mintable', 'warn') : undefined,
        frozen ? badge('frozen', 'bad') : undefined,
      )
    : undefined;

/** Who has made a token; nobody when it was there from the start. */
export const creatorOf = ({
  creator,
  creator_address,
}: Pick<TokenRecord, 'creator' | 'creator_address'>): HTMLElement =>
  creator_address || creator ? account(String(creator_address || creator)) : h('span', { class: 'faint' }, 'the chain');

const rowOf = (token: TokenRecord): readonly Child[] => [
  h(
    'div',
    { class: 'asset' },
    mark(token.image, token.symbol),
    h('div', { class: 'asset-name' }, tokenLink(token.symbol), foreignText(token.name, 'faint clip')),
  ),
  h('div', {}, held(token, totalName(token)), h('div', { class: 'second' }, tokenBadges(token))),
  held(token, 'circulating_supply'),
  creatorOf(token),
  tokenBadges(token),
];

/** The total supply stands under a name of each of the two writings. */
export const totalName = (token: TokenRecord): string =>
  'total_supply_units' in token || 'total_supply_quanta' in token ? 'total_supply' : 'totalSupply';

const columns = [
  { name: 'Token' },
  { name: 'Total supply', look: 'end' },
  { name: 'Circulating', look: 'wide end' },
  { name: 'Creator', look: 'wide' },
  { name: '', look: 'wide end' },
] as const;

export class TokensView implements View {
  readonly title = 'Tokens';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #list = new Slot('All tokens', true);
  readonly #refresher: Refresher;

  constructor(private readonly place: Place) {
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#load().then((failure) => {
      if (failure) this.element.replaceChildren(failed(failure, 'No such page'));
      else {
        this.element.replaceChildren(heading('Assets', 'Tokens'), this.#list.element);
        this.#refresher.begin();
      }
    });
  }

  async #load(): Promise<Failure | undefined> {
    const reply = await read<TokenList>(`/api/tokens?${pageQuery(this.place, PER_PAGE)}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { tokens, total, next_cursor } = reply.value;
    this.#list.title = `All tokens (${count(total)})`;
    this.#list.show(reply.value, () =>
      tokens.length === 0
        ? empty(total === 0 ? 'There is no token yet.' : 'There are no tokens on this page.')
        : h(
            'div',
            {},
            table('Tokens', columns, tokens.map(rowOf)),
            pager(this.place.page, total, PER_PAGE, pageHref('#/tokens', this.place, next_cursor)),
          ),
    );
    return undefined;
  }

  update(): void {
    this.#refresher.update();
  }
}
