/** The lanes of the verification queue: known senders and strangers, what is put off, blocks' transactions. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { KnownSenders } from '../../../engine/intake/knownSenders.js';
import { DEFERRED_ITEMS, type PacketAllowance, type QueueEntry, VerifyQueue } from '../../../engine/intake/queue.js';
import type { RawItem } from '../../../engine/intake/verifier.js';
import { bytesOf } from './signing.js';

type Entry = QueueEntry<string>;

/** Offers a request that names a short key: a stranger's. @returns its entry, or the refusal's code. */
function offer(queue: VerifyQueue<string>, sender: string, number: number): Entry | string {
  const bytes = bytesOf(`{"number":${number},"public_key":"${sender.padStart(16, '0')}"}`);
  const answer = queue.offer({ kind: 'request', operation: 'transfer', bytes }, `${sender} ${number}`);
  return isRefusal(answer) ? answer.code : answer;
}

function accepted(answer: Entry | string): Entry {
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer;
}

/** Every packet that leaves by the lane until nothing is left. */
function packets(queue: VerifyQueue<string>, lane: number): Entry[][] {
  const all: Entry[][] = [];
  for (let packet = queue.take(lane, TAKE); packet.length > 0; packet = queue.take(lane, TAKE)) all.push(packet);
  return all;
}

/** A body that names a whole key. */
function bodyOf(key: Uint8Array, number: number): RawItem {
  return {
    kind: 'request',
    operation: 'transfer',
    bytes: bytesOf(`{"number":${number},"public_key":"${Buffer.from(key).toString('hex')}"}`),
  };
}

/** A key of which only its distinctness matters. */
const keyOf = (serial: number): Uint8Array =>
  Uint8Array.from({ length: 1_952 }, (_, at) => (serial * 31 + at * 7) & 255);

/** A lane with known senders k1 to k`known`, which have something waiting, and strangers s0 to s`strangers`. */
function mixed(known: number, strangers: number, maxItems = 2_000): VerifyQueue<string> {
  const queue = new VerifyQueue<string>({ lanes: 1, maxItems });
  for (let serial = 1; serial <= known; serial++) queue.remember(keyOf(serial));
  for (let serial = 0; serial < strangers; serial++) accepted(offer(queue, `${serial}`, serial));
  for (let serial = 1; serial <= known; serial++) {
    const entry = queue.offer(bodyOf(keyOf(serial), 0), `k${serial}`);
    if (isRefusal(entry)) throw new Error(entry.message);
    expect(entry.known).toBe(true);
  }
  return queue;
}

const isKnown = ({ known }: Entry): boolean => known;
const TAKE: PacketAllowance = { items: 64, bytes: 1 << 30 };

describe('known senders', () => {
  test('go before strangers, who keep a sixteenth of the packet', () => {
    const queue = mixed(200, 200);
    const first = queue.take(0, TAKE);
    expect(first.filter(isKnown).length).toBe(60);
    expect(first.length).toBe(63);
    expect(first.slice(0, 60).every(isKnown)).toBe(true);
    for (const entry of first) queue.settle(entry);
    const few = mixed(3, 200).take(0, TAKE);
    expect([few.filter(isKnown).length, few.length]).toEqual([3, 4]);
    const one = mixed(3, 200).take(0, { items: 1, bytes: 1 << 30 });
    expect([one.filter(isKnown).length, one.length]).toEqual([1, 2]);
  });

  test('make the packets of strangers small, and leave the second place of the worker free, until they are gone', () => {
    const queue = mixed(1, 600);
    expect(queue.readyFresh(0, true)).toBe(601);
    queue.take(0, TAKE);
    const sizes: number[] = [];
    expect([queue.readyFresh(0, true), queue.readyFresh(0, false)]).toEqual([0, 599]);
    for (let packet = queue.take(0, TAKE); packet.length > 0; packet = queue.take(0, TAKE)) sizes.push(packet.length);
    expect(sizes.slice(0, 64)).toEqual(Array<number>(64).fill(4));
    expect(sizes.slice(64)).toEqual([64, 64, 64, 64, 64, 599 - 64 * 9]);
    accepted(offer(queue, 'new', 0));
    expect(queue.readyFresh(0, true)).toBe(1);
  });

  test('and all others are told at once when the queue is full, also when it has been made shorter', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxItems: 40 });
    expect(queue.full).toBeUndefined();
    const held = Array.from({ length: 20 }, (_, serial) => accepted(offer(queue, `${serial}`, serial)));
    queue.maxItems = 10;
    expect(queue.full).toMatchObject({ code: 'busy' });
    expect(offer(queue, 'another', 0)).toBe('busy');
    queue.take(0, TAKE);
    held.slice(0, 11).forEach((entry) => {
      queue.settle(entry);
    });
    expect([queue.heldItems, queue.full]).toEqual([9, undefined]);
    accepted(offer(queue, 'another', 0));
    expect(queue.full).toMatchObject({ code: 'busy' });
  });

  test('find room while strangers fill their half', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxItems: 100 });
    queue.remember(keyOf(1));
    const answers = Array.from({ length: 60 }, (_, serial) => offer(queue, `${serial}`, serial));
    expect(answers.filter((answer) => answer === 'busy').length).toBe(10);
    expect(isRefusal(queue.offer(bodyOf(keyOf(1), 1), 'k1'))).toBe(false);
    for (const entry of queue.take(0, TAKE)) queue.settle(entry);
    accepted(offer(queue, 'another', 0));
  });

  test('have what waits already among the known as soon as their first signature has held', () => {
    const queue = mixed(1, 300);
    const key = keyOf(7);
    const whole = Array.from({ length: 20 }, (_, number) => queue.offer(bodyOf(key, number), `new ${number}`) as Entry);
    // It begins like the key and is another.
    const copy = queue.offer(
      bodyOf(
        key.map((byte, at) => (at === 1_951 ? byte ^ 1 : byte)),
        0,
      ),
      'copy',
    ) as Entry;
    expect([...whole, copy].some(isKnown)).toBe(false);
    queue.remember(key);
    expect(whole.every(isKnown)).toBe(true);
    expect(copy.known).toBe(false);
    const packet = queue.take(0, TAKE);
    const known = packet.filter(isKnown).map(({ work }) => work);
    expect(known).toEqual(['k1', ...whole.map(({ work }) => work)].sort((a, b) => known.indexOf(a) - known.indexOf(b)));
    expect(known.filter((work) => work.startsWith('new'))).toEqual(whole.map(({ work }) => work));
    for (const entry of packet) queue.settle(entry);
    for (const rest of packets(queue, 0)) for (const entry of rest) queue.settle(entry);
    expect([queue.heldItems, queue.heldBytes, queue.waitingFresh(0)]).toEqual([0, 0, 0]);
  });

  test('are counted right when a request that was sent as a stranger comes again', () => {
    const queue = new VerifyQueue<string>({ lanes: 1, maxItems: 8 });
    const key = keyOf(3);
    const first = accepted(queue.offer(bodyOf(key, 0), 'first') as Entry);
    queue.take(0, TAKE);
    queue.remember(key);
    expect(queue.offer(bodyOf(key, 0), 'again')).toBe(first);
    queue.settle(first);
    expect([queue.heldItems, queue.heldBytes]).toEqual([0, 0]);
    // A quarter of what is free, as if nothing had been.
    const answers = [1, 2, 3].map((number) => queue.offer(bodyOf(key, number), `${number}`));
    expect(answers.map(isRefusal)).toEqual([false, false, true]);
  });

  test('share nothing with senders that copy a part of their key', () => {
    const queue = new VerifyQueue<string>({ lanes: 4 });
    const key = keyOf(1);
    queue.remember(key);
    const altered = [0, 100, 1_943, 1_951].map((at) => key.map((byte, place) => (place === at ? byte ^ 1 : byte)));
    const known = altered.map((copy) => accepted(queue.offer(bodyOf(copy, 0), 'copy') as Entry).known);
    expect(known).toEqual([false, false, false, false]);
    expect(accepted(queue.offer(bodyOf(key, 0), 'own') as Entry).known).toBe(true);
  });

  test('are forgotten one by one when there are more than can be kept, those first who were silent longest', () => {
    const senders = new KnownSenders(3);
    const recognized = (serial: number): boolean => senders.recognize(keyOf(serial), '') !== undefined;
    for (const serial of [1, 2, 3, 1, 4]) senders.remember(keyOf(serial), '');
    expect(senders.size).toBe(3);
    expect([1, 2, 3, 4].map(recognized)).toEqual([true, false, true, true]);
    // All were used: a newcomer is known all the same, and one of the others leaves.
    for (const serial of [1, 3, 4]) {
      const name = senders.recognize(keyOf(serial), '') as string;
      expect([senders.refresh(name, keyOf(serial)), senders.refresh(name, keyOf(9))]).toEqual([true, false]);
    }
    expect(senders.remember(keyOf(5), '')).toBe(true);
    expect(recognized(5)).toBe(true);
    expect([1, 3, 4].filter(recognized).length).toBe(2);
  });
});

describe('what is put off', () => {
  test('waits until its lane has nothing else, in small packets and never ahead', () => {
    const queue = mixed(2, 10);
    const packet = queue.take(0, TAKE);
    expect(packet.map((entry) => queue.defer(entry))).toEqual([undefined, undefined, undefined]);
    expect(queue.take(0, TAKE).every((entry) => !packet.includes(entry))).toBe(true);
    packets(queue, 0).flat();
    expect(queue.waitingItems).toBe(0);
    const late = mixed(0, 6);
    const all = late.take(0, TAKE);
    for (const entry of all) late.defer(entry);
    expect([late.readyFresh(0, true), late.readyFresh(0, false)]).toEqual([0, 6]);
    expect(packets(late, 0).map((each) => each.length)).toEqual([4, 2]);
  });

  test('is refused when too much of it waits, the newest first; what comes back from a dead worker is not lost', () => {
    const queue = mixed(0, 400);
    const all = packets(queue, 0).flat();
    const answers = all.map((entry) => queue.defer(entry));
    expect(answers.filter((answer) => answer === undefined).length).toBe(DEFERRED_ITEMS);
    expect(answers.findIndex((answer) => answer !== undefined)).toBe(DEFERRED_ITEMS);
    expect(answers.at(-1)).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 1 });
    for (const entry of all.slice(DEFERRED_ITEMS)) queue.settle(entry);
    expect(queue.firstDeferred(0)).toBe(all[0]);
    const back = queue.take(0, TAKE);
    queue.putBack(back, true);
    expect(queue.waitingItems).toBe(DEFERRED_ITEMS);
    expect(queue.shedDeferred(0)).toMatchObject({ code: 'busy' });
    queue.settle(back[0] as Entry);
    expect(queue.drainLane(0).length).toBe(DEFERRED_ITEMS - 1);
  });
});

describe("a block's transactions", () => {
  test('wait in the lanes of their senders, where an idle worker may take them', () => {
    const queue = new VerifyQueue<string>({ lanes: 2 });
    const offered = Array.from({ length: 40 }, (_, serial) => ({
      ...{ work: `tx${serial}`, bytes: 10 },
      sender: (serial % 8).toString(16).padStart(16, '0'),
    }));
    expect(queue.offerPriority('block', offered)).toBeUndefined();
    const lanes = [0, 1].map((lane) => queue.waitingBlocks(lane));
    expect(Math.min(...lanes)).toBeGreaterThan(0);
    expect(queue.waitingBlocks()).toBe(40);
    const own = packets(queue, 0).flat();
    expect(own.length).toBe(lanes[0]);
    const sendersOf = (entries: readonly Entry[]): Set<number> =>
      new Set(entries.map(({ work }) => Number(work.slice(2)) % 8));
    const rest = queue.takeOthersBlocks(TAKE);
    expect(rest.length).toBe(lanes[1]);
    expect([...sendersOf(own)].filter((one) => sendersOf(rest).has(one))).toEqual([]);
    queue.putBack(rest, false);
    expect(queue.waitingBlocks(1)).toBe(lanes[1]);
  });
});
