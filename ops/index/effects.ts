/** What `GET /api/blocks/effects` tells of a block, as far as the index reads it. */

export interface EffectMovement {
  readonly reason: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: 'token' | 'lp' | 'nft';
  readonly token?: string;
  readonly amount_quanta?: string;
  readonly amount_units?: string;
  readonly pool_id?: string;
  readonly collection_id?: string;
  readonly token_id?: number;
  readonly count?: number;
  readonly sale_price_quanta?: string;
}

export interface EffectPoolEvent {
  readonly pool_id: string;
  readonly pool: number;
  readonly ordinal: number;
  readonly sequence: number;
  readonly type: string;
  readonly a_to_b: boolean;
  readonly amount_a: string;
  readonly amount_b: string;
  readonly lp: string;
  readonly reserve_a: string;
  readonly reserve_b: string;
  readonly lp_supply: string;
}

export interface EffectLog {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TransactionEffects {
  readonly tx_id: string;
  readonly event: number;
  readonly kind: string;
  readonly signer: string;
  readonly nonce: number;
  readonly fee_quanta: string;
  readonly status: 'success' | 'failed';
  readonly failure?: string;
  readonly recipient: string | null;
  readonly token: string | null;
  readonly amount: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly movements: readonly EffectMovement[];
  readonly logs: readonly EffectLog[];
  readonly receipt?: Readonly<Record<string, unknown>>;
  readonly contract_events?: readonly { readonly contract: string; readonly topic: string; readonly data: string }[];
  /** Ids of the collections that contracts have made. */
  readonly collections?: readonly string[];
  readonly pool_events?: readonly EffectPoolEvent[];
}

/** Address, token, exact balance after the block. */
export type EffectBalance = readonly [account: string, token: string, balance: string];

export interface BlockEffects {
  readonly height: number;
  /** 64 hex characters, as all hashes. */
  readonly hash: string;
  readonly prev_hash: string;
  /** Milliseconds. */
  readonly time: number;
  readonly proposer: string | null;
  readonly tx_hash: string;
  readonly state_root: string | null;
  readonly parent_commit: string | null;
  readonly fees_quanta: string;
  readonly first_event: number;
  readonly events: number;
  readonly transactions: readonly TransactionEffects[];
  readonly balances: readonly EffectBalance[];
}
