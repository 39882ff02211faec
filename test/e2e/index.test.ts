/** `rouged index` against a real PostgreSQL: the index has what the node answers, whoever is killed meanwhile, also in the middle of a
 *  transaction; a height can be indexed again; a changed row is found; another chain is refused. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { compareIndex, compareVotes, type Rows } from '../support/indexComparison.js';
import { type LiveNode, type LiveProgram, startLive, startNode } from '../support/liveNode.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { goodBody } from '../support/routeRequests.js';
import { type Members, number, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { workloadKinds } from '../support/workload.js';

const alice = signingActor('index: alice');
const bob = signingActor('index: bob');
/** Poor enough for the faucet. */
const poor = signingActor('index: poor');
const seed = testSeed();
const random = new SeededRandom(seed);
const DATABASE = 'history';
const BUSY_TRIES = 20;
const QUIET = ['--heartbeat-ms', '3600000', '--faucet-enabled', '--regen-curators', alice.keyHex];

let root: string;
let node: LiveNode;
let postgres: PostgresServer;
let url: string;
const running = new Set<LiveProgram>();

const rows: Rows = (text, values) => postgres.rows(DATABASE, text, values);

function run(words: readonly string[], from = node.url): LiveProgram {
  const program = startLive(['index', ...words, '--postgres', url, '--node', from]);
  running.add(program);
  return program;
}

const index = (more: readonly string[] = [], from = node.url): LiveProgram =>
  run([...more, '--log-format', 'json'], from);

/** A busy node says so and asks to try again: the dry run of a call has 2 s, which a machine with much else to do can miss. */
async function includes(watch: ChainWatch, route: string, body: string): Promise<void> {
  const post = () => exchange(node.url, route, { method: 'POST', headers: JSON_HEADERS, body });
  let answer = await post();
  for (let tries = 0; answer.status === 503 && tries < BUSY_TRIES; tries++) answer = await post();
  expect(answer.status, `${route}: ${answer.text}`).toBe(200);
  await watch.included(String(answer.json?.txId));
}

/** One good transaction of each kind, and some that their blocks fail. */
async function everyKind(): Promise<void> {
  const watch = await ChainWatch.open(node.url);
  const allowance = { type: 'approve', spender: alice.address, token_symbol: 'GOLD', amount: number(1_000_000) };
  const zinc = { type: 'create_token', name: 'Zinc\t\\ "of" \u0001', symbol: 'ZINC', totalSupply: number(1) };
  await includes(watch, '/api/v2/token/create', signed(alice, zinc).body);
  await includes(watch, '/api/v2/token/approve', signed(bob, allowance).body);
  for (const { name, route } of kinds.filter((kind) => workloadKinds.includes(kind.name))) {
    const description = routes.find((each) => each.description.path === route)?.description as RouteDescription;
    await includes(watch, route, goodBody(description, name === 'faucet' ? poor : alice, bob));
  }
  await watch.close();
}

async function traffic(count: number): Promise<void> {
  const posted = await feed(node.url, signTransfers([alice, bob], count, random));
  expect(posted.every(({ answer }) => answer?.status === 200)).toBe(true);
}

const heightOfIndex = async (): Promise<number> => {
  const [row] = await rows('SELECT coalesce(max(height), -1) AS height FROM rouged.blocks').catch(() => []);
  return Number(row?.height ?? -1);
};

const heightOfNode = async (): Promise<number> => Number((await getJson(node.url, '/api/health')).height);

async function reached(height: number): Promise<void> {
  await vi.waitFor(async () => expect(await heightOfIndex()).toBeGreaterThanOrEqual(height), {
    timeout: 90_000,
    interval: 100,
  });
}

/** The node rests, and the index has what it has. */
async function caughtUp(): Promise<void> {
  await untilStanding(node.url);
  await reached(await heightOfNode());
}

/** Stops each block of the indexer in the midst of its transaction, behind the rows of blocks and transactions. */
async function barrier(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN; LOCK TABLE rouged.movements IN SHARE MODE');
  return () => client.end().catch(() => undefined);
}

/** A session of the indexer waits at the barrier. */
async function stopped(): Promise<void> {
  await vi.waitFor(
    async () => {
      const found = await rows(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'rouged index' AND wait_event_type = 'Lock'`,
      );
      expect(found.length).toBe(1);
    },
    { timeout: 60_000, interval: 50 },
  );
}

describe.skipIf(postgresMissing)(`the history in PostgreSQL (seed ${seed})`, { timeout: 240_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-index-'));
    const allocations = [
      { address: alice.address, amount: '1000000' },
      { address: alice.address, amount: '1000000', token: 'GOLD' },
      { address: bob.address, amount: '1000000', token: 'GOLD' },
      { address: bob.address, amount: '10000' },
      { address: bob.address, amount: '1' },
    ];
    node = await startNode({ genesis: { allocations, faucet: true }, flags: QUIET });
    chmodSync(root, 0o755);
    postgres = await PostgresServer.start(join(root, 'postgres'));
    url = await postgres.create(DATABASE);
  }, 180_000);

  afterEach(async () => {
    for (const program of running) await program.stop('SIGKILL');
    running.clear();
  });

  afterAll(async () => {
    await postgres?.kill('SIGINT');
    await node?.remove();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('has what the node answers: every kind of transaction, caught up and live', async () => {
    await everyKind();
    const program = index();
    await program.printed(/"msg":"indexing"/);
    await traffic(30);
    await caughtUp();
    const compared = await compareIndex(node.url, rows);
    expect(compared.transactions).toBeGreaterThan(30 + workloadKinds.length);
    for (const [name, count] of Object.entries(compared)) expect(count, name).toBeGreaterThan(0);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  test('has no part of a block when the indexer is killed in the midst of one, and goes on behind the last', async () => {
    const before = await heightOfIndex();
    const release = await barrier();
    const program = index();
    await program.printed(/"msg":"indexing"/);
    await traffic(20);
    await stopped();
    await program.stop('SIGKILL');
    await release();
    for (const table of ['blocks', 'transactions', 'movements', 'balances'])
      expect(await rows(`SELECT 1 FROM rouged.${table} WHERE height > $1`, [before]), table).toEqual([]);
    for (let round = 0; round < 2; round++) {
      const again = index();
      await again.printed(/"msg":"indexing"/);
      const sending = traffic(20);
      await reached((await heightOfIndex()) + random.between(1, 3));
      await again.stop('SIGKILL');
      await sending;
    }
    const last = index();
    await caughtUp();
    await compareIndex(node.url, rows);
    await last.stop();
  });

  test('waits while PostgreSQL is away, and has no part of the block in which it was killed', async () => {
    const program = index();
    await program.printed(/"msg":"indexing"/);
    await caughtUp();
    const before = await heightOfIndex();
    await barrier();
    await traffic(20);
    await stopped();
    await postgres.kill('SIGKILL');
    await program.printed(/PostgreSQL.*trying again/);
    await traffic(20);
    await postgres.again();
    await caughtUp();
    expect(await heightOfIndex()).toBeGreaterThan(before);
    await compareIndex(node.url, rows);
    await program.stop();
  });

  test('has the community votes as the node shows them, and the last one of who votes again', async () => {
    const post = async (path: string, members: Members, signer: SigningActor): Promise<Json> => {
      const { body } = signed(signer, members);
      const answer = await exchange(node.url, path, { method: 'POST', headers: JSON_HEADERS, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.json as Json;
    };
    const proposal = {
      type: 'regen_proposal',
      title: 'A well \\ "one"',
      summary: 'Water for all',
      durationDays: number(3),
    };
    const { id } = await post('/api/v2/regen/proposals', proposal, alice);
    const choices = [
      [alice, 'yes'],
      [bob, 'no'],
      [bob, 'abstain'],
    ] as const;
    for (const [signer, choice] of choices) {
      await post('/api/v2/regen/votes', { type: 'regen_vote', proposalId: String(id), choice }, signer);
      const program = index();
      await vi.waitFor(async () => expect(await compareVotes(node.url, rows)).toBeGreaterThan(0), {
        timeout: 60_000,
        interval: 200,
      });
      await program.stop();
    }
    const votes = await rows('SELECT choice FROM rouged.votes ORDER BY choice');
    expect(votes.map(({ choice }) => choice)).toEqual(['abstain', 'yes']);
  });

  test('goes on when the node has been away', async () => {
    const program = index();
    await program.printed(/"msg":"indexing"/);
    const { dataDir, port } = node;
    await node.stop('SIGKILL');
    await program.printed(/the node .*trying again/);
    node = await startNode({ dataDir, port, flags: QUIET });
    await traffic(20);
    await caughtUp();
    await program.stop();
  });

  test('a second indexer waits until the first has ended', async () => {
    const first = index();
    await first.printed(/"msg":"indexing"/);
    const second = index();
    await second.printed(/another indexer is at work on this database; trying again/);
    await first.stop('SIGKILL');
    await second.printed(/"msg":"indexing"/);
    await traffic(10);
    await caughtUp();
    await second.stop();
  });

  test('verify finds a changed row, and the heights from it on can be indexed again', async () => {
    const verified = async (): Promise<readonly [number | null, string]> => {
      const program = run(['verify', '--samples', '100000', '--seed', '7']);
      const { code } = await program.ended;
      return [code, program.logs()];
    };
    const program = index();
    await caughtUp();
    await program.stop();
    const [code, table] = await verified();
    expect(table).toMatch(/^seed 7\n/);
    expect([code, table.match(/equal$/gm)?.length], table).toEqual([0, 7]);
    const [row] = await rows(
      `SELECT height FROM rouged.movements WHERE reason = 'transfer' ORDER BY height DESC LIMIT 1`,
    );
    const height = Number(row?.height);
    const damages = [
      [`UPDATE rouged.movements SET amount = amount + 1 WHERE height = ${height} AND reason = 'transfer'`, 'movements'],
      [`UPDATE rouged.balances SET balance = balance + 1 WHERE height = ${height}`, 'balances'],
      [`DELETE FROM rouged.transactions WHERE height = ${height} AND position = 0`, 'transactions'],
    ] as const;
    for (const [damage, name] of random.cases(damages, 1)) {
      await rows(damage);
      const [failed, found] = await verified();
      expect(failed).toBe(1);
      expect(found).toMatch(/^blocks +.*DIFFERENT$/m);
      expect(found).toContain(`block ${height}, ${name}: only the node has`);
      const again = index(['--from-height', String(height)]);
      await again.printed(/"msg":"blocks are indexed again"/);
      await caughtUp();
      await again.stop();
      expect((await verified())[0]).toBe(0);
    }
    await compareIndex(node.url, rows);
  });

  test('a node of another chain is refused, and one that has another block', async () => {
    const other = await startNode({ genesis: { chainId: 'rouged-other-1' } });
    try {
      const program = index([], other.url);
      expect((await program.ended).code).toBe(1);
      expect(program.logs()).toMatch(/the index is of rouged-live-1 .* and the node of rouged-other-1/);
    } finally {
      await other.remove();
    }
    const tip = await heightOfIndex();
    await rows(`UPDATE rouged.blocks SET hash = decode(repeat('ab', 32), 'hex') WHERE height >= $1`, [tip - 1]);
    const program = index();
    expect((await program.ended).code).toBe(1);
    expect(program.logs()).toContain(`Up to height ${tip - 2} they are the same`);
    const again = index(['--from-height', String(tip - 1)]);
    await again.printed(/"msg":"blocks are indexed again"/);
    await caughtUp();
    await again.stop();
    await compareIndex(node.url, rows);
  });

  test('what cannot be used is said in a sentence', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['index', '--node', node.url], /needs the database of the index/],
      [['index', '--postgres', 'postgres://me:word@127.0.0.1/x'], /without a password/],
      [['index', '--postgres', postgres.url('nothing')], /PostgreSQL refuses: database "nothing" does not exist/],
      [['index', '--postgres', url, '--node', node.url, '--from-height', '1000000'], /would leave a gap/],
      [['index', 'verify', '--postgres', postgres.url(), '--node', node.url], /there is no index in this database/],
    ];
    for (const [words, sentence] of random.cases(cases, 3)) {
      const program = startLive(words);
      expect((await program.ended).code, words.join(' ')).not.toBe(0);
      expect(program.logs()).toMatch(sentence);
    }
  });
});
