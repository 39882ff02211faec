/** Peer networks under a random schedule of links: what one node has reaches all that stay connected, at the cost of about one copy
 *  each; a liar is banned, and nobody else. */

import { beforeAll, describe, expect, test } from 'vitest';
import { keyOf, makeTransaction, PeerHost } from '../support/peerHost.js';
import { PeerLiar } from '../support/peerLiar.js';
import { PeerWorld } from '../support/peerWorld.js';
import { SeededRandom, testSeed } from '../support/random.js';

let seed = 0;
beforeAll(() => {
  seed = testSeed();
});

const urlOf = (index: number): string => `http://node${index}/api`;

interface Scene {
  readonly world: PeerWorld;
  readonly hosts: PeerHost[];
  readonly validators: readonly Uint8Array[];
  readonly start: (index: number, from?: PeerHost, seeds?: readonly string[]) => PeerHost;
}

/** @param seedsOf whom a node knows at its start. */
function scene(random: SeededRandom, count: number, seedsOf: (index: number) => readonly number[]): Scene {
  const world = new PeerWorld(random);
  const validators = Array.from({ length: Math.min(4, count) }, (_, index) => keyOf(`node ${index}`));
  const hosts: PeerHost[] = [];
  const start = (index: number, from?: PeerHost, seeds: readonly string[] = seedsOf(index).map(urlOf)): PeerHost => {
    const host: PeerHost = new PeerHost({
      name: `node ${index}`,
      url: urlOf(index),
      seeds,
      saved: from?.saved,
      validators,
      random,
      now: world.now,
      linkBytes: world.linkBytes(() => host),
    });
    world.join(host);
    hosts[index] = host;
    if (from) host.restore(from);
    world.act(host, host.start());
    return host;
  };
  for (let index = 0; index < count; index++) start(index);
  return { world, hosts, validators, start };
}

const heads = (hosts: readonly PeerHost[]): string[] => hosts.map(({ head }) => `${head.height} ${head.hash}`);

/** Runs until all have what anybody was given. */
function settle({ world, hosts }: Scene, submitted: ReadonlySet<string>): boolean {
  for (let round = 0; round < 60; round++) {
    world.runTo(world.now + 1_000);
    const done = hosts.every(({ included }) => [...submitted].every((id) => included.has(id)));
    // The proposer goes on with empty blocks: all but the newest are the same.
    const least = Math.min(...hosts.map(({ head }) => head.height));
    const most = Math.max(...hosts.map(({ head }) => head.height));
    if (done && most - least <= 1 && new Set(hosts.map(({ chain }) => chain[least - 1]?.hash)).size === 1) return true;
  }
  return false;
}

function submitSome({ world, hosts }: Scene, random: SeededRandom, submitted: Set<string>, count: number): void {
  for (let number = 0; number < count; number++) {
    const item = makeTransaction(submitted.size);
    submitted.add(item.id);
    const host = random.pick(hosts);
    world.act(host, host.submit(item));
  }
}

const bansOfHonest = ({ world, hosts }: Scene): unknown[] =>
  world.disconnects.filter(({ banned, of }) => banned && hosts.some(({ id }) => id === of));

describe('on whole links', () => {
  test('every block and transaction reaches everybody, for about one copy of each', () => {
    const random = new SeededRandom(seed);
    const submitted = new Set<string>();
    const all = scene(random, 8, (index) => (index === 0 ? [] : [random.below(index)]));
    all.world.runTo(8_000);
    const before = all.world.bytes;
    const heightBefore = all.hosts[0]?.head.height ?? 0;
    for (let round = 0; round < 20; round++) {
      submitSome(all, random, submitted, 60);
      all.world.runTo(all.world.now + 200);
    }
    expect(settle(all, submitted)).toBe(true);
    expect(submitted.size).toBe(1_200);
    expect(bansOfHonest(all)).toEqual([]);

    const blocks = all.hosts[0]?.chain.slice(heightBefore) ?? [];
    expect(blocks.length).toBeGreaterThan(10);
    const links = all.hosts.reduce((sum, host) => sum + [...all.world.wiresOf(host)].length, 0);
    const sent: Partial<Record<string, number>> = {};
    for (const { network } of all.hosts)
      for (const [kind, { bytes }] of Object.entries(network.counters.sent)) sent[kind] = (sent[kind] ?? 0) + bytes;
    const oneCopyEach = 1_200 * 5_300 * 7;
    const copied = (sent.transactions ?? 0) + (sent.blockTransactions ?? 0);
    // Whole blocks over every link would be this much beside the transactions themselves.
    const wholeBlocks = 1_200 * 5_300 * links;
    const bytes = all.world.bytes - before;
    console.log(
      `copies of a transaction ${(copied / oneCopyEach).toFixed(3)}, bytes ${bytes}, with whole blocks ${bytes + wholeBlocks}`,
    );
    expect(copied).toBeGreaterThan(oneCopyEach);
    // Twice is on its way what the proposer is pushed and asks for, and what a block brings while it is being asked for.
    expect(copied).toBeLessThan(oneCopyEach * 1.4);
    expect(bytes).toBeLessThan((bytes + wholeBlocks) / 3);
    const parts = all.hosts.map(({ network }) => network.counters.compactBlocks.wholeAsked);
    expect(parts.every((whole) => whole === 0)).toBe(true);
  });

  test('everybody finds everybody from one address, without --peers of the others', () => {
    const random = new SeededRandom(seed);
    const all = scene(random, 6, (index) => (index === 0 ? [] : [0]));
    all.world.runTo(70_000);
    for (const host of all.hosts) {
      const known = host.network.addresses().map(({ url }) => url);
      for (const other of all.hosts) if (other !== host) expect(known).toContain(other.url);
    }
    expect(all.hosts.every((host) => host.network.peers().length >= 3)).toBe(true);
  });
});

describe('on links that are cut, slow and lied on', () => {
  test.each([1, 2])('run %i: all honest nodes agree, none is banned, the liar is', (run) => {
    const random = new SeededRandom(seed + run);
    const submitted = new Set<string>();
    const all = scene(random, random.between(5, 8), (index) => (index === 0 ? [1] : [0, random.below(index)]));
    const { world, hosts } = all;
    world.slowLinks = 25;
    const liar = new PeerLiar(
      'http://liar/api',
      hosts.map(({ url }) => url),
      random,
    );
    world.join(liar);
    for (let round = 0; round < 30; round++) {
      submitSome(all, random, submitted, random.below(20));
      if (random.chance(40)) world.cutOne();
      if (random.chance(10)) {
        // A crash: what the node had decided is on its disk, with its address book; its mempool is not.
        const index = random.between(1, hosts.length - 1);
        const old = hosts[index] as PeerHost;
        const lost = [...old.pool.keys()].filter(
          (id) => !hosts.some((host) => host !== old && (host.pool.has(id) || host.included.has(id))),
        );
        for (const id of lost) submitted.delete(id);
        world.leave(old);
        world.runTo(world.now + random.between(10, 3_000));
        all.start(index, old);
      }
      world.runTo(world.now + random.between(50, 900));
    }
    expect(liar.lies).toBeGreaterThan(10);
    const isSettled = settle(all, submitted);
    expect({ isSettled, heads: heads(hosts) }).toMatchObject({ isSettled: true });
    expect(Math.min(...hosts.map(({ head }) => head.height))).toBeGreaterThan(10);
    expect(bansOfHonest(all)).toEqual([]);
    world.runTo(world.now + 20_000);
    for (const host of hosts) expect(host.network.bans().map(({ id }) => id)).toContain(liar.id);
  });

  test('a peer that claims a head and withholds it is left, not banned, and stops nobody', () => {
    const random = new SeededRandom(seed);
    const all = scene(random, 4, (index) => (index === 0 ? [] : [0]));
    const liar = new PeerLiar(
      'http://liar/api',
      all.hosts.map(({ url }) => url),
      random,
    );
    liar.quiet = true;
    all.world.join(liar);
    all.world.runTo(90_000);
    expect(Math.min(...all.hosts.map(({ head }) => head.height))).toBeGreaterThan(100);
    expect(
      all.world.disconnects.filter(({ of, reason }) => of === liar.id && reason === 'of no use: withheld').length,
    ).toBeGreaterThan(0);
    expect(all.world.disconnects.filter(({ banned }) => banned)).toEqual([]);
  });
});

describe('a node that was away', () => {
  test('closes the gap on slow links too, and stays with the others', () => {
    const random = new SeededRandom(seed);
    const all = scene(random, 5, (index) => (index === 0 ? [] : [0]));
    const { world, hosts } = all;
    world.runTo(5_000);
    const late = hosts[4] as PeerHost;
    world.slowLinks = 100;
    world.leave(late);
    world.runTo(world.now + 10_000);
    const again = all.start(4, late);
    const least = (): number => Math.min(...hosts.slice(0, 4).map(({ head }) => head.height));
    world.runTo(world.now + 15_000);
    const lags: number[] = [];
    for (let moment = 0; moment < 20; moment++) {
      world.runTo(world.now + 500);
      lags.push(least() - again.head.height);
    }
    console.log(`blocks behind ${lags.join(' ')}`);
    // A block takes as long as a link may delay it: one or two are on their way.
    expect(lags.filter((lag) => lag > 2)).toEqual([]);
  });

  test('catches up from several peers, with its saved address book alone', () => {
    const random = new SeededRandom(seed);
    const submitted = new Set<string>();
    const all = scene(random, 5, (index) => (index === 0 ? [] : [0]));
    const { world, hosts } = all;
    world.runTo(36_000);
    const late = hosts[4] as PeerHost;
    expect(late.saved).toContain('http://node1/api');
    world.leave(late);
    const height = late.head.height;
    for (let round = 0; round < 100; round++) {
      submitSome({ ...all, hosts: hosts.slice(0, 4) }, random, submitted, 5);
      world.runTo(world.now + 500);
    }
    const again = all.start(4, late, []);
    world.runTo(world.now + 130_000);
    expect(again.head.height).toBeGreaterThan(height + 100);
    expect((hosts[0]?.head.height ?? 0) - again.head.height).toBeLessThanOrEqual(1);
    expect([...submitted].every((id) => again.included.has(id))).toBe(true);
    const served = hosts.slice(0, 4).filter(({ network }) => network.counters.blocksServed > 0).length;
    expect(served).toBeGreaterThan(1);
    expect(again.network.counters.blocksFetched).toBeLessThan(again.head.height - height + 40);
  });
});

test('the same seed gives the same run', () => {
  const trace = (): string => {
    const random = new SeededRandom(seed);
    const all = scene(random, 5, (index) => (index === 0 ? [] : [0]));
    const submitted = new Set<string>();
    submitSome(all, random, submitted, 50);
    all.world.runTo(5_000);
    return `${all.world.bytes} ${all.world.messages} ${heads(all.hosts).join()}`;
  };
  expect(trace()).toBe(trace());
});
