/** A pruned directory on a real disk: it stays as large as its newest blocks, and a kill in the middle of dropping leaves a sound one.
 *
 *  ROUGED_SOAK_BLOCKS makes the soak longer. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

import { blockKey, heightKey, keyNumber, trailKey } from '../../engine/store/keys.js';
import type { Family, StorePort } from '../../engine/store/port.js';
import { readWholeBlock } from '../../engine/store/wholeBlock.js';
import { openStore } from '../../workers/store/openStore.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { KeptChain, KeptStore, LEAST_KEPT } from '../support/keptChain.js';

const BLOCKS = Number(process.env.ROUGED_SOAK_BLOCKS ?? 2_400);
const TRANSFERS = 3;
const STEP_MS = 10_000;
const MEASURED = 12;
const KILLED_BLOCKS = 400;
const PRUNED = { mode: 'pruned', blocks: LEAST_KEPT } as const;

const directories: string[] = [];
const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-pruning-'));
  directories.push(directory);
  return directory;
};

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** Small memory tables: as many files and compactions as a node makes in days. */
const open = (directory: string): Promise<StorePort> =>
  openStore({ directory, queries: builtFile('engine/stream/queries.js'), writeBufferBytes: 256 * 1024 });

/** RocksDB's text log is left out: it grows with every compaction, and begins anew with every start. */
const sizeOf = (directory: string): number =>
  readdirSync(join(directory, 'db'))
    .filter((name) => !name.startsWith('LOG'))
    .reduce((sum, name) => sum + (statSync(join(directory, 'db', name), { throwIfNoEntry: false })?.size ?? 0), 0);

const mean = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0) / sizes.length;

test(`the disk stays flat over ${BLOCKS} blocks`, async () => {
  const directory = newDirectory();
  const source = KeptChain.unsigned();
  const kept = await KeptStore.open(source, await open(directory), PRUNED);
  const sizes: number[] = [];
  for (let at = 0; at < MEASURED; at++) {
    source.grow(BLOCKS / MEASURED, TRANSFERS, STEP_MS);
    await kept.follow();
    await kept.chain.pruned();
    sizes.push(sizeOf(directory));
  }
  console.log(`KiB on the disk: ${sizes.map((bytes) => Math.round(bytes / 1024)).join(' ')}`);
  expect(kept.chain.blocksFrom).toBeGreaterThan(BLOCKS - (2 * BLOCKS) / MEASURED - LEAST_KEPT);
  // Single sizes differ by what waits for a compaction.
  const third = MEASURED / 3;
  expect(mean(sizes.slice(2 * third))).toBeLessThan(1.4 * mean(sizes.slice(third, 2 * third)));
  await kept.close();
  expect(kept.warnings).toEqual([]);
  const full = newDirectory();
  const whole = await KeptStore.open(source, await open(full), { mode: 'full', blocks: 1 });
  await whole.follow();
  await whole.close();
  expect(mean(sizes.slice(2 * third))).toBeLessThan(sizeOf(full) / 4);
}, 900_000);

/** Keys of a family, of one table of it or of all. */
const keysOf = async (port: StorePort, family: Family, from: Uint8Array, to: Uint8Array): Promise<number[]> =>
  (await port.range({ family, gte: from, lt: to, limit: 65_536, keysOnly: true })).map(({ key }) => keyNumber(key));

test.each([
  ['delete-range', 1],
  ['delete-range', 5],
  ['delete-sync', 8],
  ['delete-range', 13],
  ['commit-batch', 150],
  ['commit-sync', 160],
  ['commit-batch', 171],
])(
  'a kill at %s, passing %i, leaves a directory with which the next start goes on',
  async (point, passing) => {
    const directory = newDirectory();
    const { signal } = await runChild(directory, `${point}:${passing}`);
    expect(signal).toBe('SIGKILL');
    const source = KeptChain.unsigned().grow(KILLED_BLOCKS, TRANSFERS, STEP_MS);
    const kept = await KeptStore.open(source, await open(directory), PRUNED);
    expect(kept.chain.tip.height).toBeLessThan(KILLED_BLOCKS);
    // Whatever is in the chain can be read from the lowest height on, before anything more is dropped.
    for (let height = kept.chain.blocksFrom; height <= kept.chain.tip.height; height++)
      expect(typeof (await readWholeBlock(kept.port, height)), `block ${height}`).toBe('object');
    await kept.follow();
    await kept.chain.pruned();
    const { blocksFrom } = kept.chain;
    expect(blocksFrom).toBeGreaterThan(KILLED_BLOCKS - 2 * LEAST_KEPT);
    const end = new Uint8Array(8).fill(0xff);
    for (const family of ['bodies', 'signatures', 'balances'] as const)
      expect((await keysOf(kept.port, family, heightKey(0), end))[0], family).toBe(blocksFrom);
    expect((await keysOf(kept.port, 'default', blockKey(1), blockKey(2 ** 40)))[0]).toBe(blocksFrom);
    expect((await keysOf(kept.port, 'default', trailKey(0), trailKey(2 ** 40)))[0]).toBe(blocksFrom);
    await kept.close();
    expect(kept.warnings).toEqual([]);
  },
  120_000,
);

function runChild(directory: string, crashPoint: string): Promise<{ readonly signal: string | null }> {
  const program = fileURLToPath(builtFile('test/faults/pruningProgram.js'));
  const words = [program, directory, String(KILLED_BLOCKS), String(TRANSFERS), String(STEP_MS)];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ROUGED_CRASH_POINT: crashPoint },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ signal })));
}
