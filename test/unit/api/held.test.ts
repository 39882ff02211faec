/** What is held for readers: the budget with its shares, the least pace, the places of streams, and whose share it is. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holderOf, trustedProxies } from '../../../api/limits/clientAddress.js';
import { Places } from '../../../api/limits/places.js';
import { ConnectionLimits } from '../../../api/server/connections.js';
import { HeldBudget, type HeldExcess, type Holding } from '../../../api/server/heldBudget.js';
import { ReaderPace } from '../../../api/server/readerPace.js';
import { assertLimits } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';

test('the limits fit each other', () => {
  expect(assertLimits).not.toThrow();
});

describe('the budget of what is held', () => {
  const rules = { maxHeldBytes: 1_000, maxHeldBytesPerClient: 300, nearShare: 0.5 };

  /** A reader that keeps `left` bytes the first time that it is evicted, and nothing the second time. */
  function reader(budget: HeldBudget, client: string, left = 0) {
    const evictions: HeldExcess[] = [];
    const holding: Holding = budget.open(client, {
      evict: (why) => {
        evictions.push(why);
        if (evictions.length === 1) holding.set(Math.min(left, holding.bytes));
        else holding.release();
      },
    });
    return { holding, evictions };
  }

  test('ends the greatest holder of a client above its share, and nobody else', () => {
    const budget = new HeldBudget(rules);
    const [small, large, other] = [reader(budget, 'a'), reader(budget, 'a', 40), reader(budget, 'b')];
    small.holding.set(100);
    large.holding.set(190);
    other.holding.set(300);
    expect([small, large, other].flatMap(({ evictions }) => evictions)).toEqual([]);
    small.holding.set(120);
    expect([small.evictions, large.evictions, other.evictions]).toEqual([[], ['client'], []]);
    expect([budget.heldOf('a'), budget.heldBytes]).toEqual([160, 460]);
    // What it still holds counts, and is released when needed again.
    small.holding.set(299);
    expect([small.evictions, large.evictions.length, budget.heldOf('a')]).toEqual([['client'], 1, 40]);
  });

  test('ends the greatest of the greatest client when all together are above the total', () => {
    const budget = new HeldBudget(rules);
    const near = reader(budget, '');
    const far = ['a', 'b', 'c', 'd'].map((client) => reader(budget, client));
    for (const [at, { holding }] of far.entries()) holding.set(100 + at);
    near.holding.set(490);
    expect(budget.heldBytes).toBe(896);
    expect(near.evictions).toEqual([]);
    far[0]?.holding.set(290);
    expect(near.evictions).toEqual(['total']);
    expect(far.flatMap(({ evictions }) => evictions)).toEqual([]);
    // Those without a name have a share too.
    near.holding.set(501);
    expect(near.evictions).toHaveLength(2);
  });

  test('any order of holding and leaving: never above a share or the total, and nothing is left behind', () => {
    let evictions = 0;
    const step = fc.record({ reader: fc.nat(11), bytes: fc.nat(400), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = new HeldBudget(rules);
        const readers = Array.from({ length: 12 }, (_, at) =>
          reader(budget, ['', 'a', 'b', 'c'][at % 4] as string, at * 9),
        );
        for (const { reader: at, bytes, leaves } of steps) {
          const { holding } = readers[at] as (typeof readers)[number];
          if (leaves && bytes > 300) holding.release();
          else holding.set(bytes);
          expect(budget.heldBytes).toBeLessThanOrEqual(1_000);
          expect(budget.heldOf('')).toBeLessThanOrEqual(500);
          for (const client of ['a', 'b', 'c']) expect(budget.heldOf(client)).toBeLessThanOrEqual(300);
          expect(budget.heldBytes).toBe(readers.reduce((sum, { holding: each }) => sum + each.bytes, 0));
        }
        evictions += budget.evicted;
        for (const { holding } of readers) holding.release();
        return budget.heldBytes === 0 && budget.clients === 0;
      }),
      { numRuns: 300 },
    );
    expect(evictions).toBeGreaterThan(50);
  });
});

describe('the pace of readers', () => {
  function watched(pace: ReaderPace) {
    const one = { taken: 0, isOwed: true, cuts: 0, cut: () => void one.cuts++ };
    pace.watch(one);
    return one;
  }

  test('ends who takes too little for a whole window, not who takes it in bursts or waits for the node', () => {
    let now = 0;
    const pace = new ReaderPace(30_000, 100, () => now);
    const [silent, slow, bursts, waiting] = [watched(pace), watched(pace), watched(pace), watched(pace)];
    waiting.isOwed = false;
    for (let second = 0; second < 300; second++) {
      now += 1_000;
      slow.taken += 99;
      if (second % 25 === 0) bursts.taken += 3_000;
      pace.check();
      if (second === 28) expect(silent.cuts).toBe(0);
      if (second === 29) expect([silent.cuts, slow.cuts]).toEqual([1, 1]);
    }
    expect([silent.cuts, slow.cuts, bursts.cuts, waiting.cuts]).toEqual([1, 1, 0, 0]);
    pace.release(bursts);
    // The time in which it waited is not counted when something waits for it.
    waiting.isOwed = true;
    now += 29_000;
    pace.check();
    expect(waiting.cuts).toBe(0);
    now += 1_000;
    pace.check();
    expect(waiting.cuts).toBe(1);
    expect([pace.watchedCount, pace.cutCount]).toEqual([0, 3]);
  });

  test('a step of the clock that people set means nothing to it: its time is given', () => {
    let now = 50;
    const pace = new ReaderPace(1_000, 1, () => now);
    const one = watched(pace);
    pace.check();
    now += 999;
    pace.check();
    expect(one.cuts).toBe(0);
    pace.release(one);
  });
});

describe('places of streams', () => {
  const rules = { places: 8, perClient: 2, nearShare: 0.75 };

  test('a client has its share, all have the rest, and a place that is given back is free once', () => {
    const places = new Places(rules);
    const take = (client: string): (() => void) => {
      const taken = places.take(client);
      if (isRefusal(taken)) throw new Error(taken.message);
      return taken;
    };
    const mine = [take('a'), take('a')];
    const refused = places.take('a');
    expect(isRefusal(refused) && [refused.code, refused.retryAfterSeconds]).toEqual(['busy', 2]);
    const near = Array.from({ length: 6 }, () => take(''));
    expect(isRefusal(places.take(''))).toBe(true);
    const full = places.take('b');
    expect(isRefusal(full) && full.message).toContain('8 large answers');
    near[0]?.();
    near[0]?.();
    expect(places.taken).toBe(7);
    take('b')();
    for (const give of [...mine, ...near]) give();
    expect([places.taken, places.clients]).toEqual([0, 0]);
  });
});

describe('whose share it is', () => {
  const request = (remoteAddress: string, forwarded = '') => ({ remoteAddress, joinedHeader: () => forwarded });
  const clientOf = holderOf(trustedProxies(['10.0.0.0/8']));

  test.each([
    ['192.0.2.7', '', '192.0.2.7'],
    ['192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '', '2001:db8:1:2::/64'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '2001:db8::9, 10.9.9.9', '2001:db8:0:0::/64'],
    ['10.1.2.3', '', ''],
    ['10.1.2.3', 'nonsense', ''],
    ['127.0.0.1', '198.51.100.1', ''],
    ['::1', '', ''],
  ])('of %s with %j is %j', (peer, forwarded, client) => {
    expect(clientOf(request(peer, forwarded))).toBe(client);
  });

  test('connections of one IPv6 /64 count as those of one address', () => {
    const limits = new ConnectionLimits({
      maxConnections: 0,
      maxConnectionsPerAddress: 2,
      isTrustedProxy: () => false,
    });
    expect(limits.admit('2001:db8:1:2::1')).toBe(true);
    expect(limits.admit('2001:db8:1:2:ffff::1')).toBe(true);
    expect(limits.admit('2001:db8:1:2::3')).toBe(false);
    expect(limits.admit('2001:db8:1:3::1')).toBe(true);
    limits.leave('2001:db8:1:2::1');
    expect(limits.admit('2001:db8:1:2::3')).toBe(true);
    for (const address of ['2001:db8:1:2:ffff::1', '2001:db8:1:2::3', '2001:db8:1:3::1']) limits.leave(address);
    expect([limits.total, limits.addresses]).toEqual([0, 0]);
  });
});
