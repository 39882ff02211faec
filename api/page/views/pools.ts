/** All pools, by pages in the order of their creation. */

import type { PoolList, PoolRecord } from '../assetAnswers.js';
import { assetHref, held } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, price } from '../format.js';
import { empty, pager, table } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, pageHref, pageQuery, type View, waiting } from '../view.js';

const PER_PAGE = 50;
const REFRESH_MS = 10_000;

const pairOf = ({ token_a, token_b }: PoolRecord): string => `${token_a} / ${token_b}`;

function rowOf(pool: PoolRecord): readonly Child[] {
  const reserves = (): readonly HTMLElement[] => [
    held(pool, 'reserve_a', pool.token_a),
    held(pool, 'reserve_b', pool.token_b),
  ];
  return [
    h('a', { href: assetHref('pool', pool.pool_id) }, h('bdi', {}, pairOf(pool))),
    h('div', { class: 'lines' }, ...reserves()),
    h('div', { class: 'lines' }, ...prices(pool)),
    h('span', { class: 'num' }, count(pool.total_swaps)),
  ];
}

/** The price of each token in the other. */
const prices = ({ token_a, token_b, price_a_in_b, price_b_in_a }: PoolRecord): readonly HTMLElement[] => [
  priceLine(token_a, price_a_in_b, token_b),
  priceLine(token_b, price_b_in_a, token_a),
];

const priceLine = (base: string, value: number, unit: string): HTMLElement =>
  h(
    'span',
    { class: 'num' },
    h('span', { class: 'unit' }, `1 ${base} = `),
    price(value),
    h('span', { class: 'unit' }, ` ${unit}`),
  );

const columns = [
  { name: 'Pair' },
  { name: 'Reserves', look: 'wide end' },
  { name: 'Price', look: 'end' },
  { name: 'Swaps', look: 'wide end' },
] as const;

export class PoolsView implements View {
  readonly title = 'Pools';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #list = new Slot('All pools', true);
  readonly #refresher: Refresher;

  constructor(private readonly place: Place) {
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#load().then((failure) => {
      if (failure) this.element.replaceChildren(failed(failure, 'No such page'));
      else {
        this.element.replaceChildren(heading('Assets', 'Pools'), this.#list.element);
        this.#refresher.begin();
      }
    });
  }

  async #load(): Promise<Failure | undefined> {
    const reply = await read<PoolList>(`/api/pools?${pageQuery(this.place, PER_PAGE)}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { pools, total, next_cursor } = reply.value;
    this.#list.title = `All pools (${count(total)})`;
    this.#list.show(reply.value, () =>
      pools.length === 0
        ? empty(total === 0 ? 'There is no pool yet.' : 'There are no pools on this page.')
        : h(
            'div',
            {},
            table('Pools', columns, pools.map(rowOf)),
            pager(this.place.page, total, PER_PAGE, pageHref('#/pools', this.place, next_cursor)),
          ),
    );
    return undefined;
  }

  update(): void {
    this.#refresher.update();
  }
}
