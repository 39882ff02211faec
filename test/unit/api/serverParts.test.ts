import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyBudget, BodyCollector } from '../../../api/server/body.js';
import { type Beating, Heartbeat } from '../../../api/server/heartbeat.js';
import { addressText } from '../../../api/server/remoteAddress.js';

describe('body collector', () => {
  test('any chunks within the limit come back as they were, and the budget is free again', () => {
    const budget = new BodyBudget(1_000_000);
    let bytes = 0;
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40_000, size: 'max' }), { maxLength: 5 }),
        fc.constantFrom('', '0', '1', '99999999', 'nonsense', '-5'),
        (chunks, declared) => {
          const whole = Buffer.concat(chunks);
          const collector = new BodyCollector(100_000_000, budget, declared);
          for (const chunk of chunks) {
            collector.add(chunk);
            chunk.fill(0xee);
          }
          const body = collector.take();
          bytes += whole.length;
          return typeof body !== 'string' && whole.equals(body) && budget.heldBytes === 0;
        },
      ),
      { numRuns: 200, verbose: true },
    );
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  test('fails at the limit, declared or not, and holds nothing then', () => {
    const budget = new BodyBudget(1_000);
    expect(new BodyCollector(10, budget, '11').failure).toBe('too_large');
    expect(new BodyCollector(10, budget, '10').failure).toBeUndefined();
    const collector = new BodyCollector(10, budget, '');
    collector.add(new Uint8Array(10));
    expect(collector.failure).toBeUndefined();
    collector.add(new Uint8Array(1));
    collector.add(new Uint8Array(1));
    expect(collector.take()).toBe('too_large');
    expect(budget.heldBytes).toBe(0);
  });

  test('shares the budget: the one who asks for too much fails, a release makes room', () => {
    const budget = new BodyBudget(30_000);
    const first = new BodyCollector(100_000, budget, '');
    const second = new BodyCollector(100_000, budget, '');
    first.add(new Uint8Array(1));
    expect(budget.heldBytes).toBe(16 * 1024);
    second.add(new Uint8Array(1));
    expect(second.take()).toBe('no_room');
    first.release();
    expect(budget.heldBytes).toBe(0);
    const third = new BodyCollector(100_000, budget, '20000');
    third.add(new Uint8Array(1));
    expect(budget.heldBytes).toBe(20_000);
    expect(third.take()).toEqual(new Uint8Array(1));
  });

  test('does not believe a large Content-Length', () => {
    const budget = new BodyBudget(100_000_000);
    const collector = new BodyCollector(16 << 20, budget, String(16 << 20));
    collector.add(new Uint8Array(1));
    expect(budget.heldBytes).toBeLessThanOrEqual(256 * 1024);
  });
});

describe('heartbeat', () => {
  class Peer implements Beating {
    pings = 0;
    expired = 0;
    ping(): void {
      this.pings++;
    }
    expire(): void {
      this.expired++;
    }
  }

  test('pings from the opening on, and ends sockets that stay silent', () => {
    let now = 0;
    const heartbeat = new Heartbeat(30, 90, () => now);
    const silent = new Peer();
    const late = new Peer();
    heartbeat.add(silent);
    for (now = 5; now <= 85; now += 5) {
      if (now === 20) heartbeat.add(late);
      heartbeat.check();
      if (late.pings > 0) heartbeat.frame(late);
    }
    expect([silent.pings, silent.expired, late.pings, late.expired]).toEqual([2, 0, 2, 0]);
    for (; now <= 170; now += 5) {
      heartbeat.check();
      heartbeat.frame(late);
      if (silent.expired) heartbeat.remove(silent);
    }
    expect(silent.expired).toBe(1);
    expect([late.pings, late.expired]).toEqual([5, 0]);
    expect(heartbeat.openCount).toBe(1);
    heartbeat.remove(late);
    expect(heartbeat.openCount).toBe(0);
  });
});

describe('address text', () => {
  test.each([
    ['7f000001', '127.0.0.1'],
    ['00000000000000000000ffff0a000001', '10.0.0.1'],
    ['00000000000000000000000000000001', '::1'],
    ['00000000000000000000000000000000', '::'],
    ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
    ['fe800000000000000202b3fffe1e8329', 'fe80::202:b3ff:fe1e:8329'],
    ['00010000000000000000000000000000', '1::'],
    ['', ''],
    ['0102', ''],
  ])('%s is "%s"', (hex, text) => {
    expect(addressText(new Uint8Array(Buffer.from(hex, 'hex')))).toBe(text);
  });
});
