/** The owner of the head: which block becomes the tip, when, and what a second block, a failure or a crash in between leaves. */

import { expect, onTestFinished, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { Block } from '../../../engine/chain/block.js';
import type { Certificate } from '../../../engine/chain/certificate.js';
import { decodeCandidates } from '../../../engine/head/candidates.js';
import { tipCertificate } from '../../../engine/store/tipCertificate.js';
import { type CrashPoint, crashPoints } from '../../../workers/store/crashPoints.js';
import { HeadScene, type HeadSceneOptions } from '../../support/headScene.js';
import { fullDisk } from '../../support/memoryStore.js';

const FOUR = ['1003', '1002', '1001', '1000'];
const badRoot = <T extends object>(header: T): T => ({ ...header, state_root: '0'.repeat(64) });

async function opened(options: HeadSceneOptions): Promise<HeadScene> {
  const scene = await HeadScene.open(options);
  onTestFinished(() => scene.head.stop());
  return scene;
}

test('alone: a block is the tip with the certificate of its own votes, which is on the disk with it', async () => {
  const scene = await opened({ stakes: ['1000'] });
  const hash = await scene.propose();
  await scene.until('a tip', () => scene.chain.tip.height === 1);
  expect(scene.chain.tip.hash).toBe(hash);
  expect(scene.followed).toEqual([hash]);
  expect(scene.sent.map(({ type, height }) => [type, height])).toEqual([
    ['prevote', 1],
    ['precommit', 1],
  ]);
  expect(scene.head.certificate).toMatchObject({ height: 1, round: 0, precommits: [{}] });
  expect(await tipCertificate(scene.store, 1)).toEqual(scene.head.certificate);
});

test('a block whose content is withheld keeps nobody from executing the one that is here', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const withheld = scene.block(1);
  const { block, hash } = scene.block(2);
  expect(await scene.head.offerHeader(withheld.block, withheld.hash)).toBeUndefined();
  expect(scene.wanted).toEqual([withheld.hash]);
  expect(await scene.head.offer(block)).toBeUndefined();
  await scene.until('a prevote', () => scene.sent.length === 1);
  expect(scene.sent).toMatchObject([{ type: 'prevote', round: 0, blockHash: hash }]);
});

test('votes are not signed while the head waits for its disk', async () => {
  let isFailing = false;
  const scene = await opened({
    stakes: FOUR,
    me: 2,
    at: (point) => {
      if (isFailing && point === 'candidate-begin') throw fullDisk(point);
    },
  });
  isFailing = true;
  expect(await scene.head.offer(scene.block().block)).toBeUndefined();
  await scene.until('a failure', () => scene.head.halt.isWaiting);
  expect(scene.signer.isSuspended).toBe(true);
  isFailing = false;
  await scene.time.pass(60_000);
  await scene.until('a prevote', () => scene.sent.length === 1);
  expect(scene.signer.isSuspended).toBe(false);
});

test('an orderly end finishes the block that is being signed', async () => {
  const scene = await opened({ stakes: ['1000'] });
  const proposed = scene.propose();
  await scene.head.stop();
  expect(scene.chain.tip).toMatchObject({ height: 1, hash: await proposed });
});

test("a block of another validator is kept before it is voted for, and is the tip only with a quorum's precommits", async () => {
  const points: CrashPoint[] = [];
  const scene = await opened({ stakes: FOUR, me: 2, at: (point) => void points.push(point) });
  const { block, hash } = scene.block();
  points.length = 0;
  expect(await scene.head.offer(block)).toBeUndefined();
  await scene.until('a prevote', () => scene.sent.length === 1);
  expect(scene.offered).toEqual([hash]);
  expect(points.indexOf('candidate-directory')).toBeGreaterThanOrEqual(0);
  expect(points.indexOf('candidate-directory')).toBeLessThan(points.indexOf('votes-begin'));
  scene.hear([0, 1], 'prevote', hash);
  await scene.until('a precommit', () => scene.sent.length === 2);
  scene.hear([0], 'precommit', hash);
  await scene.settled();
  expect([scene.chain.tip.height, scene.followed.length, scene.state.isAhead]).toEqual([0, 0, true]);
  scene.hear([1], 'precommit', hash);
  await scene.until('a tip', () => scene.chain.tip.height === 1);
  expect(scene.head.certificate?.precommits).toHaveLength(3);
  expect(scene.root).toBe(block.header.state_root);
});

test('a second block of the slot reverts the first, and the decided one becomes the tip', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const [first, second] = [scene.block(1), scene.block(2)];
  await scene.head.offer(first.block);
  await scene.until('a prevote', () => scene.sent.length === 1);
  expect(scene.sent[0]?.blockHash).toBe(first.hash);
  expect(await scene.head.offer(second.block)).toBeUndefined();
  scene.head.decide(scene.certificate([0, 1, 3], second.hash));
  await scene.until('a tip', () => scene.chain.tip.height === 1);
  expect(scene.chain.tip.hash).toBe(second.hash);
  expect(scene.root).toBe(second.block.header.state_root);
  expect(scene.sent.filter(({ blockHash }) => blockHash === second.hash)).toEqual([]);
});

test('a decision on a block that is not here asks for it, and is carried out when it comes', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const { block, hash } = scene.block();
  scene.head.decide(scene.certificate([0, 1, 3], hash));
  await scene.until('a request', () => scene.wanted.includes(hash));
  expect(scene.chain.tip.height).toBe(0);
  expect(await scene.head.offer(block)).toBeUndefined();
  await scene.until('a tip', () => scene.chain.tip.height === 1);
});

test('what cannot be a candidate is refused with its reason, and nobody passes it on', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const cases = [
    [scene.block(1, (header) => header, 1).block, /signature/],
    [scene.block(1, (header) => ({ ...header, height: 2 })).block, /height/],
    [scene.block(1, (header) => ({ ...header, prev_hash: '1'.repeat(64) })).block, /prev_hash/],
    [scene.block(1, (header) => ({ ...header, proposer_pub_key: scene.actors[1]?.keyHex ?? '' }), 1).block, /proposer/],
    [scene.block(400).block, /future|clock|time/],
  ] as const;
  for (const [block, reason] of cases) {
    const refusal = await scene.head.offer(block);
    expect(refusal && isRefusal(refusal) ? refusal.message : 'accepted').toMatch(reason);
  }
  await scene.settled();
  expect([scene.offered, scene.sent, scene.head.candidates]).toEqual([[], [], []]);
});

test('an invalid block of another validator gets no vote, and halts the node only when the network commits it', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const { block, hash } = scene.block(1, badRoot);
  expect(await scene.head.offer(block)).toBeUndefined();
  await scene.until('a verdict', () => scene.log.lines.includes('warn a signed block is invalid'));
  await scene.settled();
  expect([scene.sent, scene.head.halt.problem]).toEqual([[], undefined]);
  scene.head.decide(scene.certificate([0, 1, 3], hash));
  await scene.until('a halt', () => scene.head.halt.problem !== undefined);
  expect(scene.head.halt.problem?.message).toMatch(
    /^the network has committed block 1 .* which this node finds invalid/,
  );
  expect([scene.chain.tip.height, scene.state.isAhead]).toEqual([0, false]);
});

test.each([{ isDecided: false }, { isDecided: true }])(
  'an own block that this node refuses halts it with the way out (decided by its votes: $isDecided)',
  async ({ isDecided }) => {
    const scene = await opened({ stakes: ['1000'] });
    const { block, hash } = scene.block(1, badRoot);
    await scene.signer.repeat(block);
    if (isDecided) scene.head.decide(scene.certificate([0], hash));
    await scene.head.offer(block);
    await scene.until('a halt', () => scene.head.halt.problem !== undefined);
    expect(scene.head.halt.problem?.message).toMatch(
      /^block 1 is signed by this node and cannot be brought in: state root mismatch .* --give-up 1 --yes/,
    );
    expect(scene.sent).toEqual([]);
  },
);

test('an invalid block of its key that its journal does not hold is another one of the slot, and halts nothing', async () => {
  const scene = await opened({ stakes: FOUR });
  const { block } = scene.block(2, badRoot);
  const own = await scene.propose();
  expect(await scene.head.offer(block)).toBeUndefined();
  scene.head.prepare(scene.head.hashOf(block));
  await scene.until('a verdict', () => scene.log.lines.includes('warn a signed block is invalid'));
  scene.hear([1, 2], 'prevote', own);
  scene.hear([1, 2], 'precommit', own);
  await scene.until('a tip', () => scene.chain.tip.height === 1);
  expect([scene.chain.tip.hash, scene.head.halt.problem]).toEqual([own, undefined]);
});

test.each(['commit-begin', 'commit-body', 'commit-batch', 'votes-begin', 'votes-rename', 'journal-rename'] as const)(
  'a disk that fails once at %s is waited for, and the same block becomes the tip',
  async (point) => {
    let isFailing = false;
    const scene = await opened({
      stakes: ['1000'],
      at: (passed) => {
        if (!isFailing || passed !== point) return;
        isFailing = false;
        throw fullDisk(point);
      },
    });
    isFailing = true;
    const hash = await scene.propose();
    await scene.until('a failure', () => scene.head.halt.isWaiting);
    expect(scene.chain.tip.height).toBe(0);
    await scene.time.pass(60_000);
    await scene.until('a tip', () => scene.chain.tip.height === 1);
    expect(scene.head.halt.problem).toBeUndefined();
    if (hash !== '') expect(scene.chain.tip.hash).toBe(hash);
    expect(new Set(scene.sent.map(({ blockHash }) => blockHash))).toEqual(new Set([scene.chain.tip.hash]));
  },
);

test.each(crashPoints.filter((point) => point.startsWith('candidate-')))(
  'a disk that fails once at %s is waited for, and the block is kept before it is voted for',
  async (point) => {
    const passed: CrashPoint[] = [];
    let isFailing = false;
    const scene = await opened({
      stakes: FOUR,
      me: 2,
      at: (at) => {
        passed.push(at);
        if (!isFailing || at !== point) return;
        isFailing = false;
        throw fullDisk(point);
      },
    });
    passed.length = 0;
    isFailing = true;
    const { block, hash } = scene.block();
    await scene.head.offer(block);
    await scene.until('a failure', () => scene.head.halt.isWaiting);
    expect(scene.sent).toEqual([]);
    await scene.time.pass(60_000);
    await scene.until('a prevote', () => scene.sent.length === 1);
    expect(scene.sent).toMatchObject([{ type: 'prevote', blockHash: hash }]);
    expect(passed.lastIndexOf('candidate-directory')).toBeLessThan(passed.indexOf('votes-begin'));
    const kept = await scene.store.journalRead('candidate');
    expect(decodeCandidates(kept ?? new Uint8Array())).toHaveLength(1);
  },
);

test('after a crash between vote and decision the kept block is there again, and the same votes leave', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const { block, hash } = scene.block();
  await scene.head.offer(block);
  scene.hear([0, 1], 'prevote', hash);
  await scene.until('both votes', () => scene.sent.length === 2);
  const again = await opened({ stakes: FOUR, me: 2, disks: scene.crash() });
  await again.until('both votes', () => again.sent.length === 2);
  expect(again.sent).toEqual(scene.sent);
  expect(again.head.candidates.map((one) => one.hash)).toEqual([hash]);
  again.hear([0, 1], 'precommit', hash);
  await again.until('a tip', () => again.chain.tip.height === 1);
  const kept = await again.store.journalRead('candidate');
  expect(decodeCandidates(kept ?? new Uint8Array()).map((one) => again.head.hashOf(one))).toEqual([hash]);
});

test('a damaged record of kept blocks stops nothing: the block comes from another node', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const { block, hash } = scene.block();
  await scene.head.offer(block);
  scene.hear([0, 1], 'prevote', hash);
  await scene.until('both votes', () => scene.sent.length === 2);
  const disks = scene.crash();
  disks.at('/memory').tearJournal('candidate');
  const again = await opened({ stakes: FOUR, me: 2, disks });
  expect([again.head.halt.problem, again.head.candidates]).toEqual([undefined, []]);
  await again.head.offer(block);
  again.hear([0, 1], 'precommit', hash);
  await again.until('a tip', () => again.chain.tip.height === 1);
  expect([again.chain.tip.hash, again.sent]).toEqual([hash, scene.sent]);
});

test('history is brought in without votes, a block that does not extend the tip is refused', async () => {
  const scene = await opened({ stakes: FOUR, me: 2 });
  const { block, hash } = scene.block();
  expect(await scene.head.bringIn(block, [], scene.certificate([0, 1, 3], hash))).toBeUndefined();
  expect(scene.chain.tip.hash).toBe(hash);
  expect(scene.sent).toEqual([]);
  const late = await scene.head.bringIn(block, [], undefined);
  expect(late?.message).toBe("Block height 1 doesn't extend tip height 1");
});

test('a block that was executed ahead comes in after its parent, though the parent could be stored only later', async () => {
  const maker = await opened({ stakes: FOUR, me: 2 });
  const chain: { readonly block: Block; readonly certificate: Certificate }[] = [];
  for (let height = 1; height <= 3; height++) {
    const { block, hash } = maker.block();
    const certificate = maker.certificate([0, 1, 3], hash);
    expect(await maker.head.bringIn(block, [], certificate)).toBeUndefined();
    chain.push({ block, certificate });
  }
  let isFailing = false;
  const scene = await opened({
    stakes: FOUR,
    me: 2,
    at: (point) => {
      if (!isFailing || point !== 'commit-batch') return;
      isFailing = false;
      throw fullDisk(point);
    },
  });
  const [first, second, third] = chain as [(typeof chain)[0], (typeof chain)[0], (typeof chain)[0]];
  const { head } = scene;
  isFailing = true;
  head.expect(second.block, []);
  await expect(head.bringIn(first.block, [], first.certificate)).rejects.toThrow();
  expect([scene.chain.tip.height, head.halt.isWaiting]).toEqual([0, true]);
  await scene.time.pass(60_000);
  await scene.until('the end of the failure', () => !head.halt.isWaiting);
  // Its source offers it again.
  expect(await head.bringIn(first.block, [], first.certificate)).toBeUndefined();
  // Another one is brought in than was expected last.
  head.expect(third.block, []);
  expect(await head.bringIn(second.block, [], second.certificate)).toBeUndefined();
  expect(await head.bringIn(third.block, [], third.certificate)).toBeUndefined();
  expect([scene.chain.tip.hash, scene.root]).toEqual([maker.chain.tip.hash, maker.root]);
  expect(scene.measures.executedAhead).toBeGreaterThan(0);
});
