/** Parts of an edge without NATS: where an event must be in the stream, what the log of an edge gives from memory and from the stream, and
 *  the text of server-sent events. */

import { describe, expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { type AccountId, accountOfName } from '../../../../engine/crypto/address.js';
import type { EventFilter } from '../../../../engine/store/chainStore.js';
import { StoreError } from '../../../../engine/store/port.js';
import { accountTopic, filterOf, tokenTopic } from '../../../../engine/stream/audience.js';
import { encodings } from '../../../../engine/stream/eventEncoding.js';
import { readEvents } from '../../../../engine/stream/eventLog.js';
import { type Reach, relayFrame } from '../../../../engine/stream/relayFrame.js';
import { type EdgeEvent, eventsTogether, readEdgeEvent } from '../../../../ops/edge/edgeEvent.js';
import { EdgeLog } from '../../../../ops/edge/edgeLog.js';
import { sseRequest } from '../../../../ops/edge/edgeServer.js';
import { RecentEvents } from '../../../../ops/edge/recentEvents.js';
import { eventAt, type RelayStream } from '../../../../ops/edge/relayStream.js';
import { SseBudget, SseSocket, sseEvent } from '../../../../ops/edge/sse.js';

const [ann, ben] = ['ann', 'ben'].map(accountOfName) as [AccountId, AccountId];
const EVERYTHING = filterOf([], true);

/** Four events a block: the block, a transaction, two balances. */
function reachOf(seq: number): Reach {
  switch (seq % 4) {
    case 1:
      return { topic: 'blocks', accounts: [], tokens: [] };
    case 2:
      return { topic: 'transactions', accounts: [ann, ben], tokens: ['GOLD'] };
    case 3:
      return { topic: undefined, accounts: [ann], tokens: ['XRGE'] };
    default:
      return { topic: 'contracts', accounts: [], tokens: [], contract: 'ab'.repeat(20) };
  }
}

const frameOf = (seq: number): Uint8Array =>
  relayFrame(reachOf(seq), { json: utf8(`{"type":"x","seq":${seq}}`), protobuf: Uint8Array.of(seq) }, seq);

const eventOf = (seq: number): EdgeEvent => readEdgeEvent(frameOf(seq));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the place of an event in the stream', () => {
  const message = (seq: number, event: number, named = event) => ({
    ...{ seq, data: frameOf(event) },
    headers: { get: () => String(named) } as never,
  });

  test('is its number less the same amount everywhere', () => {
    expect(eventAt(message(1, 41), 40).sequence).toBe(41);
    expect(eventAt(message(7, 7), 0)).toMatchObject({ sequence: 7, accounts: [ann], tokens: ['XRGE'] });
    for (const misplaced of [message(2, 41), message(1, 42), message(1, 41, 42)])
      expect(() => eventAt(misplaced, 40)).toThrow(/the message \d of the stream has event/);
  });

  test('is none for what is not in the log, and for bytes that are no event', () => {
    const stats = encodings.relay.stats({ blockHeight: 1, peerCount: 0, mempoolSize: 0 }, 41);
    expect(() => eventAt({ ...message(1, 41), data: stats }, 40)).toThrow(/the message 1/);
    for (const data of [
      Uint8Array.of(0xff),
      Uint8Array.of(),
      encodings.protobuf.stats({ blockHeight: 1, peerCount: 0, mempoolSize: 0 }, 41),
    ])
      expect(() => eventAt({ ...message(1, 41), data }, 40)).toThrow();
  });
});

describe('the log of an edge', () => {
  /** A stream with some events, of which the memory has the last ones. */
  function sceneOf(stored: readonly number[], remembered: readonly number[]) {
    const recent = new RecentEvents(1_000_000);
    for (const seq of remembered) recent.add(eventOf(seq));
    const asked: number[] = [];
    const bounds = { oldest: stored[0] ?? 0, latest: stored.at(-1) ?? 0 };
    const log = new EdgeLog(recent, () => bounds.latest, { ...bounds, oldest: 1 });
    log.stream = {
      bounds: async () => bounds,
      async *read(from: number, to: number) {
        asked.push(from);
        // The server begins behind a message that is gone, which is not the one that was asked for.
        if (!stored.includes(from)) return;
        for (const seq of stored) if (seq >= from && seq <= to) yield eventOf(seq);
      },
    } as unknown as RelayStream;
    const read = async (from: number, to: number, filter: EventFilter = EVERYTHING) => {
      const found: number[] = [];
      let through = from - 1;
      for await (const chunk of log.read(from, to, filter, 'json')) {
        const part = readEvents(chunk);
        expect(part.through).toBeGreaterThanOrEqual(through);
        through = part.through;
        for (const { sequence, bytes } of part.events) {
          expect(utf8Text(bytes)).toBe(`{"type":"x","seq":${sequence}}`);
          found.push(sequence);
        }
      }
      return { found, through };
    };
    return { log, read, asked };
  }

  test('gives from memory what is there, and the rest from the stream, each event once', async () => {
    const { log, read, asked } = sceneOf(range(1, 2_000), range(1_500, 2_000));
    expect(await read(1_600, 2_000)).toEqual({ found: range(1_600, 2_000), through: 2_000 });
    expect(asked).toEqual([]);
    expect(await read(1_400, 1_990)).toEqual({ found: range(1_400, 1_990), through: 1_990 });
    expect(asked).toEqual([1_400]);
    expect(await read(10, 20)).toEqual({ found: range(10, 20), through: 20 });
    expect([log.reads, log.streamReads, log.oldest()]).toEqual([3, 2, 1]);
  });

  test.each([
    ['blocks', ['blocks'], (seq: number) => seq % 4 === 1],
    ['an account', [accountTopic(ann)], (seq: number) => seq % 4 === 2 || seq % 4 === 3],
    ['another account', [accountTopic(ben)], (seq: number) => seq % 4 === 2],
    ['a token', [tokenTopic('XRGE')], (seq: number) => seq % 4 === 3],
    ['contracts', ['contracts'], (seq: number) => seq % 4 === 0],
    ['a contract', [`contract:${'ab'.repeat(20)}`], (seq: number) => seq % 4 === 0],
    ['no contract', [`contract:${'cd'.repeat(20)}`], () => false],
    ['statistics', ['stats'], () => false],
    ['several', ['transactions', tokenTopic('GOLD'), 'blocks'], (seq: number) => seq % 4 === 1 || seq % 4 === 2],
  ] as const)('chooses %s', async (_, topics, fits) => {
    const { read } = sceneOf(range(1, 100), range(61, 100));
    const { found, through } = await read(41, 100, filterOf(topics, false));
    expect(through).toBe(100);
    expect(found).toEqual(range(41, 100).filter(fits));
  });

  test('ends early where the stream begins later, and then says its oldest number', async () => {
    const { log, read } = sceneOf(range(31, 60), range(51, 60));
    expect(await read(5, 60)).toEqual({ found: [], through: 4 });
    expect(log.oldest()).toBe(31);
  });

  test('fails where an event is missing, and while NATS is away', async () => {
    const holed = sceneOf([...range(1, 10), ...range(12, 60)], range(51, 60));
    await expect(holed.read(11, 60)).rejects.toThrow(StoreError);
    const { log, read } = sceneOf(range(1, 60), range(51, 60));
    log.stream = undefined;
    expect((await read(51, 60)).found).toEqual(range(51, 60));
    await expect(read(50, 60)).rejects.toThrow(StoreError);
  });
});

test('the memory of an edge keeps the latest events, within its bytes', () => {
  const recent = new RecentEvents(100_000);
  for (const seq of range(1, 5_000)) recent.add(eventOf(seq));
  expect(recent.bytes).toBeLessThanOrEqual(100_000);
  const oldest = recent.oldest ?? 0;
  expect(oldest).toBeGreaterThan(4_900);
  expect(recent.at(oldest - 1)).toBe(undefined);
  for (const seq of range(oldest, 5_000)) expect(recent.at(seq)?.sequence).toBe(seq);
  expect(recent.at(5_001)).toBe(undefined);
  expect(() => recent.add(eventOf(5_002))).toThrow(/consecutive/);
});

test('events that nobody can want are passed over', () => {
  const events = eventsTogether(range(1, 8).map(eventOf));
  const nobody = { all: false, blocks: false, transactions: false, accounts: false, tokens: false, contracts: false };
  expect(events.next(0, nobody)).toBe(8);
  expect(events.next(1, { ...nobody, blocks: true })).toBe(4);
  expect(events.next(0, { ...nobody, tokens: true })).toBe(1);
  expect(events.next(0, { ...nobody, contracts: true })).toBe(3);
  expect(events.next(5, { ...nobody, all: true })).toBe(5);
});

describe('server-sent events', () => {
  test('have the number of the event as id, its type and its text', () => {
    expect(String(sseEvent('{"type":"new_block","height":3,"seq":12}'))).toBe(
      'id: 12\nevent: new_block\ndata: {"type":"new_block","height":3,"seq":12}\n\n',
    );
    expect(String(sseEvent('{"type":"stats","seq":12}'))).toBe('event: stats\ndata: {"type":"stats","seq":12}\n\n');
    expect(String(sseEvent('{"type":"error","error":"no"}'))).toBe(
      'event: refusal\ndata: {"type":"error","error":"no"}\n\n',
    );
  });

  test('are asked for by topics and a number, or by the last id', () => {
    expect(sseRequest('', '')).toEqual({ topics: [], from: undefined });
    expect(sseRequest('topics=blocks,token%3AGOLD', '')).toEqual({ topics: ['blocks', 'token:GOLD'], from: undefined });
    expect(sseRequest('from=7', '')).toEqual({ topics: [], from: 7 });
    expect(sseRequest('topics=blocks&from=7', '41')).toEqual({ topics: ['blocks'], from: 42 });
    for (const id of ['of another', '-1', '1.5', '5,6', '0x5', '9'.repeat(20)])
      expect(isRefusal(sseRequest('topics=blocks', id)), id).toBe(true);
    for (const query of [
      'from=',
      'from=-1',
      'from=1.5',
      'since=1',
      'from=1&from=2',
      'topics=a&topics=b',
      `topics=${'a,'.repeat(300)}`,
    ])
      expect(isRefusal(sseRequest(query, '')), query).toBe(true);
  });

  test('a reader that takes nothing is ended, and what waited for it is let go', async () => {
    const budget = new SseBudget();
    const closed: number[] = [];
    const socket = new SseSocket(
      { open() {}, message() {}, drain() {}, close: (code) => void closed.push(code) },
      budget,
      'client',
    );
    const text = `{"type":"new_block","x":"${'x'.repeat(100_000)}","seq":1}`;
    while (socket.send(text) !== 'dropped');
    expect(budget.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(budget.bytes).toBeGreaterThan(900_000);
    socket.close(1013, 'too slow');
    expect(closed).toEqual([1013]);
    let last = '';
    for await (const piece of socket) last = String(piece);
    expect(last).toContain('event: close\ndata: {"code":1013,"reason":"too slow"}\n\n');
    expect([budget.bytes, budget.readers, closed.length]).toEqual([0, 0, 1]);
  });

  test('many readers of one client that take nothing leave the room of the others alone', async () => {
    const budget = new SseBudget();
    const nobody = { open() {}, message() {}, drain() {}, close() {} };
    const text = `{"type":"new_block","x":"${'x'.repeat(100_000)}","seq":1}`;
    const readers = Array.from({ length: 200 }, () => new SseSocket(nobody, budget, 'greedy'));
    for (const reader of readers) while (reader.send(text) !== 'dropped');
    expect(budget.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(budget.bytes).toBeGreaterThan(7 * 1024 * 1024);
    const other = new SseSocket(nobody, budget, 'other');
    expect(other.send(text)).toBe('sent');
    for (const reader of [...readers, other]) await reader.return();
    expect([budget.bytes, budget.readers]).toEqual([0, 0]);
    expect(new SseSocket(nobody, budget, 'greedy').send(text)).toBe('sent');
  });
});
