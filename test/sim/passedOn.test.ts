/** The second opinions on what is passed on and on what nodes say of themselves look at something, and find what they are for. */

import { expect, test } from 'vitest';
import { PassedOn } from './passedOn.js';
import { World } from './world.js';

test.each(['forge', 'usurp'] as const)(
  'headers of the attack %s are looked for, and nobody passes them on',
  async (attack) => {
    const world = new World({ seed: 1, steps: 1_500, nodes: 4, faults: [], attacks: [attack] });
    const { failures } = await world.run();
    expect(failures).toEqual([]);
    expect(world.checks.passedOn.checked).toBeGreaterThan(0);
  },
);

test('a frame with the signature of a forged header is found', () => {
  const passedOn = new PassedOn();
  const signature = Uint8Array.from({ length: 100 }, (_, index) => index);
  const frame = Uint8Array.of(7, ...signature, 7);
  expect(passedOn.arrived(1, frame, 2)).toEqual([]);
  passedOn.forged(signature);
  expect(passedOn.arrived(1, frame, 2)).toHaveLength(1);
  expect(passedOn.arrived(1, frame.subarray(20), 2)).toEqual([]);
});

test('machines that have caught up have said that they were behind, with a reason', async () => {
  const world = new World({ seed: 3, steps: 2_000, nodes: 4, scene: 'keeping' });
  const { failures } = await world.run();
  expect(failures).toEqual([]);
  expect(world.checks.words.checked).toBeGreaterThan(0);
});
