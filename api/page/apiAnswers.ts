/** What the page takes from the API's answers. Only the members that it shows are here. */

export interface Health {
  readonly status: string;
  readonly chain_id: string;
  readonly height: number;
  readonly reason?: string;
  /** Whether the chain runs on this machine only. */
  readonly local_network?: boolean;
}

export interface VerifyPool {
  readonly workers: number;
  readonly queued: number;
  readonly in_flight: number;
  readonly verified: number;
  readonly refused: number;
  readonly microseconds_per_item: number;
  readonly wait_microseconds: number;
}

export interface Stats {
  readonly connected_peers: number;
  /** Absent on a node of an older version. */
  readonly height?: number;
  readonly network_height: number;
  readonly is_mining: boolean;
  readonly syncing?: boolean;
  readonly target_height?: number;
  readonly blocks_per_second?: number;
  readonly remaining_seconds?: number;
  readonly node_id: string;
  readonly total_fees_collected_quanta: string;
  readonly fees_in_last_block_quanta: string;
  readonly chain_id: string;
  readonly finalized_height: number;
  readonly ws_clients: number;
  readonly node_name: string | null;
  readonly base_fee_quanta: string;
  readonly total_fees_burned_quanta: string;
  readonly mempool_size: number;
  readonly total_transactions: number;
  readonly verify_pool?: VerifyPool;
  readonly upgrade_schedule: Readonly<Record<string, unknown>>;
  readonly designated_proposer_next_height: number;
  readonly designated_proposer_next: string | null;
}

export interface Fee {
  readonly base_fee_quanta: string;
  readonly priority_fee_suggestion_quanta: string;
  readonly total_fee_suggestion_quanta: string;
  readonly target_txs_per_block: number;
  readonly fee_floor_quanta: string;
  readonly fee_ceiling_quanta: string | null;
}

export interface Peers {
  readonly peer_details: readonly { readonly url: string; readonly node_name: string | null }[];
  readonly count: number;
  /** Absent on a node of an older version, like `bans`. */
  readonly details?: readonly ConnectedPeer[];
  readonly bans?: readonly { readonly id: string; readonly reason: string; readonly remaining_seconds: number }[];
}

export interface ConnectedPeer {
  readonly id: string;
  readonly url: string | null;
  readonly node_name: string | null;
  readonly version: string;
  readonly direction: 'in' | 'out';
  readonly connected_seconds: number;
  readonly height: number;
  readonly validator: boolean;
  readonly score: number;
}

export interface VoteGroup {
  readonly blockHash: string;
  readonly round: number;
  readonly voters: number;
  /** Decimal XRGE. */
  readonly stake: string;
  readonly addresses: readonly string[];
}

export interface Votes {
  readonly height: number;
  readonly totalStake: string;
  readonly quorumStake: string;
  readonly prevote: readonly VoteGroup[];
  readonly precommit: readonly VoteGroup[];
}

export interface EvidenceList {
  readonly evidence: readonly {
    readonly id: string;
    readonly kind: 'votes' | 'blocks';
    readonly height: number;
    readonly signer_address: string;
    readonly votes?: readonly { readonly vote_type: string; readonly round: number; readonly block_hash: string }[];
    readonly blocks?: readonly { readonly hash: string }[];
  }[];
}

export interface Validator {
  readonly publicKey: string;
  readonly stake: number;
  readonly stake_quanta?: string;
  readonly status: string;
  readonly blocksProposed: number;
}

export interface Validators {
  readonly validators: readonly Validator[];
}

export interface BlockHeaders {
  readonly headers: readonly {
    readonly height: number;
    readonly hash: string;
    readonly time: number;
    readonly proposerAddress: string | null;
    readonly txCount: number;
  }[];
  readonly total_height: number;
}

export interface Tx {
  readonly tx_type: string;
  readonly from_pub_key: string;
  readonly nonce: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly fee_quanta: string;
  readonly sig: string;
  readonly signed_payload: string;
}

/** A movement from or to an account. Amounts are read by name (`assets.ts`). */
export interface Movement {
  readonly reason: string;
  /** Direction for the account of this history; null between other accounts, absent elsewhere. */
  readonly direction?: string | null;
  /** Addresses. */
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: string;
  readonly token?: string;
  readonly pool_id?: string;
  readonly collection_id?: string;
  readonly token_id?: number;
  readonly count?: number;
  readonly path?: readonly string[];
  readonly [amount: string]: unknown;
}

export interface ListedTx {
  readonly txId: string;
  readonly status: string;
  /** Absent on a node of an older version. */
  readonly movements?: readonly Movement[];
  readonly tx: Tx;
}

export interface PlacedTx extends ListedTx {
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly blockTime: number;
  readonly direction?: string;
}

export interface Receipt {
  readonly index: number;
  readonly from_address: string;
  readonly status: 'Success' | { readonly Failed: string };
  readonly fee_paid_quanta: string;
  readonly logs: readonly { readonly event_type: string; readonly data: Readonly<Record<string, unknown>> }[];
}

export interface TxAnswer extends PlacedTx {
  readonly receipt: Receipt | null;
}

export interface BlockAnswer {
  readonly block: {
    readonly height: number;
    readonly hash: string;
    readonly prevHash: string;
    readonly time: number;
    readonly proposer: string;
    readonly txHash: string;
    readonly stateRoot: string | null;
    readonly parentCommit: string | null;
    readonly txCount: number;
    readonly totalFees_quanta: string;
    readonly transactions: readonly ListedTx[];
  };
}

export interface Balance {
  readonly balance_quanta: string;
  readonly publicKey: string | null;
  readonly address: string;
  readonly token_balances_raw: Readonly<Record<string, string>>;
  /** LP units by pool. */
  readonly lp_balances?: Readonly<Record<string, unknown>>;
  readonly lp_balances_raw?: Readonly<Record<string, string>>;
}

export interface Nonce {
  readonly nonce: number;
  readonly next_nonce: number;
}

export interface AddressTxs {
  readonly transactions: readonly PlacedTx[];
  readonly total: number;
}
