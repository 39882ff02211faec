/** What a transaction moves (money, pool shares, NFTs), from whom and to whom. Each kind derives it from its fields and result;
 *  receipts, histories and pages show it. Nothing here is state: it is made when somebody reads it. */

import { XRGE } from '../base/amounts.js';
import type { AccountId } from '../crypto/address.js';
import type { PoolEvent } from './poolEvent.js';
import { readPoolId } from './poolIds.js';

export const movementReasons = [
  'fee',
  'transfer',
  'faucet',
  'token_supply',
  'burn',
  'swap',
  'liquidity',
  'stake',
  'mint_price',
  'royalty',
  'nft_mint',
  'nft_transfer',
  'nft_burn',
  'bridge',
] as const;
export type MovementReason = (typeof movementReasons)[number];

/** What moves. Amounts are quanta for XRGE and base units for tokens and LP shares. */
export type Moved =
  | { readonly asset: 'token'; readonly token: string; readonly amount: bigint }
  | { readonly asset: 'lp'; readonly poolId: string; readonly amount: bigint }
  | {
      readonly asset: 'nft';
      readonly collectionId: string;
      /** The first of `count` consecutive ids. */
      readonly tokenId: number;
      readonly count: number;
      /** The sale price in quanta, as stated by the seller. The chain moves the royalty only. */
      readonly salePrice?: bigint;
    };

export interface Movement {
  readonly reason: MovementReason;
  /** Undefined when the chain creates it, or when it comes from a pool or a stake. */
  readonly from?: AccountId | undefined;
  /** Undefined when it is destroyed, or goes into a pool or a stake. */
  readonly to?: AccountId | undefined;
  readonly moved: Moved;
  /** The pools that it goes through, and the tokens on that path, in upper case. */
  readonly route?: { readonly pools: readonly string[]; readonly path: readonly string[] };
}

export const tokenUnits = (token: string, amount: bigint): Moved => ({ asset: 'token', token, amount });
export const xrge = (quanta: bigint): Moved => tokenUnits(XRGE, quanta);
export const nft = (collectionId: string, tokenId: number, count = 1): Moved => ({
  asset: 'nft',
  collectionId,
  tokenId,
  count,
});

/** Both sides of what one event moved through its pool, symbols in upper case; in a swap the side that went in comes first. */
function sidesOf({ poolId, aToB, amountA, amountB }: PoolEvent) {
  const { tokenA = '', tokenB = '' } = readPoolId(poolId)?.pair ?? {};
  const a = { token: tokenA, amount: amountA };
  const b = { token: tokenB, amount: amountB };
  return aToB ? { first: a, second: b } : { first: b, second: a };
}

/** A swap through one or more pools in turn: what the trader gave to the first and got from the last. */
export function swapMovements(trader: AccountId, events: readonly PoolEvent[]): readonly Movement[] {
  const hops = events.map(sidesOf);
  const [begin, end] = [hops[0]?.first, hops.at(-1)?.second];
  if (!begin || !end) return [];
  const pools = events.map(({ poolId }) => poolId);
  const route = { pools, path: [begin.token, ...hops.map(({ second }) => second.token)] };
  return [
    { reason: 'swap', from: trader, moved: tokenUnits(begin.token, begin.amount), route },
    { reason: 'swap', to: trader, moved: tokenUnits(end.token, end.amount), route },
  ];
}

/** A change of liquidity: both tokens in one direction, the pool shares in the other. */
export function liquidityMovements(owner: AccountId, events: readonly PoolEvent[]): readonly Movement[] {
  return events.flatMap((event): Movement[] => {
    const { tokenA = '', tokenB = '' } = readPoolId(event.poolId)?.pair ?? {};
    const taken = event.type === 'remove_liquidity';
    const route = { pools: [event.poolId], path: [tokenA, tokenB] };
    const sides = [tokenUnits(tokenA, event.amountA), tokenUnits(tokenB, event.amountB)];
    const shares: Moved = { asset: 'lp', poolId: event.poolId, amount: event.lp };
    const ends = (inward: boolean) => (inward ? { from: owner } : { to: owner });
    return [
      ...sides.map((moved): Movement => ({ reason: 'liquidity', ...ends(!taken), moved, route })),
      { reason: 'liquidity', ...ends(taken), moved: shares, route },
    ];
  });
}
