/** Evidence of two blocks reaches the votes of the slot that it is about, and of no other one. */

import { expect, onTestFinished, test } from 'vitest';
import { type Evidence, evidenceOfBlocks, evidenceOfVotes } from '../../../engine/chain/evidence.js';
import { SlotEvidence } from '../../../engine/head/slotEvidence.js';
import { HeadScene } from '../../support/headScene.js';
import { LOW, MIDDLE, voteOf } from '../../support/votingScene.js';

async function opened(kept: readonly Evidence[] = []) {
  const scene = await HeadScene.open({ stakes: ['1003', '1002', '1001', '1000'], me: 2 });
  onTestFinished(() => scene.head.stop());
  const told: unknown[] = [];
  const { head } = scene;
  return {
    scene,
    told,
    slot: new SlotEvidence({ head, voter: { step: (event) => told.push(event) }, kept: { list: kept } }),
  };
}

async function twoBlocks(): Promise<Evidence> {
  const { scene } = await opened();
  return evidenceOfBlocks(scene.block(1).block, scene.block(2).block);
}

test('evidence of the open slot and its proposer is told to its votes, once it is shown and again when the slot opens', async () => {
  const evidence = await twoBlocks();
  const { scene, told, slot } = await opened([evidence]);
  const event = { kind: 'equivocation', height: 1, parentHash: scene.chain.tip.hash };
  slot.show(evidence);
  expect(told).toEqual([event]);
  slot.slotOpened();
  expect(told).toEqual([event, event]);
});

test('evidence of votes, of another height, parent or key is not', async () => {
  const { told, slot } = await opened();
  const evidence = await twoBlocks();
  if (evidence.kind !== 'blocks') throw new Error('no blocks');
  const { first } = evidence;
  const others = [{ height: 2 }, { prev_hash: LOW }, { proposer_pub_key: 'ab'.repeat(1_952) }];
  const pieces: Evidence[] = others.map((members) => ({
    ...evidence,
    first: { ...first, header: { ...first.header, ...members } },
  }));
  for (const piece of [...pieces, evidenceOfVotes(voteOf(0, 'prevote', 0, LOW), voteOf(0, 'prevote', 0, MIDDLE))])
    slot.show(piece);
  expect(told).toEqual([]);
});
