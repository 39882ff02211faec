/** Runs of the simulator in tests: many seeds, and what they amounted to. */

import { expect } from 'vitest';
import { type Outcome, World, type WorldOptions } from './world.js';

/** @throws AssertionError naming each failing seed with its step and how to repeat it. */
export async function runSeeds(seeds: readonly number[], options: Omit<WorldOptions, 'seed'>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) outcomes.push(await new World({ ...options, seed }).run());
  const failures = outcomes.flatMap(({ seed, failures: all }) =>
    all.map(
      ({ step, check, text }) =>
        `npm run sim -- --seed ${seed} --steps ${options.steps} --nodes ${options.nodes ?? 1}: step ${step}, ${check}: ${text}`,
    ),
  );
  expect(failures).toEqual([]);
  return outcomes;
}

/** Of the long tests: a machine alone, four validators, four validators and two followers. */
export const nodesOf = (seed: number): number => [1, 4, 6][seed % 3] ?? 1;

/** Runs seeds of the long tests, each with its number of machines. */
export async function runMany(seeds: readonly number[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const failures: unknown[] = [];
  for (const seed of seeds)
    try {
      outcomes.push(...(await runSeeds([seed], { steps: 2_000, nodes: nodesOf(seed) })));
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
  return outcomes;
}

/** A number of all outcomes together. */
export const total = (outcomes: readonly Outcome[], count: (outcome: Outcome) => number): number =>
  outcomes.reduce((sum, outcome) => sum + count(outcome), 0);

/** Kinds of faults that have struck, with how often. */
export function faultsOf(outcomes: readonly Outcome[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { faults } of outcomes) for (const [kind, count] of faults) all.set(kind, (all.get(kind) ?? 0) + count);
  return all;
}

export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
