/** Every way of hashing against node:crypto, over all lengths that change the number of blocks. */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { InvariantError } from '../../../engine/base/refusal.js';
import { batchHashing, oneByOne, portableHashing } from '../../../engine/crypto/batchHashing.js';
import { MessageList } from '../../../engine/crypto/messages.js';
import { Sha256Lanes } from '../../../engine/crypto/sha256Lanes.js';
import { LeafChanges } from '../../../engine/state/leaves.js';
import { Trie } from '../../../engine/state/trie.js';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const bytesOf = (length: number): Uint8Array =>
  new Uint8Array(length).map((_, index) => (index * 31 + length * 7) & 0xff);
const plain = oneByOne('node:crypto', sha256);

describe.each([batchHashing, portableHashing, plain])('hashing, $name', (hashing) => {
  test('messages of 0 to 200 bytes, and of one and two thousand, in one list', () => {
    const lengths = [...Array.from({ length: 201 }, (_, length) => length), 1_000, 33, 2_000];
    const messages = new MessageList(lengths.length);
    for (const length of lengths) messages.add(bytesOf(length));
    const outputs = new Uint8Array(lengths.length * 32);
    hashing.hashMessages(messages, outputs);
    const hashes = lengths.map((_, index) =>
      Buffer.from(outputs.subarray(index * 32, index * 32 + 32)).toString('hex'),
    );
    expect(hashes).toEqual(lengths.map((length) => sha256(bytesOf(length)).toString('hex')));
    expect(hashes.length).toBe(204);
  });

  test('more messages of one length than the lanes take at once', () => {
    const messages = new MessageList(1_500);
    for (let index = 0; index < 1_500; index++) messages.add(Uint8Array.of(index >> 8, index & 0xff));
    const outputs = new Uint8Array(1_500 * 32);
    hashing.hashMessages(messages, outputs);
    let checked = 0;
    for (let index = 0; index < 1_500; index++) {
      const expected = sha256(Uint8Array.of(index >> 8, index & 0xff));
      if (expected.equals(outputs.subarray(index * 32, index * 32 + 32))) checked++;
    }
    expect(checked).toBe(1_500);
  });

  test('a list is used again after clear, shorter and longer', () => {
    const messages = new MessageList(4);
    const outputs = new Uint8Array(4 * 32);
    for (const lengths of [[60, 0, 70, 300], [5], [500, 1, 1]]) {
      messages.clear();
      for (const length of lengths) messages.add(bytesOf(length));
      messages.addKey(7, 'k\xff');
      hashing.hashMessages(
        { ...messages, count: lengths.length, bytes: messages.bytes, lengths: messages.lengths },
        outputs,
      );
      lengths.forEach((length, index) => {
        expect(sha256(bytesOf(length)).equals(outputs.subarray(index * 32, index * 32 + 32))).toBe(true);
      });
    }
  });

  test.each([1, 2, 3, 4, 5, 63, 512])('%s pairs', (count) => {
    const inputs = bytesOf(count * 64);
    const outputs = new Uint8Array(count * 32);
    hashing.hashPairs(inputs, outputs);
    for (let pair = 0; pair < count; pair++)
      expect(
        sha256(inputs.subarray(pair * 64, pair * 64 + 64)).equals(outputs.subarray(pair * 32, pair * 32 + 32)),
      ).toBe(true);
  });

  test('pairs that are a part of a larger buffer touch nothing around them', () => {
    const inputs = bytesOf(64 * 5).subarray(64, 64 * 3);
    const memory = new Uint8Array(32 * 4).fill(0xee);
    hashing.hashPairs(inputs, memory.subarray(32, 96));
    expect(sha256(inputs.subarray(64)).equals(memory.subarray(64, 96))).toBe(true);
    expect([...memory.subarray(0, 32), ...memory.subarray(96)].every((byte) => byte === 0xee)).toBe(true);
  });
});

test('the fast ways are chosen where they exist', () => {
  let hasLibrary = true;
  try {
    createRequire(import.meta.url)('@chainsafe/hashtree');
  } catch {
    hasLibrary = false;
  }
  expect(batchHashing.hashPairs === portableHashing.hashPairs).toBe(!hasLibrary);
  expect(batchHashing.hashMessages).not.toBe(portableHashing.hashMessages);
});

test('a key is its first byte and one byte per character', () => {
  const messages = new MessageList(2);
  messages.addKey(0x7f, '\x00\xffz');
  messages.addKey(0x01, '');
  const outputs = new Uint8Array(64);
  batchHashing.hashMessages(messages, outputs);
  expect(sha256(Uint8Array.of(0x7f, 0x00, 0xff, 0x7a)).equals(outputs.subarray(0, 32))).toBe(true);
  expect(sha256(Uint8Array.of(0x01)).equals(outputs.subarray(32))).toBe(true);
});

test('the lanes refuse what does not fit their memory', () => {
  const lanes = Sha256Lanes.create();
  expect(lanes).toBeDefined();
  expect(() => lanes?.hash(1_025, 1)).toThrow(InvariantError);
  expect(() => lanes?.hash(0, 1)).toThrow(InvariantError);
});

test('the trie refuses two changes of one path', () => {
  const changes = new LeafChanges();
  for (const leaf of [0, 1]) changes.hashWords[changes.add(leaf) * 8] = 1;
  const trie = new Trie(batchHashing, () => new Uint8Array(32));
  expect(() => trie.apply(changes)).toThrow('two changes of one path');
});
