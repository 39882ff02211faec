/** A proposer whose sign journal or vote journal is gone, damaged, old, or ahead of its chain: it never guesses before it signs, says why,
 *  and its operator has one way to let it sign again. */

import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { voteBytes } from '../../engine/chain/certificate.js';
import { messageOf, type Vote } from '../../engine/chain/vote.js';
import { SignJournal } from '../../engine/consensus/signJournal.js';
import { VoteJournal } from '../../engine/consensus/voteJournal.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { BatchWriter } from '../../engine/store/batch.js';
import { metaKey } from '../../engine/store/keys.js';
import { tipCertificate } from '../../engine/store/tipCertificate.js';
import { loadOrCreateNodeKeys, type NodeKeys } from '../../ops/config/nodeKeys.js';
import { JOURNAL_FILE, JournalFile } from '../../workers/store/journalFile.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, runNodeToItsEnd, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { checkCrashedChain, getJson } from './crashedChain.js';
import { copyOf, readJournal, readVotes, VOTES_FILE, withStore } from './nodeDirectory.js';
import { post, untilStanding } from './nodeLoad.js';
import { ONE_SENTENCE, type Ran, runCommand } from './runProgram.js';

const alice = signingActor('journal: alice');
const bob = actor('journal: bob');
const QUIET = ['--heartbeat-ms', '3600000'];
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const GOOD_END = { code: 0, signal: null };
const SLOW_MACHINE_MS = 240_000;

/** A stopped node with a few blocks; every test works on a copy. */
let template: LiveNode;
let dataDir: string;
let node: LiveNode | undefined;

const transfer = (): Signed => signedTransfer(alice, bob.address, '1.5');
const journalPath = (): string => join(dataDir, JOURNAL_FILE);

async function includeOne({ url }: LiveNode): Promise<number> {
  const watch = await ChainWatch.open(url);
  const signed = transfer();
  expect((await post(url, signed.body)).status).toBe(200);
  const { block_height } = await watch.included(signed.txId);
  await watch.close();
  await untilStanding(url);
  return Number(block_height);
}

beforeAll(async () => {
  template = await startNode({ genesis, flags: QUIET });
  await untilStanding(template.url);
  expect(await includeOne(template)).toBe(2);
  expect(await template.stop()).toEqual(GOOD_END);
}, SLOW_MACHINE_MS);

afterAll(() => template?.remove());

beforeEach(() => {
  dataDir = copyOf(template.dataDir);
});

afterEach(async () => {
  await node?.stop('SIGKILL');
  node = undefined;
});

/** Starts the node and expects that it answers reads, does not produce and says why. @returns the reason. */
async function startDegraded(): Promise<string> {
  node = await startNode({ dataDir, flags: [...QUIET, '--heartbeat-ms', '40'] });
  const { url } = node;
  await node.printed(/this node will not produce blocks|block production stopped/);
  const health = await getJson(url, '/api/health');
  expect(health.status).toBe('degraded');
  expect(await getJson(url, '/api/stats')).toMatchObject({ is_mining: false, network_height: health.height });
  expect(await getJson(url, `/api/block/${health.height}`)).toMatchObject({ success: true });
  expect(await getJson(url, `/api/balance/${alice.address}`)).toMatchObject({ success: true });
  return String(health.reason);
}

/** Ends the node and proves from its directory that it made no block and signed nothing. */
async function expectSilence(before: { readonly height: number; readonly journal: Buffer | undefined }): Promise<void> {
  if (!node) throw new Error('no node runs');
  expect((await getJson(node.url, '/api/health')).height).toBe(before.height);
  expect(await node.stop()).toEqual(GOOD_END);
  const journal = existsSync(journalPath()) ? readFileSync(journalPath()) : undefined;
  expect(journal).toEqual(before.journal);
}

/** Replaces the journal's block, and the votes for it where there are some, with a block that is correctly signed but that no node
 *  accepts: what a version with other rules has signed. @returns how many votes were replaced. */
async function refuseJournaled(): Promise<number> {
  const block = (await readJournal(dataDir))?.block;
  const keys = loadOrCreateNodeKeys(dataDir);
  if (!block || isRefusal(keys)) throw new Error('there is no journal or no key');
  const header = { ...block.header, state_root: '0'.repeat(64) };
  const headerBytes = utf8(JSON.stringify(header));
  const proposerSignature = nobleBackend.sign(headerBytes, keys.secretKey);
  const bytes = new SignJournal(header.chain_id).encode({ ...block, header, headerBytes, proposerSignature });
  await new JournalFile(dataDir).write(bytes);
  const hash = nativeProtocol.blockHash(headerBytes, toHex(proposerSignature));
  return replaceVotes(header.height, header.chain_id, hash, keys);
}

/** Signs the votes of the journal for another block. @returns how many there were. */
async function replaceVotes(height: number, chainId: string, blockHash: string, keys: NodeKeys): Promise<number> {
  const held = await readVotes(dataDir);
  if (held.height !== height) return 0;
  const votes = held.votes.map((vote): Vote => {
    const intent = { ...vote, blockHash };
    return { ...intent, signature: nobleBackend.sign(messageOf(chainId, intent, voteBytes), keys.secretKey) };
  });
  const journal = new VoteJournal(chainId, keys.publicKey);
  await new JournalFile(dataDir, 'votes').write(journal.encode(votes, []));
  return votes.length;
}

const resetJournal = (...words: string[]): Promise<Ran> =>
  runCommand(['keys', 'reset-journal', '--data-dir', dataDir, ...words]);

async function expectProduction(height: number): Promise<void> {
  node = await startNode({ dataDir, flags: QUIET });
  expect((await getJson(node.url, '/api/health')).status).toBe('ok');
  expect(await includeOne(node)).toBe(height);
  const { tip } = await checkCrashedChain(node);
  expect(await node.stop()).toEqual(GOOD_END);
  expect((await readJournal(dataDir))?.hash).toBe(tip.hash);
}

test(
  'a vote journal that is lost beside a chain stops production, until its operator gives it up',
  async () => {
    const journal = readFileSync(journalPath());
    rmSync(join(dataDir, 'vote-journal.bin'));
    expect(await startDegraded()).toMatch(/the vote journal is lost while the chain stands at height 3/);
    await expectSilence({ height: 3, journal });
    expect(await resetJournal('--yes')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(journalPath())).toEqual(journal);
    await expectProduction(4);
    expect(await resetJournal('--yes')).toMatchObject({ code: 1, out: '' });
  },
  SLOW_MACHINE_MS,
);

const random = new SeededRandom(testSeed());

describe('a sign journal', () => {
  test('that is intact is not reset', async () => {
    const before = readFileSync(journalPath());
    const ran = await resetJournal('--yes');
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/is there and whole: it says that this key signed up to height 3/);
    expect(readFileSync(journalPath()).equals(before)).toBe(true);
  });

  const refusedBlocks = [
    { point: 'votes-begin:1', votes: 0 },
    { point: 'commit-begin:1', votes: 2 },
  ];

  test.each(random.cases(refusedBlocks, 1))(
    'with a block that is refused stops production, until its operator gives up that block ($votes votes)',
    async ({ point, votes }) => {
      const environment = { ROUGED_CRASH_POINT: point };
      node = await startNode({ dataDir, flags: QUIET, environment });
      await post(node.url, transfer().body).catch(() => undefined);
      await node.ended;
      const whole = await resetJournal('--yes');
      expect(whole).toMatchObject({ code: 1, out: '' });
      expect(whole.err).toMatch(/holds block 4, which is signed and not stored; start the node, which brings it in/);

      expect(await refuseJournaled()).toBe(votes);
      const journal = readFileSync(journalPath());
      const reason = await startDegraded();
      expect(reason).toMatch(
        /block 4 is signed by this node and cannot be brought in: state root mismatch at height 4/,
      );
      expect(reason).toMatch(
        /only if no other node has seen that block .* "rouged keys reset-journal --give-up 4 --yes"/,
      );
      await expectSilence({ height: 3, journal });

      for (const words of [['--yes'], ['--give-up', '4'], ['--give-up', '3', '--yes'], ['--give-up', '5', '--yes']]) {
        const refused = await resetJournal(...words);
        expect(refused).toMatchObject({ code: 1, out: '' });
        expect(refused.err).toMatch(ONE_SENTENCE);
        expect(readFileSync(journalPath())).toEqual(journal);
      }
      expect(await resetJournal('--give-up', '4', '--yes')).toMatchObject({ code: 0, err: '' });
      await expectProduction(4);
      const again = await resetJournal('--give-up', '5', '--yes');
      expect(again.err).toMatch(/hold no block 5 that is signed and not stored: there is nothing to give up/);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that is lost beside a chain stops production, until its operator gives it up',
    async () => {
      rmSync(journalPath());
      expect(await startDegraded()).toMatch(/the sign journal is lost while the chain stands at height 3/);
      const whileRunning = await resetJournal('--yes');
      expect(whileRunning).toMatchObject({ code: 1, out: '' });
      expect(whileRunning.err).toMatch(ONE_SENTENCE);
      expect(whileRunning.err).toMatch(/in use by another node/);
      await expectSilence({ height: 3, journal: undefined });

      const uncertain = await resetJournal();
      expect(uncertain).toMatchObject({ code: 1, out: '' });
      expect(uncertain.err).toMatch(ONE_SENTENCE);
      expect(uncertain.err).toMatch(/run this again with --yes/);
      expect(existsSync(journalPath())).toBe(false);

      expect(await resetJournal('--yes')).toMatchObject({ code: 0, err: '' });
      await expectProduction(4);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that is damaged keeps the node from starting',
    async () => {
      const whole = readFileSync(journalPath());
      const flipped = Buffer.from(whole);
      flipped.writeUInt8((flipped.at(-1) ?? 0) ^ 1, flipped.length - 1);
      const damaged = [flipped, whole.subarray(0, whole.length - 1), whole.subarray(0, 10), Buffer.alloc(0)];
      for (const bytes of random.cases(damaged, 2)) {
        writeFileSync(journalPath(), bytes);
        const { exit, output } = await runNodeToItsEnd({ dataDir, flags: QUIET });
        expect(exit).toEqual({ code: 1, signal: null });
        expect(output).toMatch(/^rouged: the sign journal [^\n]+ is damaged: [^\n]+$/m);
        expect(readFileSync(journalPath())).toEqual(bytes);
      }
      expect(await resetJournal('--yes')).toMatchObject({ code: 0, err: '' });
      await expectProduction(4);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that holds a checked record of something else stops production',
    async () => {
      const foreign = await startNode({ genesis: { chainId: 'rouged-live-2' }, flags: QUIET });
      await untilStanding(foreign.url);
      await foreign.stop();
      copyFileSync(join(foreign.dataDir, JOURNAL_FILE), journalPath());
      await foreign.remove();
      const journal = readFileSync(journalPath());
      expect(await startDegraded()).toMatch(/the sign journal belongs to chain rouged-live-2/);
      await expectSilence({ height: 3, journal });
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that is an older copy stops production',
    async () => {
      const old = readFileSync(journalPath());
      await expectProduction(4);
      writeFileSync(journalPath(), old);
      expect(await startDegraded()).toMatch(/the sign journal ends at height 3 .* it is an old copy/);
      await expectSilence({ height: 5, journal: old });
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that is ahead of an older copy of the chain stops production',
    async () => {
      const oldChain = copyOf(dataDir);
      await expectProduction(4);
      rmSync(join(dataDir, 'db'), { recursive: true });
      cpSync(join(oldChain, 'db'), join(dataDir, 'db'), { recursive: true });
      const journal = readFileSync(journalPath());
      expect(await startDegraded()).toMatch(
        /the sign journal ends at height 5, the database at height 3: blocks that this key signed are missing/,
      );
      await expectSilence({ height: 3, journal });
    },
    SLOW_MACHINE_MS,
  );
});

describe('a vote journal', () => {
  const votesPath = (): string => join(dataDir, VOTES_FILE);

  test(
    'that is lost beside a chain stops production, until its operator gives it up; the sign journal stays',
    async () => {
      rmSync(votesPath());
      const slots = readFileSync(journalPath());
      expect(await startDegraded()).toMatch(/the vote journal is lost while the chain stands at height 3/);
      await expectSilence({ height: 3, journal: slots });
      expect(existsSync(votesPath())).toBe(false);
      expect(await resetJournal('--yes')).toMatchObject({ code: 0, err: '' });
      expect(readFileSync(journalPath()).equals(slots)).toBe(true);
      expect(await readVotes(dataDir)).toMatchObject({ height: 3, votes: [] });
      expect((await resetJournal('--yes')).err).toMatch(/there is nothing to reset/);
      await expectProduction(4);
      expect((await readVotes(dataDir)).height).toBe(5);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that is damaged keeps the node from starting',
    async () => {
      const whole = readFileSync(votesPath());
      writeFileSync(votesPath(), whole.subarray(0, whole.length - 1));
      const { exit, output } = await runNodeToItsEnd({ dataDir, flags: QUIET });
      expect(exit).toEqual({ code: 1, signal: null });
      expect(output).toMatch(/^rouged: the vote journal [^\n]+ is damaged: [^\n]+$/m);
      const verified = await runCommand(['verify-db', '--data-dir', dataDir]);
      expect(verified.code).toBe(1);
      expect(verified.out).toMatch(/^damaged .*\n {2}the vote journal: .* is damaged/);
      expect(await resetJournal('--yes')).toMatchObject({ code: 0, err: '' });
      await expectProduction(4);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'that has a vote for a block which is nowhere is given up only by the height of that block',
    async () => {
      const environment = { ROUGED_CRASH_POINT: 'commit-begin:1' };
      node = await startNode({ dataDir, flags: QUIET, environment });
      await post(node.url, transfer().body).catch(() => undefined);
      await node.ended;
      rmSync(journalPath());
      const votes = await readVotes(dataDir);
      expect(votes.votes.map(({ type, height }) => [type, height])).toEqual([
        ['prevote', 4],
        ['precommit', 4],
      ]);
      const refused = await resetJournal('--yes');
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toMatch(ONE_SENTENCE);
      expect(refused.err).toMatch(/the vote journal says that this key has voted at height 4/);
      expect(existsSync(journalPath())).toBe(false);
      expect(await readVotes(dataDir)).toEqual(votes);
      expect(await resetJournal('--give-up', '4', '--yes')).toMatchObject({ code: 0, err: '' });
      await expectProduction(4);
    },
    SLOW_MACHINE_MS,
  );

  test(
    'and the certificate of the tip are absent from the directory of an older version, which starts and goes on',
    async () => {
      rmSync(votesPath());
      await withStore(dataDir, async (store) => {
        const batch = new BatchWriter();
        batch.delete(metaKey('certificate'));
        await store.commit({ batch: batch.finish() });
      });
      const verified = await runCommand(['verify-db', '--data-dir', dataDir]);
      expect(verified.code).toBe(0);
      expect(verified.out).toMatch(/does not hold the certificate of its newest block/);
      await expectProduction(4);
      expect((await readVotes(dataDir)).height).toBe(5);
      const certificate = await withStore(dataDir, (store) => tipCertificate(store, 5));
      expect(certificate?.precommits).toHaveLength(1);
      const after = await runCommand(['verify-db', '--data-dir', dataDir]);
      expect(after.out).toMatch(/^sound: /);
      expect(after.out).toMatch(/^the vote journal ends with votes for block 5$/m);
      expect(after.out).not.toMatch(/certificate of its newest block/);
    },
    SLOW_MACHINE_MS,
  );
});
