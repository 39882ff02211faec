/** A clock that is set back and forth under a running node. A block's time is above its parent's and never further
 *  ahead of the clock than a receiver accepts. A block that cannot be dated so waits, and the node says why. The node
 *  follows a leap forward once it has lasted; a leap that is undone before that leaves no trace. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CLOCK_HOLD_MS, CLOCK_LEEWAY_MS, MAX_CLOCK_LEAD_MS } from '../../engine/base/limits.js';
import { ReplayGuard, replayTag } from '../../engine/ledger/replayGuard.js';
import { Health } from '../../ops/health/health.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import {
  type EngineNode,
  type EngineNodeOptions,
  openEngineNode,
  sendTransfer,
  startPool,
} from '../support/engineNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('clock: validator');
const alice = signingActor('clock: alice');
const bob = actor('clock: bob');
const allocations = [{ to: alice.address, amount: '1000' }];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLOW_MACHINE_MS = 240_000;

/** The first header is recorded when its signing begins, which is later than its time. */
const SIGNING_MS = 1_000;
const seed = testSeed();

let pool: VerifierPool;

beforeAll(async () => {
  pool = await startPool(validator);
}, SLOW_MACHINE_MS);

afterAll(() => pool?.close());

async function standingNode(options: Partial<EngineNodeOptions> = {}): Promise<EngineNode> {
  const engine = await openEngineNode({ dataDir: temporaryDirectory(), validator, allocations, pool, ...options });
  onTestFinished(() => engine.close());
  await engine.standing(1);
  return engine;
}

/** @param ahead by how much the wall clock is ahead of the sender's. */
async function send(engine: EngineNode, ahead = 0): Promise<string> {
  const answer = await sendTransfer(engine, alice, bob, engine.clock.now() - ahead);
  if (!('txId' in answer)) throw new Error(answer.message);
  return answer.txId;
}

/** Checks the rules for every signed header. @param follows whether some leap lasted, so that headers leap as well.
 *  @returns how many headers. */
function checkTimes({ signedHeaders, node }: EngineNode, follows = false): number {
  let parent = node.options.rules.genesis.time;
  for (const [index, { time, signedAt, at, slot }] of signedHeaders.entries()) {
    expect(time, slot).toBeGreaterThan(parent);
    expect(time - signedAt, slot).toBeLessThanOrEqual(MAX_CLOCK_LEAD_MS);
    parent = time;
    if (follows || index === 0) continue;
    // Over any stretch, not only from block to block.
    const first = signedHeaders[0] as (typeof signedHeaders)[number];
    expect(time - first.time, slot).toBeLessThanOrEqual(at - first.at + CLOCK_LEEWAY_MS + SIGNING_MS);
  }
  expect(new Set(signedHeaders.map(({ slot }) => slot)).size).toBe(signedHeaders.length);
  return signedHeaders.length;
}

describe('a clock that is set', { timeout: SLOW_MACHINE_MS }, () => {
  test('set back an hour makes production wait, says so, and lets it continue when it is right again', async () => {
    const engine = await standingNode();
    const { node, clock, log } = engine;
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    // Accepted while the clock is right, and still waiting when it is set back.
    const waiting = await send(engine);
    const signedBefore = engine.signedHeaders.length;
    clock.step(-HOUR_MS);
    expect(node.role.productionProblem?.message).toMatch(
      /^the last block is dated .+ clock stands 3\d{3} s before that: .+ check the clock$/,
    );
    expect(await sendTransfer(engine, alice, bob)).toMatchObject({ code: 'not_producing', retry: 60 });
    const said = await log.said(/block production waits for the clock/);
    expect(said.level).toBe('warn');
    // At most the block that was already being made.
    expect(engine.signedHeaders.length).toBeLessThanOrEqual(signedBefore + 1);
    clock.step(HOUR_MS);
    await log.said(/the clock has caught up/);
    expect(node.role.productionProblem).toBeUndefined();
    await engine.included(waiting);
    await engine.included(await send(engine));
    expect(log.lines.filter(({ message }) => /waits for the clock/.test(message)).length).toBe(1);
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(5);
  });

  test('set back by less than a receiver tolerates goes unnoticed', async () => {
    const engine = await standingNode();
    for (let i = 0; i < 3; i++) {
      engine.clock.step(-400);
      await engine.included(await send(engine));
      expect(engine.node.role.productionProblem).toBeUndefined();
    }
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(4);
  });

  test('set forward an hour and back leaves no trace: blocks keep their pace, and correct requests are accepted', async () => {
    const engine = await standingNode();
    const { node, clock, log } = engine;
    for (const hours of [1, 24, 1]) {
      clock.step(hours * HOUR_MS);
      await engine.included(await send(engine, hours * HOUR_MS));
      // Dated by the new time, which may be the right one, so the refusal says when to retry.
      const early = await sendTransfer(engine, alice, bob);
      expect(early).toMatchObject({ code: 'not_producing', message: /was set forward by \d+ s .+ try again then$/ });
      expect('retry' in early ? early.retry : 0).toBeGreaterThan(CLOCK_HOLD_MS / 1_000 - 120);
      expect('retry' in early ? early.retry : 0).toBeLessThanOrEqual(CLOCK_HOLD_MS / 1_000);
      expect(node.chainClock.held?.byMs).toBeGreaterThan(hours * HOUR_MS - 2 * CLOCK_LEEWAY_MS);
      await engine.included(await send(engine, hours * HOUR_MS));
      clock.step(-hours * HOUR_MS);
      expect(node.role.productionProblem).toBeUndefined();
      expect(node.chainClock.held).toBeUndefined();
      await engine.included(await send(engine));
    }
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(10);
  });

  test('set forward an hour is followed once it has lasted; going back then waits and says so', async () => {
    const engine = await standingNode();
    const { node, clock } = engine;
    clock.step(HOUR_MS);
    await engine.included(await send(engine, HOUR_MS));
    clock.pass(CLOCK_HOLD_MS / 2);
    expect(node.chainClock.held).toBeDefined();
    clock.pass(CLOCK_HOLD_MS / 2);
    expect(node.chainClock.held).toBeUndefined();
    expect(await sendTransfer(engine, alice, bob, clock.now() - HOUR_MS)).toMatchObject({ code: 'timestamp_window' });
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    expect(clock.now() - node.chain.tip.time).toBeLessThan(SLOW_MACHINE_MS);
    clock.step(-HOUR_MS);
    expect(node.role.productionProblem?.message).toMatch(
      /clock stands 3\d{3} s before that: .+ waits .+: 3\d{3} s, or less/,
    );
    expect(await sendTransfer(engine, alice, bob)).toMatchObject({ code: 'not_producing' });
    clock.step(HOUR_MS);
    await engine.included(await send(engine));
    expect(checkTimes(engine, true)).toBeGreaterThanOrEqual(4);
  });

  test('set forward in small steps gets no further than in one step', async () => {
    const engine = await standingNode();
    const { clock } = engine;
    let ahead = 0;
    for (let i = 0; i < 12; i++) {
      clock.step(CLOCK_LEEWAY_MS - 100);
      ahead += CLOCK_LEEWAY_MS - 100;
      await engine.included(await send(engine, ahead));
    }
    clock.step(-ahead);
    expect(engine.node.role.productionProblem).toBeUndefined();
    await engine.included(await send(engine));
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(13);
  });

  test('set forward expires no correct request, and pending ones are included', async () => {
    const engine = await standingNode();
    const { node, clock } = engine;
    const old = await sendTransfer(engine, alice, bob, clock.now() - 200_000);
    clock.step(DAY_MS);
    if (!('txId' in old)) throw new Error(old.message);
    await engine.included(old.txId);
    expect(node.measures.left).toEqual({ expired: 0, impossible: 0, faulty: 0 });
    checkTimes(engine);
  });

  test.each([HOUR_MS, -HOUR_MS])('by %i ms while a header is being signed', async (step) => {
    let armed = false;
    let clock: EngineNode['clock'] | undefined;
    const engine = await standingNode({
      signHeader: (sign) => {
        if (armed) clock?.step(step);
        armed = false;
        return sign();
      },
    });
    clock = engine.clock;
    armed = true;
    const height = await engine.included(await send(engine));
    expect(armed).toBe(false);
    if (step > 0) await engine.standing(height + 1);
    else await engine.log.said(/block production waits for the clock/);
    // The block whose signature was under way exists, whatever the clock says now.
    expect(engine.node.chain.tip.height).toBeGreaterThanOrEqual(height);
    engine.clock.step(-step);
    await engine.included(await send(engine));
    expect(engine.node.role.productionProblem).toBeUndefined();
    expect(checkTimes(engine)).toBeGreaterThanOrEqual(3);
  });

  test('set forward before a restart and back after it: the node says how long it waits, and health shows it', async () => {
    const dataDir = temporaryDirectory();
    const before = await standingNode({ dataDir });
    const { clock } = before;
    clock.step(HOUR_MS);
    await before.close();
    // Without a history nothing contradicts the clock.
    const engine = await standingNode({ dataDir, clock });
    const { node, log } = engine;
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    const health = new Health({ node, store: engine.store, verifier: engine.pool, clock, dataDir, log });
    await health.start();
    onTestFinished(() => health.stop());
    expect(health.problems()).toEqual([]);
    clock.step(-HOUR_MS);
    const codes = health.problems().map(({ code, message }) => [code, message]);
    expect(codes).toEqual([
      ['production_halted', expect.stringMatching(/waits until the clock gets there: 3\d{3} s, or less/)],
      ['clock_behind', expect.stringMatching(/3\d{3} s behind the newest block/)],
    ]);
    expect(node.role.production).toBe('halted');
    expect(await sendTransfer(engine, alice, bob)).toMatchObject({
      code: 'not_producing',
      message: /3\d{3} s, or less/,
      retry: 60,
    });
    // The wait lasts as long as stated, and ends on its own.
    clock.pass(HOUR_MS - 10_000);
    expect(node.role.productionProblem?.message).toMatch(/: \d s, or less/);
    clock.pass(10_000);
    expect(node.role.productionProblem).toBeUndefined();
    await engine.included(await send(engine));
    expect(checkTimes(engine, true)).toBeGreaterThanOrEqual(3);
  });

  test('that is behind from the start and corrected later is followed at once', async () => {
    const dataDir = temporaryDirectory();
    const before = await standingNode({ dataDir });
    const { clock } = before;
    const height = await before.included(await send(before));
    await before.standing(height + 1);
    await before.close();
    clock.step(-HOUR_MS);
    const engine = await openEngineNode({ dataDir, validator, allocations, pool, clock });
    onTestFinished(() => engine.close());
    expect(engine.node.role.productionProblem?.message).toMatch(/clock stands/);
    // The tip has shown that the clock was wrong, so the leap does not have to last.
    clock.step(HOUR_MS + 900_000);
    expect(engine.node.role.productionProblem).toBeUndefined();
    await engine.included(await send(engine));
    expect(checkTimes(engine, true)).toBeGreaterThanOrEqual(1);
  });

  test(`set at random (seed ${seed}) dates every block correctly`, async () => {
    const random = new SeededRandom(seed);
    const engine = await standingNode();
    const { clock, node } = engine;
    const counts = { included: 0, refused: 0, held: 0, expired: 0 };
    for (let round = 0; round < 40; round++) {
      clock.step(random.pick([-DAY_MS, -HOUR_MS, -3_000, -1_500, -1, 1, 1_500, HOUR_MS, DAY_MS]));
      if (random.chance(20)) clock.pass(CLOCK_HOLD_MS / random.pick([1, 2, 3]));
      if (node.chainClock.held) counts.held++;
      // By the node's clock or by that of the blocks.
      const answer = await sendTransfer(engine, alice, bob, random.chance(50) ? clock.now() : node.now);
      if ('txId' in answer) {
        let waits = true;
        const { txId } = answer;
        const ended = engine
          .heard(
            ({ type, tx_hash }) => tx_hash === txId && /^(new_transaction|transaction_dropped)$/.test(String(type)),
          )
          .finally(() => {
            waits = false;
          });
        // A heartbeat block that was under way may be dated by the clock before the step: then this one waits for the clock.
        while (waits) {
          if (node.role.productionProblem) clock.step(Math.max(0, node.chain.tip.time - clock.now()));
          await new Promise((resolve) => setImmediate(resolve));
        }
        const { type, code } = await ended;
        if (type === 'new_transaction') counts.included++;
        else {
          // A heartbeat block was dated by the clock after a leap of a day: the window of what waited is over.
          expect(code).toBe('expired');
          counts.expired++;
        }
      } else {
        expect(answer.code).toBe('not_producing');
        counts.refused++;
        // The clock is corrected: no earlier than the last block.
        clock.step(Math.max(0, node.chain.tip.time - clock.now()));
      }
    }
    expect(counts.included + counts.expired + counts.refused).toBe(40);
    for (const count of [counts.included, counts.refused, counts.held]) expect(count).toBeGreaterThan(3);
    expect(checkTimes(engine, true)).toBeGreaterThan(counts.included);
    expect(engine.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
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
