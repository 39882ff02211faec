/** A block that is signed and not stored, which the node cannot import: because the pool is busy, because a check fails or
 *  because the program does. The node opens and serves; it waits as long as that can help, and then says what to do. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Timers } from '../../engine/base/ports.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import type { StorePort } from '../../engine/store/port.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import { readJournal, temporaryDirectory } from '../crash/nodeDirectory.js';
import {
  type EngineNode,
  type EngineNodeOptions,
  openEngineNode,
  realTimers,
  sendTransfer,
  startPool,
} from '../support/engineNode.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('signed block: validator');
const alice = signingActor('signed block: alice');
const bob = actor('signed block: bob');
const allocations = [{ to: alice.address, amount: '1000' }];
const SLOW_MACHINE_MS = 240_000;
/** Attempts at a block whose check throws. */
const ATTEMPTS = 5;
const GIVE_UP = /only if no other node has seen that block .*"rouged keys reset-journal --give-up 2 --yes"/;

/** Waits for disk and threads are short; the heartbeat is long. */
const timers: Timers = {
  after: (milliseconds, callback) =>
    realTimers.after(milliseconds > 15_000 ? milliseconds : milliseconds / 50, callback),
};

let pool: VerifierPool;

beforeAll(async () => {
  pool = await startPool(validator);
}, SLOW_MACHINE_MS);

afterAll(() => pool?.close());

async function open(dataDir: string, options: Partial<EngineNodeOptions> = {}): Promise<EngineNode> {
  const engine = await openEngineNode({ dataDir, validator, allocations, pool, timers, ...options });
  onTestFinished(() => engine.close().catch(() => undefined));
  return engine;
}

/** A stopped node's directory whose journal holds block 2, signed and not stored. */
async function withUnstored(): Promise<{ readonly dataDir: string; readonly hash: string | undefined }> {
  const dataDir = temporaryDirectory();
  const engine = await open(dataDir, { fault: 'commit-begin:3,reopen-probe:1:100000' });
  await engine.standing(1);
  await sendTransfer(engine, alice, bob);
  await engine.log.said(/does not take writes yet/);
  await engine.close();
  const journaled = await readJournal(dataDir);
  expect([journaled?.height, engine.node.chain.tip.height]).toEqual([2, 1]);
  return { dataDir, hash: journaled?.hash };
}

/** A pool that refuses to check blocks the given number of times. */
function refusing(refusal: Refusal, times: number) {
  const count = { asked: 0 };
  const aroundVerifier = (verifier: VerifierPort): VerifierPort => ({
    verify: (item, now) => verifier.verify(item, now),
    verifyAll: (...call) => verifier.verifyAll(...call),
    verifyTransactions: (parts) => verifier.verifyTransactions(parts),
    checkSignatures: async (checks) => (count.asked++ < times ? refusal : verifier.checkSignatures(checks)),
    stats: () => verifier.stats(),
    close: () => verifier.close(),
    sign: (message, purpose) => verifier.sign(message, purpose),
  });
  return { count, aroundVerifier };
}

const stops = ({ log }: EngineNode) => log.lines.filter(({ message }) => /^block production stopped/.test(message));

async function expectHalted(engine: EngineNode): Promise<void> {
  const { node } = engine;
  expect([node.role.production, node.chain.tip.height, node.state.isAhead]).toEqual(['halted', 1, false]);
  expect(node.role.productionProblem?.message).toMatch(/^block 2 is signed by this node and cannot be brought in: /);
  expect(node.role.productionProblem?.message).toMatch(GIVE_UP);
  // No block comes on its own; reads continue.
  expect(await sendTransfer(engine, alice, bob)).toMatchObject({ code: 'not_producing', retry: 60 });
  expect(await node.chain.publicKey(validator.account)).toBe(validator.keyHex);
}

const internal = refuse('internal', 'a thread died over it');
const busy = refuse('busy', 'no thread is there', 1);

describe('at start, a signed block', { timeout: SLOW_MACHINE_MS }, () => {
  test.each([
    ['a check fails a few times', internal, ATTEMPTS - 1],
    ['the pool is busy for long', busy, 3 * ATTEMPTS],
  ])('is brought in although %s', async (_, refusal, times) => {
    const { dataDir, hash } = await withUnstored();
    const { count, aroundVerifier } = refusing(refusal, times);
    const engine = await open(dataDir, { aroundVerifier });
    await engine.log.said(/block production resumed/);
    expect(count.asked).toBe(times + 1);
    expect(stops(engine).map(({ message }) => message)).toEqual([
      'block production stopped; it resumes when the block that this node has signed can be checked',
    ]);
    await engine.standing(3);
    expect(engine.frames.find(({ type, height }) => type === 'new_block' && height === 2)?.hash).toBe(hash);
  });

  test('whose check throws every time ends production and says what to do', async () => {
    const { dataDir, hash } = await withUnstored();
    const { count, aroundVerifier } = refusing(internal, Number.POSITIVE_INFINITY);
    const engine = await open(dataDir, { aroundVerifier });
    await engine.log.said(/^block production stopped$/);
    expect(count.asked).toBe(ATTEMPTS);
    await expectHalted(engine);
    expect(stops(engine).length).toBe(2);
    await engine.close();
    expect((await readJournal(dataDir))?.hash).toBe(hash);
  });

  test('that breaks the program halts the serving node, and another start may mend it', async () => {
    const { dataDir, hash } = await withUnstored();
    const engine = await open(dataDir, {
      aroundStore: (store) =>
        new Proxy(store, {
          get(whole, name: keyof StorePort) {
            if (name === 'commit') return () => Promise.reject(new TypeError('boom'));
            const member: unknown = whole[name];
            return typeof member === 'function' ? member.bind(whole) : member;
          },
        }),
    });
    await engine.log.said(/^block production stopped$/);
    await expectHalted(engine);
    expect(engine.node.role.productionProblem).toMatchObject({ message: /a fault of its own/, detail: 'boom' });
    const line = await engine.log.said(/a slot could not be filled/);
    expect(line.fields.error).toBeInstanceOf(TypeError);
    await engine.close();
    const again = await open(dataDir);
    await again.standing(3);
    const second = await again.node.chain.tipBlock;
    expect(second.header.height).toBe(3);
    expect(second.header.prev_hash).toBe(hash);
  });
});

describe('after a failed write, a signed block', { timeout: SLOW_MACHINE_MS }, () => {
  test('whose check throws is not tried forever', async () => {
    const { count, aroundVerifier } = refusing(internal, Number.POSITIVE_INFINITY);
    const engine = await open(temporaryDirectory(), { fault: 'journal-directory:2', aroundVerifier });
    await engine.standing(1);
    await sendTransfer(engine, alice, bob);
    await engine.log.said(/^block production stopped$/);
    expect(count.asked).toBe(ATTEMPTS);
    expect(stops(engine).map(({ message }) => message)).toEqual([
      'block production stopped; it resumes when the disk takes writes again',
      'block production stopped; it resumes when the block that this node has signed can be checked',
      'block production stopped',
    ]);
    await expectHalted(engine);
  });

  test('is imported once the pool has time', async () => {
    const { count, aroundVerifier } = refusing(busy, 2 * ATTEMPTS);
    const engine = await open(temporaryDirectory(), { fault: 'journal-directory:2', aroundVerifier });
    await engine.standing(1);
    await sendTransfer(engine, alice, bob);
    await engine.log.said(/block production resumed/);
    expect(count.asked).toBe(2 * ATTEMPTS + 1);
    await engine.standing(3);
  });
});
