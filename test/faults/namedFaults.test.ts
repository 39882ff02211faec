/** A disk that fails at each named place of a commit, of the journal, of the removal of orphans and of the reopening itself:
 *  every time the node stops, says so, and continues on its own with exactly the block that it had signed. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { crashPoints } from '../../workers/store/crashPoints.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import { readJournal, temporaryDirectory } from '../crash/nodeDirectory.js';
import { type EngineNode, openEngineNode, sendTransfer, startPool } from '../support/engineNode.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('faults: validator');
const alice = signingActor('faults: alice');
const bob = actor('faults: bob');
const allocations = [{ to: alice.address, amount: '1000' }];
const SLOW_MACHINE_MS = 240_000;

interface Case {
  readonly fault: string;
  /** How much of the block exists after the first failure. */
  readonly left: 'absent' | 'body' | 'stored';
}

/** The genesis state is the first commit, the empty first block the second (and the first journal), the transfer's block the
 *  third. The vote journal is begun empty, so its third write is that of the transfer's block, too. The start removes orphans in two
 *  families. */
const cases: readonly Case[] = [
  { fault: 'journal-begin:2', left: 'absent' },
  { fault: 'journal-write:2:3', left: 'absent' },
  { fault: 'journal-sync:2', left: 'absent' },
  { fault: 'journal-rename:2', left: 'absent' },
  { fault: 'journal-directory:2:2', left: 'absent' },
  { fault: 'votes-begin:3', left: 'absent' },
  { fault: 'votes-write:3:3', left: 'absent' },
  { fault: 'votes-sync:3', left: 'absent' },
  { fault: 'votes-rename:3', left: 'absent' },
  { fault: 'votes-directory:3:2', left: 'absent' },
  { fault: 'commit-begin:3', left: 'absent' },
  { fault: 'commit-body:3:2', left: 'body' },
  { fault: 'commit-signatures:3', left: 'body' },
  { fault: 'commit-balances:3', left: 'body' },
  { fault: 'commit-batch:3', left: 'stored' },
  { fault: 'commit-batch:3:4', left: 'stored' },
  { fault: 'commit-sync:3', left: 'stored' },
  // The orphan is gone before its removal fails.
  { fault: 'commit-body:3,delete-range:1', left: 'absent' },
  { fault: 'commit-signatures:3,delete-sync:1:2', left: 'body' },
  { fault: 'commit-batch:3,reopen-probe:1:2', left: 'stored' },
  { fault: 'commit-begin:3,reopen-close:1', left: 'absent' },
  { fault: 'commit-body:3,reopen-close:1:2,reopen-open:1', left: 'body' },
  { fault: 'commit-batch:3,reopen-open:1', left: 'stored' },
  // The database is open read-only in between; then not even that.
  { fault: 'commit-batch:3,reopen-close:1,reopen-probe:2', left: 'stored' },
  { fault: 'commit-body:3,reopen-close:1:2,reopen-read:1:2,reopen-probe:2', left: 'body' },
];

let pool: VerifierPool;

beforeAll(async () => {
  pool = await startPool(validator);
}, SLOW_MACHINE_MS);

afterAll(() => pool?.close());

const open = async (dataDir: string, fault = ''): Promise<EngineNode> => {
  const engine = await openEngineNode({ dataDir, validator, allocations, fault, pool });
  onTestFinished(() => engine.close().catch(() => undefined));
  return engine;
};

const blocksOf = ({ frames }: EngineNode): readonly { readonly height: number; readonly hash: string }[] =>
  frames
    .filter(({ type }) => type === 'new_block')
    .map(({ height, hash }) => ({ height: Number(height), hash: String(hash) }));

async function send(engine: EngineNode): Promise<string> {
  const answer = await sendTransfer(engine, alice, bob);
  if (!('txId' in answer)) throw new Error(answer.message);
  return answer.txId;
}

describe('a store that fails', { timeout: SLOW_MACHINE_MS }, () => {
  test.each(cases)('at $fault', async ({ fault, left }) => {
    const dataDir = temporaryDirectory();
    const engine = await open(dataDir, fault);
    const { node, log } = engine;
    // The first block follows genesis at once; after that the heartbeat is far away.
    await engine.standing(1);
    const sent = [await send(engine), await send(engine)];
    const stop = await log.said(/block production stopped/);
    expect(stop).toMatchObject({
      level: 'error',
      fields: { code: /^(?:journal|votes)/.test(fault) ? 'JOURNAL_FAILED' : 'STORE_FAILED' },
    });
    const resumed = await log.said(/block production resumed/);
    expect(resumed.fields.left).toBe(left);
    const heights = await Promise.all(sent.map((txId) => engine.included(txId)));
    expect(heights[0]).toBe(2);
    // One more block releases the fees; then nothing is due.
    await engine.standing(Math.max(...heights) + 1);

    const blocks = blocksOf(engine);
    expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, index) => index + (blocks[0]?.height ?? 0)));
    const slots = engine.signedHeaders.map(({ slot }) => slot);
    expect(slots.length).toBeGreaterThanOrEqual(3);
    expect(new Set(slots).size).toBe(slots.length);
    const tip = node.chain.tip;
    expect((await readJournal(dataDir))?.hash).toBe(tip.hash);
    expect(log.lines.filter(({ level, message }) => level === 'error' && !/stopped/.test(message))).toEqual([]);
    await engine.close();

    const again = await open(dataDir);
    expect(again.node.chain.tip).toEqual(tip);
    // Nothing was announced twice or left out: the durable log has the numbers that listeners got.
    expect(again.node.hub.sequence).toBe(node.hub.sequence);
    expect(again.log.lines.some(({ message }) => /brought in/.test(message))).toBe(false);
    await again.close();
  });

  test('is tried at every place that can fail', () => {
    const tried = new Set(cases.flatMap(({ fault }) => fault.split(',').map((text) => text.split(':')[0])));
    // Blocks of others are kept only where others propose: test/unit/head/head.test.ts.
    const own = crashPoints.filter((point) => !point.startsWith('candidate-'));
    // An answered write cannot fail any more.
    expect(own.filter((point) => !tried.has(point))).toEqual(['commit-answer']);
  });

  test('refuses writes meanwhile, and answers reads', async () => {
    const engine = await open(temporaryDirectory(), 'commit-body:3,reopen-probe:1:3');
    const { node, log } = engine;
    await engine.standing(1);
    const txId = await send(engine);
    await log.said(/block production stopped/);
    expect(node.role.productionProblem?.detail).toMatch(/could not write/);
    const refused = await sendTransfer(engine, alice, bob);
    expect(refused).toMatchObject({ code: 'not_producing', retry: 5 });
    expect(node.mempool.size).toBe(1);
    const first = await node.chain.publicKey(validator.account);
    expect(first).toBe(validator.keyHex);
    await engine.included(txId);
    expect(log.lines.filter(({ message }) => /does not take writes yet/.test(message)).length).toBe(3);
  });

  test('can be stopped while it waits for the disk', async () => {
    const dataDir = temporaryDirectory();
    const engine = await open(dataDir, 'commit-body:3,reopen-probe:1:1000');
    await engine.standing(1);
    const txId = await send(engine);
    await engine.log.said(/does not take writes yet/);
    await engine.close();
    const again = await open(dataDir);
    await again.log.said(/brought in the journaled block/);
    await again.standing(3);
    expect(await again.node.chain.includes(Buffer.from(txId, 'hex'))).toBe(true);
  });
});
