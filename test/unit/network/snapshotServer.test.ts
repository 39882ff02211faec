/** Serving snapshots: who asks too much loses, and nobody else. */

import { expect, test } from 'vitest';
import { SNAPSHOT_OFFERS, SNAPSHOT_SERVE } from '../../../engine/network/limits.js';
import type { LinkId } from '../../../engine/network/net.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';

const id = 'ab'.repeat(32);
const want = (peers: ScriptedPeers, link: LinkId, request: number, part = 1) =>
  peers.say(link, { kind: 'snapshotPartWanted', request, id, part, offset: 0 });
const read = (peers: ScriptedPeers): number => peers.of('readSnapshotPart')[0]?.token ?? Number.NaN;

test('what there is is told, at most so much of it', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one');
  peers.say(link, { kind: 'snapshotsWanted', request: 5, height: 9 });
  const [asked] = peers.of('readSnapshots');
  expect(asked).toMatchObject({ height: 9 });
  const offer = { height: 8, hash: id, id, parts: 2, bytes: 10 };
  const snapshots = Array.from({ length: SNAPSHOT_OFFERS + 3 }, () => offer);
  peers.step({ kind: 'snapshotsRead', token: asked?.token ?? 0, snapshots, blockHash: id });
  const [answer] = peers.sent(link, 'snapshotsOffered');
  expect(answer).toMatchObject({ request: 5, blockHash: id });
  expect(answer?.snapshots.length).toBe(SNAPSHOT_OFFERS);
});

test('pieces are read one at a time for each peer, and sent in order', () => {
  const peers = new ScriptedPeers();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  want(peers, one, 1, 4);
  const first = read(peers);
  want(peers, one, 2, 5);
  expect(peers.of('readSnapshotPart')).toEqual([]);
  want(peers, two, 3, 6);
  expect(peers.of('readSnapshotPart')).toMatchObject([{ part: 6 }]);
  peers.step({ kind: 'snapshotPartRead', token: first, bytes: Uint8Array.of(9) });
  expect(peers.sent(one, 'snapshotPart')).toMatchObject([{ request: 1, refused: false }]);
  expect(peers.of('readSnapshotPart')).toMatchObject([{ part: 5 }]);
  // What is not here any more is refused.
  peers.step({ kind: 'snapshotPartRead', token: read(peers), bytes: undefined });
  expect(peers.sent(one, 'snapshotPart')).toMatchObject([{ request: 2, refused: true }]);
});

test('the newest request of a peer that asks too much is refused', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one');
  for (let request = 0; request <= SNAPSHOT_SERVE.requests; request++) {
    want(peers, link, request);
    expect(peers.sent(link, 'snapshotPart')).toEqual([]);
  }
  want(peers, link, 77);
  expect(peers.sent(link, 'snapshotPart')).toMatchObject([{ request: 77, refused: true }]);
});

test('with no free place the peer that was served longest ago loses what waits', () => {
  const peers = new ScriptedPeers();
  const links = Array.from({ length: SNAPSHOT_SERVE.peers }, (_, at) => peers.peer(`peer ${at}`));
  const newest = peers.peer('newest');
  // The first request of the first peers is read at once, so they were served longest ago.
  for (const link of links) for (const request of [1, 2, 3]) want(peers, link, request);
  want(peers, newest, 9);
  const refusals = links.map((link) => peers.sent(link, 'snapshotPart').map(({ request }) => request));
  expect(refusals).toEqual(links.map((_, at) => (at === 0 ? [2, 3] : [])));
  expect(peers.sent(newest, 'snapshotPart')).toEqual([]);
});

test('nothing is read for a peer that takes nothing', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one');
  peers.waitingBytes = 1e9;
  let reads = 0;
  for (let request = 0; request < 30; request++) {
    want(peers, link, request);
    for (let token = read(peers); !Number.isNaN(token); token = read(peers)) {
      reads++;
      peers.step({ kind: 'snapshotPartRead', token, bytes: new Uint8Array(512 * 1024) });
    }
  }
  expect(reads).toBe(SNAPSHOT_SERVE.linkBytes / (512 * 1024));
  peers.waitingBytes = 0;
  peers.step({ kind: 'drained', link });
  expect(peers.of('readSnapshotPart').length).toBe(1);
});

test('a peer that is gone leaves nothing behind', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one');
  for (const request of [1, 2, 3]) want(peers, link, request);
  peers.step({ kind: 'down', link, reason: 'gone' });
  peers.pass(60_000);
  expect(peers.of('readSnapshotPart')).toEqual([]);
});
