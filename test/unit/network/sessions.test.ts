/** Links between two and three nodes in memory: what makes a link, what ends it, and which of two links remains. */

import { describe, expect, test } from 'vitest';
import { compareBytes, toHex, utf8, utf8Text } from '../../../engine/base/bytes.js';
import { PEER_HANDSHAKE_MS, PEER_SILENCE } from '../../../engine/base/peerLimits.js';
import { aes256Gcm } from '../../../engine/crypto/aead.js';
import { nobleKem } from '../../../engine/crypto/mlkem.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import {
  MemoryNet,
  MemoryNode,
  MemoryWires,
  NETWORK,
  type NodeOptions,
  namedRandom,
  type Tamper,
} from '../../support/memoryLinks.js';

/** Two nodes; `a` has dialled `b`, and everything that follows has happened. */
function pair(a: NodeOptions = {}, b: NodeOptions = {}, tamper?: Tamper) {
  const wires = new MemoryWires();
  if (tamper) wires.tamper = tamper;
  const dialler = new MemoryNode(wires, 'a', a);
  const acceptor = new MemoryNode(wires, 'b', { address: '10.0.0.2', ...b });
  const link = dialler.links.dial('b');
  wires.run();
  return { wires, dialler, acceptor, link };
}

/** Changes frame number `number` of those that `from` sends. */
function tampered(from: string, number: number, change: (frame: Uint8Array) => readonly Uint8Array[]): Tamper {
  let count = 0;
  return (frame, sender) => (sender === from && count++ === number ? change(frame) : [frame]);
}

const flipped = (frame: Uint8Array, at = frame.length - 1): Uint8Array =>
  frame.map((byte, index) => (index === at ? byte ^ 1 : byte));

describe('a link', () => {
  test('is up at both ends under the keys of both, and carries messages both ways', () => {
    const { wires, dialler, acceptor, link } = pair();
    expect(dialler.of('up').map(({ peer }) => peer)).toEqual([
      {
        publicKey: acceptor.publicKey,
        id: sha256Hex(acceptor.publicKey),
        facts: { direction: 'dial', url: 'b', address: '10.0.0.2' },
      },
    ]);
    const [accepted] = acceptor.of('up');
    expect(accepted?.peer).toEqual({
      publicKey: dialler.publicKey,
      id: sha256Hex(dialler.publicKey),
      facts: { direction: 'accept', url: undefined, address: '10.0.0.1' },
    });
    dialler.send(link, utf8('there'));
    acceptor.send(accepted?.link ?? 0, utf8('back'), 'urgent');
    wires.run();
    expect(acceptor.messages.map(utf8Text)).toEqual(['there']);
    expect(dialler.messages.map(utf8Text)).toEqual(['back']);
    expect(dialler.sessions.counts).toEqual({ handshakes: 0, up: 1 });
    expect(dialler.sessions.linkOf(sha256Hex(acceptor.publicKey))).toBe(link);
  });

  test('signs the text of its role and nothing else', () => {
    const { dialler, acceptor } = pair();
    const [a, b] = [sha256Hex(dialler.publicKey), sha256Hex(acceptor.publicKey)];
    const text = (role: string, self: string, peer: string): RegExp =>
      new RegExp(
        `^ROUGED_PEER_V1\\|chain=${NETWORK.chainId}\\|genesis=${NETWORK.genesis}\\|role=${role}\\|self=${self}\\|peer=${peer}\\|nonces=[0-9a-f]{64},[0-9a-f]{64}\\|kem=[0-9a-f]{64}$`,
      );
    expect(dialler.signed.map(utf8Text)).toEqual([expect.stringMatching(text('dial', a, b))]);
    expect(acceptor.signed.map(utf8Text)).toEqual([expect.stringMatching(text('accept', b, a))]);
  });

  test('does not carry its messages in the clear with the real cipher', () => {
    const real = { aead: aes256Gcm, kem: nobleKem };
    const { wires, dialler, acceptor, link } = pair(real, real);
    const secret = utf8('nobody else reads this');
    dialler.send(link, secret);
    wires.run();
    expect(acceptor.messages).toEqual([secret]);
    const frames = dialler.net.sent.map(({ frame }) => toHex(frame));
    expect(frames.length).toBe(3);
    expect(frames.filter((frame) => frame.includes(toHex(secret)))).toEqual([]);
  });

  test.each([
    ['wrong_genesis', { network: { ...NETWORK, genesis: '18'.repeat(32) } }],
    ['wrong_network', { network: { ...NETWORK, chainId: 'rougechain-test-2' } }],
  ])('of another network ends before anything is signed: %s', (reason, settings) => {
    const { dialler, acceptor } = pair({}, settings);
    expect([dialler.ends, acceptor.ends]).toEqual([[reason], [reason]]);
    expect([...dialler.signed, ...acceptor.signed]).toEqual([]);
  });

  test('of another version ends', () => {
    // The first field of a hello is the version.
    const tamper = tampered('a', 0, (frame) => [Uint8Array.of(8, 2, ...frame.subarray(2))]);
    const { dialler, acceptor } = pair({}, {}, tamper);
    expect([dialler.ends, acceptor.ends]).toEqual([['wrong_version'], ['wrong_version']]);
  });

  test('with an end that does not hold its key is never up', () => {
    const thief = new MemoryNode(new MemoryWires(), 'thief');
    const stolen = { publicKey: thief.publicKey };
    for (const [a, b] of [
      [stolen, {}],
      [{}, stolen],
    ] as const) {
      const { dialler, acceptor } = pair(a, b);
      expect([dialler.ends, acceptor.ends]).toEqual([['bad_signature'], ['bad_signature']]);
      expect([...dialler.of('up'), ...acceptor.of('up')]).toEqual([]);
    }
  });

  test('ends when this node cannot sign', () => {
    const { dialler, acceptor } = pair({ sign: () => undefined });
    expect([dialler.ends, acceptor.ends]).toEqual([['cannot_sign'], ['cannot_sign']]);
  });

  test.each([0, 1])('with message %i of the dialling end changed anywhere is never up', (number) => {
    const { dialler } = pair();
    const length = dialler.net.sent[number]?.frame.length ?? 0;
    expect(length).toBeGreaterThan(3_000);
    let tried = 0;
    for (let at = 0; at < length; at += 97) {
      const changed = pair(
        {},
        {},
        tampered('a', number, (frame) => [flipped(frame, at)]),
      );
      expect(changed.dialler.of('up').length, `byte ${at}`).toBe(0);
      expect(changed.dialler.of('down').length, `byte ${at}`).toBe(1);
      tried++;
    }
    expect(tried).toBeGreaterThan(30);
  });

  test('with the welcome changed anywhere is never up', () => {
    let tried = 0;
    for (let at = 0; at < 6_400; at += 97) {
      const { dialler, acceptor } = pair(
        {},
        {},
        tampered('b', 0, (frame) => [flipped(frame, at)]),
      );
      expect([...dialler.of('up'), ...acceptor.of('up')], `byte ${at}`).toEqual([]);
      tried++;
    }
    expect(tried).toBe(66);
  });

  test.each([
    ['repeated', (frame: Uint8Array) => [frame, frame]],
    ['changed', (frame: Uint8Array) => [flipped(frame)]],
    ['cut', (frame: Uint8Array) => [frame.subarray(0, -1)]],
    ['longer', (frame: Uint8Array) => [Uint8Array.of(...frame, 0)]],
    ['empty', () => [new Uint8Array()]],
  ])('ends at a frame that is %s', (what, change) => {
    const { wires, dialler, acceptor, link } = pair({}, {}, tampered('a', 2, change));
    dialler.send(link, utf8('first'));
    wires.run();
    expect(acceptor.messages.map(utf8Text)).toEqual(what === 'repeated' ? ['first'] : []);
    expect([dialler.ends, acceptor.ends]).toEqual([['bad_frame'], ['bad_frame']]);
  });

  test('ends when two frames change places, and when one is left out', () => {
    for (const forward of [
      (one: Uint8Array, two: Uint8Array) => [two, one],
      (_: Uint8Array, two: Uint8Array) => [two],
    ]) {
      let kept: Uint8Array | undefined;
      let count = 0;
      const { wires, dialler, acceptor, link } = pair({}, {}, (frame, from) => {
        if (from !== 'a' || ++count < 3) return [frame];
        if (count === 3) {
          kept = frame;
          return [];
        }
        return forward(kept as Uint8Array, frame);
      });
      dialler.send(link, utf8('one'));
      dialler.send(link, utf8('two'));
      wires.run();
      expect(acceptor.messages).toEqual([]);
      expect(acceptor.ends).toEqual(['bad_frame']);
    }
  });

  test('cannot be made from the messages of an earlier one', () => {
    const { dialler } = pair();
    const [hello, proof] = dialler.net.sent.map(({ frame }) => frame);
    const wires = new MemoryWires();
    // Another process at the accepting end, which draws other random bytes.
    const acceptor = new MemoryNode(wires, 'b', { random: namedRandom('later') });
    const replaying = new MemoryNet(wires, 'replaying', '10.0.0.9');
    replaying.start({
      opened: (link) => replaying.send(link, hello as Uint8Array),
      frame: (link) => replaying.send(link, proof as Uint8Array),
      drained: () => undefined,
      closed: () => undefined,
    });
    replaying.dial('b');
    wires.run();
    expect(acceptor.ends).toEqual(['bad_signature']);
    expect(acceptor.of('up')).toEqual([]);
  });

  test('that was never made is told once: a failed dial, and one that was closed before it opened', () => {
    const wires = new MemoryWires();
    const node = new MemoryNode(wires, 'a');
    new MemoryNode(wires, 'b');
    const nobody = node.links.dial('nobody');
    const closed = node.links.dial('b');
    node.links.step({ kind: 'close', link: closed, reason: 'changed my mind' });
    wires.run();
    expect(node.of('down')).toEqual([
      { kind: 'down', link: nobody, reason: 'nobody is there' },
      { kind: 'down', link: closed, reason: 'changed my mind' },
    ]);
    node.links.step({ kind: 'close', link: closed, reason: 'again' });
    expect(node.of('down').length).toBe(2);
  });

  test('whose frame is lost ends', () => {
    const { wires, dialler, link } = pair();
    dialler.net.isFull = true;
    dialler.send(link, utf8('lost'));
    wires.run();
    expect(dialler.ends).toEqual(['frame_lost']);
  });
});

describe('time', () => {
  test('ends a handshake that takes too long, at either end', () => {
    const { dialler, acceptor } = pair({}, {}, (frame, from) => (from === 'b' ? [] : [frame]));
    for (const node of [dialler, acceptor]) {
      node.time(PEER_HANDSHAKE_MS - 1);
      expect(node.ends).toEqual([]);
      node.time(PEER_HANDSHAKE_MS);
      expect(node.ends).toEqual(['handshake_timeout']);
    }
  });

  test('is answered by pings while nothing is said, and ends a link without answers', () => {
    const { wires, dialler, acceptor } = pair();
    const before = wires.frames;
    let now = 0;
    for (; now < 10 * PEER_SILENCE.silentMs; now += 1_000) {
      dialler.time(now);
      acceptor.time(now);
      wires.run();
    }
    expect([dialler.ends, acceptor.ends]).toEqual([[], []]);
    expect(wires.frames - before).toBeGreaterThan(20);
    expect(wires.frames - before).toBeLessThan(130);
    wires.tamper = () => [];
    const last = now;
    for (; dialler.ends.length === 0 && now < last + 60_000; now += 1_000) dialler.time(now);
    expect(dialler.ends).toEqual(['silent']);
    expect(now - last).toBeGreaterThan(PEER_SILENCE.silentMs - PEER_SILENCE.pingMs - 2_000);
    expect(now - last).toBeLessThanOrEqual(PEER_SILENCE.silentMs + 1_000);
  });
});

describe('one key', () => {
  test('has one link: a second one replaces nothing', () => {
    const { wires, dialler, acceptor, link } = pair();
    dialler.links.dial('b');
    wires.run();
    expect(dialler.ends).toEqual(['already_connected']);
    expect([...dialler.up.keys()]).toEqual([link]);
    // Who refuses has proven who it is: the URL is that node's.
    expect(dialler.of('down')).toMatchObject([{ reason: 'already_connected', id: dialler.up.get(link)?.id }]);
    // Another process with the same key, elsewhere.
    const elsewhere = new MemoryNode(wires, 'c', { key: 'a', startedAt: 5 });
    elsewhere.links.dial('b');
    wires.run();
    expect(elsewhere.ends).toEqual(['already_connected']);
    expect(acceptor.up.size).toBe(1);
    // The first link is alive: it has answered.
    acceptor.time(PEER_SILENCE.probeMs);
    wires.run();
    expect(acceptor.up.size).toBe(1);
    // The other way: this node dials a second process of a connected key.
    acceptor.links.dial('c');
    wires.run();
    expect(acceptor.ends.at(-1)).toBe('already_connected');
    expect([...acceptor.up.values()].map(({ facts }) => facts.address)).toEqual(['10.0.0.1']);
  });

  test.each(['lower', 'higher'])('keeps its link when a second process with it is dialled; own key is %s', (own) => {
    for (const direction of ['dial', 'accept']) {
      const wires = new MemoryWires();
      const names = ['k1', 'k2'];
      const [low, high] = names
        .map((name) => ({ name, key: new MemoryNode(new MemoryWires(), name).publicKey }))
        .sort((a, b) => compareBytes(a.key, b.key))
        .map(({ name }) => name);
      const node = new MemoryNode(wires, 'node', { key: (own === 'lower' ? low : high) as string });
      const key = (own === 'lower' ? high : low) as string;
      const first = new MemoryNode(wires, 'first', { key, startedAt: 1 });
      new MemoryNode(wires, 'second', { key, startedAt: 2 });
      if (direction === 'dial') node.links.dial('first');
      else first.links.dial('node');
      wires.run();
      const before = [...node.up.keys()];
      expect(before.length).toBe(1);
      node.links.dial('second');
      wires.run();
      expect([...node.up.keys()]).toEqual(before);
      expect(node.ends).toEqual(['already_connected']);
    }
  });

  test('gets a new link within seconds when the other end of the first is gone', () => {
    const { wires, acceptor } = pair();
    wires.tamper = (frame, from, to) => (from === 'b' && to === 'a' ? [] : [frame]);
    const restarted = new MemoryNode(wires, 'again', { key: 'a', startedAt: 1_700_000_001_000 });
    restarted.links.dial('b');
    wires.run();
    expect(restarted.ends).toEqual(['already_connected']);
    acceptor.time(PEER_SILENCE.probeMs);
    wires.run();
    expect(acceptor.ends).toEqual(['already_connected', 'silent']);
    restarted.links.dial('b');
    wires.run();
    expect(restarted.up.size).toBe(1);
    expect(acceptor.up.size).toBe(1);
  });

  test('is not dialled by its own process', () => {
    const wires = new MemoryWires();
    const node = new MemoryNode(wires, 'a');
    node.links.dial('a');
    wires.run();
    expect(node.ends).toEqual(['self', 'self']);
    expect(node.of('twin')).toEqual([]);
    expect(node.signed).toEqual([]);
  });

  test.each([
    [1_000, 2_000],
    [2_000, 1_000],
    [1_000, 1_000],
  ])('in two processes is told by both, and one of them is later: %i, %i', (first, second) => {
    const wires = new MemoryWires();
    const one = new MemoryNode(wires, 'one', { key: 'same', startedAt: first });
    const two = new MemoryNode(wires, 'two', { key: 'same', startedAt: second });
    one.links.dial('two');
    wires.run();
    const later = [one, two].map((node) => node.of('twin').map((effect) => effect.later));
    expect(later.map((each) => each.length)).toEqual([1, 1]);
    if (first !== second) expect(later).toEqual([[first > second], [second > first]]);
    else expect(later[0]?.[0]).not.toBe(later[1]?.[0]);
    expect([one.ends, two.ends]).toEqual([['own_key'], ['own_key']]);
    expect([...one.of('up'), ...two.of('up')]).toEqual([]);
  });

  test('that is only named, not proven, is no twin', () => {
    const wires = new MemoryWires();
    const node = new MemoryNode(wires, 'a');
    const liar = new MemoryNode(wires, 'liar', { publicKey: node.publicKey });
    liar.links.dial('a');
    node.links.dial('liar');
    wires.run();
    expect(node.of('twin')).toEqual([]);
    expect(node.ends).toEqual(['bad_signature', 'bad_signature']);
  });
});
