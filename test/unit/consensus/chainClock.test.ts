/** The clock that blocks are dated with, under every kind of step, with both clocks in the test's hands. */

import { describe, expect, test } from 'vitest';
import { CLOCK_HOLD_MS, CLOCK_LEEWAY_MS, MAX_CLOCK_LEAD_MS } from '../../../engine/base/limits.js';
import { ChainClock } from '../../../engine/consensus/chainClock.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const HOUR = 3_600_000;
const START = 1_700_000_000_000;
const seed = testSeed();

class Scene {
  wall = START;
  monotonic = 5_000;
  tipTime = START - 1_000;
  readonly chain = new ChainClock({ now: () => this.wall, monotonic: () => this.monotonic }, () => this.tipTime);

  /** How far the chain's clock is ahead of the start of the test, without the time that has passed. */
  get lead(): number {
    return this.chain.now() - START - (this.monotonic - 5_000);
  }

  step(milliseconds: number): void {
    this.wall += milliseconds;
    this.chain.now();
  }

  /** Read every second, as health does. */
  pass(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= 1_000) {
      this.wall += Math.min(left, 1_000);
      this.monotonic += Math.min(left, 1_000);
      this.chain.now();
    }
  }

  block(): void {
    this.tipTime = Math.max(this.chain.now(), this.tipTime + 1);
  }
}

describe('a leap forward', () => {
  test('is followed when it has lasted, not a moment before', () => {
    const scene = new Scene();
    scene.step(HOUR);
    expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
    scene.pass(CLOCK_HOLD_MS - 1);
    expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
    expect(scene.chain.held).toEqual({ byMs: HOUR - CLOCK_LEEWAY_MS, leftMs: 1 });
    scene.pass(1);
    expect(scene.lead).toBe(HOUR);
    expect(scene.chain.held).toBeUndefined();
  });

  test('that is undone starts again the next time', () => {
    const scene = new Scene();
    for (let i = 0; i < 5; i++) {
      scene.step(HOUR);
      scene.pass(CLOCK_HOLD_MS - 1);
      scene.block();
      scene.step(-HOUR);
      expect(scene.lead).toBe(0);
      expect(scene.tipTime - scene.wall).toBeLessThan(MAX_CLOCK_LEAD_MS);
    }
  });

  test('within the leeway is not a leap, and a series of such steps is one', () => {
    const scene = new Scene();
    scene.step(CLOCK_LEEWAY_MS);
    expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
    expect(scene.chain.held).toBeUndefined();
    for (let i = 0; i < 200; i++) {
      scene.step(CLOCK_LEEWAY_MS);
      scene.pass(400);
      scene.block();
      expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
    }
  });

  test('on top of another is followed in its own time; pauses again and again do not stop it', () => {
    const scene = new Scene();
    let away = 0;
    for (let i = 0; i < 100; i++) {
      scene.step(5_000);
      away += 5_000;
      scene.pass(30_000);
      // Never further behind than what came within two terms.
      expect(away - scene.lead).toBeLessThanOrEqual((2 * CLOCK_HOLD_MS * 5_000) / 30_000 + 5_000);
    }
    scene.pass(2 * CLOCK_HOLD_MS);
    expect(scene.lead).toBe(away);
  });
});

describe('a step back', () => {
  test('is followed at once, and its return as well', () => {
    const scene = new Scene();
    scene.step(-HOUR);
    expect(scene.lead).toBe(-HOUR);
    scene.pass(10_000);
    scene.step(HOUR);
    expect(scene.lead).toBe(0);
    expect(scene.chain.held).toBeUndefined();
    // The return may be too far.
    scene.step(-HOUR);
    scene.step(2 * HOUR);
    expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
  });

  test('that lasts is what leaps are measured by from then on', () => {
    const scene = new Scene();
    scene.tipTime = START - 2 * HOUR;
    scene.step(-HOUR);
    scene.pass(CLOCK_HOLD_MS);
    scene.step(HOUR);
    expect(scene.lead).toBe(-HOUR + CLOCK_LEEWAY_MS);
  });
});

test('a pace that the tip shows to be behind gives way to the wall clock, wherever that goes', () => {
  const scene = new Scene();
  scene.tipTime = START + HOUR;
  scene.chain.now();
  scene.step(HOUR - MAX_CLOCK_LEAD_MS - 1);
  expect(scene.lead).toBe(CLOCK_LEEWAY_MS);
  scene.step(2 * HOUR + 1);
  expect(scene.lead).toBe(3 * HOUR - MAX_CLOCK_LEAD_MS);
  // Once, not from then on.
  scene.block();
  scene.step(HOUR);
  expect(scene.lead).toBe(3 * HOUR - MAX_CLOCK_LEAD_MS + CLOCK_LEEWAY_MS);
});

test(`whatever happens (seed ${seed}): never above the wall, never a halt for a leap that did not last`, () => {
  const random = new SeededRandom(seed);
  let leaps = 0;
  for (let run = 0; run < 200; run++) {
    const scene = new Scene();
    for (let i = 0; i < 20; i++) {
      const leap = random.between(1, 48 * HOUR);
      scene.step(leap);
      for (let blocks = random.below(8); blocks > 0; blocks--) {
        scene.pass(random.between(1, CLOCK_HOLD_MS / 10));
        scene.block();
        expect(scene.chain.now()).toBeLessThanOrEqual(scene.wall);
      }
      scene.step(-leap);
      expect(scene.tipTime + 1).toBeLessThanOrEqual(scene.wall + MAX_CLOCK_LEAD_MS);
      scene.pass(random.between(MAX_CLOCK_LEAD_MS, 60_000));
      expect(scene.lead).toBe(0);
      leaps++;
    }
  }
  expect(leaps).toBe(4_000);
});
