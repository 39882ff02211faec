/** A Byzantine validator among honest ones: what each attack amounts to, and that it is noticed. */

import { describe, expect, test } from 'vitest';
import { attacks, sceneAttacks } from './attacks.js';
import { runSeeds, seedsFrom } from './runs.js';
import { World } from './world.js';

describe.each(attacks)('a validator that makes the attack %s', (attack) => {
  test('takes nothing from the others', async () => {
    const options = sceneAttacks.has(attack)
      ? ({ steps: 1_800, nodes: 5, scene: 'snapshots' } as const)
      : { steps: 1_000, nodes: 4, faults: [], attacks: [attack] };
    const outcomes = await runSeeds(seedsFrom(1, 2), options);
    for (const { height } of outcomes) expect(height).toBeGreaterThan(2);
    expect(outcomes.some((outcome) => (outcome.attacks.get(attack) ?? 0) > 0)).toBe(true);
  });
});

test.each(['equivocate', 'doubleVote'] as const)('the honest ones see the evidence of %s', async (attack) => {
  const world = new World({ seed: 1, steps: 1_500, nodes: 4, faults: [], attacks: [attack] });
  const { failures } = await world.run();
  expect(failures).toEqual([]);
  const honest = world.machines.filter(({ number }) => number !== world.byzantine?.machine);
  expect(honest.length).toBe(3);
  for (const { running } of honest)
    expect(running?.log.lines.some(({ message }) => message.startsWith('a validator has signed twice'))).toBe(true);
});

test('without others there is no Byzantine validator', () => {
  expect(new World({ seed: 1, steps: 1, attacks: ['lie'] }).byzantine).toBeUndefined();
  expect(new World({ seed: 1, steps: 1, nodes: 4, attacks: [] }).byzantine).toBeUndefined();
});
