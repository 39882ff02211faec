/** The queue before the workers: order and fairness, its bounds, requests that come again, packets that come back. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type PacketAllowance, PRIORITY_ITEMS, type QueueEntry, VerifyQueue } from '../../../engine/intake/queue.js';
import type { RawItem } from '../../../engine/intake/verifier.js';
import { bytesOf } from './signing.js';

/** Bodies that name a sender, as far as the queue looks. @param size bytes in all. */
function body(sender: string, number: number, size = 200): RawItem {
  const text = `{"number":${number},"public_key":"${sender.padStart(16, '0')}","rest":"`;
  return { kind: 'request', operation: 'transfer', bytes: bytesOf(`${text.padEnd(size - 2, 'x')}"}`) };
}

const ANY: PacketAllowance = { items: 64, bytes: 1 << 30 };

type Entry = QueueEntry<string>;

const names = (entries: readonly Entry[]): string[] => entries.map(({ work }) => work);

/** Offers a distinct item. @returns its entry, or the refusal's code. */
function offer(queue: VerifyQueue<string>, sender: string, number: number, size?: number): Entry | string {
  const answer = queue.offer(body(sender, number, size), `${sender}${number}`);
  return isRefusal(answer) ? answer.code : answer;
}

function accepted(answer: Entry | string): Entry {
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer;
}

function priority(queue: VerifyQueue<string>, rank: 'urgent' | 'block', ...works: string[]): void {
  expect(
    queue.offerPriority(
      rank,
      works.map((work) => ({ work, bytes: 10, alone: work.startsWith('sign') })),
    ),
  ).toBeUndefined();
}

/** Every packet that leaves by the lane until nothing is left. */
function packets(queue: VerifyQueue<string>, lane: number, allowance = ANY): Entry[][] {
  const all: Entry[][] = [];
  for (let packet = queue.take(lane, allowance); packet.length > 0; packet = queue.take(lane, allowance))
    all.push(packet);
  return all;
}

describe('the order of packets', () => {
  test('is urgent, then blocks, then fresh requests; a packet is of one rank, a signature leaves alone', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    accepted(offer(queue, 'a', 1));
    priority(queue, 'block', 'tx1', 'tx2');
    priority(queue, 'urgent', 'vote1', 'vote2', 'sign1', 'vote3', 'sign2', 'sign3');
    expect(queue.waitingItems).toBe(9);
    expect(packets(queue, 0).map(names)).toEqual([
      ['vote1', 'vote2'],
      ['sign1'],
      ['vote3'],
      ['sign2'],
      ['sign3'],
      ['tx1', 'tx2'],
      ['a1'],
    ]);
    expect(queue.waitingItems).toBe(0);
  });

  test('gives every sender of a lane its turn, however much the others send', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    for (let number = 0; number < 500; number++) accepted(offer(queue, 'loud', number));
    for (const sender of ['b', 'c', 'd']) for (const number of [0, 1]) accepted(offer(queue, sender, number));
    const leaving = packets(queue, 0, { items: 4, bytes: 1 << 30 }).map(names);
    expect(leaving.slice(0, 3)).toEqual([
      ['loud0', 'b0', 'c0', 'd0'],
      ['loud1', 'b1', 'c1', 'd1'],
      ['loud2', 'loud3', 'loud4', 'loud5'],
    ]);
    const loud = leaving.flat().filter((name) => name.startsWith('loud'));
    expect(loud).toEqual(Array.from({ length: 500 }, (_, number) => `loud${number}`));
  });

  test('keeps a sender in one lane, and uses all lanes', () => {
    const queue = new VerifyQueue<string>({ lanes: 4 });
    for (let number = 0; number < 3; number++)
      for (let sender = 0; sender < 200; sender++) accepted(offer(queue, sender.toString(16), number));
    const laneOf = new Map<string, number>();
    const inLane = [0, 0, 0, 0];
    for (const lane of [0, 1, 2, 3]) {
      const entries = packets(queue, lane).flat();
      expect(queue.waitingFresh(lane)).toBe(0);
      for (const { work, lane: own } of entries) {
        expect(own).toBe(lane);
        const sender = work.slice(0, -1);
        expect(laneOf.get(sender) ?? lane).toBe(lane);
        laneOf.set(sender, lane);
        inLane[lane] = (inLane[lane] ?? 0) + 1;
      }
    }
    expect(laneOf.size).toBe(200);
    expect(inLane.reduce((sum, count) => sum + count)).toBe(600);
    for (const count of inLane) expect(count).toBeGreaterThan(60);
  });

  test('bounds a packet in items and in bytes; an item larger than a packet leaves alone', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    const sizes = [100, 100, 900, 100, 100, 100, 100];
    for (const [number, size] of sizes.entries()) accepted(offer(queue, 'a', number, size));
    expect(packets(queue, 0, { items: 3, bytes: 350 }).map(names)).toEqual([
      ['a0', 'a1'],
      ['a2'],
      ['a3', 'a4', 'a5'],
      ['a6'],
    ]);
  });
});

describe('the bound of the queue', () => {
  test('refuses the newest when it is full, and accepts again what has room', () => {
    const queue = new VerifyQueue<string>({ lanes: 2, maxItems: 100 });
    const entries = Array.from({ length: 100 }, (_, sender) => accepted(offer(queue, sender.toString(16), 0)));
    const refusal = queue.offer(body('newest', 0), 'newest');
    expect(refusal).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(queue.heldItems).toBe(100);
    const packet = queue.take(0, { items: 1, bytes: 1 << 30 });
    expect(packet.length).toBe(1);
    expect(offer(queue, 'newest', 0)).toBe('busy');
    for (const entry of packet) queue.settle(entry);
    accepted(offer(queue, 'newest', 0));
    expect(offer(queue, 'another', 0)).toBe('busy');
    expect(entries.length).toBe(100);
  });

  test('counts bytes as well', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxBytes: 10_000 });
    const first = accepted(offer(queue, 'a', 0, 9_000));
    expect(offer(queue, 'b', 0, 1_001)).toBe('busy');
    accepted(offer(queue, 'b', 0, 1_000));
    expect(queue.heldBytes).toBe(10_000);
    queue.settle(first);
    expect(queue.heldBytes).toBe(1_000);
  });

  test('leaves room for quiet senders, whatever a few loud ones send', () => {
    const shares: number[] = [];
    for (const loud of [1, 4, 12]) {
      const queue = new VerifyQueue<string>({ lanes: 2, maxItems: 1_600 });
      const held = new Map<string, number>();
      for (let number = 0; number < 1_600; number++)
        for (let sender = 0; sender < loud; sender++) {
          const name = `loud${sender}-`;
          const answer = offer(queue, name, number);
          if (typeof answer === 'string') expect(answer).toBe('sender_limit');
          else held.set(name, (held.get(name) ?? 0) + 1);
        }
      const expected = 1_600 / (loud + 4);
      for (const count of held.values()) expect(Math.abs(count - expected)).toBeLessThan(3);
      accepted(offer(queue, 'quiet', 0));
      shares.push(queue.heldItems);
    }
    expect(shares.length).toBe(3);
  });

  test('of priority work stands apart from the fresh requests; a call longer than it is taken when nothing waits', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxItems: 1 });
    accepted(offer(queue, 'a', 0));
    const block = Array.from({ length: PRIORITY_ITEMS + 1 }, () => ({ work: 'tx', bytes: 1 }));
    expect(queue.offerPriority('block', block)).toBeUndefined();
    expect(queue.offerPriority('block', [{ work: 'one more', bytes: 1 }])).toMatchObject({ code: 'busy' });
    priority(queue, 'urgent', 'vote');
    expect(queue.waitingItems).toBe(PRIORITY_ITEMS + 3);
    expect(packets(queue, 0).flat().length).toBe(PRIORITY_ITEMS + 3);
  });
});

describe('a request that comes again', () => {
  test('shares the entry of the first until that has its answer', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    const raw = body('a', 1);
    const copy: RawItem = { ...raw, bytes: Uint8Array.from(raw.bytes) };
    const first = queue.offer(raw, 'first') as Entry;
    expect(queue.offer(copy, 'while it waits')).toBe(first);
    expect(packets(queue, 0).map(names)).toEqual([['first']]);
    expect(queue.offer(copy, 'while it is with the worker')).toBe(first);
    expect([queue.heldItems, queue.heldBytes]).toEqual([3, 200]);
    queue.settle(first);
    expect([queue.heldItems, queue.heldBytes]).toEqual([0, 0]);
    const again = queue.offer(copy, 'afterwards') as Entry;
    expect(again.work).toBe('afterwards');
    expect(packets(queue, 0).map(names)).toEqual([['afterwards']]);
  });

  test('is another request under another operation or in another form', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    const raw = body('a', 1);
    const items: RawItem[] = [raw, { ...raw, operation: 'faucet' }, { ...raw, kind: 'broadcast' }];
    const entries = items.map((item, index) => queue.offer(item, String(index)) as Entry);
    expect(names(entries)).toEqual(['0', '1', '2']);
    for (const entry of entries) queue.settle(entry);
    expect(queue.heldItems).toBe(0);
  });

  test('is recognised by its bytes, not by its tag: bodies that differ where no sample falls stay apart', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    let apart = 0;
    const raw = body('a', 1, 6_400);
    const first = queue.offer(raw, 'first') as Entry;
    for (let at = 6_300; at < 6_398; at++) {
      const bytes = Uint8Array.from(raw.bytes);
      bytes[at] = 0x79;
      const answer = queue.offer({ ...raw, bytes }, `changed at ${at}`) as Entry;
      expect(answer).not.toBe(first);
      apart++;
    }
    expect(apart).toBe(98);
    expect(packets(queue, 0).flat().length).toBe(99);
  });

  test('counts against its sender, so that a flood of resends ends', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxItems: 100 });
    const answers = Array.from({ length: 200 }, () => queue.offer(body('a', 1), 'again'));
    expect(answers.filter((answer) => !isRefusal(answer)).length).toBe(20);
    expect(answers.filter((answer) => isRefusal(answer) && answer.code === 'sender_limit').length).toBe(180);
    accepted(offer(queue, 'b', 1));
  });
});

describe('what comes back from a dead worker', () => {
  test('leaves first, in its order; what is blamed leaves alone', () => {
    const queue = new VerifyQueue<string>({ lanes: 1 });
    for (let number = 0; number < 6; number++) accepted(offer(queue, 'a', number));
    priority(queue, 'block', 'tx1', 'tx2', 'tx3');
    const block = queue.take(0, { items: 2, bytes: 1 << 30 });
    queue.putBack(block, false);
    expect(names(queue.take(0, ANY))).toEqual(['tx1', 'tx2', 'tx3']);
    const first = queue.take(0, { items: 2, bytes: 1 << 30 });
    const second = queue.take(0, { items: 2, bytes: 1 << 30 });
    queue.putBack(second, false);
    queue.putBack(first, true);
    expect(first.map(({ losses }) => losses)).toEqual([1, 1]);
    expect(second.map(({ losses }) => losses)).toEqual([0, 0]);
    expect(queue.waitingFresh(0)).toBe(6);
    expect(packets(queue, 0).map(names)).toEqual([['a0'], ['a1'], ['a2', 'a3', 'a4', 'a5']]);
  });
});

describe('every accepted item', () => {
  test('leaves exactly once and releases what it held, in every mix of calls', () => {
    const step = fc.record({
      kind: fc.constantFrom('offer', 'offer', 'offer', 'take', 'settle', 'putBack', 'drain'),
      sender: fc.nat(6),
      number: fc.nat(30),
      lane: fc.nat(2),
      items: fc.integer({ min: 1, max: 5 }),
    });
    let accepts = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), (steps) => {
        const queue = new VerifyQueue<string>({ lanes: 3, maxItems: 40 });
        const open: Entry[][] = [];
        const seen = new Map<Entry, number>();
        const take = (entries: Entry[]): void => {
          for (const entry of entries) seen.set(entry, (seen.get(entry) ?? 0) + 1);
          if (entries.length > 0) open.push(entries);
        };
        const settle = (packet: Entry[] | undefined): void => {
          for (const entry of packet ?? []) queue.settle(entry);
        };
        const waiting = new Set<Entry>();
        for (const { kind, sender, number, lane, items } of steps) {
          if (kind === 'offer') {
            const answer = offer(queue, `${sender}`, number);
            if (typeof answer !== 'string') waiting.add(answer);
          } else if (kind === 'take') take(queue.take(lane, { items, bytes: 1 << 30 }));
          else if (kind === 'settle') settle(open.shift());
          else if (kind === 'drain') take(queue.drainLane(lane));
          else {
            const packet = open.pop() ?? [];
            for (const entry of packet) seen.set(entry, 0);
            queue.putBack(packet, number % 2 === 0);
          }
          expect(queue.heldItems).toBeLessThanOrEqual(40);
        }
        for (const lane of [0, 1, 2]) for (const packet of packets(queue, lane)) take(packet);
        for (const packet of open) settle(packet);
        for (const entry of waiting) expect(seen.get(entry)).toBe(1);
        expect(seen.size).toBe(waiting.size);
        accepts += waiting.size;
        expect([queue.heldItems, queue.heldBytes, queue.waitingItems]).toEqual([0, 0, 0]);
      }),
      { numRuns: 400 },
    );
    expect(accepts).toBeGreaterThan(4_000);
  });
});
