/** The state transition against the reference ledger, over long random traffic: every fate, every record after every
 *  block, the sum of every token, and the same roots on a node that imports the blocks or loads the records. */

import { describe, expect, test } from 'vitest';
import { XRGE } from '../../engine/base/amounts.js';
import { binaryToHex, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { accountOfKey, burnAccount } from '../../engine/crypto/address.js';
import {
  accounts,
  pendingFees,
  SINGLE,
  supplies,
  tokenBalances,
  totals,
  unbondingEntries,
  validators,
} from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';
import { type Produced, reloaded, TestChain, throughTheWire } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Fate, recordsOf } from '../support/referenceLedger.js';
import { describeIntent, type Planned, Workload } from '../support/workload.js';

const TRANSACTIONS = 20_000;

/** Short runs that stay; nothing is asked of their counts. */
const KEPT_SEEDS = [1, 2];
const KEPT_TRANSACTIONS = 1_500;

/** Every fate must have come this often in the long run, or it proves little. */
const LEAST_OF_EACH_FATE = 100;
const FATES = [
  'done',
  'failed',
  'timestamp_window',
  'nonce_used',
  'insufficient_balance',
  'not_authorized',
  'faucet_cooldown',
  'faucet_balance',
];
/** Blocks after which the second node starts again from its records. */
const RESTART_EVERY = 10;

/** What became of the candidates in the engine. */
function fatesOf(planned: readonly Planned[], { candidate }: Produced): Fate[] {
  const outcomes = new Map(candidate.execution.outcomes.map((outcome) => [outcome.transaction.id, outcome]));
  const refused = new Map(candidate.refused.map(({ id, refusal }) => [id, refusal.code]));
  return planned.map(({ item }) => {
    const { id } = item.transaction;
    const outcome = outcomes.get(id);
    return refused.get(id) ?? (outcome?.failure ? 'failed' : outcome ? 'done' : 'lost');
  });
}

/** @returns units of each token that exist by the balances, and those that should by the supplies. */
function sums(state: State): { held: Map<string, bigint>; expected: Map<string, bigint>; negative: number } {
  const held = new Map<string, bigint>();
  let negative = 0;
  const add = (token: string, amount: bigint): void => {
    if (amount < 0n) negative++;
    held.set(token, (held.get(token) ?? 0n) + amount);
  };
  for (const [, { balance }] of state.entries(accounts)) add(XRGE, balance);
  for (const [, { stake }] of state.entries(validators)) add(XRGE, stake);
  for (const [, { amount }] of state.entries(unbondingEntries)) add(XRGE, amount);
  for (const { amount } of state.get(pendingFees, SINGLE)?.shares ?? []) add(XRGE, amount);
  for (const [key, amount] of state.entries(tokenBalances)) add(key.slice(32), amount);
  const expected = new Map<string, bigint>();
  for (const [token, { minted, burned }] of state.entries(supplies)) expected.set(token, minted - burned);
  expected.set(XRGE, (expected.get(XRGE) ?? 0n) - (state.get(totals, SINGLE)?.feesBurned ?? 0n));
  return { held, expected, negative };
}

/** The records that differ, readable. */
function difference(actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...actual.keys(), ...expected.keys()]);
  return [...keys]
    .filter((key) => actual.get(key) !== expected.get(key))
    .map((key) => {
      const slash = key.indexOf('/');
      const name = `${key.slice(0, slash)}/${binaryToHex(key.slice(slash + 1))}`;
      return `${name}: ${actual.get(key) ?? 'absent'}, should be ${expected.get(key) ?? 'absent'}`;
    });
}

interface Counts {
  readonly fates: Map<Fate, number>;
  blocks: number;
  included: number;
  burns: number;
  faucets: number;
  nodeFaucets: number;
  stakes: number;
  unstakes: number;
  released: number;
  proposers: number;
}

function count(counts: Counts, planned: readonly Planned[], fates: readonly Fate[]): void {
  for (const [index, fate] of fates.entries()) {
    counts.fates.set(fate, (counts.fates.get(fate) ?? 0) + 1);
    if (fate !== 'done' && fate !== 'failed') continue;
    counts.included++;
    const action = planned[index]?.intent.action;
    if (action?.kind === 'faucet') counts.faucets++;
    if (action?.kind === 'faucet' && action.recipient !== undefined) counts.nodeFaucets++;
    if (action?.kind === 'stake' && fate === 'done') counts.stakes++;
    if (action?.kind === 'unstake' && fate === 'done') counts.unstakes++;
    if (action?.kind === 'transfer' && action.to === burnAccount && fate === 'done') counts.burns++;
  }
}

/** One block on the engine and on the reference, compared. */
function playBlock(chain: TestChain, workload: Workload, random: SeededRandom, counts: Counts): Block {
  const time = chain.tip.time + workload.pause();
  const size = random.chance(20) ? 0 : random.between(1, 160);
  const planned = Array.from({ length: size }, () => workload.plan(time));
  const proposer = accountOfKey(chain.proposerKey);
  expect(proposer).toBe(workload.reference.proposer(workload.publicKeys));
  const produced = chain.produce(
    planned.map(({ item }) => item),
    time,
  );
  const expected = workload.reference.block(
    time,
    planned.map(({ intent }) => intent),
    proposer,
  );
  const fates = fatesOf(planned, produced);
  const wrong = fates.findIndex((fate, index) => fate !== expected[index]);
  if (wrong >= 0)
    expect.fail(
      `height ${chain.tip.height}, #${wrong}, ${describeIntent((planned[wrong] as Planned).intent)}: ${fates[wrong]}, should be ${expected[wrong]}`,
    );
  expect(difference(recordsOf(chain.state), workload.reference.records(workload.publicKeys))).toEqual([]);
  const { held, expected: supply, negative } = sums(chain.state);
  expect(held).toEqual(supply);
  expect(negative).toBe(0);
  count(counts, planned, fates);
  counts.blocks++;
  return produced.block;
}

/** A second node hears the block through its bytes. */
function replayBlock(replica: TestChain, block: Block, root: string): void {
  const executed = replica.receive(throughTheWire({ block }));
  if (isRefusal(executed)) expect.fail(`height ${block.header.height} refused: ${executed.message}`);
  expect(block.header.state_root).toBe(root);
  expect(replica.root).toBe(root);
}

/** Plays blocks until so many transactions are included, on two nodes, and compares everything after each. */
function play(seed: number, transactions: number): Counts {
  const random = new SeededRandom(seed);
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const replica = new TestChain(workload.rules);
  expect(replica.root).toBe(chain.root);
  const counts: Counts = {
    fates: new Map(),
    blocks: 0,
    included: 0,
    burns: 0,
    faucets: 0,
    nodeFaucets: 0,
    stakes: 0,
    unstakes: 0,
    released: 0,
    proposers: 0,
  };
  while (counts.included < transactions) {
    const block = playBlock(chain, workload, random, counts);
    replayBlock(replica, block, chain.root);
    if (counts.blocks % RESTART_EVERY === 0) replica.restart();
    expect(replica.root).toBe(chain.root);
  }
  expect(toHex(reloaded(replica.state).root())).toBe(chain.root);
  expect(replica.tip).toEqual(chain.tip);
  counts.released = workload.reference.released;
  counts.proposers = workload.reference.proposed.size;
  expect(chain.tip.totalTransactions).toBe(counts.included);
  return counts;
}

describe('the state transition conserves every token, matches the reference and replays to the same roots', () => {
  for (const seed of KEPT_SEEDS)
    test(`kept seed ${seed}`, () => {
      expect(play(seed, KEPT_TRANSACTIONS).included).toBeGreaterThanOrEqual(KEPT_TRANSACTIONS);
    });

  const seed = testSeed();
  test(`over ${TRANSACTIONS} transactions, seed ${seed}`, () => {
    const counts = play(seed, TRANSACTIONS);
    console.log(`seed ${seed}: ${JSON.stringify({ ...counts, fates: Object.fromEntries(counts.fates) })}`);
    expect(counts.included).toBeGreaterThanOrEqual(TRANSACTIONS);
    expect(counts.burns).toBeGreaterThan(500);
    expect(counts.faucets).toBeGreaterThan(200);
    expect(counts.nodeFaucets).toBeGreaterThan(10);
    expect(counts.stakes).toBeGreaterThan(300);
    expect(counts.unstakes).toBeGreaterThan(300);
    expect(counts.released).toBeGreaterThan(150);
    expect(counts.proposers).toBeGreaterThan(2);
    expect(FATES.filter((fate) => (counts.fates.get(fate) ?? 0) < LEAST_OF_EACH_FATE)).toEqual([]);
  }, 120_000);
});
