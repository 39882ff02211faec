/** All tokens, by pages in the order of their creation. */

import type { TokenList, TokenRecord } from '../assetAnswers.js';
import { foreignText, held, mark, tokenLink } from '../assets.js';
import { type Child, h } from '../dom.js';
import { account, badge } from '../parts.js';
import type { Place, View } from '../view.js';
import { type AssetListKind, AssetListView } from './assetList.js';

export const tokenBadges = ({ mintable, frozen }: TokenRecord): HTMLElement | undefined =>
  mintable || frozen
    ? h(
        'span',
        { class: 'badges' },
        mintable ? badge('mintable', 'warn') : undefined,
        frozen ? badge('frozen', 'bad') : undefined,
      )
    : undefined;

/** The creator of a token; none when it has existed since genesis. */
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

/** The total supply has a different name in each of the two spellings. */
export const totalName = (token: TokenRecord): string =>
  'total_supply_units' in token || 'total_supply_quanta' in token ? 'total_supply' : 'totalSupply';

/** A page is small: an image has up to 100 KB. */
const tokens: AssetListKind<TokenList, TokenRecord> = {
  title: 'Tokens',
  heading: 'Tokens',
  one: 'token',
  many: 'tokens',
  path: '/api/tokens',
  href: '#/tokens',
  perPage: 20,
  refreshMs: 60_000,
  columns: [
    { name: 'Token' },
    { name: 'Total supply', look: 'end' },
    { name: 'Circulating', look: 'wide end' },
    { name: 'Creator', look: 'wide' },
    { name: '', look: 'wide end' },
  ],
  items: ({ tokens }) => tokens,
  row: rowOf,
};

export const tokensView = (place: Place): View => new AssetListView(tokens, place);
