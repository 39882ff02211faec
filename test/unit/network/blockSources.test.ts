/** Who is asked for blocks and headers: whoever has held this node up least. */

import { expect, test } from 'vitest';
import { BlockSources } from '../../../engine/network/blockSources.js';
import type { Peer } from '../../../engine/network/peer.js';
import type { Surroundings } from '../../../engine/network/surroundings.js';

const TURN_MS = 10_000;

function scene() {
  const peers: { readonly link: number; readonly id: string; height: number }[] = [];
  const around = { now: 0, head: { height: 0 }, peers, wakeAt: () => {}, fault: () => {} };
  const sources = new BlockSources(around as unknown as Surroundings);
  const join = (link: number) => {
    const score = { points: () => 0 };
    const peer = { link, id: `id ${link}`, height: 500, lowestHeight: 0, restsUntil: 0, score };
    peers.push(peer);
    return peer;
  };
  const leave = (link: number): void =>
    void peers.splice(
      peers.findIndex((peer) => peer.link === link),
      1,
    );
  /** Asks whoever is next, who takes so long. */
  const turn = (ms: number): number => {
    const peer = sources.best(1, new Set()) as Peer;
    const began = around.now;
    around.now += ms;
    sources.took(peer.id, began);
    return peer.link;
  };
  return { around, join, leave, turn };
}

test('peers share out the time: who is quick is asked as often as it takes until the others had theirs', () => {
  const { join, turn } = scene();
  join(1);
  join(2);
  const asked = [turn(TURN_MS), ...Array.from({ length: 100 }, () => turn(100)), turn(TURN_MS)];
  expect(asked).toEqual([1, ...new Array(100).fill(2), 1]);
});

test('new keys, one after the other, come after a peer that has served, also when idle keys have taken nothing', () => {
  const { around, join, leave, turn } = scene();
  const idle = [2, 3, 4].map(join);
  join(1);
  for (let count = 0; count < 4; count++) turn(0);
  // They say that they have nothing any more: nobody can ask them.
  for (const peer of idle) peer.height = 0;
  turn(60_000);
  const asked: number[] = [];
  for (let link = 10; link < 20; link++) {
    join(link);
    asked.push(turn(TURN_MS));
    leave(link);
  }
  expect(asked).toEqual(new Array(10).fill(1));
  expect(around.now).toBe(60_000 + 10 * TURN_MS);
});

test('a new peer is asked when the others have taken as much as the slowest of them', () => {
  const { join, turn } = scene();
  join(1);
  turn(30_000);
  join(2);
  expect([turn(1), turn(1)]).toEqual([1, 2]);
});
