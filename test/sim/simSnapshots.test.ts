/** Machines whose chain begins with a snapshot of their peers', in the long tests: 50 fixed seeds of that scene with four and five
 *  machines, and 50 more short ordinary ones. A file of its own, for the second core. */

import { expect, test } from 'vitest';
import { phases } from './newcomers.js';
import { counted, nodesOf, runMany, seedsFrom, total } from './runs.js';

test('seeds 1 to 50 of machines that begin with a snapshot', { timeout: 300_000 }, async () => {
  const outcomes = await runMany(seedsFrom(1, 50), {
    steps: 2_300,
    scene: 'snapshots',
    nodesOf: (seed) => 4 + (seed % 2),
  });
  const all = (name: keyof (typeof outcomes)[number]['snapshots']): number =>
    total(outcomes, ({ snapshots }) => snapshots[name]);
  expect(all('made')).toBeGreaterThan(500);
  expect(all('restored')).toBeGreaterThan(20);
  expect(all('vouched')).toBeGreaterThan(6);
  expect(all('genesis')).toBeGreaterThan(10);
  expect(counted(outcomes, ({ attacks }) => attacks).get('snapshots') ?? 0).toBeGreaterThan(75);
  const cut = counted(outcomes, (outcome) => outcome.phases);
  for (const phase of phases) expect(cut.get(phase) ?? 0, phase).toBeGreaterThan(0);
});

test('seeds 201 to 250', { timeout: 300_000 }, async () => {
  const outcomes = await runMany(seedsFrom(201, 50), { steps: 600, nodesOf, isReal: false });
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(250);
});
