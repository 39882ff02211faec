/** A transaction in the row of a list: how much it moves, and whom or what it is about. */

import type { ListedTx } from '../apiAnswers.js';
import { collectionLink, held, nftLink, poolLink, says, tokenLink } from '../assets.js';
import { h } from '../dom.js';
import { recipient } from '../parts.js';

/** What a transaction moves, or makes; undefined when its payload names no amount. An NFT given away has no price. */
export function movedAmount({ tx }: ListedTx): HTMLElement | undefined {
  const { payload, tx_type } = tx;
  const text = (name: string): string => String(payload[name] ?? '');
  if (tx_type === 'create_pool' || tx_type === 'add_liquidity')
    return h(
      'div',
      { class: 'moved' },
      held(payload, 'amount_a', text('token_a_symbol')),
      h('span', {}, '+ ', held(payload, 'amount_b', text('token_b_symbol'))),
    );
  const unit = text('token_symbol') || text('token_name') || text('token_a_symbol');
  if (tx_type === 'create_token')
    return says(payload, 'token_total_supply') ? held(payload, 'token_total_supply', unit) : undefined;
  if (tx_type === 'remove_liquidity') return says(payload, 'lp_amount') ? held(payload, 'lp_amount', 'LP') : undefined;
  if (tx_type === 'nft_transfer' && Number(payload.amount) === 0) return undefined;
  const exact = typeof payload.amount_quanta === 'string' || typeof payload.amount_units === 'string';
  return exact ? held(payload, 'amount', unit) : undefined;
}

/** The symbol in the id of a collection. */
const symbolIn = (collection: string): string => collection.split(':').at(-1) ?? collection;

/** The id that a new collection gets. (Specification, NFTs.) */
const newCollection = (key: string, symbol: string): string => `col:${key.slice(0, 16)}:${symbol.toUpperCase()}`;

/** The account that a transaction is for, else the pool, the NFT, the collection or the token that it is about. */
export function concerned(item: ListedTx): HTMLElement | undefined {
  const { payload, tx_type } = item.tx;
  const { nft_collection_id: collection, nft_token_id: number, pool_id: pool, token_symbol: token } = payload;
  const account = recipient(item);
  if (account && tx_type !== 'burn') return account;
  if (typeof pool === 'string') return poolLink(pool);
  if (typeof collection === 'string') {
    const symbol = symbolIn(collection);
    return typeof number === 'number'
      ? nftLink(collection, number, `${symbol} #${number}`)
      : collectionLink(collection, symbol);
  }
  const created = payload.nft_collection_symbol;
  if (typeof created === 'string') return collectionLink(newCollection(item.tx.from_pub_key, created), created);
  return account ?? (typeof token === 'string' ? tokenLink(token) : undefined);
}
