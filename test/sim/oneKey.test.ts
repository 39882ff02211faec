/** One key, and everything that could make it sign twice: a proposer with an old backup among peers that know no better, all validators
 *  of a network at once, two processes that cannot reach each other. Whole nodes in one thread, with virtual time. */

import { afterEach, describe, expect, test } from 'vitest';
import { rulesOf } from '../support/chain.js';
import { TestNetwork } from '../support/network.js';
import { testSeed } from '../support/random.js';
import { keyedKeys } from './keyring.js';
import type { Machine } from './machine.js';
import { World } from './world.js';

const seed = testSeed();

/** How long the old backup is among peers that know no better, and how often it is looked at. */
const AWAY_MS = 8_000;
const LOOK_MS = 100;

describe('a proposer that comes back with an old backup', () => {
  /** Cuts the roads between a machine and others, in both directions. */
  function cut(world: World, machine: Machine, others: readonly Machine[], isCut: boolean): void {
    for (const { number } of others)
      for (const [from, to] of [
        [machine.number, number],
        [number, machine.number],
      ] as const) {
        const road = world.net?.road(from, to);
        if (road) road.isCut = isCut;
      }
    if (!isCut) world.net?.release();
  }

  test.each([
    { friends: 'a follower that has been away too', validators: 0 },
    { friends: 'a follower and one validator that have been away too', validators: 1 },
  ])('asks more than $friends', async ({ validators: stale }) => {
    const world = new World({ seed, steps: 12_000, nodes: 6, faults: [], attacks: [] });
    const { machines, time, checks } = world;
    world.clients.pauseMs = 400;
    const nodeOf = (machine: Machine | undefined) => machine?.running?.node;
    let struck = false;
    let height = 0;
    let signedAlone: boolean | undefined;
    const leaderOf = (): Machine | undefined => machines.find((one) => nodeOf(one)?.role.isProposer);
    const strike = (): void => {
      const leader = leaderOf();
      const tip = nodeOf(leader)?.chain.tip.height ?? 0;
      // A slot that the proposer has signed, and whose block is lost, stays open for good: that is another story.
      const isBetween = nodeOf(leader)?.head.hasCandidate === false;
      if (!leader || !isBetween || tip < height + 3) {
        time.set(1, strike);
        return;
      }
      struck = true;
      const others = machines.filter((one) => one !== leader);
      const away = [...others.slice(-2), ...others.filter(({ options }) => options.mine).slice(0, stale)];
      const rest = others.filter((one) => !away.includes(one));
      for (const machine of [leader, ...away]) {
        machine.crash();
        machine.restore(backups.get(machine) as ReturnType<Machine['backup']>);
        checks.restored(machine);
        cut(world, machine, rest, true);
      }
      const until = time.elapsed + AWAY_MS;
      const look = (): void => {
        // The end of the run mends all roads.
        const isAlone = rest.every(({ number }) => world.net?.road(leader.number, number)?.isCut);
        const node = nodeOf(leader);
        if (isAlone && node) signedAlone = signedAlone === true || node.role.signingProblem === undefined;
        if (isAlone && time.elapsed < until) time.set(LOOK_MS, look);
        else for (const machine of [leader, ...away]) cut(world, machine, rest, false);
      };
      time.set(LOOK_MS, look);
    };
    const backups = new Map<Machine, ReturnType<Machine['backup']>>();
    const copy = (): void => {
      height = nodeOf(leaderOf())?.chain.tip.height ?? 0;
      if (height < 2) {
        time.set(50, copy);
        return;
      }
      for (const machine of machines) backups.set(machine, machine.backup());
      strike();
    };
    time.set(100, copy);
    const { failures, checked } = await world.run();
    expect(failures).toEqual([]);
    expect([struck, signedAlone]).toEqual([true, false]);
    expect(checked.signatures).toBeGreaterThan(20);
  });
});

const validators = [1, 2, 3, 4].map((number) => keyedKeys.actor(`one key: validator ${number}`));
const rules = rulesOf({ validators: validators.map((actor) => ({ actor, stake: '1000' })) });

describe('whole nodes', () => {
  let network: TestNetwork | undefined;

  afterEach(async () => {
    for (const { number, isUp } of network?.machines ?? []) if (isUp) await network?.stop(number);
    network = undefined;
  });

  test('that all start at once, from what they had, open their gates for each other', async () => {
    const places = validators.map((owner) => ({ owner, mine: true, connected: true }));
    network = new TestNetwork(rules, places, seed);
    await network.start();
    await network.height(0, 2);
    for (const machine of network.machines) machine.crash();
    await network.start();
    await network.height(0, 5);
    for (const { running } of network.machines) expect(running?.node.role.signingProblem).toBeUndefined();
  });

  test('validators of whose stake two thirds are away sign nothing, and go on when one more is back', async () => {
    const places = validators.map((owner) => ({ owner, mine: true, connected: true }));
    network = new TestNetwork(rules, places, seed);
    await network.start();
    await network.height(0, 2);
    for (const machine of network.machines) machine.crash();
    await network.start(0, 1);
    await network.time.pass(60_000);
    for (const machine of [0, 1])
      expect(network.node(machine).role.signingProblem).toMatch(/signs nothing before validators with enough stake/);
    await network.start(2);
    await network.time.pass(20_000);
    for (const machine of [0, 1, 2]) expect(network.node(machine).role.signingProblem).toBeUndefined();
  });

  test('with one key, which cannot reach each other, hear of each other from those between', async () => {
    const places = [...validators, validators[1] as (typeof validators)[0]].map((owner) => ({
      ...{ owner, mine: true, connected: true },
    }));
    network = new TestNetwork(rules, places, seed);
    const { net, time } = network;
    for (const [from, to] of [
      [1, 4],
      [4, 1],
    ] as const)
      net.road(from, to).isCut = true;
    await network.start(0, 1, 2, 3);
    await network.height(0, 2);
    await network.start(4);
    let signed = false;
    for (let second = 0; second < 90; second++) {
      await time.pass(1_000);
      signed ||= network.node(4).role.signingProblem === undefined;
    }
    expect(signed).toBe(false);
    expect(network.node(4).role.signingProblem).toMatch(/^another process runs with the key of this node since before/);
    expect(network.node(1).role.twin).toMatch(/^another process runs with the key of this node; it was started later/);
    expect(network.node(1).role.signingProblem).toBeUndefined();
    const [first, second] = [1, 4].map((machine) =>
      (network?.machines[machine]?.running?.log.lines ?? []).filter(({ level }) => level === 'error'),
    );
    expect(first?.map(({ message }) => message).join()).toMatch(/it was started later and stops signing/);
    expect(second?.length).toBeGreaterThan(0);
    const height = network.node(0).chain.tip.height;
    await network.height(0, height + 2);
    expect(
      network.machines
        .slice(0, 4)
        .every(({ running }) => running?.node.role.twin === undefined || running.node === network?.node(1)),
    ).toBe(true);
  });
});
