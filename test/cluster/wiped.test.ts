/** A validator of four that loses its disk while clients offer 1,000 transfers a second: the others go on, it catches up under that load
 *  and votes again, and nothing that a node acknowledged is lost. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Cluster, kernel, PAYMENT } from './cluster.js';
import { type Answer, type ClusterNode, seen } from './clusterNode.js';
import { PacedLoad, type SignedBatchOf, signBatches } from './pacedLoad.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PER_SECOND = 1_000;

/** Transfers that the lost validator will have to catch up with, at least. */
const BEFORE = 3_000;

/** Enough for as long as the scene takes on a slow machine. */
const ORDERS = 50_000;

let cluster: Cluster;
let batches: SignedBatchOf[];
beforeAll(async () => {
  cluster = await Cluster.make({ validators: 4, followers: 0, hasCables: false });
  batches = signBatches(cluster.wallet, PAYMENT, ORDERS, kernel);
  await Promise.all(cluster.nodes.map((node) => node.start()));
  await cluster.taken(cluster.leader);
});
afterAll(() => cluster?.remove());

const [, LOST, OTHER] = [0, 1, 2] as const;

test('a wiped validator catches up under 1,000 transfers a second and votes again', async () => {
  const [lost, other] = [cluster.validators[LOST], cluster.validators[OTHER]] as [ClusterNode, ClusterNode];
  const { leader } = cluster;
  const load = new PacedLoad(batches, () => cluster.answering, PER_SECOND);
  const includedIn = (node: ClusterNode): number => [...load.taken.keys()].filter((id) => node.hasIncluded(id)).length;
  load.start();
  await seen(async () => (includedIn(leader) >= BEFORE ? true : undefined), 'the network did not include the load');
  await cluster.end(lost, 'SIGKILL');
  lost.wipe();
  const [start, before, offeredBefore] = [performance.now(), includedIn(leader), load.offered];
  await lost.start();
  const behind = await leader.height();
  await lost.reaches(behind);
  await cluster.advance();
  const seconds = (performance.now() - start) / 1_000;
  expect(load.offered).toBeLessThan(ORDERS);
  const offered = (load.offered - offeredBefore) / seconds;
  const meanwhile = includedIn(leader) - before;
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
      `the validator caught up with ${behind} blocks in ${seconds.toFixed(1)} s, while ${(meanwhile / seconds).toFixed()} a second were included`,
  );
  expect(load.unexpected).toEqual([]);
  expect(offered).toBeGreaterThan(0.8 * PER_SECOND);
  expect(meanwhile).toBeGreaterThan(0);
  const { precommit_votes: votes } = await leader.get(`/api/finality/${voted}`);
  const voters = (votes as Answer[]).map(({ voter_pub_key: key }) => key);
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
  const missing = [...load.taken].filter(([txId]) => !leader.hasIncluded(txId));
  expect(missing.filter(([, { by, life }]) => by !== lost || life === lost.lives)).toEqual([]);
  expect(load.taken.size - missing.length).toBeGreaterThan(BEFORE);
  for (const node of cluster.nodes) expect(await node.get('/api/evidence'), node.name).toMatchObject({ count: 0 });
});
