/** Catching up: ranges from several peers in order, nobody believed, everything bounded. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { encodeCertificate } from '../../../engine/chain/certificate.js';
import type { NetworkEffect } from '../../../engine/network/events.js';
import { CATCH_UP } from '../../../engine/network/limits.js';
import { decodeMessage } from '../../../engine/network/messageCodec.js';
import type { PeerMessage } from '../../../engine/network/messages.js';
import type { LinkId } from '../../../engine/network/net.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';
import { at, blockPart, chainOf, claim, giveHeaders, headersPart, judge } from '../../support/servedChain.js';

const LONG = chainOf(400);

const FORK = chainOf(60, 7, [at(1)]);

/** A node that one peer has given the headers up to its claim. @returns the number of the request for blocks. */
function withHeaders(to: number): { peers: ScriptedPeers; one: LinkId; request: number } {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(to));
  giveHeaders(peers, one);
  return { peers, one, request: peers.sent(one, 'blocksWanted')[0]?.request ?? 0 };
}

test('ranges are asked of several peers, and blocks are given in order, a few ahead of the head', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(60));
  giveHeaders(peers, one);
  const [fromOne] = peers.sent(one, 'blocksWanted');
  const two = peers.peer('two', claim(60));
  const [fromTwo] = peers.sent(two, 'blocksWanted');
  expect([fromOne, fromTwo].map((each) => [each?.fromHeight, each?.count])).toEqual([
    [1, CATCH_UP.blocks],
    [1 + CATCH_UP.blocks, CATCH_UP.blocks],
  ]);
  // The certificates came with the headers.
  expect([fromOne, fromTwo].map((each) => each?.withoutCertificate)).toEqual([true, true]);
  peers.say(two, blockPart(fromTwo?.request ?? 0, 17));
  expect(peers.of('decidedBlock')).toEqual([]);
  const given: number[] = [];
  for (let height = 1; height <= 12; height++) {
    peers.say(one, blockPart(fromOne?.request ?? 0, height, { count: 1 }));
    expect(peers.of('decidedBlock')).toEqual([]);
    peers.say(one, blockPart(fromOne?.request ?? 0, height, { first: 1 }));
    for (const { decided } of peers.of('decidedBlock')) {
      given.push(decided.block.header.height);
      expect(toHex(encodeCertificate(decided.certificate))).toBe(
        toHex(encodeCertificate(at(given.length).certificate)),
      );
    }
  }
  expect(given).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'valid' });
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('decidedBlock').map(({ hash }) => hash)).toEqual([at(9).hash]);
});

test('no block is asked for whose header is not known', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(60));
  const [wanted] = peers.sent(one, 'headersWanted');
  expect(peers.sent(one, 'blocksWanted')).toEqual([]);
  peers.say(one, headersPart(wanted?.request ?? 0, 1, 5));
  expect(peers.sent(one, 'blocksWanted')).toMatchObject([{ fromHeight: 1, count: 5 }]);
});

test('a peer one block ahead is asked only when its block does not come by itself', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(1));
  expect(peers.sent(one, 'headersWanted')).toEqual([]);
  peers.pass(1_000);
  expect(peers.sent(one, 'headersWanted')).toMatchObject([{ fromHeight: 1, count: 1 }]);
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('behind')).toEqual([]);
});

test('a node whose peers have all dropped the next block says so, while half of them do', () => {
  const peers = new ScriptedPeers();
  const missed = (): (number | undefined)[] => peers.of('missed').map(({ lowestHeight }) => lowestHeight);
  const refuse = (link: LinkId, lowestHeight: number): void => {
    const [wanted] = peers.sent(link, 'headersWanted');
    peers.say(link, { kind: 'blocksEnd', request: wanted?.request ?? 0, refused: true, lowestHeight });
  };
  const one = peers.peer('one', claim(60));
  refuse(one, 40);
  expect(missed()).toEqual([40]);
  const two = peers.peer('two', claim(60));
  expect(missed()).toEqual([undefined]);
  refuse(two, 30);
  expect(missed()).toEqual([30]);
  // Two at the height of this node: those who are ahead are half of all. A third makes them fewer.
  for (const name of ['three', 'four']) peers.peer(name);
  expect(missed()).toEqual([]);
  const five = peers.peer('five');
  expect(missed()).toEqual([undefined]);
  peers.step({ kind: 'down', link: five, reason: 'gone' });
  expect(missed()).toEqual([30]);
  // At height 29 the next one can be had.
  peers.head({ height: 29, hash: at(29).hash });
  expect(missed()).toEqual([undefined]);
});

describe('the time that requests take is shared out between peers', () => {
  /** Headers of 400 blocks: who is slow sends one of them in 4.9 s, and ends its answer after 9.7 s. @returns what each was asked. */
  function slowPeers(count: number, isFresh: boolean): { asked: Map<string, number>; seconds: number } {
    const peers = new ScriptedPeers();
    const names = new Map<LinkId, string>();
    const asked = new Map<string, number>();
    const due: { readonly at: number; readonly run: () => void }[] = [];
    const queue: NetworkEffect[] = [];
    const say = (link: LinkId, message: PeerMessage): void => {
      peers.say(link, message);
      queue.push(...peers.effects);
    };
    const join = (name: string): void => {
      names.set(peers.peer(name, claim(400, LONG)), name);
      queue.push(...peers.effects);
    };
    const serve = (link: LinkId, request: number, fromHeight: number, number: number): void => {
      const name = names.get(link) ?? '';
      asked.set(name, (asked.get(name) ?? 0) + 1);
      if (name === 'honest') {
        say(link, headersPart(request, fromHeight, fromHeight + number - 1, LONG));
        return;
      }
      due.push({ at: peers.now + 4_900, run: () => say(link, headersPart(request, fromHeight, fromHeight, LONG)) });
      const end = (): void => {
        say(link, { kind: 'blocksEnd', request, refused: false, lowestHeight: 0 });
        if (!isFresh) return;
        peers.step({ kind: 'down', link, reason: 'gone' });
        queue.push(...peers.effects);
        join(`slow ${names.size}`);
      };
      due.push({ at: peers.now + 9_700, run: end });
    };
    const answer = (effect: NetworkEffect): void => {
      if (effect.kind === 'headerCertificates') {
        const verdicts = effect.certificates.map(() => 'holds' as const);
        queue.push(...peers.step({ kind: 'headerCertificatesChecked', token: effect.token, verdicts }));
      }
      const message = effect.kind === 'send' ? decodeMessage(effect.message) : undefined;
      if (effect.kind !== 'send' || !message || typeof message === 'string') return;
      if (message.kind === 'ping') say(effect.link, { kind: 'pong', number: message.number });
      if (message.kind === 'headersWanted') serve(effect.link, message.request, message.fromHeight, message.count);
    };
    for (let index = 0; index < count; index++) join(`slow ${index}`);
    join('honest');
    const start = peers.now;
    while (peers.network.sizes().headers < 400 && peers.now < start + 600_000) {
      for (let effect = queue.shift(); effect; effect = queue.shift()) answer(effect);
      const next = due.findIndex(({ at }) => at <= peers.now);
      if (next !== -1) due.splice(next, 1)[0]?.run();
      else {
        peers.pass(100);
        queue.push(...peers.effects);
      }
    }
    return { asked, seconds: Math.round((peers.now - start) / 1_000) };
  }

  test.each([1, 2, 3])('%i that are slow on purpose hold up the headers once each', (count) => {
    const { asked, seconds } = slowPeers(count, false);
    for (let index = 0; index < count; index++) expect(asked.get(`slow ${index}`)).toBe(1);
    expect(asked.get('honest')).toBeGreaterThanOrEqual(3);
    expect(seconds).toBeLessThan(count * 10 + 5);
  });

  test('a new key is asked after those that have taken less than the average', () => {
    const { asked, seconds } = slowPeers(2, true);
    expect(asked.get('honest')).toBeGreaterThanOrEqual(3);
    expect(seconds).toBeLessThan(25);
  });
});

test('a block that is invalid bans its peer, and the rest is asked of another one', () => {
  const { peers, one, request } = withHeaders(10);
  const two = peers.peer('two', claim(10));
  for (const height of [1, 2, 3]) peers.say(one, blockPart(request, height));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'invalid' });
  expect(peers.ended(one)).toBe('banned: wrongBlock');
  expect(peers.sent(two, 'blocksWanted')).toMatchObject([{ fromHeight: 1, count: 10 }]);
});

test('a block whose certificate does not hold is the fault of who sent the header', () => {
  const { peers, one } = withHeaders(60);
  const two = peers.peer('two', claim(60));
  const [second] = peers.sent(two, 'blocksWanted');
  peers.step({ kind: 'down', link: one, reason: 'gone' });
  const again = peers.peer('three', claim(60));
  const [first] = peers.sent(again, 'blocksWanted');
  expect([first?.fromHeight, second?.fromHeight]).toEqual([1, 17]);
  for (const height of [1, 2]) peers.say(again, blockPart(first?.request ?? 0, height));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'uncertified' });
  // Its sender has left: nobody is blamed, and a pause follows.
  expect([peers.scoreOf('two'), peers.scoreOf('three')]).toEqual([0, 0]);
  expect(peers.sent(two, 'headersWanted')).toEqual([]);
  peers.pass(CATCH_UP.pauseMs);
  const asked = [two, again].find((link) => peers.sent(link, 'headersWanted').length > 0) as LinkId;
  giveHeaders(peers, asked);
  const wanted = [two, again].flatMap((link) => peers.sent(link, 'blocksWanted').map((each) => ({ ...each, link })));
  const low = wanted.find(({ fromHeight }) => fromHeight === 1);
  if (!low) throw new Error('the first blocks were not asked for');
  peers.say(low.link, blockPart(low.request, 1));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'uncertified' });
  expect(peers.ended(asked)).toBe('banned: wrongBlock');
});

test('a block that this node could not judge blames nobody and is asked for again after a pause', () => {
  const { peers, one, request } = withHeaders(3);
  for (const height of [1, 2, 3]) peers.say(one, blockPart(request, height));
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'unclear' });
  expect(peers.scoreOf('one')).toBe(0);
  expect(peers.sent(one, 'blocksWanted')).toEqual([]);
  peers.pass(CATCH_UP.pauseMs);
  expect(peers.sent(one, 'blocksWanted')).toMatchObject([{ fromHeight: 1 }]);
});

const OTHER_SIGNATURE = at(2).block.proposerSignature;

test.each<[string, (request: number) => PeerMessage]>([
  ['another height', (request) => blockPart(request, 2)],
  ['a part in the middle', (request) => blockPart(request, 1, { first: 1 })],
  ['the header of another height', (request) => blockPart(request, 1, { head: at(2).block })],
  ['another signature', (request) => blockPart(request, 1, { head: { proposerSignature: OTHER_SIGNATURE } })],
  [
    'a certificate of its parent that its header does not name',
    (request) => blockPart(request, 1, { head: { parentCertificate: at(1).certificate } }),
  ],
  ['more transactions than it says', (request) => blockPart(request, 1, { head: { transactionCount: 1 } })],
])('%s in place of the block of a proven header bans the peer when it arrives', (_, message) => {
  const { peers, one, request } = withHeaders(10);
  peers.say(one, message(request));
  expect(peers.ended(one)).toBe('banned: wrongBlock');
  expect(peers.of('decidedBlock')).toEqual([]);
});

test('the block of another chain than an unproven header blames nobody, and the headers are asked of another peer', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(60, FORK));
  giveHeaders(peers, one, { chain: FORK, verdictOf: (height) => (height === 1 ? 'holds' : 'unproven') });
  const two = peers.peer('two', claim(60));
  const [wanted] = peers.sent(two, 'blocksWanted');
  expect(wanted?.fromHeight).toBe(17);
  peers.say(two, blockPart(wanted?.request ?? 0, 17));
  expect([peers.scoreOf('one'), peers.scoreOf('two')]).toEqual([0, 0]);
  // What is proven stays; the rest is asked of the other one, whose word then stands against the first one's.
  expect(peers.network.sizes().headers).toBe(1);
  expect(peers.sent(one, 'headersWanted')).toEqual([]);
  expect(peers.sent(two, 'headersWanted')).toMatchObject([{ fromHeight: 2 }]);
  giveHeaders(peers, two);
  expect([peers.network.sizes().headers, peers.of('behind').at(-1)?.height]).toEqual([60, 60]);
  expect([peers.scoreOf('one'), peers.scoreOf('two')]).toEqual([0, 0]);
});

test('a peer that claims a head and serves nothing rests, loses the connection in the end, and is not banned', () => {
  const peers = new ScriptedPeers();
  const liar = peers.peer('liar', claim(60));
  let asked = 0;
  let reason: string | undefined;
  for (let second = 0; second < 120 && reason === undefined; second++) {
    peers.pass(1_000);
    asked += peers.sent(liar, 'headersWanted').length;
    reason = peers.ended(liar);
    if (second % 10 === 0) peers.say(liar, { kind: 'pong', number: 0 });
  }
  expect(reason).toBe('of no use: withheld');
  expect(asked).toBeGreaterThan(2);
  expect(peers.network.bans()).toEqual([]);
  expect(peers.of('behind').at(-1)?.height).toBeUndefined();
});

test('nobody is behind by the word of others: a proven header shows it, or a served block for a while', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(10));
  giveHeaders(peers, one, { verdictOf: () => 'unclear' });
  expect(peers.of('behind')).toEqual([]);
  const request = peers.sent(one, 'blocksWanted')[0]?.request ?? 0;
  for (const height of [1, 2]) peers.say(one, blockPart(request, height));
  expect(peers.of('behind')).toEqual([]);
  peers.head({ height: 1, hash: at(1).hash });
  expect(peers.of('behind')).toEqual([{ kind: 'behind', height: 10 }]);
  peers.step({ kind: 'blockChecked', hash: at(1).hash, verdict: 'valid' });
  const told: (number | undefined)[] = [];
  for (let second = 0; second < 30; second++) {
    peers.pass(1_000);
    judge(peers, () => 'unclear');
    told.push(...peers.of('behind').map(({ height }) => height));
  }
  expect(told).toEqual([undefined]);
});

test('the height that is told is the end of the proven headers, whatever peers say', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(60));
  const [wanted] = peers.sent(one, 'headersWanted');
  peers.say(one, headersPart(wanted?.request ?? 0, 1, 20));
  const [check] = peers.of('headerCertificates');
  const verdicts = Array.from({ length: 20 }, (_, index) => (index < 12 ? ('holds' as const) : ('unproven' as const)));
  peers.step({ kind: 'headerCertificatesChecked', token: check?.token ?? 0, verdicts });
  expect(peers.of('behind')).toEqual([{ kind: 'behind', height: 12 }]);
  peers.head({ height: 12, hash: at(12).hash });
  expect(peers.of('behind')).toEqual([{ kind: 'behind', height: undefined }]);
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
    if (peers.sent(liar, 'headersWanted').length > 0) asked.push(second);
    if (second % 10 === 0) peers.say(liar, { kind: 'pong', number: 0 });
  }
  // 5 s of rest, 5 s of silence, 10 s of rest, 5 s of silence, 20 s of rest.
  expect(asked).toEqual([5, 20, 45]);
  const other = peers.peer('other', claim(60));
  expect(peers.sent(other, 'headersWanted')).toHaveLength(1);
});

describe('a peer that sends a little now and then', () => {
  const DRIP_MS = CATCH_UP.silentMs - 1_000;

  /** Two peers that have the same blocks; the first one is asked for all of them. */
  function scene() {
    const { peers, one: slow, request } = withHeaders(CATCH_UP.blocks);
    const other = peers.peer('other', claim(CATCH_UP.blocks));
    return { peers, slow, other, request };
  }

  test('holds up the others no longer than one who is free to serve the rest', () => {
    const { peers, slow, other, request } = scene();
    expect(peers.sent(other, 'blocksWanted')).toEqual([]);
    peers.pass(DRIP_MS);
    peers.say(slow, blockPart(request, 1, { count: 1 }));
    peers.pass(DRIP_MS);
    peers.say(slow, blockPart(request, 1, { first: 1 }));
    expect(peers.of('decidedBlock').map(({ hash }) => hash)).toEqual([at(1).hash]);
    peers.pass(CATCH_UP.slowMs - 2 * DRIP_MS);
    const [wanted] = peers.sent(other, 'blocksWanted');
    expect([wanted?.fromHeight, wanted?.count]).toEqual([2, CATCH_UP.blocks - 1]);
    expect([peers.scoreOf('one'), peers.scoreOf('other')]).toEqual([-15, 0]);
    expect(peers.network.counters.timedOut.blocks).toBe(1);
  });

  test('goes on when nobody else has the blocks', () => {
    const { peers, one, request } = withHeaders(CATCH_UP.blocks);
    let sent = 0;
    for (let waited = 0; waited < 3 * CATCH_UP.slowMs; waited += DRIP_MS) {
      peers.pass(DRIP_MS);
      peers.say(one, blockPart(request, ++sent));
    }
    expect([peers.scoreOf('one'), peers.network.counters.timedOut.blocks]).toEqual([0, 0]);
    expect(sent).toBeGreaterThan(5);
  });
});

test('who ends a request early is asked after the others', () => {
  const { peers, one, request } = withHeaders(CATCH_UP.blocks);
  const other = peers.peer('other', claim(CATCH_UP.blocks));
  peers.say(one, blockPart(request, 1));
  peers.say(one, { kind: 'blocksEnd', request, refused: false, lowestHeight: 0 });
  expect(peers.sent(one, 'blocksWanted')).toEqual([]);
  expect(peers.sent(other, 'blocksWanted')).toMatchObject([{ fromHeight: 2 }]);
  expect(peers.scoreOf('one')).toBe(0);
});

test('a peer that has dropped old blocks is not blamed, and is asked only for what it has', () => {
  const peers = new ScriptedPeers();
  const pruned = peers.peer('pruned', claim(60));
  const request = peers.sent(pruned, 'headersWanted')[0]?.request ?? 0;
  peers.say(pruned, { kind: 'blocksEnd', request, refused: true, lowestHeight: 20 });
  // Nobody else has the blocks: who says that others are missing cannot keep this node from its work.
  expect(peers.of('behind')).toEqual([]);
  peers.pass(60_000);
  expect(peers.sent(pruned, 'headersWanted')).toEqual([]);
  expect(peers.scoreOf('pruned')).toBe(0);
  const whole = peers.peer('whole', claim(60));
  expect(peers.sent(whole, 'headersWanted')).toMatchObject([{ fromHeight: 1 }]);
  giveHeaders(peers, whole);
  expect(peers.sent(pruned, 'blocksWanted')).toEqual([]);
  peers.head({ height: 19, hash: at(19).hash });
  expect(peers.sent(pruned, 'blocksWanted')).toMatchObject([{ fromHeight: expect.toSatisfy((from) => from >= 20) }]);
});

test('a peer that vanishes while it serves blocks costs the range that it was asked for', () => {
  const { peers, one, request } = withHeaders(60);
  const two = peers.peer('two', claim(60));
  const [second] = peers.sent(two, 'blocksWanted');
  expect(second?.fromHeight).toBe(17);
  peers.say(one, blockPart(request, 1));
  peers.step({ kind: 'down', link: one, reason: 'gone' });
  const three = peers.peer('three', claim(60));
  expect(peers.sent(three, 'blocksWanted')).toMatchObject([{ fromHeight: 2, count: 15 }]);
  expect(peers.network.sizes().headers).toBe(60);
});
