/** Votes and certificates: checked once, passed on once, bounded by the set; a certificate travels without what its receiver has. */

import { expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import type { Vote } from '../../../engine/chain/vote.js';
import { precommitReference } from '../../../engine/network/voteRelay.js';
import { keyOf, signedVote } from '../../support/peerHost.js';
import { blockOf, ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';

const { hash } = blockOf([]);
const precommit = (index: number, block = hash): Vote =>
  signedVote(VALIDATORS[index] as Uint8Array, 'precommit', 1, block);

function accept(peers: ScriptedPeers, link: number, votes: readonly Vote[]): void {
  peers.say(link, { kind: 'votes', votes });
  const toCheck = peers.of('votes').flatMap((effect) => effect.votes);
  peers.step({ kind: 'votesChecked', link, votes: toCheck, accepted: toCheck, rejected: [] });
}

test('a vote is checked once and goes once to each peer that has not shown it', () => {
  const peers = new ScriptedPeers();
  const [one, two, three] = ['one', 'two', 'three'].map((name) => peers.peer(name)) as [number, number, number];
  peers.say(one, { kind: 'votes', votes: [precommit(0)] });
  expect(peers.of('votes').map(({ votes }) => votes.length)).toEqual([1]);
  peers.say(two, { kind: 'votes', votes: [precommit(0)] });
  expect(peers.effects).toEqual([]);
  const [vote] = [precommit(0)];
  peers.step({ kind: 'votesChecked', link: one, votes: [vote], accepted: [vote], rejected: [] });
  expect([one, two, three].map((link) => peers.sent(link, 'votes').length)).toEqual([0, 0, 1]);
  peers.say(three, { kind: 'votes', votes: [vote] });
  expect(peers.effects).toEqual([]);
});

test('votes of later heights are those of the set, too', () => {
  const peers = new ScriptedPeers();
  const [one, two] = ['one', 'two'].map((name) => peers.peer(name)) as [number, number];
  for (const height of [1, 2, 3]) {
    accept(peers, one, [signedVote(keyOf(`stranger ${height}`), 'prevote', height, hash)]);
    expect(peers.sent(two, 'votes'), `height ${height}`).toEqual([]);
  }
  expect(peers.network.sizes().votes).toBe(0);
});

test('of many rounds of one height the latest travel, and a new peer gets them', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const ownVotes = (round: number): Vote[] =>
    (['prevote', 'precommit'] as const).map((type) => ({ ...signedVote(keyOf('self'), type, 1, hash), round }));
  for (let round = 0; round < 100; round++) {
    peers.step({ kind: 'ownVotes', votes: ownVotes(round) });
    expect(peers.sent(one, 'votes').flatMap(({ votes }) => votes.map((vote) => vote.round))).toEqual([round, round]);
  }
  expect(peers.network.sizes().votes).toBe(64);
  const two = peers.peer('two');
  peers.say(two, { kind: 'votesWanted', height: 1 });
  const rounds = peers.sent(two, 'votes').flatMap(({ votes }) => votes.map(({ round }) => round));
  expect([Math.min(...rounds), Math.max(...rounds), rounds.length]).toEqual([68, 99, 64]);
});

test('a vote whose signature does not hold blames everybody who sent it', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const two = peers.peer('two');
  for (const round of [0, 1]) {
    const vote = { ...precommit(0), round, signature: new Uint8Array(3_309) };
    peers.say(one, { kind: 'votes', votes: [vote] });
    peers.say(two, { kind: 'votes', votes: [vote] });
    peers.step({ kind: 'votesChecked', link: one, votes: [vote], accepted: [], rejected: [vote] });
  }
  expect(peers.of('disconnect').map(({ reason }) => reason)).toEqual(['banned: invalidVote', 'banned: invalidVote']);
});

test('a false vote does not stand in the way of the true one with the same signature', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const two = peers.peer('two');
  const vote = precommit(0);
  peers.say(one, { kind: 'votes', votes: [{ ...vote, round: 3 }] });
  peers.say(two, { kind: 'votes', votes: [vote] });
  expect(peers.of('votes').flatMap(({ votes }) => votes.map(({ round }) => round))).toEqual([0]);
});

test('of one voter the votes for eight blocks pass and one signature for each', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  accept(peers, one, [precommit(0)]);
  peers.say(one, { kind: 'votes', votes: [{ ...precommit(0), signature: new Uint8Array(3_309).fill(4) }] });
  expect(peers.of('votes')).toEqual([]);
  for (let block = 1; block < 8; block++) accept(peers, one, [precommit(0, `a${block}`.repeat(32))]);
  expect(peers.network.sizes().votes).toBe(8);
  peers.say(one, { kind: 'votes', votes: [precommit(0, 'bb'.repeat(32))] });
  expect(peers.of('votes')).toEqual([]);
});

test('votes of strangers and of far heights are not checked, and cost nothing', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const far = signedVote(VALIDATORS[0] as Uint8Array, 'prevote', 9, hash);
  peers.say(one, { kind: 'votes', votes: [signedVote(keyOf('stranger'), 'prevote', 1, hash), far] });
  expect(peers.of('votes')).toEqual([]);
  expect(peers.scoreOf('one')).toBe(0);
});

test('what is checked for one peer at a time grows with the set, and the newest loses', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const two = peers.peer('two');
  const votes = Array.from({ length: 100 }, (_, round) => ({ ...precommit(round % 4), round }));
  peers.say(one, { kind: 'votes', votes });
  expect(peers.of('votes')[0]?.votes).toHaveLength(64 + 4 * 4);
  expect(peers.network.counters.droppedVotes).toBe(20);
  peers.say(two, { kind: 'votes', votes });
  expect(peers.of('votes')[0]?.votes).toHaveLength(20);
  expect(peers.scoreOf('one')).toBe(0);
});

test('own votes are offered again each block time, to a new peer too, until the height is decided', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  peers.step({ kind: 'ownVotes', votes: [precommit(1)] });
  expect(peers.sent(one, 'votes')).toHaveLength(1);
  peers.pass(400);
  expect(peers.sent(one, 'votes')).toHaveLength(1);
  const two = peers.peer('two');
  expect(peers.sent(two, 'votes')).toHaveLength(1);
  expect(peers.sent(two, 'votesWanted')).toEqual([{ kind: 'votesWanted', height: 1 }]);
  peers.head({ height: 1, hash });
  peers.pass(400);
  expect(peers.sent(one, 'votes')).toEqual([]);
});

test('votes wanted are answered from what is held', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  accept(peers, one, [precommit(0), precommit(1)]);
  const two = peers.peer('two');
  peers.say(two, { kind: 'votesWanted', height: 1 });
  expect(peers.sent(two, 'votes')[0]?.votes).toHaveLength(2);
  peers.say(two, { kind: 'votesWanted', height: 2 });
  expect(peers.effects).toEqual([]);
});

test('a certificate leaves without what its receiver has, and is put together there', () => {
  const votes = [precommit(0), precommit(1), precommit(2)];
  const certificate = makeCertificate(1, 0, fromHex(hash) as Uint8Array, votes);
  const sender = new ScriptedPeers();
  const [one, two] = [sender.peer('one'), sender.peer('two')];
  accept(sender, one, votes.slice(0, 2));
  sender.step({ kind: 'certified', certificate });
  // `one` has shown two, `two` was sent them.
  const [partial] = sender.sent(one, 'certificate');
  expect(partial?.partial.certificate.precommits).toHaveLength(1);
  expect([...(partial?.partial.leftOut ?? [])].sort()).toEqual(votes.slice(0, 2).map(precommitReference).sort());
  expect(sender.sent(two, 'certificate')[0]?.partial.leftOut).toHaveLength(2);

  const receiver = new ScriptedPeers();
  const from = receiver.peer('from');
  if (!partial) throw new Error('no certificate was sent');
  receiver.say(from, partial);
  expect(receiver.of('certificate')).toEqual([]);
  expect(receiver.sent(from, 'certificateWanted')).toEqual([{ kind: 'certificateWanted', height: 1, hash }]);
  accept(receiver, from, votes.slice(0, 2));
  receiver.say(from, partial);
  const [checked] = receiver.of('certificate');
  expect(checked?.certificate.precommits.map(precommitReference)).toEqual(
    certificate.precommits.map(precommitReference),
  );

  receiver.step({ kind: 'certificateChecked', link: from, certificate, holds: true });
  sender.say(two, { kind: 'certificateWanted', height: 1, hash });
  expect(sender.sent(two, 'certificate')[0]?.partial.leftOut).toEqual([]);
});

test('a certificate that does not hold is blamed on its sender; one that could not be checked is not', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  const certificate = makeCertificate(1, 0, fromHex(hash) as Uint8Array, [precommit(0)]);
  peers.say(one, { kind: 'certificate', partial: { certificate, leftOut: [] } });
  peers.step({ kind: 'certificateChecked', link: one, certificate, holds: undefined });
  expect(peers.ended(one)).toBeUndefined();
  peers.say(one, { kind: 'certificate', partial: { certificate, leftOut: [] } });
  peers.step({ kind: 'certificateChecked', link: one, certificate, holds: false });
  expect(peers.ended(one)).toBe('banned: invalidCertificate');
});
