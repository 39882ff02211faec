/** The event hub: who gets what, in which order and numbering, that an event is made once, and that a large block does not
 *  block the thread. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../engine/base/bytes.js';
import { accountTopic, contractTopic, filterOf, type Listener, tokenTopic } from '../../../engine/stream/audience.js';
import { EventHub } from '../../../engine/stream/hub.js';
import { actor } from '../../support/transactions.js';
import { blockOf, Ear, scene } from './hubScene.js';

const alice = actor('alice').account;
const bob = actor('bob').account;
const vault = 'a7'.repeat(20);
const market = '0c'.repeat(20);

describe('topics', () => {
  test('reach their subscribers, and listeners without topics get all', () => {
    const { publish, heard } = scene([], ['blocks'], ['transactions', 'stats'], [tokenTopic('GOLD')]);
    publish({ topic: 'blocks' }, { topic: 'transactions' }, { token: 'GOLD' });
    expect(heard()).toEqual([['blocks', 'transactions', 'GOLD'], ['blocks'], ['transactions'], ['GOLD']]);
  });

  test('of one event that match twice deliver it once', () => {
    const { publish, heard } = scene([accountTopic(alice), accountTopic(bob), tokenTopic('XRGE'), 'transactions'], []);
    publish({ topic: 'transactions', accounts: [alice, bob], token: 'XRGE', text: 'one' });
    expect(heard()).toEqual([['one'], ['one']]);
  });

  test('of contracts reach who follows all of them or that one, once', () => {
    const topics = [[], ['contracts'], [contractTopic(vault)], ['contracts', contractTopic(vault)], ['transactions']];
    const { hub, ears, heard, publish } = scene(...topics);
    publish({ topic: 'transactions' }, { contract: vault, text: 'one' }, { contract: market, text: 'two' });
    expect(heard()).toEqual([
      ['transactions', 'one', 'two'],
      ['one', 'two'],
      ['one'],
      ['one', 'two'],
      ['transactions'],
    ]);
    hub.unsubscribe(ears[3] as Ear, ['contracts']);
    publish({ contract: vault, text: 'three' }, { contract: market, text: 'four' });
    expect(ears[3]?.heard).toEqual(['one', 'two', 'three']);
  });

  test('can be left one by one; a listener that leaves the last gets nothing', () => {
    const { hub, ears, heard, publish } = scene(['blocks', 'transactions']);
    const [ear] = ears as [Ear];
    expect(hub.unsubscribe(ear, ['blocks', 'never joined'])).toBe(1);
    publish({ topic: 'blocks' }, { topic: 'transactions' });
    expect(hub.unsubscribe(ear, ['transactions'])).toBe(0);
    publish({ topic: 'blocks' });
    expect(heard()).toEqual([['transactions']]);
    hub.subscribe(ear, ['blocks']);
    publish({ topic: 'blocks' });
    expect(heard()).toEqual([['transactions', 'blocks']]);
  });

  test('none of which is known leave a listener that gets nothing', () => {
    const { hub, ears, heard, publish } = scene([], []);
    hub.narrow(ears[0] as Ear);
    publish({ topic: 'blocks' }, { token: 'GOLD' });
    expect(heard()).toEqual([[], ['blocks', 'GOLD']]);
  });

  test('are counted without doubles', () => {
    const { hub, ears, publish } = scene(['blocks']);
    const [ear] = ears as [Ear];
    expect(hub.subscribe(ear, ['blocks', 'stats', 'stats'])).toBe(2);
    publish({ topic: 'blocks' });
    expect(ear.heard).toHaveLength(1);
  });

  test('are the same in a filter of the log', () => {
    expect(filterOf([], true)).toMatchObject({ all: true });
    const nothing = { all: false, blocks: false, transactions: false, contractEvents: false };
    expect(filterOf([], false)).toEqual({ ...nothing, accounts: [], tokens: [], contracts: [] });
    expect(filterOf(['blocks', accountTopic(alice), tokenTopic('GOLD'), 'stats'], false)).toEqual({
      ...{ ...nothing, blocks: true },
      ...{ accounts: [alice], tokens: ['GOLD'], contracts: [] },
    });
    expect(filterOf(['contracts', contractTopic(vault)], false)).toEqual({
      ...{ ...nothing, contractEvents: true },
      ...{ accounts: [], tokens: [], contracts: [vault] },
    });
  });
});

describe('listeners', () => {
  test('that left get nothing and cannot come back by a topic', () => {
    const { hub, ears, heard, publish } = scene(['blocks'], []);
    const [first, second] = ears as [Ear, Ear];
    expect(hub.listeners).toBe(2);
    for (const ear of [first, second, second]) hub.remove(ear);
    expect(hub.subscribe(first, ['blocks'])).toBe(0);
    expect(hub.unsubscribe(first, ['blocks'])).toBe(0);
    publish({ topic: 'blocks' });
    expect(heard()).toEqual([[], []]);
    expect(hub.listeners).toBe(0);
  });

  test('that are added twice get each event once', () => {
    const { hub, ears, heard, publish } = scene(['blocks']);
    hub.add(ears[0] as Ear);
    publish({ topic: 'blocks' }, { topic: 'transactions' });
    expect(heard()).toEqual([['blocks']]);
  });

  test('may leave while an event is delivered', () => {
    const { hub, publish } = scene();
    const other = new Ear();
    hub.add({ deliver: () => hub.remove(other), overrun: () => {} });
    hub.add(other);
    publish({ topic: 'blocks' }, { topic: 'blocks' });
    expect(hub.listeners).toBe(1);
    expect(other.heard).toEqual([]);
  });
});

describe('sequence numbers', () => {
  test('are those of the block, delivered or not', () => {
    const { hub, ears, publish } = scene(['blocks']);
    publish({ topic: 'blocks' }, { topic: 'transactions' }, { topic: 'transactions' });
    publish({ topic: 'blocks' });
    expect(ears[0]?.numbers).toEqual([1, 4]);
    expect(hub.sequence).toBe(4);
  });

  test('go on where the log ends', () => {
    const hub = new EventHub(41, () => {});
    expect(hub.sequence).toBe(41);
    hub.publish(blockOf(42, [{ topic: 'blocks' }]));
    expect(hub.sequence).toBe(42);
  });

  test('are not used up by statistics, which tell the latest one', () => {
    const { hub, ears, publish } = scene(['stats'], []);
    publish({ topic: 'blocks' }, { topic: 'transactions' });
    hub.publishStats((sequence) => utf8(`stats after ${sequence}`));
    publish({ topic: 'blocks' });
    expect(ears[0]?.heard).toEqual(['stats after 2']);
    expect(ears[1]?.numbers).toEqual([1, 2, 2, 3]);
  });
});

describe('an event', () => {
  test('is made and encoded once, and everybody gets the same bytes', () => {
    const { publish, ears } = scene([], ['blocks'], ['blocks', 'stats']);
    expect(publish({ topic: 'blocks' }).made).toEqual([1]);
    const [first, ...others] = ears.map(({ bytes }) => bytes[0]);
    expect(others.length).toBe(2);
    for (const bytes of others) expect(bytes).toBe(first);
  });

  test('without a listener is never made', () => {
    const { publish, hub } = scene(['stats']);
    expect(publish({ topic: 'blocks' }, { topic: 'transactions' }).made).toEqual([0, 0]);
    expect(hub.sequence).toBe(2);
  });
});

describe('a large block', () => {
  const EVENTS = 3_000;
  /** Events that go to a listener at once. */
  const TOGETHER = 32;
  const planned = Array.from({ length: EVENTS }, (_, index) => ({ topic: 'transactions', text: `${index}` }) as const);
  const numbers = planned.map((_, index) => index + 1);

  test('is handed out over several turns, in order, before what comes after it', () => {
    const { hub, ears, publish, finish, turns } = scene(...Array.from({ length: 10 }, () => []));
    publish(...planned);
    publish({ topic: 'blocks' });
    hub.publishStats((sequence) => utf8(`stats ${sequence}`));
    expect(turns).toHaveLength(1);
    const sofar = hub.sequence;
    expect(sofar).toBeLessThan(EVENTS);
    // The events up to that number may still be on their way to some.
    const told = ears.map(({ numbers }) => numbers.length);
    expect(Math.max(...told)).toBe(sofar);
    expect(Math.min(...told)).toBeGreaterThanOrEqual(sofar - TOGETHER);
    expect(hub.waitingEvents).toBe(EVENTS + 1 - sofar + (Math.min(...told) < sofar ? TOGETHER : 0));
    for (const ear of ears) expect(ear.numbers).toEqual(numbers.slice(0, ear.numbers.length));
    expect(finish()).toBeGreaterThan(4);
    for (const ear of ears) {
      expect(ear.numbers).toEqual([...numbers, EVENTS + 1, EVENTS + 1]);
      expect(ear.heard.at(-1)).toBe(`stats ${EVENTS + 1}`);
    }
    expect([hub.sequence, hub.waitingEvents]).toEqual([EVENTS + 1, 0]);
  });

  test('and an event with many listeners is told over several turns, to those who were there', () => {
    const { hub, ears, publish, turns, finish } = scene(...Array.from({ length: 1_500 }, () => ['blocks']));
    publish({ topic: 'blocks' }, { topic: 'blocks' });
    expect([hub.sequence, hub.waitingEvents, turns.length]).toEqual([2, 2, 1]);
    const [last, gone] = [ears.at(-1), ears.at(-2)] as [Ear, Ear];
    expect(last.numbers).toEqual([]);
    hub.remove(gone);
    const late = new Ear();
    hub.add(late);
    publish({ topic: 'blocks' });
    finish();
    expect(late.numbers).toEqual([3]);
    expect(gone.numbers).toEqual([]);
    for (const ear of ears) if (ear !== gone) expect(ear.numbers).toEqual([1, 2, 3]);
  });

  test('comes before a change of topics, to whoever was there before it', () => {
    const { hub, ears, publish, turns, finish } = scene(...Array.from({ length: 1_500 }, () => []));
    publish({ topic: 'blocks' }, { topic: 'transactions' }, { topic: 'blocks' });
    expect([hub.sequence, turns.length]).toEqual([3, 1]);
    const [one, other] = [ears.at(-1), ears.at(-2)] as [Ear, Ear];
    expect([one.numbers, other.numbers]).toEqual([[], []]);
    hub.subscribe(one, ['blocks']);
    hub.unsubscribe(other, []);
    expect([one.numbers, other.numbers]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    const late = new Ear();
    hub.add(late);
    hub.subscribe(late, ['blocks']);
    publish({ topic: 'transactions' }, { topic: 'blocks' });
    finish();
    expect(one.numbers).toEqual([1, 2, 3, 5]);
    expect(late.numbers).toEqual([5]);
    expect(other.numbers).toEqual([1, 2, 3, 4, 5]);
  });

  test('is not told to a listener of something else that changes its topics meanwhile', () => {
    const { hub, ears, publish, turns, finish } = scene(...Array.from({ length: 1_500 }, () => ['blocks']), ['stats']);
    publish({ topic: 'blocks' }, { topic: 'blocks' });
    expect([hub.sequence, turns.length]).toEqual([2, 1]);
    const other = ears.at(-1) as Ear;
    hub.subscribe(other, ['blocks']);
    expect(other.numbers).toEqual([]);
    publish({ topic: 'blocks' });
    finish();
    expect(other.numbers).toEqual([3]);
  });

  test('reaches listeners of different topics each in its order, together', () => {
    const calls: number[][] = [];
    const { hub, publish } = scene();
    const listener: Listener = {
      deliver: (events) => void calls.push(events.map(({ sequence }) => sequence)),
      overrun: () => {},
    };
    hub.add(listener);
    hub.subscribe(listener, ['blocks', accountTopic(alice)]);
    const ear = new Ear();
    hub.add(ear);
    hub.subscribe(ear, ['transactions']);
    const planned = [{ topic: 'blocks' }, { topic: 'transactions', accounts: [alice] }] as const;
    publish(...planned, { topic: 'transactions' }, { topic: 'blocks' });
    expect(calls).toEqual([[1, 2, 4]]);
    expect(ear.numbers).toEqual([2, 3]);
  });

  test('is heard from its middle on by whoever comes then, without gap', () => {
    const { hub, publish, finish, turns } = scene(...Array.from({ length: 10 }, () => []));
    publish(...planned);
    turns.shift()?.();
    const late = new Ear();
    hub.add(late);
    const joined = hub.sequence;
    expect(joined).toBeGreaterThan(0);
    finish();
    expect(late.numbers).toEqual(numbers.slice(joined));
  });

  test('costs nothing when nobody listens', () => {
    const { publish, hub, turns } = scene();
    expect(publish(...planned).made.every((made) => made === 0)).toBe(true);
    expect([hub.sequence, hub.waitingEvents, turns.length]).toEqual([EVENTS, 0, 0]);
  });

  test('too many of them release the listeners instead of waiting without bound', () => {
    const { hub, ears, publish, finish } = scene([], [], ['blocks']);
    for (let blocks = 0; blocks < 80; blocks++) publish(...planned);
    expect(ears.map(({ lost }) => lost)).toEqual([1, 1, 1]);
    expect(hub.listeners).toBe(0);
    finish();
    expect([hub.sequence, hub.waitingEvents]).toEqual([80 * EVENTS, 0]);
    const [ear] = ears as [Ear];
    expect(ear.numbers).toEqual(ear.numbers.map((_, index) => index + 1));
  });
});
