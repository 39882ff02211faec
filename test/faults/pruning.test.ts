/** A pruned directory on a real disk: it stays as large as its newest blocks, and a kill in the middle of dropping leaves a sound one. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { blockKey, heightKey, keyNumber, trailKey } from '../../engine/store/keys.js';
import type { Family, StorePort } from '../../engine/store/port.js';
import { readWholeBlock } from '../../engine/store/wholeBlock.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { KeptChain, KeptStore, LEAST_KEPT } from '../support/keptChain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { openPruning, PRUNED, prunedDisk, STEP_MS, TRANSFERS } from './prunedDisk.js';

/** As many as fit in the time of a test; `npm run soak -- --pruned-blocks 20000` has more. */
const BLOCKS = 1_800;
const KILLED_BLOCKS = 400;

const directories: string[] = [];
const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-pruning-'));
  directories.push(directory);
  return directory;
};

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

test(`the disk stays flat over ${BLOCKS} blocks`, async () => {
  const { line, dropped, height, warnings, isFlat } = await prunedDisk(BLOCKS);
  console.log(line);
  expect(isFlat, line).toBe(true);
  expect(height).toBe(BLOCKS);
  expect(dropped).toBeGreaterThan((5 * BLOCKS) / 6 - LEAST_KEPT);
  expect(warnings).toEqual([]);
}, 900_000);

/** Keys of a family, of one table of it or of all. */
const keysOf = async (port: StorePort, family: Family, from: Uint8Array, to: Uint8Array): Promise<number[]> =>
  (await port.range({ family, gte: from, lt: to, limit: 65_536, keysOnly: true })).map(({ key }) => keyNumber(key));

const random = new SeededRandom(testSeed());
const kills = (
  [
    ['delete-range', [1, 5, 13]],
    ['delete-sync', [8]],
    ['commit-batch', [150, 171]],
    ['commit-sync', [160]],
  ] as const
).flatMap(([point, passings]) => random.cases<number>(passings, 1).map((passing) => [point, passing] as const));

test.each(kills)(
  'a kill at %s, passing %i, leaves a directory with which the next start goes on',
  async (point, passing) => {
    const directory = newDirectory();
    const { signal } = await runChild(directory, `${point}:${passing}`);
    expect(signal).toBe('SIGKILL');
    const source = KeptChain.unsigned().grow(KILLED_BLOCKS, TRANSFERS, STEP_MS);
    const kept = await KeptStore.open(source, await openPruning(directory), PRUNED);
    expect(kept.chain.tip.height).toBeLessThan(KILLED_BLOCKS);
    // Whatever is in the chain can be read from the lowest height on, before anything more is dropped.
    for (let height = kept.chain.blocksFrom; height <= kept.chain.tip.height; height++)
      expect(typeof (await readWholeBlock(kept.port, height)), `block ${height}`).toBe('object');
    await kept.followPruned();
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
