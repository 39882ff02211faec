/** What a key signs: each slot and each vote once, nothing before its journal is durable, nothing at all when a journal is missing. */

import { expect, onTestFinished, test } from 'vitest';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { VoteIntent } from '../../../engine/chain/vote.js';
import { emptyVoteJournal, readVoteRecord } from '../../../engine/consensus/voteJournal.js';
import { Signer } from '../../../engine/head/signer.js';
import { BatchWriter } from '../../../engine/store/batch.js';
import { metaKey } from '../../../engine/store/keys.js';
import { recover } from '../../../engine/store/recovery.js';
import { HeadScene, type HeadSceneOptions } from '../../support/headScene.js';
import { fullDisk } from '../../support/memoryStore.js';

const [ONE, OTHER] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
const prevote = (blockHash: string, round = 0, height = 1): VoteIntent => ({
  type: 'prevote',
  height,
  round,
  blockHash,
});

async function opened(options: HeadSceneOptions): Promise<HeadScene> {
  const scene = await HeadScene.open(options);
  onTestFinished(() => scene.head.stop());
  return scene;
}

/** A directory in which one validator has made a block. */
async function withBlock(stakes = ['1000'], me = 0): Promise<HeadScene> {
  const scene = await opened({ stakes, me });
  if (me === 0) await scene.propose();
  else {
    const { block, hash } = scene.block();
    await scene.head.bringIn(block, [], scene.certificate([0, 1, 3], hash));
  }
  await scene.until('a tip', () => scene.chain.tip.height === 1);
  await scene.settled();
  return scene;
}

const messageOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && isRefusal(answer as object)
    ? (answer as Refusal).message
    : undefined;

async function restored(scene: HeadScene): Promise<unknown> {
  const { rules, signer, store, verifier, log } = scene;
  const again = new Signer({ rules, publicKey: signer.publicKey, store, verifier, log, measures: scene.measures });
  return again.restore(await recover(store, rules));
}

test('a slot is signed once: the same header gives the same block, another one a refusal', async () => {
  const scene = await opened({ stakes: ['1000'] });
  const [first, other] = [1, 2].map((slot) => {
    const candidate = scene.build(slot);
    candidate.prepared.revert();
    return candidate;
  }) as [ReturnType<HeadScene['build']>, ReturnType<HeadScene['build']>];
  const block = await scene.signer.block(first);
  if (isRefusal(block)) throw new Error(block.message);
  expect(await scene.signer.block(first)).toBe(block);
  expect(messageOf(await scene.signer.block(other))).toMatch(/height 1 is signed; height 1 will not be signed again/);
  expect(scene.signer.blockAbove(scene.chain.tip)).toBe(block);
  expect([scene.signer.hasSigned(1), scene.signer.hasSigned(2), scene.signer.height]).toEqual([true, false, 1]);
});

test('votes are durable when they are answered; the same again are the same bytes, others are refused', async () => {
  const scene = await opened({ stakes: ['1000'] });
  const votes = await scene.signer.votes([prevote(ONE)], []);
  if (isRefusal(votes)) throw new Error(votes.message);
  const record = readVoteRecord((await scene.store.journalRead('votes')) ?? new Uint8Array());
  expect(isRefusal(record) ? record : record.votes).toEqual(votes);
  expect(await scene.signer.votes([prevote(ONE)], [])).toEqual(votes);
  expect(messageOf(await scene.signer.votes([prevote(OTHER)], []))).toMatch(/another prevote for height 1, round 0/);
  expect(messageOf(await scene.signer.votes([prevote(ONE, 1), prevote(OTHER, 0)], []))).toMatch(/another prevote/);
  expect(await scene.signer.votes([prevote(OTHER, 1)], [])).toMatchObject([{ round: 1, blockHash: OTHER }]);
});

test('a vote whose record could not be made durable is not answered, and the next attempt gives it', async () => {
  let isFailing = false;
  const scene = await opened({
    stakes: ['1000'],
    at: (point) => {
      if (isFailing && point === 'votes-write') throw fullDisk(point);
    },
  });
  isFailing = true;
  await expect(scene.signer.votes([prevote(ONE)], [])).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  isFailing = false;
  expect(await scene.signer.votes([prevote(ONE)], [])).toMatchObject([{ blockHash: ONE }]);
});

test('a signer that is busy leaves no trace', async () => {
  const scene = await opened({ stakes: ['1000'] });
  const sign = scene.verifier.sign.bind(scene.verifier);
  scene.verifier.sign = async () => refuse('busy', 'no thread is free');
  const before = await scene.store.journalRead('votes');
  expect(messageOf(await scene.signer.votes([prevote(ONE)], []))).toBe('no thread is free');
  scene.verifier.sign = () => Promise.reject(new Error('died'));
  expect(await scene.signer.votes([prevote(ONE)], [])).toMatchObject({ code: 'internal' });
  expect(await scene.store.journalRead('votes')).toEqual(before);
  scene.verifier.sign = sign;
  expect(await scene.signer.votes([prevote(OTHER)], [])).toMatchObject([{ blockHash: OTHER }]);
});

test('a process that voted in this directory while the database was closed is noticed, and its record stays', async () => {
  const scene = await opened({ stakes: ['1000'] });
  await scene.signer.votes([prevote(ONE)], []);
  const ours = (await scene.store.journalRead('votes')) ?? new Uint8Array();
  scene.signer.suspend();
  expect(await scene.signer.votes([prevote(ONE, 1)], [])).toMatchObject({ code: 'busy' });
  expect(await scene.signer.compare()).toBeUndefined();
  expect(await scene.signer.votes([prevote(ONE, 1)], [])).toHaveLength(1);
  const { rules, store, verifier, log, measures } = scene;
  const other = new Signer({ rules, publicKey: scene.signer.publicKey, store, verifier, log, measures });
  expect(messageOf(await other.restore(await recover(store, rules)))).toBeUndefined();
  scene.signer.suspend();
  await other.votes([prevote(ONE, 2)], []);
  const theirs = await store.journalRead('votes');
  expect(messageOf(await scene.signer.compare())).toMatch(/^another process has signed with this data directory/);
  expect(await scene.signer.votes([prevote(OTHER, 2)], [])).toMatchObject({ code: 'busy' });
  expect(await store.journalRead('votes')).toEqual(theirs);
  // An older copy of the own record is another one, too.
  await store.journalWrite(ours, 'votes');
  expect(messageOf(await scene.signer.compare())).toMatch(/another process has signed/);
});

test.each(['votes-begin', 'votes-rename'] as const)(
  'after a failure at %s the record that the file holds is its own, also after a second failure',
  async (place) => {
    let point: string | undefined;
    const scene = await opened({
      stakes: ['1000'],
      at: (at) => {
        if (at === point) throw fullDisk(at);
      },
    });
    expect(await scene.signer.compare()).toBeUndefined();
    await scene.signer.votes([prevote(ONE)], []);
    for (const [attempt, where] of [place, 'votes-begin'].entries()) {
      point = where;
      const votes = [prevote(ONE, 1 + attempt)];
      await expect(scene.signer.votes(votes, [])).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
      scene.signer.suspend();
      expect(await scene.signer.compare()).toBeUndefined();
    }
    point = undefined;
    expect(await scene.signer.votes([prevote(ONE, 1)], [])).toHaveLength(1);
    expect(await scene.signer.compare()).toBeUndefined();
  },
);

test('a missing vote journal beside a chain is a refusal for a key that may have voted', async () => {
  const scene = await withBlock();
  expect(messageOf(await restored(scene))).toBeUndefined();
  scene.disks.at('/memory').removeJournal('votes');
  expect(messageOf(await restored(scene))).toMatch(/^the vote journal is lost while the chain stands at height 1/);
  const member = await withBlock(['1003', '1002', '1001', '1000'], 2);
  member.disks.at('/memory').removeJournal('votes');
  expect(messageOf(await restored(member))).toMatch(/^the vote journal is lost while the chain stands at height 1/);
});

test('a directory of a version without certificates begins a vote journal that ends at its tip', async () => {
  const scene = await withBlock();
  scene.disks.at('/memory').removeJournal('votes');
  const batch = new BatchWriter();
  batch.delete(metaKey('certificate'));
  await scene.store.commit({ batch: batch.finish() });
  expect(messageOf(await restored(scene))).toBeUndefined();
  const record = readVoteRecord((await scene.store.journalRead('votes')) ?? new Uint8Array());
  expect(record).toMatchObject({ height: 1, votes: [] });
});

test('a vote journal of another chain or key is a refusal', async () => {
  const scene = await withBlock();
  const { chainId } = scene.rules.genesis;
  await scene.store.journalWrite(emptyVoteJournal('other-1', scene.signer.publicKey, 1), 'votes');
  expect(messageOf(await restored(scene))).toMatch(/belongs to chain other-1/);
  await scene.store.journalWrite(emptyVoteJournal(chainId, new Uint8Array(1_952).fill(7), 1), 'votes');
  expect(messageOf(await restored(scene))).toMatch(/belongs to another key than node-keys.json/);
});
