/** Every read of the chapters System, Blocks, Transactions, Wallet and accounts, over HTTP from a real node: each member
 *  by its value, each page by its place, and the chain proven from the answers alone. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi, routeNames } from '../support/checkedApi.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { field, hex, join, merkle, message, sha } from '../vectors/independent.js';

const alice = signingActor('reads: alice');
const bob = actor('reads: bob');
const stranger = actor('reads: nobody');

/** The API shows one block at most in two ways and 100 in a list: one more than that. */
const EMPTY_BLOCKS = 105;
/** More than the default page of transactions. */
const MANY = 205;
/** So many are sent one after the other, the rest at once. */
const IN_ORDER = 4;
/** Two starts, a hundred blocks and two hundred signatures, beside other tests. */
const SLOW_MACHINE_MS = 240_000;
const FEE = 0.1;

type Json = Readonly<Record<string, unknown>>;
interface Header extends Json {
  readonly height: number;
  readonly prev_hash: string;
  readonly tx_hash: string;
  readonly parent_commit?: string;
}
interface Tx extends Json {
  readonly sig: string;
  readonly signed_payload: string;
  readonly from_pub_key: string;
  readonly nonce: number;
}
interface Block extends Json {
  readonly header: Header;
  readonly txs: readonly Tx[];
  readonly hash: string;
  readonly proposer_sig: string;
  readonly parent_certificate?: {
    readonly height: number;
    readonly block_hash: string;
    readonly precommit_votes: readonly { readonly voter_pub_key: string; readonly signature: string }[];
  };
}
interface Blocks {
  readonly blocks: readonly Block[];
  readonly total_height: number;
  readonly page?: number;
  readonly total_pages?: number;
}
interface Wrapper extends Json {
  readonly txId: string;
  readonly blockHeight: number;
  readonly tx: Tx;
}

let node: LiveNode;
let api: CheckedApi;
/** Height at the restart. */
let emptyTip = 0;
const sent: Signed[] = [];
/** Identities of `sent` in the order of the chain, oldest first. */
let inOrder: readonly string[] = [];

const order = (to: string, amount: string, token?: string): Signed =>
  signedTransfer(alice, to, amount, token === undefined ? {} : { token });

/** A chain of empty blocks first; then, restarted with silence between blocks, transactions and no further block. */
beforeAll(async () => {
  const genesis = {
    allocations: [
      { address: alice.address, amount: '1000' },
      { address: alice.keyHex, amount: '500', token: 'GOLD' },
      { address: alice.address, amount: '12345678901234567890', token: 'HUGE' },
    ],
  };
  const first = await startNode({ genesis, blockTimeMs: 10, flags: ['--heartbeat-ms', '10'] });
  const early = await ChainWatch.open(first.url);
  sent.push(order(bob.keyHex, '1.5'), order(bob.address, '2', 'gold'), order(BURN_ADDRESS, '0.25'));
  sent.push(order(BURN_ADDRESS, '10', 'GOLD'));
  while (sent.length < MANY) sent.push(order(bob.address, '0.000000001'));
  emptyTip = Number((await early.height(EMPTY_BLOCKS)).height);
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  node = await startNode({ dataDir: first.dataDir, flags: ['--heartbeat-ms', '3600000', '--node-name', 'reader'] });
  api = new CheckedApi(node.url);
  const watch = await ChainWatch.open(node.url);
  const post = async ({ body, txId }: Signed): Promise<void> => {
    const { status, json } = await api.post('/api/v2/transfer', body);
    expect([status, json?.txId]).toEqual([200, txId]);
  };
  for (const one of sent.slice(0, IN_ORDER)) await post(one);
  await Promise.all(sent.slice(IN_ORDER).map(post));
  const included = await Promise.all(sent.map(({ txId }) => watch.included(txId)));
  const last = watch.frames[Math.max(...included.map((frame) => watch.frames.indexOf(frame)))];
  inOrder = watch.frames.filter(({ type }) => type === 'new_transaction').map(({ tx_hash }) => String(tx_hash));
  await watch.first(
    (frame) => frame.type === 'new_block' && frame.tx_count === 0,
    last ? watch.frames.indexOf(last) : 0,
  );
  await watch.close();
}, SLOW_MACHINE_MS);

afterAll(() => node?.remove());

const tipHeight = async (): Promise<number> => Number((await api.get('/api/health')).height);

describe('System', () => {
  test('GET /api/health', async () => {
    const { height, ...rest } = await api.get('/api/health');
    expect(rest).toEqual({ status: 'ok', chain_id: LIVE_CHAIN_ID });
    expect(height).toBeGreaterThan(emptyTip);
  });

  test('GET /api/stats has every member that the specification names, each with its value', async () => {
    const stats = await api.get('/api/stats');
    const { blocks } = await api.get<Blocks>('/api/blocks?limit=1');
    const tip = await tipHeight();
    expect(stats).toMatchObject({
      connected_peers: 0,
      network_height: tip,
      is_mining: true,
      node_id: node.address,
      chain_id: LIVE_CHAIN_ID,
      finalized_height: tip - 1,
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
      total_transactions: MANY,
      total_fees_collected: (MANY * 1e8) / 1e9,
      total_fees_collected_quanta: String(MANY * 1e8),
      total_fees_burned_quanta: String((MANY * 1e8) / 2),
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
    });
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
      base_fee: FEE,
      base_fee_quanta: '100000000',
      priority_fee_suggestion: 0.01,
      total_fee_suggestion: 0.11,
      total_fees_burned: (MANY * 0.5e8) / 1e9,
      total_fees_burned_quanta: String(MANY * 0.5e8),
      target_txs_per_block: 10,
      fee_floor: 0.1,
      fee_ceiling: 0.1,
    });
  });
});

const heights = ({ blocks }: Blocks): number[] => blocks.map(({ header }) => header.height);
const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => (last >= first ? first + index : first - index));

describe('GET /api/blocks', () => {
  const blocks = (query: string): Promise<Blocks> => api.get<Blocks>(`/api/blocks${query}`);

  test('gives the latest blocks, ascending: 50, or as many as asked for, at most 100', async () => {
    const tip = await tipHeight();
    for (const [query, count] of [
      ['', 50],
      ['?limit=7', 7],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=99999999999999999999', 100],
      ['?limit=1', 1],
      ['?limit=0', 1],
      ['?limit=-3', 1],
      ['?offset=5&limit=3', 3],
    ] as const) {
      const answer = await blocks(query);
      expect(heights(answer), query).toEqual(range(tip - count + 1, tip));
      expect(answer, query).toEqual({ blocks: answer.blocks, total_height: tip });
    }
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
      expect(block).toMatchObject({ version: 1, tx_count: txs.length, fees: (txs.length * 1e8) / 1e9 });
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
      expect(sum((point) => point.transactions)).toBe(MANY);
    }
    const bad = await api.send('/api/blocks/summary?range=1y');
    expect([bad.status, bad.json?.error]).toEqual([400, 'range must be one of 1h, 24h, 7d']);
  });

  test('GET /api/block/:height is the same block as in the list', async () => {
    const tip = await tipHeight();
    const { blocks } = await api.get<Blocks>('/api/blocks?from_height=0&limit=1000');
    for (const listed of [blocks[0], blocks[1], blocks.find(({ txs }) => txs.length > 0), blocks[tip]]) {
      const { block } = await api.get<{ block: Json & { transactions: { txId: string; tx: Tx }[] } }>(
        `/api/block/${listed?.header.height}`,
      );
      const { header } = listed as Block;
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
      expect(block.transactions.map(({ tx }) => tx)).toEqual(listed?.txs);
    }
    const missing = await api.send(`/api/block/${tip + 1}`);
    expect([missing.status, missing.json?.code]).toEqual([404, 'not_found']);
    for (const bad of ['x', '-1', '1.5', '99999999999999999999']) {
      const { status, json } = await api.send(`/api/block/${bad}`);
      expect([bad, status, json?.code]).toEqual([bad, 400, 'malformed_parameter']);
    }
  });
});

describe('Transactions', () => {
  const list = (query: string) => api.get<{ txs: readonly Wrapper[]; total: number }>(`/api/txs${query}`);

  test('all of them are in the chain, each once', () => {
    expect([...inOrder].sort()).toEqual(sent.map(({ txId }) => txId).sort());
    expect(inOrder.slice(0, IN_ORDER)).toEqual(sent.slice(0, IN_ORDER).map(({ txId }) => txId));
  });

  test('GET /api/txs: newest first, 200 by default, every page at its place', async () => {
    const newest = [...inOrder].reverse();
    for (const [query, from, to] of [
      ['', 0, 200],
      ['?limit=1000', 0, MANY],
      ['?limit=1001', 0, MANY],
      ['?limit=3', 0, 3],
      ['?limit=3&offset=2', 2, 5],
      ['?offset=200', 200, MANY],
      ['?limit=0', 0, 1],
      [`?offset=${MANY}`, MANY, MANY],
      [`?offset=${Number.MAX_SAFE_INTEGER}`, MANY, MANY],
    ] as const) {
      const { txs, total } = await list(query);
      expect(total).toBe(MANY);
      expect(
        txs.map(({ txId }) => txId),
        query,
      ).toEqual(newest.slice(from, to));
    }
    const declared = routes.find(({ description }) => description.path === '/api/txs')?.description;
    expect(declared?.query?.properties.limit).toMatchObject({ default: 200, maximum: 1_000 });
    for (const bad of ['limit=x', 'offset=-1', 'offset=1.0', 'offset=9007199254740992'])
      expect((await api.send(`/api/txs?${bad}`)).status, bad).toBe(400);
  });

  test('GET /api/tx/:hash: the wrapper, TxV1 and the receipt', async () => {
    const [first] = sent;
    const answer = await api.get<Wrapper & { receipt: Json }>(`/api/tx/${first?.txId}`);
    const { block } = await api.get<{ block: Json }>(`/api/block/${answer.blockHeight}`);
    const tx = {
      version: 1,
      tx_type: 'transfer',
      from_pub_key: alice.keyHex,
      nonce: 1,
      payload: {
        to_pub_key_hex: bob.keyHex,
        to_address: bob.address,
        amount: 1.5,
        amount_quanta: '1500000000',
        token_name: 'XRGE',
        token_symbol: null,
      },
      fee: FEE,
      fee_quanta: '100000000',
      sig: first?.signature,
      signed_payload: first?.text,
    };
    const place = { blockHeight: answer.blockHeight, blockHash: block.hash, blockTime: block.time };
    const receipt = {
      tx_hash: first?.txId,
      block_height: answer.blockHeight,
      block_hash: block.hash,
      index: 0,
      tx_type: 'transfer',
      from: alice.keyHex,
      from_address: alice.address,
      nonce: 1,
      status: 'Success',
      fee_paid: FEE,
      fee_paid_quanta: '100000000',
      logs: [
        {
          event_type: 'transfer',
          data: { to: bob.keyHex, amount: 1.5, amount_units: '1500000000', token: 'XRGE' },
        },
      ],
      timestamp: block.time,
    };
    expect(answer).toEqual({ success: true, txId: first?.txId, ...place, status: 'success', tx, receipt });
    expect(await api.get(`/api/tx/${first?.txId}/receipt`)).toEqual({ success: true, receipt });
    expect((await list('?limit=1000')).txs.at(-1)).toEqual({ txId: first?.txId, ...place, status: 'success', tx });
    expect((await api.get<Wrapper>(`/api/tx/${first?.txId.toUpperCase()}`)).txId).toBe(first?.txId);
  });

  test('a token transfer and a burn show their token and what was burned', async () => {
    const gold = await api.get<Wrapper & { receipt: Json }>(`/api/tx/${sent[1]?.txId}`);
    expect(gold.tx.payload).toEqual({
      to_pub_key_hex: bob.address,
      to_address: bob.address,
      amount: 2,
      amount_units: '2',
      token_name: 'GOLD',
      token_symbol: 'GOLD',
    });
    expect(gold.tx.nonce).toBe(2);
    const burn = await api.get<Wrapper & { receipt: Json }>(`/api/tx/${sent[3]?.txId}`);
    expect(burn.receipt.logs).toEqual([
      { event_type: 'burn', data: { amount: 10, amount_units: '10', token: 'GOLD' } },
    ]);
    expect(burn.tx.payload).toMatchObject({ to_pub_key_hex: BURN_ADDRESS, to_address: BURN_ADDRESS });
  });

  test('an unknown id is 404, something else than an id 400', async () => {
    for (const suffix of ['', '/receipt']) {
      const unknown = await api.send(`/api/tx/${'0'.repeat(64)}${suffix}`);
      expect([unknown.status, unknown.json?.error]).toEqual([404, 'no transaction with this id']);
      for (const bad of ['abc', '0'.repeat(63), 'g'.repeat(64)])
        expect((await api.send(`/api/tx/${bad}${suffix}`)).status).toBe(400);
    }
  });
});

describe('Wallet and accounts', () => {
  const spent = 1.5 + 0.25 + MANY * FEE + (MANY - 4) * 1e-9;
  const aliceQuanta = 1000n * 10n ** 9n - BigInt(Math.round(spent * 1e9));

  test('GET /api/balance/:publicKey, by key and by address', async () => {
    for (const name of [alice.keyHex, alice.address, alice.keyHex.toUpperCase()]) {
      const balance = await api.get(`/api/balance/${name}`);
      const tokens = { GOLD: 488, HUGE: Number('12345678901234567890') };
      expect(balance).toEqual({
        success: true,
        balance: Number(aliceQuanta) / 1e9,
        balance_quanta: String(aliceQuanta),
        publicKey: alice.keyHex,
        address: alice.address,
        tokens,
        token_balances: tokens,
        token_balances_raw: { GOLD: '488', HUGE: '12345678901234567890' },
        lp_balances: {},
      });
    }
    // His key is known, because a transfer named it.
    expect(await api.get(`/api/balance/${bob.address}`)).toMatchObject({ publicKey: bob.keyHex, tokens: { GOLD: 2 } });
    expect(await api.get(`/api/balance/${stranger.address}`)).toMatchObject({
      balance: 0,
      publicKey: null,
      tokens: {},
    });
    expect(await api.get(`/api/balance/${BURN_ADDRESS}`)).toMatchObject({ balance: 0, publicKey: null });
    for (const bad of ['x', 'rouge1qqq', alice.keyHex.slice(2), `${alice.address.slice(0, -1)}0`, '%00', '%ff'])
      expect((await api.send(`/api/balance/${bad}`)).status, bad).toBe(400);
  });

  test('GET /api/balance/:public_key/:token_symbol, in any case', async () => {
    const token = (symbol: string) => api.get(`/api/balance/${alice.address}/${symbol}`);
    for (const symbol of ['GOLD', 'gold', 'Gold'])
      expect(await token(symbol)).toEqual({
        success: true,
        token_symbol: 'GOLD',
        balance: 488,
        balance_raw: '488',
        decimals: 0,
      });
    expect(await token('huge')).toMatchObject({ balance_raw: '12345678901234567890' });
    expect(await token('xrge')).toEqual({
      success: true,
      token_symbol: 'XRGE',
      balance: Number(aliceQuanta) / 1e9,
      balance_raw: String(aliceQuanta),
      decimals: 9,
      native: true,
    });
    expect(await token('NOTHING')).toMatchObject({ balance: 0, balance_raw: '0' });
    for (const bad of ['TOOLONGNAME', 'A-B', '%20'])
      expect((await api.send(`/api/balance/${alice.address}/${bad}`)).status).toBe(400);
  });

  test('GET /api/address/:public_key/transactions: sender and recipient, newest first', async () => {
    const history = (name: string, query = '') =>
      api.get<{ transactions: (Wrapper & { direction: string })[]; total: number }>(
        `/api/address/${name}/transactions${query}`,
      );
    const newest = [...inOrder].reverse();
    const out = await history(alice.address);
    expect([out.total, out.transactions.length]).toEqual([MANY, 50]);
    expect(out.transactions.map(({ txId }) => txId)).toEqual(newest.slice(0, 50));
    expect(new Set(out.transactions.map(({ direction }) => direction))).toEqual(new Set(['out']));
    const received = await history(bob.keyHex, '?limit=500');
    // Two transfers went to the burn address instead.
    expect([received.total, received.transactions.length]).toEqual([MANY - 2, MANY - 2]);
    expect(new Set(received.transactions.map(({ direction }) => direction))).toEqual(new Set(['in']));
    expect((await history(bob.address, '?limit=2&offset=201')).transactions.map(({ txId }) => txId)).toEqual([
      sent[1]?.txId,
      sent[0]?.txId,
    ]);
    expect((await history(BURN_ADDRESS)).total).toBe(2);
    expect(await history(stranger.address)).toMatchObject({ transactions: [], total: 0 });
    expect((await api.send('/api/address/x/transactions')).status).toBe(400);
  });

  test('GET /api/resolve/:input in both directions', async () => {
    const balance = Number(aliceQuanta) / 1e9;
    for (const input of [alice.address, alice.keyHex])
      expect(await api.get(`/api/resolve/${input}`)).toMatchObject({
        success: true,
        address: alice.address,
        publicKey: alice.keyHex,
        balance,
      });
    expect(await api.get(`/api/resolve/${stranger.keyHex}`)).toMatchObject({ address: stranger.address, balance: 0 });
    const unknown = await api.send(`/api/resolve/${stranger.address}`);
    expect([unknown.status, unknown.json?.error]).toEqual([404, 'Address not found']);
    expect((await api.send('/api/resolve/rouge1xyz')).status).toBe(400);
  });

  test('GET /api/account/:publicKey/nonce', async () => {
    for (const name of [alice.keyHex, alice.address])
      expect(await api.get(`/api/account/${name}/nonce`)).toEqual({
        success: true,
        publicKey: alice.keyHex,
        address: alice.address,
        nonce: MANY,
        next_nonce: MANY + 1,
      });
    expect(await api.get(`/api/account/${stranger.keyHex}/nonce`)).toMatchObject({ nonce: 0, next_nonce: 1 });
  });
});

test('every read was checked against the schema of its route', () => {
  const reads = routeNames.filter((name) => name.startsWith('GET'));
  expect(reads.length).toBeGreaterThanOrEqual(16);
  expect(reads.filter((name) => !api.checked.has(name))).toEqual([]);
  expect(api.failures).toBeGreaterThanOrEqual(25);
});
