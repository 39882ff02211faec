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
        `npm run sim -- --seed ${seed} --steps ${options.steps}: step ${step}, ${check}: ${text}`,
    ),
  );
  expect(failures).toEqual([]);
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
