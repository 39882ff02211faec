/** Threads that die under a running node: verification threads again and again, and the store's, once. Every request gets
 *  an answer, nothing waits forever, and the node logs what it does about it. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import type { RawItem } from '../../engine/intake/verifier.js';
import { checkCrashedChain } from '../crash/crashedChain.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { LogBook, openEngineNode, sendTransfer, startPool } from '../support/engineNode.js';
import { startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signedEnvelope, signingActor, transferOrder } from '../support/transactions.js';

const validator = signingActor('threads: validator');
const alice = signingActor('threads: alice');
const bob = actor('threads: bob');
const NOW = 1_700_000_000_000;
const SLOW_MACHINE_MS = 240_000;
const DEATHS = 8;

/** Some distinct signed requests; signing is the expensive part here. */
const requests: readonly RawItem[] = Array.from({ length: 6 }, () => {
  const order = transferOrder({ signer: alice, timestamp: NOW }, bob, 1n);
  return { kind: 'request', operation: 'transfer', bytes: signedEnvelope({ ...order, signer: alice }) };
});

describe('a verification thread', { timeout: SLOW_MACHINE_MS }, () => {
  test(`killed ${DEATHS} times leaves no request without an answer, and is replaced one at a time`, async () => {
    const log = new LogBook();
    const pool = await startPool(validator, log);
    onTestFinished(() => pool.close());
    let [answered, verified, signed] = [0, 0, 0];
    for (let death = 0; death < DEATHS; death++) {
      const questions = [...requests.map((item) => pool.verify(item, NOW)), pool.sign(new Uint8Array([death]))];
      const [thread] = pool.threads();
      if (death % 2 === 0) await Promise.race(questions);
      await thread?.terminate();
      expect(pool.threads().length).toBeLessThanOrEqual(2);
      for (const answer of await Promise.all(questions)) {
        answered++;
        if (isRefusal(answer)) expect(answer.code).toBe('internal');
        else if (answer instanceof Uint8Array) signed++;
        else verified++;
      }
    }
    expect(answered).toBe(DEATHS * (requests.length + 1));
    expect(verified + signed).toBeGreaterThan(answered / 2);
    expect(log.lines.filter(({ message }) => /a verification thread died/.test(message)).length).toBeGreaterThanOrEqual(
      DEATHS - 1,
    );
    expect(pool.stats()).toMatchObject({ queuedItems: 0, heldBytes: 0, inFlightItems: 0, inFlightPackets: 0 });
    // It works as if nothing had happened.
    expect(isRefusal(await pool.verify(requests[0] as RawItem, NOW))).toBe(false);
  });

  test('killed under production stops no block for good', async () => {
    const engine = await openEngineNode({
      dataDir: temporaryDirectory(),
      validator,
      allocations: [{ to: alice.address, amount: '1000' }],
    });
    onTestFinished(() => engine.close());
    await engine.standing(1);
    for (let death = 0; death < 4; death++) {
      const answer = await sendTransfer(engine, alice, bob);
      await engine.pool.threads()[0]?.terminate();
      if ('txId' in answer) await engine.included(answer.txId);
      else expect(answer.code).toBe('internal');
    }
    const last = await sendTransfer(engine, alice, bob);
    if (!('txId' in last)) throw new Error(last.message);
    await engine.included(last.txId);
    expect(engine.node.role.productionProblem).toBeUndefined();
    const slots = engine.signedHeaders.map(({ text }) => text);
    expect(slots.length).toBeGreaterThanOrEqual(5);
  });
});

describe("the store's thread", { timeout: SLOW_MACHINE_MS }, () => {
  test('rejects what is under way and everything later when it dies', async () => {
    const engine = await openEngineNode({
      dataDir: temporaryDirectory(),
      validator,
      allocations: [{ to: alice.address, amount: '1000' }],
      threadEnd: 'commit-batch:3',
    });
    onTestFinished(() => engine.close().catch(() => undefined));
    await engine.standing(1);
    await sendTransfer(engine, alice, bob);
    expect(await engine.died).toMatchObject({ code: 'STORE_DIED' });
    await engine.log.said(/block production stopped/);
    expect(engine.node.role.productionProblem?.detail).toMatch(/the store's thread ended/);
    await expect(engine.store.get(new Uint8Array([1]))).rejects.toMatchObject({ code: 'STORE_DIED' });
    await expect(engine.store.reopen()).rejects.toMatchObject({ code: 'STORE_DIED' });
  });

  test('ends the node with code 1 and a sentence; the next start continues', async () => {
    const signed = signedTransfer(alice, bob.address, '1.5');
    const node = await startNode({
      genesis: { allocations: [{ address: alice.address, amount: '1000' }] },
      flags: ['--heartbeat-ms', '3600000'],
      environment: { ROUGED_THREAD_POINT: 'commit-body:3' },
    });
    onTestFinished(() => node.remove());
    await untilStanding(node.url);
    await post(node.url, signed.body).catch(() => undefined);
    expect(await node.ended).toEqual({ code: 1, signal: null });
    expect(node.logs()).toMatch(/"reason":"the store's thread ended with code 1","msg":"the node has to stop"/);
    const again = await startNode({ dataDir: node.dataDir, flags: ['--heartbeat-ms', '3600000'] });
    onTestFinished(() => void again.stop('SIGKILL'));
    await untilStanding(again.url);
    expect((await checkCrashedChain(again)).placed.has(signed.txId)).toBe(true);
    expect(await again.stop()).toEqual({ code: 0, signal: null });
  });
});
