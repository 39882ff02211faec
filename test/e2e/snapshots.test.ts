/** Snapshots of the state as an operator uses them: made beside blocks and by policy, checked, restored under kills, and a node that
 *  starts on one and follows the network. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotPoints } from '../../workers/store/crashPoints.js';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, type Ran, runProgram } from '../crash/runProgram.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signingActor } from '../support/transactions.js';

const actors = [1, 2, 3].map((number) => signingActor(`snapshots: ${number}`));
const TRANSFERS = 40;
const SLOW_MACHINE_MS = 180_000;

let root: string;
let node: LiveNode;
let later: ReturnType<typeof signTransfers>;
/** Made while the node ran. */
let made: { height: number; hash: string; folder: string };

const at = (name: string): string => join(root, name);
const trusted = (): string => `${made.height}:${made.hash}`;
const restoreWords = (to: string, ...more: string[]): string[] => [
  ...['snapshot', 'restore', made.folder, '--data-dir', to, '--genesis', join(node.dataDir, 'genesis.json')],
  ...more,
];

async function succeeds(words: readonly string[]): Promise<Ran> {
  const ran = await runProgram(words);
  expect(ran.code, `${words.join(' ')}: ${ran.err}`).toBe(0);
  return ran;
}

/** Runs a command that is killed at a crash point. */
async function killedAt(point: string, words: readonly string[]): Promise<void> {
  process.env.ROUGED_CRASH_POINT = point;
  try {
    expect((await runProgram(words)).code, point).toBeNull();
  } finally {
    delete process.env.ROUGED_CRASH_POINT;
  }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-snapshots-'));
  const allocations = actors.map(({ address }) => ({ address, amount: '1000' }));
  const flags = ['--heartbeat-ms', '3600000', '--snapshot-every', '2', '--snapshots-kept', '2'];
  node = await startNode({ genesis: { allocations, faucet: true }, flags });
  const transfers = signTransfers(actors, 2 * TRANSFERS, new SeededRandom(testSeed()));
  later = transfers.slice(TRANSFERS);
  await feed(node.url, transfers.slice(0, TRANSFERS));
  await untilStanding(node.url);
  const words = ['snapshot', 'make', '--data-dir', node.dataDir, '--json'];
  let ran = await runProgram(words);
  // The node makes its own after every second block, one at a time.
  while (ran.code === 2 && ran.err.includes('is making a snapshot already')) ran = await runProgram(words);
  expect(ran.code, ran.err).toBe(0);
  made = JSON.parse(ran.out);
  // The policy of the node that goes on would remove it.
  mkdirSync(at('kept'));
  for (const name of readdirSync(made.folder)) copyFileSync(join(made.folder, name), join(at('kept'), name));
  made = { ...made, folder: at('kept') };
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await node?.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

describe('a snapshot', () => {
  test('is sound, and says what it cannot prove', async () => {
    const words = ['snapshot', 'verify', made.folder, '--genesis', join(node.dataDir, 'genesis.json')];
    const untrusted = await succeeds(words);
    expect(untrusted.out).toContain(`sound: block ${trusted()}`);
    expect(untrusted.out).toContain('not checked: whether this is the network');
    const { out } = await succeeds([...words, '--trusted-block', trusted()]);
    expect(out).not.toContain('not checked');
    const other = await runProgram([...words, '--trusted-block', `${made.height}:${'0'.repeat(64)}`]);
    expect(other.code).toBe(1);
    expect(other.err).toMatch(ONE_SENTENCE);
    expect(other.err).toContain('the trusted one has 0000');
  });

  test('is refused by name when a part is damaged', async () => {
    const folder = at('damaged');
    mkdirSync(folder);
    for (const name of readdirSync(made.folder)) copyFileSync(join(made.folder, name), join(folder, name));
    const path = join(folder, 'chunk-000000.bin');
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(path, bytes);
    const genesis = join(node.dataDir, 'genesis.json');
    const verified = await runProgram(['snapshot', 'verify', folder, '--genesis', genesis]);
    expect(verified.code).toBe(1);
    expect(verified.out).toContain('chunk 0: its bytes are not those that the manifest names');
    const words = ['snapshot', 'restore', folder, '--data-dir', at('from damaged'), '--genesis', genesis];
    const restored = await runProgram([...words, '--trusted-block', trusted()]);
    expect(restored.code).toBe(1);
    expect(restored.err).toContain('chunk 0');
    expect(existsSync(join(at('from damaged'), 'db'))).toBe(false);
  });

  test('is not restored without a trusted block, nor beside a chain', async () => {
    const without = await runProgram(restoreWords(at('without')));
    expect(without.code).toBe(2);
    expect(without.err).toMatch(ONE_SENTENCE);
    expect(without.err).toContain('--trusted-block <height:hash>');
    const beside = await runProgram(restoreWords(node.dataDir, '--trusted-block', trusted()));
    expect(beside.code).toBe(2);
    expect(beside.err).toContain('a snapshot is restored into an empty directory');
    const malformed = await runProgram(restoreWords(at('without'), '--trusted-block', '12:abc'));
    expect(malformed.err).toContain('must be a height, a colon and a block hash');
  });
});

test(
  'a restored node has the state, the proofs and the blocks of the original, and follows it',
  async () => {
    await succeeds(restoreWords(at('follower'), '--trusted-block', trusted()));
    const flags = ['--peers', `${node.url}/api`, '--allow-private-peers'];
    const follower = await startNode({ dataDir: at('follower'), mine: false, flags });
    try {
      const paths = [
        ...actors.flatMap(({ address }) => [`/api/balance/${address}`, `/api/proof/account/${address}`]),
        '/api/validators',
        '/api/fee-info',
        '/api/blocks/headers?limit=1',
      ];
      const compare = async (): Promise<number> => {
        for (const path of paths)
          expect(await getJson(follower.url, path), path).toEqual(await getJson(node.url, path));
        return paths.length;
      };
      expect(await compare()).toBe(9);
      const tip = await getJson(follower.url, '/api/stats');
      expect(tip.height).toBe(made.height);
      const below = await exchange(follower.url, `/api/block/${made.height}`);
      expect(below.status).toBe(410);
      expect(JSON.parse(below.text)).toMatchObject({ code: 'pruned', lowest_height: made.height + 1 });
      const from = await exchange(follower.url, '/api/blocks?from_height=1');
      expect(from.status).toBe(410);
      const latest = await getJson(follower.url, '/api/blocks');
      expect(latest.blocks).toEqual([]);
      await feed(node.url, later);
      await untilStanding(node.url);
      const height = Number((await getJson(node.url, '/api/stats')).network_height);
      expect(height).toBeGreaterThan(made.height);
      await expect
        .poll(async () => (await getJson(follower.url, '/api/stats')).height, { timeout: 60_000 })
        .toBe(height);
      expect(await compare()).toBe(9);
      for (let block = made.height + 1; block <= height; block++)
        expect(await getJson(follower.url, `/api/block/${block}`)).toEqual(
          await getJson(node.url, `/api/block/${block}`),
        );
      const exported = await runProgram(['export', at('f.jsonl'), '--url', follower.url]);
      expect(exported.code).toBe(1);
      await follower.stop();
      const audited = await runProgram(['verify-db', '--data-dir', at('follower')]);
      expect(audited.code, audited.out).toBe(0);
      expect(audited.out).toContain(`sound: blocks ${made.height + 1} to ${height}, `);
      // A snapshot of a chain that began with one.
      const again = await succeeds(['snapshot', 'make', '--data-dir', at('follower'), '--json']);
      const { height: second, folder } = JSON.parse(again.out) as { height: number; folder: string };
      expect(second).toBe(height);
      await succeeds(['snapshot', 'verify', folder, '--data-dir', at('follower')]);
    } finally {
      await follower.stop('SIGKILL');
    }
  },
  SLOW_MACHINE_MS,
);

test('the policy keeps the newest two, at heights that every node takes', async () => {
  const listed = async () => {
    const { out } = await succeeds(['snapshot', 'list', '--data-dir', node.dataDir, '--json']);
    return (JSON.parse(out) as { snapshots: { height: number; hash?: string }[] }).snapshots;
  };
  const byPolicy = async () => (await listed()).filter(({ height }) => height % 2 === 0).length;
  await expect.poll(byPolicy, { timeout: 60_000 }).toBeGreaterThan(0);
  const snapshots = await listed();
  expect(snapshots.length).toBeLessThanOrEqual(2);
  for (const { height, hash } of snapshots) {
    // One was made on order.
    if (height !== made.height) expect(height % 2).toBe(0);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

test(
  'a kill in each gap of making and of restoring costs nothing but a repetition',
  async () => {
    const source = at('source');
    await succeeds(restoreWords(source, '--trusted-block', trusted()));
    const make = ['snapshot', 'make', '--data-dir', source];
    const points = snapshotPoints.filter((point) => point.startsWith('snapshot'));
    for (const point of points) {
      await killedAt(point, make);
      const { out } = await succeeds(['snapshot', 'list', '--data-dir', source, '--json']);
      const { snapshots } = JSON.parse(out) as { snapshots: unknown[] };
      expect(snapshots.length, point).toBe(point === 'snapshot-rename' ? 1 : 0);
    }
    await succeeds(make);
    await succeeds(['snapshot', 'verify', '--data-dir', source]);
    for (const point of snapshotPoints.filter((name) => name.startsWith('restore'))) {
      const to = at(point);
      const words = restoreWords(to, '--trusted-block', trusted());
      await killedAt(point, words);
      if (point !== 'restore-rename') {
        expect(existsSync(join(to, 'db')), point).toBe(false);
        await succeeds(words);
      }
      const { out } = await succeeds(['snapshot', 'make', '--data-dir', to, '--json']);
      expect(JSON.parse(out)).toMatchObject({ height: made.height, hash: made.hash });
    }
    expect(points.length).toBe(6);
  },
  SLOW_MACHINE_MS,
);
