/** Four validators and two followers as real processes: they agree through deaths, standstills and cuts, and keep every
 *  transaction that a node has acknowledged. The tests build on each other: one network lives through all of it. */

import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { loadPublishedClient, type PublishedClient } from '../support/publishedClient.js';
import { Cluster, type ClusterNode } from './cluster.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const VALIDATORS = 4;
const FOLLOWERS = 2;

let cluster: Cluster;
let sdk: PublishedClient;

beforeAll(async () => {
  sdk = await loadPublishedClient();
  cluster = await Cluster.make(VALIDATORS, FOLLOWERS);
  await Promise.all(cluster.nodes.map((node) => node.start()));
});

afterAll(() => cluster?.remove());

/** Every running node shows a block above the highest that any of them has now. */
async function allAdvance(): Promise<void> {
  const running = cluster.nodes.filter(({ isRunning }) => isRunning);
  const top = Math.max(...(await Promise.all(running.map((node) => node.height()))));
  await cluster.taken(running[0] as ClusterNode);
  await Promise.all(running.map((node) => node.reaches(top + 1)));
}

/** What fails in a network is in the logs of its nodes. */
function logsOnFailure(): void {
  onTestFailed(() => {
    for (const { name, logs } of cluster.nodes.map((node) => ({ name: node.name, logs: node.logs() })))
      console.error(`${name}\n${logs.split('\n').slice(-25).join('\n')}`);
  });
}

const follower = (): ClusterNode => cluster.followers[0] as ClusterNode;
const voter = (): ClusterNode => cluster.validators[1] as ClusterNode;

describe('a network of real processes', () => {
  test('makes blocks, and everybody has them', async () => {
    logsOnFailure();
    await allAdvance();
    const stats = await Promise.all(cluster.nodes.map((node) => node.get('/api/stats')));
    for (const { designated_proposer_next: next } of stats) expect(next).toBe(cluster.leader.publicKey);
    expect(stats).toHaveLength(VALIDATORS + FOLLOWERS);
  });

  test('includes what the published client sends to any node, and all tell the same of it', async () => {
    logsOnFailure();
    const { keyHex: publicKey, secretKey } = cluster.wallet;
    const wallet = { publicKey, privateKey: toHex(secretKey) };
    for (const node of cluster.nodes) {
      const chain = new sdk.RougeChain(`${node.url}/api`);
      const to = sdk.Wallet.generateRandom();
      const answer = await chain.transfer(wallet, { to: to.publicKey, amount: 2 });
      expect(answer, node.name).toMatchObject({ success: true });
      const txId = String(answer.data?.txId);
      cluster.acknowledged.push(txId);
      await Promise.all(cluster.nodes.map((each) => each.includes(txId)));
      const told = await Promise.all(cluster.nodes.map((each) => each.get(`/api/tx/${txId}`)));
      expect(told).toHaveLength(VALIDATORS + FOLLOWERS);
      for (const one of told) expect(one).toEqual(told[0]);
      expect(await chain.getBalance(to.publicKey)).toMatchObject({ balance: 2 });
    }
  });

  test('goes on without a follower that is killed, which catches up', async () => {
    logsOnFailure();
    await follower().end('SIGKILL');
    await allAdvance();
    await follower().start();
    await allAdvance();
  });

  test('goes on without a validator that is killed, which votes again after its return', async () => {
    logsOnFailure();
    await voter().end('SIGKILL');
    await allAdvance();
    await voter().start();
    await allAdvance();
    // Without the third vote of four there is no quorum: its votes count again.
    await cluster.cabled.end('SIGKILL');
    await allAdvance();
    await cluster.cabled.start();
    await allAdvance();
  });

  test('waits for a leader that is killed, refuses what nobody would include, and resumes when it returns', async () => {
    logsOnFailure();
    await cluster.leader.end('SIGKILL');
    const before = await voter().height();
    // Until all have heard that no peer has a way to the leader, they still take what another node holds with them.
    while ((await cluster.transfer(voter())) !== undefined);
    expect(cluster.refused.get('not_producing')).toBe(1);
    expect(await voter().height()).toBe(before);
    await cluster.leader.start();
    await allAdvance();
  });

  test('goes on while a validator stands still, which catches up', async () => {
    logsOnFailure();
    voter().signal('SIGSTOP');
    const others = cluster.nodes.filter((node) => node !== voter());
    const top = await cluster.leader.height();
    await cluster.taken(cluster.leader);
    await Promise.all(others.map((node) => node.reaches(top + 1)));
    voter().signal('SIGCONT');
    await allAdvance();
  });

  test('goes on without a validator whose cables are cut, which catches up when they are mended', async () => {
    logsOnFailure();
    const { cabled, cables, nodes } = cluster;
    expect(cables.reduce((sum, { carried }) => sum + carried, 0)).toBeGreaterThan(0);
    for (const cable of cables) cable.cut();
    const others = nodes.filter((node) => node !== cabled);
    const top = await cluster.leader.height();
    await cluster.taken(cluster.leader);
    await Promise.all(others.map((node) => node.reaches(top + 1)));
    expect(await cabled.height()).toBeLessThanOrEqual(top);
    for (const cable of cables) cable.mend();
    await cabled.reaches(top + 1);
    await allAdvance();
  });

  test('is restarted node by node under load', async () => {
    logsOnFailure();
    const before = cluster.acknowledged.length;
    await cluster.underLoad(async () => {
      for (const node of cluster.nodes) {
        await node.end('SIGTERM');
        await node.start();
        await allAdvance();
      }
    });
    expect(cluster.acknowledged.length - before).toBeGreaterThan(cluster.nodes.length);
  });

  test('has one chain and every acknowledged transaction at the end', async () => {
    logsOnFailure();
    const last = await cluster.taken(cluster.leader);
    await Promise.all(cluster.nodes.map((node) => node.includes(last)));
    const height = await cluster.leader.height();
    await Promise.all(cluster.nodes.map((node) => node.reaches(height)));
    const blocks = await Promise.all(
      cluster.nodes.map((node) => node.get(`/api/blocks?from_height=1&to_height=${height}&limit=10000`)),
    );
    const hashesOf = ({ blocks: list }: Readonly<Record<string, unknown>>) =>
      (list as readonly Readonly<Record<string, unknown>>[]).map(({ hash, header }) => [hash, header]);
    expect(hashesOf(blocks[0] ?? {})).toHaveLength(height);
    for (const one of blocks) expect(hashesOf(one)).toEqual(hashesOf(blocks[0] ?? {}));
    expect(cluster.acknowledged.length).toBeGreaterThan(20);
    for (const node of cluster.nodes)
      for (const txId of cluster.acknowledged)
        expect(await node.get(`/api/tx/${txId}`), `${txId} at ${node.name}`).toMatchObject({ success: true });
    for (const node of cluster.nodes) expect(node.logs()).not.toContain('signed twice');
  });
});
