/** A validator of four that loses its disk while clients offer 1,000 transfers a second: the others go on, it catches up under that load
 *  and votes again, and nothing that a node acknowledged is lost. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Cluster, kernel, PAYMENT } from './cluster.js';
import type { Answer, ClusterNode } from './clusterNode.js';
import { PacedLoad, type SignedBatchOf, signBatches } from './pacedLoad.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PER_SECOND = 1_000;

/** Offered before it is killed: as many as one sender may have waiting. A network that has just begun does not take all. */
const BEFORE = 4_000;

/** Offered while it catches up: enough for as long as that takes on a slow machine. */
const MEANWHILE = 45_000;

let cluster: Cluster;
let before: SignedBatchOf[];
let meanwhile: SignedBatchOf[];
beforeAll(async () => {
  cluster = await Cluster.make({ validators: 4, followers: 0, hasCables: false, isBusy: true });
  before = signBatches(cluster.wallet, PAYMENT, BEFORE, kernel);
  meanwhile = signBatches(cluster.wallet, PAYMENT, MEANWHILE, kernel);
  await Promise.all(cluster.nodes.map((node) => node.start()));
  await cluster.taken(cluster.leader);
});
afterAll(() => cluster?.remove());

const [, LOST, OTHER] = [0, 1, 2] as const;

test('a wiped validator catches up under 1,000 transfers a second and votes again', async () => {
  const [lost, other] = [cluster.validators[LOST], cluster.validators[OTHER]] as [ClusterNode, ClusterNode];
  const { leader } = cluster;
  const [first, load] = [before, meanwhile].map(
    (batches) => new PacedLoad(batches, () => cluster.answering, PER_SECOND),
  ) as [PacedLoad, PacedLoad];
  const allTaken = () => [...first.taken, ...load.taken];
  const includedIn = (node: ClusterNode): number => allTaken().filter(([id]) => node.hasIncluded(id)).length;
  first.start();
  await first.whole();
  await cluster.rest();
  await cluster.end(lost, 'SIGKILL');
  lost.wipe();
  load.start();
  const [start, included] = [performance.now(), includedIn(leader)];
  await lost.start();
  const behind = await leader.height();
  await lost.reaches(behind);
  await cluster.advance();
  const seconds = (performance.now() - start) / 1_000;
  expect(load.offered).toBeLessThan(MEANWHILE);
  const offered = load.offered / seconds;
  const includedMeanwhile = includedIn(leader) - included;
  // Without the third vote of four there is no quorum: it votes although its journal has gone with its disk. The one that stands still may
  // have voted for the first of these blocks.
  other.standStill();
  await cluster.advance(cluster.answering, 3);
  const voted = await leader.height();
  other.goOn();
  await cluster.advance();
  await load.end();
  await cluster.rest();
  console.info(
    `${offered.toFixed()} transfers a second were offered meanwhile, ${load.offered} in all, ${load.taken.size} taken, refused ${JSON.stringify([...load.refused])}; ` +
      `the validator caught up with ${behind} blocks in ${seconds.toFixed(1)} s, while ${(includedMeanwhile / seconds).toFixed()} a second were included`,
  );
  expect([...first.unexpected, ...load.unexpected]).toEqual([]);
  expect(offered).toBeGreaterThan(0.8 * PER_SECOND);
  expect(included).toBeGreaterThan(BEFORE / 10);
  expect(includedMeanwhile).toBeGreaterThan(0);
  const { proof } = await leader.get(`/api/finality/${voted}`);
  const voters = ((proof as Answer).precommit_votes as Answer[]).map(({ voter_pub_key: key }) => key);
  expect(voters).toContain(lost.facts.publicKey);
  expect(voters).not.toContain(other.facts.publicKey);
  const height = await cluster.top();
  // The header names the state's root. Certificates differ by node.
  const tips = await Promise.all(
    cluster.nodes.map(async (node) =>
      (await node.blocks(height, height)).map(({ hash, header }) => ({ hash, header })),
    ),
  );
  for (const tip of tips) expect(tip).toEqual(tips[0]);
  // What only the process that was killed had may have gone with it.
  const missing = allTaken().filter(([txId]) => !leader.hasIncluded(txId));
  expect(missing.filter(([, { by, life }]) => by !== lost || life === lost.lives)).toEqual([]);
  expect(missing.length).toBeLessThan(load.taken.size);
  for (const node of cluster.nodes) expect(await node.get('/api/evidence'), node.name).toMatchObject({ count: 0 });
});
