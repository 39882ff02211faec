/** Four validators and two followers as real processes: they agree through deaths, standstills, cuts, a slow network, a full disk and a
 *  proposer that signs twice, and keep every transaction that a node has acknowledged. The scenes build on each other: one network
 *  lives through all of them under load, and after a scene that failed the others are skipped. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { loadPublishedClient, type PublishedClient } from '../support/publishedClient.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { Cluster } from './cluster.js';
import { type Answer, type BlockFacts, type ClusterNode, seen } from './clusterNode.js';
import { median, paceAfterHealing, paceOf } from './pace.js';
import { secondBlock } from './puppet.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const VALIDATORS = 4;
const FOLLOWERS = 2;

/** Greatest ratios: of the interval between blocks after a healing, and of the resident memory at the end. */
const SAME_PACE = 3;
const SAME_MEMORY = 1.5;

let cluster: Cluster;
let sdk: PublishedClient;
/** The usual interval between blocks, in milliseconds. */
let pace = 0;
/** Resident memory of each process after its warm-up, KiB. */
const memory = new Map<ClusterNode, { readonly life: number; readonly kib: number }>();
let hasFailed = false;

const [, VOTER, DISK, CUT] = [0, 1, 2, 3] as const;
const validator = (index: number): ClusterNode => cluster.validators[index] as ClusterNode;
const follower = (index: number): ClusterNode => cluster.followers[index] as ClusterNode;

/** What fails in a network is in the logs of its nodes. */
function scene(name: string, play: () => Promise<void>): void {
  test(name, async (context) => {
    if (hasFailed) context.skip('a scene before this one has failed');
    onTestFailed(() => {
      hasFailed = true;
      for (const node of cluster.nodes) console.error(`${node.name}\n${node.logs().split('\n').slice(-25).join('\n')}`);
    });
    await play();
  });
}

beforeAll(async () => {
  sdk = await loadPublishedClient();
  cluster = await Cluster.make({ validators: VALIDATORS, followers: FOLLOWERS, ownDisk: DISK });
  await Promise.all(cluster.nodes.map((node) => node.start()));
});

afterAll(() => cluster?.remove());

/** All nodes go on, and blocks come as often as before. */
async function isHealed(): Promise<void> {
  const usual = await paceAfterHealing(cluster.leader);
  await cluster.advance();
  console.info(`blocks come every ${usual} ms, ${(usual / pace).toFixed(2)} times the usual interval`);
  expect(usual / pace).toBeLessThan(SAME_PACE);
}

const othersThan = (...nodes: readonly ClusterNode[]): ClusterNode[] =>
  cluster.nodes.filter((node) => !nodes.includes(node));

describe('a network of real processes', () => {
  scene('makes blocks, and everybody has them', async () => {
    cluster.startLoad();
    await cluster.advance();
    const stats = await Promise.all(cluster.nodes.map((node) => node.get('/api/stats')));
    for (const { designated_proposer_next: next } of stats) expect(next).toBe(cluster.leader.facts.publicKey);
    expect(stats).toHaveLength(VALIDATORS + FOLLOWERS);
  });

  scene('includes what the published client sends to any node, and all tell the same of it', async () => {
    const { keyHex: publicKey, secretKey } = cluster.wallet;
    const wallet = { publicKey, privateKey: toHex(secretKey) };
    for (const node of cluster.nodes) {
      const chain = new sdk.RougeChain(`${node.url}/api`);
      const to = sdk.Wallet.generateRandom();
      const answer = await chain.transfer(wallet, { to: to.publicKey, amount: 2 });
      expect(answer, node.name).toMatchObject({ success: true });
      const txId = String(answer.data?.txId);
      await Promise.all(cluster.nodes.map((each) => each.includes(txId)));
      const told = await Promise.all(cluster.nodes.map((each) => each.get(`/api/tx/${txId}`)));
      expect(told).toHaveLength(VALIDATORS + FOLLOWERS);
      for (const one of told) expect(one).toEqual(told[0]);
      expect(await chain.getBalance(to.publicKey)).toMatchObject({ balance: 2 });
    }
    pace = await paceOf(cluster.leader);
    for (const node of cluster.nodes) memory.set(node, { life: node.lives, kib: node.residentKib() });
  });

  scene('goes on without a follower that is killed, which catches up', async () => {
    await cluster.end(follower(0), 'SIGKILL');
    await cluster.advance();
    await follower(0).start();
    await isHealed();
  });

  scene('goes on without a validator that is killed, which votes again after its return', async () => {
    await cluster.end(validator(VOTER), 'SIGKILL');
    await cluster.advance();
    await validator(VOTER).start();
    await cluster.advance();
    // Without the third vote of four there is no quorum: its votes count again.
    validator(CUT).standStill();
    await cluster.advance();
    validator(CUT).goOn();
    await isHealed();
  });

  scene(
    'waits for a leader that is killed, refuses what nobody would include, and resumes when it returns',
    async () => {
      await cluster.end(cluster.leader, 'SIGKILL');
      const { refused } = cluster;
      // Until all have heard that no peer has a way to the leader, they still take what another node holds with them.
      await seen(
        async () => ((await cluster.transfer(validator(VOTER))) === undefined ? true : undefined),
        'a network without a leader did not refuse a transfer',
      );
      expect(cluster.refused).toBeGreaterThan(refused);
      const before = await cluster.top();
      expect(await cluster.transfer(validator(VOTER))).toBeUndefined();
      expect(await cluster.top()).toBe(before);
      await cluster.leader.start();
      await isHealed();
    },
  );

  scene('goes on while a validator stands still, which catches up', async () => {
    validator(VOTER).standStill();
    await cluster.advance(othersThan(validator(VOTER)), 2);
    validator(VOTER).goOn();
    await isHealed();
  });

  scene('goes on without a validator whose cables are cut, which catches up when they are mended', async () => {
    cluster.cutOff(validator(CUT));
    const others = othersThan(validator(CUT));
    await cluster.advance(others);
    const height = await validator(CUT).height();
    await cluster.advance(others, 2);
    expect(await validator(CUT).height()).toBe(height);
    cluster.mend();
    await validator(CUT).reaches(await cluster.top());
    await isHealed();
  });

  scene('goes on over a slow network, and at its old pace when that is over', async () => {
    cluster.slow({ delayMs: 60, bytesPerSecond: 512 * 1024 });
    await cluster.advance();
    const slow = await paceOf(cluster.leader);
    await cluster.advance();
    cluster.slow(undefined);
    await isHealed();
    console.info(
      `over the slow network blocks came every ${slow} ms, ${(slow / pace).toFixed(2)} times the usual interval`,
    );
  });

  scene('goes on without a validator whose disk is full, which votes again when there is room', async () => {
    const { disk } = cluster;
    const [own, other] = [validator(DISK), validator(CUT)];
    if (!disk) return console.info('no disk is filled: this process may not mount one');
    expect(disk.fill()).toBeGreaterThan(0);
    await cluster.advance(othersThan(own), 2);
    await seen(async () => {
      const { status, reason } = await own.get('/api/health');
      return status === 'degraded' && /could not write|cannot be written|takes no writes/.test(String(reason))
        ? true
        : undefined;
    }, 'a node on a full disk did not say so');
    disk.free();
    await cluster.advance();
    // Without the third vote of four there is no quorum.
    other.standStill();
    await cluster.advance();
    other.goOn();
    await isHealed();
  });

  scene('decides between two blocks of a proposer that signs twice, and everybody has the evidence', async () => {
    const { leader } = cluster;
    const [ours, theirs] = [
      [leader, validator(VOTER)],
      [validator(DISK), validator(CUT)],
    ] as const;
    await cluster.rest();
    const height = (await cluster.top()) + 1;
    // No side has a quorum: each prevotes the block that it sees.
    cluster.cutOff(...theirs, follower(1));
    await cluster.taken(leader);
    const votes = (of: ClusterNode, hash?: string) =>
      seen(async () => {
        const { prevote } = await of.get(`/api/votes?height=${height}`);
        const group = (prevote as Answer[]).find(
          ({ voters, blockHash }) => voters === 2 && blockHash === (hash ?? blockHash),
        );
        return group && true;
      }, `${of.name} did not hear two prevotes`);
    for (const node of ours) await votes(node);
    const second = await secondBlock(leader, height);
    const sent = await theirs[0].ask('/api/blocks/import', {
      ...{ method: 'POST', headers: { 'content-type': 'application/x-protobuf' }, body: second.bytes },
    });
    expect(sent.json, sent.text).toMatchObject({ outcome: 'candidate', height, hash: second.hash });
    for (const node of theirs) await votes(node, second.hash);
    expect(await cluster.top()).toBe(height - 1);
    cluster.mend();
    await Promise.all(cluster.nodes.map((node) => node.reaches(height)));
    for (const node of cluster.nodes) {
      const [block] = await node.blocks(height, height);
      expect(block?.hash, node.name).toBe([second.first, second.hash].sort()[0]);
      const { evidence } = await seen(async () => {
        const answer = await node.get('/api/evidence');
        return answer.count === 0 ? undefined : answer;
      }, `${node.name} did not get the evidence`);
      expect(evidence, node.name).toMatchObject([
        {
          kind: 'blocks',
          height,
          signer_pub_key: leader.facts.publicKey,
          blocks: [{ hash: [second.first, second.hash].sort()[0] }, { hash: [second.first, second.hash].sort()[1] }],
        },
      ]);
      expect((await node.get('/api/health')).reason, node.name).toContain(`equivocation at ${height}`);
    }
    expect((await leader.get(`/api/finality/${height}`)).proof).not.toMatchObject({ round: 0 });
    cluster.startLoad();
    await isHealed();
  });

  scene('has not grown in memory', async () => {
    const ratios = cluster.nodes.flatMap((node) => {
      const { life, kib } = memory.get(node) ?? { life: 0, kib: 0 };
      return life === node.lives ? [node.residentKib() / kib] : [];
    });
    console.info(
      `resident memory, beside that after the warm-up: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    );
    expect(ratios.length).toBeGreaterThan(2);
    expect(median(ratios)).toBeLessThan(SAME_MEMORY);
  });

  scene('is restarted node by node under load', async () => {
    const before = cluster.acknowledged.size;
    const others = new SeededRandom(testSeed()).cases(othersThan(cluster.leader), 2);
    const restarted = [cluster.leader, ...others];
    for (const node of restarted) {
      await cluster.end(node, 'SIGTERM');
      await node.start();
      await cluster.advance();
    }
    expect(cluster.acknowledged.size - before).toBeGreaterThan(restarted.length);
    await isHealed();
  });

  scene('has one chain and every acknowledged transaction at the end', async () => {
    await cluster.endLoad();
    const last = await cluster.taken(cluster.leader);
    await Promise.all(cluster.nodes.map((node) => node.includes(last)));
    const height = await cluster.top();
    await Promise.all(cluster.nodes.map((node) => node.reaches(height)));
    const chains = await Promise.all(cluster.nodes.map((node) => node.blocks(1, height)));
    const facts = (blocks: readonly BlockFacts[]) => blocks.map(({ hash, header }) => ({ hash, header }));
    expect(chains[0]).toHaveLength(height);
    for (const one of chains) expect(facts(one)).toEqual(facts(chains[0] ?? []));
    const included = new Set(chains[0]?.flatMap(({ txs }) => txs.map(idOf)));
    const missing = [...cluster.acknowledged.keys()].filter((id) => !included.has(id));
    console.info(
      `${cluster.acknowledged.size} acknowledged transactions in ${height} blocks; ${missing.length} went with the process that had taken them`,
    );
    expect(cluster.acknowledged.size).toBeGreaterThan(100);
    expect(missing.filter((id) => !cluster.excused.has(id))).toEqual([]);
    expect(missing.length).toBeLessThan(cluster.nodes.length);
    expect(cluster.unexpected).toEqual([]);
    // Nobody but the puppet has signed twice.
    for (const node of cluster.nodes) expect(await node.get('/api/evidence'), node.name).toMatchObject({ count: 1 });
  });
});

const idOf = ({ from_pub_key: key, signed_payload: text }: BlockFacts['txs'][number]): string =>
  createHash('sha256').update(Buffer.from(key, 'hex')).update(text).digest('hex');
