/** GET /api/finality/:height and GET /api/validators/stats against a live node, over the published client and raw HTTP
 *  (specification, Finality; reference: proof object, statistics): a proof that can be checked on its own, votes and missed votes
 *  that follow from the chain, and the same answers after a restart. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromHex } from '../../engine/base/bytes.js';
import { voteBytes } from '../../engine/chain/certificate.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import type { BlocksShape, Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import { type ClientChain, loadPublishedClient } from '../support/publishedClient.js';
import { type Members, number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const sleeper = signingActor('finality: sleeper');
const STAKE = 12_000.5;
const SLOW_MACHINE_MS = 240_000;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;
let chain: ClientChain;
/** Height of the block with the stake of the validator that never votes. */
let staked: number;

const open = async (dataDir?: string): Promise<void> => {
  const allocations = [{ address: sleeper.address, amount: '20000' }];
  const directory = dataDir === undefined ? {} : { dataDir };
  // Blocks come only while transactions wait: the chain is at rest when the tests check it.
  node = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'], ...directory });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  chain = new (await loadPublishedClient()).RougeChain(`${node.url}/api`);
};

/** Sends a transaction, and waits for its block and for the empty one that pays its fees. */
async function done(members: Members & { readonly type: string }): Promise<number> {
  const { json } = await api.post(`/api/v2/${members.type}`, signed(sleeper, members).body);
  const height = Number((await watch.included(String(json?.txId))).block_height);
  await watch.height(height + 1);
  return height;
}

beforeAll(async () => {
  await open();
  staked = await done({ type: 'stake', amount: number(String(STAKE)) });
  for (let count = 0; count < 3; count++) await done({ type: 'transfer', to: node.publicKey, amount: number('1') });
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

interface Proof {
  readonly height: number;
  readonly block_hash: string;
  readonly total_stake: number;
  readonly voting_stake: number;
  readonly quorum_threshold_quanta: string;
  readonly created_at: number;
  readonly precommit_votes: readonly {
    readonly voter_pub_key: string;
    readonly signature: string;
    readonly stake: number;
  }[];
}

const tipHeight = async (): Promise<number> => Number((await api.get('/api/health')).height);
const call = (method: string, ...args: unknown[]): Promise<Json> =>
  (chain as unknown as Record<string, (...args: unknown[]) => Promise<Json>>)[method]?.(...args) as Promise<Json>;

test('the proof of every final block can be checked on its own, with the stakes before it', async () => {
  const tip = await tipHeight();
  expect(tip).toBeGreaterThan(staked + 3);
  const { blocks } = await api.get<BlocksShape>('/api/blocks?from_height=0&limit=1000');
  const { validators } = await api.get<{ validators: { stake: number }[] }>('/api/validators');
  const own = validators[0]?.stake ?? 0;
  for (let height = 1; height <= tip; height++) {
    const { proof, success } = (await call('getFinalityProof', height)) as unknown as {
      proof: Proof;
      success: boolean;
    };
    const total = height > staked ? own + STAKE : own;
    expect([success, proof]).toEqual([
      true,
      expect.objectContaining({
        height,
        block_hash: blocks[height]?.hash,
        total_stake: total,
        voting_stake: own,
        quorum_threshold_quanta: String((2n * BigInt(total * 1e9)) / 3n + 1n),
        created_at: blocks[Math.min(height + 1, tip)]?.header.time,
      }),
    ]);
    const [vote, ...others] = proof.precommit_votes;
    expect([others, vote]).toEqual([
      [],
      expect.objectContaining({ voter_pub_key: node.publicKey, stake: own, round: 0 }),
    ]);
    const message = voteBytes(LIVE_CHAIN_ID, 'precommit', height, 0, fromHex(proof.block_hash) as Uint8Array);
    const [signature, key] = [fromHex(vote?.signature ?? ''), fromHex(node.publicKey)];
    expect(nobleBackend.verify(signature as Uint8Array, message, key as Uint8Array)).toBe(true);
  }
});

test('there is none for the genesis block and above the latest one; anything that is not a height is refused', async () => {
  const tip = await tipHeight();
  for (const height of [0, tip + 1, Number.MAX_SAFE_INTEGER]) {
    const { status, json } = await api.send(`/api/finality/${height}`);
    expect([status, json?.code]).toEqual([404, 'not_found']);
    expect(String(json?.error)).toMatch(new RegExp(`^No finality proof available for height ${height}: `));
  }
  for (const height of ['x', '-1', '1.5', '1e3']) {
    const { status, json } = await api.send(`/api/finality/${height}`);
    expect([height, status, json?.code]).toEqual([height, 400, 'malformed_parameter']);
  }
});

test(
  'statistics count what the certificates hold, and a restart changes nothing',
  async () => {
    const stats = await call('getValidatorStats');
    const tip = await tipHeight();
    const certified = tip - 1;
    const due = certified - staked;
    expect(stats).toMatchObject({ success: true, totalHeights: certified, countedFrom: 1 });
    const [producer, other, ...more] = stats.validators as Json[];
    expect(more).toEqual([]);
    expect(producer).toMatchObject({
      ...{ publicKey: node.publicKey, status: 'active', blocksProposed: tip, lastProposedHeight: tip },
      ...{ countedHeights: certified, votes: certified, missedVotes: 0, uptime: 100, precommitParticipation: 100 },
      lastSeenHeight: tip,
    });
    expect(other).toMatchObject({
      ...{ publicKey: sleeper.keyHex, stake: STAKE, blocksProposed: 0, lastProposedHeight: 0 },
      ...{ countedHeights: due, votes: 0, missedVotes: due, uptime: 0, prevoteParticipation: 0, lastSeenHeight: 0 },
    });
    await watch.close();
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    await open(node.dataDir);
    expect(await tipHeight()).toBe(tip);
    expect(await call('getValidatorStats')).toEqual(stats);
    await done({ type: 'transfer', to: node.publicKey, amount: number('1') });
    expect((await call('getValidatorStats')).totalHeights).toBe((await tipHeight()) - 1);
  },
  SLOW_MACHINE_MS,
);
