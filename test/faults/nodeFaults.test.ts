/** Bugs and failures inside a running node: of one transaction, of what follows a block, of a listener, of the signer. The
 *  chain continues, the log names what failed, and nothing is held forever. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { transactionRoutes } from '../../api/routes/transactions.js';
import type { Answer } from '../../api/server/port.js';
import { toBinary } from '../../engine/base/bytes.js';
import type { Timers } from '../../engine/base/ports.js';
import { isRefusal, Refusal, refuse } from '../../engine/base/refusal.js';
import { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import { accounts } from '../../engine/ledger/tables.js';
import { Overlay } from '../../engine/state/state.js';
import { stateKey } from '../../engine/state/table.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { breakKind, concerns } from '../support/brokenKind.js';
import {
  type EngineNode,
  type EngineNodeOptions,
  openEngineNode,
  realTimers,
  startPool,
} from '../support/engineNode.js';
import { actor, signedEnvelope, signingActor, transferOrder } from '../support/transactions.js';

const validator = signingActor('node faults: validator');
const alice = signingActor('node faults: alice');
const bob = actor('node faults: bob');
const allocations = [{ to: alice.address, amount: '1000' }];
const SLOW_MACHINE_MS = 240_000;
/** The amount by which the broken kind recognizes its transaction. */
const AMOUNT = 987_654_321n;
const boom = (): never => {
  throw new TypeError('boom');
};

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

const envelope = ({ clock }: EngineNode, amount = 5n): Uint8Array =>
  signedEnvelope({ ...transferOrder({ signer: alice, timestamp: clock.now() }, bob, amount), signer: alice });

async function send(engine: EngineNode, amount = 5n): Promise<string> {
  const answer = await engine.node.submit('transfer', envelope(engine, amount));
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer.txId;
}

/** The answer of `GET /api/tx/:hash` for an id. */
async function lookUp({ node }: EngineNode, hash: string): Promise<unknown> {
  const route = transactionRoutes.find(({ description }) => description.path === '/api/tx/:hash');
  const answer = (await route?.run({ node } as never, { query: '' } as never, [hash], [])) as Answer | undefined;
  return {
    status: answer?.status,
    ...(JSON.parse(Buffer.from(answer?.body as Uint8Array).toString('utf8')) as object),
  };
}

const errors = ({ log }: EngineNode) => log.lines.filter(({ level }) => level === 'error');

describe('a bug in one transaction', { timeout: SLOW_MACHINE_MS }, () => {
  test('that shows while a block is built costs only that one: it is named, counted, refused, and never accepted again', async () => {
    const engine = await standingNode();
    const { node } = engine;
    let calls = 0;
    // The trial at admission passes.
    const mend = breakKind('transfer', 'apply', (whole, args) =>
      concerns(args, AMOUNT) && ++calls > 1 ? boom() : whole(...(args as never[])),
    );
    onTestFinished(mend);
    const bytes = envelope(engine, AMOUNT);
    const [before, answer, after] = await Promise.all([send(engine), node.submit('transfer', bytes), send(engine)]);
    if (isRefusal(answer)) throw new Error(answer.message);
    const line = await engine.log.said(/the node failed on a transaction; it is left out/);
    expect(line).toMatchObject({ level: 'error', fields: { id: answer.txId, operation: 'transfer', place: 'block' } });
    expect(line.fields.error).toBeInstanceOf(TypeError);
    await Promise.all([engine.included(before), engine.included(after)]);
    await engine.included(await send(engine));
    expect(node.role.productionProblem).toBeUndefined();
    expect([calls, node.mempool.size]).toEqual([2, 0]);
    expect(node.measures.faults).toMatchObject({ block: 1, admit: 0 });
    expect(node.measures.left).toEqual({ expired: 0, impossible: 0, faulty: 1 });
    // The sender learns of it, and cannot submit it again.
    expect(await lookUp(engine, answer.txId)).toMatchObject({ status: 500, code: 'internal', error: /left it out/ });
    expect(await lookUp(engine, '0'.repeat(64))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await node.submit('transfer', bytes)).toMatchObject({ code: 'internal', message: /left it out/ });
    expect(node.mempool.condemned(toBinary(Buffer.from(answer.txId, 'hex')))).toBeInstanceOf(Refusal);
    expect(errors(engine).length).toBe(1);
  });

  test('that shows at admission answers 500, costs its neighbours nothing, and leaves the scratch state clean', async () => {
    const engine = await standingNode();
    const { node } = engine;
    const mend = breakKind('transfer', 'apply', (whole, args) => {
      const result = whole(...(args as never[]));
      return concerns(args, AMOUNT) ? boom() : result;
    });
    onTestFinished(mend);
    const item = (amount?: bigint) => ({
      kind: 'request' as const,
      operation: 'transfer',
      bytes: envelope(engine, amount),
    });
    const answers = await node.submitAll([item(), item(AMOUNT), item()]);
    expect(answers.map((answer) => (isRefusal(answer) ? [answer.code, answer.status] : 'taken'))).toEqual([
      'taken',
      ['internal', 500],
      'taken',
    ]);
    const taken = answers.flatMap((answer) => (isRefusal(answer) ? [] : [answer.txId]));
    await Promise.all(taken.map((txId) => engine.included(txId)));
    expect(node.measures.faults).toMatchObject({ admit: 1, block: 0 });
    // Sent again, it costs the node nothing and adds no line to the log, even after the fault is gone.
    const bytes = envelope(engine, AMOUNT);
    for (const message of [/left it out/, /left it out/])
      expect(await node.submit('transfer', bytes)).toMatchObject({ code: 'internal', message });
    expect(node.measures.faults.admit).toBe(2);
    expect(errors(engine).length).toBe(2);
    expect(node.mempool.size).toBe(0);
    // The next trial sees nothing of this one: alice has the balance that the chain says.
    mend();
    expect(await node.submit('transfer', bytes)).toMatchObject({ code: 'internal' });
    const { balance } = node.state.get(accounts, alice.account) ?? { balance: 0n };
    await engine.included(await send(engine, AMOUNT));
    const spent = balance - (node.state.get(accounts, alice.account)?.balance ?? 0n);
    // The amount once, and a fee of 0.1 XRGE at most.
    expect(spent).toBeGreaterThan(AMOUNT);
    expect(spent).toBeLessThanOrEqual(AMOUNT + 100_000_000n);
  });
});

describe('a failure after a block', { timeout: SLOW_MACHINE_MS }, () => {
  test('in the event of one transaction omits that event and does not affect the chain', async () => {
    const engine = await standingNode();
    const { node } = engine;
    let calls = 0;
    const mend = breakKind('transfer', 'event', (whole, args) => {
      if (!concerns(args, AMOUNT)) return whole(...(args as never[]));
      calls++;
      return boom();
    });
    onTestFinished(mend);
    const bad = await send(engine, AMOUNT);
    await engine.log.said(/the node failed behind a block/);
    await engine.included(await send(engine));
    expect(await lookUp(engine, bad)).toMatchObject({ success: true });
    expect(calls).toBe(1);
    expect(node.measures.faults).toMatchObject({ events: 1, block: 0 });
    expect(node.role.productionProblem).toBeUndefined();
  });

  test('in the reading indexes rebuilds them', async () => {
    const engine = await standingNode();
    const { node } = engine;
    const { indexes } = node;
    Object.defineProperty(indexes, 'apply', { value: boom });
    await engine.included(await send(engine));
    expect(node.measures.faults.indexes).toBe(1);
    expect(node.indexes).not.toBe(indexes);
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    expect(node.measures.faults.indexes).toBe(1);
    const holders = node.indexes.tokens.holders.page('XRGE', { behind: undefined, offset: 0, limit: 10 } as never);
    expect(holders.total).toBeGreaterThanOrEqual(2);
  });

  test('in the reading indexes that persists rebuilds them more and more rarely, and is logged once', async () => {
    const engine = await standingNode();
    const { node, log } = engine;
    const whole = ReadingIndexes.prototype.apply;
    ReadingIndexes.prototype.apply = boom;
    onTestFinished(() => {
      ReadingIndexes.prototype.apply = whole;
    });
    const made = [node.indexes];
    const failedAt: number[] = [];
    const from = node.chain.tip.height;
    while (node.chain.tip.height < from + 40) {
      await engine.included(await send(engine));
      if (node.indexes !== made.at(-1)) made.push(node.indexes);
    }
    for (const { message, fields } of log.lines)
      if (/failed behind a block/.test(message) && fields.place === 'indexes') failedAt.push(Number(fields.height));
    // At once, then after two blocks, four, eight; each time the next block breaks them again.
    const gaps = failedAt.slice(1).map((height, at) => height - (failedAt[at] as number));
    expect(gaps).toEqual([1, 3, 5, 9, 17]);
    expect(log.lines.filter(({ message }) => /fail again and again/.test(message)).length).toBe(1);
    expect(node.role.productionProblem).toBeUndefined();
    // Once mended, they are complete again after the gap.
    ReadingIndexes.prototype.apply = whole;
    const last = node.indexes;
    while (node.indexes === last) await engine.included(await send(engine));
    const faults = node.measures.faults.indexes;
    await engine.included(await send(engine));
    expect([node.measures.faults.indexes, faults]).toEqual([failedAt.length, failedAt.length]);
  });

  test('in a listener releases that listener', async () => {
    const engine = await standingNode();
    let overrun = 0;
    engine.node.hub.add({ deliver: boom, overrun: () => overrun++ });
    await engine.included(await send(engine));
    expect([overrun, engine.node.hub.listeners]).toEqual([1, 1]);
    await engine.included(await send(engine));
    expect(engine.node.measures.faults.events).toBe(1);
  });

  test('in the mempool stops nothing', async () => {
    const engine = await standingNode();
    const { node } = engine;
    let calls = 0;
    const { settle } = node.mempool;
    node.mempool.settle = (transactions) => (calls++ === 0 ? boom() : settle.call(node.mempool, transactions));
    const first = await send(engine);
    await engine.included(first);
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    expect(node.measures.faults.settle).toBe(1);
    // What was not settled left the mempool with the next block, because it is in the chain.
    expect(node.mempool.size).toBe(0);
  });
});

describe('a signer', { timeout: SLOW_MACHINE_MS }, () => {
  const failures: Readonly<Record<string, () => Promise<Uint8Array | Refusal>>> = {
    'that throws': () => Promise.reject(new RangeError('no memory')),
    'that is busy': async () => refuse('busy', 'full', 1),
    'whose threads died': async () => refuse('internal', 'a thread died'),
  };

  test.each(Object.keys(failures))("%s is asked again, and the state is the tip's meanwhile", async (failure) => {
    let left = 3;
    const ahead: boolean[] = [];
    let engine: EngineNode | undefined;
    engine = await standingNode({
      signHeader: async (sign) => {
        // The first block came before.
        if (!engine || left === 0) return sign();
        left--;
        ahead.push(engine.node.state.isAhead);
        return (failures[failure] as () => Promise<Refusal>)();
      },
    });
    const height = await engine.included(await send(engine));
    await engine.standing(height + 1);
    expect(ahead).toEqual([true, true, true]);
    expect([engine.node.state.isAhead, engine.node.role.productionProblem]).toEqual([false, undefined]);
  });

  test('that refuses for good ends production and leaves nothing prepared', async () => {
    let refuses = false;
    const engine = await standingNode({
      signHeader: async (sign) => (refuses ? refuse('not_producing', 'this node has no key to sign with') : sign()),
    });
    refuses = true;
    await send(engine);
    await engine.log.said(/block production stopped/);
    const { node } = engine;
    expect([node.state.isAhead, node.role.productionProblem?.message]).toEqual([
      false,
      'this node has no key to sign with',
    ]);
    expect(await node.proofs.prove(stateKey(accounts, alice.account))).toHaveProperty('proof');
  });
});

describe('a proof', { timeout: SLOW_MACHINE_MS }, () => {
  const key = stateKey(accounts, alice.account);

  test('is refused, not waited for, when a prepared state was left behind', async () => {
    const { node } = await standingNode();
    const overlay = new Overlay(node.state);
    overlay.put(accounts, bob.account, { balance: 1n, nonce: 0, activity: 0 });
    const prepared = node.state.prepare(overlay);
    expect(await node.proofs.prove(key)).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 1 });
    prepared.revert();
    expect(await node.proofs.prove(key)).toHaveProperty('proof');
  });

  test('waits for a hanging block no longer than its time limit, and for others until they end', async () => {
    // Long waits end when the test says so.
    const long = new Set<() => void>();
    const timers: Timers = {
      after: (milliseconds, callback) => {
        if (milliseconds !== 5_000) return realTimers.after(milliseconds, callback);
        long.add(callback);
        return () => long.delete(callback);
      },
    };
    let release: () => void = () => {};
    let reached: () => void = () => {};
    const signing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let holds = false;
    const engine = await standingNode({
      timers,
      signHeader: async (sign) => {
        if (holds) {
          holds = false;
          reached();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        }
        return sign();
      },
    });
    const { node } = engine;
    holds = true;
    const txId = await send(engine);
    await signing;
    expect(node.state.isAhead).toBe(true);
    const [early, late] = [node.proofs.prove(key), node.proofs.prove(key)];
    expect(long.size).toBe(2);
    [...long][0]?.();
    expect(await early).toMatchObject({ code: 'busy' });
    release();
    const height = await engine.included(txId);
    const proven = await late;
    if (isRefusal(proven)) throw new Error(proven.message);
    expect(proven.block.header.height).toBe(height);
    // Neither wait left its timer behind.
    expect(long.size).toBe(0);
  });

  test('and a stop while a header is signed leave nothing behind', async () => {
    let holds = false;
    let reached: () => void = () => {};
    let release: () => void = () => {};
    const signing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const engine = await standingNode({
      signHeader: async (sign) => {
        if (!holds) return sign();
        reached();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return refuse('stopping', 'the node is shutting down');
      },
    });
    holds = true;
    await send(engine);
    await signing;
    const proof = engine.node.proofs.prove(key);
    const stopped = engine.node.stop();
    release();
    await stopped;
    expect(engine.node.state.isAhead).toBe(false);
    expect(await proof).toHaveProperty('proof');
  });
});
