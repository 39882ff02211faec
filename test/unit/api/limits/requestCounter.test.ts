/** The sliding window: compared with a log of every request over random traffic; and its bounded table, with clients
 *  that rotate their addresses. */

import { describe, expect, test } from 'vitest';
import { RequestCounter, SLICE_MS, WINDOW_MS } from '../../../../api/limits/requestCounter.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

const START = 1_000_000;

describe('the limit', () => {
  test('may be used at once, and comes back when the window has passed', () => {
    const counter = new RequestCounter(5, 10, 1);
    for (let used = 1; used <= 5; used++)
      expect(counter.take('a', START)).toMatchObject({ allowed: true, limit: 5, remaining: 5 - used, retrySeconds: 0 });
    const refused = counter.take('a', START);
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retrySeconds: 60, resetSeconds: 60 });
    expect(counter.take('b', START).allowed).toBe(true);
    expect(counter.take('a', START + WINDOW_MS - 1).allowed).toBe(false);
    const later = START + refused.retrySeconds * 1_000;
    expect(counter.take('a', later - 1).allowed).toBe(false);
    expect(counter.take('a', later)).toMatchObject({ allowed: true, remaining: 4 });
  });

  test('comes back as it was used, and Retry-After is when it does', () => {
    const counter = new RequestCounter(2, 10, 1);
    counter.take('a', START);
    counter.take('a', START + 20_000);
    const refused = counter.take('a', START + 30_000);
    expect(refused).toMatchObject({ allowed: false, retrySeconds: 30, resetSeconds: 50 });
    expect(counter.take('a', START + 60_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(counter.take('a', START + 60_000).allowed).toBe(false);
  });

  test('is waited for exactly as long as the headers say, wherever in a second one asks', () => {
    const random = new SeededRandom(testSeed());
    let waited = 0;
    for (let round = 0; round < 300; round++) {
      const counter = new RequestCounter(5, 10, 1);
      let now = START + random.below(10_000);
      for (let used = 0; used < 5; used++) {
        now += random.below(12_000);
        counter.take('a', now);
      }
      const wanted = 1 + random.below(5);
      now += random.below(9_000);
      const { allowed, retrySeconds, resetSeconds } = counter.take('a', now, wanted);
      if (allowed) continue;
      waited++;
      expect(Math.max(retrySeconds, resetSeconds)).toBeLessThanOrEqual(60);
      // Nothing is counted by a question for more than there is.
      expect(counter.take('a', now + retrySeconds * 1_000 - 1_000, wanted).allowed).toBe(false);
      expect(counter.take('a', now + resetSeconds * 1_000 - 1_000, 0).remaining).toBeLessThan(5);
      expect(counter.take('a', now + retrySeconds * 1_000, wanted).allowed).toBe(true);
    }
    expect(waited).toBeGreaterThan(100);
  });

  test('of several at once is told for all of them, and for the attempt itself', () => {
    const counter = new RequestCounter(10, 10, 1);
    counter.take('a', START, 6);
    counter.take('a', START + 20_000, 3);
    // A batch of eight beside what its own request has counted: only when the three are gone is there room.
    expect(counter.take('a', START + 30_000, 7, 8)).toMatchObject({ allowed: false, retrySeconds: 50 });
    expect(counter.take('a', START + 30_000, 7, 7)).toMatchObject({ allowed: false, retrySeconds: 30 });
    expect(counter.take('a', START + 80_000, 8).allowed).toBe(true);
  });

  test('a refused request is not counted', () => {
    const counter = new RequestCounter(1, 10, 1);
    for (let at = START; at < START + 60_000; at += 1_000) expect(counter.take('a', at).allowed).toBe(at === START);
    expect(counter.take('a', START + 60_000).allowed).toBe(true);
  });

  test('agrees with a log of every request, and never lets more through in a minute', () => {
    const seed = testSeed();
    const random = new SeededRandom(seed);
    let checked = 0;
    for (const limit of [1, 3, 20, 120]) {
      const counter = new RequestCounter(limit, 10, 1);
      const log: number[] = [];
      let now = START + random.below(SLICE_MS);
      for (let step = 0; step < 3_000; step++) {
        now += random.chance(2) ? random.below(90_000) : random.below(1_500);
        const slice = Math.floor(now / SLICE_MS);
        const inWindow = log.filter((at) => Math.floor(at / SLICE_MS) > slice - 60).length;
        const { allowed, remaining } = counter.take('a', now);
        expect(allowed, `seed ${seed}, limit ${limit}, step ${step}`).toBe(inWindow < limit);
        expect(remaining).toBe(limit - inWindow - (allowed ? 1 : 0));
        if (allowed) log.push(now);
        checked++;
      }
      log.forEach((at, index) => {
        expect((log[index + limit] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThan(WINDOW_MS - SLICE_MS);
      });
    }
    expect(checked).toBe(12_000);
  });
});

describe('the table', () => {
  test('forgets a client only when its requests have left the window', () => {
    const counter = new RequestCounter(1, 3, 8);
    for (const client of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) expect(counter.take(client, START).allowed).toBe(true);
    for (let host = 1; host < 250; host++) counter.take(`10.9.9.${host}`, START + 1);
    expect(counter.take('10.0.0.1', START + 2).allowed).toBe(false);
    expect(counter.clients).toBe(3);
    expect(counter.take('10.9.9.1', START + 65_000).allowed).toBe(true);
    expect(counter.clients).toBe(3);
    expect(counter.take('10.0.0.2', START + 65_000).allowed).toBe(true);
  });

  test('the one that was counted last stays longest', () => {
    const counter = new RequestCounter(10, 3, 8);
    counter.take('a', START);
    counter.take('b', START);
    counter.take('c', START);
    counter.take('a', START + 40_000);
    counter.take('b', START + 20_000);
    counter.take('d', START + 66_000);
    expect(counter.take('a', START + 66_000).remaining).toBe(8);
    expect(counter.take('b', START + 66_000).remaining).toBe(8);
    expect(counter.take('d', START + 66_000).remaining).toBe(8);
  });

  test('when full, whoever rotates addresses of one network meets one limit', () => {
    const counter = new RequestCounter(5, 2, 4_096);
    counter.take('192.0.2.1', START);
    counter.take('192.0.2.2', START);
    let allowed = 0;
    for (let site = 0; site < 3_000; site++)
      if (counter.take(`2001:db8:7:${site.toString(16)}::/64`, START + 1).allowed) allowed++;
    expect(allowed).toBe(5);
    expect(counter.take('192.0.2.1', START + 1).remaining).toBe(3);
    expect(counter.clients).toBe(2);
  });

  test('holds no more than its capacity whatever comes', () => {
    const counter = new RequestCounter(5, 1_000, 16);
    for (let index = 0; index < 200_000; index++) counter.take(`c${index}`, START + index);
    expect(counter.clients).toBe(1_000);
  });
});
