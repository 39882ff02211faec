/** A disk that fails while a node imports its journaled block at start: the node serves, waits, and continues on its own with
 *  exactly that block. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { readJournal } from '../crash/nodeDirectory.js';
import { runNodeToItsEnd, startNode } from '../support/liveNode.js';

const QUIET = ['--heartbeat-ms', '3600000'];

test('the journaled block is stored once the disk accepts it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-fault-at-start-'));
  // The first commit is that of genesis, the second that of block 1, whose journal is durable by then.
  const { exit } = await runNodeToItsEnd({
    dataDir,
    flags: QUIET,
    environment: { ROUGED_CRASH_POINT: 'commit-begin:2' },
  });
  expect(exit.signal).toBe('SIGKILL');
  const journaled = await readJournal(dataDir);
  expect(journaled?.height).toBe(1);
  const node = await startNode({ dataDir, flags: QUIET, environment: { ROUGED_FAULT_POINT: 'commit-batch:1:2' } });
  onTestFinished(node.remove);
  await node.printed(/block production stopped; it resumes when the disk takes writes again/);
  await node.printed(/"msg":"block production resumed"/);
  const { block } = await getJson(node.url, '/api/block/1');
  expect((block as { readonly hash: string }).hash).toBe(journaled?.hash);
  expect(await getJson(node.url, '/api/health')).toMatchObject({ status: 'ok' });
});
