/** The small parts of the peer network: allowances, memories, queues, scores, networks of addresses, short ids. */

import { describe, expect, test } from 'vitest';
import { sha256Of } from '../../../engine/crypto/sha256.js';
import { addressNetwork } from '../../../engine/network/addressNetworks.js';
import { KnownIds } from '../../../engine/network/knownIds.js';
import { OUTBOX, SCORE } from '../../../engine/network/limits.js';
import { Outbox } from '../../../engine/network/outbox.js';
import { Score } from '../../../engine/network/scores.js';
import { matchShortIds, shortIdsOf } from '../../../engine/network/shortIds.js';
import { TokenBucket } from '../../../engine/network/tokenBucket.js';
import { chunks } from '../../../engine/network/transactionRelay.js';
import { makeTransaction } from '../../support/peerHost.js';

test('an allowance refills with time, up to its capacity, and never by a clock that stands', () => {
  const bucket = new TokenBucket(3, 2, 0);
  expect([1, 1, 1, 1].map((amount) => bucket.take(amount, 0))).toEqual([true, true, true, false]);
  expect(bucket.take(1, 499)).toBe(false);
  expect(bucket.take(1, 500)).toBe(true);
  expect(bucket.take(4, 1_000_000)).toBe(false);
  expect(bucket.take(3, 1_000_000)).toBe(true);
});

test('a memory of ids keeps at least half of what it may, and forgets the oldest', () => {
  const known = new KnownIds(10);
  for (let number = 0; number < 100; number++) expect(known.add(`${number}`)).toBe(true);
  const kept = Array.from({ length: 100 }, (_, number) => known.has(`${number}`));
  expect(kept.slice(95)).toEqual([true, true, true, true, true]);
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(10);
  expect(known.add('99')).toBe(false);
  known.delete('99');
  expect(known.has('99')).toBe(false);
});

test('an empty outbox takes a message of any size, and says what has room', () => {
  const outbox = new Outbox();
  expect(outbox.hasRoom(2 * OUTBOX.bytes)).toBe(true);
  expect(outbox.add(new Uint8Array(2 * OUTBOX.bytes))).toBe(true);
  expect([outbox.hasRoom(1), outbox.add(new Uint8Array(1))]).toEqual([false, false]);
  outbox.take(0);
  expect(outbox.hasRoom(1)).toBe(true);
});

test('an outbox gives what the link has room for, in order, and loses the newest when it is full', () => {
  const outbox = new Outbox();
  const message = (fill: number): Uint8Array => new Uint8Array(1024 * 1024).fill(fill);
  let taken = 0;
  while (outbox.add(message(taken))) taken++;
  expect(taken).toBe(OUTBOX.bytes / message(0).length);
  expect(outbox.lost).toBe(1);
  expect(outbox.take(OUTBOX.linkBytes)).toEqual([]);
  expect(outbox.take(0).map(([first]) => first)).toEqual([0, 1]);
  expect(outbox.bytes).toBe(OUTBOX.bytes - 2 * message(0).length);
});

describe('scores', () => {
  test('faults add up to a ban, and points return with time', () => {
    const score = new Score(0);
    expect(score.fault('malformed', 0)).toBeUndefined();
    expect(score.fault('malformed', 0)).toBeUndefined();
    expect(score.points(0)).toBe(-80);
    expect(score.points(40 * SCORE.recoverMs)).toBe(-40);
    expect(score.points(500 * SCORE.recoverMs)).toBe(0);
    expect(score.fault('wrongBlock', 500 * SCORE.recoverMs)).toBe('ban');
    expect(score.faults.get('malformed')).toBe(2);
  });

  test('slowness ends a connection and never leads to a ban, not beside other faults either', () => {
    const score = new Score(0);
    expect(score.fault('invalidVote', 0)).toBeUndefined();
    const consequences = Array.from({ length: 1_000 }, () => score.fault('timeout', 0));
    expect(consequences.filter((each) => each === 'ban')).toEqual([]);
    expect(consequences.at(-1)).toBe('disconnect');
    expect(score.points(0)).toBe(SCORE.unreliable);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
  ['2001:0db8:0001:2:3:4:5:6', '2001:db8:1::/48'],
  ['::2', '0:0:0::/48'],
  ['127.0.0.1', ''],
  ['::1', ''],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(addressNetwork(address)).toBe(network);
});

describe('short ids', () => {
  const items = Array.from({ length: 50 }, (_, number) => makeTransaction(number));
  const leaves = items.map(({ leaf }) => leaf);
  const salt = new Uint8Array(32).fill(3);

  test('are the first six bytes of SHA-256(salt, leaf), and differ with the salt', () => {
    const ids = shortIdsOf(salt, leaves);
    for (const [at, leaf] of leaves.entries())
      expect(ids.slice(at * 6, at * 6 + 6)).toEqual(sha256Of(salt, leaf).slice(0, 6));
    expect(shortIdsOf(new Uint8Array(32), leaves)).not.toEqual(ids);
    expect(shortIdsOf(salt, [])).toEqual(new Uint8Array());
  });

  test('find what waits, and leave open what does not or is ambiguous', () => {
    const ids = shortIdsOf(salt, leaves.slice(0, 4));
    const waiting = [items[1], items[3], items[3], items[9]].map((item) => item as (typeof items)[number]);
    expect(matchShortIds(salt, ids, waiting)).toEqual([undefined, items[1], undefined, undefined]);
  });
});

test('chunks end with the element that fills them, and hold a larger one alone', () => {
  const MB = 1024 * 1024;
  const cut = [...chunks([MB / 2, MB / 2, 5, 3 * MB, 1, 1], (bytes) => bytes)];
  expect(cut).toEqual([[MB / 2, MB / 2], [5], [3 * MB], [1, 1]]);
  expect([...chunks([1, 1, 1], (bytes) => bytes, 2)]).toEqual([[1, 1], [1]]);
  expect([...chunks([], () => 1)]).toEqual([]);
});
