/** Links under every order of events that a network allows, and under garbage. */

import { expect, test } from 'vitest';
import { compareBytes, utf8 } from '../../engine/base/bytes.js';
import { PEER_FRAME_BYTES, PEER_HANDSHAKE_MS } from '../../engine/base/peerLimits.js';
import { linkReasons } from '../../engine/network/reasons.js';
import { keyedAead } from '../support/keyedExchange.js';
import { MemoryNet, MemoryNode, MemoryWires, type Tamper } from '../support/memoryLinks.js';
import { SeededRandom, testSeed } from '../support/random.js';

const seed = testSeed();

/** Deliveries in a random order that keeps the order of each link. */
const anyOrder =
  (random: SeededRandom) =>
  (choices: number): number =>
    random.below(choices);

test(`nodes that dial each other at once end up with one link that both have (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  const rounds = 300;
  let crossed = 0;
  for (let round = 0; round < rounds; round++) {
    const wires = new MemoryWires();
    const nodes = [new MemoryNode(wires, `x${round}`), new MemoryNode(wires, `y${round}`, { address: '10.0.0.2' })];
    const [x, y] = nodes as [MemoryNode, MemoryNode];
    const dials = random.between(1, 3);
    for (let dial = 0; dial < dials; dial++) {
      x.links.dial(y.name);
      y.links.dial(x.name);
      if (random.chance(30)) wires.run(anyOrder(random));
    }
    wires.run(anyOrder(random));
    expect([x.up.size, y.up.size], `round ${round}`).toEqual([1, 1]);
    const [xLink] = [...x.up.keys()];
    const [yLink] = [...y.up.keys()];
    x.send(xLink as number, utf8('from x'));
    y.send(yLink as number, utf8('from y'));
    wires.run(anyOrder(random));
    expect([x.messages.length, y.messages.length], `round ${round}`).toEqual([1, 1]);
    // Every link is told of once: it is up, or it is down.
    for (const node of nodes) {
      expect(new Set(node.of('down').map(({ link }) => link)).size).toBe(node.of('down').length);
      expect(node.ends.every((reason) => reason === 'already_connected')).toBe(true);
      expect(node.sessions.counts).toEqual({ handshakes: 0, up: 1 });
    }
    const replaced = nodes.filter((node) => node.of('up').length > 1);
    if (replaced.length === 0) continue;
    // Both ends had accepted: the link that the lower key has dialled remains.
    crossed++;
    const lower = compareBytes(x.publicKey, y.publicKey) < 0 ? x : y;
    expect(
      [...lower.up.values()].map(({ facts }) => facts.direction),
      `round ${round}`,
    ).toEqual(['dial']);
  }
  // The case that needs the rule happened.
  expect(crossed).toBeGreaterThan(rounds / 50);
});

test(`garbage never throws: it ends a link with a known reason, or the link waits (seed ${seed})`, () => {
  const random = new SeededRandom(seed ^ 0x5a5a);
  const reasons = new Map<string, number>();
  const known = new Set<string>(Object.keys(linkReasons));
  const garbage = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
  const damaged = (frame: Uint8Array): readonly Uint8Array[] => {
    const copy = new Uint8Array(frame);
    if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
    return random.pick([
      [copy],
      [garbage(random.pick([0, 1, 7, 100, 3_000, 9_000]))],
      [frame.subarray(0, random.below(frame.length + 1))],
      [frame, frame],
      [garbage(20), frame],
      [new Uint8Array(PEER_FRAME_BYTES + random.between(0, 1))],
      [],
    ]);
  };
  const rounds = 600;
  let damages = 0;
  for (let round = 0; round < rounds; round++) {
    const wires = new MemoryWires();
    const nodes = ['x', 'y'].map((name) => new MemoryNode(wires, name));
    const [x, y] = nodes as [MemoryNode, MemoryNode];
    const at = random.below(8);
    let count = 0;
    const tamper: Tamper = (frame) => {
      if (count++ !== at) return [frame];
      damages++;
      return damaged(frame);
    };
    wires.tamper = tamper;
    const link = x.links.dial('y');
    wires.run(anyOrder(random));
    for (let message = 0; message < 4; message++) {
      x.send(link, garbage(random.between(1, 400)));
      for (const accepted of y.up.keys()) y.send(accepted, garbage(50));
      wires.run(anyOrder(random));
    }
    for (const node of nodes) {
      node.time(PEER_HANDSHAKE_MS);
      wires.run();
      const downs = node.of('down');
      expect(downs.length).toBeLessThanOrEqual(1);
      for (const { reason } of downs) {
        expect(known.has(reason), reason).toBe(true);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      // Nothing hangs in a handshake.
      expect(node.sessions.counts.handshakes).toBe(0);
    }
  }
  expect(damages).toBeGreaterThan(rounds / 2);
  for (const reason of ['bad_frame', 'bad_hello', 'handshake_timeout'])
    expect(reasons.get(reason) ?? 0, reason).toBeGreaterThan(5);
});

test(`an authenticated peer that sends any plain bytes cannot make a node throw (seed ${seed})`, () => {
  const random = new SeededRandom(seed ^ 0x1234);
  let ended = 0;
  for (let round = 0; round < 400; round++) {
    const wires = new MemoryWires();
    const node = new MemoryNode(wires, 'node');
    // Seals what it is given instead of a part.
    const hostile = new MemoryNode(wires, 'hostile', {
      aead: {
        seal: (key, nonce, plain) => {
          const isReady = plain.length === 2;
          const bytes = isReady ? plain : Uint8Array.from({ length: random.below(60) }, () => random.below(40));
          return keyedAead.seal(key, nonce, bytes);
        },
        open: (_key, _nonce, sealed) => sealed.subarray(0, -16),
      },
    });
    const link = hostile.links.dial('node');
    wires.run();
    for (let message = 0; message < 6; message++) hostile.send(link, new Uint8Array(30));
    wires.run();
    node.time(60_000);
    if (node.ends.includes('bad_message')) ended++;
  }
  expect(ended).toBeGreaterThan(100);
});

test(`random calls of the network in any order do not throw (seed ${seed})`, () => {
  const random = new SeededRandom(seed ^ 0x777);
  let calls = 0;
  for (let round = 0; round < 100; round++) {
    const wires = new MemoryWires();
    const node = new MemoryNode(wires, 'node');
    new MemoryNet(wires, 'other', '10.0.0.9').start({ opened() {}, frame() {}, drained() {}, closed() {} });
    for (let call = 0; call < 60; call++, calls++) {
      const link = random.below(6);
      const choice = random.below(8);
      if (choice === 0) node.links.opened(link + 100 * call, { direction: 'accept', url: undefined, address: 'x' });
      else if (choice === 1) node.links.dial(random.pick(['other', 'nobody', 'node']));
      else if (choice === 2) node.links.frame(link, new Uint8Array(random.below(50)));
      else if (choice === 3) node.links.closed(link, 'gone');
      else if (choice === 4) node.links.drained(link);
      else if (choice === 5) node.links.step({ kind: 'signed', token: link, signature: new Uint8Array(link) });
      else if (choice === 6) node.links.step({ kind: 'checked', token: link, holds: random.chance(50) });
      else node.links.step({ kind: 'close', link, reason: 'closed' });
      if (random.chance(50)) wires.run(anyOrder(random));
    }
  }
  expect(calls).toBe(6_000);
});
