/** What the page takes from the API's answers about tokens, pools and NFTs. Only the members that it shows are here.
 *  Amounts are read by name (`assets.ts`): the exact text of each is beside its number. */

import type { Movement } from './apiAnswers.js';

type Amounts = Readonly<Record<string, unknown>>;

export interface TokenRecord extends Amounts {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly creator: string | null;
  readonly creator_address?: string | null;
  readonly image?: string | null;
  readonly description?: string | null;
  readonly website?: string | null;
  readonly twitter?: string | null;
  readonly discord?: string | null;
  /** Milliseconds; absent for tokens that no transaction has created. */
  readonly created_at?: number | null;
  readonly updated_at?: number | null;
  readonly created_height?: number | null;
  readonly frozen?: boolean;
  readonly mintable?: boolean;
  readonly max_supply?: number | null;
}

export interface TokenList {
  readonly tokens: readonly TokenRecord[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface Holder extends Amounts {
  readonly address: string;
  readonly account_address?: string | null;
  readonly percentage: number;
}

export interface Holders extends Amounts {
  readonly holders: readonly Holder[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface TokenTx extends Amounts {
  readonly tx_hash: string;
  readonly tx_type: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Milliseconds. */
  readonly timestamp: number;
  readonly block_height: number;
  readonly status: string;
  readonly movements?: readonly Movement[];
}

export interface TokenTxs {
  readonly transactions: readonly TokenTx[];
  readonly total_count: number;
  readonly next_cursor: string | null;
}

export interface PoolRecord extends Amounts {
  readonly pool_id: string;
  readonly token_a: string;
  readonly token_b: string;
  readonly fee_rate: number;
  /** token_b for one token_a. */
  readonly price_a_in_b: number;
  readonly price_b_in_a: number;
  readonly creator_address: string;
  /** Milliseconds. */
  readonly created_at: number;
  readonly created_height: number;
  readonly total_swaps: number;
  readonly events: number;
}

export interface PoolList {
  readonly pools: readonly PoolRecord[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface PoolStats extends Amounts {
  readonly total_swaps: number;
  readonly swap_count_24h: number;
}

export interface PoolEvent extends Amounts {
  readonly event_type: string;
  readonly user_pub_key: string | null;
  readonly user_address?: string | null;
  /** Seconds. */
  readonly timestamp: number;
  readonly block_height: number;
  readonly tx_hash: string;
  readonly token_in?: string | null;
  readonly token_out?: string | null;
}

export interface PoolEvents {
  readonly events: readonly PoolEvent[];
  readonly next_cursor?: string | null;
}

export interface Candle {
  /** Seconds: where the interval begins. */
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume_a: number;
  readonly volume_b: number;
  readonly swaps: number;
}

export interface Quote extends Amounts {
  readonly token_out: string;
  /** Percent. */
  readonly price_impact: number;
  readonly path: readonly string[];
  readonly pools: readonly string[];
}

export interface CollectionRecord extends Amounts {
  readonly collection_id: string;
  readonly symbol: string;
  readonly name: string;
  readonly creator: string | null;
  readonly creator_address?: string | null;
  readonly description?: string | null;
  readonly image?: string | null;
  readonly max_supply?: number | null;
  readonly minted: number;
  readonly royalty_bps: number;
  readonly royalty_recipient?: string | null;
  readonly frozen: boolean;
  /** Milliseconds. */
  readonly created_at: number;
  readonly public_mint?: boolean;
  readonly token_gate_symbol?: string | null;
  readonly discount_pct?: number | null;
}

export interface CollectionList {
  readonly collections: readonly CollectionRecord[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface NftRecord {
  readonly collection_id: string;
  readonly token_id: number;
  readonly owner: string;
  readonly creator?: string | null;
  readonly name: string;
  readonly metadata_uri?: string | null;
  readonly attributes?: unknown;
  readonly locked: boolean;
  /** Milliseconds. */
  readonly minted_at: number;
  readonly transferred_at?: number | null;
}

export interface NftList {
  readonly tokens: readonly NftRecord[];
  readonly total: number;
  readonly next_cursor?: string | null;
}

export interface OwnedNfts {
  readonly nfts: readonly NftRecord[];
  readonly total?: number;
  readonly next_cursor?: string | null;
}

export interface SearchHits {
  readonly tokens: readonly { readonly symbol: string; readonly name: string }[];
  readonly collections: readonly { readonly collection_id: string; readonly symbol: string; readonly name: string }[];
  readonly pools: readonly { readonly pool_id: string; readonly token_a: string; readonly token_b: string }[];
  /** Absent on a node of an older version. */
  readonly contracts?: readonly { readonly address: string; readonly deployer_address: string }[];
}
