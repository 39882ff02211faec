/** What peers send for the open slot: the verdicts by which the network judges them. */

import { expect, onTestFinished, test } from 'vitest';
import { PeerBlocks } from '../../../engine/head/peerBlocks.js';
import { ReplayGuard } from '../../../engine/ledger/replayGuard.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import type { NetworkEvent } from '../../../engine/network/events.js';
import { HeadScene, type SceneBlock } from '../../support/headScene.js';

const LIMITS = { transactions: 10, bytes: 10_000, perSender: 10, senderBytes: 10_000 };
/** Block times that the clock of the scene is behind: more than a receiver accepts. */
const AHEAD = 200;

async function opened() {
  const scene = await HeadScene.open({ stakes: ['1003', '1002', '1001', '1000'], me: 2 });
  const verdicts: string[] = [];
  const { rules, head, voter, verifier, timers, log, time } = scene;
  const blocks = new PeerBlocks(
    {
      ...{ rules, head, voter, verifier, timers, log },
      mempool: new Mempool(LIMITS, new ReplayGuard()),
      now: () => time.clock.now(),
      onDecided: () => {},
    },
    (event: NetworkEvent) => void (event.kind === 'headerChecked' && verdicts.push(event.verdict)),
  );
  onTestFinished(async () => {
    await blocks.stop();
    await head.stop();
  });
  const header = ({ block, hash }: SceneBlock) => blocks.header({ ...block, hash });
  return { scene, verdicts, header };
}

test('a header that cannot hold is invalid, one that holds may be passed on', async () => {
  const { scene, verdicts, header } = await opened();
  await header(scene.block(1, (one) => one, 1));
  await header(scene.block(1));
  expect(verdicts).toEqual(['invalid', 'holds']);
});

test('a block ahead of the clock waits; when it has become the tip meanwhile, nobody is to blame', async () => {
  const { scene, verdicts, header } = await opened();
  const early = scene.block(AHEAD);
  await header(early);
  expect(verdicts).toEqual(['early']);
  expect(await scene.head.bringIn(early.block, [], scene.certificate([0, 1, 3], early.hash))).toBeUndefined();
  expect(scene.chain.tip.hash).toBe(early.hash);
  await scene.time.pass(10 * 60_000);
  expect(verdicts).toEqual(['early', 'unclear']);
});
