/** The simulator in the quick tests: some seeds, one of them with real signatures, seeds that once failed, and the promise that
 *  a seed is a run. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtFile } from '../../workers/threads/workerFile.js';
import { testSeed } from '../support/random.js';
import { faultsOf, runSeeds, seedsFrom, total } from './runs.js';
import { World } from './world.js';

const STEPS = 2_000;
const seed = testSeed();

/** Seeds that failed once, and how they were run. */
const kept = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as readonly {
  readonly seed: number;
  readonly steps: number;
  readonly nodes: number;
}[];

test(`fresh seeds hold every check and live on after their faults (from ${seed})`, async () => {
  const outcomes = await runSeeds(seedsFrom(seed, 12), { steps: STEPS });
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(200);
  expect(total(outcomes, ({ checked }) => checked.heads)).toBeGreaterThan(200);
  expect(total(outcomes, ({ checked }) => checked.events)).toBeGreaterThan(1_000);
  expect(total(outcomes, ({ checked }) => checked.signatures)).toBeGreaterThan(400);
  expect(faultsOf(outcomes).size).toBeGreaterThan(3);
});

test(`signatures of ML-DSA-65 (seed ${seed})`, async () => {
  const [outcome] = await runSeeds([seed], { steps: 500, isReal: true });
  expect(outcome?.checked.signatures).toBeGreaterThan(5);
});

test('seeds that failed once hold now', async () => {
  for (const { seed: one, steps, nodes } of kept) await runSeeds([one], { steps, nodes });
});

test('a seed is one run: in this process, in another one, whatever is printed', async () => {
  const [first, again, other] = [
    await new World({ seed: 5, steps: 600 }).run(),
    await new World({ seed: 5, steps: 600, print: () => {} }).run(),
    await new World({ seed: 6, steps: 600 }).run(),
  ];
  expect(again.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
  const program = builtFile('test/sim/main.js').pathname;
  const printed = execFileSync(process.execPath, [program, '--seed', '5', '--steps', '600', '--verbose'], {
    encoding: 'utf8',
  });
  expect(printed.trimEnd().split('\n').at(-1)).toBe(first.hash);
});
