/** The state transition against the reference ledger, over long random traffic of every kind: every fate, every record
 *  after every block, the sum of every token, the worth of every pool, what failures leave behind, and the same roots on a
 *  node that imports the blocks or loads the records. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { type Produced, reloaded, TestChain, throughTheWire } from '../support/chain.js';
import { brokenPools, difference, sums, watchTransactions } from '../support/ledgerChecks.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Fate, recordsOf } from '../support/referenceLedger.js';
import { describeIntent, type Planned, Workload } from '../support/workload.js';

const TRANSACTIONS = 50_000;

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
/** Kinds whose every rule is one of validity. */
const NEVER_FAIL = ['faucet', 'stake'];

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

type Tally = Record<string, number>;

const countIn = (tally: Tally, name: string): void => {
  tally[name] = (tally[name] ?? 0) + 1;
};

class Counts {
  readonly fates: Tally = {};
  readonly done: Tally = {};
  readonly failed: Tally = {};
  readonly reasons: Tally = {};
  blocks = 0;
  included = 0;

  add(planned: readonly Planned[], fates: readonly Fate[], reasons: readonly (string | undefined)[]): void {
    this.blocks++;
    for (const [index, fate] of fates.entries()) {
      countIn(this.fates, fate);
      if (fate !== 'done' && fate !== 'failed') continue;
      this.included++;
      countIn(this[fate], (planned[index] as Planned).intent.action.kind);
      if (fate === 'failed') countIn(this.reasons, reasons[index] ?? 'unknown');
    }
  }
}

/** One block on the engine and on the reference, compared. */
function playBlock(chain: TestChain, workload: Workload, random: SeededRandom, counts: Counts): Block {
  const { reference } = workload;
  const time = chain.tip.time + workload.pause();
  const size = random.chance(20) ? 0 : random.between(1, 160);
  const planned = Array.from({ length: size }, () => workload.plan(time));
  const items = planned.map(({ item }) => item);
  const proposer = accountOfKey(chain.proposerKey);
  expect(proposer).toBe(reference.staking.proposer());
  expect(watchTransactions(chain, items, time)).toEqual([]);
  const produced = chain.produce(items, time);
  const expected = reference.block(
    time,
    planned.map(({ intent }) => intent),
    proposer,
  );
  const fates = fatesOf(planned, produced);
  const wrong = fates.findIndex((fate, index) => fate !== expected[index]);
  if (wrong >= 0) {
    const { intent, item } = planned[wrong] as Planned;
    const outcome = produced.candidate.execution.outcomes.find(({ transaction }) => transaction === item.transaction);
    expect.fail(
      `height ${chain.tip.height}, #${wrong}, ${describeIntent(intent)}: ${fates[wrong]} (${outcome?.failure?.message}), should be ${expected[wrong]} (${reference.reasons[wrong]})`,
    );
  }
  expect(difference(recordsOf(chain.state), reference.records()), `height ${chain.tip.height}`).toEqual([]);
  const { held, expected: supply, negative } = sums(chain.state);
  expect(held).toEqual(supply);
  expect(negative).toBe(0);
  expect(brokenPools(chain.state)).toEqual([]);
  counts.add(planned, fates, reference.reasons);
  return produced.block;
}

/** A second node hears the block through its bytes. */
function replayBlock(replica: TestChain, block: Block, root: string): void {
  const executed = replica.receive(throughTheWire({ block }));
  if (isRefusal(executed)) expect.fail(`height ${block.header.height} refused: ${executed.message}`);
  expect(block.header.state_root).toBe(root);
  expect(replica.root).toBe(root);
}

interface Played {
  readonly counts: Counts;
  readonly workload: Workload;
}

/** Plays blocks until so many transactions are included, on two nodes, and compares everything after each. */
function play(seed: number, transactions: number): Played {
  const random = new SeededRandom(seed);
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const replica = new TestChain(workload.rules);
  expect(replica.root).toBe(chain.root);
  const counts = new Counts();
  while (counts.included < transactions) {
    const block = playBlock(chain, workload, random, counts);
    replayBlock(replica, block, chain.root);
    if (counts.blocks % RESTART_EVERY === 0) replica.restart();
    expect(replica.root).toBe(chain.root);
  }
  expect(toHex(reloaded(replica.state).root())).toBe(chain.root);
  expect(replica.tip).toEqual(chain.tip);
  expect(chain.tip.totalTransactions).toBe(counts.included);
  return { counts, workload };
}

/** Those of the names that a tally has seen less often. */
const rarer = (tally: Readonly<Tally>, names: readonly string[], least: number): string[] =>
  names.filter((name) => (tally[name] ?? 0) < least).map((name) => `${name}: ${tally[name] ?? 0}`);

describe('the state transition conserves every token, matches the reference and replays to the same roots', () => {
  for (const seed of KEPT_SEEDS)
    test(`kept seed ${seed}`, () => {
      expect(play(seed, KEPT_TRANSACTIONS).counts.included).toBeGreaterThanOrEqual(KEPT_TRANSACTIONS);
    });

  const seed = testSeed();
  test(`over ${TRANSACTIONS} transactions, seed ${seed}`, () => {
    const { counts, workload } = play(seed, TRANSACTIONS);
    const { staking, pools, tokens, nfts } = workload.reference;
    const undecodable = Object.fromEntries(workload.undecodable);
    const size = {
      tokens: tokens.created.size,
      pools: pools.pools.size,
      collections: nfts.collections.size,
      nfts: nfts.tokens.size,
      released: staking.released,
      proposers: staking.proposed.size,
    };
    console.log(`seed ${seed}: ${JSON.stringify({ ...counts, undecodable, size }, undefined, 1)}`);
    expect(counts.included).toBeGreaterThanOrEqual(TRANSACTIONS);
    const names = kinds.map(({ name }) => name);
    expect(rarer(counts.fates, FATES, LEAST_OF_EACH_FATE)).toEqual([]);
    expect(rarer(counts.done, names, 100)).toEqual([]);
    expect(
      rarer(
        counts.failed,
        names.filter((name) => !NEVER_FAIL.includes(name)),
        20,
      ),
    ).toEqual([]);
  }, 300_000);
});
