/** Logs of the services among peers: who is told of what, who is asked for what, and what follows from an answer. */

import { expect, test } from 'vitest';
import { refuse } from '../../../engine/base/refusal.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { SERVICE_FORWARDS, SERVICE_LOGS } from '../../../engine/network/limits.js';
import type { ServiceLogMark } from '../../../engine/network/messages.js';
import type { LinkId } from '../../../engine/network/net.js';
import type { RunsOutcome } from '../../../engine/network/serviceEvents.js';
import { keyOf } from '../../support/peerHost.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';

const idOf = (name: string): string => sha256Hex(keyOf(name));
const [SELF, FRIEND, OTHER] = ['self', 'friend', 'other'].map(idOf) as [string, string, string];

const mark = (origin: string, last: number, isPrivate = false): ServiceLogMark => ({ origin, isPrivate, last });

/** This node has its own logs to number 4, and those of a friend. It names only the friend. */
function scene(): ScriptedPeers {
  const peers = new ScriptedPeers({ servicePeers: new Set([FRIEND]) });
  const own = [mark(SELF, 4), mark(SELF, 4, true), mark(FRIEND, 2, true), mark(OTHER, 7)];
  peers.step({ kind: 'serviceMarks', marks: own.map((each) => ({ ...each, isStopped: false })), isWhole: true });
  return peers;
}

const say = (peers: ScriptedPeers, link: LinkId, ...marks: ServiceLogMark[]) =>
  peers.say(link, { kind: 'serviceLogs', marks });
const asked = (peers: ScriptedPeers, link: LinkId) => peers.sent(link, 'serviceRunsWanted');

/** Answers the question that was sent last, and says what came of the answer. */
function answer(peers: ScriptedPeers, link: LinkId, request: number, outcome: RunsOutcome, last: number): void {
  peers.say(link, { kind: 'serviceRuns', request, runs: Uint8Array.of(1) });
  const token = peers.of('serviceRuns')[0]?.token ?? Number.NaN;
  peers.step({ kind: 'serviceRunsChecked', token, outcome, last });
}

test('a private series is shown to a named node only, and nothing of it is served to a stranger', () => {
  const peers = scene();
  const [friend, stranger] = [peers.up('friend'), peers.up('stranger')];
  peers.say(friend, peers.introduction('friend'));
  expect(peers.sent(friend, 'serviceLogs')[0]?.marks).toHaveLength(4);
  peers.say(stranger, peers.introduction('stranger'));
  expect(peers.sent(stranger, 'serviceLogs')[0]?.marks).toEqual([mark(SELF, 4), mark(OTHER, 7)]);
  for (const [link, origin, isPrivate, reads] of [
    [stranger, SELF, true, 0],
    [stranger, FRIEND, true, 0],
    [friend, OTHER, true, 0],
    [friend, SELF, true, 1],
    [stranger, SELF, false, 1],
  ] as const) {
    peers.say(link, { kind: 'serviceRunsWanted', request: 1, origin, isPrivate, from: 1 });
    expect(peers.of('readServiceRuns')).toHaveLength(reads);
    expect(peers.sent(link, 'serviceRuns')).toEqual([]);
    for (const { token } of peers.of('readServiceRuns'))
      peers.step({ kind: 'serviceRunsRead', token, runs: Uint8Array.of(5) });
    expect(peers.sent(link, 'serviceRuns')).toHaveLength(reads);
  }
});

test('growth of a private series is told to named nodes only', () => {
  const peers = scene();
  const [friend, stranger] = [peers.peer('friend'), peers.peer('stranger')];
  peers.pass(SERVICE_LOGS.tellMs);
  peers.step({ kind: 'serviceMarks', marks: [{ ...mark(SELF, 5, true), isStopped: false }], isWhole: false });
  peers.pass(SERVICE_LOGS.tellMs);
  expect(peers.sent(friend, 'serviceLogs')).toMatchObject([{ marks: [mark(SELF, 5, true)] }]);
  expect(peers.sent(stranger, 'serviceLogs')).toEqual([]);
});

test('what peers have more of is asked for: one request for each peer, one peer for each log, behind what is here', () => {
  const peers = scene();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  say(peers, one, mark(OTHER, 9), mark(idOf('third'), 1));
  expect(asked(peers, one)).toMatchObject([{ origin: OTHER, from: 8 }]);
  const { request } = asked(peers, one)[0] as { request: number };
  say(peers, two, mark(OTHER, 9));
  expect(asked(peers, two)).toEqual([]);
  answer(peers, one, request, 'kept', 9);
  expect(asked(peers, one)).toMatchObject([{ origin: idOf('third'), from: 1 }]);
  expect(asked(peers, two)).toEqual([]);
});

test('the log of a peer is asked of that peer while it answers, whoever else has it', () => {
  const peers = scene();
  const [relay, other] = [peers.peer('relay'), peers.peer('other')];
  const third = idOf('third');
  say(peers, other, mark(OTHER, 9), mark(third, 20));
  expect(asked(peers, other)).toMatchObject([{ origin: third }]);
  say(peers, relay, mark(OTHER, 9));
  expect(asked(peers, relay)).toEqual([]);
  peers.pass(SERVICE_LOGS.silentMs);
  expect(asked(peers, relay)).toMatchObject([{ origin: OTHER, from: 8 }]);
});

test('private marks of strangers, and of nodes that are not named, are not followed', () => {
  const peers = scene();
  const [friend, stranger] = [peers.peer('friend'), peers.peer('stranger')];
  say(peers, stranger, mark(FRIEND, 9, true), mark(idOf('stranger'), 9, true));
  expect(asked(peers, stranger)).toEqual([]);
  say(peers, friend, mark(OTHER, 9, true));
  expect(asked(peers, friend)).toEqual([]);
  say(peers, friend, mark(FRIEND, 9, true));
  expect(asked(peers, friend)).toMatchObject([{ origin: FRIEND, isPrivate: true, from: 3 }]);
});

test('a peer that has sent what does not hold is blamed, and another one is asked', () => {
  const peers = scene();
  const [liar, other] = [peers.peer('liar'), peers.peer('honest')];
  say(peers, liar, mark(OTHER, 9));
  const { request } = asked(peers, liar)[0] as { request: number };
  say(peers, other, mark(OTHER, 9));
  answer(peers, liar, request, 'wrong', 7);
  expect(asked(peers, other)).toMatchObject([{ origin: OTHER, from: 8 }]);
  expect(peers.network.counters.faults).toEqual({ wrongServiceRuns: 1 });
});

test('after each other outcome nobody is blamed: a stopped log is left, others are asked for again in time', () => {
  for (const [outcome, ms] of [
    ['later', SERVICE_LOGS.laterMs],
    ['failed', SERVICE_LOGS.laterMs],
    ['full', SERVICE_LOGS.fullMs],
    ['stopped', undefined],
    ['unreadable', undefined],
  ] as const) {
    const peers = scene();
    const link = peers.peer('one');
    say(peers, link, mark(OTHER, 9));
    const { request } = asked(peers, link)[0] as { request: number };
    answer(peers, link, request, outcome, 7);
    expect(asked(peers, link), outcome).toEqual([]);
    peers.pass((ms ?? SERVICE_LOGS.fullMs) - 10);
    expect(asked(peers, link), outcome).toEqual([]);
    peers.pass(20);
    expect(asked(peers, link), outcome).toHaveLength(ms === undefined ? 0 : 1);
    expect(peers.network.counters.faults).toEqual({});
  }
});

test('a silent peer rests, and another one is asked', () => {
  const peers = scene();
  const [silent, other] = [peers.peer('silent'), peers.peer('awake')];
  say(peers, silent, mark(OTHER, 9));
  say(peers, other, mark(OTHER, 9));
  peers.pass(SERVICE_LOGS.silentMs);
  expect(asked(peers, other)).toHaveLength(1);
  expect(peers.network.counters.timedOut.services).toBe(1);
});

test('the own log is published when a peer is there that has no more of it', () => {
  const peers = scene();
  const ahead = peers.peer('ahead');
  say(peers, ahead, mark(SELF, 6));
  expect(peers.of('publishServiceLog')).toEqual([]);
  const { request } = asked(peers, ahead)[0] as { request: number };
  answer(peers, ahead, request, 'kept', 6);
  expect(peers.of('publishServiceLog')).toHaveLength(1);
});

test('the services are begun when a peer has logs', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one');
  say(peers, link);
  expect(peers.of('openServices')).toEqual([]);
  say(peers, link, mark(OTHER, 3));
  expect(peers.of('openServices')).toHaveLength(1);
  peers.step({ kind: 'serviceMarks', marks: [], isWhole: true });
  expect(asked(peers, link)).toMatchObject([{ origin: OTHER, from: 1 }]);
});

test('a request goes to its home, and its answer or refusal comes back; without one its client is told', () => {
  const peers = scene();
  const link = peers.peer('friend');
  const body = Uint8Array.of(1, 2);
  const forward = (token: number, home = FRIEND, bytes = body) =>
    peers.step({ kind: 'forwardService', token, home, service: 'vote', body: bytes });
  for (const given of [Uint8Array.of(7), refuse('not_found', 'no proposal')]) {
    forward(1);
    const [sent] = peers.sent(link, 'serviceForward');
    expect(sent).toMatchObject({ service: 'vote', body: Buffer.from(body) });
    peers.say(link, { kind: 'serviceForwarded', request: sent?.request ?? 0, answer: given });
    expect(peers.of('serviceForwarded')).toMatchObject([
      { token: 1, answer: given instanceof Uint8Array ? Buffer.from(given) : given },
    ]);
  }
  forward(2, OTHER);
  expect(peers.of('serviceForwarded')).toEqual([{ kind: 'serviceForwarded', token: 2, answer: undefined }]);
  forward(3, FRIEND, new Uint8Array(SERVICE_FORWARDS.bytes + 1));
  expect(peers.of('serviceForwarded')).toMatchObject([{ token: 3, answer: undefined }]);
  forward(4);
  peers.pass(SERVICE_FORWARDS.silentMs);
  expect(peers.of('serviceForwarded')).toMatchObject([{ token: 4, answer: undefined }]);
  forward(5);
  peers.step({ kind: 'down', link, reason: 'cut' });
  expect(peers.of('serviceForwarded')).toMatchObject([{ token: 5, answer: undefined }]);
});

test('logs that a peer only speaks of take no place of others', () => {
  const peers = new ScriptedPeers({});
  peers.step({ kind: 'serviceMarks', marks: [], isWhole: true });
  const [liar, honest] = [peers.peer('liar'), peers.peer('honest')];
  for (let count = 0; count < SERVICE_LOGS.logs; count++) {
    say(peers, liar, mark(idOf(`nobody ${count}`), 1));
    const [{ request } = { request: Number.NaN }] = asked(peers, liar);
    peers.say(liar, { kind: 'serviceRuns', request, runs: new Uint8Array() });
  }
  say(peers, honest, mark(OTHER, 1));
  expect(asked(peers, honest)).toMatchObject([{ origin: OTHER, from: 1 }]);
});
