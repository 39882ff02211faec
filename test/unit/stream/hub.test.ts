/** The event hub: who hears what, how events are numbered, and that an event is made once. */

import { describe, expect, test } from 'vitest';
import { utf8Text } from '../../../engine/base/bytes.js';
import { accountTopic, EventHub, type Listener, type StreamEvent, tokenTopic } from '../../../engine/stream/hub.js';
import { actor } from '../../support/transactions.js';

class Ear implements Listener {
  readonly heard: Uint8Array[] = [];
  deliver(bytes: Uint8Array): void {
    this.heard.push(bytes);
  }

  get events(): Record<string, unknown>[] {
    return this.heard.map((bytes) => JSON.parse(utf8Text(bytes)) as Record<string, unknown>);
  }
}

/** An event that counts how often it is made. */
function event(topics: readonly string[], name = topics.join()): StreamEvent & { made: number } {
  const counted = {
    made: 0,
    topics,
    make: () => {
      counted.made++;
      return { type: name };
    },
  };
  return counted;
}

function scene(...subscriptions: readonly (readonly string[])[]) {
  const hub = new EventHub();
  const ears = subscriptions.map((topics) => {
    const ear = new Ear();
    hub.add(ear);
    hub.subscribe(ear, topics);
    return ear;
  });
  const heard = () => ears.map(({ events }) => events.map(({ type }) => type));
  return { hub, ears, heard };
}

describe('topics', () => {
  test('reach those who asked for them, and listeners without topics hear all', () => {
    const { hub, heard } = scene([], ['blocks'], ['transactions', 'stats'], ['stats']);
    for (const topic of ['blocks', 'stats', 'token:GOLD']) hub.publish(event([topic]));
    expect(heard()).toEqual([['blocks', 'stats', 'token:GOLD'], ['blocks'], ['stats'], ['stats']]);
  });

  test('of one event that match twice deliver it once', () => {
    const account = accountTopic(actor('alice').account);
    const { hub, heard } = scene([account, tokenTopic('XRGE'), 'transactions'], []);
    hub.publish(event(['transactions', account, tokenTopic('XRGE')], 'one'));
    expect(heard()).toEqual([['one'], ['one']]);
  });

  test('can be left one by one; who leaves the last hears all again', () => {
    const { hub, ears, heard } = scene(['blocks', 'stats']);
    const [ear] = ears as [Ear];
    expect(hub.unsubscribe(ear, ['blocks', 'never joined'])).toBe(1);
    hub.publish(event(['blocks']));
    hub.publish(event(['stats']));
    expect(hub.unsubscribe(ear, ['stats'])).toBe(0);
    hub.publish(event(['blocks']));
    expect(heard()).toEqual([['stats', 'blocks']]);
  });

  test('are counted without doubles', () => {
    const { hub, ears } = scene(['blocks']);
    const [ear] = ears as [Ear];
    expect(hub.subscribe(ear, ['blocks', 'stats', 'stats'])).toBe(2);
    hub.publish(event(['stats']));
    expect(ear.heard.length).toBe(1);
  });
});

describe('listeners', () => {
  test('that left hear nothing and cannot come back by a topic', () => {
    const { hub, ears, heard } = scene(['blocks'], []);
    const [first, second] = ears as [Ear, Ear];
    expect(hub.listeners).toBe(2);
    hub.remove(first);
    hub.remove(second);
    hub.remove(second);
    expect(hub.subscribe(first, ['blocks'])).toBe(0);
    expect(hub.unsubscribe(first, ['blocks'])).toBe(0);
    hub.publish(event(['blocks']));
    expect(heard()).toEqual([[], []]);
    expect(hub.listeners).toBe(0);
    expect(hub.hasListeners(['blocks'])).toBe(false);
  });

  test('that are added twice hear once', () => {
    const { hub, ears } = scene(['blocks']);
    const [ear] = ears as [Ear];
    hub.add(ear);
    hub.publish(event(['blocks']));
    hub.publish(event(['stats']));
    expect(ear.events.map(({ type }) => type)).toEqual(['blocks']);
    hub.remove(ear);
    hub.publish(event(['blocks']));
    expect(ear.heard.length).toBe(1);
  });

  test('are known by topic to a publisher that wants to save work', () => {
    const { hub } = scene(['blocks']);
    expect([hub.hasListeners(['blocks', 'stats']), hub.hasListeners(['stats']), hub.hasListeners([])]).toEqual([
      true,
      false,
      false,
    ]);
    expect(scene([]).hub.hasListeners(['anything'])).toBe(true);
    expect(new EventHub().hasListeners(['blocks'])).toBe(false);
  });

  test('may leave while an event is delivered', () => {
    const hub = new EventHub();
    const other = new Ear();
    hub.add({ deliver: () => hub.remove(other) });
    hub.add(other);
    hub.publish(event(['blocks']));
    hub.publish(event(['blocks']));
    expect(hub.listeners).toBe(1);
    expect(other.heard.length).toBeLessThanOrEqual(1);
  });
});

describe('sequence numbers', () => {
  test('grow by one with every event, heard or not', () => {
    const { hub, ears } = scene(['blocks']);
    for (const topic of ['blocks', 'stats', 'stats', 'blocks']) hub.publish(event([topic]));
    expect(ears[0]?.events.map(({ seq }) => seq)).toEqual([1, 4]);
    expect(hub.sequence).toBe(4);
  });

  test('cannot be overwritten by the event', () => {
    const { hub, ears } = scene([]);
    hub.publish({ topics: ['blocks'], make: () => ({ seq: 99, type: 'blocks' }) });
    expect(ears[0]?.events).toEqual([{ type: 'blocks', seq: 1 }]);
  });
});

describe('an event', () => {
  test('is made and encoded once, and everybody gets the same bytes', () => {
    const { hub, ears } = scene([], ['blocks'], ['blocks', 'stats']);
    const counted = event(['blocks', 'stats']);
    hub.publish(counted);
    expect(counted.made).toBe(1);
    const [first, ...others] = ears.map(({ heard }) => heard[0]);
    expect(others.length).toBe(2);
    for (const bytes of others) expect(bytes).toBe(first);
  });

  test('that nobody hears is never made', () => {
    const { hub } = scene(['stats']);
    const counted = event(['blocks']);
    hub.publish(counted);
    expect(counted.made).toBe(0);
  });
});
