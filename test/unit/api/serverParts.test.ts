/** What both servers share, without a socket: bodies and their budget, pace, limits on connections, heartbeat,
 *  the text of an address. */

import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyBudget, BodyCollector, BodyMemory } from '../../../api/server/body.js';
import { BodyPace, type PacedBody } from '../../../api/server/bodyPace.js';
import { ConnectionLimits } from '../../../api/server/connections.js';
import { type Beating, Heartbeat } from '../../../api/server/heartbeat.js';
import { createNodeServer } from '../../../api/server/node.js';
import { BodyWanted, type Outcome } from '../../../api/server/port.js';
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

describe('lent memory of bodies', () => {
  test('nobody sees the bytes of another body, whatever is open at a time and in whatever order it ends', () => {
    let [reused, compared] = [0, 0];
    const step = fc.record({
      slot: fc.nat(3),
      what: fc.constantFrom('add', 'add', 'add', 'take', 'release', 'giveBack'),
      bytes: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.nat(300_000)),
      declared: fc.constantFrom('', '10', '20000', '300000'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), (steps) => {
        const budget = new BodyBudget(1_000_000_000);
        const memory = new BodyMemory();
        const seen = new Set<ArrayBufferLike>();
        interface Slot {
          readonly collector: BodyCollector;
          readonly sent: Buffer[];
          body?: Uint8Array;
        }
        const slots = new Map<number, Slot>();
        const check = ({ body, sent }: Slot): boolean => body === undefined || Buffer.concat(sent).equals(body);
        for (const [at, { slot, what, bytes, declared }] of steps.entries()) {
          const open = slots.get(slot) ?? {
            collector: new BodyCollector(2_000_000, budget, declared, '', memory),
            sent: [],
          };
          slots.set(slot, open);
          if (what === 'add' && !open.body) {
            const chunk = Buffer.alloc(bytes, at);
            open.sent.push(chunk);
            open.collector.add(chunk);
          } else if (what === 'take' && !open.body) {
            open.body = open.collector.take() as Uint8Array;
            if (seen.has(open.body.buffer)) reused++;
            seen.add(open.body.buffer);
          } else if (what === 'release' || what === 'giveBack') {
            if (!check(open)) return false;
            compared++;
            if (open.body) {
              open.collector.giveBack();
              open.collector.giveBack();
            } else open.collector.release();
            slots.delete(slot);
          }
        }
        const held = [...slots.values()];
        if (!held.every(check)) return false;
        for (const { collector, body } of held) if (!body) collector.release();
        return budget.heldBytes === 0;
      }),
      { numRuns: 300, verbose: true },
    );
    expect(compared).toBeGreaterThan(2_000);
    expect(reused).toBeGreaterThan(20);
  });

  test('keeps a bounded number of bytes, and only what it has lent', () => {
    const memory = new BodyMemory();
    const lent = Array.from({ length: 40 }, () => memory.take(500_000));
    expect(new Set(lent.map(({ length }) => length))).toEqual(new Set([512 * 1024]));
    for (const bytes of lent) memory.giveBack(bytes);
    expect(memory.keptBytes).toBe(16 * 1024 * 1024);
    // Large ones that nobody asks for any more make way.
    const small = Array.from({ length: 100 }, () => memory.take(11_000));
    for (const bytes of small) memory.giveBack(bytes);
    expect(memory.keptBytes).toBeLessThanOrEqual(16 * 1024 * 1024);
    const again = Array.from({ length: 100 }, () => memory.take(11_000).buffer);
    expect(new Set([...small.map(({ buffer }) => buffer), ...again]).size).toBe(100);
    const other = new BodyMemory();
    for (const length of [0, 1, 10_000, 20_000, 512 * 1024 + 1, 1024 * 1024]) other.giveBack(new Uint8Array(length));
    expect(other.keptBytes).toBe(0);
    expect(other.take(600_000)).toHaveLength(600_000);
  });
});

describe('pace of bodies', () => {
  class Sender implements PacedBody {
    received = 0;
    unwanted = false;
    cuts = 0;
    cut(): void {
      this.cuts++;
    }
  }

  test('cuts what was below the pace for a window, and what nobody wants after one', () => {
    let now = 0;
    const pace = new BodyPace(1_000, 100, () => now);
    const [fast, slow, stalled, unwanted] = [new Sender(), new Sender(), new Sender(), new Sender()];
    for (const sender of [fast, slow, stalled, unwanted]) pace.watch(sender);
    for (now = 100; now <= 3_000; now += 100) {
      fast.received += 10;
      slow.received += 9;
      if (now <= 1_000) stalled.received += 20;
      unwanted.received += 1_000;
      if (now === 500) {
        unwanted.unwanted = true;
        pace.watch(unwanted);
      }
      pace.check();
      if (now === 1_400)
        expect([fast, slow, stalled, unwanted].map(({ cuts }) => cuts > 0)).toEqual([false, true, false, false]);
      if (now === 1_500) expect(unwanted.cuts).toBe(1);
      if (now === 2_000) expect(stalled.cuts).toBe(1);
    }
    expect(fast.cuts).toBe(0);
    for (const sender of [fast, slow, stalled, unwanted, new Sender()]) pace.release(sender);
    expect(pace.watchedCount).toBe(0);
  });
});

describe('limits on connections', () => {
  const rules = { maxConnections: 0, maxConnectionsPerAddress: 0, isTrustedProxy: () => false };

  test('0 is no limit, and then no address is remembered', () => {
    const limits = new ConnectionLimits(rules);
    for (let at = 0; at < 10_000; at++) expect(limits.admit(`a${at % 10}`)).toBe(true);
    expect([limits.total, limits.addresses]).toEqual([10_000, 0]);
  });

  test('any order of coming and going: never over a limit, refused only at one, no address left behind', () => {
    let refusals = 0;
    const given = fc.record({
      maxConnections: fc.integer({ min: 0, max: 6 }),
      maxConnectionsPerAddress: fc.integer({ min: 0, max: 4 }),
      steps: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'proxy'), fc.boolean()), {
        minLength: 20,
        maxLength: 200,
        size: 'max',
      }),
    });
    fc.assert(
      fc.property(given, ({ maxConnections, maxConnectionsPerAddress, steps }) => {
        const isTrustedProxy = (address: string): boolean => address === 'proxy';
        const limits = new ConnectionLimits({ maxConnections, maxConnectionsPerAddress, isTrustedProxy });
        const held: string[] = [];
        const heldBy = (address: string): number => held.filter((other) => other === address).length;
        for (const [address, comes] of steps) {
          if (comes) {
            const full = maxConnections > 0 && held.length >= maxConnections;
            const counted = maxConnectionsPerAddress > 0 && address !== 'proxy';
            const crowded = counted && heldBy(address) >= maxConnectionsPerAddress;
            expect(limits.admit(address)).toBe(!full && !crowded);
            if (full || crowded) refusals++;
            else held.push(address);
          } else if (held.includes(address)) {
            held.splice(held.indexOf(address), 1);
            limits.leave(address);
          }
          expect(limits.total).toBe(held.length);
        }
        for (const address of held) limits.leave(address);
        expect([limits.total, limits.addresses]).toEqual([0, 0]);
      }),
      { numRuns: 300, verbose: true },
    );
    expect(refusals).toBeGreaterThan(300);
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

describe('bodies of node:http', () => {
  const requests: readonly (readonly [what: string, lines: readonly string[]])[] = [
    ['answered unread', ['OPTIONS / HTTP/1.1', 'Host: a', 'Content-Length: 5', '', '']],
    ['answered unread, begun', ['OPTIONS / HTTP/1.1', 'Host: a', 'Content-Length: 5', '', 'x']],
    ['answered unread, in chunks', ['OPTIONS / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', '']],
    ['refused unread', ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 11', '', '']],
    ['refused too large', ['POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'b', 'hello world', '']],
  ];

  test.each(requests)('of a request %s are released with their connection', async (_, lines) => {
    const handle = ({ method }: { readonly method: string }): Outcome =>
      method === 'POST' ? new BodyWanted(10, () => given) : given;
    const given = { status: 200, headers: [], body: '<answer>' };
    const server = createNodeServer({ http: handle, sockets: [], report: () => undefined }, { httpIdleMs: 3_600_000 });
    const { pace } = server as unknown as { readonly pace: BodyPace };
    const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
    const clients = Array.from({ length: 20 }, () => net.connect(port, '127.0.0.1'));
    for (const client of clients) {
      client.write(lines.join('\r\n'));
      await once(client, 'data');
    }
    expect(pace.watchedCount).toBe(clients.length);
    for (const client of clients) client.destroy();
    // Ends at the limit of the test when any stay.
    while (pace.watchedCount > 0) await tick();
    await server.close(0);
  });

  test('that are cut are not looked at again', () => {
    let now = 0;
    let cuts = 0;
    const pace = new BodyPace(1_000, 100, () => now);
    for (const unwanted of [true, false]) pace.watch({ received: 0, unwanted, cut: () => cuts++ });
    for (now = 1_000; now < 5_000; now += 1_000) pace.check();
    expect([cuts, pace.watchedCount]).toEqual([2, 0]);
  });
});
