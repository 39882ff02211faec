/** A flood that names another sender's key: from another source it takes nothing of the victim's part of the queue, and
 *  little of its time. Compared with the same run without the flood. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { FAILURES_FORGIVEN } from '../../../engine/intake/knownSenders.js';
import { type PacketAllowance, type QueueEntry, VerifyQueue } from '../../../engine/intake/queue.js';
import type { RawItem } from '../../../engine/intake/verifier.js';
import { WireTransaction } from '../../../proto/wire.js';
import { bytesOf } from './signing.js';

const QUEUE_ITEMS = 1_600;
const LANES = 2;
const TAKE: PacketAllowance = { items: 64, bytes: 1 << 30 };
const HOME = '192.0.2.1';

type Entry = QueueEntry<string>;

/** Bytes that stand for a key. */
const keyOf = (serial: number): Uint8Array =>
  Uint8Array.from({ length: 1_952 }, (_, at) => (serial * 31 + at * 7 + (at >> 8)) & 255);

const victim = keyOf(1);
const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex');

const json = (text: string): RawItem => ({ kind: 'request', operation: 'transfer', bytes: bytesOf(text) });

/** The victim's own request. */
const ownRequest = (number: number): RawItem => ({
  ...json(`{"payload":{"number":${number}},"public_key":"${hex(victim)}"}`),
  source: HOME,
});

const source = (number: number): string => `198.51.100.${number % 50}`;

/** The ways in which a flood names the victim. */
const floods: Readonly<Record<string, (number: number) => RawItem>> = {
  'as the victim does': (number) => json(`{"payload":{"n":${number}},"public_key":"${hex(victim)}"}`),
  'in upper case': (number) => json(`{"n":${number},"public_key":"${hex(victim).toUpperCase()}"}`),
  'in either case, with spaces': (number) =>
    json(`{"n":${number}, "public_key" :\n"${hex(victim).replaceAll('a', 'A').replaceAll('c', 'C')}"}`),
  'inside the payload, before another key': (number) =>
    json(`{"payload":{"n":${number},"public_key":"${hex(victim)}"},"public_key":"${hex(keyOf(number + 7))}"}`),
  'in a broadcast': (number) => ({ ...json(`{"n":${number},"from_pub_key":"${hex(victim)}"}`), kind: 'broadcast' }),
  'by its beginning alone': (number) => json(`{"n":${number},"public_key":"${hex(victim).slice(0, 64)}"}`),
  'with a changed end': (number) => json(`{"n":${number},"public_key":"${hex(victim).slice(0, -2)}00"}`),
  'in a message': (number) => ({
    kind: 'signed',
    operation: '',
    bytes: WireTransaction.encode({
      operation: 'transfer',
      publicKey: victim,
      text: bytesOf(`{"n":${number}}`),
      signature: new Uint8Array(3_309),
    }).finish(),
  }),
  "by the victim's own bytes again": (number) => ({ ...ownRequest(number % 600) }),
};

function openQueue(): VerifyQueue<string> {
  const queue = new VerifyQueue<string>({ lanes: LANES, maxItems: QUEUE_ITEMS });
  queue.remember(victim, HOME);
  return queue;
}

interface Outcome {
  /** Codes of the victim's refusals, and 'accepted', by the request's number. */
  readonly answers: readonly string[];
  /** Packets that leave the victim's lane until the last of the victim's requests has left. */
  readonly packets: number;
  /** Items of others in them. */
  readonly others: number;
  /** Items of the flood that were accepted. */
  readonly flooding: number;
}

/** The victim sends this many. The flood, if any, sends what it can before, and continues after each. */
function served(requests: number, flood?: (number: number) => RawItem): Outcome {
  const queue = openQueue();
  let number = 0;
  let flooding = 0;
  const attack = (times: number): void => {
    for (let count = 0; flood && count < times; count++, number++) {
      const answer = queue.offer({ ...flood(number), source: source(number) }, `flood ${number}`);
      if (!isRefusal(answer)) flooding++;
    }
  };
  attack(2 * QUEUE_ITEMS);
  const entries: Entry[] = [];
  const answers = Array.from({ length: requests }, (_, index) => {
    const answer = queue.offer(ownRequest(index), `own ${index}`);
    attack(5);
    if (isRefusal(answer)) return answer.code;
    entries.push(answer);
    return answer.known && answer.work === `own ${index}` ? 'accepted' : 'behind somebody';
  });
  const waiting = new Set(entries);
  const lane = entries[0]?.lane ?? 0;
  let [packets, others] = [0, 0];
  while (waiting.size > 0) {
    packets++;
    for (const entry of queue.take(lane, TAKE)) {
      if (!waiting.delete(entry)) others++;
      queue.settle(entry);
    }
  }
  return { answers, packets, others, flooding };
}

describe('a flood from many sources that names a known key', () => {
  const alone = new Map([40, 320, 600].map((requests) => [requests, served(requests)]));

  test('has something to take: the victim alone is served to the end of its part', () => {
    const accepted = [...alone.values()].map(({ answers }) => answers.filter((answer) => answer === 'accepted').length);
    expect(accepted).toEqual([40, QUEUE_ITEMS / 5, QUEUE_ITEMS / 5]);
    expect(alone.get(600)?.answers.at(-1)).toBe('sender_limit');
  });

  test.each(Object.entries(floods))(
    '%s: takes nothing of the part of the victim, and little of its time',
    (_, flood) => {
      let compared = 0;
      for (const [requests, before] of alone) {
        const under = served(requests, flood);
        expect(under.answers).toEqual(before.answers);
        // The flood was there: strangers have filled what they may.
        expect(under.flooding).toBeGreaterThan(QUEUE_ITEMS / 4);
        expect(under.others).toBeLessThanOrEqual(Math.ceil(requests / 16) + under.packets);
        expect(under.packets).toBeLessThanOrEqual(before.packets + 1);
        compared++;
      }
      expect(compared).toBe(3);
    },
  );

  test('leaves nothing behind when everything has its answer', () => {
    for (const flood of Object.values(floods)) {
      const queue = openQueue();
      for (let number = 0; number < 200; number++) {
        queue.offer(ownRequest(number), 'own');
        queue.offer({ ...flood(number), source: source(number) }, 'flood');
      }
      for (let lane = 0; lane < LANES; lane++)
        for (let packet = queue.take(lane, TAKE); packet.length > 0; packet = queue.take(lane, TAKE))
          for (const entry of packet) queue.settle(entry);
      expect([queue.heldItems, queue.heldBytes, queue.waitingItems]).toEqual([0, 0, 0]);
    }
  });
});

describe('who names a key', () => {
  test('stays in the lane of that key, whatever the source, so that its expansion is kept once', () => {
    const queue = openQueue();
    const lanes = Array.from({ length: 40 }, (_, number) => {
      const answer = queue.offer(
        { ...(floods['in upper case'] as (n: number) => RawItem)(number), source: source(number) },
        '',
      );
      return isRefusal(answer) ? answer.code : answer.lane;
    });
    const own = queue.offer(ownRequest(0), 'own') as Entry;
    expect(new Set([...lanes, own.lane]).size).toBe(1);
  });

  test('is known at the source where it has signed, and only there', () => {
    const queue = openQueue();
    const known = (from: string, number: number): boolean =>
      (queue.offer({ ...ownRequest(number), source: from }, `${from} ${number}`) as Entry).known;
    expect([known(HOME, 1), known('203.0.113.9', 2)]).toEqual([true, false]);
    queue.remember(victim, '203.0.113.9');
    expect([known('203.0.113.9', 3), known(HOME, 4), known('203.0.113.10', 5)]).toEqual([true, true, false]);
  });

  test('loses trust with wrong signatures, at that source only, and regains it with a good one', () => {
    const queue = openQueue();
    const copied = '203.0.113.66';
    queue.remember(victim, copied);
    const known = (from: string, number: number): Entry =>
      queue.offer({ ...ownRequest(number), source: from }, `${from} ${number}`) as Entry;
    const before = known(copied, 1);
    for (let failure = 0; failure <= FAILURES_FORGIVEN; failure++) {
      expect(known(copied, 100 + failure).known).toBe(true);
      queue.blame(before);
    }
    expect([known(copied, 2).known, known(HOME, 3).known]).toEqual([false, true]);
    queue.remember(victim, copied);
    expect(known(copied, 4).known).toBe(true);
  });
});
