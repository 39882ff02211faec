/** The movements of an included transaction as readers see them.
 *
 *  In: a transaction and its outcome. Out: the fee and everything else that left or reached an account, with exact
 *  amounts; a failed transaction moved only its fee. For one account's history also the side that the account was on. */

import { amountView, unitsNumber, XRGE } from '../base/amounts.js';
import type { Transaction } from '../chain/transaction.js';
import { type AccountId, addressOf } from '../crypto/address.js';
import { kindOfTransaction } from './admission.js';
import { type Moved, type Movement, xrge } from './movement.js';
import { shownSymbol } from './tokens.js';

/** The outcome of a transaction, as far as its movements depend on it. */
interface Fate {
  /** Quanta. */
  readonly fee: bigint;
  /** Empty when it succeeded. */
  readonly failure: string;
  readonly result: unknown;
}

export type Direction = 'in' | 'out';

/** An amount of zero is not a movement, and neither is one from an account to itself. */
const isMovement = ({ from, to, moved }: Movement): boolean =>
  (from === undefined || from !== to) && (moved.asset === 'nft' ? moved.count > 0 : moved.amount > 0n);

/** Everything that a transaction moved, its fee last. */
export function movementsOf(transaction: Transaction, { fee, failure, result }: Fate): readonly Movement[] {
  const own = failure === '' ? (kindOfTransaction(transaction).movements?.(transaction, result) ?? []) : [];
  const paid: Movement = { reason: 'fee', from: transaction.sender, moved: xrge(fee) };
  return [...own, paid].filter(isMovement);
}

/** The side of an account in a transaction: `in` when it only gets something, `out` when it only gives something besides the
 *  fee. With both or neither, the signer is `out` and any other account is `in`. */
export function directionOf(movements: readonly Movement[], account: AccountId, signer: AccountId): Direction {
  const beside = movements.filter(({ reason }) => reason !== 'fee');
  const gives = beside.some(({ from }) => from === account);
  const gets = beside.some(({ to }) => to === account);
  if (gives !== gets) return gets ? 'in' : 'out';
  return signer === account ? 'out' : 'in';
}

function movedView(moved: Moved) {
  if (moved.asset === 'token')
    return { asset: moved.asset, token: shownSymbol(moved.token), ...amountView(moved.token, moved.amount) };
  if (moved.asset === 'lp')
    return {
      asset: moved.asset,
      pool_id: moved.poolId,
      amount: unitsNumber(moved.amount),
      amount_units: String(moved.amount),
    };
  const { collectionId, tokenId, count, salePrice = 0n } = moved;
  return {
    asset: moved.asset,
    collection_id: collectionId,
    token_id: tokenId,
    count,
    ...(salePrice > 0n ? amountView(XRGE, salePrice, 'sale_price') : {}),
  };
}

const endView = (account: AccountId | undefined): string | null => (account === undefined ? null : addressOf(account));

const movementView = ({ reason, from, to, moved, route }: Movement) => ({
  reason,
  from: endView(from),
  to: endView(to),
  ...movedView(moved),
  ...(route ? { path: route.path.map(shownSymbol), pools: [...route.pools] } : {}),
});

/** Movements as the API shows them. */
export const movementViews = (transaction: Transaction, fate: Fate) => movementsOf(transaction, fate).map(movementView);

/** The same for the history of one account: with its side in each movement, null for a movement between others. */
export function accountMovements(transaction: Transaction, fate: Fate, account: AccountId) {
  const movements = movementsOf(transaction, fate);
  const sideOf = ({ from, to }: Movement): Direction | null =>
    from === account ? 'out' : to === account ? 'in' : null;
  return {
    direction: directionOf(movements, account, transaction.sender),
    movements: movements.map((movement) => ({ direction: sideOf(movement), ...movementView(movement) })),
  };
}
