/** A node with one part that cannot be closed: all others are closed, the log names the part, and the process ends with 1. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StorePort } from '../../engine/store/port.js';
import { readJournal, temporaryDirectory, withStore } from '../crash/nodeDirectory.js';
import { untilStanding } from '../crash/nodeLoad.js';
import { type EngineNode, openEngineNode, sendTransfer } from '../support/engineNode.js';
import { startNode } from '../support/liveNode.js';
import { actor, signingActor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 240_000;

test('a control file that cannot be removed keeps nothing else open', { timeout: SLOW_MACHINE_MS }, async () => {
  const dataDir = temporaryDirectory();
  const node = await startNode({ dataDir, flags: ['--heartbeat-ms', '3600000'] });
  onTestFinished(() => void node.stop('SIGKILL'));
  await untilStanding(node.url);
  const path = join(dataDir, 'control.json');
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'something'), 'x');
  expect(await node.stop()).toEqual({ code: 1, signal: null });
  const complaints = node.logs().match(/"msg":"the .* could not be closed"/g);
  expect(complaints).toEqual(['"msg":"the control door could not be closed"']);
  expect(node.logs()).toMatch(/"part":"control door"/);
  // The store was closed: what the last block wrote is there, and the directory is free.
  rmSync(path, { recursive: true });
  const height = (await readJournal(dataDir))?.height;
  expect(height).toBeGreaterThan(0);
  await withStore(dataDir, async (store) => expect(store.stats().writeFailure).toBeUndefined());
  const again = await startNode({ dataDir, flags: ['--heartbeat-ms', '3600000'] });
  onTestFinished(() => void again.stop('SIGKILL'));
  expect(await again.stop()).toEqual({ code: 0, signal: null });
});

describe('deleted old events', { timeout: SLOW_MACHINE_MS }, () => {
  const validator = signingActor('closing: validator');
  const alice = signingActor('closing: alice');
  const bob = actor('closing: bob');

  /** A node that keeps the events of four blocks, whose store does something else instead of the deletion. */
  const open = async (inPlaceOfDeletion: (store: StorePort) => Promise<void>) => {
    const engine = await openEngineNode({
      dataDir: temporaryDirectory(),
      validator,
      allocations: [{ to: alice.address, amount: '1000' }],
      eventLogBlocks: 4,
      aroundStore: (store) =>
        new Proxy(store, {
          get: (target, name) => {
            if (name === 'deleteRange')
              return (...[family, from, to]: Parameters<StorePort['deleteRange']>) =>
                family === 'balances' && from.every((byte) => byte === 0)
                  ? inPlaceOfDeletion(store)
                  : target.deleteRange(family, from, to);
            const member = Reflect.get(target, name) as unknown;
            return typeof member === 'function' ? member.bind(target) : member;
          },
        }),
    });
    onTestFinished(() => engine.close().catch(() => undefined));
    return engine;
  };

  /** Blocks with a transfer, each followed by an empty one. */
  async function makeBlocks(engine: EngineNode, count: number): Promise<void> {
    for (let made = 0; made < count; made++) {
      const answer = await sendTransfer(engine, alice, bob);
      if (!('txId' in answer)) throw new Error(answer.message);
      await engine.standing((await engine.included(answer.txId)) + 1);
    }
  }

  test('are waited for when the node stops', async () => {
    let release = (): void => {};
    let begun = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deleting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const engine = await open(() => {
      begun();
      return released;
    });
    await makeBlocks(engine, 4);
    await deleting;
    // After the vote for the last block, which a stop would wait for: then only the deletion is under way.
    await engine.pool.sign(new Uint8Array(32));
    let stopped = false;
    const stopping = engine.node.stop().then(() => {
      stopped = true;
    });
    // More turns than a stop without a deletion takes.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(stopped).toBe(false);
    release();
    await stopping;
    expect(stopped).toBe(true);
  });

  test('that cannot be deleted are logged, tried again, and delay no block', async () => {
    let failures = 0;
    const engine = await open(async () => {
      failures++;
      throw new Error('asked for by the test');
    });
    await makeBlocks(engine, 4);
    expect(failures).toBeGreaterThan(1);
    const told = engine.log.lines.filter(({ message }) => /could not be given up/.test(message));
    expect(told.length).toBe(failures);
    expect(told[0]?.level).toBe('warn');
    expect(told[0]?.fields.error).toMatchObject({ message: 'asked for by the test' });
    expect(engine.node.role.productionProblem).toBeUndefined();
  });
});
