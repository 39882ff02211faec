/** State tables of the exchange: pools and the shares in them. */

import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, amount, integer, layout, packedAmounts, sum, text } from './layout.js';

export interface Pool {
  /** In the order of creation, from 1. */
  readonly number: number;
  /** Symbols in upper case, in the order of the pool's id. */
  readonly tokenA: string;
  readonly tokenB: string;
  /** Quanta for XRGE, base units for a token; both above zero for ever. */
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  /** LP units, including the locked ones. */
  readonly lpSupply: bigint;
  readonly creator: AccountId;
  /** Header time and height of its block. */
  readonly createdAt: number;
  readonly createdHeight: number;
  /** Number of events so far; the next event gets this number. */
  readonly events: number;
  /** Swaps so far, and what they moved on each side: sums that may exceed 128 bits, because the same units move repeatedly. */
  readonly swaps: number;
  readonly volumeA: bigint;
  readonly volumeB: bigint;
}

const poolLayout = layout<Pool>({
  number: integer,
  tokenA: text,
  tokenB: text,
  reserveA: amount,
  reserveB: amount,
  lpSupply: amount,
  creator: account,
  createdAt: integer,
  createdHeight: integer,
  events: integer,
  swaps: integer,
  volumeA: sum,
  volumeB: sum,
});

/** Key: the pool's id. */
export const pools: Table<Pool> = defineTable({ id: 0x11, name: 'pools', ...poolLayout });

const unitsLayout = layout<{ readonly units: bigint }>({ units: amount });

/** LP units of an account in a pool. Key: account, pool id. Never zero. */
export const lpBalances: Table<bigint> = defineTable({
  id: 0x12,
  name: 'lp_balances',
  encode: (units) => unitsLayout.encode({ units }),
  decode: (bytes) => unitsLayout.decode(bytes).units,
  packed: packedAmounts,
});

export const lpBalanceKey = (owner: AccountId, poolId: string): string => owner + poolId;
