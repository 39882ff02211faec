/** All pools, by pages in the order of their creation. */

import type { PoolList, PoolRecord } from '../assetAnswers.js';
import { assetHref, held } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, price } from '../format.js';
import type { Place, View } from '../view.js';
import { type AssetListKind, AssetListView } from './assetList.js';

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

const pools: AssetListKind<PoolList, PoolRecord> = {
  title: 'Pools',
  heading: 'Pools',
  one: 'pool',
  many: 'pools',
  path: '/api/pools',
  href: '#/pools',
  perPage: 50,
  refreshMs: 10_000,
  columns: [
    { name: 'Pair' },
    { name: 'Reserves', look: 'wide end' },
    { name: 'Price', look: 'end' },
    { name: 'Swaps', look: 'wide end' },
  ],
  items: ({ pools }) => pools,
  row: rowOf,
};

export const poolsView = (place: Place): View => new AssetListView(pools, place);
