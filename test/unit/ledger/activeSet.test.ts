/** The active set: the greatest stakes, ties to the lowest raw key, for exactly the heights that the stakes before them say; the
 *  same from the records alone; and that only its members propose, vote and share in fees. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { compareBytes } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { type Certificate, makeCertificate } from '../../../engine/chain/certificate.js';
import { checkTipCertificate } from '../../../engine/consensus/blockCheck.js';
import { type ActiveSet, activeSetOf, tipSetOf } from '../../../engine/ledger/activeSet.js';
import { nextSet, votingSet } from '../../../engine/ledger/setTables.js';
import { pendingFees, SINGLE, validators } from '../../../engine/ledger/tables.js';
import { VoteLog } from '../../../engine/store/voteLog.js';
import { reloaded, rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { type Actor, actor, stake, transfer, unstake } from '../../support/transactions.js';

const MIN = 10_000n * QUANTA;
const UNBONDING = 3;

const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => actor(`active set: ${name}`)) as [
  Actor,
  Actor,
  Actor,
  Actor,
];
const alice = actor('active set: alice');

interface Options {
  readonly places?: number;
  readonly stakes?: readonly string[];
  readonly upgrades?: Readonly<Record<string, number | null>>;
}

/** Three validators with 50,000, 40,000 and 30,000 XRGE unless it is said otherwise. */
const chainOf = ({ places = 2, stakes = ['50000', '40000', '30000'], upgrades = {} }: Options = {}) =>
  new TestChain(
    rulesOf({
      validators: stakes.map((amount, index) => ({ actor: [one, two, three, four][index] as Actor, stake: amount })),
      allocations: [one, two, three, four, alice].map(({ keyHex }) => ({ to: keyHex, amount: '100000' })),
      maxValidators: places,
      unbondingBlocks: UNBONDING,
      upgrades,
    }),
  );

const by = (chain: TestChain, signer: Actor) => ({ signer, timestamp: chain.tip.time });
const namesOf = ({ validators: members }: ActiveSet): string[] =>
  members.map(({ account }) => {
    const index = [one, two, three, four, alice].findIndex((known) => known.account === account);
    return ['one', 'two', 'three', 'four', 'alice'][index] ?? 'a stranger';
  });
const next = (chain: TestChain): ActiveSet => activeSetOf(chain.state, chain.rules.genesis);
const voting = (chain: TestChain): ActiveSet => tipSetOf(chain.state, chain.rules.genesis);
const sharers = (chain: TestChain): string[] =>
  (chain.state.get(pendingFees, SINGLE)?.shares ?? []).map(({ account }) => account);

describe('the set of the next block', () => {
  test('has the greatest stakes, the greatest first', () => {
    const chain = chainOf({ places: 2, stakes: ['30000', '50000', '40000'] });
    expect(namesOf(next(chain))).toEqual(['two', 'three']);
    expect(next(chain).totalStake).toBe(90_000n * QUANTA);
    expect(next(chain).proposer).toMatchObject({ account: two.account, publicKey: two.publicKey });
    expect([two, three, one, alice].map(({ publicKey }) => next(chain).stakeOf(publicKey) / QUANTA)).toEqual([
      50_000n,
      40_000n,
      0n,
      0n,
    ]);
  });

  test('takes the lowest raw keys of equal stakes', () => {
    const chain = chainOf({ places: 2, stakes: ['20000', '20000', '20000', '20000'] });
    const lowest = [one, two, three, four].sort((a, b) => compareBytes(a.publicKey, b.publicKey)).slice(0, 2);
    expect(next(chain).validators.map(({ publicKey }) => publicKey)).toEqual(lowest.map(({ publicKey }) => publicKey));
  });

  test('tells stakes apart that differ by one quantum beyond a double', () => {
    const chain = chainOf({ places: 1, stakes: ['90000000000.000000001', '90000000000.000000002'] });
    expect(namesOf(next(chain))).toEqual(['two']);
  });

  test('has fewer members than places when fewer have stake', () => {
    expect(namesOf(next(chainOf({ places: 100 })))).toEqual(['one', 'two', 'three']);
    expect(namesOf(next(chainOf({ places: 100, stakes: [] })))).toEqual([]);
    expect(next(chainOf({ places: 100, stakes: [] })).proposer).toBeUndefined();
  });

  test('is made once for as long as no stake changes', () => {
    const chain = chainOf();
    const before = next(chain);
    chain.produce([transfer(by(chain, alice), one, 1n)]);
    chain.produce();
    expect(next(chain)).toBe(before);
    // Opening a block shares the record with the set of the next block, so that nothing is written.
    const { candidate } = chain.produce();
    expect(candidate.prepared.changes.map(({ table }) => table.name)).not.toContain(votingSet.name);
    expect(candidate.prepared.changes.map(({ table }) => table.name)).not.toContain(nextSet.name);
  });
});

describe('a validator', () => {
  test('enters by staking above the last member, who waits from then on; it votes from the next block on', () => {
    const chain = chainOf();
    chain.produce();
    chain.produce([stake(by(chain, three), 15_000n * QUANTA)]);
    expect(namesOf(voting(chain))).toEqual(['one', 'two']);
    expect(namesOf(next(chain))).toEqual(['one', 'three']);
    expect(chain.certificate?.precommits).toHaveLength(2);
    chain.produce();
    expect(namesOf(voting(chain))).toEqual(['one', 'three']);
  });

  test('that gains stake and stays below the set changes nothing', () => {
    const chain = chainOf();
    const before = next(chain);
    chain.produce([stake(by(chain, alice), MIN)]);
    chain.produce([stake(by(chain, alice), MIN)]);
    expect(next(chain)).toBe(before);
  });

  test('that reaches the stake of the last member enters when its key is lower', () => {
    const chain = chainOf();
    chain.produce([stake(by(chain, three), MIN)]);
    const winner = compareBytes(two.publicKey, three.publicKey) < 0 ? 'two' : 'three';
    expect(namesOf(next(chain))).toEqual(['one', winner]);
  });

  test('leaves by unstaking, and the next one below takes the place at the next height', () => {
    const chain = chainOf();
    chain.produce([unstake(by(chain, one), 50_000n * QUANTA)]);
    expect(namesOf(voting(chain))).toEqual(['one', 'two']);
    expect(namesOf(next(chain))).toEqual(['two', 'three']);
    expect(chain.proposerKey).toEqual(two.publicKey);
    for (let block = 0; block < UNBONDING; block++) chain.produce();
    expect(chain.state.get(validators, one.account)).toBeUndefined();
    expect(namesOf(voting(chain))).toEqual(['two', 'three']);
    chain.produce([stake(by(chain, one), 90_000n * QUANTA)]);
    expect(namesOf(next(chain))).toEqual(['one', 'two']);
  });

  test('that unstakes and stakes the same in one block leaves the record as it was', () => {
    const chain = chainOf();
    chain.produce();
    const { candidate } = chain.produce([unstake(by(chain, two), MIN), stake(by(chain, two), MIN)]);
    expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(candidate.prepared.changes.map(({ table }) => table.name)).not.toContain(nextSet.name);
  });

  test('below the set shares in no fees and counts no votes', () => {
    const chain = chainOf();
    const { candidate } = chain.produce([transfer(by(chain, alice), one, 1n)]);
    expect(sharers(chain)).toContain(two.account);
    expect(sharers(chain)).not.toContain(three.account);
    const log = new VoteLog();
    log.apply(log.next(candidate));
    const following = chain.build([]);
    log.apply(log.next(following));
    following.prepared.revert();
    expect([one, two, three].map(({ account }) => log.of(account).counted)).toEqual([1, 1, 0]);
  });
});

describe('the quorum', () => {
  const check = (chain: TestChain, certificate: Certificate | undefined): Refusal | undefined =>
    checkTipCertificate(chain.rules, chain.state, chain.tip, certificate as Certificate);

  const signedBy = (chain: TestChain, ...voters: readonly Actor[]): Certificate => {
    const whole = chain.certificate as Certificate;
    const signature = new Uint8Array(3_309);
    return makeCertificate(
      whole.height,
      whole.round,
      whole.blockHash,
      voters.map(({ publicKey }) => ({ voterKey: publicKey, signature })),
    );
  };

  test('is two thirds of the set, whatever is staked below it', () => {
    const chain = chainOf({ places: 2, stakes: ['50000', '20000', '19999', '19999'] });
    chain.produce();
    // 50,000 of 70,000 in the set, of 109,998 in all.
    expect(check(chain, signedBy(chain, one))).toBeUndefined();
    expect(check(chain, signedBy(chain, two))?.message).toContain('two thirds');
    expect(check(chain, signedBy(chain, one, three))?.message).toContain('a key that is no validator');
  });

  test('is that of the stakes before the tip', () => {
    const chain = chainOf({ places: 2 });
    chain.produce([stake(by(chain, three), 60_000n * QUANTA)]);
    expect(namesOf(next(chain))).toEqual(['three', 'one']);
    expect(check(chain, signedBy(chain, one, two))).toBeUndefined();
    expect(check(chain, signedBy(chain, one, three))?.message).toContain('a key that is no validator');
  });
});

test('both sets are the same after a restart from the records, in the middle of every change', () => {
  const chain = chainOf({ places: 2 });
  const peer = chainOf({ places: 2 });
  const turns = [
    () => [stake(by(chain, three), 15_000n * QUANTA)],
    () => [unstake(by(chain, one), 50_000n * QUANTA)],
    () => [],
    () => [stake(by(chain, alice), 90_000n * QUANTA), unstake(by(chain, three), 45_000n * QUANTA)],
    () => [],
    () => [],
    () => [],
  ];
  const seen = new Set<string>();
  for (const turn of turns) {
    const produced = chain.produce(turn());
    expect(produced.candidate.refused).toEqual([]);
    const received = peer.receive(throughTheWire(produced));
    if (isRefusal(received)) expect.fail(received.message);
    peer.restart();
    for (const state of [peer.state, reloaded(chain.state)]) {
      expect(activeSetOf(state, chain.rules.genesis).validators).toEqual(next(chain).validators);
      expect(tipSetOf(state, chain.rules.genesis).validators).toEqual(voting(chain).validators);
    }
    expect(peer.root).toBe(chain.root);
    seen.add(`${namesOf(voting(chain))} ${namesOf(next(chain))}`);
  }
  expect(seen.size).toBe(5);
});

describe('before the upgrade', () => {
  test('every staker is a member, and the state holds no set', () => {
    const chain = chainOf({ places: 1, upgrades: { active_set: null } });
    expect(namesOf(next(chain))).toEqual(['one', 'two', 'three']);
    chain.produce([unstake(by(chain, two), 40_000n * QUANTA)]);
    expect(namesOf(voting(chain))).toEqual(['one', 'two', 'three']);
    expect(namesOf(next(chain))).toEqual(['one', 'three']);
    chain.produce();
    expect(namesOf(voting(chain))).toEqual(['one', 'three']);
    expect(chain.state.get(validators, three.account)?.votingStake).toBe(30_000n * QUANTA);
    for (const table of [nextSet, votingSet]) expect([...chain.state.entries(table)]).toEqual([]);
  });

  test('and after it the sets follow without a gap', () => {
    const chain = chainOf({ places: 2, upgrades: { active_set: 3 } });
    chain.produce();
    expect(namesOf(next(chain))).toEqual(['one', 'two', 'three']);
    chain.produce([transfer(by(chain, alice), one, 1n)]);
    // The stakes after block 2 say who is in the set of block 3; on block 2 everybody votes.
    expect(namesOf(voting(chain))).toEqual(['one', 'two', 'three']);
    expect(namesOf(next(chain))).toEqual(['one', 'two']);
    expect(sharers(chain)).toContain(three.account);
    const third = chain.produce([transfer(by(chain, alice), one, 1n)]);
    expect(third.candidate.certificate?.precommits).toHaveLength(3);
    expect(namesOf(voting(chain))).toEqual(['one', 'two']);
    expect(sharers(chain)).not.toContain(three.account);
    expect([...chain.state.entries(validators)].map(([, { votingStake }]) => votingStake)).toEqual([0n, 0n, 0n]);
    expect(isRefusal(chain.produce().candidate)).toBe(false);
  });
});
