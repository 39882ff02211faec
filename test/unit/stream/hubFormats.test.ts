/** The event hub with listeners of two formats: the same events and numbers, each encoded once for each format in use. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../engine/base/bytes.js';
import type { EventFormat } from '../../../engine/store/chainStore.js';
import { accountTopic } from '../../../engine/stream/audience.js';
import { actor } from '../../support/transactions.js';
import { Ear, type Planned, scene } from './hubScene.js';

const alice = actor('alice').account;

describe('listeners of two formats', () => {
  /** Ears of a hub by format, with the topics of each. */
  const mixed = (json: readonly (readonly string[])[], protobuf: readonly (readonly string[])[]) => {
    const { hub, publish, finish, turns } = scene();
    const join = (format: EventFormat) => (topics: readonly string[]) => {
      const ear = new Ear();
      hub.add(ear, format);
      hub.subscribe(ear, topics);
      return ear;
    };
    return { hub, publish, finish, turns, texts: json.map(join('json')), frames: protobuf.map(join('protobuf')) };
  };

  test('hear the same events with the same numbers, each encoded once for each format', () => {
    const { publish, texts, frames, hub } = mixed([[], ['blocks']], [[], ['transactions'], ['transactions']]);
    const { made, madeProtobuf } = publish({ topic: 'blocks' }, { topic: 'transactions' }, { token: 'GOLD' });
    expect([made, madeProtobuf]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    hub.publishStats((sequence, format) => utf8(`stats after ${sequence} in ${format}`));
    expect(texts.map(({ heard }) => heard)).toEqual([
      ['blocks', 'transactions', 'GOLD', 'stats after 3 in json'],
      ['blocks'],
    ]);
    expect(frames.map(({ heard }) => heard)).toEqual([
      ['blocks in protobuf', 'transactions in protobuf', 'GOLD in protobuf', 'stats after 3 in protobuf'],
      ['transactions in protobuf'],
      ['transactions in protobuf'],
    ]);
    expect(frames.map(({ numbers }) => numbers)).toEqual([[1, 2, 3, 3], [2], [2]]);
    expect(frames[0]?.bytes[1]).toBe(frames[1]?.bytes[0]);
    expect(frames[0]?.bytes[1]).toBe(frames[2]?.bytes[0]);
  });

  test('cost nothing in a format that nobody of them has, or has any more', () => {
    const only = mixed([], [['blocks']]);
    const first = only.publish({ topic: 'blocks' }, { topic: 'transactions' });
    expect([first.made, first.madeProtobuf]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    const { hub, publish, frames } = mixed([['blocks']], [['transactions'], []]);
    const planned = [{ topic: 'blocks' }, { topic: 'transactions' }] as const;
    hub.remove(frames[1] as Ear);
    const second = publish(...planned);
    expect([second.made, second.madeProtobuf]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    hub.remove(frames[0] as Ear);
    const third = publish(...planned);
    expect([third.made, third.madeProtobuf]).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test('are told a large block over several turns, each in its order and format', () => {
    const { hub, publish, finish, texts, frames } = mixed(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? [] : ['transactions'])),
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? ['blocks'] : [accountTopic(alice)])),
    );
    const planned = Array.from({ length: 1_000 }, (_, index): Planned => {
      const topic = index % 3 === 0 ? 'blocks' : 'transactions';
      return { topic, accounts: index % 5 === 0 ? [alice] : [], text: `${index}` };
    });
    const { made, madeProtobuf } = publish(...planned);
    expect(hub.waitingEvents).toBeGreaterThan(0);
    expect(finish()).toBeGreaterThan(10);
    expect(hub.waitingEvents).toBe(0);
    const wanted = (fits: (event: Planned, index: number) => boolean): number[] =>
      planned.flatMap((event, index) => (fits(event, index) ? [index + 1] : []));
    const inBlocks = wanted(({ topic }) => topic === 'blocks');
    const inAlice = wanted(({ accounts = [] }) => accounts.length > 0);
    for (const [index, ear] of texts.entries())
      expect(ear.numbers).toEqual(index % 2 === 0 ? wanted(() => true) : wanted(({ topic }) => topic !== 'blocks'));
    for (const [index, ear] of frames.entries()) {
      expect(ear.numbers).toEqual(index % 2 === 0 ? inBlocks : inAlice);
      expect(ear.heard).toEqual(ear.numbers.map((number) => `${number - 1} in protobuf`));
    }
    expect(made).toEqual(planned.map(() => 1));
    const heard = new Set([...inBlocks, ...inAlice]);
    expect(madeProtobuf).toEqual(planned.map((_, index) => (heard.has(index + 1) ? 1 : 0)));
  });

  test('are all released when too much waits', () => {
    const { hub, publish, texts, frames } = mixed([[]], [[], ['blocks']]);
    const planned = Array.from({ length: 3_000 }, () => ({ topic: 'transactions' }) as const);
    for (let blocks = 0; blocks < 80; blocks++) publish(...planned);
    expect([...texts, ...frames].map(({ lost }) => lost)).toEqual([1, 1, 1]);
    expect(hub.listeners).toBe(0);
    for (const ear of frames) hub.add(ear, 'protobuf');
    expect(publish({ topic: 'blocks' }).made).toEqual([0]);
  });

  test('may change the format by leaving and coming again', () => {
    const { hub, publish, texts } = mixed([['blocks']], []);
    const [ear] = texts as [Ear];
    publish({ topic: 'blocks' });
    hub.add(ear, 'protobuf');
    publish({ topic: 'blocks' });
    hub.remove(ear);
    hub.add(ear, 'protobuf');
    publish({ topic: 'blocks' });
    expect(ear.heard).toEqual(['blocks', 'blocks', 'blocks in protobuf']);
  });
});
