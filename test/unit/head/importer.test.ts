/** History from a file: each block comes in with the certificate that the next one carries, the last one with its own or not at all. */

import { expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type Certificate, encodeCertificate, type Precommit } from '../../../engine/chain/certificate.js';
import { type HistoryBlock, type Imported, Importer } from '../../../engine/head/importer.js';
import { tipCertificate } from '../../../engine/store/tipCertificate.js';
import { HeadScene } from '../../support/headScene.js';

const FOUR = { stakes: ['1003', '1002', '1001', '1000'], me: 2 };
const BLOCKS = 4;

interface Certified extends HistoryBlock {
  readonly certificate: Certificate;
}

const bytesOf = (certificate: Certificate | undefined): string => toHex(encodeCertificate(certificate as Certificate));

/** A chain of a few blocks, each with its own certificate. */
async function history(): Promise<Certified[]> {
  const scene = await HeadScene.open(FOUR);
  const blocks: Certified[] = [];
  for (let height = 1; height <= BLOCKS; height++) {
    const { block, hash } = scene.block();
    const certificate = scene.certificate([0, 1, 3], hash);
    expect(await scene.head.bringIn(block, [], certificate)).toBeUndefined();
    blocks.push({ block, certificate });
  }
  await scene.head.stop();
  return blocks;
}

const chain = await history();
const bare = chain.map(({ block }): HistoryBlock => ({ block }));

async function imported(
  source: readonly (HistoryBlock | Refusal)[],
): Promise<Imported & { heights: number[]; scene: HeadScene }> {
  const scene = await HeadScene.open(FOUR);
  onTestFinished(() => scene.head.stop());
  const heights: number[] = [];
  async function* blocks(): AsyncIterable<HistoryBlock | Refusal> {
    yield* source;
  }
  const { rules, head, verifier } = scene;
  const result = await new Importer({ rules, head, verifier }).importAll(blocks(), (height) => heights.push(height));
  return { ...result, heights, scene };
}

test('a source with the certificate of its last block comes in whole', async () => {
  const { refusal, uncertified, heights, scene } = await imported([...bare.slice(0, -1), chain.at(-1) as HistoryBlock]);
  expect([refusal, uncertified, heights]).toEqual([undefined, undefined, [1, 2, 3, 4]]);
  expect(scene.followed).toHaveLength(BLOCKS);
  // Each block but the first was executed while the one before it was written.
  expect(scene.measures.executedAhead).toBe(BLOCKS - 1);
  expect(bytesOf(await tipCertificate(scene.store, BLOCKS))).toBe(bytesOf(chain.at(-1)?.certificate));
  expect(scene.head.certificate).toEqual(chain.at(-1)?.certificate);
});

test('without it the last block stays out, and is named', async () => {
  const { refusal, uncertified, heights, scene } = await imported(bare);
  expect([refusal, uncertified, heights]).toEqual([undefined, BLOCKS, [1, 2, 3]]);
  expect(bytesOf(await tipCertificate(scene.store, BLOCKS - 1))).toBe(bytesOf(chain.at(-1)?.block.certificate));
});

test('an empty source changes nothing', async () => {
  const { refusal, uncertified, heights } = await imported([]);
  expect([refusal, uncertified, heights]).toEqual([undefined, undefined, []]);
});

test('before a refusal of the source comes in what does not need the rest of it', async () => {
  const cut = refuse('malformed_body', 'cut off');
  expect(await imported([...bare.slice(0, 2), cut])).toMatchObject({ refusal: cut, heights: [1] });
  expect(await imported([...bare.slice(0, 1), chain[1] as HistoryBlock, cut])).toMatchObject({
    refusal: cut,
    heights: [1, 2],
  });
  expect(await imported([cut])).toMatchObject({ refusal: cut, heights: [] });
});

test('no block comes in with a certificate that does not prove it', async () => {
  const scene = await HeadScene.open(FOUR);
  onTestFinished(() => scene.head.stop());
  const { block, certificate } = chain[0] as Certified;
  const hash = scene.head.hashOf(block);
  const [first, ...others] = certificate.precommits as [Precommit, ...Precommit[]];
  const wrong: readonly (readonly [string, Certificate, RegExp])[] = [
    ['two of four', scene.certificate([0, 1], hash), /does not carry two thirds/],
    ['another block', scene.certificate([0, 1, 3], '5'.repeat(64)), /is not for the parent/],
    ['another height', scene.certificate([0, 1, 3], hash, 2), /is not for the parent/],
    ['another round', { ...certificate, round: 1 }, /signature/],
    ['one voter twice', { ...certificate, precommits: [first, first, ...others] }, /each voter once/],
  ];
  for (const [name, bad, reason] of wrong) {
    const { refusal, heights } = await imported([{ block, certificate: bad }]);
    expect(refusal && isRefusal(refusal) ? refusal.message : 'accepted', name).toMatch(reason);
    expect(heights, name).toEqual([]);
  }
});

test('a block that is missing in the middle ends the import before it', async () => {
  const { refusal, heights } = await imported([bare[0], bare[1], bare[3]] as HistoryBlock[]);
  expect(refusal?.message).toMatch(/^block 2 rejected: the commit certificate is not for the parent/);
  expect(heights).toEqual([1]);
});
