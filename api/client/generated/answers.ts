// Generated from the route table by `npm run client:generate`. Do not edit.

/** What a program goes by */
export type RefusalCode =
  | "host_ambiguous"
  | "malformed_body"
  | "malformed_payload"
  | "malformed_parameter"
  | "invalid_amount"
  | "invalid_recipient"
  | "operation_mismatch"
  | "operation_unknown"
  | "chain_id_mismatch"
  | "derived_field_mismatch"
  | "insufficient_balance"
  | "rule_violation"
  | "invalid_image"
  | "invalid_contract"
  | "invalid_signature"
  | "timestamp_window"
  | "from_mismatch"
  | "nonce_missing"
  | "nonce_used"
  | "api_key_required"
  | "api_key_invalid"
  | "not_authorized"
  | "suspended"
  | "faucet_disabled"
  | "faucet_restricted"
  | "public_edge"
  | "not_found"
  | "route_not_found"
  | "method_not_allowed"
  | "events_pruned"
  | "pruned"
  | "expired"
  | "block_conflict"
  | "already_exists"
  | "replaced"
  | "legacy_endpoint"
  | "too_large"
  | "unsupported_media_type"
  | "host_unknown"
  | "faucet_cooldown"
  | "faucet_balance"
  | "faucet_pending"
  | "sender_limit"
  | "rate_limited"
  | "internal"
  | "busy"
  | "mempool_full"
  | "stopping"
  | "not_producing"
  | "no_authority"
  | "height_not_reached"
  | "unconfirmed";

export interface Block {
  readonly version: 1;
  readonly header: {
    readonly version: number;
    readonly chain_id: string;
    /** Block height */
    readonly height: number;
    /** Milliseconds since the epoch */
    readonly time: number;
    readonly prev_hash: string;
    /** SHA-256, hex */
    readonly tx_hash: string;
    readonly proposer_pub_key: string;
    /** SHA-256, hex */
    readonly state_root?: string;
    /** SHA-256, hex */
    readonly parent_commit?: string;
  };
  readonly txs: readonly BlockTransaction[];
  readonly proposer_sig: string;
  /** SHA-256, hex */
  readonly hash: string;
  readonly tx_count: number;
  /** XRGE */
  readonly fees: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fees_quanta: bigint;
  readonly parent_certificate?: unknown;
  /** The latest block's own certificate; the next block carries it as `parent_certificate` */
  readonly certificate?: unknown;
}

export interface BlockTransaction {
  readonly version: 1;
  readonly tx_type: string;
  /** Public key of the signer, hex */
  readonly from_pub_key: string;
  /** Sequential account nonce */
  readonly nonce: number;
  readonly payload: { readonly [name: string]: unknown };
  /** XRGE */
  readonly fee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_quanta: bigint;
  readonly sig: string;
  /** The exact text that was signed */
  readonly signed_payload: string;
  /** SHA-256, hex */
  readonly txId: string;
  readonly status: "success" | "failed";
}

/** What left or reached an account. A failed transaction has moved its fee alone */
export interface Movement {
  readonly reason: "fee" | "transfer" | "faucet" | "token_supply" | "burn" | "swap" | "liquidity" | "stake" | "mint_price" | "royalty" | "nft_mint" | "nft_transfer" | "nft_burn" | "bridge";
  /** Address; null for a pool, a stake or what the chain makes */
  readonly from: string | null;
  /** Address; null for a pool, a stake, the fee or an NFT that is destroyed */
  readonly to: string | null;
  readonly asset: "token" | "lp" | "nft";
  /** Symbol, XRGE included */
  readonly token?: string;
  /** Of the token: XRGE, or base units. Of a pool: LP units */
  readonly amount?: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  /** The pool whose LP units move */
  readonly pool_id?: string;
  readonly collection_id?: string;
  /** The NFT, or the first of `count` */
  readonly token_id?: number;
  readonly count?: number;
  /** XRGE for which the seller says that the NFT was sold; the chain moves the royalty alone */
  readonly sale_price?: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly sale_price_quanta?: bigint;
  /** Base units, exact */
  readonly sale_price_units?: bigint;
  /** Tokens on the way of a swap, or the two of a pool */
  readonly path?: readonly string[];
  /** Pools on that way */
  readonly pools?: readonly string[];
}

export interface TxV1 {
  readonly version: 1;
  readonly tx_type: string;
  /** Public key of the signer, hex */
  readonly from_pub_key: string;
  /** Sequential account nonce */
  readonly nonce: number;
  readonly payload: { readonly [name: string]: unknown };
  /** XRGE */
  readonly fee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_quanta: bigint;
  readonly sig: string;
  /** The exact text that was signed */
  readonly signed_payload: string;
}

export interface BlockEffects {
  /** Block height */
  readonly height: number;
  /** SHA-256, hex */
  readonly hash: string;
  readonly prev_hash: string;
  /** Milliseconds since the epoch */
  readonly time: number;
  readonly proposer: string | null;
  readonly tx_hash: string;
  readonly state_root: string | null;
  readonly parent_commit: string | null;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fees_quanta: bigint;
  /** Number of the block's own event; 0 for the genesis block */
  readonly first_event: number;
  /** How many: its own, those of its transactions, then one for each of balances, in that order */
  readonly events: number;
  readonly transactions: readonly TransactionEffects[];
  /** Address, token and exact balance after the block, of each balance that it changed */
  readonly balances: readonly (readonly string[])[];
}

export interface TransactionEffects {
  /** SHA-256, hex */
  readonly tx_id: string;
  /** Number of its event in the log; those of contract_events follow it one by one */
  readonly event: number;
  readonly kind: string;
  /** Address */
  readonly signer: string;
  readonly nonce: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_quanta: bigint;
  readonly status: "success" | "failed";
  /** Why it failed */
  readonly failure?: string;
  readonly recipient: string | null;
  readonly token: string | null;
  readonly amount: string | null;
  /** As in GET /api/tx/:hash, without contract_wasm */
  readonly payload: { readonly [name: string]: unknown };
  readonly movements: readonly Movement[];
  readonly logs: readonly ({
    readonly event_type: string;
    readonly data: { readonly [name: string]: unknown };
  })[];
  /** What the receipt of a call has beside that */
  readonly receipt?: { readonly [name: string]: unknown };
  readonly contract_events?: readonly ({
    readonly contract: string;
    readonly topic: string;
    readonly data: string;
  })[];
  readonly collections?: readonly string[];
  readonly pool_events?: readonly PoolEffect[];
}

export interface PoolEffect {
  readonly pool_id: string;
  /** Number of the pool in the order of creation, from 1 */
  readonly pool: number;
  /** Number among the pool's events, from 0 */
  readonly ordinal: number;
  /** Number among the events of all pools, from 0 */
  readonly sequence: number;
  readonly type: "create_pool" | "Swap" | "add_liquidity" | "remove_liquidity";
  /** Of a swap: whether the first token went in */
  readonly a_to_b: boolean;
  /** Base units, exact */
  readonly amount_a: string;
  /** Base units, exact */
  readonly amount_b: string;
  /** Base units, exact */
  readonly lp: string;
  /** After the event, exact */
  readonly reserve_a: string;
  /** Base units, exact */
  readonly reserve_b: string;
  /** Base units, exact */
  readonly lp_supply: string;
}

export interface Transaction {
  /** SHA-256, hex */
  readonly txId: string;
  /** Block height */
  readonly blockHeight: number;
  /** SHA-256, hex */
  readonly blockHash: string;
  /** Milliseconds since the epoch */
  readonly blockTime: number;
  readonly status: "success" | "failed";
  readonly movements: readonly Movement[];
  readonly tx: TxV1;
}

export interface Receipt {
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** Block height */
  readonly block_height: number;
  /** SHA-256, hex */
  readonly block_hash: string;
  readonly index: number;
  readonly tx_type: string;
  readonly from: string;
  readonly from_address: string;
  readonly nonce: number;
  readonly status: "Success" | {
    readonly Failed: string;
  };
  /** XRGE */
  readonly fee_paid: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_paid_quanta: bigint;
  readonly logs: readonly ({
    readonly event_type: string;
    readonly data: { readonly [name: string]: unknown };
  })[];
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Of a call of a contract, with its sub-calls */
  readonly gas_used?: number;
  /** JSON when it is some, text otherwise, null for none */
  readonly return_data?: unknown;
  readonly contract_events?: readonly ({
    readonly contract_addr: string;
    readonly topic: string;
    readonly data: string;
  })[];
  readonly contract_logs?: readonly string[];
  /** Calls that contracts have made */
  readonly calls?: readonly ({
    readonly contract: string;
    readonly method: string;
    readonly gas_used: number;
    readonly error: string | null;
  })[];
  /** Where a failed call stopped */
  readonly failed_at?: {
    /** Index of the function in the module */
    readonly function: number;
    readonly name?: string;
    /** Byte of the module */
    readonly offset: number;
  };
}

export interface AddressTransaction {
  /** SHA-256, hex */
  readonly txId: string;
  /** Block height */
  readonly blockHeight: number;
  /** SHA-256, hex */
  readonly blockHash: string;
  /** Milliseconds since the epoch */
  readonly blockTime: number;
  readonly status: "success" | "failed";
  readonly movements: readonly ({
    /** The side of the account; null between others */
    readonly direction: "in" | "out" | null;
    readonly reason: "fee" | "transfer" | "faucet" | "token_supply" | "burn" | "swap" | "liquidity" | "stake" | "mint_price" | "royalty" | "nft_mint" | "nft_transfer" | "nft_burn" | "bridge";
    /** Address; null for a pool, a stake or what the chain makes */
    readonly from: string | null;
    /** Address; null for a pool, a stake, the fee or an NFT that is destroyed */
    readonly to: string | null;
    readonly asset: "token" | "lp" | "nft";
    /** Symbol, XRGE included */
    readonly token?: string;
    /** Of the token: XRGE, or base units. Of a pool: LP units */
    readonly amount?: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly amount_quanta?: bigint;
    /** Base units, exact */
    readonly amount_units?: bigint;
    /** The pool whose LP units move */
    readonly pool_id?: string;
    readonly collection_id?: string;
    /** The NFT, or the first of `count` */
    readonly token_id?: number;
    readonly count?: number;
    /** XRGE for which the seller says that the NFT was sold; the chain moves the royalty alone */
    readonly sale_price?: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly sale_price_quanta?: bigint;
    /** Base units, exact */
    readonly sale_price_units?: bigint;
    /** Tokens on the way of a swap, or the two of a pool */
    readonly path?: readonly string[];
    /** Pools on that way */
    readonly pools?: readonly string[];
  })[];
  readonly tx: TxV1;
  /** `in` when the account only gets something, `out` when it only gives something beside the fee; with both or neither, `out` for the signer */
  readonly direction: "in" | "out";
}

export interface ConnectedPeer {
  /** SHA-256 of its public key, hex */
  readonly id: string;
  /** Null for a node that is not discoverable */
  readonly url: string | null;
  readonly node_name: string | null;
  readonly version: string;
  /** Who has opened the connection: `out` this node */
  readonly direction: "in" | "out";
  readonly connected_seconds: number;
  /** What it says of its head; not checked */
  readonly height: number;
  /** Whether its key is in the active set */
  readonly validator: boolean;
  /** 0 for a node that behaves; banned at -100 */
  readonly score: number;
  /** What waits to be sent to it */
  readonly queued_bytes: number;
}

export interface BannedPeer {
  /** SHA-256 of its public key, hex */
  readonly id: string;
  readonly reason: string;
  readonly remaining_seconds: number;
}

export interface SetChange {
  /** Block height */
  readonly height: number;
  /** SHA-256, hex */
  readonly block_hash: string;
  /** The header as it is hashed and signed; it names the state root */
  readonly header: string;
  /** Hex; the block hash covers it */
  readonly proposer_signature: string;
  /** SHA-256, hex */
  readonly state_root: string;
  /** Key of the record of the active set, hex */
  readonly key: string;
  /** For each member its account (32 bytes) and stake (16), greatest stake first */
  readonly value: string;
  /** Hashes beside the way from the root down to the key */
  readonly siblings: readonly string[];
  readonly other: null;
}

export interface BalanceChange {
  /** Block height */
  readonly height: number;
  /** Milliseconds since the epoch */
  readonly time: number;
  /** Of all that the block did: transactions, shares of fees, returned stakes. XRGE, or base units; below zero for less */
  readonly change: number;
  readonly change_quanta?: bigint;
  readonly change_units?: bigint;
  /** After the block */
  readonly balance: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly balance_quanta?: bigint;
  /** Base units, exact */
  readonly balance_units?: bigint;
}

export interface DailyVolume {
  /** In UTC */
  readonly day: string;
  /** As in the movements of a transaction */
  readonly reason: string;
  readonly movements: number;
  readonly volume: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly volume_quanta?: bigint;
  /** Base units, exact */
  readonly volume_units?: bigint;
}

export interface DailyHolders {
  /** In UTC */
  readonly day: string;
  readonly holders: number;
}

export interface DailyTransactions {
  /** In UTC */
  readonly day: string;
  readonly kind: string;
  /** success or failed */
  readonly status: string;
  readonly transactions: number;
  /** Different ones */
  readonly signers: number;
  /** XRGE */
  readonly fees: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fees_quanta: bigint;
}

export interface Validator {
  /** ML-DSA-65 public key, hex */
  readonly publicKey: string;
  /** The same */
  readonly public_key: string;
  readonly address: string;
  /** Name in the genesis file */
  readonly name: string | null;
  /** XRGE */
  readonly stake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly stake_quanta: bigint;
  /** `active` in the active set of the next block; `waiting` while its stake is below the set; `unbonding` while no stake is left and some waits for its release */
  readonly status: "active" | "waiting" | "unbonding";
  /** XRGE */
  readonly unbonding: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly unbonding_quanta: bigint;
  readonly blocksProposed: number;
  /** Always 0: no rule of this network slashes */
  readonly slashCount: number;
  /** Always 0: no rule of this network jails */
  readonly jailedUntil: number;
  /** The same */
  readonly jailed_until: number;
  /** Always 0: the proposer is not drawn by lot */
  readonly entropyContributions: number;
}

export interface ValidatorStats {
  /** ML-DSA-65 public key, hex */
  readonly publicKey: string;
  readonly address: string;
  /** Name in the genesis file */
  readonly name: string | null;
  readonly status: "active" | "waiting" | "unbonding";
  /** XRGE */
  readonly stake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly stake_quanta: bigint;
  readonly blocksProposed: number;
  /** 0 when it has proposed none of the counted blocks */
  readonly lastProposedHeight: number;
  /** Certified blocks for which its vote weighed something */
  readonly countedHeights: number;
  /** Those of them whose certificate holds its precommit */
  readonly votes: number;
  readonly missedVotes: number;
  /** Votes in percent; null before any was due */
  readonly uptime: number | null;
  /** The same as precommitParticipation: a certificate holds no prevotes */
  readonly prevoteParticipation: number;
  /** Votes in percent; 0 before any was due */
  readonly precommitParticipation: number;
  /** The latest block that it proposed or precommitted; 0 for none */
  readonly lastSeenHeight: number;
}

export interface Precommit {
  readonly vote_type: "precommit";
  /** Block height */
  readonly height: number;
  /** Round of the votes: 0, unless the proposer signed two blocks of this height */
  readonly round: number;
  /** SHA-256, hex */
  readonly block_hash: string;
  /** ML-DSA-65 public key, hex */
  readonly voter_pub_key: string;
  /** ML-DSA-65 signature of the vote, hex */
  readonly signature: string;
  /** XRGE */
  readonly stake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly stake_quanta: bigint;
}

export interface VoteGroup {
  /** SHA-256, hex */
  readonly blockHash: string;
  /** Round of the votes: 0, unless the proposer signed two blocks of this height */
  readonly round: number;
  /** How many validators have voted so */
  readonly voters: number;
  /** XRGE that they have staked, exact decimal text */
  readonly stake: string;
  /** Of these validators */
  readonly addresses: readonly string[];
}

export interface Evidence {
  /** SHA-256, hex */
  readonly id: string;
  readonly kind: "votes" | "blocks";
  /** Block height */
  readonly height: number;
  /** The key that signed both, hex */
  readonly signer_pub_key: string;
  readonly signer_address: string;
  /** Two votes of one height, round and type */
  readonly votes?: readonly SignedVote[];
  /** Two headers of one slot */
  readonly blocks?: readonly ({
    /** SHA-256, hex */
    readonly hash: string;
    /** The signed text */
    readonly header: string;
    /** ML-DSA-65 signature, hex */
    readonly proposer_sig: string;
  })[];
}

export interface SignedVote {
  readonly vote_type: "prevote" | "precommit";
  /** Block height */
  readonly height: number;
  /** Round of the votes: 0, unless the proposer signed two blocks of this height */
  readonly round: number;
  /** SHA-256, hex */
  readonly block_hash: string;
  /** ML-DSA-65 public key, hex */
  readonly voter_pub_key: string;
  /** ML-DSA-65 signature of the vote, hex */
  readonly signature: string;
}

export interface Token {
  readonly symbol: string;
  readonly name: string;
  /** For display; amounts are base units, of XRGE they are XRGE */
  readonly decimals: number;
  /** Everything ever minted */
  readonly totalSupply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly totalSupply_quanta?: bigint;
  /** Base units, exact */
  readonly totalSupply_units?: bigint;
  /** The same */
  readonly total_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_supply_quanta?: bigint;
  /** Base units, exact */
  readonly total_supply_units?: bigint;
  /** Without what was burned; of XRGE without burned fees either */
  readonly circulating_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly circulating_supply_quanta?: bigint;
  /** Base units, exact */
  readonly circulating_supply_units?: bigint;
  /** Sent to the burn address; the same in /api/burned */
  readonly burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly burned_quanta?: bigint;
  /** Base units, exact */
  readonly burned_units?: bigint;
  /** Of XRGE alone: burned fees, as in /api/stats */
  readonly total_fees_burned?: number;
  readonly total_fees_burned_quanta?: bigint;
  /** Public key in hex; empty for tokens that no transaction created */
  readonly creator: string;
  readonly creator_address: string | null;
  readonly image: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly twitter: string | null;
  readonly discord: string | null;
  /** Milliseconds since the epoch; 0 where the token was always there */
  readonly created_at: number;
  /** Latest change of what is told about it */
  readonly updated_at: number;
  /** Block height */
  readonly created_height: number;
  /** Whether its creator has paused every movement */
  readonly frozen: boolean;
  readonly mintable: boolean;
  /** Minted with its creation */
  readonly initial_supply: number | null;
  readonly initial_supply_units: bigint | null;
  /** Cap of a mintable token; null: none */
  readonly max_supply: number | null;
  readonly max_supply_units: bigint | null;
  /** Minted after the creation; null: not mintable */
  readonly total_minted: number | null;
  readonly total_minted_units: bigint | null;
}

export interface TokenTransaction {
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** SHA-256, hex */
  readonly txId: string;
  readonly tx_type: string;
  /** Public key of the signer, hex */
  readonly from: string;
  readonly from_address: string;
  readonly to: string | null;
  readonly to_address: string | null;
  readonly amount: number | null;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  readonly token: string | null;
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Block height */
  readonly block_height: number;
  readonly status: "success" | "failed";
  readonly movements: readonly Movement[];
}

export interface Holder {
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly address: string;
  readonly account_address: string;
  readonly balance: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly balance_quanta?: bigint;
  /** Base units, exact */
  readonly balance_units?: bigint;
  /** Of the circulating supply, six decimals */
  readonly percentage: number;
}

export interface Allowance {
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly owner: string;
  readonly owner_address: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly spender: string;
  readonly spender_address: string;
  readonly token: string;
  readonly token_symbol: string;
  /** Base units that the spender may still move */
  readonly amount: number;
  /** Base units, exact */
  readonly amount_units: bigint;
}

export interface Pool {
  readonly pool_id: string;
  readonly token_a: string;
  readonly token_b: string;
  /** The same as token_a */
  readonly token_a_symbol: string;
  readonly token_b_symbol: string;
  /** XRGE in XRGE, a token in base units */
  readonly reserve_a: number;
  readonly reserve_a_quanta?: bigint;
  readonly reserve_a_units?: bigint;
  readonly reserve_b: number;
  readonly reserve_b_quanta?: bigint;
  readonly reserve_b_units?: bigint;
  /** LP units; 1,000 of them belong to nobody */
  readonly total_lp_supply: number;
  readonly total_lp_supply_units: bigint;
  /** The same as total_lp_supply */
  readonly total_lp: number;
  readonly total_lp_units: bigint;
  readonly fee_rate: 0.003;
  /** token_b for one token_a, by the numbers shown */
  readonly price_a_in_b: number;
  readonly price_b_in_a: number;
  readonly creator_pub_key: string | null;
  readonly creator_address: string;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  /** Block height */
  readonly created_height: number;
  readonly total_swaps: number;
  /** Events so far */
  readonly events: number;
}

export interface PoolEvent {
  /** Unique: transaction id and -create, -add, -remove or -swap, from the second pool of a swap on with its number there: -swap-2 */
  readonly id: string;
  readonly pool_id: string;
  readonly event_type: "create_pool" | "Swap" | "add_liquidity" | "remove_liquidity";
  /** Hex */
  readonly user_pub_key: string;
  readonly user_address: string;
  /** The same as user_pub_key */
  readonly actor: string;
  /** Seconds since the epoch */
  readonly timestamp: number;
  /** Milliseconds since the epoch */
  readonly timestamp_ms: number;
  /** Block height */
  readonly block_height: number;
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** Null for what is no swap */
  readonly token_in: string | null;
  /** Null for what is no swap */
  readonly token_out: string | null;
  readonly amount_in: number | null;
  readonly amount_in_quanta?: bigint;
  readonly amount_in_units?: bigint;
  readonly amount_out: number | null;
  readonly amount_out_quanta?: bigint;
  readonly amount_out_units?: bigint;
  readonly amount_a: number;
  readonly amount_a_quanta?: bigint;
  readonly amount_a_units?: bigint;
  readonly amount_b: number;
  readonly amount_b_quanta?: bigint;
  readonly amount_b_units?: bigint;
  readonly token_a_amount: number;
  readonly token_a_amount_quanta?: bigint;
  readonly token_a_amount_units?: bigint;
  readonly token_b_amount: number;
  readonly token_b_amount_quanta?: bigint;
  readonly token_b_amount_units?: bigint;
  /** LP units; null for a swap */
  readonly lp_amount: number | null;
  readonly lp_amount_units?: bigint;
  readonly reserve_a_after: number;
  readonly reserve_a_after_quanta?: bigint;
  readonly reserve_a_after_units?: bigint;
  readonly reserve_b_after: number;
  readonly reserve_b_after_quanta?: bigint;
  readonly reserve_b_after_units?: bigint;
}

export interface PoolPrice {
  readonly pool_id: string;
  /** Seconds since the epoch */
  readonly timestamp: number;
  /** Milliseconds since the epoch */
  readonly timestamp_ms: number;
  /** Block height */
  readonly block_height: number;
  readonly reserve_a: number;
  readonly reserve_a_quanta?: bigint;
  readonly reserve_a_units?: bigint;
  readonly reserve_b: number;
  readonly reserve_b_quanta?: bigint;
  readonly reserve_b_units?: bigint;
  /** token_b for one token_a, by the numbers shown */
  readonly price_a_in_b: number;
  readonly price_b_in_a: number;
}

export interface PoolStats {
  readonly pool_id: string;
  readonly total_swaps: number;
  readonly total_volume_a: number;
  readonly total_volume_a_quanta?: bigint;
  readonly total_volume_a_units?: bigint;
  readonly total_volume_b: number;
  readonly total_volume_b_quanta?: bigint;
  readonly total_volume_b_units?: bigint;
  readonly swap_count_24h: number;
  readonly volume_24h_a: number;
  readonly volume_24h_a_quanta?: bigint;
  readonly volume_24h_a_units?: bigint;
  readonly volume_24h_b: number;
  readonly volume_24h_b_quanta?: bigint;
  readonly volume_24h_b_units?: bigint;
  /** The same as swap_count_24h */
  readonly trades_24h: number;
  /** The side of XRGE; of token_a where there is none */
  readonly volume_24h: number;
  readonly volume_24h_quanta?: bigint;
  readonly volume_24h_units?: bigint;
  /** Twice the reserve of that side */
  readonly tvl: number;
  readonly tvl_quanta?: bigint;
  readonly tvl_units?: bigint;
}

export interface Candle {
  /** Start of the bucket, seconds since the epoch */
  readonly timestamp: number;
  /** token_b for one token_a after the event before the bucket */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume_a: number;
  readonly volume_a_quanta?: bigint;
  readonly volume_a_units?: bigint;
  readonly volume_b: number;
  readonly volume_b_quanta?: bigint;
  readonly volume_b_units?: bigint;
  readonly swaps: number;
  /** Swaps and changes of liquidity */
  readonly events: number;
}

export interface NftCollection {
  readonly collection_id: string;
  readonly symbol: string;
  readonly name: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly creator: string;
  readonly creator_address: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly max_supply: number | null;
  /** Tokens minted so far, burned ones among them */
  readonly minted: number;
  readonly burned: number;
  /** Hundredths of a percent of a sale */
  readonly royalty_bps: number;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly royalty_recipient: string;
  readonly royalty_recipient_address: string;
  /** Whether minting is stopped */
  readonly frozen: boolean;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  readonly public_mint: boolean;
  /** XRGE */
  readonly mint_price: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly mint_price_quanta: bigint;
  readonly token_gate_symbol: string | null;
  /** XRGE in XRGE, a token in base units */
  readonly token_gate_amount: number | null;
  /** Quanta, 10^-9 XRGE, exact */
  readonly token_gate_amount_quanta?: bigint;
  readonly token_gate_amount_units?: bigint;
  /** Percent off the price for holders of the gate token */
  readonly discount_pct: number;
}

export interface Nft {
  readonly collection_id: string;
  readonly token_id: number;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly owner: string;
  readonly owner_address: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly creator: string;
  readonly creator_address: string;
  readonly name: string;
  readonly metadata_uri: string | null;
  /** Whether its owner has locked it against transfers */
  readonly locked: boolean;
  /** Milliseconds since the epoch */
  readonly minted_at: number;
  /** Milliseconds since the epoch */
  readonly transferred_at: number;
  /** The JSON that its minter gave, number by number as it was written */
  readonly attributes: unknown;
}

export interface NftTransaction {
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** SHA-256, hex */
  readonly txId: string;
  readonly tx_type: string;
  /** Public key of the signer, hex */
  readonly from: string;
  readonly from_address: string;
  readonly to: string | null;
  readonly to_address: string | null;
  /** The data of its log: token_id, price, royalty */
  readonly details: { readonly [name: string]: unknown };
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Block height */
  readonly block_height: number;
  readonly status: "success" | "failed";
  readonly movements: readonly Movement[];
}

export interface Contract {
  /** 40 hex characters */
  readonly address: string;
  /** The address of its balances */
  readonly account: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly deployer: string;
  readonly deployer_address: string;
  /** SHA-256, hex */
  readonly code_hash: string;
  /** Bytes */
  readonly wasm_size: number;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  /** Block height */
  readonly created_height: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly balance_quanta: bigint;
  readonly storage_records: number;
  /** Of keys and values */
  readonly storage_bytes: number;
  /** Transactions in which it emitted events */
  readonly event_transactions: number;
}

export interface ContractEvent {
  readonly contract_addr: string;
  readonly topic: string;
  readonly data: string;
  /** Block height */
  readonly block_height: number;
  /** SHA-256, hex */
  readonly tx_hash: string;
}

export interface Wallet {
  /** As its owner chose it; its signing key in hex when it chose none */
  readonly id: string;
  readonly display_name: string;
  /** ML-DSA-65, hex */
  readonly signing_public_key: string;
  /** ML-KEM-768, hex */
  readonly encryption_public_key: string;
  /** Of the account that owns it */
  readonly address: string;
  /** Whether lists show it */
  readonly discoverable: boolean;
  /** Time of the block, ISO 8601 */
  readonly created_at: string;
  readonly avatar_url: string | null;
  /** Of its record, hex: GET /api/proof/key/:key proves what the state holds there */
  readonly state_key: string;
}

export interface NameEntry {
  readonly name: string;
  readonly wallet_id: string;
  /** Time of the block, ISO 8601 */
  readonly registered_at: string;
  /** Of its record, hex: GET /api/proof/key/:key proves what the state holds there */
  readonly state_key: string;
}

export interface NamedWallet {
  /** As its owner chose it; its signing key in hex when it chose none */
  readonly id: string;
  readonly display_name: string;
  /** ML-DSA-65, hex */
  readonly signing_public_key: string;
  /** ML-KEM-768, hex */
  readonly encryption_public_key: string;
  /** Of its record, hex: GET /api/proof/key/:key proves what the state holds there */
  readonly state_key: string;
}

export interface MailMessage {
  /** Id of a mail */
  readonly id: string;
  readonly from_wallet_id: string;
  readonly to_wallet_ids: readonly string[];
  /** Empty in mails of the flat form, whose ciphertext has all parts */
  readonly subject_encrypted: string;
  /** The body; in mails of the flat form the reader's copy */
  readonly body_encrypted: string;
  /** The attachment, where there is one */
  readonly attachment_encrypted?: string;
  /** Signature of the sender over the ciphertexts; empty without one */
  readonly signature: string;
  /** The signed time, ISO 8601 */
  readonly created_at: string;
  readonly reply_to_id: string | null;
  /** As the sender says; always with an attachment */
  readonly has_attachment: boolean;
  readonly attachment_hash: string | null;
}

export interface MailItem {
  /** Id of a mail */
  readonly id: string;
  /** Mail name of the sender now; its address when it has none */
  readonly from: string;
  /** Hex */
  readonly fromPublicKey: string;
  /** Mail name of the first recipient now; its address when it has none */
  readonly to: string;
  /** Hex */
  readonly toPublicKey: string;
  /** The reader's copy; the body in mails with wallet ids */
  readonly encrypted: string;
  /** Empty in mails of the flat form, whose ciphertext has all parts */
  readonly subjectEncrypted: string;
  /** As encrypted */
  readonly bodyEncrypted: string;
  /** The attachment, where there is one */
  readonly attachment_encrypted?: string;
  /** The attachment, where there is one */
  readonly attachmentEncrypted?: string;
  /** As the sender says; always with an attachment */
  readonly hasAttachment: boolean;
  readonly attachmentHash?: string;
  /** Signature of the sender over the ciphertexts; empty without one */
  readonly contentSignature: string;
  /** Milliseconds, signed */
  readonly timestamp: number;
  /** By the reader */
  readonly read: boolean;
  readonly replyToId: string | null;
  readonly folder: "inbox" | "sent" | "trash" | "starred" | "drafts";
}

export interface MailLabel {
  /** Id of a mail */
  readonly message_id: string;
  /** Wallet of the reader */
  readonly wallet_id: string;
  readonly folder: "inbox" | "sent" | "trash" | "starred" | "drafts";
  readonly is_read: boolean;
}

export interface Conversation {
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly id: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly participants: readonly ({
    readonly publicKey: string;
    readonly displayName: string;
  })[];
  /** Wallet ids */
  readonly participant_ids: readonly string[];
  /** Wallet id */
  readonly created_by: string;
  readonly name: string | null;
  readonly is_group: boolean;
  /** The wallet of the signer, when it has deleted the conversation */
  readonly deleted_by: readonly string[];
  /** ISO 8601 */
  readonly created_at: string;
  readonly lastMessage: string | null;
  readonly last_message_at: string | null;
  readonly last_sender_id: string | null;
  readonly last_message_preview: string | null;
  readonly unreadCount: number;
  readonly unread_count: number;
}

export interface SentMessage {
  /** SHA-256, hex */
  readonly id: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversation_id: string;
  readonly senderPublicKey: string;
  readonly senderDisplayName: string;
  readonly sender_wallet_id: string;
  /** contentSignature, as it was sent */
  readonly signature: string;
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** ISO 8601 */
  readonly created_at: string;
  readonly selfDestruct: boolean;
  readonly self_destruct: boolean;
  readonly destruct_after_seconds: number | null;
  readonly mediaType: string | null;
  readonly message_type: string;
  readonly spoiler: boolean;
  /** By the signer; his own message by another */
  readonly is_read: boolean;
  readonly read_at: string | null;
}

export interface Message {
  /** SHA-256, hex */
  readonly id: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversation_id: string;
  readonly senderPublicKey: string;
  readonly senderDisplayName: string;
  readonly sender_wallet_id: string;
  /** contentSignature, as it was sent */
  readonly signature: string;
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** ISO 8601 */
  readonly created_at: string;
  readonly selfDestruct: boolean;
  readonly self_destruct: boolean;
  readonly destruct_after_seconds: number | null;
  readonly mediaType: string | null;
  readonly message_type: string;
  readonly spoiler: boolean;
  /** By the signer; his own message by another */
  readonly is_read: boolean;
  readonly read_at: string | null;
  /** The ciphertext that is meant for the signer */
  readonly encrypted: string;
  /** The same */
  readonly encrypted_content: string;
}

export interface Comment {
  /** SHA-256, hex */
  readonly id: string;
  /** As the request named it */
  readonly track_id: string;
  readonly wallet_pubkey: string;
  readonly body: string;
  /** RFC 3339 */
  readonly timestamp: string;
}

export interface Post {
  /** SHA-256, hex */
  readonly id: string;
  readonly author_pubkey: string;
  readonly body: string;
  /** Id of the post that it replies to */
  readonly reply_to_id: string | null;
  /** RFC 3339 */
  readonly created_at: string;
}

export interface PostStats {
  /** A post is liked as a track is, by its id */
  readonly likes: number;
  readonly reposts: number;
  readonly replies: number;
  /** By the viewer; false without one */
  readonly liked: boolean;
  /** By the viewer; false without one */
  readonly reposted: boolean;
}

export interface CommunityProposal {
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
}

export interface CommunityVote {
  readonly proposalId: string;
  /** Address */
  readonly voter: string;
  readonly choice: "yes" | "no" | "abstain";
  /** Quanta */
  readonly weight: string;
  /** Quanta */
  readonly weightQuanta: string;
  /** Milliseconds since the epoch */
  readonly castAtMs: number;
  /** Hex */
  readonly publicKey: string;
  /** The exact text that was signed */
  readonly signedPayload: string;
  /** Hex */
  readonly signature: string;
}

export interface BridgeReserve {
  readonly token: string;
  /** For deposits */
  readonly minted: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly minted_quanta?: bigint;
  /** Base units, exact */
  readonly minted_units?: bigint;
  /** By withdrawals */
  readonly burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly burned_quanta?: bigint;
  /** Base units, exact */
  readonly burned_units?: bigint;
  /** Minted again for withdrawals that were not paid out */
  readonly refunded: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly refunded_quanta?: bigint;
  /** Base units, exact */
  readonly refunded_units?: bigint;
  /** Of the burned: paid out */
  readonly fulfilled: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fulfilled_quanta?: bigint;
  /** Base units, exact */
  readonly fulfilled_units?: bigint;
  /** minted + refunded - burned: what withdrawals could still claim */
  readonly claimable: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly claimable_quanta?: bigint;
  /** Base units, exact */
  readonly claimable_units?: bigint;
  /** burned - fulfilled - refunded: what has to be paid out */
  readonly owed: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly owed_quanta?: bigint;
  /** Base units, exact */
  readonly owed_units?: bigint;
  /** Coins behind it as the providers see them, in the same units; null where they do not say */
  readonly custody: number | null;
  readonly custody_units?: bigint;
  readonly custody_quanta?: bigint;
  /** What is counted */
  readonly custody_of: string | null;
  /** Block of that chain */
  readonly custody_height: number | null;
  readonly custody_error: string | null;
  /** custody - claimable - owed in base units (quanta of XRGE), exact, when custody was asked for; negative when coins are missing */
  readonly difference: string | null;
}

export interface BridgeActivity {
  readonly kind: "deposit" | "withdrawal";
  readonly asset: string;
  readonly externalAsset: string;
  /** Base units; of XRGE whole XRGE */
  readonly amountUnits: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amountUnits_quanta?: bigint;
  /** Base units, exact */
  readonly amountUnits_units?: bigint;
  readonly decimals: number;
  readonly fromChain: string;
  readonly toChain: string;
  readonly rougechainTxId: string;
  readonly rougechainAddress: string;
  readonly blockHeight: number | null;
  readonly externalChainId: number | null;
  readonly externalNetwork: string | null;
  readonly externalAddress: string | null;
  readonly externalTxHash: string | null;
  readonly status: "pending" | "queued" | "paid" | "failed" | "refunded" | "unknown";
  readonly statusReason: "in_mempool" | "awaiting_payout" | "payout_verified" | "minted" | "rejected_on_chain" | "payout_retrying" | "refunded_on_rougechain" | "no_payout_record";
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Milliseconds since the epoch */
  readonly statusUpdatedAt: number;
  readonly cursor: string | null;
}

export interface BridgeWithdrawal {
  /** Id of the withdrawal; of XRGE with xrge: before it */
  readonly txId: string;
  /** Destination on the other chain; of Bitcoin for qBTC */
  readonly evmAddress: string;
  /** Burned base units */
  readonly amountUnits: number;
  readonly amountUnits_units: bigint;
  /** Milliseconds since the epoch */
  readonly createdAt: number;
  /** Public key in hex of whoever is refunded */
  readonly ownerPubkey: string;
  readonly ownerAddress: string;
  readonly tokenSymbol: string;
  readonly status: "pending" | "failed" | "fulfilled" | "refunded";
  /** Failed attempts to pay it out */
  readonly attempts: number;
  /** Of the latest failed attempt */
  readonly lastError: string | null;
  /** Milliseconds since the epoch */
  readonly updatedAt: number;
}

export interface XrgeBridgeWithdrawal {
  /** Id of the withdrawal, with xrge: before it */
  readonly tx_id: string;
  readonly evm_address: string;
  /** Burned XRGE */
  readonly amount: number;
  readonly amount_quanta: bigint;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  readonly owner_pubkey: string;
  readonly owner_address: string;
  readonly token_symbol: string;
  readonly status: "pending" | "failed" | "fulfilled" | "refunded";
  readonly attempts: number;
  /** Of the latest failed attempt */
  readonly last_error: string | null;
  /** Milliseconds since the epoch */
  readonly updated_at: number;
}

/** Whether the node works, on which chain, at which height; never counted against a limit */
export interface HealthAnswer {
  /** `ok`, or `degraded` with its reasons */
  readonly status: string;
  readonly chain_id: string;
  /** Block height */
  readonly height: number;
  /** There on the network of a developer on the machine of the node, and only there */
  readonly local_network?: true;
  /** Connected nodes; absent where the node connects to none */
  readonly peers?: number;
  /** Whether it fetches blocks that other nodes have, or a snapshot; beside `peers` */
  readonly syncing?: boolean;
  /** How far the snapshot is with which the chain is to begin; absent when none is fetched */
  readonly snapshot?: {
    readonly phase: "asking" | "fetching" | "restoring";
    /** Of its block; absent while none is chosen */
    readonly height?: number;
    readonly parts_done: number;
    /** 0 while the number is not known */
    readonly parts: number;
    /** Why the block of the snapshot is trusted: the operator has named it, or at least two peers that the operator has named give its hash */
    readonly trust?: "trusted-block" | "peers";
  };
  /** While it is syncing: end of the headers that certificates prove, or height that nodes ahead say they have */
  readonly target_height?: number;
  /** While it is syncing: blocks that came in, over the last 30 s */
  readonly blocks_per_second?: number;
  /** While it is syncing: time left at this rate; absent while no block comes in */
  readonly remaining_seconds?: number;
  /** The most important reason as a sentence */
  readonly reason?: string;
  readonly reasons?: readonly ({
    /** Stable, for programs */
    readonly code: string;
    readonly message: string;
    /** What the operator needs besides; for programs on the machine of the node only */
    readonly detail?: string;
  })[];
}

/** Statistics of the node and its chain */
export interface StatsAnswer {
  readonly connected_peers: number;
  /** The same as connected_peers */
  readonly peers: number;
  /** Height that half of the connected nodes say they have reached, and never below `height` */
  readonly network_height: number;
  /** Block height */
  readonly height: number;
  readonly is_mining: boolean;
  /** The same as is_mining */
  readonly mining: boolean;
  /** Whether its key votes on the next block */
  readonly is_validator: boolean;
  /** Whether it fetches blocks that other nodes have, or a snapshot */
  readonly syncing: boolean;
  /** Of the snapshot with which the chain of this node begins; null where it begins with the genesis block */
  readonly snapshot_trust: "trusted-block" | "peers" | null;
  /** While it is syncing: end of the headers that certificates prove, or height that nodes ahead say they have */
  readonly target_height?: number;
  /** While it is syncing: blocks that came in, over the last 30 s */
  readonly blocks_per_second?: number;
  /** While it is syncing: time left at this rate; absent while no block comes in */
  readonly remaining_seconds?: number;
  readonly node_id: string;
  /** XRGE */
  readonly total_fees_collected: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fees_collected_quanta?: bigint;
  /** XRGE */
  readonly fees_in_last_block: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fees_in_last_block_quanta?: bigint;
  /** XRGE */
  readonly total_fees: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fees_quanta?: bigint;
  /** XRGE */
  readonly last_block_fees: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly last_block_fees_quanta?: bigint;
  readonly chain_id: string;
  /** `full`: every block from `lowest_block_height` on; `archive`: also every record of the state at every height; `pruned`: the newest blocks */
  readonly mode: "full" | "archive" | "pruned";
  /** From here on every block is there, with its transactions and receipts */
  readonly lowest_block_height: number;
  /** From here on records can be read at a height */
  readonly lowest_state_height: number;
  /** The latest block: it is shown only with its certificate */
  readonly finalized_height: number;
  readonly ws_clients: number;
  readonly node_name: string | null;
  /** XRGE */
  readonly base_fee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly base_fee_quanta: bigint;
  /** XRGE */
  readonly total_fees_burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fees_burned_quanta: bigint;
  /** SHA-256, hex */
  readonly state_root: string;
  readonly mempool_size: number;
  readonly total_transactions: number;
  readonly verify_pool: {
    /** Threads that take packets */
    readonly workers: number;
    /** Items that wait for a packet */
    readonly queued: number;
    /** Items in the packets that the workers hold */
    readonly in_flight: number;
    /** Bytes of all fresh items without an answer */
    readonly held_bytes: number;
    /** Items whose signature held */
    readonly verified: number;
    /** Items with any other verdict */
    readonly refused: number;
    /** Signatures made: headers, votes, faucet requests */
    readonly signed: number;
    /** Resends that shared the verdict of the first */
    readonly shared: number;
    readonly packets: number;
    /** Packets whose worker died */
    readonly lost_packets: number;
    /** Mean */
    readonly items_per_packet: number;
    /** Mean of a worker, the newest packets count most */
    readonly microseconds_per_item: number;
    /** Mean from the question to the packet, since the start */
    readonly wait_microseconds: number;
    /** What checks signatures: kernel, native or noble */
    readonly backend: string;
    /** Checks whose expanded public key was there */
    readonly key_hits: number;
    /** Checks whose key had to be expanded */
    readonly key_misses: number;
    /** Expanded public keys that the workers hold */
    readonly keys: number;
    /** Requests put off because they will be refused whatever their signature is */
    readonly deferred: number;
    /** Those of them turned away while the workers were busy */
    readonly shed: number;
  };
  readonly upgrade_schedule: { readonly [name: string]: unknown };
  readonly proposer_selection_activation_height: number | null;
  /** Block height */
  readonly designated_proposer_next_height: number;
  readonly proposer_selection_active_next: boolean;
  readonly designated_proposer_next: string | null;
}

/** Amounts sent to the burn address, by token */
export interface BurnedAnswer {
  readonly success: true;
  readonly burned: { readonly [name: string]: number };
  /** Base units, quanta for XRGE */
  readonly burned_units: { readonly [name: string]: bigint };
  /** XRGE */
  readonly total_xrge_burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_xrge_burned_quanta: bigint;
  /** XRGE, burned fees; not in the amounts above */
  readonly total_fees_burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fees_burned_quanta: bigint;
}

/** The address that destroys what is sent to it */
export interface BurnAddressAnswer {
  readonly success: true;
  readonly burnAddress: string;
  readonly burn_address: string;
  readonly description: string;
}

/** The base fee of the next block, suggestions, and what each kind of transaction costs */
export interface FeeAnswer {
  readonly success: true;
  /** XRGE */
  readonly base_fee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly base_fee_quanta: bigint;
  /** XRGE */
  readonly priority_fee_suggestion: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly priority_fee_suggestion_quanta: bigint;
  /** XRGE */
  readonly total_fee_suggestion: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fee_suggestion_quanta: bigint;
  /** XRGE */
  readonly total_fees_burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_fees_burned_quanta: bigint;
  readonly target_txs_per_block: number;
  /** XRGE */
  readonly fee_floor: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_floor_quanta: bigint;
  readonly fee_ceiling: number | null;
  readonly fee_ceiling_quanta: bigint | null;
  /** By kind, without a priority fee and bytes above the allowance; nft_batch_mint for each NFT */
  readonly fees: { readonly [name: string]: number };
  readonly fees_quanta: { readonly [name: string]: bigint };
  /** Signed bytes that the table fee covers; nft_batch_mint has as many for each NFT */
  readonly free_bytes: number;
  /** XRGE for each signed byte above, beside the table fee */
  readonly fee_per_byte: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly fee_per_byte_quanta: bigint;
}

/** The same figures under the names that clients of the existing network know */
export interface FeeInfoAnswer {
  readonly success: true;
  /** XRGE */
  readonly baseFee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly baseFee_quanta?: bigint;
  /** XRGE */
  readonly minFee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly minFee_quanta?: bigint;
  /** XRGE */
  readonly suggestedPriorityFee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly suggestedPriorityFee_quanta?: bigint;
  /** XRGE */
  readonly suggestedTotalFee: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly suggestedTotalFee_quanta?: bigint;
  /** XRGE */
  readonly totalBurned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly totalBurned_quanta?: bigint;
  readonly targetTxsPerBlock: number;
  readonly maxChangePercent: number;
  /** Block height */
  readonly blockHeight: number;
}

/** Blocks: the latest, a page counted from the tip, or a range from a height on */
export interface BlocksAnswer {
  readonly blocks: readonly Block[];
  /** Block height */
  readonly total_height: number;
  /** The first block that was left out because the answer has reached 32 MiB: go on there with from_height, or downwards from there in the paginated mode. The latest blocks leave out their oldest. Absent when none was left out */
  readonly next_height?: number;
  readonly page?: number;
  readonly total_pages?: number;
}

/** Numbers of blocks and transactions over time */
export interface BlocksSummaryAnswer {
  readonly success: true;
  readonly range: string;
  readonly intervalMs: number;
  /** Milliseconds since the epoch */
  readonly startTime: number;
  /** Milliseconds since the epoch */
  readonly endTime: number;
  readonly points: readonly ({
    /** Milliseconds since the epoch */
    readonly timestamp: number;
    readonly blocks: number;
    readonly transactions: number;
  })[];
}

/** Blocks without their transactions, newest first */
export interface BlocksHeadersAnswer {
  readonly success: true;
  readonly headers: readonly ({
    /** Block height */
    readonly height: number;
    /** SHA-256, hex */
    readonly hash: string;
    /** Milliseconds since the epoch */
    readonly time: number;
    /** Null for the genesis block */
    readonly proposerAddress: string | null;
    readonly stateRoot: string | null;
    readonly txCount: number;
    /** XRGE */
    readonly totalFees: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly totalFees_quanta: bigint;
  })[];
  /** Block height */
  readonly total_height: number;
}

/** One block with its transactions, or with the page of them that offset and limit name */
export interface BlockAnswer {
  readonly success: true;
  readonly block: {
    /** Block height */
    readonly height: number;
    readonly hash: string;
    readonly prevHash: string;
    /** Milliseconds since the epoch */
    readonly time: number;
    readonly proposer: string;
    readonly txHash: string;
    readonly stateRoot: string | null;
    readonly parentCommit: string | null;
    readonly txCount: number;
    readonly totalFees: number;
    readonly totalFees_quanta: bigint;
    readonly transactions: readonly ({
      readonly txId: string;
      readonly status: "success" | "failed";
      readonly movements: readonly Movement[];
      readonly tx: TxV1;
    })[];
    /** `offset` of the next transaction; null when these were the last. An answer also ends with the transaction with which it reaches 32 MiB */
    readonly next_offset: number | null;
  };
}

/** The height of the block with this hash */
export interface BlockByHashAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly hash: string;
  /** Block height */
  readonly height: number;
}

/** Blocks from a height on with everything that they did: movements, logs, events of contracts and pools, changed balances; without signatures */
export interface BlocksEffectsAnswer {
  readonly blocks: readonly BlockEffects[];
  /** Block height */
  readonly total_height: number;
  /** The first block that was left out because the answer has reached 32 MiB; absent otherwise */
  readonly next_height?: number;
}

/** Included transactions, newest first */
export interface TxsAnswer {
  readonly success: true;
  readonly txs: readonly Transaction[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One included transaction with its receipt */
export interface TxAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Block height */
  readonly blockHeight: number;
  /** SHA-256, hex */
  readonly blockHash: string;
  /** Milliseconds since the epoch */
  readonly blockTime: number;
  readonly status: "success" | "failed";
  readonly movements: readonly Movement[];
  readonly tx: TxV1;
  readonly receipt: Receipt | null;
}

/** Execution receipt of a transaction */
export interface TxReceiptAnswer {
  readonly success: true;
  readonly receipt: Receipt;
}

/** Takes a whole TxV1 with its signed_payload; derived members that differ are refused */
export interface BroadcastAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
}

/** Sends XRGE or a token to an account; to the burn address it is destroyed. Only success and txId when the node had the request from an earlier try */
export interface TransferAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** Mints 10,000 XRGE to the signer on networks that enable it. Only success and txId when the node had the request from an earlier try */
export interface FaucetAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** XRGE */
  readonly amount?: number;
  /** The same in quanta, exact */
  readonly amount_quanta?: bigint;
  /** A sentence */
  readonly message?: string;
}

/** Stakes XRGE, at least 10000 XRGE in every call. Only success and txId when the node had the request from an earlier try */
export interface StakeAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** XRGE staked by the signer once everything that it has pending is in a block and succeeds */
  readonly stake?: number;
  /** The same in quanta */
  readonly stake_quanta?: bigint;
  /** `active` when that stake is above zero, else `unbonding` */
  readonly status?: "active" | "unbonding";
  /** A sentence */
  readonly message?: string;
}

/** Takes XRGE out of the stake, all of it or a part; it is in the balance again after the unbonding time. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface UnstakeAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** XRGE still staked by the signer once everything that it has pending is in a block and succeeds */
  readonly remainingStake?: number;
  /** The same in quanta */
  readonly remainingStake_quanta?: bigint;
  /** A sentence */
  readonly message?: string;
}

/** Creates a token and credits its whole supply to the signer. Only success and txId when the node had the request from an earlier try */
export interface CreateTokenAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** symbol, name, totalSupply, totalSupply_units, decimals, creator */
  readonly token?: { readonly [name: string]: unknown };
  /** The symbol in upper case */
  readonly token_symbol?: string;
  /** A sentence */
  readonly message?: string;
}

/** Mints units of a mintable token to its creator, the signer, up to the cap of the token. Only success and txId when the node had the request from an earlier try */
export interface MintTokensAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** The symbol as it is shown */
  readonly symbol?: string;
  /** Base units */
  readonly amount_minted?: number;
  /** The same, exact */
  readonly amount_minted_units?: bigint;
  /** A sentence */
  readonly message?: string;
}

/** Changes image, description and links of a token, by its creator; an absent member keeps its value, an empty text removes it. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface UpdateTokenMetadataAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** The symbol as it is shown */
  readonly symbol?: string;
  /** A sentence */
  readonly message?: string;
}

/** Opens the metadata of a token that has none, by its creator. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface ClaimTokenMetadataAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** The symbol as it is shown */
  readonly symbol?: string;
  /** A sentence */
  readonly message?: string;
}

/** Lets a spender move units of a token for the signer, in place of what was allowed before; 0 takes it back. Only success and txId when the node had the request from an earlier try */
export interface ApproveAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** As it was given */
  readonly spender?: string;
  /** The symbol as it is shown */
  readonly token_symbol?: string;
  /** Base units */
  readonly amount?: number;
  /** The same, exact */
  readonly amount_units?: bigint;
  /** A sentence */
  readonly message?: string;
}

/** Moves units of a token that their owner lets the signer move; to the burn address they are destroyed. Only success and txId when the node had the request from an earlier try */
export interface TransferFromAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** The owner as it was given */
  readonly from?: string;
  /** The recipient as it was given */
  readonly to?: string;
  /** The symbol as it is shown */
  readonly token_symbol?: string;
  /** Base units */
  readonly amount?: number;
  /** The same, exact */
  readonly amount_units?: bigint;
  /** A sentence */
  readonly message?: string;
}

/** Pauses or resumes every movement of a token, by its creator. Only success and txId when the node had the request from an earlier try */
export interface TokenFreezeAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** The symbol as it is shown */
  readonly symbol?: string;
  /** What it will be with the transaction in a block */
  readonly frozen?: boolean;
  /** A sentence */
  readonly message?: string;
}

/** Destroys XRGE or units of a token of the signer. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface BurnAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** Opens the pool of two tokens with a first provision of both. Only success and txId when the node had the request from an earlier try */
export interface CreatePoolAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the pool */
  readonly pool_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Adds both tokens to a pool at its price; what the price leaves over of one of them stays with its owner. Only success and txId when the node had the request from an earlier try */
export interface AddLiquidityAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the pool */
  readonly pool_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Gives LP units back for their share of both reserves. Only success and txId when the node had the request from an earlier try */
export interface RemoveLiquidityAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the pool */
  readonly pool_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Swaps one token for another, through their pool or along the path of a quote. Only success and txId when the node had the request from an earlier try */
export interface SwapAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** Creates a collection of NFTs; its id follows from the signer's key and the symbol. Only success and txId when the node had the request from an earlier try */
export interface NftCreateCollectionAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Mints one NFT: the creator of the collection for the fee alone, others where minting is public at its price. Only success and txId when the node had the request from an earlier try */
export interface NftMintAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Mints 1 to 50 NFTs at once; the creator of the collection alone. Only success and txId when the node had the request from an earlier try */
export interface NftBatchMintAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Hands an NFT on; with a sale price the sender pays the collection's royalty of it. Only success and txId when the node had the request from an earlier try */
export interface NftTransferAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Destroys an NFT of the signer, also a locked one. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface NftBurnAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Locks an NFT of the signer against transfers, or unlocks it; its owner can burn a locked one. Only success and txId when the node had the request from an earlier try */
export interface NftLockAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Stops minting in a collection of the signer, or allows it again. Only success and txId when the node had the request from an earlier try */
export interface NftFreezeCollectionAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Id of the collection */
  readonly collection_id?: string;
  /** A sentence */
  readonly message?: string;
}

/** Makes a contract out of a WebAssembly module. Only success and txId when the node had the request from an earlier try */
export interface ContractDeployAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Address of the contract, 40 hex characters */
  readonly address?: string;
  /** XRGE for the bytes of the module */
  readonly fee?: number;
}

/** Runs a method of a contract; pays for the fuel that it uses. Only success and txId when the node had the request from an earlier try */
export interface ContractCallAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** XRGE for the whole gas limit: the most that its gas costs. A tip and signed bytes above 4,608 come on top */
  readonly fee?: number;
  /** What the call would do in the next block: `returnData`, `gasUsed`, `events`. Absent where the call was sent by another way */
  readonly preview?: { readonly [name: string]: unknown };
}

/** An authority of the bridge states a deposit on another chain; with enough of them it is minted, once for ever. Only success and txId when the node had the request from an earlier try */
export interface BridgeMintAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** A validator attests a deposit that an authority has stated, on networks that ask for it. Only success and txId when the node had the request from an earlier try */
export interface BridgeAttestAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** Burns bridged units or XRGE of the signer, to be paid out on the other chain. The payload must name its type. Only success and txId when the node had the request from an earlier try */
export interface BridgeWithdrawAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** An authority of the bridge notes that an attempt to pay a withdrawal out has failed. Only success and txId when the node had the request from an earlier try */
export interface BridgeFailAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** An authority of the bridge states the payout that settles a withdrawal. Only success and txId when the node had the request from an earlier try */
export interface BridgeFulfilAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** An authority of the bridge gives back what a withdrawal has burned. Only success and txId when the node had the request from an earlier try */
export interface BridgeRefundAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** A sentence */
  readonly message?: string;
}

/** 1 to 256 signed requests of any kind, as a JSON array or a protobuf SignedBatch (proto/wire.proto): each has its own answer and counts as a write */
export interface SubmitBatchAnswer {
  readonly success: true;
  readonly total: number;
  readonly accepted: number;
  readonly rejected: number;
  /** One for each request, in their order */
  readonly results: readonly ({
    readonly success: boolean;
    /** SHA-256, hex */
    readonly txId?: string;
    readonly error?: string;
    /** What a program goes by */
    readonly code?: RefusalCode;
    readonly retry_after_seconds?: number;
  })[];
}

/** XRGE and tokens of an account */
export interface BalanceAnswer {
  readonly success: true;
  /** XRGE */
  readonly balance: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly balance_quanta: bigint;
  readonly publicKey: string | null;
  readonly address: string;
  readonly tokens: { readonly [name: string]: number };
  readonly token_balances: { readonly [name: string]: number };
  readonly token_balances_raw: { readonly [name: string]: bigint };
  /** LP units by pool id */
  readonly lp_balances: { readonly [name: string]: number };
  readonly lp_balances_raw: { readonly [name: string]: bigint };
}

/** One token of an account; the symbol in any case */
export interface TokenBalanceAnswer {
  readonly success: true;
  readonly token_symbol: string;
  readonly balance: number;
  /** Base units, quanta for XRGE */
  readonly balance_raw: bigint;
  readonly decimals: number;
  readonly native?: boolean;
}

/** Transactions of which the account is sender or recipient, newest first */
export interface AddressTransactionsAnswer {
  readonly success: true;
  readonly transactions: readonly AddressTransaction[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Address and public key of an account, from either; an account that the chain has not seen holds nothing */
export interface ResolveAccountAnswer {
  readonly success: true;
  readonly address: string;
  readonly publicKey: string | null;
  /** XRGE */
  readonly balance: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly balance_quanta: bigint;
}

/** The sequential nonce of an account; pending transactions count in next_nonce */
export interface AccountNonceAnswer {
  readonly success: true;
  readonly publicKey: string | null;
  readonly address: string;
  readonly nonce: number;
  readonly next_nonce: number;
}

/** Mints 10,000 XRGE to a public key on networks that enable it, once per 24 hours */
export interface AskFaucetAnswer {
  readonly success: true;
  /** XRGE */
  readonly amount: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta: bigint;
  /** SHA-256, hex */
  readonly txId: string;
  readonly message: string;
}

/** Nodes that this node knows by their URL, and those that are connected to it */
export interface PeersAnswer {
  readonly success: true;
  /** Known nodes; that one is here does not say that it answers */
  readonly peers: readonly string[];
  readonly peer_details: readonly ({
    readonly url: string;
    readonly node_name: string | null;
  })[];
  /** Of the known nodes */
  readonly count: number;
  /** Connected nodes, with or without a URL */
  readonly details: readonly ConnectedPeer[];
  /** Nodes that may not connect for a while */
  readonly bans: readonly BannedPeer[];
  /** Height that half of the connected nodes say they have reached; null without any */
  readonly network_height: number | null;
}

/** Proof of an account: its balance in quanta (16 bytes), nonce (8) and number of transactions (8) */
export interface ProofAccountAnswer {
  readonly success: true;
  readonly chain_id: string;
  /** Block height */
  readonly height: number;
  /** Hash of the block of that height */
  readonly block_hash: string;
  /** The header as it is hashed and signed; it names the state root */
  readonly header: string;
  /** SHA-256, hex */
  readonly state_root: string;
  /** Table number and key of the record, hex */
  readonly key: string;
  /** Bytes of the record, hex; null: there is none */
  readonly value: string | null;
  /** Hashes beside the way from the root down to the key */
  readonly siblings: readonly string[];
  /** Where the key has no record: hashes of the record that lies in its place, if one does */
  readonly other: {
    /** SHA-256, hex */
    readonly key_hash: string;
    /** SHA-256, hex */
    readonly value_hash: string;
  } | null;
}

/** Proof of a token balance: base units (16 bytes) */
export interface ProofTokenAnswer {
  readonly success: true;
  readonly chain_id: string;
  /** Block height */
  readonly height: number;
  /** Hash of the block of that height */
  readonly block_hash: string;
  /** The header as it is hashed and signed; it names the state root */
  readonly header: string;
  /** SHA-256, hex */
  readonly state_root: string;
  /** Table number and key of the record, hex */
  readonly key: string;
  /** Bytes of the record, hex; null: there is none */
  readonly value: string | null;
  /** Hashes beside the way from the root down to the key */
  readonly siblings: readonly string[];
  /** Where the key has no record: hashes of the record that lies in its place, if one does */
  readonly other: {
    /** SHA-256, hex */
    readonly key_hash: string;
    /** SHA-256, hex */
    readonly value_hash: string;
  } | null;
}

/** Proof of any key of the state */
export interface ProofKeyAnswer {
  readonly success: true;
  readonly chain_id: string;
  /** Block height */
  readonly height: number;
  /** Hash of the block of that height */
  readonly block_hash: string;
  /** The header as it is hashed and signed; it names the state root */
  readonly header: string;
  /** SHA-256, hex */
  readonly state_root: string;
  /** Table number and key of the record, hex */
  readonly key: string;
  /** Bytes of the record, hex; null: there is none */
  readonly value: string | null;
  /** Hashes beside the way from the root down to the key */
  readonly siblings: readonly string[];
  /** Where the key has no record: hashes of the record that lies in its place, if one does */
  readonly other: {
    /** SHA-256, hex */
    readonly key_hash: string;
    /** SHA-256, hex */
    readonly value_hash: string;
  } | null;
}

/** Every change of the active set with its proof, oldest first: the set of a record proposes and votes from the block after on. GET /api/finality/:height has the votes that make that block final */
export interface ProofSetsAnswer {
  readonly success: true;
  readonly sets: readonly SetChange[];
  /** Height of the next change; absent when the answer has the last one */
  readonly next_height?: number;
}

/** This description of the API, OpenAPI 3.1 */
export interface OpenapiJsonAnswer {
  readonly openapi: string;
  readonly info: { readonly [name: string]: unknown };
  readonly servers: readonly unknown[];
  readonly tags: readonly unknown[];
  readonly paths: { readonly [name: string]: unknown };
  readonly components: { readonly [name: string]: unknown };
  readonly "x-websocket": { readonly [name: string]: unknown };
}

/** Tokens and collections with a symbol or a word of their name that begins with a text, pools of such tokens, and the contract whose address it is. Where there is an index of the history: with the text anywhere in their names, NFTs whose name begins with it, transactions and blocks whose hash does */
export interface SearchAnswer {
  readonly success: true;
  readonly tokens: readonly ({
    readonly symbol: string;
    readonly name: string;
  })[];
  readonly collections: readonly ({
    readonly collection_id: string;
    readonly symbol: string;
    readonly name: string;
  })[];
  readonly pools: readonly ({
    readonly pool_id: string;
    readonly token_a: string;
    readonly token_b: string;
  })[];
  readonly contracts: readonly ({
    readonly address: string;
    readonly deployer_address: string;
    /** Block height */
    readonly created_height: number;
  })[];
  readonly nfts: readonly ({
    readonly collection_id: string;
    readonly token_id: number;
    readonly name: string;
  })[];
  readonly transactions: readonly ({
    /** SHA-256, hex */
    readonly txId: string;
    readonly kind: string;
    readonly status: string;
    /** Block height */
    readonly blockHeight: number;
    /** Milliseconds since the epoch */
    readonly blockTime: number;
  })[];
  readonly blocks: readonly ({
    /** Block height */
    readonly height: number;
    /** SHA-256, hex */
    readonly hash: string;
    /** Milliseconds since the epoch */
    readonly time: number;
  })[];
  /** Of the index of the history; null where there is none, or it cannot be read */
  readonly indexed_height: number | null;
}

/** How far the index of the history has come */
export interface AnalyticsStatusAnswer {
  readonly success: true;
  /** The answer follows from the blocks up to this height; `X-Block-Height` is that of the node */
  readonly indexed_height: number;
  /** SHA-256, hex */
  readonly indexed_hash: string;
  /** Milliseconds since the epoch */
  readonly indexed_time: number;
  /** Blocks of the node that the index does not have yet */
  readonly lag_blocks: number;
}

/** Each change of a balance of an account with the running balance, newest first */
export interface AnalyticsAccountHistoryAnswer {
  readonly success: true;
  /** The answer follows from the blocks up to this height; `X-Block-Height` is that of the node */
  readonly indexed_height: number;
  readonly account_address: string;
  readonly token: string;
  readonly history: readonly BalanceChange[];
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** What was moved of a token each day, by the reason; days without are left out */
export interface AnalyticsVolumeAnswer {
  readonly success: true;
  /** The answer follows from the blocks up to this height; `X-Block-Height` is that of the node */
  readonly indexed_height: number;
  readonly token: string;
  readonly days: readonly DailyVolume[];
}

/** How many accounts held a token at the end of each day, from its first on */
export interface AnalyticsHoldersAnswer {
  readonly success: true;
  /** The answer follows from the blocks up to this height; `X-Block-Height` is that of the node */
  readonly indexed_height: number;
  readonly token: string;
  readonly days: readonly DailyHolders[];
}

/** Transactions of each day by kind and status, with their fees and how many signers they had */
export interface AnalyticsTransactionsAnswer {
  readonly success: true;
  /** The answer follows from the blocks up to this height; `X-Block-Height` is that of the node */
  readonly indexed_height: number;
  readonly days: readonly DailyTransactions[];
}

/** Validators, greatest stake first; the totals are those of the whole network */
export interface ValidatorsAnswer {
  readonly success: true;
  readonly validators: readonly Validator[];
  /** XRGE */
  readonly totalStaked: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly totalStaked_quanta: bigint;
  /** XRGE */
  readonly totalStake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly totalStake_quanta: bigint;
  /** XRGE staked by the active set of the next block */
  readonly activeStake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly activeStake_quanta: bigint;
  /** Members of that set */
  readonly activeValidators: number;
  /** Most members of the active set; null on a network where every staker is a member */
  readonly maxValidators: number | null;
}

/** What each validator proposed and voted, counted from the certificates on the chain; greatest stake first */
export interface ValidatorsStatsAnswer {
  readonly success: true;
  readonly validators: readonly ValidatorStats[];
  /** Certified blocks that are counted */
  readonly totalHeights: number;
  /** The first block that is counted: 1, unless an older version has stored those below; null before it */
  readonly countedFrom: number | null;
}

/** What an account has unstaked and does not have in its balance yet, in the order of its release */
export interface ValidatorsUnbondingAnswer {
  readonly success: true;
  readonly address: string;
  /** Height of the latest block, or the one that was named */
  readonly height: number;
  readonly unbonding: readonly ({
    /** XRGE */
    readonly amount: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly amount_quanta: bigint;
    /** Height of the block that pays it into the balance */
    readonly releaseHeight: number;
  })[];
  /** XRGE */
  readonly total: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_quanta: bigint;
}

/** Who may propose the next block, and by which rule */
export interface SelectionAnswer {
  readonly success: true;
  /** Block height */
  readonly height: number;
  readonly rule: "designated_max_stake";
  /** Public key, hex */
  readonly proposer: string | null;
  /** XRGE staked by the active set, exact decimal text */
  readonly totalStake: string;
  /** XRGE staked by everybody, exact decimal text */
  readonly totalStaked: string;
  /** Stake of the proposer */
  readonly selectionWeight: string | null;
  /** The rule draws no lots */
  readonly entropySource: null;
  readonly entropyHex: null;
}

/** The latest final block, and the stake whose precommits make the latest block final */
export interface FinalityAnswer {
  readonly success: true;
  /** Block height */
  readonly finalizedHeight: number;
  /** Block height */
  readonly tipHeight: number;
  /** XRGE of the set that votes for the latest block, exact decimal text */
  readonly totalStake: string;
  /** XRGE staked by everybody, exact decimal text */
  readonly totalStaked: string;
  /** XRGE, exact decimal text */
  readonly quorumStake: string;
  /** Block height */
  readonly finalized_height: number;
  /** Block height */
  readonly tip_height: number;
  /** XRGE */
  readonly total_stake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_stake_quanta?: bigint;
  /** XRGE of those in that set whose precommits made the final block final */
  readonly finalized_stake: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly finalized_stake_quanta?: bigint;
}

/** The quorum certificate of a block: its precommits, and the stake behind them */
export interface FinalityByHeightAnswer {
  readonly success: true;
  readonly proof: {
    /** Block height */
    readonly height: number;
    /** Round of the votes: 0, unless the proposer signed two blocks of this height */
    readonly round: number;
    /** SHA-256, hex */
    readonly block_hash: string;
    /** XRGE */
    readonly total_stake: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly total_stake_quanta: bigint;
    /** XRGE */
    readonly voting_stake: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly voting_stake_quanta: bigint;
    /** XRGE */
    readonly quorum_threshold: number;
    /** Quanta, 10^-9 XRGE, exact */
    readonly quorum_threshold_quanta: bigint;
    /** Time of the block that carries the certificate, milliseconds; while there is none, of the final block itself */
    readonly created_at: number;
    /** In the order of raw voter keys */
    readonly precommit_votes: readonly Precommit[];
  };
}

/** Who has voted for which block of a height, as far as this node has heard: of heights below the tip, precommits only */
export interface VotesAnswer {
  readonly success: true;
  /** Block height */
  readonly height: number;
  /** XRGE of everybody who may vote on it, exact decimal text */
  readonly totalStake: string;
  /** XRGE, exact decimal text */
  readonly quorumStake: string;
  readonly prevote: readonly VoteGroup[];
  readonly precommit: readonly VoteGroup[];
}

/** Equivocations of validators that this node has seen, the newest first: two texts that one key has signed and that exclude each other. They cost no stake */
export interface EvidenceAnswer {
  readonly success: true;
  readonly evidence: readonly Evidence[];
  readonly count: number;
}

/** All tokens: built-in ones, then those of the genesis file, then created ones in the order of creation */
export interface TokensAnswer {
  readonly success: true;
  readonly tokens: readonly Token[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One token */
export interface TokenMetadataAnswer {
  readonly success: true;
  readonly symbol: string;
  readonly name: string;
  /** For display; amounts are base units, of XRGE they are XRGE */
  readonly decimals: number;
  /** Everything ever minted */
  readonly totalSupply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly totalSupply_quanta?: bigint;
  /** Base units, exact */
  readonly totalSupply_units?: bigint;
  /** The same */
  readonly total_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_supply_quanta?: bigint;
  /** Base units, exact */
  readonly total_supply_units?: bigint;
  /** Without what was burned; of XRGE without burned fees either */
  readonly circulating_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly circulating_supply_quanta?: bigint;
  /** Base units, exact */
  readonly circulating_supply_units?: bigint;
  /** Sent to the burn address; the same in /api/burned */
  readonly burned: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly burned_quanta?: bigint;
  /** Base units, exact */
  readonly burned_units?: bigint;
  /** Of XRGE alone: burned fees, as in /api/stats */
  readonly total_fees_burned?: number;
  readonly total_fees_burned_quanta?: bigint;
  /** Public key in hex; empty for tokens that no transaction created */
  readonly creator: string;
  readonly creator_address: string | null;
  readonly image: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly twitter: string | null;
  readonly discord: string | null;
  /** Milliseconds since the epoch; 0 where the token was always there */
  readonly created_at: number;
  /** Latest change of what is told about it */
  readonly updated_at: number;
  /** Block height */
  readonly created_height: number;
  /** Whether its creator has paused every movement */
  readonly frozen: boolean;
  readonly mintable: boolean;
  /** Minted with its creation */
  readonly initial_supply: number | null;
  readonly initial_supply_units: bigint | null;
  /** Cap of a mintable token; null: none */
  readonly max_supply: number | null;
  readonly max_supply_units: bigint | null;
  /** Minted after the creation; null: not mintable */
  readonly total_minted: number | null;
  readonly total_minted_units: bigint | null;
}

/** Successful transactions that moved or changed a token, newest first; of XRGE all transactions */
export interface TokenTransactionsAnswer {
  readonly success: true;
  readonly transactions: readonly TokenTransaction[];
  readonly total_count: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Accounts that hold a token, greatest balance first */
export interface TokenHoldersAnswer {
  readonly success: true;
  readonly token: string;
  readonly holders: readonly Holder[];
  /** Accounts that hold some */
  readonly total: number;
  /** How many of them pages reach: all of up to 40,000, of more at least the 10,000 greatest */
  readonly depth: number;
  /** Everything ever minted */
  readonly total_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_supply_quanta?: bigint;
  /** Base units, exact */
  readonly total_supply_units?: bigint;
  /** Without the burned supply; of XRGE without burned fees either */
  readonly circulating_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly circulating_supply_quanta?: bigint;
  /** Base units, exact */
  readonly circulating_supply_units?: bigint;
  /** Always 0: nothing of this network is shielded */
  readonly shielded_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly shielded_supply_quanta?: bigint;
  /** Base units, exact */
  readonly shielded_supply_units?: bigint;
  /** Sent to the burn address; the same in /api/burned */
  readonly burned_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly burned_supply_quanta?: bigint;
  /** Base units, exact */
  readonly burned_supply_units?: bigint;
  /** Of XRGE alone: burned fees, as in /api/stats */
  readonly total_fees_burned?: number;
  readonly total_fees_burned_quanta?: bigint;
  /** What all pools hold */
  readonly in_pools: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly in_pools_quanta?: bigint;
  /** Base units, exact */
  readonly in_pools_units?: bigint;
  /** Of XRGE alone: what validators have staked */
  readonly staked?: number;
  readonly staked_quanta?: bigint;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** The greatest of them, for the token that the query names */
export interface TopHoldersAnswer {
  readonly success: true;
  readonly token: string;
  readonly holders: readonly Holder[];
  /** Accounts that hold some */
  readonly total: number;
  /** How many of them pages reach: all of up to 40,000, of more at least the 10,000 greatest */
  readonly depth: number;
  /** Everything ever minted */
  readonly total_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly total_supply_quanta?: bigint;
  /** Base units, exact */
  readonly total_supply_units?: bigint;
  /** Without the burned supply; of XRGE without burned fees either */
  readonly circulating_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly circulating_supply_quanta?: bigint;
  /** Base units, exact */
  readonly circulating_supply_units?: bigint;
  /** Always 0: nothing of this network is shielded */
  readonly shielded_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly shielded_supply_quanta?: bigint;
  /** Base units, exact */
  readonly shielded_supply_units?: bigint;
  /** Sent to the burn address; the same in /api/burned */
  readonly burned_supply: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly burned_supply_quanta?: bigint;
  /** Base units, exact */
  readonly burned_supply_units?: bigint;
  /** Of XRGE alone: burned fees, as in /api/stats */
  readonly total_fees_burned?: number;
  readonly total_fees_burned_quanta?: bigint;
  /** What all pools hold */
  readonly in_pools: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly in_pools_quanta?: bigint;
  /** Base units, exact */
  readonly in_pools_units?: bigint;
  /** Of XRGE alone: what validators have staked */
  readonly staked?: number;
  readonly staked_quanta?: bigint;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** What a spender may still move of a token for its owner; 0 where nothing is allowed */
export interface TokenAllowanceAnswer {
  readonly success: true;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly owner: string;
  readonly owner_address: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly spender: string;
  readonly spender_address: string;
  readonly token: string;
  readonly token_symbol: string;
  /** Base units that the spender may still move */
  readonly amount: number;
  /** Base units, exact */
  readonly amount_units: bigint;
}

/** Allowances of an owner, or those that a spender has; ordered by the account on the other side, then the symbol */
export interface TokenAllowancesAnswer {
  readonly success: true;
  readonly allowances: readonly Allowance[];
  /** Of this answer */
  readonly count: number;
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Allowances that an account has given */
export interface AllowancesAnswer {
  readonly success: true;
  readonly allowances: readonly Allowance[];
  /** Of this answer */
  readonly count: number;
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Pools in the order of their creation */
export interface PoolsAnswer {
  readonly success: true;
  readonly pools: readonly Pool[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One pool; its members stand in the answer and under `pool` */
export interface PoolAnswer {
  readonly success: true;
  readonly pool_id: string;
  readonly token_a: string;
  readonly token_b: string;
  /** The same as token_a */
  readonly token_a_symbol: string;
  readonly token_b_symbol: string;
  /** XRGE in XRGE, a token in base units */
  readonly reserve_a: number;
  readonly reserve_a_quanta?: bigint;
  readonly reserve_a_units?: bigint;
  readonly reserve_b: number;
  readonly reserve_b_quanta?: bigint;
  readonly reserve_b_units?: bigint;
  /** LP units; 1,000 of them belong to nobody */
  readonly total_lp_supply: number;
  readonly total_lp_supply_units: bigint;
  /** The same as total_lp_supply */
  readonly total_lp: number;
  readonly total_lp_units: bigint;
  readonly fee_rate: 0.003;
  /** token_b for one token_a, by the numbers shown */
  readonly price_a_in_b: number;
  readonly price_b_in_a: number;
  readonly creator_pub_key: string | null;
  readonly creator_address: string;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  /** Block height */
  readonly created_height: number;
  readonly total_swaps: number;
  /** Events so far */
  readonly events: number;
  readonly pool: Pool;
}

/** What a swap without a path would give now: the best route through up to three pools, among the 8 deepest of each token */
export interface QuoteSwapAnswer {
  readonly success: true;
  readonly token_in: string;
  readonly token_out: string;
  /** XRGE in XRGE, a token in base units */
  readonly amount_out: number;
  readonly amount_out_quanta?: bigint;
  readonly amount_out_units?: bigint;
  /** Percent, the fee among it */
  readonly price_impact: number;
  /** Token symbols: the way of a swap that names no `path`, on this state */
  readonly path: readonly string[];
  /** Pool ids */
  readonly pools: readonly string[];
}

/** What happened in a pool, newest first */
export interface PoolEventsAnswer {
  readonly success: true;
  readonly events: readonly PoolEvent[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** What happened in all pools, newest first */
export interface AllPoolEventsAnswer {
  readonly success: true;
  readonly events: readonly PoolEvent[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** The newest prices of a pool, one for each event, oldest first */
export interface PoolPricesAnswer {
  readonly success: true;
  readonly prices: readonly PoolPrice[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Swaps of a pool and what they moved, of all time and of the last 24 hours; also under `stats` */
export interface PoolStatsAnswer {
  readonly success: true;
  readonly pool_id: string;
  readonly total_swaps: number;
  readonly total_volume_a: number;
  readonly total_volume_a_quanta?: bigint;
  readonly total_volume_a_units?: bigint;
  readonly total_volume_b: number;
  readonly total_volume_b_quanta?: bigint;
  readonly total_volume_b_units?: bigint;
  readonly swap_count_24h: number;
  readonly volume_24h_a: number;
  readonly volume_24h_a_quanta?: bigint;
  readonly volume_24h_a_units?: bigint;
  readonly volume_24h_b: number;
  readonly volume_24h_b_quanta?: bigint;
  readonly volume_24h_b_units?: bigint;
  /** The same as swap_count_24h */
  readonly trades_24h: number;
  /** The side of XRGE; of token_a where there is none */
  readonly volume_24h: number;
  readonly volume_24h_quanta?: bigint;
  readonly volume_24h_units?: bigint;
  /** Twice the reserve of that side */
  readonly tvl: number;
  readonly tvl_quanta?: bigint;
  readonly tvl_units?: bigint;
  readonly stats: PoolStats;
}

/** The newest candles of a pool within the bounds, oldest first; weeks start on Monday 00:00 UTC */
export interface PoolCandlesAnswer {
  readonly success: true;
  readonly pool_id: string;
  readonly interval: string;
  readonly candles: readonly Candle[];
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** NFT collections in the order of their creation */
export interface NftCollectionsAnswer {
  readonly success: true;
  readonly collections: readonly NftCollection[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One NFT collection */
export interface NftCollectionAnswer {
  readonly success: true;
  readonly collection_id: string;
  readonly symbol: string;
  readonly name: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly creator: string;
  readonly creator_address: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly max_supply: number | null;
  /** Tokens minted so far, burned ones among them */
  readonly minted: number;
  readonly burned: number;
  /** Hundredths of a percent of a sale */
  readonly royalty_bps: number;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly royalty_recipient: string;
  readonly royalty_recipient_address: string;
  /** Whether minting is stopped */
  readonly frozen: boolean;
  /** Milliseconds since the epoch */
  readonly created_at: number;
  readonly public_mint: boolean;
  /** XRGE */
  readonly mint_price: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly mint_price_quanta: bigint;
  readonly token_gate_symbol: string | null;
  /** XRGE in XRGE, a token in base units */
  readonly token_gate_amount: number | null;
  /** Quanta, 10^-9 XRGE, exact */
  readonly token_gate_amount_quanta?: bigint;
  readonly token_gate_amount_units?: bigint;
  /** Percent off the price for holders of the gate token */
  readonly discount_pct: number;
}

/** NFTs of a collection by their ids */
export interface NftCollectionTokensAnswer {
  readonly success: true;
  readonly collection_id: string;
  readonly tokens: readonly Nft[];
  /** Tokens that are not burned */
  readonly total: number;
  /** That was named; tokens of the answer where none was */
  readonly limit: number;
  readonly offset: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Successful transactions in a collection, newest first */
export interface NftCollectionTransactionsAnswer {
  readonly success: true;
  readonly collection_id: string;
  readonly transactions: readonly NftTransaction[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One NFT */
export interface NftTokenAnswer {
  readonly success: true;
  readonly collection_id: string;
  readonly token_id: number;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly owner: string;
  readonly owner_address: string;
  /** Public key in hex, or the address where the chain has not seen the key */
  readonly creator: string;
  readonly creator_address: string;
  readonly name: string;
  readonly metadata_uri: string | null;
  /** Whether its owner has locked it against transfers */
  readonly locked: boolean;
  /** Milliseconds since the epoch */
  readonly minted_at: number;
  /** Milliseconds since the epoch */
  readonly transferred_at: number;
  /** The JSON that its minter gave, number by number as it was written */
  readonly attributes: unknown;
}

/** NFTs of an account, by the age of their collections and their ids */
export interface NftOwnerAnswer {
  readonly success: true;
  readonly nfts: readonly Nft[];
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** Contracts, newest first */
export interface ContractsAnswer {
  readonly success: true;
  readonly contracts: readonly Contract[];
  /** In this answer */
  readonly count: number;
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** A contract: who deployed it, its code, its balance, how much it keeps */
export interface ContractAnswer {
  readonly success: true;
  readonly contract: Contract;
}

/** What the code of a contract offers and asks for: methods, host functions, memory */
export interface ContractInterfaceAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly code_hash: string;
  /** Whether the code was uploaded as a component */
  readonly component: boolean;
  /** What a call may name; empty for a component, which decides itself what its methods are */
  readonly methods: readonly string[];
  readonly imports: readonly ({
    /** Of the host function */
    readonly name: string;
    readonly parameters: readonly ("i32" | "i64" | "f32" | "f64")[];
    readonly results: readonly ("i32" | "i64" | "f32" | "f64")[];
  })[];
  /** Pages of 64 KiB that a call begins with, and the most that it can have */
  readonly memory_pages: {
    readonly minimum: number;
    readonly maximum: number;
  };
  /** Bytes */
  readonly wasm_size: number;
}

/** Events of a contract, newest first */
export interface ContractEventsAnswer {
  readonly success: true;
  readonly events: readonly ContractEvent[];
  /** In this answer */
  readonly count: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** What a contract keeps: all of it in pages, or the value at one key */
export type ContractStateAnswer =
  | {
    readonly success: true;
    /** Keys and values as text. A key that is not UTF-8, or is hex itself, is in hex: `key` finds each as it is written here. A value that is not UTF-8, or is 0x and hex itself, is 0x and its hex */
    readonly state: { readonly [name: string]: string };
    /** The same records exactly, in the order of their keys */
    readonly entries: readonly ({
      readonly key_hex: string;
      readonly value_hex: string;
    })[];
    /** In this answer */
    readonly count: number;
    /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
    readonly next_cursor: string | null;
    readonly total: number;
  }
  | {
    readonly success: true;
    /** As it was asked for; as `state` has it when that was by `key_hex` */
    readonly key: string;
    readonly key_hex: string;
    /** For GET /api/proof/key/:key */
    readonly state_key: string;
    /** Hex; null: there is none */
    readonly value: string | null;
    readonly valueUtf8: string | null;
  };

/** What a method of a contract would answer in the next block, or a millisecond after the one of `height`; nothing is signed, sent or kept */
export interface PostContractQueryAnswer {
  /** Whether the call would succeed */
  readonly success: boolean;
  /** JSON when it is some, text otherwise, null for none */
  readonly returnData: unknown;
  readonly gasUsed: number;
  /** Of a call that succeeds: the least `gasLimit` with which it and all that it calls end as they do here. A sub-call that names no gas gets half of its caller's limit, so this can be more than `gasUsed` */
  readonly gasNeeded?: number;
  readonly events: readonly ({
    readonly contract_addr: string;
    readonly topic: string;
    readonly data: string;
  })[];
  /** Why it would fail; of a call that succeeds the lines that the contracts have logged, or null */
  readonly error: string | null;
  /** Lines that the contracts have logged, of a call that would fail; of another they are in `error` */
  readonly logs?: readonly string[];
  /** Where a failed call stopped */
  readonly failed_at?: {
    /** Index of the function in the module */
    readonly function: number;
    readonly name?: string;
    /** Byte of the module */
    readonly offset: number;
  };
}

/** With a signed envelope the same as POST /api/v2/contract/execute; without one a query */
export type PostContractCallAnswer =
  | {
    /** Whether the call would succeed */
    readonly success: boolean;
    /** JSON when it is some, text otherwise, null for none */
    readonly returnData: unknown;
    readonly gasUsed: number;
    /** Of a call that succeeds: the least `gasLimit` with which it and all that it calls end as they do here. A sub-call that names no gas gets half of its caller's limit, so this can be more than `gasUsed` */
    readonly gasNeeded?: number;
    readonly events: readonly ({
      readonly contract_addr: string;
      readonly topic: string;
      readonly data: string;
    })[];
    /** Why it would fail; of a call that succeeds the lines that the contracts have logged, or null */
    readonly error: string | null;
    /** Lines that the contracts have logged, of a call that would fail; of another they are in `error` */
    readonly logs?: readonly string[];
    /** Where a failed call stopped */
    readonly failed_at?: {
      /** Index of the function in the module */
      readonly function: number;
      readonly name?: string;
      /** Byte of the module */
      readonly offset: number;
    };
    readonly submitted: false;
  }
  | {
    readonly success: true;
    /** SHA-256, hex */
    readonly txId: string;
    /** XRGE for the whole gas limit: the most that its gas costs. A tip and signed bytes above 4,608 come on top */
    readonly fee: number;
    /** What the call would do in the next block: `returnData`, `gasUsed`, `events`. Absent where the call was sent by another way */
    readonly preview: { readonly [name: string]: unknown };
  };

/** With a signed envelope the same as POST /api/v2/contract/publish; unsigned deploys are gone */
export interface PostContractDeployAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  /** Address of the contract, 40 hex characters */
  readonly address: string;
  /** XRGE for the bytes of the module */
  readonly fee: number;
}

/** Registers the signer's wallet, or replaces all of it; answers when a block has it. Only success and txId when the node had the request from an earlier try */
export interface RegisterWalletAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  readonly wallet?: Wallet;
}

/** Discoverable wallets in the order of their first registrations */
export interface MessengerWalletsAnswer {
  readonly success: true;
  readonly wallets: readonly Wallet[];
  /** Of discoverable wallets */
  readonly total: number;
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One wallet, by its id, the address of its owner, or one of its keys; also when lists do not show it */
export interface MessengerWalletsByWalletAnswer {
  readonly success: true;
  readonly wallet: Wallet;
}

/** Registers a name for the signer's wallet; answers when a block has it. Only success and txId when the node had the request from an earlier try */
export interface RegisterNameAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  readonly entry?: NameEntry;
}

/** Gives a name of the signer back; answers when a block has it. Only success and txId when the node had the request from an earlier try */
export interface ReleaseNameAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly txId: string;
  readonly name?: string;
}

/** The wallet that has a name */
export interface NamesResolveAnswer {
  readonly success: true;
  readonly entry: NameEntry;
  readonly wallet: NamedWallet;
}

/** The name of a wallet; null when it has none */
export interface NamesReverseAnswer {
  readonly success: true;
  readonly name: string | null;
}

/** Sends an encrypted mail to up to 50 wallets */
export interface MailSendAnswer {
  readonly success: true;
  /** Id of a mail */
  readonly id: string;
  readonly message: MailMessage;
}

/** Mails in a folder of the signer, newest first */
export interface MailFolderAnswer {
  readonly success: true;
  readonly folder: "inbox" | "sent" | "trash" | "starred" | "drafts";
  readonly mail: readonly MailItem[];
  readonly messages: readonly ({
    readonly message: MailMessage;
    readonly label: MailLabel;
  })[];
  /** `cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB */
  readonly next_cursor: string | null;
}

/** One mail; marks it as read */
export interface MailMessageAnswer {
  readonly success: true;
  readonly mail: MailItem;
  readonly message: MailMessage;
  readonly label: MailLabel;
}

/** Marks a mail as read */
export interface MailReadAnswer {
  readonly success: true;
  /** Id of a mail */
  readonly messageId: string;
  readonly folder: "inbox" | "sent" | "trash" | "starred" | "drafts";
  readonly read: boolean;
}

/** Moves a mail to another folder of the signer */
export interface MailMoveAnswer {
  readonly success: true;
  /** Id of a mail */
  readonly messageId: string;
  readonly folder: "inbox" | "sent" | "trash" | "starred" | "drafts";
  readonly read: boolean;
}

/** Deletes a mail of the signer for good; erases it when all participants have deleted it */
export interface MailDeleteAnswer {
  readonly success: true;
  /** Id of a mail */
  readonly messageId: string;
}

/** Begins a conversation; of two accounts there is one, which is given when it exists */
export interface MessengerCreateAnswer {
  readonly success: true;
  readonly conversation: Conversation;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly existing: boolean;
}

/** Conversations of the signer, the latest first */
export interface MessengerConversationsAnswer {
  readonly success: true;
  readonly conversations: readonly Conversation[];
  readonly folder: "inbox" | "trash" | "all";
  readonly next_cursor: string | null;
}

/** Names a conversation */
export interface MessengerUpdateAnswer {
  readonly success: true;
  readonly conversation: Conversation;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
}

/** Adds participants to a group */
export interface MessengerAddParticipantsAnswer {
  readonly success: true;
  readonly conversation: Conversation;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
}

/** Deletes a conversation for the signer; it can be restored for 30 days unless it is purged */
export interface MessengerDeleteConversationAnswer {
  readonly success: true;
  readonly softDeleted: true;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly purge: boolean;
  readonly recoverableUntil: string | null;
}

/** Restores a conversation that the signer has deleted */
export interface MessengerRestoreConversationAnswer {
  readonly success: true;
  readonly conversation: Conversation;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
}

/** Sends a message, to a conversation or to a recipient */
export interface MessengerSendAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly messageId: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly message: SentMessage;
}

/** Messages of a conversation, each page oldest first */
export interface MessengerMessagesAnswer {
  readonly success: true;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly messages: readonly Message[];
  readonly next_cursor: string | null;
}

/** Marks a message as read by the signer */
export interface MessengerReadAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly messageId: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly is_read: true;
  /** ISO 8601 */
  readonly read_at: string;
}

/** Deletes a message: its sender for everybody, another participant for himself; it can be restored for 30 days */
export interface MessengerDeleteAnswer {
  readonly success: true;
  readonly softDeleted: true;
  /** SHA-256, hex */
  readonly messageId: string;
  readonly forEverybody: boolean;
  readonly restoreEndpoint: string;
  /** ISO 8601 */
  readonly recoverableUntil: string;
}

/** Restores a message that the signer has deleted */
export interface MessengerRestoreAnswer {
  readonly success: true;
  /** SHA-256, hex */
  readonly messageId: string;
  /** dm_ and the hash of the two accounts, or the id of the record that has made the group */
  readonly conversationId: string;
  readonly message: SentMessage;
}

/** Counts one more play of a track */
export interface SocialPlayAnswer {
  readonly success: true;
  readonly plays: number;
}

/** Likes a track, or takes that back */
export interface SocialLikeAnswer {
  readonly success: true;
  readonly liked: boolean;
  readonly likes: number;
}

/** Comments on a track */
export interface SocialCommentAnswer {
  readonly success: true;
  readonly comment: Comment;
}

/** Deletes a comment; its author alone may */
export interface SocialCommentDeleteAnswer {
  readonly success: true;
}

/** Follows somebody, or takes that back */
export interface SocialFollowAnswer {
  readonly success: true;
  readonly following: boolean;
  readonly followers: number;
}

/** Publishes a post, or a reply to one */
export interface SocialPostCreateAnswer {
  readonly success: true;
  readonly post: Post;
}

/** Deletes a post; its author alone may */
export interface SocialPostDeleteAnswer {
  readonly success: true;
}

/** Reposts another's post, or takes that back */
export interface SocialRepostAnswer {
  readonly success: true;
  readonly reposted: boolean;
  readonly reposts: number;
}

/** Posts of those whom the signer follows, of the 1000 latest of them, newest first */
export interface SocialFeedAnswer {
  readonly success: true;
  readonly posts: readonly Post[];
  /** `cursor` of the next page; null at the end */
  readonly next_cursor: string | null;
}

/** Hides a track from the profile of the signer, or shows it again */
export interface SocialHideTrackAnswer {
  readonly success: true;
  readonly hidden: boolean;
  /** As the request named it */
  readonly trackId: string;
}

/** Plays, likes and comments of a track */
export interface SocialTrackStatsAnswer {
  readonly plays: number;
  readonly likes: number;
  readonly commentCount: number;
  /** By the viewer; false without one */
  readonly liked: boolean;
}

/** Comments on a track, newest first */
export interface SocialTrackCommentsAnswer {
  readonly comments: readonly Comment[];
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** How many follow somebody, and how many they follow */
export interface SocialArtistStatsAnswer {
  readonly followers: number;
  readonly following: number;
  /** Whether the viewer does; false without one */
  readonly isFollowing: boolean;
}

/** Tracks that somebody likes, the latest first */
export interface SocialUserLikesAnswer {
  readonly trackIds: readonly string[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** Whom somebody follows, the latest first */
export interface SocialUserFollowingAnswer {
  readonly artists: readonly string[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** Who follows somebody, the latest first */
export interface SocialUserFollowersAnswer {
  readonly followers: readonly string[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** Posts of somebody, replies among them, newest first */
export interface SocialUserPostsAnswer {
  readonly posts: readonly Post[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** Tracks that somebody has hidden from their profile */
export interface SocialHiddenTracksAnswer {
  readonly trackIds: readonly string[];
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** All posts, replies among them, newest first */
export interface SocialTimelineAnswer {
  readonly posts: readonly Post[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** A post */
export interface SocialPostAnswer {
  readonly post: Post;
  readonly stats: PostStats;
}

/** Likes, reposts and replies of a post */
export interface SocialPostStatsAnswer {
  /** A post is liked as a track is, by its id */
  readonly likes: number;
  readonly reposts: number;
  readonly replies: number;
  /** By the viewer; false without one */
  readonly liked: boolean;
  /** By the viewer; false without one */
  readonly reposted: boolean;
}

/** Replies to a post, oldest first; they stay when the post is deleted */
export interface SocialPostRepliesAnswer {
  readonly replies: readonly Post[];
  readonly total: number;
  /** `cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB */
  readonly next_cursor: string | null;
}

/** Registers the device that gets the push notifications of the signer */
export interface PushRegisterAnswer {
  readonly success: true;
}

/** Ends the push notifications of the signer */
export interface PushUnregisterAnswer {
  readonly success: true;
}

/** The rules of this node for proposals that are opened now */
export interface RegenConfigAnswer {
  readonly success: true;
  readonly treasury: string | null;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly defaultDays: number;
  readonly minCreatorXrge: number;
  readonly excluded: readonly string[];
  readonly curators: readonly string[];
  /** Address of this node */
  readonly home: string;
}

/** All proposals, newest first, with tally and status */
export interface RegenProposalsAnswer {
  readonly success: true;
  readonly proposals: readonly CommunityProposal[];
}

/** One proposal with every vote that counts, and what was signed */
export interface RegenProposalsByIdAnswer {
  readonly success: true;
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
  /** What the creator has signed */
  readonly request: {
    /** Hex */
    readonly publicKey: string;
    /** The exact text that was signed */
    readonly signedPayload: string;
    /** Hex */
    readonly signature: string;
  };
  /** The frozen rules, as the home has signed them */
  readonly opening: {
    /** Hex */
    readonly publicKey: string;
    /** The exact text that was signed */
    readonly signedPayload: string;
    /** Hex */
    readonly signature: string;
  };
  /** The last one of each wallet, in the order of accounts */
  readonly votes: readonly CommunityVote[];
}

/** The list of weights of a proposal, with which everybody can recount it */
export interface RegenProposalsSnapshotAnswer {
  readonly success: true;
  readonly proposalId: string;
  /** Address */
  readonly home: string;
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  readonly eligibleVoters: number;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  readonly weights: readonly ({
    /** SHA-256 of the public key, hex; an address is its bech32m */
    readonly account: string;
    /** Quanta */
    readonly balanceQuanta: string;
    /** The balance, or the cap when that is less */
    readonly weightQuanta: string;
  })[];
}

/** What a wallet may vote with on a proposal, and its vote */
export interface RegenProposalsWeightAnswer {
  readonly success: true;
  /** Address */
  readonly address: string;
  readonly eligible: boolean;
  readonly excluded: boolean;
  /** Quanta */
  readonly weightQuanta: string;
  readonly weightXrge: number;
  readonly vote: "yes" | "no" | "abstain" | null;
}

/** Opens a proposal; this node is its home */
export interface RegenProposalAnswer {
  readonly success: true;
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
}

/** Votes on a proposal; the last vote of a wallet counts */
export interface RegenVoteAnswer {
  readonly success: true;
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
  readonly vote: CommunityVote;
}

/** Records the transfer from the treasury that has paid a passed proposal; for curators */
export interface RegenPayoutAnswer {
  readonly success: true;
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
}

/** Cancels an open proposal: a curator, or the creator before any votes */
export interface RegenCancelAnswer {
  readonly success: true;
  /** RP-<number>-<first 8 hex digits of the account of its home> */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly territory: string | null;
  readonly recipient: string | null;
  readonly requestedXrge: number | null;
  /** Address */
  readonly creator: string;
  /** Milliseconds since the epoch */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch */
  readonly startsAtMs: number;
  /** Milliseconds since the epoch */
  readonly endsAtMs: number;
  readonly durationDays: number;
  /** Address of the node that has opened it, and counts */
  readonly home: string;
  /** Balances after this block are the weights */
  readonly snapshotHeight: number;
  /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
  readonly snapshotRoot: string;
  /** Quanta */
  readonly eligibleTotalQuanta: string;
  /** Quanta */
  readonly capQuanta: string;
  /** Hundredths of a percent */
  readonly capBps: number;
  /** Quanta */
  readonly turnoutQuanta: string;
  /** Hundredths of a percent */
  readonly turnoutBps: number;
  readonly excluded: readonly string[];
  readonly eligibleVoters: number;
  readonly payoutTxId: string | null;
  readonly payoutXrge: number | null;
  readonly cancelled: boolean;
  readonly cancelReason: string | null;
  /** The same members */
  readonly proposal: {
    /** RP-<number>-<first 8 hex digits of the account of its home> */
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly link: string | null;
    readonly territory: string | null;
    readonly recipient: string | null;
    readonly requestedXrge: number | null;
    /** Address */
    readonly creator: string;
    /** Milliseconds since the epoch */
    readonly createdAtMs: number;
    /** Milliseconds since the epoch */
    readonly startsAtMs: number;
    /** Milliseconds since the epoch */
    readonly endsAtMs: number;
    readonly durationDays: number;
    /** Address of the node that has opened it, and counts */
    readonly home: string;
    /** Balances after this block are the weights */
    readonly snapshotHeight: number;
    /** SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account */
    readonly snapshotRoot: string;
    /** Quanta */
    readonly eligibleTotalQuanta: string;
    /** Quanta */
    readonly capQuanta: string;
    /** Hundredths of a percent */
    readonly capBps: number;
    /** Quanta */
    readonly turnoutQuanta: string;
    /** Hundredths of a percent */
    readonly turnoutBps: number;
    readonly excluded: readonly string[];
    readonly eligibleVoters: number;
    readonly payoutTxId: string | null;
    readonly payoutXrge: number | null;
    readonly cancelled: boolean;
    readonly cancelReason: string | null;
  };
  readonly status: "open" | "passed" | "failed" | "paid" | "cancelled";
  readonly tally: {
    /** Quanta */
    readonly yes: string;
    /** Quanta */
    readonly no: string;
    /** Quanta */
    readonly abstain: string;
    /** Quanta */
    readonly turnout: string;
    readonly voters: number;
  };
  readonly summaryXrge: {
    readonly eligibleTotal: number;
    readonly cap: number;
    readonly turnoutNeeded: number;
    readonly yes: number;
    readonly no: number;
    readonly abstain: number;
    readonly turnout: number;
  };
}

/** Whether ETH, USDC and BTC can be bridged here, and where deposits go */
export interface BridgeConfigAnswer {
  /** Whether the genesis file names one, on this node or elsewhere */
  readonly networkHasBridge: boolean;
  readonly enabled: boolean;
  readonly custodyAddress: string | null;
  /** Of the EVM network; null while it is off */
  readonly chainId: number | null;
  readonly supportedTokens: readonly string[];
  readonly btcCustodyAddress?: string;
  readonly btcNetwork?: string;
  readonly btcMinWithdrawSats?: number;
  readonly btcMaxNetworkFeeSats?: number;
  /** Contract that emits deposits and releases */
  readonly bridgeAddress?: string;
  /** Blocks above a deposit on the EVM */
  readonly confirmations?: number;
  readonly btcConfirmations?: number;
}

/** Whether XRGE can be bridged here, and its vault */
export interface BridgeXrgeConfigAnswer {
  readonly enabled: boolean;
  readonly vaultAddress: string | null;
  readonly tokenAddress: string | null;
  /** Of the EVM network; null while it is off */
  readonly chainId: number | null;
}

/** Whether withdrawals can be paid out and noted */
export interface BridgeHealthAnswer {
  /** Whether the node cannot write: then nothing must be paid out */
  readonly degraded: boolean;
  /** Withdrawals whose last attempt has failed */
  readonly failed_tx_ids: readonly string[];
  /** Withdrawals that are neither paid out nor refunded */
  readonly pending: number;
}

/** What was minted and burned per token, and beside it the coins that the providers see in custody, at most a minute old */
export interface BridgeReservesAnswer {
  readonly success: true;
  readonly reserves: readonly BridgeReserve[];
}

/** Deposits and withdrawals of everybody that are in blocks, newest first */
export interface BridgeActivityAnswer {
  readonly items: readonly BridgeActivity[];
  readonly nextCursor: string | null;
  readonly limit: number;
}

/** One deposit or withdrawal by its transaction here */
export interface BridgeActivityByTxIdAnswer {
  readonly success: true;
  readonly kind: "deposit" | "withdrawal";
  readonly asset: string;
  readonly externalAsset: string;
  /** Base units; of XRGE whole XRGE */
  readonly amountUnits: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amountUnits_quanta?: bigint;
  /** Base units, exact */
  readonly amountUnits_units?: bigint;
  readonly decimals: number;
  readonly fromChain: string;
  readonly toChain: string;
  readonly rougechainTxId: string;
  readonly rougechainAddress: string;
  readonly blockHeight: number | null;
  readonly externalChainId: number | null;
  readonly externalNetwork: string | null;
  readonly externalAddress: string | null;
  readonly externalTxHash: string | null;
  readonly status: "pending" | "queued" | "paid" | "failed" | "refunded" | "unknown";
  readonly statusReason: "in_mempool" | "awaiting_payout" | "payout_verified" | "minted" | "rejected_on_chain" | "payout_retrying" | "refunded_on_rougechain" | "no_payout_record";
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Milliseconds since the epoch */
  readonly statusUpdatedAt: number;
  readonly cursor: string | null;
}

/** Mints what a wallet has sent to custody: ETH or USDC. The wallet has signed who gets it */
export interface PostBridgeClaimAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly txId?: string | null;
}

/** Mints the XRGE that a wallet has sent to the vault. The wallet has signed who gets it */
export interface PostBridgeXrgeClaimAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly txId?: string | null;
}

/** Mints what a transaction has paid to the custody of Bitcoin, for the recipient in its OP_RETURN. Ask again until it is deep enough */
export interface PostBridgeBtcClaimAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly txId?: string | null;
}

/** For relayers: mints a deposit through the contracts for the recipient that its event names. Once, however often it is asked */
export interface PostBridgeDepositAutoClaimAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  /** Id of the mint */
  readonly txId?: string;
  /** Base units, or XRGE */
  readonly amount?: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  /** What was minted */
  readonly token?: string;
}

/** For the operator: the same, with the admin key in the body */
export interface PostBridgeAdminReclaimAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  /** Id of the mint */
  readonly txId?: string;
  /** Base units, or XRGE */
  readonly amount?: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  /** What was minted */
  readonly token?: string;
}

/** Burns qETH, qUSDC or qBTC of the signer, to be paid out on the other chain */
export interface PostBridgeWithdrawAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly txId?: string | null;
}

/** Burns XRGE of the signer, to be paid out of the vault */
export interface PostBridgeXrgeWithdrawAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly txId?: string | null;
}

/** Withdrawals of ETH and USDC that are neither paid out nor refunded, oldest first */
export interface BridgeWithdrawalsAnswer {
  readonly withdrawals: readonly BridgeWithdrawal[];
}

/** Withdrawals of XRGE that are neither paid out nor refunded, oldest first */
export interface BridgeXrgeWithdrawalsAnswer {
  readonly withdrawals: readonly XrgeBridgeWithdrawal[];
  /** Whether the node cannot write */
  readonly degraded?: boolean;
  readonly error?: string;
}

/** Withdrawals of Bitcoin that are neither paid out nor refunded, oldest first */
export interface BridgeBtcWithdrawalsAnswer {
  readonly withdrawals: readonly BridgeWithdrawal[];
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeWithdrawalsAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeXrgeWithdrawalsAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeBtcWithdrawalsAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
}

/** For relayers and operators: notes that an attempt to pay a withdrawal out has failed */
export interface PostBridgeWithdrawalsFailureAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly attempts?: number;
  /** Whether so many attempts have failed */
  readonly shouldRefund?: boolean;
  readonly threshold?: number;
}

/** For relayers and operators: mints again what a withdrawal has burned, when the other chain shows no release. Of Bitcoin an operator must sign that nothing was paid (unpaid: true) */
export interface PostBridgeWithdrawalsRefundAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  /** Id of the refund */
  readonly txId?: string;
  readonly amount?: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  readonly token?: string;
  /** Public key in hex, or the address where it is unknown */
  readonly recipient?: string;
}

/** The Bitcoin address of a recipient, always the same one: what is paid to it is minted without a claim */
export interface PostBridgeBtcDepositAddressAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly address?: string | null;
}

/** For relayers: adds addresses that may be given to users. What is no address, or whose address or index is known already, is left out */
export interface PostBridgeBtcDepositPoolAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly added?: number;
  readonly poolRemaining?: number;
}

/** For relayers: addresses that are given to users, with their recipients */
export interface BridgeBtcDepositAddressesAnswer {
  readonly success: boolean;
  readonly error?: string | null;
  /** What a program goes by */
  readonly code?: RefusalCode;
  /** True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent */
  readonly one_sided?: boolean;
  readonly addresses?: readonly ({
    readonly address: string;
    readonly index: number;
    readonly recipient: string;
  })[];
  readonly poolRemaining?: number;
  /** The greatest index that the node knows; null without any */
  readonly maxIndex?: number | null;
}

/** Converts a picture to WebP of at most 256 x 256 pixels, ready to be the image of a token; of an animation the first frame */
export interface ConvertLogoAnswer {
  readonly success: true;
  /** Data URI, for `image` of a payload */
  readonly image: string;
  readonly media_type: "image/webp";
  /** Pixels */
  readonly width: number;
  /** Pixels */
  readonly height: number;
  /** Size of the WebP */
  readonly bytes: number;
  /** Length of the data URI */
  readonly characters: number;
}

/** The first frame of a connection, and after every block */
export interface StatsEvent {
  readonly type: "stats";
  /** Block height */
  readonly block_height: number;
  readonly peer_count: number;
  readonly mempool_size: number;
  /** Number of the latest event at that moment */
  readonly seq: number;
}

/** A transaction that this node held left its mempool without a block, with the code that `GET /api/tx/<tx_hash>` refuses with now; not sent again after a reconnection */
export interface TransactionDroppedEvent {
  readonly type: "transaction_dropped";
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** Address of the signer */
  readonly from: string;
  /** What a program goes by */
  readonly code: RefusalCode;
  readonly error: string;
  /** Number of the latest event at that moment */
  readonly seq: number;
}

/** A block is durable */
export interface NewBlockEvent {
  readonly type: "new_block";
  /** Block height */
  readonly height: number;
  /** SHA-256, hex */
  readonly hash: string;
  readonly tx_count: number;
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  readonly proposer: string;
  readonly state_root: string | null;
  /** Number of the event: follows from the chain alone, grows by one, the same on every node */
  readonly seq: number;
}

/** A transaction stands in a durable block */
export interface NewTransactionEvent {
  readonly type: "new_transaction";
  /** SHA-256, hex */
  readonly tx_hash: string;
  readonly tx_type: string;
  /** Public key, hex */
  readonly from: string;
  readonly to: string | null;
  readonly amount: number | null;
  /** Quanta, 10^-9 XRGE, exact */
  readonly amount_quanta?: bigint;
  /** Base units, exact */
  readonly amount_units?: bigint;
  readonly token: string | null;
  readonly status: "success" | "failed";
  /** Block height */
  readonly block_height: number;
  /** Milliseconds since the epoch */
  readonly timestamp: number;
  /** Number of the event: follows from the chain alone, grows by one, the same on every node */
  readonly seq: number;
}

/** A contract emitted an event in a successful call; follows the `new_transaction` of that call */
export interface ContractEventEvent {
  readonly type: "contract_event";
  /** Address of the contract */
  readonly contract_addr: string;
  /** As the contract named it */
  readonly topic: string;
  /** As the contract wrote it; most write JSON */
  readonly data: string;
  /** Block height */
  readonly block_height: number;
  /** SHA-256, hex */
  readonly tx_hash: string;
  /** Number of the event: follows from the chain alone, grows by one, the same on every node */
  readonly seq: number;
}

/** A balance after a block that has changed it, for whatever reason */
export interface BalanceUpdateEvent {
  readonly type: "balance_update";
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly account: string;
  readonly token: string;
  /** XRGE, or base units of a token */
  readonly new_balance: number;
  /** Quanta, 10^-9 XRGE, exact */
  readonly new_balance_quanta?: bigint;
  /** Base units, exact */
  readonly new_balance_units?: bigint;
  /** Block height */
  readonly block_height: number;
  /** Number of the event: follows from the chain alone, grows by one, the same on every node */
  readonly seq: number;
}

/** What the stream of events tells, by its `type`. */
export type NodeEvent = StatsEvent | TransactionDroppedEvent | NewBlockEvent | NewTransactionEvent | ContractEventEvent | BalanceUpdateEvent;
