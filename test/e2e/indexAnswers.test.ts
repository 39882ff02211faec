/** An indexer against a real PostgreSQL and a played node that answers something else than a node: what is said names the node, and a schema
 *  of another program is not written to. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { Indexer } from '../../ops/index/indexer.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';

const HASH = 'ab'.repeat(32);

/** By the beginning of their path. */
type Answers = Readonly<Record<string, unknown>>;

const sane: Answers = {
  '/api/health': { chain_id: 'odd-1' },
  '/api/blocks/headers': { headers: [{ height: 0, hash: HASH }], total_height: 0 },
  '/api/blocks/effects': { blocks: [], total_height: 0 },
  '/api/regen/proposals': { proposals: [] },
};

let root: string;
let postgres: PostgresServer;
let node: Server;
let answers = sane;

/** Runs until `seen` holds. @returns how it ended, and its warnings. */
async function run(database: string, seen: (warnings: readonly string[]) => boolean) {
  const warnings: string[] = [];
  const stop = new AbortController();
  const log = {
    error() {},
    info() {},
    debug() {},
    warn: (_: unknown, sentence?: string) => void warnings.push(`${sentence}`),
  };
  const { port } = node.address() as AddressInfo;
  const parts = { node: `http://127.0.0.1:${port}`, postgres: postgres.url(database), fromHeight: undefined };
  let isOver = false;
  const ended = new Indexer({ ...parts, log, signal: stop.signal }).run().finally(() => {
    isOver = true;
  });
  await vi.waitFor(() => expect(isOver || seen(warnings)).toBe(true), { timeout: 30_000, interval: 20 });
  stop.abort();
  return { end: await ended, warnings };
}

describe.skipIf(postgresMissing)('an indexer and odd answers', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-answers-'));
    postgres = await PostgresServer.start(join(root, 'postgres'));
    node = createServer(({ url = '' }, answer) => {
      const [, value] = Object.entries(answers).find(([path]) => url.startsWith(path)) ?? [];
      answer.end(JSON.stringify(value ?? null));
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    await postgres.create('odd');
  }, 60_000);

  afterAll(async () => {
    await postgres?.kill();
    await new Promise((resolve) => node?.close(resolve));
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test.each([
    ['null instead of members', '/api/health', null],
    ['no headers', '/api/blocks/headers', { headers: 7 }],
    ['no blocks', '/api/blocks/effects', {}],
    ['a block that is none', '/api/blocks/effects', { blocks: [null], total_height: 1 }],
    ['a block without members', '/api/blocks/effects', { blocks: [{ height: 0 }], total_height: 1 }],
  ])('%s: the node is named, not PostgreSQL', async (_, path, value) => {
    answers = { ...sane, [path]: value };
    const { end, warnings } = await run('odd', (found) => found.length > 0);
    expect(end).toBe(undefined);
    expect(warnings[0]).toMatch(/^the answer of the node at http:\S+ to .* cannot be read: .*; trying again$/);
  });

  test('the schema of another program is left alone', async () => {
    answers = sane;
    await postgres.create('foreign_schema');
    await postgres.rows('foreign_schema', 'CREATE SCHEMA rouged');
    await postgres.rows('foreign_schema', 'CREATE TABLE rouged.blocks (id integer)');
    const { end } = await run('foreign_schema', () => false);
    expect(isRefusal(end) && end.message).toMatch(
      /the schema rouged of this database has the table blocks of another program/,
    );
    expect(
      await postgres.rows('foreign_schema', `SELECT tablename FROM pg_tables WHERE schemaname = 'rouged'`),
    ).toEqual([{ tablename: 'blocks' }]);
  });
});
