/** Headers first: each one follows the one before it and has a certificate of its block; whoever serves another one is a liar at once. */

import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import type { CertificateVerdict } from '../../../engine/network/events.js';
import { certifiedHeaderBytes } from '../../../engine/network/headerServer.js';
import { CATCH_UP, HEADERS } from '../../../engine/network/limits.js';
import type { CertifiedHeader, PeerMessage } from '../../../engine/network/messages.js';
import type { LinkId } from '../../../engine/network/net.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { signedVote } from '../../support/peerHost.js';
import { ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';
import { at, CHAIN, certified, chainOf, claim, giveHeaders, headersPart, judge } from '../../support/servedChain.js';

const FORK = chainOf(60, 7, [at(1), at(2)]);

/** What the last step has asked a peer for. */
const wantedOf = (peers: ScriptedPeers, link: LinkId) => {
  const [wanted] = peers.sent(link, 'headersWanted');
  if (!wanted) throw new Error('no headers were asked for');
  return wanted;
};
const headersOf = (request: number, fromHeight: number, headers: readonly CertifiedHeader[]): PeerMessage => ({
  kind: 'headersPart',
  request,
  fromHeight,
  headers,
});
const told = (peers: ScriptedPeers): number => peers.network.sizes().headers;

/** The header of a height with a member changed, under the certificate that it had. */
function changed(height: number, change: Partial<Header>): CertifiedHeader {
  const right = certified(height);
  return { ...right, headerBytes: headerBytes({ ...at(height).block.header, ...change }) };
}

/** The same, under a certificate that names it and that nobody has signed. */
function renamed(height: number, change: Partial<Header>): CertifiedHeader {
  const { headerBytes: bytes, proposerSignature, certificate } = changed(height, change);
  const hash = nativeProtocol.blockHash(bytes, Buffer.from(proposerSignature).toString('hex'));
  return {
    headerBytes: bytes,
    proposerSignature,
    certificate: { ...certificate, blockHash: fromHex(hash) as Uint8Array },
  };
}

const OTHER_HASH = 'ab'.repeat(32);
const CHANGES: readonly Partial<Header>[] = [
  { version: 2 },
  { chain_id: 'peers-2' },
  { height: 4 },
  { time: 9_999 },
  { prev_hash: OTHER_HASH },
  { tx_hash: OTHER_HASH },
  { proposer_pub_key: 'cd'.repeat(1_952) },
  { state_root: OTHER_HASH },
  { parent_commit: OTHER_HASH },
];

describe('a peer that serves a false header is a liar at once', () => {
  const FALSE: readonly (readonly [string, CertifiedHeader])[] = [
    ...CHANGES.map((change) => [`another ${Object.keys(change)[0]}`, changed(3, change)] as const),
    ['another signature', { ...certified(3), proposerSignature: certified(4).proposerSignature }],
    ['a header that is none', { ...certified(3), headerBytes: new Uint8Array([1, 2, 3]) }],
    ['the certificate of another block', { ...certified(3), certificate: at(4).certificate }],
    ['a certificate of another height', { ...certified(3), certificate: { ...at(3).certificate, height: 4 } }],
    ['a link to another block', renamed(3, { prev_hash: OTHER_HASH })],
    ['the header of another height', certified(4)],
  ];

  test.each(FALSE)('%s', (_, lie) => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersOf(request, 1, [certified(1), certified(2), lie, certified(4)]));
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    // Nothing of it was proven, so nothing of it stays; nobody else pays.
    expect([told(peers), peers.scoreOf('other')]).toEqual([0, 0]);
    expect(wantedOf(peers, other)).toMatchObject({ fromHeight: 1, count: 60 });
    giveHeaders(peers, other);
    expect(told(peers)).toBe(60);
  });

  test('headers that a quorum has signed stay when their peer lies later', () => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, 1, 2));
    judge(peers);
    peers.say(liar, headersOf(request, 3, [changed(3, { time: 1 })]));
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    expect(told(peers)).toBe(2);
    expect(wantedOf(peers, other)).toMatchObject({ fromHeight: 3, count: 58 });
  });

  test.each([
    ['a gap', 1, 3],
    ['a height again', 1, 1],
  ])('%s between two parts', (_, first, second) => {
    const { peers, liar } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, first, first));
    expect(peers.ended(liar)).toBeUndefined();
    peers.say(liar, headersPart(request, second, second + 2));
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
  });

  test('no headers at all, and more than were asked for', () => {
    for (const headers of [[], Array.from({ length: 4 }, (_, index) => certified(1 + index))]) {
      const peers = new ScriptedPeers();
      const liar = peers.peer('liar', claim(3));
      peers.say(liar, headersOf(wantedOf(peers, liar).request, 1, headers));
      expect(peers.ended(liar)).toBe('banned: wrongBlock');
    }
  });

  test('certificates of more bytes than were asked for', () => {
    const { peers, liar } = scene();
    const { request, mostBytes } = wantedOf(peers, liar);
    const voter = at(1).certificate.precommits[0];
    if (!voter) throw new Error('a certificate has votes');
    const heavy = (height: number): CertifiedHeader => ({
      ...certified(height),
      certificate: { ...at(height).certificate, precommits: new Array(800).fill(voter) },
    });
    let height = 0;
    let sent = 0;
    while (sent < mostBytes) {
      peers.say(liar, headersOf(request, ++height, [heavy(height)]));
      sent += certifiedHeaderBytes(heavy(height));
      expect(peers.ended(liar)).toBeUndefined();
    }
    peers.say(liar, headersOf(request, ++height, [heavy(height)]));
    expect([peers.ended(liar), height]).toEqual(['banned: wrongBlock', 3]);
  });
});

function scene(height = 60) {
  const peers = new ScriptedPeers();
  const liar = peers.peer('liar', claim(height));
  const asked = peers.effects;
  const other = peers.peer('other', claim(height));
  peers.effects = [...asked, ...peers.effects];
  return { peers, liar, other };
}

describe('certificates', () => {
  test('are checked in batches, in the order of heights, one batch at a time', () => {
    const { peers, liar } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60));
    const [check] = peers.of('headerCertificates');
    expect(check?.certificates.map(({ height }) => height)).toEqual(CHAIN.map((_, index) => index + 1));
    expect(HEADERS.checked).toBeGreaterThanOrEqual(60);
    peers.pass(10);
    expect(peers.of('headerCertificates').length).toBe(0);
    // A batch ends with the certificate that exceeds the bound of signatures.
    const votes = VALIDATORS.slice(1).map((key) => signedVote(key, 'precommit', 1, at(1).hash));
    const many = Array.from({ length: HEADERS.signatures / 2 }, (_, index) => votes[index % 3] as (typeof votes)[0]);
    const large = (height: number): CertifiedHeader => ({
      ...certified(height),
      certificate: makeCertificate(height, 0, fromHex(at(height).hash) as Uint8Array, many),
    });
    const { peers: more, liar: one } = scene(5);
    more.say(one, headersOf(wantedOf(more, one).request, 1, [large(1), large(2), large(3)]));
    const [first] = more.of('headerCertificates');
    expect(first?.certificates.map(({ height }) => height)).toEqual([1, 2]);
    more.step({ kind: 'headerCertificatesChecked', token: first?.token ?? 0, verdicts: ['holds', 'holds'] });
    expect(more.of('headerCertificates')[0]?.certificates.map(({ height }) => height)).toEqual([3]);
  });

  test('one that is false makes its peer a liar, and what rests on it goes', () => {
    const { peers, liar, other } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60));
    judge(peers, (height) => (height === 20 ? 'false' : 'holds'));
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    expect(told(peers)).toBe(19);
    expect(peers.of('behind').at(-1)).toEqual({ kind: 'behind', height: 19 });
    expect(wantedOf(peers, other)).toMatchObject({ fromHeight: 20 });
  });

  test('one that is false goes although a later one proves its header, and its peer with it', () => {
    const { peers, liar } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, 1, 60));
    const verdicts = (height: number): CertificateVerdict => (height === 20 ? 'unclear' : 'holds');
    const [check] = peers.of('headerCertificates');
    const heights = check?.certificates.map(({ height }) => height) ?? [];
    peers.step({ kind: 'headerCertificatesChecked', token: check?.token ?? 0, verdicts: heights.map(verdicts) });
    expect(peers.of('behind').at(-1)?.height).toBe(60);
    peers.pass(CATCH_UP.pauseMs);
    expect(peers.of('headerCertificates')[0]?.certificates.map(({ height }) => height)).toEqual([20]);
    judge(peers, () => 'false');
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    expect(told(peers)).toBe(19);
  });

  test('who has lied is blamed, too, when its headers are gone already', () => {
    const { peers, liar } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60));
    const [check] = peers.of('headerCertificates');
    peers.head({ height: 30, hash: at(30).hash });
    peers.step({ kind: 'headerCertificatesChecked', token: check?.token ?? 0, verdicts: ['false'] });
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
  });

  test('one of too little stake leaves its header unproven until its validators are known', () => {
    const { peers, liar, other } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60));
    judge(peers, (height) => (height < 20 ? 'holds' : 'unproven'));
    expect([told(peers), peers.scoreOf('liar')]).toEqual([60, 0]);
    expect(peers.of('behind').at(-1)?.height).toBe(19);
    peers.head({ height: 18, hash: at(18).hash });
    expect(peers.of('headerCertificates').length).toBe(0);
    // The next one is judged again, with the validators of its height, and those after it with it.
    peers.head({ height: 19, hash: at(19).hash });
    expect(peers.of('headerCertificates')[0]?.certificates[0]?.height).toBe(20);
    judge(peers, (height) => (height === 20 ? 'false' : 'unproven'));
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    expect([told(peers), peers.scoreOf('other')]).toEqual([0, 0]);
    expect(wantedOf(peers, other).fromHeight).toBe(20);
  });

  test('those of a new set hold when its first height is the next one', () => {
    const { peers, liar } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60));
    judge(peers, (height) => (height < 20 ? 'holds' : 'unproven'));
    peers.head({ height: 19, hash: at(19).hash });
    judge(peers);
    expect(peers.of('behind').at(-1)?.height).toBe(60);
    expect(peers.ended(liar)).toBeUndefined();
  });
});

describe('two peers', () => {
  test('a fork beside headers that are proven is a lie', () => {
    const { peers, liar, other } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 20));
    judge(peers);
    peers.step({ kind: 'down', link: liar, reason: 'gone' });
    const next = wantedOf(peers, other);
    expect(next.fromHeight).toBe(21);
    peers.say(other, headersPart(next.request, 21, 60, FORK));
    expect(peers.ended(other)).toBe('banned: wrongBlock');
    expect(told(peers)).toBe(20);
  });

  test('a fork beside unproven headers blames nobody, and both are asked in turn', () => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, 1, 20, FORK));
    judge(peers, (height) => (height <= 2 ? 'holds' : 'unproven'));
    peers.say(liar, { kind: 'blocksEnd', request, refused: false, lowestHeight: 0 });
    // Who ends early is asked after the others.
    const next = wantedOf(peers, other);
    expect(next.fromHeight).toBe(21);
    peers.say(other, headersPart(next.request, 21, 60));
    expect([peers.scoreOf('liar'), peers.scoreOf('other'), told(peers)]).toEqual([0, 0, 2]);
    expect(wantedOf(peers, other).fromHeight).toBe(3);
    giveHeaders(peers, other);
    expect([told(peers), peers.ended(liar), peers.ended(other)]).toEqual([60, undefined, undefined]);
  });

  test('one that vanishes in the middle of its headers costs what it had not sent', () => {
    const { peers, liar, other } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 30));
    peers.step({ kind: 'down', link: liar, reason: 'gone' });
    expect(told(peers)).toBe(30);
    expect(wantedOf(peers, other)).toMatchObject({ fromHeight: 31, count: 30 });
  });

  test('one that is silent is asked later, and the other one now', () => {
    const { peers, other } = scene();
    peers.pass(CATCH_UP.silentMs);
    expect(peers.network.counters.timedOut.headers).toBe(1);
    expect([peers.scoreOf('liar'), peers.scoreOf('other')]).toEqual([-15, 0]);
    expect(wantedOf(peers, other).fromHeight).toBe(1);
  });

  test('one that sends a header now and then holds up the others no longer than one who is free', () => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    const dripMs = CATCH_UP.silentMs - 1_000;
    peers.pass(dripMs);
    peers.say(liar, headersPart(request, 1, 1));
    peers.pass(dripMs);
    peers.say(liar, headersPart(request, 2, 2));
    peers.pass(CATCH_UP.slowMs - 2 * dripMs);
    expect(wantedOf(peers, other).fromHeight).toBe(3);
    expect(peers.network.counters.timedOut.headers).toBe(1);
    expect(peers.scoreOf('other')).toBe(0);
  });

  test('one that ends its answer early is asked after the others', () => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, 1, 1));
    peers.say(liar, { kind: 'blocksEnd', request, refused: false, lowestHeight: 0 });
    expect(peers.sent(liar, 'headersWanted')).toEqual([]);
    expect(wantedOf(peers, other).fromHeight).toBe(2);
    expect(peers.scoreOf('liar')).toBe(0);
  });

  test('an answer that nobody waits for changes nothing', () => {
    const { peers, liar, other } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(other, headersPart(request, 1, 60));
    expect(told(peers)).toBe(0);
    peers.step({ kind: 'headerCertificatesChecked', token: 99, verdicts: ['false'] });
    expect([peers.scoreOf('liar'), peers.scoreOf('other')]).toEqual([0, 0]);
  });
});

describe('the head', () => {
  test('moves past headers, also past those that are under way', () => {
    const { peers, liar } = scene();
    const { request } = wantedOf(peers, liar);
    peers.say(liar, headersPart(request, 1, 10));
    judge(peers);
    peers.head({ height: 14, hash: at(14).hash });
    expect(told(peers)).toBe(0);
    peers.say(liar, headersPart(request, 11, 60));
    expect([told(peers), peers.ended(liar)]).toEqual([46, undefined]);
  });

  test('that is another block than its header says makes the peer a liar, and the chain begins anew', () => {
    const { peers, liar, other } = scene();
    peers.say(liar, headersPart(wantedOf(peers, liar).request, 1, 60, FORK));
    judge(peers, (height) => (height <= 2 ? 'holds' : 'unproven'));
    peers.head({ height: 3, hash: at(3).hash });
    expect(peers.ended(liar)).toBe('banned: wrongBlock');
    expect(told(peers)).toBe(0);
    expect(wantedOf(peers, other)).toMatchObject({ fromHeight: 4 });
  });
});

test('headers and bytes ahead of the head are bounded, and more is asked for when the head moves', () => {
  const { peers, liar } = scene();
  let { request } = wantedOf(peers, liar);
  peers.say(liar, { kind: 'status', status: { ...claim(60).status, height: 100_000 } });
  const voter = at(1).certificate.precommits[0];
  if (!voter) throw new Error('a certificate has votes');
  const heavy = (height: number): CertifiedHeader => ({
    ...certified(height),
    certificate: { ...at(height).certificate, precommits: new Array(1_000).fill(voter) },
  });
  const { perRequest, requestBytes } = HEADERS;
  expect(perRequest).toBeLessThan(HEADERS.ahead);
  let next = 1;
  for (let turns = 0; turns < 100; turns++) {
    peers.say(liar, headersOf(request, next, [heavy(next)]));
    next++;
    peers.say(liar, headersOf(request, next, [heavy(next)]));
    next++;
    peers.say(liar, { kind: 'blocksEnd', request, refused: false, lowestHeight: 0 });
    const [again] = peers.sent(liar, 'headersWanted');
    if (!again) break;
    expect(again).toMatchObject({ fromHeight: next, mostBytes: requestBytes });
    request = again.request;
  }
  const each = certifiedHeaderBytes(heavy(1));
  expect(told(peers) * each).toBeGreaterThanOrEqual(HEADERS.bytes);
  expect(told(peers) * each).toBeLessThan(HEADERS.bytes + requestBytes + each);
  peers.head({ height: 4, hash: at(4).hash });
  expect(peers.sent(liar, 'headersWanted')).toMatchObject([{ fromHeight: next }]);
});

test('where only the window is the bound, headers are asked for by half a request at least', () => {
  const long = chainOf(HEADERS.ahead + 200);
  const peers = new ScriptedPeers();
  const one = peers.peer('one', claim(long.length, long));
  const behind: (number | undefined)[] = [];
  while (peers.sent(one, 'headersWanted').length > 0) {
    giveHeaders(peers, one, { chain: long });
    behind.push(...peers.of('behind').map(({ height }) => height));
  }
  expect(told(peers)).toBeGreaterThan(HEADERS.ahead - HEADERS.perRequest / 2);
  expect(told(peers)).toBeLessThanOrEqual(HEADERS.ahead);
  // The chain goes on beyond what fits: as far as peers say.
  expect(behind.at(-1)).toBe(long.length);
  peers.head({ height: 10, hash: at(10, long).hash });
  expect(peers.sent(one, 'headersWanted')).toEqual([]);
  peers.head({ height: HEADERS.perRequest, hash: at(HEADERS.perRequest, long).hash });
  expect(wantedOf(peers, one)).toMatchObject({ count: HEADERS.perRequest });
});
