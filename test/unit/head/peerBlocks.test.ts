/** What peers send for the open slot: the verdicts by which the network judges them. */

import { expect, onTestFinished, test } from 'vitest';
import type { Certificate } from '../../../engine/chain/certificate.js';
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
  const judged: (readonly string[])[] = [];
  const { rules, head, voter, verifier, timers, log, time } = scene;
  const blocks = new PeerBlocks(
    {
      ...{ rules, head, voter, verifier, timers, log },
      mempool: new Mempool(LIMITS, new ReplayGuard()),
      now: () => time.clock.now(),
      onDecided: () => {},
    },
    (event: NetworkEvent) => {
      if (event.kind === 'headerChecked') verdicts.push(event.verdict);
      if (event.kind === 'headerCertificatesChecked') judged.push(event.verdicts);
    },
  );
  onTestFinished(async () => {
    await blocks.stop();
    await head.stop();
  });
  const certificateVerdicts = async (...certificates: Certificate[]): Promise<readonly string[] | undefined> => {
    await blocks.headerCertificates(7, certificates);
    return judged.pop();
  };
  const header = ({ block, hash }: SceneBlock) => blocks.header({ ...block, hash });
  return { scene, verdicts, header, certificateVerdicts };
}

test('a header that cannot hold is invalid, one that holds may be passed on', async () => {
  const { scene, verdicts, header } = await opened();
  await header(scene.block(1, (one) => one, 1));
  await header(scene.block(1));
  expect(verdicts).toEqual(['invalid', 'holds']);
});

test('a header ahead of the clock that its proposer has not signed is invalid: nobody fills places with it', async () => {
  const { scene, verdicts, header } = await opened();
  await header(scene.block(AHEAD, (one) => one, 1));
  const { block, hash } = scene.block(AHEAD);
  await header({ hash, block: { ...block, proposerSignature: new Uint8Array(3_309) } });
  expect(verdicts).toEqual(['invalid', 'invalid']);
});

test('of many early headers of one slot few wait for their time, and none when the slot is decided', async () => {
  const { scene, verdicts, header } = await opened();
  const made = Array.from({ length: 20 }, (_, index) => scene.block(AHEAD + index));
  for (const one of made) await header(one);
  const [first] = made as [SceneBlock];
  expect(verdicts.filter((verdict) => verdict === 'early')).toHaveLength(8);
  expect(verdicts.filter((verdict) => verdict === 'unclear')).toHaveLength(12);
  expect(await scene.head.bringIn(first.block, [], scene.certificate([0, 1, 3], first.hash))).toBeUndefined();
  await scene.time.pass(10 * 60_000);
  expect(verdicts).toHaveLength(20);
});

test('a block ahead of the clock waits, and holds when its time has come', async () => {
  const { scene, verdicts, header } = await opened();
  await header(scene.block(AHEAD));
  expect(verdicts).toEqual(['early']);
  // It is looked at once a minute.
  for (let minute = 0; minute < 3; minute++) await scene.time.pass(60_000);
  expect([verdicts[0], verdicts.at(-1)]).toEqual(['early', 'holds']);
});

test('a block ahead of the clock that has become the tip meanwhile is not looked at again', async () => {
  const { scene, verdicts, header } = await opened();
  const early = scene.block(AHEAD);
  await header(early);
  expect(verdicts).toEqual(['early']);
  expect(await scene.head.bringIn(early.block, [], scene.certificate([0, 1, 3], early.hash))).toBeUndefined();
  expect(scene.chain.tip.hash).toBe(early.hash);
  await scene.time.pass(10 * 60_000);
  expect(verdicts).toEqual(['early']);
});

test('certificates of headers: a quorum of known validators holds, for the next height nothing else does', async () => {
  const { scene, certificateVerdicts } = await opened();
  const { hash } = scene.block(1);
  const of = (voters: readonly number[], height: number): Certificate => scene.certificate(voters, hash, height);
  const forged = (one: Certificate): Certificate => ({
    ...one,
    precommits: one.precommits.map((each, at) => (at === 1 ? { ...each, signature: new Uint8Array(3_309) } : each)),
  });
  const [all, few] = [
    [0, 1, 3],
    [0, 1],
  ];
  expect(await certificateVerdicts(of(all, 1), of(few, 1), forged(of(all, 1)))).toEqual(['holds', 'false', 'false']);
  // The set of a later height may be another one: too little stake says nothing, a signature that does not hold does.
  expect(await certificateVerdicts(of(all, 5), of(few, 5), forged(of(all, 5)), forged(of(few, 5)))).toEqual([
    ...['holds', 'unproven', 'false', 'unproven'],
  ]);
  // What the head has reached is not judged any more.
  expect(await certificateVerdicts(of(all, 0))).toEqual(['unclear']);
});
