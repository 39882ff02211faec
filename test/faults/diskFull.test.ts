/** A disk that is full while a node makes blocks: production stops with a reason, reads continue, nothing accepted is
 *  lost, and once there is space the same process continues with the block that it had signed. */

import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../api/server/freePort.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { checkCrashedChain, getJson } from '../crash/crashedChain.js';
import { readJournal, temporaryDirectory } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, prepareDataDirectory, runNodeToItsEnd, startNode } from '../support/liveNode.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { mountSmallDisk } from './smallDisk.js';

const alice = signingActor('disk full: alice');
const bob = actor('disk full: bob');
const QUIET = ['--heartbeat-ms', '3600000'];
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const SLOW_MACHINE_MS = 240_000;
const DISK_MEBIBYTES = 64;

const transfer = (): Signed => signedTransfer(alice, bob.address, '1.5');

interface Disk {
  readonly directory: string;
  fill(node: LiveNode): void;
  free(node: LiveNode): void;
}

/** Checks what a degraded node must still do and what it must refuse. @returns its height. */
async function checkDegraded(node: LiveNode): Promise<number> {
  const health = await getJson(node.url, '/api/health');
  expect(health).toMatchObject({ status: 'degraded' });
  expect(String(health.reason)).toMatch(/could not write|cannot be written|takes no writes/);
  expect(await getJson(node.url, '/api/stats')).toMatchObject({ is_mining: false, network_height: health.height });
  expect(await getJson(node.url, `/api/block/${health.height}`)).toMatchObject({ success: true });
  expect(await getJson(node.url, `/api/balance/${alice.address}`)).toMatchObject({ success: true });
  const refused = await post(node.url, transfer().body);
  expect(refused).toMatchObject({ status: 503, json: { code: 'not_producing' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json?.error).toMatch(/^this node produces no blocks at present: .+/);
  return Number(health.height);
}

async function surviveFullDisk(disk: Disk): Promise<void> {
  const node = await startNode({ dataDir: disk.directory, genesis, flags: QUIET });
  onTestFinished(() => void node.stop('SIGKILL'));
  const watch = await ChainWatch.open(node.url);
  const first = transfer();
  expect((await post(node.url, first.body)).status).toBe(200);
  await watch.included(first.txId);
  await untilStanding(node.url);

  disk.fill(node);
  // Accepted, because nothing has failed on the full disk yet; the second waits behind the first.
  const taken: Signed[] = [];
  for (const signed of [transfer(), transfer(), transfer()])
    if ((await post(node.url, signed.body)).status === 200) taken.push(signed);
  expect(taken.length).toBeGreaterThan(0);
  await node.printed(/block production stopped/);
  const height = await checkDegraded(node);
  const announced = watch.frames.length;

  disk.free(node);
  await node.printed(/block production resumed/);
  for (const { txId } of taken) await watch.included(txId);
  expect(
    watch.frames.slice(0, announced).filter(({ type, height: at }) => type === 'new_block' && Number(at) > height),
  ).toEqual([]);
  await untilStanding(node.url);
  // The disk stays small, which health may report; it does not stop production any more.
  expect(JSON.stringify(await getJson(node.url, '/api/health'))).not.toMatch(
    /production_halted|could not write|cannot be written/,
  );
  expect(await getJson(node.url, '/api/stats')).toMatchObject({ is_mining: true });
  const later = transfer();
  expect((await post(node.url, later.body)).status).toBe(200);
  await watch.included(later.txId);
  await untilStanding(node.url);
  const chain = await checkCrashedChain(node);
  expect([first, ...taken, later].every(({ txId }) => chain.placed.has(txId))).toBe(true);
  expect(chain.placed.size).toBe(taken.length + 2);
  // One line when it stopped, one when it continued.
  expect(node.logs().match(/block production (?:stopped|resumed)/g)).toEqual([
    'block production stopped',
    'block production resumed',
  ]);
  await watch.close();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect((await readJournal(disk.directory))?.hash).toBe(chain.tip.hash);
  const again = await startNode({ dataDir: disk.directory, flags: QUIET });
  onTestFinished(() => void again.stop('SIGKILL'));
  expect((await checkCrashedChain(again)).tip.hash).toBe(chain.tip.hash);
  await again.stop();
}

/** No file of the process may grow any more: the effect of a full disk on the database's log. */
const limitFiles = (node: LiveNode, bytes: string): void => {
  execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:unlimited`]);
};

describe('a node on a full disk', { timeout: SLOW_MACHINE_MS }, () => {
  test('that is really full continues when there is space', async ({ skip }) => {
    const disk = mountSmallDisk(DISK_MEBIBYTES);
    if (!disk) {
      console.log('test/faults/diskFull: this process may not mount a file system; the case is skipped');
      return skip('no permission to mount');
    }
    const directory = join(disk.directory, 'data');
    mkdirSync(directory, { mode: 0o700 });
    await surviveFullDisk({
      directory,
      fill: () => expect(disk.fill()).toBeGreaterThan(1024 * 1024),
      free: () => disk.free(),
    });
  });

  // prlimit is part of Linux distributions.
  test.runIf(process.platform === 'linux')('whose files may not grow goes on when they may', async () => {
    await surviveFullDisk({
      directory: temporaryDirectory(),
      fill: (node) => limitFiles(node, '20000'),
      free: (node) => limitFiles(node, 'unlimited'),
    });
  });
});

describe('a node that starts on a full disk', { timeout: SLOW_MACHINE_MS }, () => {
  interface Killed {
    readonly directory: string;
    readonly free: () => void;
    /** Transfers that were answered 200 before the end. */
    readonly taken: readonly Signed[];
  }

  /** A node whose disk was filled while it accepted transfers, and that was then killed. */
  async function killedOnFullDisk(mebibytes: number): Promise<Killed | undefined> {
    const disk = mountSmallDisk(mebibytes);
    if (!disk) {
      console.log('test/faults/diskFull: this process may not mount a file system; the case is skipped');
      return undefined;
    }
    const directory = join(disk.directory, 'data');
    mkdirSync(directory, { mode: 0o700 });
    const node = await startNode({ dataDir: directory, genesis, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    const watch = await ChainWatch.open(node.url);
    const first = transfer();
    expect((await post(node.url, first.body)).status).toBe(200);
    await watch.included(first.txId);
    await untilStanding(node.url);
    disk.fill();
    for (const signed of [transfer(), transfer()]) await post(node.url, signed.body);
    await node.printed(/block production stopped/);
    await watch.close();
    await node.stop('SIGKILL');
    // Space that the process's last attempts freed is used up, too.
    disk.free();
    expect(disk.fill()).toBeGreaterThan(1024 * 1024);
    return { directory, free: () => disk.free(), taken: [first] };
  }

  test('serves reads, says so, and continues on its own', async ({ skip }) => {
    const killed = await killedOnFullDisk(DISK_MEBIBYTES);
    if (!killed) return skip('no permission to mount');
    const { directory, free, taken } = killed;
    const signedBefore = await readJournal(directory);
    // Twice: the first start must not make the second one harder.
    for (const end of ['SIGKILL', 'SIGTERM'] as const) {
      const degraded = await startNode({ dataDir: directory, flags: QUIET });
      onTestFinished(() => void degraded.stop('SIGKILL'));
      await degraded.printed(/block production stopped; it resumes when the disk takes writes again/);
      await checkDegraded(degraded);
      const health = await getJson(degraded.url, '/api/health');
      expect(String(health.reason)).toMatch(/the disk is full or failing/);
      expect(JSON.stringify(health)).toMatch(/"store_failed"/);
      for (const { txId } of taken) expect(await getJson(degraded.url, `/api/tx/${txId}`)).toMatchObject({ txId });
      const exit = await degraded.stop(end);
      expect(exit).toEqual(end === 'SIGTERM' ? { code: 0, signal: null } : { code: null, signal: end });
    }
    expect(await readJournal(directory)).toEqual(signedBefore);

    const node = await startNode({ dataDir: directory, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    const watch = await ChainWatch.open(node.url);
    await checkDegraded(node);
    await node.printed(/control.json cannot be written/);
    // No other process gets the directory meanwhile, although a read-only database takes no lock.
    const other = await runProgram(['verify-db', '--data-dir', directory, '--verify-workers', '1']);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('in use by another node') });
    const second = await runNodeToItsEnd({ dataDir: directory, flags: QUIET });
    expect([second.exit.code, second.output]).toEqual([1, expect.stringContaining('in use by another node')]);
    free();
    await node.printed(/block production resumed/);
    await node.printed(/control.json is written/);
    const later = transfer();
    expect((await post(node.url, later.body)).status).toBe(200);
    await watch.included(later.txId);
    await untilStanding(node.url);
    expect(JSON.stringify(await getJson(node.url, '/api/health'))).not.toMatch(/production_halted|store_failed/);
    const chain = await checkCrashedChain(node);
    for (const { txId } of [...taken, later]) expect(chain.placed.has(txId)).toBe(true);
    // The block that was signed before the kill fills its slot.
    if (signedBefore)
      expect(await getJson(node.url, `/api/block/${signedBefore.height}`)).toMatchObject({
        block: { hash: signedBefore.hash },
      });
    await watch.close();
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    const sound = await runProgram(['verify-db', '--data-dir', directory, '--verify-workers', '1']);
    expect(sound).toMatchObject({ code: 0, err: '' });
  });

  test('and produces no blocks clears its health when there is room', async ({ skip }) => {
    const killed = await killedOnFullDisk(DISK_MEBIBYTES);
    if (!killed) return skip('no permission to mount');
    const node = await startNode({ dataDir: killed.directory, mine: false, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    const health = await getJson(node.url, '/api/health');
    expect(JSON.stringify(health)).toMatch(/"store_failed".*the disk is full/);
    expect(JSON.stringify(health)).not.toMatch(/production_halted/);
    killed.free();
    await node.printed(/"msg":"the disk takes writes again"/);
    // Health answers from memory for a moment.
    while (/store_failed/.test(JSON.stringify(await getJson(node.url, '/api/health'))));
    expect(await node.stop()).toEqual({ code: 0, signal: null });
  });

  test('whose log and banner go to that disk, too, stays alive', async ({ skip }) => {
    const killed = await killedOnFullDisk(DISK_MEBIBYTES);
    if (!killed) return skip('no permission to mount');
    const out = openSync(join(killed.directory, '..', 'out.log'), 'w');
    const port = await freePort('127.0.0.1');
    const words = [
      'run',
      '--mine',
      '--data-dir',
      killed.directory,
      '--api-port',
      String(port),
      ...QUIET,
      '--rate-limit-read-per-minute',
      '0',
    ];
    const program = fileURLToPath(builtFile('ops/cli/main.js'));
    const child = spawn(process.execPath, [program, ...words, '--log-format', 'json', '--log-level', 'debug'], {
      stdio: ['ignore', out, out],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    const url = `http://127.0.0.1:${port}`;
    const answers = async (): Promise<boolean> => {
      const answer = exchange(url, '/api/health').then(
        ({ status }) => status === 200,
        () => false,
      );
      return answer;
    };
    while (!(await answers())) if (child.exitCode !== null) break;
    expect(child.exitCode).toBeNull();
    for (let asked = 0; asked < 200; asked++) expect(await answers()).toBe(true);
    killed.free();
    // The node continues; only its health reports the problem.
    while (/store_failed/.test(JSON.stringify(await getJson(url, '/api/health'))));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    closeSync(out);
  });

  test('without a chain says that there is no room for one', async ({ skip }) => {
    const disk = mountSmallDisk(32);
    if (!disk) return skip('no permission to mount');
    const directory = join(disk.directory, 'data');
    prepareDataDirectory(directory, genesis);
    disk.fill();
    const { exit, output } = await runNodeToItsEnd({ dataDir: directory, flags: QUIET });
    expect(exit).toEqual({ code: 1, signal: null });
    expect(output).toMatch(/^rouged: the disk is full: [^\n]*$/m);
    // No partial files are in the way once there is room.
    disk.free();
    const node = await startNode({ dataDir: directory, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    await untilStanding(node.url);
  });
});
