/** Kills a whole node again and again while it accepts transfers and makes blocks of them. After every restart the chain is
 *  audited from its blocks, and compared with everything that was announced before. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { freshNonce, type Signed, signedTransfer } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { type CrashedChain, checkCrashedChain } from './crashedChain.js';
import { type Journaled, readJournal } from './nodeDirectory.js';
import {
  type Announced,
  addFrames,
  askUntilDeath,
  feed,
  nothingAnnounced,
  type PostedAnswer,
  post,
  signTransfers,
  untilStanding,
} from './nodeLoad.js';

const ROUNDS = 5;
const TRANSFERS_A_ROUND = 80;
/** Included transactions that are sent again after a restart; a check of a signature each. */
const REPEATED = 25;
/** An occasional empty block would move the chain during the audit. */
const QUIET = ['--heartbeat-ms', '3600000'];
/** Signing and some ten starts, beside other tests. */
const SLOW_MACHINE_MS = 240_000;

const seed = testSeed();
const random = new SeededRandom(seed);
const actors: readonly SigningActor[] = ['ada', 'ben', 'cleo', 'dan', 'eve'].map((name) =>
  signingActor(`load: ${name}`),
);
const announced: Announced = nothingAnnounced();
const posted = new Map<string, Signed>();
let node: LiveNode;

beforeAll(async () => {
  const fees = { base_fee: '0.1', floor: '0.02', ceiling: '0.2', target: 5 };
  const allocations = actors.map(({ address }) => ({ address, amount: '10000' }));
  node = await startNode({ genesis: { fees, allocations }, flags: QUIET });
}, SLOW_MACHINE_MS);

afterAll(() => node?.remove());

/** Waits for the given number of announced transactions, then some microseconds more, and kills. */
async function killAt(watch: ChainWatch, transactions: number, microseconds: number): Promise<void> {
  let heard = 0;
  await watch.first(({ type }) => type === 'new_transaction' && ++heard === transactions);
  const until = performance.now() + microseconds / 1_000;
  while (performance.now() < until);
  expect(await node.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
}

/** One life of the node under load, ended by SIGKILL. @returns the answers that came before. */
async function liveAndDie(transfers: readonly Signed[]): Promise<readonly PostedAnswer[]> {
  const watch = await ChainWatch.open(node.url);
  const asking = askUntilDeath(node.url, transfers, announced);
  const feeding = feed(node.url, transfers);
  await killAt(watch, random.between(1, transfers.length / 2), random.below(60_000));
  await watch.closed();
  expect(await asking).toBeGreaterThanOrEqual(0);
  addFrames(announced, watch);
  return feeding;
}

/** Everything announced exists, at its place, in the same block. */
function checkPromises(chain: CrashedChain): void {
  for (const [height, hash] of announced.blocks) expect(chain.blocks[height]?.hash, `block ${height}`).toBe(hash);
  for (const [id, height] of announced.transactions)
    expect(chain.placed.get(id), `transaction ${id}`).toEqual({ height, hash: chain.blocks[height]?.hash });
  expect(chain.tip.header.height).toBeGreaterThanOrEqual(Math.max(0, ...announced.blocks.keys()));
  for (const id of chain.placed.keys()) expect(posted.has(id)).toBe(true);
}

/** The last signed slot was filled with exactly that block. */
function checkJournal(chain: CrashedChain, journal: Journaled | undefined): void {
  if (!journal) throw new Error('a node that announced a block has no journal');
  expect(chain.blocks[journal.height]?.hash).toBe(journal.hash);
  expect(chain.tip.header.height).toBeGreaterThanOrEqual(journal.height);
}

/** Sends transactions again: some that are in a block, which are refused, and all others, which are now accepted and
 *  included. @returns how many were refused. */
async function resendEverything(chain: CrashedChain): Promise<number> {
  const watch = await ChainWatch.open(node.url);
  const [inside, outside] = [true, false].map((wanted) =>
    [...posted.values()].filter(({ txId }) => chain.placed.has(txId) === wanted),
  ) as [Signed[], Signed[]];
  const repeated = Array.from({ length: Math.min(REPEATED, inside.length) }, () => random.pick(inside));
  const answers = await feed(node.url, [...repeated, ...outside]);
  const fresh: string[] = [];
  for (const { transfer, answer } of answers) {
    if (!chain.placed.has(transfer.txId)) {
      expect(answer?.status, answer?.text).toBe(200);
      fresh.push(transfer.txId);
    } else expect(answer).toMatchObject({ status: 401, json: { code: 'nonce_used' } });
  }
  expect(answers.length).toBe(repeated.length + outside.length);
  await Promise.all(fresh.map((id) => watch.included(id)));
  addFrames(announced, watch);
  await watch.close();
  return answers.length - fresh.length;
}

/** Another transfer under a nonce that an included one has used up. */
async function checkUsedNonce(chain: CrashedChain): Promise<void> {
  const id = random.pick([...chain.placed.keys()]);
  const { nonce, from } = JSON.parse(posted.get(id)?.text ?? '{}') as { nonce: string; from: string };
  const signer = actors.find(({ keyHex }) => keyHex === from);
  if (!signer) throw new Error('nobody knows the signer');
  const again = signedTransfer(signer, BURN_ADDRESS, '0.5', { nonce });
  expect(await post(node.url, again.body)).toMatchObject({ status: 401, json: { code: 'nonce_used' } });
  const other = signedTransfer(signer, BURN_ADDRESS, '0.5', { nonce: freshNonce() });
  expect((await post(node.url, other.body)).status).toBe(200);
  posted.set(other.txId, other);
}

describe(`a node killed under load (seed ${seed})`, () => {
  test(
    'keeps every promise, every quantum and every nonce',
    async () => {
      let kills = 0;
      let refused = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const transfers = signTransfers(actors, TRANSFERS_A_ROUND, random);
        const answers = await liveAndDie(transfers);
        for (const { transfer } of answers) posted.set(transfer.txId, transfer);
        kills++;
        const journal = await readJournal(node.dataDir);
        node = await startNode({ dataDir: node.dataDir, flags: QUIET });
        await untilStanding(node.url);
        const chain = await checkCrashedChain(node);
        checkPromises(chain);
        checkJournal(chain, journal);
        refused += await resendEverything(chain);
        await checkUsedNonce(chain);
        await untilStanding(node.url);
        const all = await checkCrashedChain(node);
        checkPromises(all);
        expect(all.placed.size).toBe(posted.size);
      }
      expect(kills).toBe(ROUNDS);
      expect(refused).toBeGreaterThan(ROUNDS);
      expect(announced.transactions.size).toBeGreaterThan(ROUNDS * 2);
      console.log(`${announced.blocks.size} blocks and ${announced.transactions.size} transactions announced`);
    },
    SLOW_MACHINE_MS,
  );
});
