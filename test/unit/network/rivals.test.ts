/** Two processes with one key, and a node between them that both have dialled. */

import { expect, test, vi } from 'vitest';
import { utf8 } from '../../../engine/base/bytes.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { readPeerText } from '../../../engine/network/handshake.js';
import { decodeMessage } from '../../../engine/network/messageCodec.js';
import { Outgoing } from '../../../engine/network/parts.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { MemoryNode, MemoryWires, NETWORK } from '../../support/memoryLinks.js';

/** `first` has a link with `b`; `second` has the same key and dials it again and again. */
function rivals(starts: readonly [number, number], direction: 'dial' | 'accept' = 'accept') {
  const wires = new MemoryWires();
  const [first, second] = starts.map(
    (startedAt, index) => new MemoryNode(wires, `process ${index}`, { key: 'same', startedAt }),
  ) as [MemoryNode, MemoryNode];
  const node = new MemoryNode(wires, 'b', { address: '10.0.0.2' });
  if (direction === 'accept') first.links.dial('b');
  else node.links.dial('process 0');
  wires.run();
  const dialAt = (now: number): void => {
    for (const one of [first, second, node]) one.time(now);
    wires.run();
    second.links.dial('b');
    wires.run();
  };
  return { wires, first, second, node, dialAt };
}
const shownTo = (one: MemoryNode) =>
  one.messages
    .map((bytes) => decodeMessage(bytes))
    .flatMap((message) => (typeof message !== 'string' && message.kind === 'keyElsewhere' ? [message.proof] : []));

test.each([
  [1_000, 2_000, 'accept'],
  [2_000, 1_000, 'accept'],
  [1_000, 2_000, 'dial'],
] as const)('each is shown what the other has signed for the node between: %i, %i, %s', (one, two, direction) => {
  const { first, second, node, dialAt } = rivals([one, two], direction);
  for (let now = 0; now < 10_000; now += 1_000) dialAt(now);
  expect([shownTo(first), second.of('elsewhere'), node.up.size]).toEqual([[], [], 1]);
  dialAt(10_000);
  dialAt(11_000);
  const [toFirst] = shownTo(first);
  const [toSecond] = second.of('elsewhere');
  expect([toFirst, toSecond?.proof].map((proof) => readPeerText(NETWORK, proof?.text ?? new Uint8Array()))).toEqual([
    { self: sha256Hex(first.publicKey), peer: sha256Hex(node.publicKey), startedAt: two },
    { self: sha256Hex(first.publicKey), peer: sha256Hex(node.publicKey), startedAt: one },
  ]);
  expect(toSecond?.from).toEqual(node.publicKey);
  for (const proof of [toFirst, toSecond?.proof])
    expect(proof && keyedBackend.verify(proof.signature, proof.text, first.publicKey)).toBe(true);
  expect(new Set(second.ends)).toEqual(new Set(['already_connected']));
  expect([first.ends, node.up.size]).toEqual([[], 1]);
});

test('a process that came back, whose old link is not dead yet, is shown nothing', () => {
  const { wires, second, node, dialAt } = rivals([1_000, 2_000]);
  wires.tamper = (frame, from) => (from === 'process 0' ? [] : [frame]);
  for (let now = 0; now < 30_000 && second.up.size === 0; now += 1_000) dialAt(now);
  expect(second.up.size).toBe(1);
  expect(second.of('elsewhere')).toEqual([]);
  expect(node.up.size).toBe(1);
});

test('a node that sends anything else before it takes the link loses it', () => {
  const wires = new MemoryWires();
  const early = new MemoryNode(wires, 'early');
  const dialler = new MemoryNode(wires, 'dialler');
  const ready = vi.spyOn(Outgoing.prototype, 'signal').mockImplementationOnce(function (this: Outgoing) {
    this.offer(utf8('something'), 'urgent');
  });
  dialler.links.dial('early');
  wires.run();
  ready.mockRestore();
  expect(dialler.ends).toEqual(['unexpected_frame']);
  expect(early.of('up')).toHaveLength(1);
});
