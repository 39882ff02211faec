/** What the API needs of the history in PostgreSQL; the composition root supplies it where the operator has named an index. */

import type { Refusal } from '../engine/base/refusal.js';

/** What an answer was read from: the blocks up to a height. */
export interface Indexed<Rows> {
  /** Of the newest block that the index had. */
  readonly height: number;
  readonly rows: Rows;
}

/** Days in UTC: the last `days` of them that end with `until`, or with that of the newest block when it is absent. */
export interface DayRange {
  /** YYYY-MM-DD. */
  readonly until: string | undefined;
  readonly days: number;
}

/** A balance as it was after a block that changed it. */
export interface BalanceChange {
  readonly height: number;
  /** Milliseconds. */
  readonly time: number;
  readonly change: bigint;
  readonly balance: bigint;
}

export interface BalanceHistoryQuery {
  /** Address. */
  readonly account: string;
  /** As it is shown. */
  readonly token: string;
  /** Only changes of blocks below this height; all when absent. */
  readonly below: number | undefined;
  readonly limit: number;
}

export interface DailyVolume {
  readonly day: string;
  readonly reason: string;
  readonly movements: number;
  readonly volume: bigint;
}

export interface DailyHolders {
  readonly day: string;
  /** At the end of the day. */
  readonly holders: number;
}

export interface DailyTransactions {
  readonly day: string;
  readonly kind: string;
  readonly status: string;
  readonly transactions: number;
  readonly fees: bigint;
  /** Different ones. */
  readonly signers: number;
}

/** What a text leads to. */
export interface HistoryHits {
  readonly tokens: readonly { readonly symbol: string; readonly name: string }[];
  readonly collections: readonly { readonly collection_id: string; readonly symbol: string; readonly name: string }[];
  readonly nfts: readonly { readonly collection_id: string; readonly token_id: number; readonly name: string }[];
  readonly transactions: readonly {
    readonly txId: string;
    readonly kind: string;
    readonly status: string;
    readonly blockHeight: number;
    readonly blockTime: number;
  }[];
  readonly blocks: readonly { readonly height: number; readonly hash: string; readonly time: number }[];
}

type Answer<Rows> = Promise<Indexed<Rows> | Refusal>;

/** Each read is of one state of the index. Refusals: `busy` while the index cannot be read, is of another chain, or needs longer than a read may take. */
export interface HistoryIndex {
  tip(): Answer<{ readonly hash: string; readonly time: number }>;
  /** Newest first. */
  balanceHistory(query: BalanceHistoryQuery): Answer<readonly BalanceChange[]>;
  /** @param token as it is shown. */
  volume(token: string, range: DayRange): Answer<readonly DailyVolume[]>;
  /** Each day of the range from the token's first on. */
  holders(token: string, range: DayRange): Answer<readonly DailyHolders[]>;
  transactions(range: DayRange): Answer<readonly DailyTransactions[]>;
  /** @param limit of each list. */
  search(text: string, limit: number): Answer<HistoryHits>;
}
