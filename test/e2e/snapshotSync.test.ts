/** A node whose chain begins with a snapshot from its peers, as its operator sees it: trusted by a block or by two peers, killed in each
 *  gap, compared with one that has followed the chain from its genesis block. */

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { runProgram } from '../crash/runProgram.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signingActor } from '../support/transactions.js';

const actors = [1, 2, 3].map((number) => signingActor(`snapshot sync: ${number}`));
const TRANSFERS = 40;
const SLOW_MACHINE_MS = 180_000;

let root: string;
/** Makes blocks and snapshots. */
let maker: LiveNode;
/** Follows the chain from its genesis block. */
let witness: LiveNode;
let snapshot: { height: number; hash: string };
const started: LiveNode[] = [];

const heightOf = async (node: LiveNode): Promise<number> => Number((await getJson(node.url, '/api/stats')).height);
const apiOf = (node: LiveNode): string => `${node.url}/api`;

const wordsOf = (peers: readonly LiveNode[]): string[] => [
  ...['--genesis', join(maker.dataDir, 'genesis.json'), '--allow-private-peers'],
  ...['--peers', peers.map(apiOf).join()],
];

/** A node that makes no blocks, with the genesis file of the maker. */
async function follower(
  name: string,
  peers: readonly LiveNode[],
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<LiveNode> {
  const words = [...wordsOf(peers), ...flags];
  const node = await startNode({ dataDir: join(root, name), mine: false, flags: words, environment });
  started.push(node);
  return node;
}

async function untilAt(node: LiveNode, height: number): Promise<void> {
  for (;;) {
    // While a node changes to its snapshot, nothing answers.
    if ((await heightOf(node).catch(() => undefined)) === height) return;
    await pause(50);
  }
}

const PATHS = [
  ...actors.flatMap(({ address }) => [`/api/balance/${address}`, `/api/proof/account/${address}`]),
  '/api/validators',
  '/api/fee-info',
];

/** @returns the number of answers that are the same. */
async function equals(node: LiveNode, other: LiveNode): Promise<number> {
  const roots = await Promise.all([node, other].map(async ({ url }) => (await getJson(url, '/api/stats')).state_root));
  expect(roots[0]).toBe(roots[1]);
  for (const path of PATHS) expect(await getJson(node.url, path), path).toEqual(await getJson(other.url, path));
  return PATHS.length;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-snapshot-sync-'));
  const allocations = actors.map(({ address }) => ({ address, amount: '1000' }));
  const flags = ['--heartbeat-ms', '3600000', '--snapshot-every', '2'];
  maker = await startNode({ dataDir: join(root, 'maker'), genesis: { allocations }, flags });
  started.push(maker);
  witness = await follower('witness', [maker]);
  const transfers = signTransfers(actors, 2 * TRANSFERS, new SeededRandom(testSeed()));
  await feed(maker.url, transfers.slice(0, TRANSFERS));
  await untilStanding(maker.url);
  await maker.printed(/a snapshot of the state is made/);
  await feed(maker.url, transfers.slice(TRANSFERS));
  await untilStanding(maker.url);
  const { out } = await runProgram(['snapshot', 'list', '--data-dir', maker.dataDir, '--json']);
  [snapshot] = (JSON.parse(out) as { snapshots: [{ height: number; hash: string }] }).snapshots;
  await untilAt(witness, await heightOf(maker));
}, SLOW_MACHINE_MS);

afterAll(async () => {
  for (const node of started) await node.stop('SIGKILL');
  if (root) rmSync(root, { recursive: true, force: true });
});

const sync = (): string[] => ['--snapshot-sync', '--trusted-block', `${snapshot.height}:${snapshot.hash}`];

test(
  'a follower from a snapshot equals one from the genesis block, and names what it lacks',
  async () => {
    const node = await follower('trusting', [maker], sync());
    await untilAt(node, await heightOf(maker));
    expect(await equals(node, witness)).toBe(8);
    expect(await getJson(node.url, '/api/stats')).toMatchObject({ snapshot_trust: 'trusted-block', syncing: false });
    expect(await getJson(witness.url, '/api/stats')).toMatchObject({ snapshot_trust: null });
    expect(node.logs()).toContain('its block is the one that --trusted-block names');
    const below = await exchange(node.url, `/api/block/${snapshot.height}`);
    expect(below.status).toBe(410);
    expect(JSON.parse(below.text)).toMatchObject({ code: 'pruned', lowest_height: snapshot.height + 1 });
    expect(existsSync(join(node.dataDir, 'restoring'))).toBe(false);
    await node.stop();
    const audited = await runProgram([
      'verify-db',
      '--data-dir',
      node.dataDir,
      '--genesis',
      join(maker.dataDir, 'genesis.json'),
    ]);
    expect(audited.code, audited.out + audited.err).toBe(0);
    // A chain that has begun goes on.
    const again = await follower('trusting', [maker], sync());
    expect(await heightOf(again)).toBeGreaterThanOrEqual(snapshot.height);
    expect(await getJson(again.url, '/api/stats')).toMatchObject({ snapshot_trust: 'trusted-block' });
    await again.stop();
  },
  SLOW_MACHINE_MS,
);

test(
  'two named peers that give the same hash are enough, and one is not',
  async () => {
    const node = await follower('two peers', [maker, witness], ['--snapshot-sync']);
    await untilAt(node, await heightOf(maker));
    expect(await getJson(node.url, '/api/stats')).toMatchObject({ snapshot_trust: 'peers' });
    expect(node.logs()).toContain('at least two nodes of --peers give the hash of its block');
    expect(await equals(node, witness)).toBe(8);
    const alone = await follower('one peer', [maker], ['--snapshot-sync']);
    await untilAt(alone, await heightOf(maker));
    expect(alone.logs()).toContain('no snapshot is restored: the chain is fetched from its genesis block');
    expect(await getJson(alone.url, '/api/stats')).toMatchObject({ snapshot_trust: null, lowest_block_height: 0 });
    await Promise.all([node.stop(), alone.stop()]);
  },
  SLOW_MACHINE_MS,
);

test(
  'a node that is killed in the middle goes on with what it has',
  async () => {
    // The other gaps need no network: test/unit/ops/intake.test.ts.
    for (const point of ['intake-part', 'intake-remove'] as const) {
      const killed = await startedOrKilled(point);
      expect(killed, point).toBe('SIGKILL');
      const parts = join(root, point, 'restoring', 'parts');
      // The first part that came is there, and is not fetched again.
      if (point === 'intake-part') expect(readdirSync(parts).sort()).toHaveLength(2);
      const node = await follower(point, [maker], sync());
      await untilAt(node, await heightOf(maker));
      expect(await getJson(node.url, '/api/stats'), point).toMatchObject({ snapshot_trust: 'trusted-block' });
      expect(await equals(node, witness)).toBe(8);
      expect(existsSync(join(node.dataDir, 'restoring'))).toBe(false);
      await node.stop();
    }
  },
  SLOW_MACHINE_MS,
);

/** Starts a node that is killed at a place; a fast one may be killed before it has said that it runs. */
async function startedOrKilled(point: string): Promise<NodeJS.Signals | null> {
  try {
    const node = await follower(point, [maker], sync(), { ROUGED_CRASH_POINT: point });
    return (await node.ended).signal;
  } catch (error) {
    return String(error).includes('SIGKILL') ? 'SIGKILL' : null;
  }
}
