/** The simulator in the quick tests: some fixed seeds, one of them with real signatures, a network without faults, the promise that
 *  a seed is a run, and what the checks notice. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtFile } from '../../workers/threads/workerFile.js';
import { faultsOf, runSeeds, seedsFrom, total } from './runs.js';
import { World } from './world.js';

test('a machine alone holds every check and lives on after its faults', async () => {
  const outcomes = await runSeeds(seedsFrom(30, 12), { steps: 2_000 });
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(200);
  expect(total(outcomes, ({ checked }) => checked.heads)).toBeGreaterThan(200);
  expect(total(outcomes, ({ checked }) => checked.events)).toBeGreaterThan(1_000);
  expect(total(outcomes, ({ checked }) => checked.signatures)).toBeGreaterThan(400);
  expect(faultsOf(outcomes).size).toBeGreaterThan(3);
});

test('four validators and two followers keep one chain', async () => {
  const outcomes = await runSeeds(seedsFrom(1, 2), { steps: 3_000, nodes: 6, faults: [] });
  expect(total(outcomes, ({ checked }) => checked.heads)).toBeGreaterThan(60);
  expect(total(outcomes, ({ transactions }) => transactions)).toBeGreaterThan(10);
});

test('empty machines catch up beside pruned ones, and lose their power while they do', async () => {
  const outcomes = await runSeeds([4, 5, 7, 10], { steps: 3_000, nodes: 4, scene: 'keeping' });
  expect(total(outcomes, ({ catchingUp }) => catchingUp.done)).toBeGreaterThan(4);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.cut)).toBeGreaterThan(2);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.dropped)).toBeGreaterThan(8);
});

test('signatures of ML-DSA-65', async () => {
  const outcomes = await runSeeds([1], { steps: 500, isReal: true });
  expect(total(outcomes, ({ checked }) => checked.signatures)).toBeGreaterThan(5);
});

test.each([1, 4])('a seed of %i machines is one run: here, in another process, whatever is printed', async (nodes) => {
  const [first, again, other] = [
    await new World({ seed: 5, steps: 600, nodes }).run(),
    await new World({ seed: 5, steps: 600, nodes, print: () => {} }).run(),
    await new World({ seed: 6, steps: 600, nodes }).run(),
  ];
  expect(again.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
  const words = ['--seed', '5', '--steps', '600', '--nodes', String(nodes), '--verbose'];
  const program = builtFile('test/sim/main.js').pathname;
  const printed = execFileSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  expect(printed.trimEnd().split('\n').at(-1)).toBe(first.hash);
});

test('a validator alone that comes back with an old disk contradicts itself, and the checks say so', async () => {
  const world = new World({ seed: 1, steps: 1_200, faults: [] });
  const machine = world.machines[0];
  if (!machine) throw new Error('a world has a machine');
  let backup = machine.backup();
  world.time.set(1_000, () => {
    backup = machine.backup();
  });
  world.time.set(5_000, () => {
    machine.crash();
    machine.restore(backup);
  });
  const { failures } = await world.run();
  expect(failures.map(({ check }) => check)).toContain('reverted');
});
