/** Deposit addresses for accounts that no block knows: a flood of them leaves some for others, and ends with the hour. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { Newcomers } from '../../../../engine/head/bridge/newcomers.js';

const HOUR = 3_600_000;

function scene() {
  let now = 5;
  const newcomers = new Newcomers({ monotonic: () => now });
  /** A flood takes what it gets. @returns how many, of a pool. */
  const flood = (pool: number): number => {
    let taken = 0;
    while (taken < pool && newcomers.take(pool - taken) === undefined) taken++;
    return taken;
  };
  return { newcomers, flood, pass: (milliseconds: number) => (now += milliseconds) };
}

test('a flood gets half of a pool in an hour, and half of what is left in the next one', () => {
  const { flood, pass } = scene();
  expect(flood(10_000)).toBe(5_000);
  pass(HOUR - 1);
  expect(flood(5_000)).toBe(0);
  pass(1);
  expect(flood(5_000)).toBe(2_500);
});

test('a small pool is given away as it is', () => {
  const { flood } = scene();
  expect(flood(60)).toBe(60);
  expect(flood(1_000)).toBe(40);
});

test('the refusal says when to come back, and what makes an account known', () => {
  const { newcomers, flood, pass } = scene();
  flood(100);
  pass(HOUR - 90_500);
  const refusal = newcomers.take(0);
  if (!isRefusal(refusal)) throw new Error('it is refused');
  expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 91 });
  expect(refusal.message).toBe(
    'as many new accounts have got a deposit address as may in an hour: try again in 91 s, or first let the account get XRGE or sign a transaction',
  );
});
