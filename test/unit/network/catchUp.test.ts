/** Catching up and serving: ranges from several peers in order, nobody believed, everything bounded. */

import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import type { SignedParts } from '../../../engine/chain/transaction.js';
import type { DecidedBlock } from '../../../engine/network/events.js';
import { CATCH_UP, OUTBOX, SERVE } from '../../../engine/network/limits.js';
import type { PeerMessage } from '../../../engine/network/messages.js';
import { GENESIS, type MadeBlock, makeBlock, makeTransaction, signedVote } from '../../support/peerHost.js';
import { ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';

const made: (MadeBlock & DecidedBlock)[] = [];
for (let height = 1; height <= 60; height++) {
  const parent = made.at(-1) ?? { hash: GENESIS.hash, certificate: undefined };
  const waiting = [makeTransaction(2 * height), makeTransaction(2 * height + 1)];
  const block = makeBlock(
    VALIDATORS[0] as Uint8Array,
    { height: height - 1, hash: parent.hash },
    waiting,
    parent.certificate,
    height,
  );
  const votes = VALIDATORS.slice(1).map((key) => signedVote(key, 'precommit', height, block.hash));
  made.push({ ...block, certificate: makeCertificate(height, 0, fromHex(block.hash) as Uint8Array, votes) });
}
const at = (height: number): MadeBlock & DecidedBlock => made[height - 1] as MadeBlock & DecidedBlock;
const claim = (height: number) => ({
  status: { height, hash: at(height).hash, proposerDistance: undefined, producing: true },
});

const part = (request: number, height: number, first = 0, count = 2): PeerMessage => {
  const { block, certificate } = at(height);
  const { headerBytes, proposerSignature, certificate: parentCertificate, transactions } = block;
  const head = { headerBytes, proposerSignature, parentCertificate, certificate, transactionCount: 2 };
  return {
    kind: 'blockPart',
    part: {
      request,
      height,
      head: first === 0 ? head : undefined,
      first,
      transactions: transactions.slice(first, first + count),
    },
  };
};

test('ranges are asked of several peers, and blocks are given in order, a few ahead of the head', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(60));
  const [fromOne] = peers.sent(one, 'blocksWanted');
  const two = peers.peer('two', claim(60));
  const [fromTwo] = peers.sent(two, 'blocksWanted');
  expect([fromOne, fromTwo].map((each) => [each?.fromHeight, each?.count])).toEqual([
    [1, CATCH_UP.blocks],
    [1 + CATCH_UP.blocks, CATCH_UP.blocks],
  ]);
  peers.say(two, part(fromTwo?.request ?? 0, 17));
  expect(peers.of('decidedBlock')).toEqual([]);
  const given: number[] = [];
  for (let height = 1; height <= 12; height++) {
    peers.say(one, part(fromOne?.request ?? 0, height, 0, 1));
    expect(peers.of('decidedBlock')).toEqual([]);
    peers.say(one, part(fromOne?.request ?? 0, height, 1));
    given.push(...peers.of('decidedBlock').map(({ decided }) => decided.block.header.height));
  }
  expect(given).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'valid' });
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('decidedBlock').map(({ hash }) => hash)).toEqual([at(9).hash]);
});

test('a peer one block ahead is asked only when its block does not come by itself', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(1));
  expect(peers.sent(one, 'blocksWanted')).toEqual([]);
  peers.pass(1_000);
  expect(peers.sent(one, 'blocksWanted')).toMatchObject([{ fromHeight: 1, count: 1 }]);
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('behind')).toEqual([]);
});

test('a block that is invalid bans its peer, and the rest is asked of another one', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(10));
  const request = peers.sent(one, 'blocksWanted')[0]?.request ?? 0;
  const two = peers.peer('two', claim(10));
  for (const height of [1, 2, 3]) peers.say(one, part(request, height));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'invalid' });
  expect(peers.ended(one)).toBe('banned: wrongBlock');
  expect(peers.sent(two, 'blocksWanted')).toMatchObject([{ fromHeight: 1, count: 10 }]);
});

test('a block that this node could not judge blames nobody and is asked for again after a pause', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(3));
  const request = peers.sent(one, 'blocksWanted')[0]?.request ?? 0;
  for (const height of [1, 2, 3]) peers.say(one, part(request, height));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'unclear' });
  expect(peers.scoreOf('one')).toBe(0);
  expect(peers.sent(one, 'blocksWanted')).toEqual([]);
  peers.pass(CATCH_UP.pauseMs);
  expect(peers.sent(one, 'blocksWanted')).toMatchObject([{ fromHeight: 1 }]);
});

test.each([
  ['another height', (request: number) => part(request, 2)],
  ['a part in the middle', (request: number) => part(request, 1, 1)],
  [
    'a header of another height',
    (request: number) => {
      const message = part(request, 2) as Extract<PeerMessage, { kind: 'blockPart' }>;
      const { head } = message.part;
      const certified = head && { ...head, certificate: at(1).certificate };
      return { ...message, part: { ...message.part, height: 1, head: certified } };
    },
  ],
])('%s than was asked for bans the peer', (_, message) => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(10));
  const request = peers.sent(one, 'blocksWanted')[0]?.request ?? 0;
  peers.say(one, message(request));
  expect(peers.ended(one)).toBe('banned: wrongBlock');
});

test('a peer that claims a head and serves nothing rests, loses the connection in the end, and is not banned', () => {
  const peers = new ScriptedPeers();
  const liar = peers.peer('liar', claim(60));
  let asked = 0;
  let reason: string | undefined;
  for (let second = 0; second < 120 && reason === undefined; second++) {
    peers.pass(1_000);
    asked += peers.sent(liar, 'blocksWanted').length;
    reason = peers.ended(liar);
    if (second % 10 === 0) peers.say(liar, { kind: 'pong', number: 0 });
  }
  expect(reason).toBe('of no use: withheld');
  expect(asked).toBeGreaterThan(2);
  expect(peers.network.bans()).toEqual([]);
  expect(peers.of('behind').at(-1)?.height).toBeUndefined();
});

test('nobody is behind by the word of others: a served block shows it, for a while', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(10));
  const request = peers.sent(one, 'blocksWanted')[0]?.request ?? 0;
  expect(peers.of('behind')).toEqual([]);
  for (const height of [1, 2]) peers.say(one, part(request, height));
  expect(peers.of('behind')).toEqual([]);
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('behind')).toEqual([{ kind: 'behind', height: 10 }]);
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'valid' });
  const told: (number | undefined)[] = [];
  for (let second = 0; second < 30; second++) {
    peers.pass(1_000);
    told.push(...peers.of('behind').map(({ height }) => height));
  }
  expect(told).toEqual([undefined]);
});

test('who serves nothing is left alone under its key, also on a new connection, and is heard again once it has served', () => {
  const peers = new ScriptedPeers();
  let liar = peers.peer('liar', claim(60));
  peers.pass(CATCH_UP.silentMs);
  expect(peers.scoreOf('liar')).toBe(-15);
  peers.step({ kind: 'down', link: liar, reason: 'gone' });
  liar = peers.peer('liar', claim(60));
  const asked: number[] = [];
  for (let second = 1; second <= 60; second++) {
    peers.pass(1_000);
    if (peers.sent(liar, 'blocksWanted').length > 0) asked.push(second);
    if (second % 10 === 0) peers.say(liar, { kind: 'pong', number: 0 });
  }
  // 5 s of rest, 5 s of silence, 10 s of rest, 5 s of silence, 20 s of rest.
  expect(asked).toEqual([5, 20, 45]);
  const other = peers.peer('other', claim(60));
  expect(peers.sent(other, 'blocksWanted')).toHaveLength(1);
});

test('a peer that has dropped old blocks is not blamed, and is asked only for what it has', () => {
  const peers = new ScriptedPeers();
  const pruned = peers.peer('pruned', claim(60));
  const request = peers.sent(pruned, 'blocksWanted')[0]?.request ?? 0;
  peers.say(pruned, { kind: 'blocksEnd', request, refused: true, lowestHeight: 20 });
  // Nobody else has the blocks: who says that others are missing cannot keep this node from its work.
  expect(peers.of('behind')).toEqual([]);
  peers.pass(60_000);
  expect(peers.sent(pruned, 'blocksWanted')).toEqual([]);
  expect(peers.scoreOf('pruned')).toBe(0);
  const whole = peers.peer('whole', claim(60));
  expect(peers.sent(whole, 'blocksWanted')).toMatchObject([{ fromHeight: 1 }]);
  peers.head({ height: 19, hash: at(19).hash });
  expect(peers.sent(pruned, 'blocksWanted')).toMatchObject([{ fromHeight: expect.toSatisfy((from) => from >= 20) }]);
});

describe('serving', () => {
  const serving = (): { peers: ScriptedPeers; one: number } => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.head({ height: 60, hash: at(60).hash });
    return { peers, one };
  };
  const read = (peers: ScriptedPeers, decided: DecidedBlock | undefined): void => {
    const [{ token } = { token: 0 }] = peers.of('readBlock');
    peers.step({ kind: 'blockRead', token, decided });
  };

  test('one block is read at a time, and the count is kept', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 59,
      count: 5,
      mostBytes: 2 ** 30,
      withoutCertificate: false,
    });
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([59]);
    read(peers, at(59));
    expect(peers.sent(one, 'blockPart')).toMatchObject([{ part: { request: 3, height: 59, first: 0 } }]);
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([60]);
    read(peers, at(60));
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 3, refused: false, lowestHeight: 0 }]);
    expect(peers.of('readBlock')).toEqual([]);
  });

  test('bytes end a request, a block that cannot be read too, and requests beyond a few are refused', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 1,
      count: 5,
      mostBytes: 1,
      withoutCertificate: false,
    });
    read(peers, at(1));
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 3 }]);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 4,
      fromHeight: 1,
      count: 5,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    read(peers, undefined);
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 4, refused: true, lowestHeight: 0 }]);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 5,
      fromHeight: 61,
      count: 1,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 5, refused: true }]);
    const ended: boolean[] = [];
    for (let request = 10; request < 20; request++) {
      peers.say(one, {
        kind: 'blocksWanted',
        request,
        fromHeight: 1,
        count: 1,
        mostBytes: 1,
        withoutCertificate: false,
      });
      ended.push(peers.sent(one, 'blocksEnd').length > 0);
    }
    expect(ended.filter((refused) => !refused)).toHaveLength(SERVE.requests);
  });

  test('a block larger than what may wait for a peer arrives whole, part by part', () => {
    const { peers, one } = serving();
    const padded = { ...(at(59).block.transactions[0] as SignedParts), text: new Uint8Array(6_000) };
    const most = Math.ceil((3 * OUTBOX.bytes) / padded.text.length);
    const transactions = new Array<SignedParts>(most).fill(padded);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 59,
      count: 2,
      mostBytes: 2 ** 30,
      withoutCertificate: false,
    });
    let arrived = 0;
    const readAfter: number[] = [];
    const take = (): void => {
      for (const { part: each } of peers.sent(one, 'blockPart')) {
        expect([each.height, each.first]).toEqual([59, arrived]);
        arrived += each.transactions.length;
      }
      readAfter.push(...peers.of('readBlock').map(({ height }) => height));
    };
    peers.waitingBytes = OUTBOX.linkBytes;
    read(peers, { ...at(59), block: { ...at(59).block, transactions } });
    take();
    expect([arrived, readAfter]).toEqual([0, []]);
    for (let drains = 0; drains < 200 && arrived < most; drains++) {
      peers.waitingBytes = 0;
      peers.step({ kind: 'drained', link: one });
      take();
    }
    expect([arrived, readAfter]).toEqual([most, [60]]);
    expect(peers.network.counters.lost).toBe(0);
  });

  test('a block that was dropped is refused with the lowest one that is there', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 5,
      count: 9,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    const [{ token } = { token: 0 }] = peers.of('readBlock');
    peers.step({ kind: 'blockRead', token, decided: undefined, lowestHeight: 41 });
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 3, refused: true, lowestHeight: 41 }]);
  });

  test('a reader that takes nothing stops the reading, until its link has room', () => {
    const { peers, one } = serving();
    peers.waitingBytes = 2 ** 30;
    const big = {
      ...at(1).block.transactions[0],
      text: new Uint8Array(2 * 1024 * 1024),
    } as MadeBlock['block']['transactions'][number];
    const large = { ...at(1), block: { ...at(1).block, transactions: Array.from({ length: 6 }, () => big) } };
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 1,
      count: 5,
      mostBytes: 2 ** 40,
      withoutCertificate: false,
    });
    read(peers, large);
    expect(peers.of('readBlock')).toEqual([]);
    expect(peers.sent(one, 'blockPart')).toEqual([]);
    peers.waitingBytes = 0;
    peers.step({ kind: 'drained', link: one });
    expect(peers.sent(one, 'blockPart').length).toBeGreaterThan(0);
    for (let pumps = 0; pumps < 20 && peers.of('readBlock').length === 0; pumps++)
      peers.step({ kind: 'drained', link: one });
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([2]);
  });
});
