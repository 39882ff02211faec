/** An indexer at a node with a limit of reads: it follows blocks that come faster than it may read, without ever being refused. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, type LiveProgram, startLive, startNode } from '../support/liveNode.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('index limits: alice');
const bob = actor('index limits: bob');
const DATABASE = 'limited';
/** A minute. */
const READS = 40;
const BLOCKS = 60;

describe.skipIf(postgresMissing)('an indexer at a node with a limit', { timeout: 240_000 }, () => {
  let root: string;
  let postgres: PostgresServer;
  let node: LiveNode;
  let indexer: LiveProgram | undefined;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-limits-'));
    chmodSync(root, 0o755);
    postgres = await PostgresServer.start(join(root, 'postgres'));
    const limits = ['--rate-limit-read-per-minute', String(READS), '--rate-limit-write-per-minute', '0'];
    node = await startNode({
      genesis: { allocations: [{ address: alice.address, amount: '1000' }] },
      rateLimits: true,
      flags: ['--heartbeat-ms', '3600000', '--block-time-ms', '50', ...limits],
    });
  }, 180_000);

  afterAll(async () => {
    await indexer?.stop('SIGKILL');
    await node?.remove();
    await postgres?.kill('SIGINT');
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test(`has ${BLOCKS} blocks, each with one transaction, with at most ${READS} reads a minute`, async () => {
    const url = await postgres.create(DATABASE);
    indexer = startLive(['index', '--postgres', url, '--node', node.url, '--log-format', 'json']);
    await indexer.printed(/"msg":"indexing"/);
    const watch = await ChainWatch.open(node.url);
    for (let sent = 0; sent < BLOCKS; sent++) {
      const { body, txId } = signedTransfer(alice, bob.address, '1');
      const answer = await exchange(node.url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
      expect(answer.status, answer.text).toBe(200);
      await watch.included(txId);
    }
    await watch.close();
    await vi.waitFor(
      async () => {
        const [row] = await postgres.rows(DATABASE, 'SELECT count(*) AS indexed FROM rouged.transactions');
        expect(Number(row?.indexed)).toBe(BLOCKS);
      },
      { timeout: 90_000, interval: 100 },
    );
    expect(await indexer.stop()).toEqual({ code: 0, signal: null });
    expect(indexer.logs()).not.toMatch(/trying again/);
    const { status, text } = await exchange(node.url, '/metrics');
    expect(status, text).toBe(200);
    expect(text).toMatch(/^rouged_http_requests_total\{.*effects.*\} \d/m);
    expect(text.match(/^.*status="429".*$/gm) ?? []).toEqual([]);
  });
});
