/** What a link may hold and hand over, in both directions, and how many strangers a node talks to. */

import { expect, test } from 'vitest';
import {
  PEER_ASSEMBLY_TOTAL_BYTES,
  PEER_HANDSHAKE_PENALTY_MS,
  PEER_HANDSHAKES,
  PEER_MESSAGE_BYTES,
  PEER_PART_BYTES,
  PEER_QUEUE_BYTES,
  PEER_SILENCE,
  PEER_STALL_MS,
  PEER_WINDOW_BYTES,
} from '../../../engine/base/peerLimits.js';
import { MemoryNet, MemoryNode, MemoryWires } from '../../support/memoryLinks.js';

function pair() {
  const wires = new MemoryWires();
  const dialler = new MemoryNode(wires, 'a');
  const acceptor = new MemoryNode(wires, 'b', { address: '10.0.0.2' });
  const link = dialler.links.dial('b');
  wires.run();
  return { wires, dialler, acceptor, link };
}

const listener = { opened: () => {}, frame: () => {}, drained: () => {}, closed: () => {} };

test('only a window of bytes is handed to the network ahead of time, and urgent messages pass what waits', () => {
  const { wires, dialler, acceptor, link } = pair();
  const before = dialler.net.sent.length;
  const handed = (): number => dialler.net.sent.slice(before).reduce((sum, { frame }) => sum + frame.length, 0);
  dialler.net.isSlow = true;
  const length = 20 * PEER_PART_BYTES;
  dialler.send(link, new Uint8Array(length).fill(1));
  expect(handed()).toBeLessThan(PEER_WINDOW_BYTES + PEER_PART_BYTES);
  dialler.send(link, new Uint8Array(5_000).fill(2), 'urgent');
  expect(dialler.sessions.waitingBytes(link)).toBeGreaterThan(length - 3 * PEER_PART_BYTES);
  // Nothing leaves until the network has room.
  expect(dialler.net.held).toBeGreaterThan(PEER_WINDOW_BYTES);
  dialler.links.drained(link);
  expect(handed()).toBeLessThan(PEER_WINDOW_BYTES + PEER_PART_BYTES);
  dialler.net.held = PEER_WINDOW_BYTES - 1;
  dialler.links.drained(link);
  wires.run();
  expect(acceptor.messages.map((bytes) => bytes[0])).toEqual([2]);
  dialler.net.isSlow = false;
  dialler.net.held = 0;
  dialler.links.drained(link);
  wires.run();
  expect(acceptor.messages.map((bytes) => bytes[0])).toEqual([2, 1]);
  expect(acceptor.messages.map((bytes) => bytes.length)).toEqual([5_000, length]);
  expect(dialler.sessions.waitingBytes(link)).toBe(0);
});

test('a message that does not leave is told of, with the reason', () => {
  const { dialler, link } = pair();
  dialler.net.held = PEER_WINDOW_BYTES;
  const vote = new Uint8Array(PEER_QUEUE_BYTES.urgent / 8);
  for (let count = 0; count < 20; count++) dialler.send(link, vote, 'urgent');
  const full = dialler.of('unsent');
  expect(full.length).toBeGreaterThanOrEqual(20 - 8 - 1);
  expect(full.length).toBeLessThanOrEqual(20 - 8);
  expect(full.every(({ message, rank, why }) => message === vote && rank === 'urgent' && why === 'full')).toBe(true);
  dialler.send(link, new Uint8Array(PEER_MESSAGE_BYTES + 1));
  dialler.send(link, new Uint8Array());
  dialler.send(999, vote);
  expect(
    dialler
      .of('unsent')
      .slice(full.length)
      .map(({ why }) => why),
  ).toEqual(['too_large', 'too_large', 'gone']);
  expect(dialler.ends).toEqual([]);
});

test('the largest message arrives', () => {
  const { wires, dialler, acceptor, link } = pair();
  const message = new Uint8Array(PEER_MESSAGE_BYTES);
  message[0] = 1;
  message[message.length - 1] = 2;
  dialler.send(link, message);
  wires.run();
  expect(acceptor.messages.length).toBe(1);
  const [arrived] = acceptor.messages;
  expect([arrived?.length, arrived?.[0], arrived?.at(-1)]).toEqual([message.length, 1, 2]);
});

test('an unfinished message of which nothing more comes ends its link', () => {
  const { wires, dialler, acceptor, link } = pair();
  dialler.net.isSlow = true;
  dialler.send(link, new Uint8Array(10 * PEER_PART_BYTES));
  wires.run();
  // Its sender still answers pings.
  dialler.net.isSlow = false;
  for (let now = 0; now < PEER_STALL_MS; now += PEER_SILENCE.pingMs / 2) {
    acceptor.time(now);
    wires.run();
  }
  expect(acceptor.ends).toEqual([]);
  acceptor.time(PEER_STALL_MS);
  expect(acceptor.ends).toEqual(['stalled']);
});

test('unfinished messages of all peers share a budget: the link that holds the most ends', () => {
  const wires = new MemoryWires();
  const node = new MemoryNode(wires, 'node');
  const count = PEER_ASSEMBLY_TOTAL_BYTES / PEER_MESSAGE_BYTES + 1;
  const senders = Array.from({ length: count }, (_, index) => {
    const sender = new MemoryNode(wires, `s${index}`, { address: `10.0.1.${index}` });
    return { sender, link: sender.links.dial('node') };
  });
  wires.run();
  expect(node.up.size).toBe(count);
  const message = new Uint8Array(PEER_MESSAGE_BYTES);
  const small = new Uint8Array(3 * PEER_PART_BYTES);
  for (const [index, { sender, link }] of senders.entries()) {
    sender.net.held = PEER_WINDOW_BYTES;
    sender.send(link, index === 0 ? small : message);
  }
  wires.run();
  expect(node.ends).toEqual(['no_room']);
  expect(node.up.size).toBe(count - 1);
  expect([...node.up.values()].some(({ facts }) => facts.address === '10.0.1.0')).toBe(true);
});

test('a stranger that opens links and proves nothing gets few places, and little work', () => {
  const wires = new MemoryWires();
  const node = new MemoryNode(wires, 'node');
  const [hello] = (() => {
    const { dialler } = pair();
    return dialler.net.sent.map(({ frame }) => frame);
  })();
  const stranger = new MemoryNet(wires, 'stranger', '10.9.9.9');
  stranger.start({ ...listener, opened: (link) => stranger.send(link, hello as Uint8Array) });
  for (let wave = 0; wave < 10; wave++) {
    const links = Array.from({ length: 20 }, () => stranger.dial('node'));
    wires.run();
    for (const link of links) stranger.close(link, 'gone');
    wires.run();
  }
  expect(node.signed.length).toBe(PEER_HANDSHAKES.perNetwork);
  expect(node.ends.filter((reason) => reason === 'busy').length).toBe(200 - PEER_HANDSHAKES.perNetwork);
  // Others are not affected, and after a while neither is its network.
  const other = new MemoryNode(wires, 'other', { address: '10.0.0.3' });
  other.links.dial('node');
  wires.run();
  expect(node.up.size).toBe(1);
  node.time(PEER_HANDSHAKE_PENALTY_MS);
  const friend = new MemoryNode(wires, 'friend', { address: '10.9.9.9' });
  friend.links.dial('node');
  wires.run();
  expect(node.up.size).toBe(2);
});

test('an exception of the application loses no frame', () => {
  const { wires, dialler, acceptor, link } = pair();
  const { length } = acceptor.effects;
  // The application fails at every effect that is for it.
  const push = acceptor.effects.push.bind(acceptor.effects);
  acceptor.effects.push = (...effects) => {
    push(...effects);
    throw new Error('a bug');
  };
  const accepted = [...acceptor.up.keys()][0] as number;
  dialler.send(link, new Uint8Array(10));
  expect(() => wires.run()).toThrow('a bug');
  acceptor.effects.push = push;
  acceptor.send(accepted, new Uint8Array(20));
  wires.run();
  expect(acceptor.effects.length).toBe(length + 1);
  expect(dialler.messages.map((bytes) => bytes.length)).toEqual([20]);
});
