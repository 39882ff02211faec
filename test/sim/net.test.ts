/** The simulated network itself: what it promises to a node, and each way in which it breaks. */

import { describe, expect, test } from 'vitest';
import type { LinkFacts, LinkId } from '../../engine/network/net.js';
import { SeededRandom } from '../support/random.js';
import { VirtualTime } from '../support/virtualTime.js';
import { addressOf, SimulatedNet, type SimulatedPort } from './net.js';

/** A listener that remembers what it was told. */
class Ear {
  readonly opened: { readonly link: LinkId; readonly facts: LinkFacts }[] = [];
  readonly frames: string[] = [];
  readonly closed: string[] = [];
  drained = 0;

  constructor(readonly port: SimulatedPort) {
    port.start({
      opened: (link, facts) => void this.opened.push({ link, facts }),
      frame: (_, bytes) => void this.frames.push(Buffer.from(bytes).toString()),
      drained: () => void this.drained++,
      closed: (_, reason) => void this.closed.push(reason),
    });
  }

  /** Its only link. */
  get link(): LinkId {
    expect(this.opened.length).toBe(1);
    return this.opened[0]?.link ?? 0;
  }

  say(...texts: string[]): boolean[] {
    return texts.map((text) => this.port.send(this.link, Buffer.from(text)));
  }
}

const urls = ['http://one.example/api', 'http://two.example/api'] as const;

async function pair(seed = 1) {
  const time = new VirtualTime(0);
  const net = new SimulatedNet(time, new SeededRandom(seed));
  const [one, two] = urls.map((url, number) => new Ear(net.open(number, url))) as [Ear, Ear];
  one.port.dial(urls[1]);
  await time.pass(100);
  return { time, net, one, two };
}

const numbers = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));

describe('a working network', () => {
  test('opens a link at both ends and carries frames in order, whatever the delays', async () => {
    const { time, net, one, two } = await pair();
    expect(one.opened[0]?.facts).toEqual({ direction: 'dial', url: urls[1], address: addressOf(1) });
    expect(two.opened[0]?.facts).toEqual({ direction: 'accept', url: undefined, address: addressOf(0) });
    net.road(0, 1).jitterMs = 500;
    expect(one.say(...numbers(0, 200)).every(Boolean)).toBe(true);
    two.say('back');
    await time.pass(5_000);
    expect(two.frames).toEqual(numbers(0, 200));
    expect(one.frames).toEqual(['back']);
  });

  test('answers a dial only after it has returned, and a failed one with its end', async () => {
    const time = new VirtualTime(0);
    const net = new SimulatedNet(time, new SeededRandom(1));
    const one = new Ear(net.open(0, urls[0]));
    one.port.dial('http://nowhere.example/api');
    expect(one.closed).toEqual([]);
    await time.pass(100);
    expect(one.closed).toEqual(['connection refused']);
    new Ear(net.open(1, urls[1]));
    net.rates.failDial = 1_000_000;
    one.port.dial(urls[1]);
    await time.pass(100);
    expect(one.closed.length).toBe(2);
    expect(one.opened).toEqual([]);
  });

  test('tells both ends of a close once, after what was sent before it', async () => {
    const { time, one, two } = await pair();
    one.say('last');
    one.port.close(one.link, 'enough');
    expect(one.say('late')).toEqual([false]);
    await time.pass(100);
    expect(two.frames).toEqual(['last']);
    expect([one.closed, two.closed]).toEqual([['enough'], ['enough']]);
  });

  test('lets frames wait on a slow road, refuses those above the buffer, and says when all have left', async () => {
    const { time, net, one, two } = await pair();
    net.road(0, 1).bytesPerSecond = 1_000;
    one.port.send(one.link, new Uint8Array(500));
    one.port.send(one.link, new Uint8Array(500));
    expect(one.port.buffered(one.link)).toBe(1_000);
    expect(one.port.send(one.link, new Uint8Array(9 * 1024 * 1024))).toBe(false);
    await time.pass(600);
    expect([two.frames.length, one.port.buffered(one.link), one.drained]).toEqual([1, 500, 0]);
    await time.pass(600);
    expect([two.frames.length, one.port.buffered(one.link), one.drained]).toEqual([2, 0, 1]);
  });

  test('keeps what is sent apart from what the sender does with its memory', async () => {
    const { time, one, two } = await pair();
    const frame = Buffer.from('before');
    one.port.send(one.link, frame);
    frame.fill(0);
    await time.pass(100);
    expect(two.frames).toEqual(['before']);
  });
});

describe('a broken network', () => {
  test('a drop silences one direction until the link ends', async () => {
    const { time, net, one, two } = await pair();
    net.rates.drop = 1_000_000;
    one.say('lost');
    net.rates.drop = 0;
    one.say('lost too');
    two.say('heard');
    await time.pass(1_000);
    expect([two.frames, one.frames]).toEqual([[], ['heard']]);
    net.heal();
    await time.pass(1_000);
    expect([one.closed.length, two.closed.length]).toEqual([1, 1]);
  });

  test('a short partition of one direction holds frames back, in order; a long one ends the link', async () => {
    const { time, net, one, two } = await pair();
    one.say('before');
    net.road(0, 1).isCut = true;
    one.say('held', 'held too');
    two.say('free');
    await time.pass(5_000);
    expect([two.frames, one.frames]).toEqual([['before'], ['free']]);
    net.road(0, 1).isCut = false;
    one.say('after');
    net.release();
    await time.pass(100);
    expect(two.frames).toEqual(['before', 'held', 'held too', 'after']);
    net.road(0, 1).isCut = true;
    one.say('never');
    await time.pass(30_000);
    expect(two.frames.length).toBe(4);
    expect([one.closed, two.closed]).toEqual([['connection lost'], ['connection lost']]);
  });

  test('a dial into a partition times out', async () => {
    const { time, net, one } = await pair();
    net.road(1, 0).isCut = true;
    one.port.dial(urls[1]);
    await time.pass(5_000);
    expect(one.closed).toEqual([]);
    await time.pass(10_000);
    expect(one.closed).toEqual(['the dial timed out']);
  });

  test('without power one end is gone and the other believes in the link until the machine is back', async () => {
    const { time, net, one, two } = await pair();
    two.port.crash();
    one.say('into the void');
    await time.pass(60_000);
    expect([one.closed, two.closed, two.frames]).toEqual([[], [], []]);
    const back = new Ear(net.open(1, urls[1]));
    one.say('who is there');
    await time.pass(100);
    expect(one.closed).toEqual(['connection reset']);
    expect([back.frames, back.opened]).toEqual([[], []]);
  });

  test('a cut ends all links between two machines', async () => {
    const { time, net, one, two } = await pair();
    net.cut(0, 1);
    await time.pass(100);
    expect([one.closed, two.closed]).toEqual([['connection lost'], ['connection lost']]);
  });

  test('a stop ends the links in order and takes no others', async () => {
    const { time, one, two } = await pair();
    await time.until(one.port.stop());
    two.port.dial(urls[0]);
    await time.pass(100);
    expect(two.closed).toEqual(['the node stops', 'connection refused']);
  });

  test.each(['repeat', 'swap', 'change'] as const)('an attacker can %s frames', async (what) => {
    const { time, net, one, two } = await pair();
    const sent = numbers(1_000, 100);
    net.rates[what] = 200_000;
    one.say(...sent);
    net.rates[what] = 0;
    one.say('end');
    await time.pass(1_000);
    const heard = two.frames.filter((text) => text !== 'end');
    expect(heard).not.toEqual(sent);
    if (what === 'repeat') expect([...new Set(heard)]).toEqual(sent);
    if (what === 'swap') expect([...heard].sort()).toEqual(sent);
    if (what === 'change') expect(heard.length).toBe(sent.length);
  });
});

test('the same seed gives the same network', async () => {
  const run = async (seed: number): Promise<string[]> => {
    const { time, net, one, two } = await pair(seed);
    Object.assign(net.rates, { repeat: 100_000, swap: 100_000, change: 100_000 });
    net.road(0, 1).jitterMs = 50;
    for (const text of numbers(0, 100)) {
      one.say(text);
      await time.pass(7);
    }
    return two.frames;
  };
  expect(await run(7)).toEqual(await run(7));
  expect(await run(8)).not.toEqual(await run(7));
});
