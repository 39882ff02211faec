/** What the index has beside what the node answers, route by route: nothing here comes from the route that the index is built from.
 *
 *  In: a node at rest, and the rows of its index. Out: how much was compared; a difference fails the test. */

import { expect } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import type { Json } from './answerShapes.js';
import { StreamClient } from './streamClient.js';

export type Rows = (text: string, values?: unknown[]) => Promise<Json[]>;

const list = (answer: Json, name: string): readonly Json[] => answer[name] as readonly Json[];

const quantaOr = (one: Json, name: string): unknown => one[`${name}_quanta`] ?? one[`${name}_units`] ?? null;

/** PostgreSQL has no U+0000. */
const storable = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '\uFFFD'));

/** The log as /api/ws sends it, beside the view of events. */
async function compareEvents(url: string, rows: Rows): Promise<number> {
  const client = await StreamClient.open(url, 'json', { from: 1 });
  await client.frame(({ type }) => type === 'resumed');
  const log = client.events.bytes.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Json);
  client.socket.terminate();
  const events = await rows('SELECT * FROM rouged.events ORDER BY event');
  const height = ({ height: own, block_height }: Json): number => Number(own ?? block_height);
  expect(events.map(({ event, type, height: at }) => [Number(event), type, Number(at)])).toEqual(
    log.map((one) => [one.seq, one.type, height(one)]),
  );
  for (const [index, one] of log.entries()) {
    const { account, amount, token } = events[index] as Json;
    if (one.type === 'balance_update')
      expect([account, token, amount]).toEqual([one.account, one.token, quantaOr(one, 'new_balance')]);
    if (one.type === 'new_transaction') expect(amount).toBe(quantaOr(one, 'amount'));
  }
  return log.length;
}

/** A movement of an answer, or of a row. */
const movement = (one: Json) => [
  ...[one.reason, one.from ?? one.sender ?? null, one.to ?? one.receiver ?? null, one.asset, one.token ?? null],
  ...[
    'amount_quanta' in one || 'amount_units' in one ? quantaOr(one, 'amount') : one.asset === 'nft' ? null : one.amount,
  ],
  ...[one.pool_id ?? null, one.collection_id ?? null, one.token_id == null ? null : Number(one.token_id)],
  one.count ?? null,
];

/** @param shown the transaction in the answer for its block; `own` in the index. */
async function compareTransaction(url: string, rows: Rows, shown: Json, own: Json): Promise<void> {
  const receipt = (await getJson(url, `/api/tx/${own.id}/receipt`)).receipt as Json;
  const { Failed: failure = null } = receipt.status as { Failed?: string };
  expect([own.id, own.status, own.kind, own.signer, own.fee, Number(own.nonce), own.failure]).toEqual([
    ...[
      shown.txId,
      shown.status,
      receipt.tx_type,
      receipt.from_address,
      receipt.fee_paid_quanta,
      receipt.nonce,
      failure,
    ],
  ]);
  expect(own.logs).toEqual(storable(receipt.logs));
  const { contract_wasm: _, ...payload } = (shown.tx as Json).payload as Json;
  expect(own.payload).toEqual(storable(payload));
  const at = [own.height, own.position];
  const moved = await rows('SELECT * FROM rouged.movements WHERE height = $1 AND position = $2 ORDER BY index', at);
  expect(moved.map(movement)).toEqual(list(shown, 'movements').map(movement));
  const emitted = await rows(
    'SELECT contract AS contract_addr, topic, data FROM rouged.contract_events WHERE height = $1 AND position = $2 ORDER BY index',
    at,
  );
  expect(emitted).toEqual(storable(receipt.contract_events ?? []));
}

async function compareBlock(url: string, rows: Rows, height: number): Promise<number> {
  const block = (await getJson(url, `/api/block/${height}`)).block as Json;
  const found = await rows(
    `SELECT encode(hash, 'hex') AS hash, encode(state_root, 'hex') AS state_root, time, fees, tx_count FROM rouged.blocks WHERE height = $1`,
    [height],
  );
  expect(found).toEqual([
    {
      ...{ hash: block.hash, state_root: block.stateRoot, tx_count: block.txCount, fees: block.totalFees_quanta },
      time: new Date(Number(block.time)),
    },
  ]);
  const transactions = await rows(
    `SELECT *, encode(tx_id, 'hex') AS id FROM rouged.transactions WHERE height = $1 ORDER BY position`,
    [height],
  );
  const shown = list(block, 'transactions');
  expect(transactions.length).toBe(shown.length);
  for (const [position, own] of transactions.entries())
    await compareTransaction(url, rows, shown[position] as Json, own);
  return transactions.length;
}

async function compareTokens(url: string, rows: Rows, height: number): Promise<number> {
  const tokens = list(await getJson(url, '/api/tokens'), 'tokens');
  const own = new Map((await rows('SELECT * FROM rouged.token_states')).map((row) => [row.symbol, row]));
  expect(own.size).toBe(tokens.length);
  for (const token of tokens) {
    expect(own.get(token.symbol)).toMatchObject({
      ...{ name: token.name, decimals: token.decimals, creator: token.creator_address, frozen: token.frozen },
      mintable: token.mintable,
    });
    const held = list(await getJson(url, `/api/token/${token.symbol}/holders`), 'holders');
    const holders = await rows('SELECT * FROM rouged.holders_at($1, $2)', [token.symbol, height]);
    const sorted = (pairs: unknown[][]): unknown[][] => pairs.sort((one, two) => (String(one) < String(two) ? -1 : 1));
    expect(sorted(holders.map(({ account, balance }) => [account, balance]))).toEqual(
      sorted(held.map((holder) => [holder.account_address, quantaOr(holder, 'balance')])),
    );
  }
  return tokens.length;
}

const MINUTE_CANDLES = '1m';
/** A double of the node and a decimal of the index that mean the same price. */
const same = (one: unknown, other: unknown): boolean =>
  Math.abs(Number(one) - Number(other)) <= 1e-9 * Math.abs(Number(other));

async function comparePools(url: string, rows: Rows): Promise<number> {
  const pools = list(await getJson(url, '/api/pools'), 'pools');
  const own = await rows('SELECT * FROM rouged.pool_states');
  expect(own.length).toBe(pools.length);
  for (const pool of pools) {
    const id = String(pool.pool_id);
    const state = own.find(({ pool_id }) => pool_id === id);
    expect([state?.reserve_a, state?.reserve_b]).toEqual([quantaOr(pool, 'reserve_a'), quantaOr(pool, 'reserve_b')]);
    const events = list(await getJson(url, `/api/pool/${id}/events?limit=1000`), 'events');
    const stored = await rows(
      `SELECT e.*, encode(t.tx_id, 'hex') AS id FROM rouged.pool_events e JOIN rouged.transactions t USING (height, position)
         WHERE pool_id = $1 ORDER BY ordinal DESC`,
      [id],
    );
    expect(stored.map((event) => [event.id, event.type, event.account, event.amount_a, event.amount_b])).toEqual(
      events.map((event) => [
        ...[
          event.tx_hash,
          event.event_type,
          event.user_address,
          quantaOr(event, 'amount_a'),
          quantaOr(event, 'amount_b'),
        ],
      ]),
    );
    const shown = list(await getJson(url, `/api/pool/${id}/candles?interval=${MINUTE_CANDLES}&limit=1000`), 'candles');
    const candles = new Map(
      (await rows('SELECT * FROM rouged.candles_by_minute WHERE pool_id = $1', [id])).map((candle) => [
        (candle.start as Date).getTime() / 1_000,
        candle,
      ]),
    );
    const full = shown.filter(({ events: count }) => Number(count) > 0);
    expect(candles.size).toBe(full.length);
    for (const candle of full) {
      const mine = candles.get(Number(candle.timestamp));
      for (const name of ['open', 'high', 'low', 'close'])
        expect(same(mine?.[name], candle[name]), `${name} of ${id}: ${mine?.[name]} and ${candle[name]}`).toBe(true);
      expect([mine?.volume_a, mine?.volume_b, Number(mine?.swaps)]).toEqual([
        ...[quantaOr(candle, 'volume_a'), quantaOr(candle, 'volume_b'), candle.swaps],
      ]);
    }
  }
  return pools.length;
}

async function compareNfts(url: string, rows: Rows): Promise<number> {
  const collections = list(await getJson(url, '/api/nft/collections'), 'collections');
  const own = await rows('SELECT * FROM rouged.nft_collections');
  expect(own.map(({ collection_id, symbol, name, creator }) => [collection_id, symbol, name, creator]).sort()).toEqual(
    collections.map((one) => [one.collection_id, one.symbol, one.name, one.creator_address]).sort(),
  );
  let compared = 0;
  for (const { collection_id } of collections) {
    const tokens = list(await getJson(url, `/api/nft/collection/${collection_id}/tokens`), 'tokens');
    const owned = await rows(
      'SELECT * FROM rouged.nft_owners WHERE collection_id = $1 AND owner IS NOT NULL ORDER BY token_id',
      [collection_id],
    );
    const facts = (one: Json, owner: unknown) => [
      ...[Number(one.token_id), owner, one.name, one.metadata_uri, one.locked, one.attributes],
    ];
    expect(owned.map((one) => facts(one, one.owner))).toEqual(tokens.map((one) => facts(one, one.owner_address)));
    compared += tokens.length;
  }
  return compared;
}

async function compareContracts(url: string, rows: Rows): Promise<number> {
  const contracts = list(await getJson(url, '/api/contracts?limit=500'), 'contracts');
  const own = await rows(`SELECT *, encode(code_hash, 'hex') AS code FROM rouged.contracts`);
  expect(own.map(({ address, deployer }) => [address, deployer]).sort()).toEqual(
    contracts.map(({ address, deployer_address }) => [address, deployer_address]).sort(),
  );
  return contracts.length;
}

/** Community votes: proposals with their count, and every vote. */
export async function compareVotes(url: string, rows: Rows): Promise<number> {
  const proposals = list(await getJson(url, '/api/regen/proposals'), 'proposals');
  const own = await rows('SELECT * FROM rouged.proposals');
  const facts = (one: Json, tally: Json) => [one.id, one.title, one.status, tally.yes, tally.no, tally.abstain];
  expect(own.map((one) => facts(one, one)).sort()).toEqual(
    proposals.map((one) => facts(one, one.tally as Json)).sort(),
  );
  let compared = 0;
  for (const { id } of proposals) {
    const votes = list(await getJson(url, `/api/regen/proposals/${id}`), 'votes');
    const stored = await rows('SELECT * FROM rouged.votes WHERE proposal_id = $1', [id]);
    expect(
      stored.map((one) => [one.voter, one.choice, one.weight, (one.cast_at as Date).getTime(), one.signature]).sort(),
    ).toEqual(votes.map((one) => [one.voter, one.choice, one.weightQuanta, one.castAtMs, one.signature]).sort());
    compared += votes.length;
  }
  return compared;
}

/** Everything. The node rests at the height of the index. */
export async function compareIndex(url: string, rows: Rows) {
  const height = Number((await getJson(url, '/api/health')).height);
  const blocks = await rows('SELECT height FROM rouged.blocks ORDER BY height');
  expect(blocks.map((block) => Number(block.height))).toEqual(Array.from({ length: height + 1 }, (_, at) => at));
  let transactions = 0;
  for (let at = 0; at <= height; at++) transactions += await compareBlock(url, rows, at);
  return {
    blocks: blocks.length,
    transactions,
    events: await compareEvents(url, rows),
    tokens: await compareTokens(url, rows, height),
    pools: await comparePools(url, rows),
    nfts: await compareNfts(url, rows),
    contracts: await compareContracts(url, rows),
  };
}
