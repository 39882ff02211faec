/** Messages as parts: order, ranks, bounds, and everything that another node may not send. */

import { describe, expect, test } from 'vitest';
import {
  PEER_ASSEMBLY_BYTES,
  PEER_MESSAGE_BYTES,
  PEER_MESSAGES_UNDER_WAY,
  PEER_PART_BYTES,
  PEER_QUEUE_BYTES,
} from '../../../engine/base/peerLimits.js';
import { type Arrived, Incoming, Outgoing } from '../../../engine/network/parts.js';
import { PeerPart } from '../../../proto/wire.js';

const bytesOf = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

/** Lets everything leave, and puts it together. */
function carried(out: Outgoing, incoming = new Incoming()): Arrived[] {
  const arrived: Arrived[] = [];
  for (let frame = out.next(); frame; frame = out.next()) arrived.push(incoming.take(frame, 0));
  return arrived;
}

const messages = (arrived: readonly Arrived[]): Uint8Array[] =>
  arrived.flatMap((one) => (one.kind === 'message' ? [one.bytes] : []));

describe('what leaves', () => {
  test('arrives as it was, at every length around the bounds', () => {
    const lengths = [1, 2, PEER_PART_BYTES - 1, PEER_PART_BYTES, PEER_PART_BYTES + 1, 3 * PEER_PART_BYTES, 1_000_003];
    for (const rank of ['urgent', 'bulk'] as const) {
      const out = new Outgoing();
      for (const [index, length] of lengths.entries()) expect(out.offer(bytesOf(length, index + 1), rank)).toBe(true);
      expect(out.waitingBytes).toBe(lengths.reduce((sum, length) => sum + length, 0));
      const incoming = new Incoming();
      const arrived = messages(carried(out, incoming));
      expect(arrived.map(({ length }) => length)).toEqual(lengths);
      expect(arrived.every((bytes, index) => bytes.every((byte) => byte === index + 1))).toBe(true);
      expect([out.isEmpty, out.waitingBytes, incoming.heldBytes]).toEqual([true, 0, 0]);
    }
  });

  test('an urgent message passes between the parts of a bulk one', () => {
    const out = new Outgoing();
    const incoming = new Incoming();
    out.offer(bytesOf(10 * PEER_PART_BYTES, 1), 'bulk');
    const first = incoming.take(out.next() as Uint8Array, 0);
    out.offer(bytesOf(5_000, 2), 'urgent');
    out.signal('pong');
    const rest = carried(out, incoming);
    expect(first).toEqual({ kind: 'part' });
    expect(rest[0]).toEqual({ kind: 'signal', signal: 'pong' });
    expect(rest[1]).toMatchObject({ kind: 'message' });
    expect(messages(rest).map(({ length }) => length)).toEqual([5_000, 10 * PEER_PART_BYTES]);
    expect(rest.length).toBe(2 + 9);
  });

  test('urgent messages do not hold a bulk one up for ever', () => {
    const out = new Outgoing();
    out.offer(bytesOf(3 * PEER_PART_BYTES, 1), 'bulk');
    for (let vote = 0; vote < 1_000; vote++) out.offer(bytesOf(5_300, 2), 'urgent');
    const arrived = carried(out);
    const whole = arrived.findIndex((one) => one.kind === 'message' && one.bytes[0] === 1);
    // Three parts, each after four parts' worth of votes.
    expect(whole).toBeGreaterThan(3 * 90);
    expect(whole).toBeLessThan(3 * 110);
    expect(messages(arrived).length).toBe(1_001);
  });

  test('is bounded for each rank, and an empty queue takes the largest message', () => {
    const out = new Outgoing();
    expect(out.offer(bytesOf(PEER_MESSAGE_BYTES, 1), 'urgent')).toBe(true);
    expect(out.offer(bytesOf(1, 1), 'urgent')).toBe(false);
    expect(out.offer(bytesOf(1, 1), 'bulk')).toBe(true);
    const queue = new Outgoing();
    const votes = Math.floor(PEER_QUEUE_BYTES.urgent / 5_300);
    const vote = bytesOf(5_300, 1);
    for (let taken = 0; taken < votes; taken++) expect(queue.offer(vote, 'urgent')).toBe(true);
    expect(queue.offer(vote, 'urgent')).toBe(false);
    queue.next();
    expect(queue.offer(vote, 'urgent')).toBe(true);
  });

  test('a signal waits once', () => {
    const out = new Outgoing();
    for (let ping = 0; ping < 100; ping++) out.signal('pong');
    expect(carried(out)).toEqual([{ kind: 'signal', signal: 'pong' }]);
  });
});

describe('what arrives', () => {
  const part = (fields: Parameters<typeof PeerPart.encode>[0]): Uint8Array => PeerPart.encode(fields).finish();
  const ten = bytesOf(10, 1);
  const begun = part({ message: 1, length: 30, bytes: ten });
  const faults: readonly (readonly [what: string, frames: readonly Uint8Array[], reason: string])[] = [
    ['nothing', [new Uint8Array()], 'bad_message'],
    ['no part', [bytesOf(40, 255)], 'bad_message'],
    ['a message without bytes', [part({ message: 1, length: 5 })], 'bad_message'],
    ['a whole message with a length', [part({ length: 10, bytes: ten })], 'bad_message'],
    ['a first part that is the whole message', [part({ message: 1, length: 10, bytes: ten })], 'bad_message'],
    ['a first part longer than its message', [part({ message: 1, length: 9, bytes: ten })], 'bad_message'],
    ['a later part without its first', [part({ message: 1, bytes: ten })], 'bad_message'],
    ['a second first part', [begun, begun], 'bad_message'],
    ['a part beyond the end', [begun, part({ message: 1, bytes: bytesOf(21, 1) })], 'bad_message'],
    ['a signal with bytes', [part({ signal: 2, bytes: ten })], 'bad_message'],
    ['a signal within a message', [part({ signal: 2, message: 1 })], 'bad_message'],
    ['an unknown signal', [part({ signal: 9 as never })], 'bad_message'],
    ['many fields', [new Uint8Array(1_000).map((_, at) => (at % 2 ? 1 : 0x48))], 'bad_message'],
    [
      'a message over the limit',
      [part({ message: 1, length: PEER_MESSAGE_BYTES + 1, bytes: ten })],
      'message_too_large',
    ],
    ['the largest length', [part({ message: 1, length: 2 ** 32 - 1, bytes: ten })], 'message_too_large'],
    [
      'more than the budget',
      [
        part({ message: 1, length: PEER_MESSAGE_BYTES, bytes: ten }),
        part({ message: 2, length: PEER_ASSEMBLY_BYTES - PEER_MESSAGE_BYTES + 1, bytes: ten }),
      ],
      'no_room',
    ],
    [
      'too many messages at once',
      Array.from({ length: PEER_MESSAGES_UNDER_WAY + 1 }, (_, index) =>
        part({ message: index + 1, length: 11, bytes: ten }),
      ),
      'no_room',
    ],
  ];

  test.each(faults)('is refused: %s', (_, frames, reason) => {
    const incoming = new Incoming();
    const arrived = frames.map((frame) => incoming.take(frame, 0));
    expect(arrived.slice(0, -1).every(({ kind }) => kind === 'part')).toBe(true);
    expect(arrived.at(-1)).toEqual({ kind: 'fault', reason });
  });

  test('is put together whatever is between its parts', () => {
    const incoming = new Incoming();
    const frames = [
      part({ message: 7, length: 20, bytes: bytesOf(10, 7) }),
      part({ message: 4_000_000_000, length: 12, bytes: bytesOf(6, 4) }),
      part({ bytes: bytesOf(1, 9) }),
      part({ message: 4_000_000_000, bytes: bytesOf(6, 4) }),
      part({ message: 7, bytes: bytesOf(10, 7) }),
      part({ message: 7, length: 11, bytes: bytesOf(10, 8) }),
      part({ message: 7, bytes: bytesOf(1, 8) }),
    ];
    const whole = messages(frames.map((frame) => incoming.take(frame, 0)));
    expect(whole).toEqual([bytesOf(1, 9), bytesOf(12, 4), bytesOf(20, 7), bytesOf(11, 8)]);
    expect(incoming.heldBytes).toBe(0);
  });

  test('tells since when the slowest message waits', () => {
    const incoming = new Incoming();
    expect(incoming.waitsSince).toBeUndefined();
    incoming.take(begun, 100);
    incoming.take(part({ message: 2, length: 30, bytes: ten }), 200);
    expect(incoming.waitsSince).toBe(100);
    incoming.take(part({ message: 1, bytes: ten }), 300);
    expect(incoming.waitsSince).toBe(200);
    incoming.take(part({ message: 2, bytes: bytesOf(20, 1) }), 400);
    expect(incoming.waitsSince).toBe(300);
  });
});
