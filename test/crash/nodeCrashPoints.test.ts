/** Kills a whole node at each named crash point and checks the result of the next start: the chain passes the audit, the
 *  signed slot is filled with exactly that block, no slot is signed twice, and a vote that was durable is the one that certifies.
 *
 *  A run draws a third of the points that a node passes while it produces, and some of the situations in which one is passed; all others are passed in
 *  every run (ROUGED_TEST_ALL=1: all of them). */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { readWholeBlock } from '../../engine/store/wholeBlock.js';
import { type CrashPoint, crashPoints } from '../../workers/store/crashPoints.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, runNodeToItsEnd, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { type CrashedChain, checkCrashedChain, readGenesis } from './crashedChain.js';
import { copyOf, readJournal, readVotes, temporaryDirectory, withStore } from './nodeDirectory.js';
import { post, untilStanding } from './nodeLoad.js';

const alice = signingActor('crash points: alice');
const bob = actor('crash points: bob');
const QUIET = ['--heartbeat-ms', '3600000'];
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const SLOW_MACHINE_MS = 240_000;

/** Up to here the new journal has no final name yet: its slot may be signed again, because the signature never left the node. */
const BEFORE_JOURNAL: readonly CrashPoint[] = ['journal-begin', 'journal-write', 'journal-sync'];
/** Up to here no vote for the block is durable: the node votes at its next start. */
const BEFORE_VOTES: readonly CrashPoint[] = [
  'journal-rename',
  'journal-directory',
  'votes-begin',
  'votes-write',
  'votes-sync',
];
/** Written by validators that vote for the blocks of others, of which there are none here. */
const OF_OTHERS: readonly CrashPoint[] = crashPoints.filter((point) => point.startsWith('candidate-'));
/** From here on the block is in the database; before, only the journal has it. */
const BLOCK_STORED: readonly CrashPoint[] = ['commit-batch', 'commit-sync', 'commit-answer'];
/** Tested with an empty block as well, which has no body to write. */
const EMPTY_BLOCK_TOO: readonly CrashPoint[] = ['journal-sync', 'journal-directory', 'commit-begin', 'commit-batch'];
/** Passed while orphans are removed at start, before anything is produced. */
const AT_START: readonly CrashPoint[] = ['delete-range', 'delete-sync'];
/** Passed only after a failed write. */
const AT_REOPENING: readonly CrashPoint[] = ['reopen-probe', 'reopen-close', 'reopen-read', 'reopen-open'];
const producing = crashPoints.filter((point) => ![...AT_START, ...AT_REOPENING, ...OF_OTHERS].includes(point));
/** The first commit of all is that of the genesis state. */
const AT_GENESIS: readonly CrashPoint[] = ['commit-begin', 'commit-batch', 'commit-answer'];

/** Height of the template's chain: an empty block, one with a transfer, and an empty one that releases its fees. */
const TEMPLATE_HEIGHT = 3;
let owner: LiveNode;

const transfer = (): Signed => signedTransfer(alice, bob.address, '1.5');
const KILLED = { code: null, signal: 'SIGKILL' };
const GOOD_END = { code: 0, signal: null };

/** Posts a transfer and waits until the chain is at rest after it. @returns the height of its block. */
async function includeOne(node: LiveNode, signed: Signed): Promise<number> {
  const watch = await ChainWatch.open(node.url);
  expect((await post(node.url, signed.body)).status).toBe(200);
  const { block_height } = await watch.included(signed.txId);
  await watch.close();
  await untilStanding(node.url);
  return Number(block_height);
}

beforeAll(async () => {
  owner = await startNode({ genesis, flags: QUIET });
  await untilStanding(owner.url);
  expect(await includeOne(owner, transfer())).toBe(TEMPLATE_HEIGHT - 1);
  expect(await owner.stop()).toEqual(GOOD_END);
}, SLOW_MACHINE_MS);

afterAll(() => owner?.remove());

/** Starts a node that will die at the crash point when it makes a block, and gives it transactions.
 *  @returns whether it announced the transaction before it died. */
async function dieAt(dataDir: string, point: string, signed: Signed, fault = ''): Promise<boolean> {
  const environment = { ROUGED_CRASH_POINT: point, ROUGED_FAULT_POINT: fault };
  const node = await startNode({ dataDir, flags: QUIET, environment });
  onTestFinished(() => node.remove());
  const watch = await ChainWatch.open(node.url);
  await post(node.url, signed.body).catch(() => undefined);
  expect(await node.ended).toEqual(KILLED);
  await watch.closed();
  return watch.frames.some(({ type, tx_hash }) => type === 'new_transaction' && tx_hash === signed.txId);
}

/** Signatures of the certificate of a block, which the next block carries. */
const precommitsOf = (dataDir: string, height: number): Promise<readonly Uint8Array[]> =>
  withStore(dataDir, async (store) => {
    const next = await readWholeBlock(store, height + 1);
    if (typeof next === 'string') throw new Error(next);
    return next.block.certificate?.precommits.map(({ signature }) => new Uint8Array(signature)) ?? [];
  });

/** Starts without a crash point, lets the test check the audited chain, includes one more transfer, and ends. */
async function recover(
  dataDir: string,
  look: (chain: CrashedChain, node: LiveNode) => Promise<void> | void,
): Promise<void> {
  const node = await startNode({ dataDir, flags: QUIET });
  onTestFinished(() => node.remove());
  await untilStanding(node.url);
  await look(await checkCrashedChain(node), node);
  const next = transfer();
  const height = await includeOne(node, next);
  const chain = await checkCrashedChain(node);
  expect(chain.placed.get(next.txId)?.height).toBe(height);
  expect(await node.stop()).toEqual(GOOD_END);
  expect(await readJournal(dataDir)).toMatchObject({ height: chain.tip.header.height, hash: chain.tip.hash });
}

const BROUGHT_IN = /brought in the journaled block/;

const seed = testSeed();
const random = new SeededRandom(seed);

describe(`a node killed at a crash point (seed ${seed})`, () => {
  const cases = [
    ...random.cases(producing, Math.ceil(producing.length / 3)).map((point) => ({ point, passing: 1 })),
    ...random.cases(EMPTY_BLOCK_TOO, 1).map((point) => ({ point, passing: 2 })),
  ];

  test.each(cases)('$point, passed for time $passing', { timeout: SLOW_MACHINE_MS }, async ({ point, passing }) => {
    const dataDir = copyOf(owner.dataDir);
    const signed = transfer();
    // The first block after the template's holds the transfer, the second one releases its fees.
    const slot = TEMPLATE_HEIGHT + passing;
    const announced = await dieAt(dataDir, `${point}:${passing}`, signed);
    // The answer of a commit and the kill after it race; all other points are clearly before the answer.
    if (point !== 'commit-answer') expect(announced).toBe(passing > 1);
    const journal = await readJournal(dataDir);
    const journaled = !BEFORE_JOURNAL.includes(point);
    expect(journal?.height).toBe(journaled ? slot : slot - 1);
    const votes = await readVotes(dataDir);
    const voted = journaled && !BEFORE_VOTES.includes(point);
    expect(votes.height).toBe(voted ? slot : slot - 1);
    const included = journaled || passing > 1;
    await recover(dataDir, async ({ blocks, placed }, node) => {
      expect(blocks[journal?.height ?? 0]?.hash).toBe(journal?.hash);
      expect(placed.get(signed.txId)?.height).toBe(included ? TEMPLATE_HEIGHT + 1 : undefined);
      expect(BROUGHT_IN.test(node.logs())).toBe(journaled && !BLOCK_STORED.includes(point));
      const again = await post(node.url, signed.body);
      if (included) expect(again).toMatchObject({ status: 401, json: { code: 'nonce_used' } });
      else expect(again.status).toBe(200);
    });
    const precommit = votes.votes.find(({ type }) => type === 'precommit');
    expect(precommit).toMatchObject({ height: votes.height, round: 0 });
    expect(await precommitsOf(dataDir, votes.height)).toEqual([precommit?.signature]);
  });

  const reopening = AT_REOPENING.flatMap((point) => {
    const faults = ['commit-body', 'commit-batch', ...(point === 'reopen-probe' ? ['journal-rename'] : [])];
    return random.cases(faults, 1).map((fault) => ({ point, fault }));
  });

  test.each(reopening)('$point, after a fault at $fault', { timeout: SLOW_MACHINE_MS }, async ({ point, fault }) => {
    const dataDir = copyOf(owner.dataDir);
    const signed = transfer();
    // The database is opened read-only when it cannot be opened for writing.
    const faults = point === 'reopen-read' ? `${fault},reopen-close` : fault;
    expect(await dieAt(dataDir, point, signed, faults)).toBe(false);
    const journal = await readJournal(dataDir);
    expect(journal?.height).toBe(TEMPLATE_HEIGHT + 1);
    await recover(dataDir, ({ blocks, placed }, node) => {
      expect(blocks[TEMPLATE_HEIGHT + 1]?.hash).toBe(journal?.hash);
      expect(placed.get(signed.txId)?.height).toBe(TEMPLATE_HEIGHT + 1);
      expect(BROUGHT_IN.test(node.logs())).toBe(fault !== 'commit-batch');
    });
  });

  test.each(AT_START)('%s, before it answers', { timeout: SLOW_MACHINE_MS }, async (point) => {
    const dataDir = copyOf(owner.dataDir);
    const before = await readJournal(dataDir);
    const { exit } = await runNodeToItsEnd({ dataDir, environment: { ROUGED_CRASH_POINT: point } });
    expect(exit).toEqual(KILLED);
    await recover(dataDir, ({ tip }) => {
      expect(tip.hash).toBe(before?.hash);
    });
  });

  test('again, while it imports the journaled block', { timeout: SLOW_MACHINE_MS }, async () => {
    const dataDir = copyOf(owner.dataDir);
    const signed = transfer();
    await dieAt(dataDir, 'journal-directory', signed);
    const journal = await readJournal(dataDir);
    expect(journal?.height).toBe(TEMPLATE_HEIGHT + 1);
    const deaths = ['delete-sync', 'commit-begin', 'commit-signatures', 'commit-batch'];
    for (const point of deaths) {
      const { exit } = await runNodeToItsEnd({ dataDir, flags: QUIET, environment: { ROUGED_CRASH_POINT: point } });
      expect(exit).toEqual(KILLED);
      expect(await readJournal(dataDir)).toEqual(journal);
    }
    await recover(dataDir, ({ placed, blocks }) => {
      expect(blocks[TEMPLATE_HEIGHT + 1]?.hash).toBe(journal?.hash);
      expect(placed.get(signed.txId)?.hash).toBe(journal?.hash);
    });
  });

  test.each(random.cases(AT_GENESIS, 1))(
    '%s, while it writes the genesis state',
    { timeout: SLOW_MACHINE_MS },
    async (point) => {
      const dataDir = temporaryDirectory();
      const { exit } = await runNodeToItsEnd({ dataDir, genesis, environment: { ROUGED_CRASH_POINT: point } });
      expect(exit).toEqual(KILLED);
      const { hash } = nativeProtocol.genesisBlock(readGenesis(dataDir));
      await recover(dataDir, ({ blocks }) => {
        expect(blocks[0]?.hash).toBe(hash);
      });
    },
  );
});

test('every crash point is one of those above', () => {
  expect(producing.length + AT_START.length + AT_REOPENING.length + OF_OTHERS.length).toBe(crashPoints.length);
  expect(OF_OTHERS).toHaveLength(5);
  expect([...BEFORE_JOURNAL, ...BEFORE_VOTES, ...BLOCK_STORED].every((point) => producing.includes(point))).toBe(true);
});
