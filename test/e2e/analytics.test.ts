/** `/api/analytics` and `/api/search` of a node with an index in a real PostgreSQL: what they answer follows from the node's own history, also through its
 *  client; while the index is away, behind, empty, of another chain or too slow the node says so and does everything else. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RougedClient } from '../../api/client/client.js';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, type LiveProgram, startLive, startNode } from '../support/liveNode.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('analytics: alice');
const bob = signingActor('analytics: bob');
const carol = signingActor('analytics: carol');
const seed = testSeed();
const random = new SeededRandom(seed);
const DATABASE = 'history';
const QUIET = ['--heartbeat-ms', '3600000'];
const GENESIS = {
  allocations: [
    { address: alice.address, amount: '1000000' },
    { address: alice.address, amount: '1000', token: 'GOLD' },
    { address: bob.address, amount: '10000' },
  ],
};

interface Change {
  readonly height: number;
  readonly time: number;
  readonly change_quanta: string;
  readonly balance_quanta: string;
}

let root: string;
let postgres: PostgresServer;
let node: LiveNode;
let api: CheckedApi;
let indexer: LiveProgram;

const rows = (text: string, values?: unknown[]) => postgres.rows(DATABASE, text, values);
const heightOf = async (): Promise<number> => Number((await getJson(node.url, '/api/health')).height);
const today = (time: unknown): string => new Date(Number(time)).toISOString().slice(0, 10);

const index = (): LiveProgram =>
  startLive(['index', '--postgres', postgres.url(DATABASE), '--node', node.url, '--log-format', 'json']);

async function indexed(height: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { json } = await exchange(node.url, '/api/analytics/status');
      expect(Number(json?.indexed_height ?? -1)).toBeGreaterThanOrEqual(height);
    },
    { timeout: 90_000, interval: 100 },
  );
}

/** Asks until the answer has a status: a connection that was broken is noticed by the read after it. */
async function until(path: string, status: number): Promise<Awaited<ReturnType<typeof exchange>>> {
  return vi.waitFor(
    async () => {
      const answer = await exchange(node.url, path);
      expect(answer.status, answer.text).toBe(status);
      return answer;
    },
    { timeout: 90_000, interval: 100 },
  );
}

/** Keeps every read of movements waiting. */
async function locked(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url(DATABASE) });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN; LOCK TABLE rouged.movements IN ACCESS EXCLUSIVE MODE');
  return client;
}

/** Every change of an account, page by page. */
async function historyOf(account: string, limit: number): Promise<readonly Change[]> {
  const found: Change[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await api.get<{ history: readonly Change[]; next_cursor: string | null; indexed_height: number }>(
      `/api/analytics/account/${account}/history?limit=${limit}${more}`,
    );
    expect(answer.history.length).toBeLessThanOrEqual(limit);
    found.push(...answer.history);
    cursor = answer.next_cursor;
  }
  return found;
}

describe.skipIf(postgresMissing)(`answers from an index (seed ${seed})`, { timeout: 240_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-analytics-'));
    chmodSync(root, 0o755);
    postgres = await PostgresServer.start(join(root, 'postgres'));
    const url = await postgres.create(DATABASE);
    // Days are those of UTC wherever the server is.
    await rows(`ALTER DATABASE ${DATABASE} SET timezone TO 'Pacific/Kiritimati'`);
    node = await startNode({ genesis: GENESIS, flags: [...QUIET, '--index-postgres', url] });
    api = new CheckedApi(node.url);
  }, 180_000);

  afterAll(async () => {
    await indexer?.stop('SIGKILL');
    await node?.remove();
    await postgres?.kill('SIGINT');
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('says that there is no index yet, and searches what it knows itself', async () => {
    const { json, headers } = await until('/api/analytics/status', 503);
    expect(json).toMatchObject({ success: false, code: 'busy' });
    expect(json?.error).toMatch(/no index of the history yet/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.get('/api/search?q=gold')).toMatchObject({ tokens: [{ symbol: 'GOLD' }], indexed_height: null });
  });

  test('the running balance of an account follows from its blocks, in pages of any size', async () => {
    indexer = index();
    await indexer.printed(/"msg":"indexing"/);
    const watch = await ChainWatch.open(node.url);
    for (const order of [
      { type: 'create_token', name: 'Yellow Copper', symbol: 'BRASS', totalSupply: number(1_000) },
      { type: 'transfer', to: carol.address, amount: number(7), token: 'GOLD' },
    ]) {
      const route = order.type === 'transfer' ? '/api/v2/transfer' : '/api/v2/token/create';
      const body = signed(alice, order).body;
      const answer = await exchange(node.url, route, { method: 'POST', headers: JSON_HEADERS, body });
      expect(answer.status, answer.text).toBe(200);
      await watch.included(String(answer.json?.txId));
    }
    const posted = await feed(node.url, signTransfers([alice, bob], 40, random));
    expect(posted.every(({ answer }) => answer?.status === 200)).toBe(true);
    await watch.close();
    await untilStanding(node.url);
    await indexed(await heightOf());

    for (const { address } of [alice, bob]) {
      const history = await historyOf(address, 1_000);
      expect(await historyOf(address, 2)).toEqual(history);
      expect(history.length).toBeGreaterThan(1);
      const oldestFirst = [...history].reverse();
      let balance = 0n;
      for (const each of oldestFirst) {
        balance += BigInt(each.change_quanta);
        expect(BigInt(each.balance_quanta)).toBe(balance);
        const block = (await getJson(node.url, `/api/block/${each.height}`)).block as { time: number };
        expect(each.time).toBe(block.time);
      }
      expect(oldestFirst.map(({ height }) => height)).toEqual(
        [...new Set(oldestFirst.map(({ height }) => height))].sort((a, b) => a - b),
      );
      expect(balance).toBe(BigInt(String((await getJson(node.url, `/api/balance/${address}`)).balance_quanta)));
    }
    // A key names the same account.
    expect(await historyOf(alice.keyHex, 1_000)).toEqual(await historyOf(alice.address, 1_000));
    expect(await historyOf(signingActor('analytics: nobody').address, 10)).toEqual([]);
  });

  test('volume, holders and transactions of a day are those of the blocks', async () => {
    const tip = (await getJson(node.url, `/api/block/${await heightOf()}`)).block as { time: number };
    const day = today(tip.time);
    const { txs } = await getJson(node.url, '/api/txs?limit=1000');
    const all = txs as readonly {
      readonly blockTime: number;
      readonly status: string;
      readonly movements: readonly {
        readonly reason: string;
        readonly token?: string;
        readonly amount_quanta?: string;
      }[];
      readonly tx: { readonly tx_type: string; readonly from_pub_key: string; readonly fee_quanta: string };
    }[];
    const ofDay = all.filter(({ blockTime }) => today(blockTime) === day);
    const moved = ofDay.flatMap(({ movements }) => movements).filter(({ token }) => token === 'XRGE');
    const volume = await api.get<{
      days: readonly { day: string; reason: string; movements: number; volume_quanta: string }[];
    }>('/api/analytics/volume?days=1');
    for (const reason of new Set(moved.map((each) => each.reason))) {
      const own = moved.filter((each) => each.reason === reason);
      const sum = own.reduce((total, { amount_quanta = '0' }) => total + BigInt(amount_quanta), 0n);
      const row = volume.days.find((each) => each.reason === reason);
      expect(row, reason).toMatchObject({ day, movements: own.length, volume_quanta: String(sum) });
    }
    expect(volume.days.length).toBe(new Set(moved.map((each) => each.reason)).size);

    const counted = await api.get<{ days: readonly Record<string, unknown>[] }>('/api/analytics/transactions?days=1');
    for (const kind of new Set(ofDay.map(({ tx }) => tx.tx_type))) {
      const own = ofDay.filter(({ tx, status }) => tx.tx_type === kind && status === 'success');
      const fees = own.reduce((total, { tx }) => total + BigInt(tx.fee_quanta), 0n);
      expect(counted.days.find((each) => each.kind === kind)).toMatchObject({
        ...{ day, status: 'success', transactions: own.length, fees_quanta: String(fees) },
        signers: new Set(own.map(({ tx }) => tx.from_pub_key)).size,
      });
    }

    const holders = await api.get<{ days: readonly { day: string; holders: number }[] }>(
      '/api/analytics/holders?token=gold&days=3',
    );
    const { total } = await getJson(node.url, '/api/token/GOLD/holders');
    expect(holders.days.at(-1)).toEqual({ day, holders: total });
    expect(total).toBe(2);
    // Nothing is told of days to come, nor of those before there was a chain.
    expect(await api.get(`/api/analytics/holders?token=gold&days=3&until=9999-12-31`)).toMatchObject({ days: [] });
    for (const until of ['1999-12-31', '1970-01-01', '0000-01-01'])
      expect(await api.get(`/api/analytics/volume?until=${until}&days=366`), until).toMatchObject({ days: [] });
  });

  test('finds names by any part, transactions and blocks by the beginning of their hash', async () => {
    const { txs } = await getJson(node.url, '/api/txs?limit=5');
    const [{ txId, blockHeight, blockHash, blockTime }] = txs as [Record<string, unknown>];
    const hit = { txId, blockHeight, blockTime, kind: 'transfer', status: 'success' };
    for (const text of [String(txId), String(txId).slice(0, 9), String(txId).toUpperCase()])
      expect((await api.get<{ transactions: unknown[] }>(`/api/search?q=${text}`)).transactions, text).toContainEqual(
        hit,
      );
    const blocks = [{ height: blockHeight, hash: blockHash, time: blockTime }];
    expect(await api.get(`/api/search?q=${blockHash}`)).toMatchObject({ blocks, transactions: [] });
    expect(await api.get('/api/search?q=low%20cop')).toMatchObject({ tokens: [{ symbol: 'BRASS' }] });
    // The node knows it too: it is there once.
    expect(await api.get('/api/search?q=copper')).toMatchObject({
      tokens: [{ symbol: 'BRASS', name: 'Yellow Copper' }],
    });
    for (const text of ['%25', '%5C', "'", '%00', '_', '%20', '0'.repeat(65), '%F0%9F%92%A9']) {
      const found = await api.get<Record<'tokens' | 'transactions' | 'blocks', unknown[]>>(`/api/search?q=${text}`);
      expect([found.tokens, found.transactions, found.blocks], text).toEqual([[], [], []]);
    }
  });

  test('its client gives exact amounts', async () => {
    const client = new RougedClient(node.url);
    const { history, indexed_height } = await client.getAnalyticsAccountHistory(alice.address, { limit: 1 });
    expect(typeof history[0]?.balance_quanta).toBe('bigint');
    expect((await client.getAnalyticsStatus()).indexed_height).toBe(indexed_height);
    const spent = await client.getAnalyticsAccountHistory(alice.address, { limit: 1_000 });
    expect(spent.history.some(({ change_quanta = 0n }) => change_quanta < 0n)).toBe(true);
  });

  test('bad parameters are refused with a sentence', async () => {
    for (const [path, sentence] of [
      ['/api/analytics/volume?until=2026-02-31', /until must be a day/],
      ['/api/analytics/volume?until=20260228', /until must be a day/],
      ['/api/analytics/volume?days=0', /days/],
      ['/api/analytics/volume?days=367', /days/],
      ['/api/analytics/account/nobody/history', /address/],
      [`/api/analytics/account/${alice.address}/history?cursor=x`, /cursor/],
    ] as const) {
      const { status, json } = await exchange(node.url, path);
      expect([status, json?.code], path).toEqual([400, 'malformed_parameter']);
      expect(json?.error, path).toMatch(sentence);
    }
    expect((await exchange(node.url, '/api/analytics/holders?token=NOSUCH')).status).toBe(404);
  });

  test('a read that takes too long ends, and says nothing against the index', async () => {
    const client = await locked();
    try {
      const { status, json } = await exchange(node.url, '/api/analytics/volume');
      expect([status, json?.code]).toEqual([503, 'busy']);
      expect(json?.error).toMatch(/needed longer than 5 s/);
      expect((await exchange(node.url, '/api/analytics/status')).status).toBe(200);
    } finally {
      await client.end();
    }
    expect((await exchange(node.url, '/api/analytics/volume')).status).toBe(200);
  });

  test('more reads at once than wait are refused, and none waits for ever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => exchange(node.url, '/api/analytics/transactions?days=366')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    for (const { status, json } of answers)
      if (status !== 200) expect([status, json?.error]).toEqual([503, expect.stringMatching(/too many requests wait/)]);
  });

  test('while PostgreSQL is away the node says so and does everything else, and then answers again', async () => {
    const client = await locked();
    const reading = exchange(node.url, '/api/analytics/volume');
    await vi.waitFor(
      async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'rouged' AND wait_event_type = 'Lock'`;
        expect((await rows(waiting)).length).toBe(1);
      },
      { timeout: 30_000, interval: 20 },
    );
    await postgres.kill('SIGKILL');
    await client.end().catch(() => undefined);
    // One that was in the midst of its answer.
    expect((await reading).status).toBe(503);
    const { json } = await until('/api/analytics/status', 503);
    expect(json?.error).toMatch(/cannot be read at present/);
    expect(json?.error).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|rouged@/);
    expect(await api.get('/api/search?q=gold')).toMatchObject({ tokens: [{ symbol: 'GOLD' }], indexed_height: null });
    expect(await getJson(node.url, '/api/health')).toMatchObject({ status: 'ok' });
    await postgres.again();
    await until('/api/analytics/status', 200);
  });

  test('an index of another chain is not answered from', async () => {
    const [{ genesis }] = (await rows(`SELECT encode(genesis_hash, 'hex') AS genesis FROM rouged.network`)) as [
      { genesis: string },
    ];
    await indexer.stop();
    await rows(`UPDATE rouged.network SET genesis_hash = '\\x${'00'.repeat(32)}'`);
    const { json } = await until('/api/analytics/status', 503);
    expect(json?.error).toMatch(/of another chain/);
    await rows(`UPDATE rouged.network SET genesis_hash = decode($1, 'hex')`, [genesis]);
    await until('/api/analytics/status', 200);
  });

  test('it writes nothing, and the node ends in order', async () => {
    const [{ writes }] = (await rows(
      `SELECT count(*) AS writes FROM pg_stat_activity WHERE application_name = 'rouged' AND backend_xid IS NOT NULL`,
    )) as [{ writes: string }];
    expect(writes).toBe('0');
    expect(await node.stop()).toEqual({ code: 0, signal: null });
  });
});
