/** The state transition against the reference ledger, over long random traffic of every kind: every outcome, every record
 *  after every block, the sum of every token, the value of every pool, the effects of failures, and the same roots on a
 *  node that imports the blocks or loads the records. */

import { describe, expect, test } from 'vitest';
import { toHex, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { kindOfTransaction } from '../../engine/ledger/admission.js';
import type { CallResult } from '../../engine/ledger/contractResult.js';
import { type Produced, reloaded, TestChain, throughTheWire } from '../support/chain.js';
import { brokenPools, difference, sums, watchTransactions } from '../support/ledgerChecks.js';
import { LedgerTally } from '../support/ledgerTally.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import type { Verdict } from '../support/referenceActions.js';
import type { Told } from '../support/referenceContracts.js';
import { ALL_UNITS } from '../support/referenceFunds.js';
import { type Fate, recordsOf } from '../support/referenceLedger.js';
import type { PoolFacts } from '../support/referencePools.js';
import { describeIntent, type Planned, Workload, workloadKinds } from '../support/workload.js';

/** A run in which something occurred too rarely goes on, up to so many. */
const TRANSACTIONS = TEST_ALL ? 25_000 : 10_000;
const MOST_TRANSACTIONS = 50_000;

/** Short runs with fixed seeds; their counts are not checked. */
const KEPT_SEEDS = [1, 2];
const KEPT_TRANSACTIONS = 1_500;

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

const verdictText = (verdict: Verdict | undefined): string => (typeof verdict === 'string' ? verdict : 'done');

/** A receipt in the reference's form; of a call that was not executed it has no result. */
function toldOf(result: CallResult | null): Told {
  if (!result) return { gasUsed: 0, returned: undefined, logs: [], events: [], calls: [] };
  const { gasUsed, returned, logs, events, calls } = result;
  return {
    gasUsed,
    returned: returned && utf8Text(returned),
    logs: [...logs],
    events: events.map(({ contract, topic, data }) => `${contract} ${topic} ${data}`),
    calls: calls.map((call) => [call.contract, call.method, call.gasUsed, call.error]),
  };
}

/** One block on the engine and on the reference, compared. */
function playBlock(chain: TestChain, workload: Workload, random: SeededRandom, tally: LedgerTally): Block {
  const { reference } = workload;
  const time = chain.tip.time + workload.pause();
  const size = random.chance(20) ? 0 : random.between(1, 160);
  const planned = workload.plans(time, size);
  const items = planned.map(({ item }) => item);
  const proposer = accountOfKey(chain.proposerKey);
  const poolEvents = reference.pools.events.length;
  expect(proposer).toBe(reference.staking.proposer());
  expect(watchTransactions(chain, items, time)).toEqual([]);
  const produced = chain.produce(items, time);
  const expected = workload.play(time, planned, proposer);
  const fates = fatesOf(planned, produced);
  const wrong = fates.findIndex((fate, index) => fate !== expected[index]);
  if (wrong >= 0) {
    const { intent, item } = planned[wrong] as Planned;
    const outcome = produced.candidate.execution.outcomes.find(({ transaction }) => transaction === item.transaction);
    expect.fail(
      `height ${chain.tip.height}, #${wrong}, ${describeIntent(intent)}: ${fates[wrong]} (${outcome?.failure?.message}), should be ${expected[wrong]} (${verdictText(reference.verdicts[wrong])})`,
    );
  }
  expect(difference(recordsOf(chain.state), reference.records()), `height ${chain.tip.height}`).toEqual([]);
  const told = produced.candidate.execution.outcomes.flatMap(({ transaction, failure, result }) =>
    failure ? [] : (kindOfTransaction(transaction).poolEvents?.(result) ?? []),
  );
  expect(told).toEqual(reference.pools.events.slice(poolEvents));
  const said = produced.candidate.execution.outcomes.flatMap(({ transaction, result }) =>
    transaction.operation === 'contract_call' ? [toldOf(result as CallResult | null)] : [],
  );
  expect(said).toEqual(reference.told);
  const { held, expected: supply, negative } = sums(chain.state);
  expect(held).toEqual(supply);
  expect(negative).toBe(0);
  expect(brokenPools(chain.state)).toEqual([]);
  tally.add(planned, fates, reference.verdicts);
  tally.addCalls(reference.told);
  return produced.block;
}

/** A second node imports the block from its bytes. */
function replayBlock(replica: TestChain, block: Block, root: string): void {
  const executed = replica.receive(throughTheWire({ block }));
  if (isRefusal(executed)) expect.fail(`height ${block.header.height} refused: ${executed.message}`);
  expect(block.header.state_root).toBe(root);
  expect(replica.root).toBe(root);
}

interface Played {
  readonly tally: LedgerTally;
  readonly workload: Workload;
}

const raritiesOf = (tally: LedgerTally): string[] => tally.rarities(workloadKinds);

/** Plays blocks until so many transactions are included, on two nodes, and compares everything after each.
 *  @param mostTransactions may be included while something is rare. */
function play(seed: number, transactions: number, mostTransactions = 0, places?: null): Played {
  const random = new SeededRandom(seed);
  const workload = new Workload(random, { ...(places === null && { places }) });
  const chain = new TestChain(workload.rules);
  const replica = new TestChain(workload.rules);
  expect(replica.root).toBe(chain.root);
  const tally = new LedgerTally(workload.undecodable);
  const lacks = (): boolean =>
    tally.included < mostTransactions && (raritiesOf(tally).length > 0 || tooSmall(sizeOf(workload)).length > 0);
  while (tally.included < transactions || lacks()) {
    const block = playBlock(chain, workload, random, tally);
    replayBlock(replica, block, chain.root);
    if (tally.blocks % RESTART_EVERY === 0) replica.restart();
    expect(replica.root).toBe(chain.root);
  }
  expect(toHex(reloaded(replica.state).root())).toBe(chain.root);
  expect(replica.tip).toEqual(chain.tip);
  expect(chain.tip.totalTransactions).toBe(tally.included);
  return { tally, workload };
}

/** The size of the state at the end. */
function sizeOf({ reference }: Workload) {
  const { staking, pools, tokens, nfts } = reference;
  const isWide = ({ volumeA, volumeB }: PoolFacts): boolean => volumeA > ALL_UNITS || volumeB > ALL_UNITS;
  return {
    tokens: tokens.created.size,
    pools: pools.pools.size,
    // Sums of moved amounts that exceed 128 bits.
    widePools: [...pools.pools.values()].filter(isWide).length,
    collections: nfts.collections.size,
    nfts: nfts.tokens.size,
    released: staking.released,
    proposers: staking.proposed.size,
    stored: reference.contracts.world.storage.size,
    ofContracts: [...nfts.collections.values()].filter(({ creator }) => reference.contracts.addressOf(creator)).length,
  };
}

/** Least sizes after a long run. */
const LEAST = { released: 30, proposers: 3, widePools: 1, stored: 5, ofContracts: 3 } as const;

const tooSmall = (size: ReturnType<typeof sizeOf>): string[] =>
  (Object.keys(LEAST) as (keyof typeof LEAST)[]).filter((name) => size[name] < LEAST[name]);

describe('the state transition conserves every token, matches the reference and replays to the same roots', () => {
  for (const seed of KEPT_SEEDS)
    test(`kept seed ${seed}`, () => {
      expect(play(seed, KEPT_TRANSACTIONS).tally.included).toBeGreaterThanOrEqual(KEPT_TRANSACTIONS);
    });

  test('on a network without an active set', () => {
    expect(play(3, KEPT_TRANSACTIONS, 0, null).tally.included).toBeGreaterThanOrEqual(KEPT_TRANSACTIONS);
  });

  const seed = testSeed();
  test(`over ${TRANSACTIONS} transactions and more, seed ${seed}`, () => {
    const { tally, workload } = play(seed, TRANSACTIONS, MOST_TRANSACTIONS);
    const size = sizeOf(workload);
    console.log(`seed ${seed}: ${JSON.stringify({ ...tally, size })}`);
    expect(tally.included).toBeGreaterThanOrEqual(TRANSACTIONS);
    expect(raritiesOf(tally)).toEqual([]);
    expect(tooSmall(size)).toEqual([]);
  }, 600_000);
});
