/** Blocks on demand: at once, one that is asked for, none while production is paused or something runs between two blocks. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import {
  type EngineNode,
  type EngineNodeOptions,
  openEngineNode,
  sendTransfer,
  startPool,
} from '../support/engineNode.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('producer: validator');
const alice = signingActor('producer: alice');
const bob = actor('producer: bob');

/** Longer than any test: what is made sooner was not made by its time. */
const NEVER_MS = 3_600_000;

let pool: VerifierPool;
beforeAll(async () => {
  pool = await startPool(validator);
});
afterAll(() => pool.close());

async function opened(options: Partial<EngineNodeOptions> = {}): Promise<EngineNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-producer-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const allocations = [{ to: alice.keyHex, amount: '1000' }];
  const engine = await openEngineNode({ dataDir, validator, allocations, pool, ...options });
  onTestFinished(() => engine.close());
  await engine.heard(({ type }) => type === 'new_block');
  return engine;
}

async function sent(engine: EngineNode): Promise<string> {
  const answer = await sendTransfer(engine, alice, bob);
  if (!('txId' in answer)) throw new Error(answer.message);
  return answer.txId;
}

test('at once: each transaction is in a block long before the block time is over', async () => {
  const engine = await opened({ atOnce: true, blockTimeMs: NEVER_MS });
  const heights: number[] = [];
  for (let count = 0; count < 3; count++) heights.push(await engine.included(await sent(engine)));
  expect(heights).toEqual([2, 3, 4]);
  const times = engine.signedHeaders.map(({ time }) => time);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('a block that is asked for is made, empty or not, and its height answered', async () => {
  const engine = await opened({ blockTimeMs: NEVER_MS });
  expect(await engine.node.makeBlock()).toBe(2);
  const txId = await sent(engine);
  expect(await Promise.all([engine.node.makeBlock(), engine.included(txId)])).toEqual([3, 3]);
});

test('a paused node makes only blocks that are asked for, and goes on when it is told to', async () => {
  const engine = await opened({ atOnce: true });
  engine.node.paused = true;
  const txId = await sent(engine);
  expect(engine.node.mempool.size).toBe(1);
  // Blocks that are asked for come from the same loop: one that came on its own would have taken its height.
  const before = engine.node.chain.tip.height;
  expect(await engine.node.makeBlock()).toBe(before + 1);
  expect(await engine.included(txId)).toBe(before + 1);
  const next = await sent(engine);
  expect(engine.node.chain.tip.height).toBe(before + 1);
  engine.node.paused = false;
  expect(await engine.included(next)).toBe(before + 2);
});

test('between two blocks no block is under way, and none begins before the work has ended', async () => {
  const engine = await opened({ atOnce: true });
  const { node } = engine;
  await sent(engine);
  const last = await node.betweenBlocks(async () => {
    const { height } = node.chain.tip;
    let txId = '';
    // Each goes through the thread that would sign a header, so a block that is not held back gets its turns, too.
    for (let count = 0; count < 8; count++) {
      txId = await sent(engine);
      expect([node.chain.tip.height, node.state.isAhead]).toEqual([height, false]);
    }
    return { height, txId };
  });
  expect(await engine.included(last.txId)).toBeGreaterThan(last.height);
});

test('a node that has stopped makes none, and says so', async () => {
  const engine = await opened();
  await engine.node.stop();
  const answer = await engine.node.makeBlock();
  expect(isRefusal(answer) && answer.code).toBe('not_producing');
});
