/** Runs of the simulator in tests: many seeds, and what they amounted to. */

import { expect } from 'vitest';
import { builtFile } from '../../workers/threads/workerFile.js';
import { attacks } from './attacks.js';
import type { Outcome, WorldOptions } from './outcome.js';
import { faultKinds, type Scene } from './plan.js';

/** As it was built: a run takes two thirds of the time that it takes when the test runner has transformed it. */
const { World } = (await import(builtFile('test/sim/world.js').href)) as typeof import('./world.js');

/** @throws AssertionError naming each failing seed with its step and how to repeat it. */
export async function runSeeds(seeds: readonly number[], options: Omit<WorldOptions, 'seed'>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) outcomes.push(await new World({ ...options, seed }).run());
  const failures = outcomes.flatMap(({ seed, failures: all }) =>
    all.map(
      ({ step, check, text }) =>
        `npm run sim -- --seed ${seed} --steps ${options.steps} --nodes ${options.nodes ?? 1}${options.scene ? ` --scene ${options.scene}` : ''}: step ${step}, ${check}: ${text}`,
    ),
  );
  expect(failures).toEqual([]);
  return outcomes;
}

/** Of the long tests: a machine alone, four validators, four validators and two followers. */
export const nodesOf = (seed: number): number => [1, 4, 6][seed % 3] ?? 1;

export interface Many {
  readonly steps: number;
  readonly nodesOf: (seed: number) => number;
  /** Drawn from each seed when absent. */
  readonly scene?: Scene;
  /** The same. */
  readonly isReal?: boolean;
}

/** Runs seeds of the long tests, each with its number of machines. */
export async function runMany(seeds: readonly number[], many: Many = { steps: 2_000, nodesOf }): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const failures: unknown[] = [];
  const { steps, scene, isReal } = many;
  for (const seed of seeds)
    try {
      outcomes.push(...(await runSeeds([seed], { steps, scene, isReal, nodes: many.nodesOf(seed) })));
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
  return outcomes;
}

/** A number of all outcomes together. */
export const total = (outcomes: readonly Outcome[], count: (outcome: Outcome) => number): number =>
  outcomes.reduce((sum, outcome) => sum + count(outcome), 0);

/** Counts of all outcomes together, by name. */
export function counted(
  outcomes: readonly Outcome[],
  of: (outcome: Outcome) => ReadonlyMap<string, number>,
): Map<string, number> {
  const all = new Map<string, number>();
  for (const outcome of outcomes) for (const [name, count] of of(outcome)) all.set(name, (all.get(name) ?? 0) + count);
  return all;
}

/** Kinds of faults that have struck, with how often. */
export const faultsOf = (outcomes: readonly Outcome[]): Map<string, number> =>
  counted(outcomes, ({ faults }) => faults);

export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Each third of the seeds of the long tests has done all of this: a check that looks at nothing holds too. */
export function expectEverything(outcomes: readonly Outcome[]): void {
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(1_200);
  for (const kind of faultKinds) expect(faultsOf(outcomes).get(kind) ?? 0, kind).toBeGreaterThan(10);
  const made = counted(outcomes, (outcome) => outcome.attacks);
  expect(attacks.filter((attack) => made.has(attack)).length).toBeGreaterThan(6);
  for (const attack of ['equivocate', 'doubleVote', 'tempt', 'lie'])
    expect(made.get(attack) ?? 0, attack).toBeGreaterThan(10);
  const fates = counted(outcomes, (outcome) => outcome.fates);
  for (const [fate, least] of [
    ['included', 1_200],
    ['lost', 40],
    ['left', 20],
    ['expired', 20],
  ] as const)
    expect(fates.get(fate) ?? 0, fate).toBeGreaterThan(least);
  expect(total(outcomes, ({ votes }) => votes.evidence)).toBeGreaterThan(25);
  expect(total(outcomes, ({ votes }) => votes.restored)).toBeGreaterThan(20);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.empty)).toBeGreaterThan(12);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.cut)).toBeGreaterThan(5);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.done)).toBeGreaterThan(10);
  expect(total(outcomes, ({ catchingUp }) => catchingUp.dropped)).toBeGreaterThan(50);
  expect(total(outcomes, ({ asked }) => asked)).toBeGreaterThan(200);
  expect(total(outcomes, ({ code }) => code.run)).toBeGreaterThan(60);
  expect(total(outcomes, ({ code }) => code.missed)).toBeGreaterThan(110);
  expect(total(outcomes, ({ code }) => code.compiled)).toBeGreaterThan(40);
}
