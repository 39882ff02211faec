/** Three followers behind nginx, with the site of ops/nginx: a read after a write knows it whoever answers, and nothing stops when a
 *  follower dies. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RougedClient } from '../../api/client/client.js';
import { OPERATOR_PATHS } from '../../api/limits/gate.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Nginx, nginxMissing, startNginx } from '../support/nginx.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const FOLLOWERS = 3;
const WRITES = 12;
/** Blocks that a late follower misses: about a second of its work. */
const LATE_BLOCKS = 200;
/** Reads that a client may make in a minute: more than this test does. */
const READS = 100_000;

const alice = signingActor('followers: alice');
const bob = actor('followers: bob');
const site = readFileSync(fileURLToPath(new URL('../../ops/nginx/rouged.conf', import.meta.url)), 'utf8');

test('nginx is there under CI', () => {
  if (process.env.CI) expect(nginxMissing).toBe(false);
});

test('a follower that comes late serves what it has, says how far behind it is, and catches up', async () => {
  const validator = await startNode({ blockTimeMs: 10, flags: ['--heartbeat-ms', '10'] });
  onTestFinished(validator.remove);
  for (let status = 0; status !== 200; )
    ({ status } = await exchange(validator.url, `/api/stats?min_height=${LATE_BLOCKS}`));
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-late-'));
  copyFileSync(join(validator.dataDir, 'genesis.json'), join(dataDir, 'genesis.json'));
  const flags = ['--peers', `${validator.url}/api`, '--allow-private-peers', '--metrics', 'public'];
  const late = await startNode({ dataDir, mine: false, flags });
  onTestFinished(late.remove);
  let behind = 0;
  for (let height = 0; height < LATE_BLOCKS; ) {
    const { status, headers, json } = await exchange(late.url, '/api/health');
    expect(status).toBe(200);
    height = Number(json?.height);
    expect(headers['x-block-height']).toBe(String(height));
    if (json?.syncing !== true) {
      expect(json).not.toHaveProperty('target_height');
      continue;
    }
    behind++;
    expect(Number(json.target_height)).toBeGreaterThan(height);
    const { json: block } = await exchange(late.url, `/api/block/${height}?min_height=${height}`);
    expect(block).toMatchObject({ success: true });
  }
  expect(behind).toBeGreaterThan(0);
  // Looked at every second: who needs less says nothing.
  if (!late.logs().includes('fetching the blocks that other nodes have')) return;
  const [line] = await late.printed(/\{.*caught up with the other nodes.*\}/);
  expect(JSON.parse(line)).toMatchObject({ blocks: expect.any(Number), seconds: expect.any(Number) });
}, 120_000);

describe.skipIf(nginxMissing)('followers behind nginx', () => {
  let directory: string;
  let validator: LiveNode;
  let followers: readonly LiveNode[] = [];
  let nginx: Nginx;
  let paid = 0;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rouged-followers-'));
    validator = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
    const peers = ['--peers', `${validator.url}/api`, '--allow-private-peers'];
    const start = (): Promise<LiveNode> => {
      const dataDir = mkdtempSync(join(directory, 'follower-'));
      copyFileSync(join(validator.dataDir, 'genesis.json'), join(dataDir, 'genesis.json'));
      const limits = ['--rate-limit-read-per-minute', String(READS), '--rate-limit-write-per-minute', '0'];
      const edge = ['--public-edge', '--trusted-proxies', '127.0.0.1'];
      return startNode({ dataDir, mine: false, rateLimits: true, flags: [...peers, ...edge, ...limits] });
    };
    followers = await Promise.all(Array.from({ length: FOLLOWERS }, start));
    await Promise.all(followers.map((follower) => follower.printed(/"msg":"connected to a peer/)));
    let replaced = 0;
    const ours = site.replaceAll(/127\.0\.0\.1:510\d/g, () => `127.0.0.1:${followers[replaced++]?.port}`);
    expect(replaced).toBe(FOLLOWERS);
    nginx = await startNginx(ours, join(directory, 'nginx'));
  }, 120_000);

  afterAll(async () => {
    await nginx?.stop();
    for (const node of [...followers, validator]) await node?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Sends through nginx, waits for the block at the validator, and then reads through nginx with its height. */
  async function payAndRead(watch: ChainWatch): Promise<void> {
    const { body, txId } = signedTransfer(alice, bob.address, '1');
    const sent = await exchange(nginx.url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
    expect([sent.status, sent.json?.txId], sent.text).toEqual([200, txId]);
    paid++;
    await watch.included(txId);
    const at = Number((await exchange(validator.url, `/api/tx/${txId}`)).json?.blockHeight);
    expect(at).toBeGreaterThan(0);
    const reads = Array.from({ length: 2 * FOLLOWERS }, () =>
      exchange(nginx.url, `/api/balance/${bob.address}?min_height=${at}`),
    );
    for (const { status, headers, json, text } of await Promise.all(reads)) {
      expect([status, json?.balance], text).toEqual([200, paid]);
      expect(Number(headers['x-block-height'])).toBeGreaterThanOrEqual(at);
    }
  }

  const usedSince = (from: number): ReadonlySet<string> =>
    new Set(
      nginx
        .requests()
        .slice(from)
        .map((line) => line.split(' ')[0] ?? ''),
    );

  test('a read after a write knows it, whichever follower answers', async () => {
    const watch = await ChainWatch.open(validator.url);
    const from = nginx.requests().length;
    for (let write = 0; write < WRITES; write++) await payAndRead(watch);
    await watch.close();
    const used = usedSince(from);
    for (const { port } of followers) expect(used).toContain(`127.0.0.1:${port}`);
  });

  test('paths of peers, operators and metrics are closed', async () => {
    for (const path of OPERATOR_PATHS.keys()) {
      const answer = await exchange(nginx.url, path, { method: 'POST', headers: JSON_HEADERS, body: '{}' });
      expect([answer.status, answer.json?.code], path).toEqual([403, 'public_edge']);
    }
    for (const path of ['/api/p2p', '/metrics']) expect((await exchange(nginx.url, path)).status, path).toBe(403);
  });

  test('a client cannot name another one in X-Forwarded-For: all its requests count for its own address', async () => {
    const requests = 10 * FOLLOWERS;
    let least = READS;
    for (let index = 1; index <= requests; index++) {
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      const { status, headers: got } = await exchange(nginx.url, '/api/stats', { headers });
      expect(status).toBe(200);
      least = Math.min(least, Number(got['x-ratelimit-remaining']));
    }
    expect(least).toBeLessThanOrEqual(READS - requests / FOLLOWERS);
  });

  test('when a follower is killed, reads, writes and the stream go on', async () => {
    const client = new RougedClient(nginx.url);
    const stream = client.events({ topics: ['blocks'] });
    await stream.open();
    const seen: number[] = [];
    let wake = (): void => {};
    const follow = (async () => {
      for await (const event of stream)
        if (event.type === 'new_block') {
          seen.push(event.height);
          wake();
        }
    })();
    const streaming = async (height: number): Promise<void> => {
      while ((seen.at(-1) ?? 0) < height)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    };
    const watch = await ChainWatch.open(validator.url);
    await payAndRead(watch);
    const clients = await Promise.all(
      followers.map(async ({ url }) => (await exchange(url, '/api/stats')).json?.ws_clients),
    );
    expect(clients.filter((count) => count === 1)).toHaveLength(1);
    // The one that serves the stream.
    const dead = followers[clients.indexOf(1)];
    await dead?.stop('SIGKILL');
    const from = nginx.requests().length;
    for (let write = 0; write < WRITES; write++) await payAndRead(watch);
    await client.getStats({ minHeight: client.height });
    await streaming(client.height);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => (seen[0] ?? 0) + index));
    stream.close();
    await follow;
    await watch.close();
    const used = usedSince(from);
    for (const { port } of followers.filter((follower) => follower !== dead))
      expect([...used].some((name) => name.includes(`:${port}`))).toBe(true);
  });
});
