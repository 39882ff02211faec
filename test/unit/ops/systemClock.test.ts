/** The machine's clocks put together: sleep that the system knows of counts as time that has passed. */

import { expect, test } from 'vitest';
import { CLOCK_LEEWAY_MS } from '../../../engine/base/limits.js';
import { ChainClock } from '../../../engine/consensus/chainClock.js';
import { systemClock } from '../../../ops/systemClock.js';

const HOUR = 3_600_000;

function scene(boot?: () => number) {
  const at = { wall: 1_700_000_000_000, awake: 1_000, boot: 500_000 };
  const clock = systemClock({ wall: () => at.wall, awake: () => at.awake, boot: boot ?? (() => at.boot / 1_000) });
  const chain = new ChainClock(clock, () => 0);
  const pass = (milliseconds: number): void => {
    at.wall += milliseconds;
    at.awake += milliseconds;
    at.boot += milliseconds;
  };
  const sleep = (milliseconds: number): void => {
    at.wall += milliseconds;
    at.boot += milliseconds;
  };
  return { at, clock, chain, pass, sleep };
}

test('a sleep is no leap of the clock', () => {
  const { at, clock, chain, pass, sleep } = scene();
  for (let i = 0; i < 3; i++) {
    pass(10_000);
    const before = clock.monotonic();
    sleep(HOUR);
    expect(chain.now()).toBe(at.wall);
    expect(chain.held).toBeUndefined();
    expect(clock.monotonic() - before).toBe(HOUR);
  }
});

test('a clock that is set while the machine is awake is one', () => {
  const { at, chain, pass } = scene();
  pass(10_000);
  at.wall += HOUR;
  expect(chain.now()).toBe(at.wall - HOUR + CLOCK_LEEWAY_MS);
  expect(chain.held?.byMs).toBe(HOUR - CLOCK_LEEWAY_MS);
});

test('a system that does not say how long it runs is taken as always awake', () => {
  const { at, clock, sleep } = scene(() => {
    throw new Error('no such file');
  });
  sleep(HOUR);
  expect(clock.monotonic()).toBe(at.awake);
});

test('the clocks of this machine go forward together', () => {
  const clock = systemClock();
  const [wall, monotonic] = [clock.now(), clock.monotonic()];
  expect(Math.abs(wall - Date.now())).toBeLessThan(60_000);
  expect(clock.monotonic()).toBeGreaterThanOrEqual(monotonic);
});
