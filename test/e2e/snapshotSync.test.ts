/** A node whose chain begins with a snapshot from its peers, as its operator sees it: trusted by a block or by two peers, killed in each
 *  gap, compared with one that has followed the chain from its genesis block. */

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { intakePoints } from '../../workers/store/crashPoints.js';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
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

const heightOf = async (node: LiveNode): Promise<number> => (await getJson(node.url, '/api/stats')).height;
const apiOf = (node: LiveNode): string => `${node.url}/api`;

/** A node that makes no blocks, with the genesis file of the maker. */
async function follower(name: string, peers: readonly LiveNode[], ...flags: string[]): Promise<LiveNode> {
  const genesis = join(maker.dataDir, 'genesis.json');
  const node = await startNode({
    dataDir: join(root, name),
    mine: false,
    flags: ['--genesis', genesis, '--peers', peers.map(apiOf).join(), '--allow-private-peers', ...flags],
  });
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

const trusted = (): string[] => ['--trusted-block', `${snapshot.height}:${snapshot.hash}`];

test(
  'a follower from a snapshot equals one from the genesis block, and names what it lacks',
  async () => {
    const node = await follower('trusting', [maker], '--snapshot-sync', ...trusted());
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
    const audited = await runProgram(['verify-db', '--data-dir', node.dataDir, '--genesis', join(maker.dataDir, 'genesis.json')]);
    expect(audited.code, audited.out + audited.err).toBe(0);
    // A chain that has begun goes on.
    const again = await follower('trusting', [maker], '--snapshot-sync', ...trusted());
    expect(await heightOf(again)).toBeGreaterThanOrEqual(snapshot.height);
    expect(await getJson(again.url, '/api/stats')).toMatchObject({ snapshot_trust: 'trusted-block' });
    await again.stop();
  },
  SLOW_MACHINE_MS,
);
