/** A disk that is full while a node makes blocks: production stops with a reason, reads go on, nothing that was taken is
 *  lost, and once there is space the same process goes on, with the block that it had signed. */

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditChain, getJson } from '../crash/chainAudit.js';
import { readJournal, temporaryDirectory } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { mountSmallDisk } from './smallDisk.js';

const alice = signingActor('disk full: alice');
const bob = actor('disk full: bob');
const QUIET = ['--heartbeat-ms', '3600000'];
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const SLOW_MACHINE_MS = 120_000;
const DISK_MEBIBYTES = 64;

const transfer = (): Signed => signedTransfer(alice, bob.address, '1.5');

interface Disk {
  readonly directory: string;
  fill(node: LiveNode): void;
  free(node: LiveNode): void;
}

/** What a degraded node must still do, and what it must refuse. @returns the height that it stands at. */
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
  // Taken, because nobody has met the full disk yet; the second waits behind the first.
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
  // The small disk stays small, which health may say; it does not hold up production any more.
  expect(JSON.stringify(await getJson(node.url, '/api/health'))).not.toMatch(
    /production_halted|could not write|cannot be written/,
  );
  expect(await getJson(node.url, '/api/stats')).toMatchObject({ is_mining: true });
  const later = transfer();
  expect((await post(node.url, later.body)).status).toBe(200);
  await watch.included(later.txId);
  await untilStanding(node.url);
  const chain = await auditChain(node);
  expect([first, ...taken, later].every(({ txId }) => chain.placed.has(txId))).toBe(true);
  expect(chain.placed.size).toBe(taken.length + 2);
  // One line when it stopped, one when it went on.
  expect(node.logs().match(/block production (?:stopped|resumed)/g)).toEqual([
    'block production stopped',
    'block production resumed',
  ]);
  await watch.close();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect((await readJournal(disk.directory))?.hash).toBe(chain.tip.hash);
  const again = await startNode({ dataDir: disk.directory, flags: QUIET });
  onTestFinished(() => void again.stop('SIGKILL'));
  expect((await auditChain(again)).tip.hash).toBe(chain.tip.hash);
  await again.stop();
}

/** No file of the process may grow any more: what a full disk does to the log of the database. */
const limitFiles = (node: LiveNode, bytes: string): void => {
  execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:unlimited`]);
};

describe('a node on a full disk', { timeout: SLOW_MACHINE_MS }, () => {
  test('that is really full goes on when there is space', async ({ skip }) => {
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
