/** Places for the handshakes of strangers. */

import { describe, expect, test } from 'vitest';
import { PEER_HANDSHAKE_PENALTY_MS, PEER_HANDSHAKES } from '../../../engine/base/peerLimits.js';
import { HandshakePlaces } from '../../../engine/network/handshakePlaces.js';

const { all, near, perNetwork } = PEER_HANDSHAKES;

/** Takes places from 0 on. */
function taking(places: HandshakePlaces, count: number, network: (index: number) => string, from = 0): unknown[] {
  return Array.from({ length: count }, (_, index) => places.take(from + index, network(index)));
}

describe('places for handshakes', () => {
  test('are few for one network, and more for this machine', () => {
    const places = new HandshakePlaces();
    expect(taking(places, perNetwork + 1, () => 'n')).toEqual([...Array(perNetwork).fill('admitted'), 'refused']);
    places.release(0);
    expect(places.take(100, 'n')).toBe('admitted');
    const local = new HandshakePlaces();
    expect(taking(local, near + 1, () => '').indexOf('refused')).toBe(near);
    expect(local.take(1_000, 'other')).toBe('admitted');
  });

  test('of a failed handshake stay taken for a while', () => {
    const places = new HandshakePlaces();
    taking(places, perNetwork, () => 'n');
    places.fail(0, 1_000);
    expect(places.take(10, 'n')).toBe('refused');
    expect(places.size).toBe(perNetwork - 1);
    places.expire(1_000 + PEER_HANDSHAKE_PENALTY_MS - 1);
    expect(places.take(10, 'n')).toBe('refused');
    places.expire(1_000 + PEER_HANDSHAKE_PENALTY_MS);
    expect(places.take(10, 'n')).toBe('admitted');
  });

  test('are not taken by a few networks: the oldest of the greatest makes way', () => {
    const places = new HandshakePlaces();
    const greedy = all / perNetwork;
    expect(taking(places, all, (index) => `n${index % greedy}`)).toEqual(Array(all).fill('admitted'));
    // Every network holds four: link 0 is the oldest of the first.
    expect(places.take(1_000, 'new')).toBe(0);
    expect(places.size).toBe(all);
    expect(places.take(1_001, 'new')).toBe(1);
    expect(places.take(1_002, 'new')).toBe(2);
    // A fourth would leave its network with as many as the greatest.
    expect(places.take(1_003, 'new')).toBe('refused');
  });

  test('are forgotten with their networks', () => {
    const places = new HandshakePlaces();
    taking(places, 20, (index) => `n${index}`);
    for (let link = 0; link < 20; link++) {
      if (link % 2) places.release(link);
      else places.fail(link, 0);
      places.release(link);
    }
    expect([places.size, places.networks]).toEqual([0, 10]);
    places.expire(PEER_HANDSHAKE_PENALTY_MS);
    expect(places.networks).toBe(0);
  });
});
