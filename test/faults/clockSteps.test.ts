/** A clock that somebody sets back and forth under a running node. A block is dated above its parent and never further
 *  ahead of the clock than a receiver accepts; what cannot be dated so waits, and the node says why. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_CLOCK_LEAD_MS } from '../../engine/base/limits.js';
import { ReplayGuard, replayTag } from '../../engine/ledger/replay.js';
import type { VerifierPool } from '../../workers/verifierPool.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { type EngineNode, openEngineNode, sendTransfer, startPool } from '../support/engineNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('clock: validator');
const alice = signingActor('clock: alice');
const bob = actor('clock: bob');
const allocations = [{ to: alice.address, amount: '1000' }];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLOW_MACHINE_MS = 120_000;
const seed = testSeed();

let pool: VerifierPool;

beforeAll(async () => {
  pool = await startPool(validator);
}, SLOW_MACHINE_MS);

afterAll(() => pool?.close());

async function standingNode(): Promise<EngineNode> {
  const engine = await openEngineNode({ dataDir: temporaryDirectory(), validator, allocations, pool });
  onTestFinished(() => engine.close());
  await engine.standing(1);
  return engine;
}

async function send(engine: EngineNode): Promise<string> {
  const answer = await sendTransfer(engine, alice, bob);
  if (!('txId' in answer)) throw new Error(answer.message);
  return answer.txId;
}

/** The rules of every header that was signed. @returns how many. */
function checkTimes({ signedHeaders, node }: EngineNode): number {
  let parent = node.options.rules.genesis.time;
  for (const { time, signedAt, slot } of signedHeaders) {
    expect(time, slot).toBeGreaterThan(parent);
    expect(time - signedAt, slot).toBeLessThanOrEqual(MAX_CLOCK_LEAD_MS);
    parent = time;
  }
  expect(new Set(signedHeaders.map(({ slot }) => slot)).size).toBe(signedHeaders.length);
  return signedHeaders.length;
}

describe('a clock that is set', { timeout: SLOW_MACHINE_MS }, () => {
  test('back an hour makes production wait, says so, and lets it go on when it is right again', async () => {
    const engine = await standingNode();
    const { node, clock, log } = engine;
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    // Taken at the right clock, and still waiting when it is set back.
    const waiting = await send(engine);
    const signedBefore = engine.signedHeaders.length;
    clock.step(-HOUR_MS);
    expect(node.productionProblem?.message).toMatch(
      /^the last block is dated .+ clock stands 3\d{3} s before that: .+ check the clock$/,
    );
    expect(await sendTransfer(engine, alice, bob)).toMatchObject({ code: 'not_producing', retry: 60 });
    const said = await log.said(/block production waits for the clock/);
    expect(said.level).toBe('warn');
    // At most the block whose making had begun.
    expect(engine.signedHeaders.length).toBeLessThanOrEqual(signedBefore + 1);
    clock.step(HOUR_MS);
    await log.said(/the clock has caught up/);
    expect(node.productionProblem).toBeUndefined();
    await engine.included(waiting);
    await engine.included(await send(engine));
    expect(log.lines.filter(({ message }) => /waits for the clock/.test(message)).length).toBe(1);
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(5);
  });

  test('back by less than what a receiver forgives goes unnoticed', async () => {
    const engine = await standingNode();
    for (let i = 0; i < 3; i++) {
      engine.clock.step(-400);
      await engine.included(await send(engine));
      expect(engine.node.productionProblem).toBeUndefined();
    }
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(4);
  });

  test('forward a day and back does not silence the chain in silence', async () => {
    const engine = await standingNode();
    const { node, clock, log } = engine;
    clock.step(DAY_MS);
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    clock.step(-DAY_MS);
    expect(node.productionProblem?.message).toMatch(/clock stands 8\d{4} s before that/);
    expect(await sendTransfer(engine, alice, bob)).toMatchObject({ code: 'not_producing' });
    expect(node.chain.tip.height).toBe(height + 1);
    clock.step(DAY_MS);
    await engine.included(await send(engine));
    expect(node.productionProblem).toBeUndefined();
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(4);
  });

  test('forward lets what is pending expire instead of dating it wrongly', async () => {
    const engine = await standingNode();
    const { node, clock } = engine;
    clock.step(-HOUR_MS);
    clock.step(HOUR_MS);
    const old = clock.now() - 299_000;
    const answer = await sendTransfer(engine, alice, bob, old);
    expect(answer).toHaveProperty('txId');
    clock.step(10_000);
    const fresh = await send(engine);
    await engine.included(fresh);
    // Either the block was under way before the step, or the old one has left with its window.
    expect(node.mempool.size).toBe(0);
    checkTimes(engine);
  });

  test(`to and fro at random (seed ${seed}) dates every block rightly`, async () => {
    const random = new SeededRandom(seed);
    const engine = await standingNode();
    const { clock } = engine;
    let included = 0;
    let refused = 0;
    for (let round = 0; round < 30; round++) {
      const step = random.pick([-DAY_MS, -HOUR_MS, -3_000, -1_500, -1, 1, 1_500, HOUR_MS]);
      clock.step(step);
      const answer = await sendTransfer(engine, alice, bob);
      if ('txId' in answer) {
        included++;
        await engine.included(answer.txId);
      } else {
        expect(answer.code).toBe('not_producing');
        refused++;
        // Set right: no earlier than the last block.
        clock.step(Math.max(0, engine.node.chain.tip.time - clock.now()));
      }
    }
    expect(included + refused).toBe(30);
    expect(included).toBeGreaterThan(3);
    expect(refused).toBeGreaterThan(3);
    expect(checkTimes(engine)).toBeGreaterThan(included);
  });
});

describe('the memory of used nonces', () => {
  const tagOf = (nonce: number) => replayTag({ sender: alice.account, nonce: `nonce ${nonce}` });

  test('holds ten minutes of header time, whatever the clock did', () => {
    const guard = new ReplayGuard();
    let time = 1_700_000_000_000;
    for (let block = 0; block < 5_000; block++) {
      time += block === 2_000 ? DAY_MS : 400;
      guard.addBlock(time, [tagOf(block)]);
    }
    expect(guard.size).toBe(600_000 / 400 + 1);
    expect(guard.isUsed(tagOf(4_999), time + 1)).toBe(true);
    expect(guard.isUsed(tagOf(1_999), time + 1)).toBe(false);
  });
});
