/** The reads of the chapters System and Blocks, over HTTP from a real node: each member by its value, each page by its
 *  place, and the chain proven from the answers alone. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import type { BlockShape, BlocksShape, Json, TxShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { field, hex, join, merkle, message, sha } from '../vectors/independent.js';

const alice = signingActor('blocks: alice');
const bob = actor('blocks: bob');

/** More than the 100 blocks that a list has at most. */
const EMPTY_BLOCKS = 105;
const TRANSFERS = 8;
const FEE = 0.1;
const FEE_QUANTA = 1e8;
/** Two starts and a hundred blocks, beside other tests. */
const SLOW_MACHINE_MS = 240_000;

let node: LiveNode;
let api: CheckedApi;

/** First a chain of empty blocks; then, after a restart with a long heartbeat, transactions and no further block. */
beforeAll(async () => {
  const genesis = {
    allocations: [
      { address: alice.address, amount: '1000' },
      { address: alice.address, amount: '500', token: 'GOLD' },
    ],
  };
  const first = await startNode({ genesis, blockTimeMs: 10, flags: ['--heartbeat-ms', '10'] });
  const early = await ChainWatch.open(first.url);
  const sent = [
    signedTransfer(alice, BURN_ADDRESS, '0.25'),
    signedTransfer(alice, BURN_ADDRESS, '10', { token: 'GOLD' }),
  ];
  while (sent.length < TRANSFERS) sent.push(signedTransfer(alice, bob.address, '1'));
  await early.height(EMPTY_BLOCKS);
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  node = await startNode({ dataDir: first.dataDir, flags: ['--heartbeat-ms', '3600000', '--node-name', 'reader'] });
  api = new CheckedApi(node.url);
  const watch = await ChainWatch.open(node.url);
  await Promise.all(sent.map(({ body }) => api.post('/api/v2/transfer', body)));
  const included = await Promise.all(sent.map(({ txId }) => watch.included(txId)));
  const last = Math.max(...included.map((frame) => watch.frames.indexOf(frame)));
  await watch.first((frame) => frame.type === 'new_block' && frame.tx_count === 0, last);
  await watch.close();
}, SLOW_MACHINE_MS);

afterAll(() => node?.remove());

const tipHeight = async (): Promise<number> => Number((await api.get('/api/health')).height);

describe('System', () => {
  test('GET /api/health', async () => {
    const { height, ...rest } = await api.get('/api/health');
    expect(rest).toEqual({ status: 'ok', chain_id: LIVE_CHAIN_ID });
    expect(height).toBeGreaterThan(EMPTY_BLOCKS);
  });

  test('GET /api/stats has every member that the specification names, each with its value', async () => {
    const stats = await api.get('/api/stats');
    const { blocks } = await api.get<BlocksShape>('/api/blocks?limit=1');
    const tip = await tipHeight();
    expect(stats).toMatchObject({
      connected_peers: 0,
      network_height: tip,
      is_mining: true,
      node_id: node.address,
      chain_id: LIVE_CHAIN_ID,
      finalized_height: tip,
      ws_clients: 0,
      node_name: 'reader',
      base_fee: FEE,
      state_root: blocks[0]?.header.state_root,
      proposer_selection_activation_height: 1,
      designated_proposer_next_height: tip + 1,
      proposer_selection_active_next: true,
      designated_proposer_next: node.publicKey,
      fees_in_last_block: 0,
      mempool_size: 0,
      total_transactions: TRANSFERS,
      total_fees_collected: (TRANSFERS * FEE_QUANTA) / 1e9,
      total_fees_collected_quanta: String(TRANSFERS * FEE_QUANTA),
      total_fees_burned_quanta: String((TRANSFERS * FEE_QUANTA) / 2),
    });
    const schedule = stats.upgrade_schedule as Json;
    expect(schedule).toMatchObject({ network: LIVE_CHAIN_ID, tx_uniqueness: 1, token_minting: 1, faucet_mint: false });
  });

  test('GET /api/burned, /api/burn-address', async () => {
    expect(await api.get('/api/burned')).toEqual({
      success: true,
      burned: { XRGE: 0.25, GOLD: 10 },
      burned_units: { XRGE: '250000000', GOLD: '10' },
      total_xrge_burned: 0.25,
      total_xrge_burned_quanta: '250000000',
      total_fees_burned: (TRANSFERS * FEE_QUANTA) / 2 / 1e9,
      total_fees_burned_quanta: String((TRANSFERS * FEE_QUANTA) / 2),
    });
    // Everything minted is held, was burned, or was burned as a fee.
    const stats = await api.get('/api/stats');
    for (const [symbol, burned] of [
      ['XRGE', '250000000'],
      ['GOLD', '10'],
    ] as const) {
      const unit = symbol === 'XRGE' ? 'quanta' : 'units';
      const holders = await api.get(`/api/token/${symbol}/holders`);
      const { tokens } = await api.get<{ tokens: Json[] }>('/api/tokens');
      const token = tokens.find((each) => each.symbol === symbol) ?? {};
      expect([token[`burned_${unit}`], holders[`burned_supply_${unit}`]]).toEqual([burned, burned]);
      const fees = symbol === 'XRGE' ? stats.total_fees_burned_quanta : undefined;
      expect([token.total_fees_burned_quanta, holders.total_fees_burned_quanta]).toEqual([fees, fees]);
      for (const answer of [token, holders]) {
        const units = (name: string) => BigInt(String(answer[`${name}_${unit}`]));
        expect(units('total_supply') - units('circulating_supply')).toBe(BigInt(burned) + BigInt(String(fees ?? 0)));
      }
    }
    expect(await api.get('/api/burn-address')).toMatchObject({
      burnAddress: BURN_ADDRESS,
      burn_address: BURN_ADDRESS,
      description: expect.any(String),
    });
    expect(BURN_ADDRESS).toBe('XRGE_BURN_0x000000000000000000000000000000000000000000000000000000000000DEAD');
  });

  test('GET /api/fee', async () => {
    expect(await api.get('/api/fee')).toEqual({
      success: true,
      free_bytes: 16_384,
      fee_per_byte: 0.000001,
      fee_per_byte_quanta: '1000',
      base_fee: FEE,
      base_fee_quanta: '100000000',
      priority_fee_suggestion: 0.01,
      priority_fee_suggestion_quanta: '10000000',
      total_fee_suggestion: 0.11,
      total_fee_suggestion_quanta: '110000000',
      total_fees_burned: (TRANSFERS * FEE_QUANTA) / 2 / 1e9,
      total_fees_burned_quanta: String((TRANSFERS * FEE_QUANTA) / 2),
      target_txs_per_block: 10,
      fee_floor: 0.1,
      fee_floor_quanta: '100000000',
      fee_ceiling: 0.1,
      fee_ceiling_quanta: '100000000',
      fees: expect.objectContaining({ transfer: FEE, stake: 0.1, faucet: 0 }),
      fees_quanta: expect.objectContaining({ transfer: '100000000', stake: '100000000', faucet: '0' }),
    });
  });
});

const heights = ({ blocks }: BlocksShape): number[] => blocks.map(({ header }) => header.height);
const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => (last >= first ? first + index : first - index));

describe('GET /api/blocks', () => {
  const blocks = (query: string): Promise<BlocksShape> => api.get<BlocksShape>(`/api/blocks${query}`);

  test('gives the latest blocks, ascending: 50, or as many as asked for, at most 100', async () => {
    const tip = await tipHeight();
    for (const [query, count] of [
      ['', 50],
      ['?limit=7', 7],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=99999999999999999999', 100],
      ['?limit=1', 1],
      ['?offset=5&limit=3', 3],
    ] as const) {
      const answer = await blocks(query);
      expect(heights(answer), query).toEqual(range(tip - count + 1, tip));
      expect(answer, query).toEqual({ blocks: answer.blocks, total_height: tip });
    }
    for (const wrong of ['limit=0', 'limit=-3', 'page=1&per_page=0'])
      expect((await api.send(`/api/blocks?${wrong}`)).json?.error, wrong).toMatch(
        / must be a whole number from 1 upwards$/,
      );
  });

  test('from_height gives an ascending range, more than 100 of it', async () => {
    const tip = await tipHeight();
    expect(tip).toBeGreaterThan(105);
    for (const [query, first, last] of [
      ['?from_height=0&limit=1000', 0, tip],
      ['?from_height=0&limit=103', 0, 102],
      ['?from_height=0', 0, 49],
      ['?from_height=3&limit=2', 3, 4],
      ['?from_height=1&limit=5000', 1, tip],
      [`?from_height=${tip}`, tip, tip],
    ] as const) {
      const answer = await blocks(query);
      expect(heights(answer), query).toEqual(range(first, last));
      expect(answer.total_height).toBe(tip);
    }
    expect(await blocks(`?from_height=${tip + 1}`)).toEqual({ blocks: [], total_height: tip });
    const declared = routes.find(({ description }) => description.path === '/api/blocks')?.description;
    expect(declared?.query?.properties.limit).toMatchObject({ default: 50, maximum: 1_000 });
  });

  test('page counts from the tip, newest first, ten a page', async () => {
    const tip = await tipHeight();
    const pages = Math.ceil((tip + 1) / 10);
    const first = await blocks('?page=1');
    expect(heights(first)).toEqual(range(tip, tip - 9));
    expect([first.total_height, first.page, first.total_pages]).toEqual([tip, 1, pages]);
    expect(heights(await blocks('?page=2&per_page=4'))).toEqual(range(tip - 4, tip - 7));
    expect(heights(await blocks('?page=2&per_page=4&limit=1&from_height=0'))).toEqual(range(tip - 4, tip - 7));
    expect(heights(await blocks(`?page=1&per_page=5000`))).toEqual(range(tip, tip - 99));
    const last = await blocks(`?page=${pages}`);
    expect(heights(last)).toEqual(range((tip + 1) % 10 === 0 ? 9 : tip % 10, 0));
    expect(await blocks(`?page=${pages + 1}`)).toEqual({
      blocks: [],
      total_height: tip,
      page: pages + 1,
      total_pages: pages,
    });
    const all: number[] = [];
    for (let page = 1; page <= pages; page++) all.push(...heights(await blocks(`?page=${page}`)));
    expect(all).toEqual(range(tip, 0));
  });

  test.each(['limit=1.5', 'limit=x', 'limit=', 'page=0', 'page=-1', 'from_height=-1', 'limit=1&limit=2', 'limit=%ff'])(
    '%s is refused',
    async (query) => {
      const { status, json } = await api.send(`/api/blocks?${query}`);
      expect([status, json?.code]).toEqual([400, 'malformed_parameter']);
    },
  );

  test('from these answers alone the whole chain can be proven', async () => {
    const { blocks: chain } = await blocks('?from_height=0&limit=1000');
    let signatures = 0;
    for (const [height, block] of chain.entries()) {
      const { header, proposer_sig: seal, txs, hash, parent_certificate: certificate } = block;
      expect(header).toMatchObject({ version: 1, chain_id: LIVE_CHAIN_ID, height });
      expect(block).toMatchObject({ version: 1, tx_count: txs.length, fees: (txs.length * FEE_QUANTA) / 1e9 });
      expect(hex(sha(JSON.stringify(header), seal))).toBe(hash);
      const leaves = txs.map(({ sig, from_pub_key, signed_payload }) => {
        const id = sha(fromHex(from_pub_key) ?? '', signed_payload);
        return sha(Buffer.from([0]), id, sha(fromHex(sig) ?? ''));
      });
      expect(hex(merkle(leaves))).toBe(header.tx_hash);
      if (height === 0) continue;
      expect(header.prev_hash).toBe(chain[height - 1]?.hash);
      expect(header.proposer_pub_key).toBe(node.publicKey);
      const checked = height > chain.length - 4 || height < 3;
      if (checked) expect(verify(seal, JSON.stringify(header), node.publicKey)).toBe(true);
      if (height === 1) continue;
      const votes = certificate?.precommit_votes ?? [];
      expect([certificate?.height, certificate?.block_hash]).toEqual([height - 1, header.prev_hash]);
      const parts = votes.map((vote) =>
        message(3, join(field(1, fromHex(vote.voter_pub_key) ?? ''), field(2, fromHex(vote.signature) ?? ''))),
      );
      expect(hex(sha(field(1, height - 1), field(2, fromHex(header.prev_hash) ?? ''), ...parts))).toBe(
        header.parent_commit,
      );
      const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=${LIVE_CHAIN_ID}|type=precommit|height=${height - 1}|round=0|block=${header.prev_hash}`;
      if (checked) for (const vote of votes) expect(verify(vote.signature, text, vote.voter_pub_key)).toBe(true);
      if (checked) signatures += 1 + votes.length;
    }
    expect(chain.length).toBeGreaterThan(EMPTY_BLOCKS);
    expect(signatures).toBeGreaterThanOrEqual(8);
  });
});

const verify = (signature: string, text: string, key: string): boolean =>
  nobleBackend.verify(fromHex(signature) ?? new Uint8Array(), utf8(text), fromHex(key) ?? new Uint8Array());

describe('other reads of blocks', () => {
  test('GET /api/blocks/summary counts what is there, in each range', async () => {
    const tip = await tipHeight();
    for (const [query, name, interval, span] of [
      ['', '24h', 3_600_000, 24 * 3_600_000],
      ['?range=1h', '1h', 300_000, 3_600_000],
      ['?range=24h', '24h', 3_600_000, 24 * 3_600_000],
      ['?range=7d', '7d', 86_400_000, 7 * 86_400_000],
    ] as const) {
      const summary = await api.get<{
        startTime: number;
        endTime: number;
        points: { timestamp: number; blocks: number; transactions: number }[];
      }>(`/api/blocks/summary${query}`);
      expect(summary).toMatchObject({ success: true, range: name, intervalMs: interval });
      const { startTime, endTime, points } = summary;
      expect(endTime - startTime).toBeGreaterThanOrEqual(span);
      expect(points.map(({ timestamp }) => timestamp)).toEqual(
        Array.from({ length: points.length }, (_, index) => startTime + index * interval),
      );
      expect(startTime % interval).toBe(0);
      expect(points.at(-1)?.timestamp).toBeGreaterThan(endTime - interval);
      // The genesis block's time is its file's; the blocks and transactions were all made just now.
      const sum = (pick: (point: (typeof points)[number]) => number) => points.reduce((all, at) => all + pick(at), 0);
      expect(sum((point) => point.blocks)).toBe(tip);
      expect(sum((point) => point.transactions)).toBe(TRANSFERS);
    }
    const bad = await api.send('/api/blocks/summary?range=1y');
    expect([bad.status, bad.json?.error]).toEqual([400, 'range must be one of 1h, 24h, 7d']);
  });

  test('GET /api/block/:height is the same block as in the list', async () => {
    const tip = await tipHeight();
    const { blocks } = await api.get<BlocksShape>('/api/blocks?from_height=0&limit=1000');
    for (const listed of [blocks[0], blocks[1], blocks.find(({ txs }) => txs.length > 0), blocks[tip]]) {
      const { block } = await api.get<{
        block: Json & { transactions: { txId: string; status: string; tx: TxShape }[] };
      }>(`/api/block/${listed?.header.height}`);
      const { header } = listed as BlockShape;
      expect(block).toMatchObject({
        height: header.height,
        hash: listed?.hash,
        prevHash: header.prev_hash,
        time: header.time,
        proposer: header.proposer_pub_key,
        txHash: header.tx_hash,
        stateRoot: header.state_root ?? null,
        txCount: listed?.txs.length,
        totalFees: listed?.fees,
        totalFees_quanta: listed?.fees_quanta,
      });
      expect(block.transactions.map(({ tx, txId, status }) => ({ ...tx, txId, status }))).toEqual(listed?.txs);
      for (const { txId } of block.transactions)
        expect(await api.get(`/api/tx/${txId}`)).toMatchObject({ txId, blockHeight: header.height });
    }
    const missing = await api.send(`/api/block/${tip + 1}`);
    expect([missing.status, missing.json?.code]).toEqual([404, 'not_found']);
    for (const bad of ['x', '-1', '1.5', '99999999999999999999']) {
      const { status, json } = await api.send(`/api/block/${bad}`);
      expect([bad, status, json?.code]).toEqual([bad, 400, 'malformed_parameter']);
    }
  });
});

describe('blocks without their bulk', () => {
  test('GET /api/blocks/headers: newest first, any range, never more than a hundred', async () => {
    const tip = await tipHeight();
    const { blocks } = await api.get<BlocksShape>('/api/blocks?from_height=0&limit=1000');
    const expected = blocks.map(({ header, hash, txs, fees, fees_quanta }) => ({
      height: header.height,
      hash,
      time: header.time,
      proposerAddress: header.height === 0 ? null : node.address,
      stateRoot: header.state_root ?? null,
      txCount: txs.length,
      totalFees: fees,
      totalFees_quanta: fees_quanta,
    }));
    const list = async (query: string) => (await api.get<{ headers: Json[] }>(`/api/blocks/headers?${query}`)).headers;
    expect(await list('limit=100')).toEqual(expected.slice(-100).reverse());
    expect(await list(`limit=2&before=${tip}`)).toEqual(expected.slice(tip - 2, tip).reverse());
    expect(await list('limit=5&before=1')).toEqual([expected[0]]);
    expect(await list(`limit=1&before=${tip + 1_000}`)).toEqual([expected[tip]]);
    const bad = await api.send('/api/blocks/headers?before=0');
    expect([bad.status, bad.json?.code]).toEqual([400, 'malformed_parameter']);
  });

  test('GET /api/block/:height?offset&limit is a part of its transactions; the counts are of all', async () => {
    const { blocks } = await api.get<BlocksShape>('/api/blocks?from_height=0&limit=1000');
    const full = blocks.reduce((most, block) => (block.txs.length > most.txs.length ? block : most));
    type Part = { block: { txCount: number; transactions: { txId: string; status: string }[] } };
    const part = async (query: string) => (await api.get<Part>(`/api/block/${full.header.height}${query}`)).block;
    const { transactions, txCount } = await part('');
    expect([transactions.length, txCount]).toEqual([full.txs.length, full.txs.length]);
    expect(transactions.every(({ status }) => status === 'success')).toBe(true);
    for (const [offset, limit] of [
      [0, 1],
      [0, 1_000_000],
      [1, 2],
      [txCount, 5],
      [1_000_000, 1],
    ] as const) {
      const found = await part(`?offset=${offset}&limit=${limit}`);
      expect(found).toEqual({ ...found, txCount, transactions: transactions.slice(offset, offset + limit) });
    }
    for (const query of ['limit=0', 'offset=-1', 'limit=x'])
      expect((await api.send(`/api/block/1?${query}`)).status, query).toBe(400);
  });

  test('GET /api/block/hash/:hash tells the height', async () => {
    const { blocks } = await api.get<BlocksShape>('/api/blocks?from_height=0&limit=3');
    for (const { hash, header } of blocks)
      expect(await api.get(`/api/block/hash/${hash.toUpperCase()}`)).toEqual({
        success: true,
        hash,
        height: header.height,
      });
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    expect((await api.send(`/api/block/hash/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await api.send('/api/block/hash/xyz')).status).toBe(400);
  });
});

test('GET /api/peers: none, truthfully', async () => {
  const nobody = { peers: [], peer_details: [], count: 0, details: [], bans: [], network_height: null };
  expect(await api.get('/api/peers')).toEqual({ success: true, ...nobody });
});

test('GET /api/stats tells what the verify pool does', async () => {
  const { verify_pool } = await api.get<{ verify_pool: Record<string, number> }>('/api/stats');
  expect(verify_pool).toMatchObject({ workers: 1, queued: 0, lost_packets: 0 });
  expect(verify_pool.verified).toBeGreaterThanOrEqual(TRANSFERS);
  expect(verify_pool.signed).toBeGreaterThan(0);
});

test('every read of these chapters was checked against the schema of its route', () => {
  const reads = [
    ...['health', 'stats', 'burned', 'burn-address', 'fee', 'blocks', 'blocks/summary', 'blocks/headers'],
    ...['block/:height', 'block/hash/:block_hash', 'peers'],
  ];
  expect(reads.filter((name) => !api.checked.has(`GET /api/${name}`))).toEqual([]);
  expect(api.failures).toBe(3 + 8 + 1 + 5 + 1 + 3 + 2);
});
