/** A transaction in the row of a list: how much it moves, and its account or asset. */

import type { ListedTx } from '../apiAnswers.js';
import { chain, collectionLink, held, nftLink, poolLink, symbolIn, tokenLink } from '../assets.js';
import { contractLink } from '../contracts.js';
import { h } from '../dom.js';
import { recipient } from '../parts.js';
import { listMoney } from './money.js';

/** What a transaction moves, or requests when nothing has moved yet; undefined when it has no amount. For a failed one, its
 *  fee. */
export function movedAmount({ tx, status, movements = [] }: ListedTx): HTMLElement | undefined {
  const moved = listMoney(movements);
  if (moved) return moved;
  const fee = movements.find(({ reason }) => reason === 'fee');
  if (fee && status !== 'success') return h('span', { class: 'faint' }, 'fee ', held(fee, 'amount', 'XRGE'));
  const { payload, tx_type } = tx;
  if (tx_type === 'nft_transfer' && Number(payload.amount) === 0) return undefined;
  const unit = String(payload.token_symbol || payload.token_name || '');
  const exact = typeof payload.amount_quanta === 'string' || typeof payload.amount_units === 'string';
  return exact ? held(payload, 'amount', unit) : undefined;
}

/** The id that a new collection gets. (Specification, NFTs.) */
const newCollection = (key: string, symbol: string): string => `col:${key.slice(0, 16)}:${symbol.toUpperCase()}`;

/** The pools that a transaction used: a swap's payload names only the tokens at its two ends. */
function poolsOf({ movements = [] }: ListedTx): HTMLElement | undefined {
  const pools = movements.find(({ pools }) => Array.isArray(pools))?.pools;
  return Array.isArray(pools) ? chain(pools.map(String).map(poolLink), ', ') : undefined;
}

/** The recipient of a transaction, else its pool, NFT, collection or token. */
export function concerned(item: ListedTx): HTMLElement | undefined {
  const { payload, tx_type } = item.tx;
  const { nft_collection_id: collection, nft_token_id: number, pool_id: pool, token_symbol: token } = payload;
  const account = recipient(item);
  if (account && tx_type !== 'burn') return account;
  if (typeof pool === 'string') return poolsOf(item) ?? poolLink(pool);
  if (typeof collection === 'string') {
    const symbol = symbolIn(collection);
    return typeof number === 'number'
      ? nftLink(collection, number, `${symbol} #${number}`)
      : collectionLink(collection, symbol);
  }
  if (typeof payload.contract_addr === 'string') return contractLink(payload.contract_addr);
  const created = payload.nft_collection_symbol;
  if (typeof created === 'string') return collectionLink(newCollection(item.tx.from_pub_key, created), created);
  return account ?? (typeof token === 'string' ? tokenLink(token) : undefined);
}
