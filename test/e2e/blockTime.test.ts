/** The block time: the genesis file's, unless the command line names another. Read from the headers, not from a clock. */

import { afterEach, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';

const GENESIS_MS = 900;
const BLOCKS = 4;

let node: LiveNode | undefined;

afterEach(async () => {
  await node?.remove();
  node = undefined;
});

/** Milliseconds of header time between the first blocks of a network whose heartbeat is its block time. */
async function gaps(options: LiveNodeOptions): Promise<number[]> {
  node = await startNode({ genesis: { blockTimeMs: GENESIS_MS }, ...options });
  const watch = await ChainWatch.open(node.url);
  await watch.first(({ type, height }) => type === 'new_block' && Number(height) >= BLOCKS);
  await watch.close();
  const { blocks } = await getJson(node.url, '/api/blocks?from_height=1');
  const times = (blocks as { readonly header: { readonly time: number } }[]).map(({ header }) => header.time);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('is the one of the genesis file', async () => {
  const found = await gaps({ flags: ['--heartbeat-ms', String(GENESIS_MS)] });
  expect(found.length).toBeGreaterThanOrEqual(BLOCKS - 1);
  // Timers and header times are cut to milliseconds apart from each other: one may look a millisecond short.
  expect(found.filter((gap) => gap < GENESIS_MS - 1)).toEqual([]);
});

test('is the one of the command line when it names one', async () => {
  const found = await gaps({ blockTimeMs: 50, flags: ['--heartbeat-ms', '50'] });
  expect(found.length).toBeGreaterThanOrEqual(BLOCKS - 1);
  expect(Math.min(...found)).toBeLessThan(GENESIS_MS);
});
