-- What people ask for first. Views of one account, token or pool are cheap: they begin from an index.

-- Every event of the log by its number, as /api/ws numbers them.
CREATE VIEW rouged.events AS
  SELECT event, height, 'new_block' AS type, NULL::integer AS position, NULL::integer AS index, proposer AS account, NULL::text AS token,
         NULL::numeric AS amount
    FROM rouged.blocks WHERE height > 0
  UNION ALL
  SELECT event, height, 'new_transaction', position, NULL, signer, token, amount FROM rouged.transactions
  UNION ALL
  SELECT event, height, 'contract_event', position, index, contract, NULL, NULL FROM rouged.contract_events
  UNION ALL
  SELECT event, height, 'balance_update', NULL, NULL, account, token, balance FROM rouged.balances WHERE height > 0;

CREATE VIEW rouged.receipts AS
  SELECT height, position, tx_id, time, kind, signer, nonce, fee, status, failure, logs, receipt FROM rouged.transactions;

CREATE VIEW rouged.logs AS
  SELECT t.height, t.position, (l.ordinality - 1)::integer AS index, t.tx_id, t.time, l.value ->> 'event_type' AS event_type,
         l.value -> 'data' AS data
    FROM rouged.transactions t CROSS JOIN LATERAL jsonb_array_elements(t.logs) WITH ORDINALITY AS l;

-- Each change of a balance with what it was changed by: with shares of fees and returned stakes, which no transaction moves.
CREATE VIEW rouged.account_history AS
  SELECT b.account, b.token, b.height, k.time,
         b.balance - coalesce(lag(b.balance) OVER (PARTITION BY b.account, b.token ORDER BY b.height), 0) AS change,
         b.balance
    FROM rouged.balances b JOIN rouged.blocks k USING (height);

-- What transactions moved to and from an account, with its balance after the block.
CREATE VIEW rouged.account_movements AS
  SELECT s.account, s.height, s.position, s.index, s.time, t.tx_id, t.kind, s.reason, s.change, s.token, s.other,
         (SELECT b.balance FROM rouged.balances b
           WHERE b.account = s.account AND b.token = s.token AND b.height <= s.height ORDER BY b.height DESC LIMIT 1) AS balance
    FROM (
      SELECT sender AS account, height, position, index, time, reason, -amount AS change, token, receiver AS other
        FROM rouged.movements WHERE asset = 'token' AND sender IS NOT NULL
      UNION ALL
      SELECT receiver, height, position, index, time, reason, amount, token, sender
        FROM rouged.movements WHERE asset = 'token' AND receiver IS NOT NULL
    ) s JOIN rouged.transactions t USING (height, position);

CREATE VIEW rouged.current_balances AS
  SELECT DISTINCT ON (account, token) account, token, height, balance
    FROM rouged.balances ORDER BY account, token, height DESC;

-- Holders of a token after a block, the greatest first.
CREATE FUNCTION rouged.holders_at(of_token text, at_height bigint)
  RETURNS TABLE (account text, balance numeric) LANGUAGE sql STABLE AS $$
    SELECT h.account, h.balance FROM (
      SELECT DISTINCT ON (b.account) b.account, b.balance
        FROM rouged.balances b WHERE b.token = of_token AND b.height <= at_height
        ORDER BY b.account, b.height DESC
    ) h WHERE h.balance > 0 ORDER BY h.balance DESC, h.account
  $$;

-- Accounts that hold some of a token at the end of each day on which that changed.
CREATE VIEW rouged.holders_by_day AS
  SELECT token, day, (sum(sum(step)) OVER (PARTITION BY token ORDER BY day))::bigint AS holders
    FROM (
      SELECT b.token, (k.time AT TIME ZONE 'UTC')::date AS day,
             (b.balance > 0)::integer
               - (coalesce(lag(b.balance) OVER (PARTITION BY b.token, b.account ORDER BY b.height), 0) > 0)::integer AS step
        FROM rouged.balances b JOIN rouged.blocks k USING (height)
    ) s GROUP BY token, day;

-- What was moved between accounts each day, by token; fees are apart.
CREATE VIEW rouged.volume_by_day AS
  SELECT (time AT TIME ZONE 'UTC')::date AS day, token, reason, count(*) AS movements, sum(amount) AS volume
    FROM rouged.movements WHERE asset = 'token' GROUP BY 1, 2, 3;

CREATE VIEW rouged.transactions_by_day AS
  SELECT (time AT TIME ZONE 'UTC')::date AS day, kind, status, count(*) AS transactions, sum(fee) AS fees,
         count(DISTINCT signer) AS signers
    FROM rouged.transactions GROUP BY 1, 2, 3;

CREATE VIEW rouged.pool_states AS
  SELECT p.pool_id, p.number, p.token_a, p.token_b, p.creator, p.time AS created_at, e.time AS changed_at,
         e.reserve_a, e.reserve_b, e.lp_supply, e.ordinal + 1 AS events
    FROM rouged.pools p CROSS JOIN LATERAL (
      SELECT * FROM rouged.pool_events x WHERE x.pool_id = p.pool_id ORDER BY x.ordinal DESC LIMIT 1
    ) e;

-- Units of what a price is quoted in: XRGE as XRGE, other tokens as base units.
CREATE FUNCTION rouged.shown_units(token text) RETURNS numeric LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN token = 'XRGE' THEN 1000000000 ELSE 1 END::numeric $$;

-- Candles of a width: prices are B for one A. A bucket opens at the price of the event before it; its high and low include that price.
CREATE FUNCTION rouged.candles(of_pool text, width interval, since timestamptz DEFAULT '-infinity', until timestamptz DEFAULT 'infinity')
  RETURNS TABLE (pool_id text, start timestamptz, open numeric, high numeric, low numeric, close numeric,
                 volume_a numeric, volume_b numeric, swaps bigint, events bigint)
  LANGUAGE sql STABLE AS $$
    WITH priced AS (
      SELECT e.pool_id, e.ordinal, date_bin(width, e.time, '1970-01-05T00:00:00Z') AS bucket, e.type, e.amount_a, e.amount_b,
             e.reserve_b * rouged.shown_units(p.token_a) / (e.reserve_a * rouged.shown_units(p.token_b)) AS price
        FROM rouged.pool_events e JOIN rouged.pools p USING (pool_id)
        WHERE e.pool_id = of_pool AND e.time < until
          AND e.ordinal >= coalesce((SELECT max(x.ordinal) FROM rouged.pool_events x WHERE x.pool_id = of_pool AND x.time < since), 0)
    ), opened AS (
      SELECT *, coalesce(lag(price) OVER (ORDER BY ordinal), price) AS before FROM priced
    )
    SELECT o.pool_id, o.bucket, (array_agg(o.before ORDER BY o.ordinal))[1], greatest(max(o.price), (array_agg(o.before ORDER BY o.ordinal))[1]),
           least(min(o.price), (array_agg(o.before ORDER BY o.ordinal))[1]), (array_agg(o.price ORDER BY o.ordinal DESC))[1],
           coalesce(sum(o.amount_a) FILTER (WHERE o.type = 'Swap'), 0), coalesce(sum(o.amount_b) FILTER (WHERE o.type = 'Swap'), 0),
           count(*) FILTER (WHERE o.type = 'Swap'), count(*)
      FROM opened o WHERE o.bucket >= since OR since = '-infinity' GROUP BY o.pool_id, o.bucket ORDER BY o.bucket
  $$;

CREATE VIEW rouged.candles_by_minute AS
  SELECT c.* FROM rouged.pools p CROSS JOIN LATERAL rouged.candles(p.pool_id, '1 minute') c;
CREATE VIEW rouged.candles_by_hour AS
  SELECT c.* FROM rouged.pools p CROSS JOIN LATERAL rouged.candles(p.pool_id, '1 hour') c;
CREATE VIEW rouged.candles_by_day AS
  SELECT c.* FROM rouged.pools p CROSS JOIN LATERAL rouged.candles(p.pool_id, '1 day') c;

-- Tokens with the latest of what is told about them.
CREATE VIEW rouged.token_states AS
  SELECT t.symbol, t.name, t.decimals, t.creator, t.initial_supply, t.max_supply, t.mintable, t.height, t.time AS created_at,
         coalesce((SELECT c.frozen FROM rouged.token_changes c WHERE c.token = t.symbol AND c.frozen IS NOT NULL
                    ORDER BY c.height DESC, c.position DESC LIMIT 1), false) AS frozen,
         (SELECT c.account FROM rouged.token_changes c WHERE c.token = t.symbol AND c.kind = 'claim_token_metadata'
           ORDER BY c.height, c.position LIMIT 1) AS claimed_by
    FROM rouged.tokens t;

-- Owners of NFTs now; burned ones have none.
CREATE VIEW rouged.nft_owners AS
  SELECT n.collection_id, n.token_id, n.creator, n.name, n.metadata_uri, n.attributes, n.time AS minted_at, l.receiver AS owner,
         l.time AS transferred_at,
         coalesce((SELECT s.is_on FROM rouged.nft_switches s
                    WHERE s.collection_id = n.collection_id AND s.token_id = n.token_id AND s.kind = 'nft_lock'
                    ORDER BY s.height DESC, s.position DESC LIMIT 1), false) AS locked
    FROM rouged.nft_tokens n CROSS JOIN LATERAL (
      SELECT * FROM rouged.nft_transfers x WHERE x.collection_id = n.collection_id AND x.token_id = n.token_id
        ORDER BY x.height DESC, x.position DESC, x.index DESC LIMIT 1
    ) l;
