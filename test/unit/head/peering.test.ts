/** The node among its peers: links that nobody uses stay. */

import { expect, test } from 'vitest';
import type { NetworkEvent } from '../../../engine/network/events.js';
import { keyedKeys } from '../../sim/keyring.js';
import { rulesOf } from '../../support/chain.js';
import { TestNetwork } from '../../support/network.js';
import { testSeed } from '../../support/random.js';
import type { Actor } from '../../support/transactions.js';

const [maker, other, reader] = ['maker', 'other', 'reader'].map((name) => keyedKeys.actor(`peering: ${name}`)) as [
  Actor,
  Actor,
  Actor,
];

const rules = rulesOf({
  validators: [
    { actor: maker, stake: '100000' },
    { actor: other, stake: '10000' },
  ],
});

const MINUTE_MS = 60_000;

/** Three machines that have found each other. */
async function connected(mine: boolean): Promise<TestNetwork> {
  const places = [maker, other, reader].map((owner) => ({ owner, mine: mine && owner !== reader, connected: true }));
  const network = new TestNetwork(rules, places, testSeed());
  await network.start();
  await network.time.pass(MINUTE_MS);
  return network;
}

/** From now on the network of peers asks to be woken two minutes later than it would be. */
function wakeRarely(network: TestNetwork, machine: number): void {
  const peers = network.node(machine).network;
  if (!peers) throw new Error('the machine has no network');
  const step = peers.step.bind(peers);
  peers.step = (event: NetworkEvent) =>
    step(event).map((effect) => (effect.kind === 'wake' ? { ...effect, at: effect.at + 2 * MINUTE_MS } : effect));
}

test.each([
  ['that makes a block now and then', true, false],
  ['in which nobody makes blocks', false, false],
  ['in which nobody makes blocks, and which wakes two minutes late,', false, true],
])('a network %s loses no link in five minutes', async (_name, mine, rarely) => {
  const network = await connected(mine);
  const machines = network.machines.map(({ number }) => number);
  if (rarely) for (const machine of machines) wakeRarely(network, machine);
  const linesOf = (machine: number) => network.machines[machine]?.running?.log.lines ?? [];
  const before = machines.map((machine) => linesOf(machine).length);
  for (let second = 1; second <= 300; second++) {
    await network.time.pass(1_000);
    const peers = machines.map((machine) => network.node(machine).network?.peers().length);
    expect(peers, `after ${second} s`).toEqual([2, 2, 2]);
  }
  const lines = machines.flatMap((machine) => linesOf(machine).slice(before[machine]));
  expect(lines.filter(({ message }) => /a peer is gone|connected to a peer/.test(message))).toEqual([]);
  for (const machine of machines) await network.stop(machine);
});
