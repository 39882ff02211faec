/** Machines whose chain begins with a snapshot of their peers', in the long tests: of 50 fixed seeds of that scene with four and five machines,
 *  and of 50 more short ordinary ones, a run draws some (ROUGED_TEST_ALL=1: all). A file of its own, for the second core. */

import { expect, test } from 'vitest';
import { SeededRandom, testSeed } from '../support/random.js';
import { phases } from './newcomers.js';
import { counted, nodesOf, runMany, seedsFrom, total } from './runs.js';

const random = new SeededRandom(testSeed());
/** These do all that is expected, so every run has them. */
const certain = seedsFrom(26, 25);
const drawn = random.cases(seedsFrom(1, 25), 6);
/** Each half of the short ones does. */
const halves = random.cases([201, 226], 1);

test(`seeds ${drawn} and 26 to 50 of machines that begin with a snapshot`, { timeout: 900_000 }, async () => {
  const outcomes = await runMany([...drawn, ...certain], {
    steps: 2_300,
    scene: 'snapshots',
    nodesOf: (seed) => 4 + (seed % 2),
  });
  const all = (name: keyof (typeof outcomes)[number]['snapshots']): number =>
    total(outcomes, ({ snapshots }) => snapshots[name]);
  expect(all('made')).toBeGreaterThan(300);
  expect(all('restored')).toBeGreaterThan(12);
  expect(all('vouched')).toBeGreaterThan(5);
  expect(all('genesis')).toBeGreaterThan(6);
  expect(counted(outcomes, ({ attacks }) => attacks).get('snapshots') ?? 0).toBeGreaterThan(35);
  const cut = counted(outcomes, (outcome) => outcome.phases);
  for (const phase of phases) expect(cut.get(phase) ?? 0, phase).toBeGreaterThan(0);
});

test.each(halves)('25 short seeds, from %i on', { timeout: 900_000 }, async (first) => {
  const outcomes = await runMany(seedsFrom(first, 25), { steps: 600, nodesOf, isReal: false });
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(120);
});
