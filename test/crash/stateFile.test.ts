/** Kills a node while it leaves its state in a file, and while it begins with that file: whatever is found then, the next start has
 *  the state of its tip, goes on, and leaves a file again. */

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type StatePoint, statePoints } from '../../workers/store/crashPoints.js';
import { ChainWatch } from '../support/chainWatch.js';
import { forgeState } from '../support/forgedState.js';
import { type LiveNode, runNodeToItsEnd, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { checkCrashedChain } from './crashedChain.js';
import { copyOf, readJournal } from './nodeDirectory.js';
import { post, untilStanding } from './nodeLoad.js';
import { runProgram } from './runProgram.js';

const alice = signingActor('state file: alice');
const bob = actor('state file: bob');
const FLAGS = ['--heartbeat-ms', '3600000', '--state-file-records', '0'];
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const SLOW_MACHINE_MS = 240_000;
const KILLED = { code: null, signal: 'SIGKILL' };
const GOOD_END = { code: 0, signal: null };

/** Passed at a start; the others at an end. */
const AT_START: readonly StatePoint[] = ['state-found', 'state-checked'];
const AT_END = statePoints.filter((point) => !AT_START.includes(point));

const fileIn = (dataDir: string): string => join(dataDir, 'state.bin');
const filesOf = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => name.startsWith('state.bin'));

let owner: LiveNode;

/** Posts a transfer and waits until the chain is at rest after it. */
async function includeOne({ url }: LiveNode): Promise<void> {
  const watch = await ChainWatch.open(url);
  const signed = signedTransfer(alice, bob.address, '1.5');
  // Until the state is checked, the node says to come again.
  while ((await post(url, signed.body)).status === 503) await untilStanding(url);
  await watch.included(signed.txId);
  await watch.close();
  await untilStanding(url);
}

async function start(dataDir: string, point = ''): Promise<LiveNode> {
  const node = await startNode({ dataDir, flags: FLAGS, environment: { ROUGED_CRASH_POINT: point } });
  onTestFinished(() => node.remove());
  return node;
}

/** The state is that of the tip; the chain goes on; the end leaves a file. @param used whether the file was begun with. */
async function goesOn(dataDir: string, used: boolean): Promise<string> {
  const node = await start(dataDir);
  await untilStanding(node.url);
  const before = await readJournal(dataDir);
  const { tip } = await checkCrashedChain(node);
  expect(tip.hash).toBe(before?.hash);
  if (used) await node.printed(/the state is checked against the root/);
  else expect(node.logs()).not.toMatch(/is being checked against the root/);
  await includeOne(node);
  // It was used or named, and is of no block any more.
  expect(filesOf(dataDir)).toEqual([]);
  await checkCrashedChain(node);
  expect(await node.stop()).toEqual(GOOD_END);
  expect(filesOf(dataDir)).toEqual(['state.bin']);
  return node.logs();
}

/** What `verify-db` prints of a sound chain. */
async function verified(dataDir: string): Promise<string> {
  const { code, out } = await runProgram(['verify-db', '--data-dir', dataDir]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^sound: /)]);
  return out;
}

beforeAll(async () => {
  owner = await startNode({ genesis, flags: FLAGS });
  await untilStanding(owner.url);
  await includeOne(owner);
  expect(await owner.stop()).toEqual(GOOD_END);
  expect(filesOf(owner.dataDir)).toEqual(['state.bin']);
}, SLOW_MACHINE_MS);

afterAll(() => owner?.remove());

describe('the state that a node leaves', () => {
  test.each(AT_END)('%s: a node killed there', { timeout: SLOW_MACHINE_MS }, async (point) => {
    const dataDir = copyOf(owner.dataDir);
    const node = await start(dataDir, point);
    await includeOne(node);
    expect(await node.stop()).toEqual(KILLED);
    const isWhole = point === 'state-rename';
    expect(existsSync(fileIn(dataDir))).toBe(isWhole);
    await goesOn(dataDir, isWhole);
  });

  test('a node killed while it begins with it, twice', { timeout: SLOW_MACHINE_MS }, async () => {
    const dataDir = copyOf(owner.dataDir);
    const before = await readJournal(dataDir);
    for (const point of AT_START) {
      const { exit } = await runNodeToItsEnd({ dataDir, flags: FLAGS, environment: { ROUGED_CRASH_POINT: point } });
      expect(exit).toEqual(KILLED);
      expect(existsSync(fileIn(dataDir))).toBe(true);
      expect(await readJournal(dataDir)).toEqual(before);
    }
    await goesOn(dataDir, true);
  });

  test('a whole file of another state ends the start, and only that one', { timeout: SLOW_MACHINE_MS }, async () => {
    const dataDir = copyOf(owner.dataDir);
    const before = await readJournal(dataDir);
    await forgeState(dataDir, bob);
    expect(await verified(dataDir)).toMatch(
      /^state\.bin is not the state of the newest block \(the database has another/m,
    );
    const { exit, output } = await runNodeToItsEnd({ dataDir, flags: FLAGS });
    expect(exit).toEqual({ code: 1, signal: null });
    expect(output).toMatch(/state\.bin is not proven to be the one of block \d+: the database has another value/);
    expect(await readJournal(dataDir)).toEqual(before);
    expect(filesOf(dataDir)).toEqual([]);
    await goesOn(dataDir, false);
  });

  test('torn, damaged or of an older block, it is named and not used', { timeout: SLOW_MACHINE_MS }, async () => {
    const dataDir = copyOf(owner.dataDir);
    expect(await verified(dataDir)).toMatch(/^state\.bin holds the state of block \d+, record by record/m);
    const whole = readFileSync(fileIn(dataDir));
    writeFileSync(fileIn(dataDir), whole.subarray(0, whole.length / 2));
    expect(await verified(dataDir)).toMatch(
      /^state\.bin.* cannot be used: its length is another than its header says;/m,
    );
    expect(await goesOn(dataDir, false)).toMatch(/its length is another than its header says/);
    const changed = readFileSync(fileIn(dataDir));
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] as number) ^ 1;
    writeFileSync(fileIn(dataDir), changed);
    expect(await goesOn(dataDir, false)).toMatch(/its bytes are not the ones that were written/);
    copyFileSync(fileIn(owner.dataDir), fileIn(dataDir));
    expect(await verified(dataDir)).toMatch(/^state\.bin is the state of block \d+ .*, not of the newest block here/m);
    expect(await goesOn(dataDir, false)).toMatch(/it is of block \d+ \([0-9a-f]{16}\), the tip is another one/);
  });
});
