/** Amounts in the rows of histories and lists: signed for one account, both sides of an exchange, the price of an NFT. In: the
 *  movements of a transaction, as the node computed them. */

import type { ListedTx, Movement } from '../apiAnswers.js';
import { foreignText, held, nftLink, pathOf, poolLink, says, symbolIn } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, label } from '../format.js';
import { account, table } from '../parts.js';

const isFee = ({ reason }: Movement): boolean => reason === 'fee';

/** The NFTs of a movement: one by its number, several by the first and the last. */
function nfts({ collection_id: id = '', token_id: first = 0, count: all = 1 }: Movement): HTMLElement {
  const name = symbolIn(id);
  const one = nftLink(id, first, `${name} #${first}`);
  return all > 1 ? h('span', {}, one, ` to #${count(first + all - 1)}`) : one;
}

/** What moves: an amount with its unit, shares of a pool, NFTs. */
function moved(movement: Movement, sign = ''): HTMLElement {
  const { asset, token, pool_id: pool } = movement;
  if (asset === 'nft') return h('span', {}, sign, nfts(movement));
  if (asset === 'lp' && pool !== undefined)
    return h('span', {}, sign, held(movement, 'amount', 'LP'), ' ', foreignText(pool, 'faint'));
  return h('span', {}, sign, held(movement, 'amount', token ?? ''));
}

const lines = (items: readonly Child[]): HTMLElement => h('div', { class: 'lines money' }, ...items);

const fee = (movement: Movement): HTMLElement =>
  h('span', { class: 'faint' }, 'fee ', held(movement, 'amount', 'XRGE'));

/** A movement between other accounts in the same transaction: the royalty of an NFT. */
const between = (movement: Movement): HTMLElement =>
  h(
    'span',
    { class: 'faint' },
    `${label(movement.reason).toLowerCase()} `,
    moved(movement),
    ...(movement.from === null ? [] : [' by ', account(movement.from)]),
  );

const salePrice = (movement: Movement): HTMLElement | undefined =>
  says(movement, 'sale_price')
    ? h('span', { class: 'faint' }, 'sold for ', held(movement, 'sale_price', 'XRGE'))
    : undefined;

/** Everything that a transaction moved to and from the account of this history; the path of a swap; and the price paid
 *  for an NFT, even by others. */
export function accountMoney({ movements = [] }: ListedTx): HTMLElement | undefined {
  const own = movements.filter((movement) => movement.direction && !isFee(movement));
  const paid = movements.filter((movement) => movement.direction && isFee(movement));
  const others = movements.filter((movement) => !movement.direction && !isFee(movement) && movement.asset !== 'nft');
  const way = own.find(({ reason, path = [] }) => reason === 'swap' && path.length > 2)?.path;
  const items: Child[] = own.flatMap((movement) => {
    const isIn = movement.direction === 'in';
    const price = movement.asset === 'nft' ? salePrice(movement) : undefined;
    return [h('span', { class: isIn ? 'gain' : undefined }, moved(movement, isIn ? '+' : '−')), price];
  });
  if (way) items.push(h('span', { class: 'faint' }, pathOf(way)));
  items.push(...others.map(between), ...paid.map(fee));
  return items.length === 0 ? undefined : lines(items);
}

/** What a transaction moved, in a list that belongs to no account: both sides of a swap, both tokens of a pool, an NFT with its
 *  price. Undefined when it moved only its fee. */
export function listMoney(movements: readonly Movement[]): HTMLElement | undefined {
  const own = movements.filter((movement) => !isFee(movement) && movement.asset !== 'lp');
  const [first, second, ...rest] = own;
  if (!first) return undefined;
  if (!second) return moved(first);
  const sign = first.reason === 'swap' ? '→ ' : first.asset === 'nft' ? 'for ' : '+ ';
  return h('div', { class: 'moved' }, moved(first), ...[second, ...rest].map((one) => h('span', {}, sign, moved(one))));
}

/** What moved of one token. @param symbol in any case. */
export function tokenMoney(movements: readonly Movement[], symbol: string): HTMLElement | undefined {
  const wanted = symbol.toUpperCase();
  const own = movements.filter((one) => one.asset === 'token' && one.token?.toUpperCase() === wanted && !isFee(one));
  return own.length === 0 ? undefined : lines(own.map((movement) => held(movement, 'amount')));
}

/** An end of a movement that is not an account. */
function nobody({ reason, path = [], pools }: Movement, isFrom: boolean): HTMLElement {
  const ids = Array.isArray(pools) ? pools.map(String) : [];
  const pool = isFrom ? ids.at(-1) : ids[0];
  if (path.length > 0 && pool !== undefined) return h('span', {}, 'pool ', poolLink(pool));
  const words: Readonly<Record<string, string>> = {
    fee: 'fees',
    stake: 'stake',
    nft_burn: 'destroyed',
    burn: 'destroyed',
    bridge: 'the bridge',
  };
  const word = Object.hasOwn(words, reason) ? words[reason] : undefined;
  return h('span', { class: 'faint' }, word ?? (isFrom ? 'made by the chain' : '–'));
}

/** All movements of one transaction. */
export function movementTable(movements: readonly Movement[]): HTMLElement {
  const rows = movements.map((movement): readonly Child[] => [
    label(movement.reason),
    h('div', { class: 'lines' }, moved(movement), movement.asset === 'nft' ? salePrice(movement) : undefined),
    movement.from === null ? nobody(movement, true) : account(movement.from),
    movement.to === null ? nobody(movement, false) : account(movement.to),
  ]);
  return table(
    'What the transaction moved',
    [{ name: 'Why' }, { name: 'What' }, { name: 'From' }, { name: 'To' }],
    rows,
    'stacks',
  );
}
