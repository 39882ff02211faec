-- Everything that blocks did. Rows are only added: each names the height of its block, and a re-index deletes from a height on.
-- Accounts are addresses. Amounts are exact: quanta of XRGE (10^-9), base units of other tokens. Hashes and ids are bytes:
-- where tx_id = '\x0123...'

CREATE TABLE rouged.network (
  chain_id text NOT NULL,
  genesis_hash bytea NOT NULL,
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);

CREATE TABLE rouged.blocks (
  height bigint PRIMARY KEY,
  hash bytea NOT NULL,
  prev_hash bytea,
  time timestamptz NOT NULL,
  proposer text,
  tx_hash bytea,
  state_root bytea,
  parent_commit bytea,
  tx_count integer NOT NULL,
  fees numeric NOT NULL,
  event bigint NOT NULL,
  events integer NOT NULL
);
CREATE INDEX blocks_hash ON rouged.blocks (hash);
CREATE INDEX blocks_time ON rouged.blocks USING brin (time);
CREATE INDEX blocks_event ON rouged.blocks (event);

CREATE TABLE rouged.transactions (
  height bigint NOT NULL,
  position integer NOT NULL,
  tx_id bytea NOT NULL,
  time timestamptz NOT NULL,
  event bigint NOT NULL,
  kind text NOT NULL,
  signer text NOT NULL,
  recipient text,
  token text,
  amount numeric,
  nonce bigint NOT NULL,
  fee numeric NOT NULL,
  status text NOT NULL,
  failure text,
  payload jsonb NOT NULL,
  logs jsonb NOT NULL,
  receipt jsonb,
  PRIMARY KEY (height, position)
);
CREATE UNIQUE INDEX transactions_id ON rouged.transactions (tx_id);
CREATE INDEX transactions_signer ON rouged.transactions (signer, height DESC);
CREATE INDEX transactions_recipient ON rouged.transactions (recipient, height DESC) WHERE recipient IS NOT NULL;
CREATE INDEX transactions_kind ON rouged.transactions (kind, height DESC) WHERE kind <> 'transfer';
CREATE INDEX transactions_event ON rouged.transactions USING brin (event) WITH (autosummarize = on);
CREATE INDEX transactions_time ON rouged.transactions USING brin (time) WITH (autosummarize = on);

CREATE TABLE rouged.movements (
  height bigint NOT NULL,
  position integer NOT NULL,
  index integer NOT NULL,
  time timestamptz NOT NULL,
  reason text NOT NULL,
  sender text,
  receiver text,
  asset text NOT NULL,
  token text,
  amount numeric,
  pool_id text,
  collection_id text,
  token_id bigint,
  count integer,
  sale_price numeric,
  PRIMARY KEY (height, position, index)
);
CREATE INDEX movements_sender ON rouged.movements (sender, height DESC) WHERE sender IS NOT NULL;
CREATE INDEX movements_receiver ON rouged.movements (receiver, height DESC) WHERE receiver IS NOT NULL;
CREATE INDEX movements_token ON rouged.movements (token, height DESC) WHERE token <> 'XRGE';
CREATE INDEX movements_time ON rouged.movements USING brin (time) WITH (autosummarize = on);

CREATE TABLE rouged.balances (
  account text NOT NULL,
  token text NOT NULL,
  height bigint NOT NULL,
  event bigint NOT NULL,
  balance numeric NOT NULL,
  PRIMARY KEY (account, token, height)
);
CREATE INDEX balances_token ON rouged.balances (token, account, height DESC);
CREATE INDEX balances_height ON rouged.balances USING brin (height) WITH (autosummarize = on);
CREATE INDEX balances_event ON rouged.balances USING brin (event) WITH (autosummarize = on);

CREATE TABLE rouged.tokens (
  symbol text PRIMARY KEY,
  name text NOT NULL,
  decimals integer NOT NULL,
  creator text,
  initial_supply numeric,
  max_supply numeric,
  mintable boolean NOT NULL,
  metadata jsonb NOT NULL,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL
);

CREATE TABLE rouged.token_changes (
  height bigint NOT NULL,
  position integer NOT NULL,
  token text NOT NULL,
  kind text NOT NULL,
  account text NOT NULL,
  frozen boolean,
  metadata jsonb,
  time timestamptz NOT NULL,
  PRIMARY KEY (height, position)
);
CREATE INDEX token_changes_token ON rouged.token_changes (token, height, position);

CREATE TABLE rouged.pools (
  pool_id text PRIMARY KEY,
  number bigint NOT NULL,
  token_a text NOT NULL,
  token_b text NOT NULL,
  creator text NOT NULL,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL
);

CREATE TABLE rouged.pool_events (
  pool_id text NOT NULL,
  ordinal bigint NOT NULL,
  sequence bigint NOT NULL,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL,
  account text NOT NULL,
  type text NOT NULL,
  a_to_b boolean,
  amount_a numeric NOT NULL,
  amount_b numeric NOT NULL,
  lp numeric NOT NULL,
  reserve_a numeric NOT NULL,
  reserve_b numeric NOT NULL,
  lp_supply numeric NOT NULL,
  PRIMARY KEY (pool_id, ordinal)
);
CREATE UNIQUE INDEX pool_events_sequence ON rouged.pool_events (sequence);
CREATE INDEX pool_events_time ON rouged.pool_events (pool_id, time);
CREATE INDEX pool_events_height ON rouged.pool_events USING brin (height) WITH (autosummarize = on);

CREATE TABLE rouged.nft_collections (
  collection_id text PRIMARY KEY,
  symbol text NOT NULL,
  name text,
  creator text,
  details jsonb,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL
);

CREATE TABLE rouged.nft_tokens (
  collection_id text NOT NULL,
  token_id bigint NOT NULL,
  creator text,
  name text,
  metadata_uri text,
  attributes jsonb,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (collection_id, token_id)
);
CREATE INDEX nft_tokens_height ON rouged.nft_tokens USING brin (height) WITH (autosummarize = on);

CREATE TABLE rouged.nft_transfers (
  collection_id text NOT NULL,
  token_id bigint NOT NULL,
  height bigint NOT NULL,
  position integer NOT NULL,
  index integer NOT NULL,
  reason text NOT NULL,
  sender text,
  receiver text,
  sale_price numeric,
  time timestamptz NOT NULL,
  PRIMARY KEY (collection_id, token_id, height, position, index)
);
CREATE INDEX nft_transfers_receiver ON rouged.nft_transfers (receiver, height DESC) WHERE receiver IS NOT NULL;
CREATE INDEX nft_transfers_height ON rouged.nft_transfers USING brin (height) WITH (autosummarize = on);

-- What its creator or its owner switched: frozen of a collection, locked of a token.
CREATE TABLE rouged.nft_switches (
  height bigint NOT NULL,
  position integer NOT NULL,
  collection_id text NOT NULL,
  token_id bigint,
  kind text NOT NULL,
  is_on boolean NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (height, position)
);
CREATE INDEX nft_switches_collection ON rouged.nft_switches (collection_id, token_id, height, position);

CREATE TABLE rouged.contracts (
  address text PRIMARY KEY,
  deployer text NOT NULL,
  code_hash bytea NOT NULL,
  code_bytes bigint NOT NULL,
  height bigint NOT NULL,
  position integer NOT NULL,
  time timestamptz NOT NULL
);

CREATE TABLE rouged.contract_events (
  height bigint NOT NULL,
  position integer NOT NULL,
  index integer NOT NULL,
  event bigint NOT NULL,
  contract text NOT NULL,
  topic text NOT NULL,
  data text NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (height, position, index)
);
CREATE INDEX contract_events_contract ON rouged.contract_events (contract, event DESC);
CREATE INDEX contract_events_event ON rouged.contract_events (event);

-- Community votes are no part of blocks: these two are what the node showed last.
CREATE TABLE rouged.proposals (
  id text PRIMARY KEY,
  title text NOT NULL,
  status text NOT NULL,
  creator text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  snapshot_height bigint NOT NULL,
  yes numeric NOT NULL,
  no numeric NOT NULL,
  abstain numeric NOT NULL,
  voters integer NOT NULL,
  details jsonb NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE rouged.votes (
  proposal_id text NOT NULL REFERENCES rouged.proposals ON DELETE CASCADE,
  voter text NOT NULL,
  choice text NOT NULL,
  weight numeric NOT NULL,
  cast_at timestamptz NOT NULL,
  public_key text NOT NULL,
  signed_payload text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (proposal_id, voter)
);
CREATE INDEX votes_voter ON rouged.votes (voter);
