/** Records of the services on every node of a network: taken in anywhere, also while others are away, they are counted everywhere. */

import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const listener = signingActor('service logs: listener');
const TRACK = 'a track of the service logs';
const EACH = 5;

const running: LiveNode[] = [];

afterEach(async () => {
  for (const node of running.splice(0).reverse()) await node.remove();
});

async function start(options: Parameters<typeof startNode>[0]): Promise<LiveNode> {
  const node = await startNode(options);
  running.push(node);
  return node;
}

/** A new node of the network of the first one. */
function follow(first: LiveNode, peers: readonly LiveNode[], dataDir?: string): Promise<LiveNode> {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), 'rouged-service-logs-'));
  if (dataDir === undefined) copyFileSync(join(first.dataDir, 'genesis.json'), join(directory, 'genesis.json'));
  const urls = peers.map(({ url }) => `${url}/api`).join(',');
  return start({ dataDir: directory, mine: false, flags: ['--peers', urls, '--allow-private-peers'] });
}

/** Counts one more play. @returns how many the node knows. */
async function play(node: LiveNode): Promise<number> {
  const { body } = signed(listener, { trackId: TRACK });
  const answer = await exchange(node.url, '/api/v2/social/play', { method: 'POST', headers: JSON_HEADERS, body });
  expect(answer.status, answer.text).toBe(200);
  return Number(answer.json?.plays);
}

test('plays of three nodes are counted by all, after kill -9 of one of them too, and by a node that comes last', async () => {
  const first = await start({ flags: ['--heartbeat-ms', '500'] });
  let posted = 0;
  const playAt = async (node: LiveNode): Promise<number> => {
    posted++;
    return play(node);
  };
  /** Plays once a block until the node has heard of all that were played elsewhere. */
  const knowsAll = async (node: LiveNode): Promise<void> => {
    while ((await playAt(node)) < posted) {
      const { json } = await exchange(first.url, '/api/health');
      await exchange(first.url, `/api/stats?min_height=${Number(json?.height) + 1}`);
    }
  };
  for (let count = 0; count < EACH; count++) await playAt(first);
  const second = await follow(first, [first]);
  for (let count = 0; count < EACH; count++) await playAt(second);
  await knowsAll(second);
  await knowsAll(first);
  await second.stop('SIGKILL');
  for (let count = 0; count < EACH; count++) await playAt(first);
  const again = await follow(first, [first], second.dataDir);
  await knowsAll(again);
  await knowsAll(first);
  // It hears of the log of the first one from the second one: that is its only peer.
  const third = await follow(first, [again]);
  await knowsAll(third);
  await knowsAll(first);
  expect(posted).toBeGreaterThanOrEqual(3 * EACH + 5);
  for (const node of running) expect(node.logs()).not.toMatch(/does not hold|nothing more is taken|passed over/);
}, 120_000);
