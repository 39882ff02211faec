/** An indexer whose database does not answer: a signal ends it all the same. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { IndexDatabase } from '../../ops/index/database.js';
import { Indexer } from '../../ops/index/indexer.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';

const HASH = 'ab'.repeat(32);

let root: string;
let postgres: PostgresServer;
let node: Server;

describe.skipIf(postgresMissing)('an indexer', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-stop-'));
    postgres = await PostgresServer.start(join(root, 'postgres'));
    node = createServer(({ url = '' }, answer) => {
      const headers = [{ height: 0, hash: HASH }];
      answer.end(
        JSON.stringify(url.startsWith('/api/health') ? { chain_id: 'still-1' } : { headers, total_height: 0 }),
      );
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    await postgres?.kill();
    await new Promise((resolve) => node?.close(resolve));
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('that waits for a lock of the database ends with its signal', async () => {
    const url = await postgres.create('stopped');
    const database = await IndexDatabase.connect(url);
    expect(await database.migrate()).toBe(undefined);
    await database.close();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE rouged.network IN ACCESS EXCLUSIVE MODE');
    // A transaction sees what others do as it was at its first look.
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();

    const stop = new AbortController();
    const { port } = node.address() as AddressInfo;
    const log = { error() {}, warn() {}, info() {}, debug() {} };
    const parts = { node: `http://127.0.0.1:${port}`, postgres: url, fromHeight: undefined, log, signal: stop.signal };
    const ended = new Indexer(parts).run();
    await vi.waitFor(
      async () => {
        const waiting = await watcher.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
        expect(waiting.rowCount).toBe(1);
      },
      { timeout: 30_000, interval: 50 },
    );
    stop.abort();
    expect(await ended).toBe(undefined);
    await other.end();
    await watcher.end();
  });
});
