/** The members that the type declarations of the published client name, for each answer that a route of this node
 *  gives. The package has no declarations; these are from its repository. */

export interface ClientType {
  /** Declared without a question mark. */
  readonly required: readonly string[];
  /** Declared with a question mark: null and absent mean the same to a client. */
  readonly optional?: readonly string[];
  /** Declared but not given, with the reason. */
  readonly missing?: Readonly<Record<string, string>>;
}

export const clientTypes = {
  NodeStats: {
    required: [
      ...['height', 'peers', 'network_height', 'mining', 'total_fees', 'last_block_fees', 'finalized_height'],
      ...['ws_clients', 'base_fee', 'total_fees_burned'],
    ],
  },
  Block: { required: ['version', 'header', 'txs', 'proposer_sig', 'hash'] },
  BlockHeader: {
    required: ['version', 'chain_id', 'height', 'time', 'prev_hash', 'tx_hash', 'proposer_pub_key'],
  },
  Transaction: {
    required: ['version', 'tx_type', 'from_pub_key', 'amount', 'fee', 'sig'],
    optional: ['signed_payload'],
    missing: { amount: 'the specification has the members of a kind in payload, under payload.amount' },
  },
  TokenMetadata: {
    required: ['symbol', 'name', 'creator', 'created_at', 'updated_at'],
    optional: ['image', 'description', 'website', 'twitter', 'discord'],
  },
  TokenHolder: { required: ['address', 'balance'] },
  BalanceResponse: { required: ['balance', 'token_balances', 'lp_balances'] },
  LiquidityPool: {
    required: [
      ...[
        'pool_id',
        'token_a_symbol',
        'token_b_symbol',
        'reserve_a',
        'reserve_b',
        'total_lp',
        'fee_rate',
        'created_at',
      ],
    ],
  },
  SwapQuote: { required: ['amount_out', 'price_impact', 'path'] },
  PoolEvent: {
    required: ['event_type', 'pool_id', 'actor', 'timestamp'],
    optional: ['token_a_amount', 'token_b_amount', 'lp_amount'],
  },
  PoolStats: { required: ['pool_id', 'volume_24h', 'trades_24h', 'tvl'] },
  PriceSnapshot: {
    required: ['pool_id', 'timestamp', 'block_height', 'reserve_a', 'reserve_b', 'price_a_in_b', 'price_b_in_a'],
  },
  NftCollection: {
    required: [
      ...['collection_id', 'symbol', 'name', 'creator', 'minted', 'royalty_bps', 'royalty_recipient', 'frozen'],
      'created_at',
    ],
    optional: [
      ...['description', 'image', 'max_supply', 'public_mint', 'mint_price', 'token_gate_symbol', 'token_gate_amount'],
      'discount_pct',
    ],
  },
  NftToken: {
    required: ['collection_id', 'token_id', 'owner', 'creator', 'name', 'locked', 'minted_at', 'transferred_at'],
    optional: ['metadata_uri', 'attributes'],
  },
  Validator: {
    required: ['public_key', 'stake', 'status', 'jailed_until', 'uptime'],
    missing: { uptime: 'no rule of the chain counts the slots that a validator missed' },
  },
  FeeInfo: {
    required: [
      ...['success', 'base_fee', 'priority_fee_suggestion', 'total_fee_suggestion', 'total_fees_burned'],
      ...['target_txs_per_block', 'fee_floor'],
    ],
  },
  Finality: { required: ['finalized_height', 'tip_height', 'total_stake', 'finalized_stake'] },
  ResolvedAddress: { required: ['success', 'address', 'publicKey', 'balance'] },
  Nonce: { required: ['nonce', 'next_nonce'] },
  Burned: { required: ['burned', 'total_xrge_burned'] },
} satisfies Readonly<Record<string, ClientType>>;

export type ClientTypeName = keyof typeof clientTypes;
