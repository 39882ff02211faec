/** Staking: what each rule lets through and refuses, the unbonding queue, who may leave the table of validators and when,
 *  and that no payload can be taken for the other operation. (Specification, Staking, Limits, Errors.) */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { bytesEqual } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import { admitTransaction } from '../../../engine/ledger/admission.js';
import { probeTransaction } from '../../../engine/ledger/execution.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { commonMembers } from '../../../engine/ledger/payloadMembers.js';
import { stakeOf, stakeTotalsOf, unbondingOf } from '../../../engine/ledger/staking.js';
import {
  accountUnbonding,
  formerProposers,
  pendingFees,
  SINGLE,
  unbondingEntries,
  unbondingQueue,
  validators,
} from '../../../engine/ledger/tables.js';
import { Mempool, type PoolItem } from '../../../engine/mempool/mempool.js';
import { rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import {
  type Actor,
  actor,
  itemOfParts,
  number,
  partsOf,
  stake,
  transfer,
  unstake,
} from '../../support/transactions.js';

const FEE = QUANTA / 10n;
const MIN = 10_000n * QUANTA;
const UNBONDING = 500;

const big = actor('staking: the genesis validator');
const alice = actor('staking: alice');
const bob = actor('staking: bob');

const chainOf = (options: { readonly stake?: string; readonly alice?: string; readonly unbonding?: number } = {}) =>
  new TestChain(
    rulesOf({
      validators: [{ actor: big, stake: options.stake ?? '1000000' }],
      allocations: [
        { to: big.keyHex, amount: '1000' },
        { to: alice.keyHex, amount: options.alice ?? '100000' },
        { to: bob.keyHex, amount: '100000' },
      ],
      ...(options.unbonding === undefined ? {} : { unbondingBlocks: options.unbonding }),
    }),
  );

const by = (chain: TestChain, signer: Actor) => ({ signer, timestamp: chain.tip.time });

/** Why it is kept out of a block, or fails in one; undefined when it does neither. */
function problemOf(chain: TestChain, item: PoolItem): Refusal | undefined {
  const { transaction } = item;
  const block = chain.context();
  const admitted = admitTransaction(chain.state, transaction, block, chain.replay);
  return admitted ?? probeTransaction(chain.scratch(), transaction, block);
}

/** Texts of failures of the block's transactions; the block must take all of them in. */
function play(chain: TestChain, items: readonly PoolItem[]): (string | undefined)[] {
  const { candidate } = chain.produce(items);
  expect(candidate.refused).toEqual([]);
  return candidate.execution.outcomes.map(({ failure }) => failure?.message);
}

const emptyBlocks = (chain: TestChain, count: number): void => {
  for (let block = 0; block < count; block++) chain.produce();
};

const decodeProblem = (operation: string, amount: string | undefined): unknown => {
  const members = amount === undefined ? {} : { amount: number(amount) };
  const decoded = itemOfParts(partsOf({ signer: alice, timestamp: 1, operation, members }));
  return isRefusal(decoded) ? [decoded.code, decoded.message] : 'decoded';
};

describe('stake', () => {
  test('asks for 10,000 XRGE in every call, in exact decimals', () => {
    expect(decodeProblem('stake', '10000')).toBe('decoded');
    expect(decodeProblem('stake', '10000.000000001')).toBe('decoded');
    for (const amount of ['0', '1', '9999.999999999'])
      expect(decodeProblem('stake', amount)).toEqual(['invalid_amount', 'below minimum stake']);
    expect(decodeProblem('stake', '10000.0000000001')).toEqual(['invalid_amount', 'amount has more than 9 decimals']);
    expect(decodeProblem('stake', '-10000')).toEqual(['invalid_amount', 'amount must not be negative']);
    expect(decodeProblem('stake', undefined)).toEqual(['invalid_amount', 'amount is required']);
    const chain = chainOf();
    expect(play(chain, [stake(by(chain, alice), MIN), stake(by(chain, alice), MIN)])).toEqual([undefined, undefined]);
    expect(stakeOf(chain.state, alice.account)).toBe(2n * MIN);
  });

  test('is kept out of a block when amount and fee are not there', () => {
    const chain = chainOf({ alice: '10000.099999999' });
    expect(problemOf(chain, stake(by(chain, alice), MIN))).toMatchObject({
      code: 'insufficient_balance',
      message: 'insufficient balance',
    });
    const { candidate } = chain.produce([stake(by(chain, alice), MIN)]);
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual(['insufficient balance']);
    const rich = chainOf({ alice: '10000.1' });
    expect(problemOf(rich, stake(by(rich, alice), MIN))).toBeUndefined();
    expect(play(rich, [stake(by(rich, alice), MIN)])).toEqual([undefined]);
    expect(balanceOf(rich.state, alice.account, 'XRGE')).toBe(0n);
  });

  test('says the same beside what is pending; a transfer keeps its own sentence', () => {
    const chain = chainOf({ alice: '15000' });
    const pool = new Mempool({ transactions: 10, bytes: 1e6, perSender: 10, senderBytes: 1e6 }, chain.replay);
    const add = (item: PoolItem) => pool.add(item, chain.scratch(), chain.context())?.message;
    expect(add(stake(by(chain, alice), MIN))).toBeUndefined();
    expect(add(stake(by(chain, alice), MIN))).toBe('insufficient balance');
    expect(add(transfer(by(chain, alice), bob, MIN))).toBe('insufficient balance: have 4999.9 XRGE, need 10000.1 XRGE');
  });

  test('makes a validator that votes, shares in fees and may propose from the next block on', () => {
    const chain = chainOf({ stake: '20000' });
    play(chain, [stake(by(chain, alice), 2n * MIN + 1n)]);
    const shares = () => chain.state.get(pendingFees, SINGLE)?.shares.map(({ account }) => account) ?? [];
    expect(shares()).not.toContain(alice.account);
    expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: 2n * MIN + 1n, votingStake: 0n });
    expect(chain.proposerKey).toEqual(alice.publicKey);
    play(chain, [transfer(by(chain, bob), alice, 1n)]);
    expect(chain.state.get(validators, alice.account)).toMatchObject({ votingStake: 2n * MIN + 1n, blocksProposed: 1 });
    expect(shares()).toContain(alice.account);
    expect(stakeTotalsOf(chain.state, chain.rules.genesis)).toEqual({ stake: 4n * MIN + 1n, active: 2 });
  });

  test('of equal stakes the lower raw key proposes', () => {
    const chain = chainOf({ stake: '10000' });
    play(chain, [stake(by(chain, alice), MIN), stake(by(chain, bob), MIN)]);
    const [lowest] = [big, alice, bob].map(({ publicKey }) => publicKey).sort(Buffer.compare);
    expect(chain.proposerKey).toEqual(lowest);
  });
});

describe('unstake', () => {
  const staked = (amount = 3n * MIN): TestChain => {
    const chain = chainOf();
    expect(play(chain, [stake(by(chain, alice), amount)])).toEqual([undefined]);
    return chain;
  };

  test('of nothing, or by somebody without stake, is refused', () => {
    expect(decodeProblem('unstake', '0')).toEqual(['invalid_amount', 'unstake amount must be greater than zero']);
    expect(decodeProblem('unstake', '0.000000001')).toBe('decoded');
    const chain = staked();
    expect(problemOf(chain, unstake(by(chain, bob), MIN))).toMatchObject({
      code: 'rule_violation',
      message: 'validator not found',
    });
    const before = balanceOf(chain.state, bob.account, 'XRGE');
    expect(play(chain, [unstake(by(chain, bob), MIN)])).toEqual(['validator not found']);
    expect(balanceOf(chain.state, bob.account, 'XRGE')).toBe(before - FEE);
  });

  test('takes any part of what is staked, and no more', () => {
    const chain = staked();
    const problem = (amount: bigint) => problemOf(chain, unstake(by(chain, alice), amount))?.message;
    expect(problem(3n * MIN + 1n)).toBe(
      'insufficient staked balance: have 30000 XRGE, want to unstake 30000.000000001 XRGE',
    );
    for (const amount of [3n * MIN, 3n * MIN - 1n, 2n * MIN + 1n, 2n * MIN, 1n])
      expect(problem(amount)).toBeUndefined();
  });

  test('leaves an active validator with whatever remains; the least stake is asked of a stake again', () => {
    const chain = staked();
    expect(play(chain, [unstake(by(chain, alice), 3n * MIN - 1n)])).toEqual([undefined]);
    expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: 1n });
    expect(stakeTotalsOf(chain.state, chain.rules.genesis).active).toBe(2);
    expect(decodeProblem('stake', '9999.999999999')).toEqual(['invalid_amount', 'below minimum stake']);
    expect(play(chain, [unstake(by(chain, alice), 2n), unstake(by(chain, alice), 1n)])).toEqual([
      'insufficient staked balance: have 0.000000001 XRGE, want to unstake 0.000000002 XRGE',
      undefined,
    ]);
    expect(stakeOf(chain.state, alice.account)).toBe(0n);
  });

  test('without the fee is kept out of a block, with the sentence of a transfer', () => {
    const chain = chainOf({ alice: '10000.1' });
    play(chain, [stake(by(chain, alice), MIN)]);
    expect(problemOf(chain, unstake(by(chain, alice), MIN))?.message).toBe(
      'insufficient balance: have 0 XRGE, need 0.1 XRGE',
    );
  });

  test('counts what the sender has pending', () => {
    const chain = staked();
    const pool = new Mempool({ transactions: 10, bytes: 1e6, perSender: 10, senderBytes: 1e6 }, chain.replay);
    const add = (amount: bigint) =>
      pool.add(unstake(by(chain, alice), amount), chain.scratch(), chain.context())?.message;
    expect(add(MIN)).toBeUndefined();
    expect(add(3n * MIN)).toBe('insufficient staked balance: have 20000 XRGE, want to unstake 30000 XRGE');
    expect(add(MIN + 1n)).toBeUndefined();
    expect(add(MIN)).toMatch(/^insufficient staked balance: have 9999.999999999 XRGE/);
    expect(add(MIN - 1n)).toBeUndefined();
    expect(play(chain, [...pool.candidates()])).toEqual([undefined, undefined, undefined]);
    expect(stakeOf(chain.state, alice.account)).toBe(0n);
  });

  test('never takes the last active stake of the network away', () => {
    const chain = chainOf();
    const all = 1_000_000n * QUANTA;
    const sentence = /^the last active stake of the network cannot be unstaked/;
    expect(problemOf(chain, unstake(by(chain, big), all))?.message).toMatch(sentence);
    expect(problemOf(chain, unstake(by(chain, big), all - MIN))).toBeUndefined();
    // Both go in one block: the second of them is the last.
    play(chain, [stake(by(chain, alice), MIN)]);
    const [first, second] = play(chain, [unstake(by(chain, big), all), unstake(by(chain, alice), MIN)]);
    expect([first, second]).toEqual([undefined, expect.stringMatching(sentence)]);
    expect(chain.proposerKey).toEqual(alice.publicKey);
    expect(stakeTotalsOf(chain.state, chain.rules.genesis)).toEqual({ stake: MIN, active: 1 });
  });
});

describe('unbonding', () => {
  test('takes 500 blocks where the genesis file says nothing, and pays before the transactions of its block', () => {
    const chain = chainOf({ alice: '10000.2' });
    const replica = chainOf({ alice: '10000.2' });
    const both = (items: readonly PoolItem[] = []): (string | undefined)[] => {
      const produced = chain.produce(items);
      const heard = replica.receive(throughTheWire(produced));
      if (isRefusal(heard)) expect.fail(heard.message);
      return produced.candidate.execution.outcomes.map(({ failure }) => failure?.message);
    };
    both([stake(by(chain, alice), MIN)]);
    expect(both([unstake(by(chain, alice), MIN)])).toEqual([undefined]);
    const unstaked = chain.tip.height;
    expect([...unbondingOf(chain.state, alice.account)]).toMatchObject([{ releaseHeight: unstaked + UNBONDING }]);
    while (chain.tip.height < unstaked + UNBONDING - 1) {
      both();
      // A start from disk in the middle changes nothing.
      if (chain.tip.height % 125 === 0) replica.restart();
    }
    // Of what she paid for staking alice has earned a little back as a validator.
    expect(balanceOf(chain.state, alice.account, 'XRGE')).toBeLessThan(FEE);
    const spend = transfer(by(chain, alice), bob, MIN - FEE);
    expect(both([spend])).toEqual([undefined]);
    expect(chain.tip.height).toBe(unstaked + UNBONDING);
    expect([...chain.state.entries(unbondingEntries)]).toEqual([]);
    expect(chain.state.get(accountUnbonding, alice.account)).toBeUndefined();
    expect(replica.root).toBe(chain.root);
  });

  test('goes in queue order, one entry for an account and a block, and is listed without a scan', () => {
    const chain = chainOf({ unbonding: 3 });
    play(chain, [stake(by(chain, alice), 4n * MIN), stake(by(chain, bob), 2n * MIN)]);
    play(chain, [
      unstake(by(chain, alice), 1n),
      unstake(by(chain, bob), 2n),
      unstake(by(chain, alice), 4n),
      unstake(by(chain, bob), 8n),
    ]);
    play(chain, [unstake(by(chain, bob), 16n)]);
    play(chain, [unstake(by(chain, alice), 32n)]);
    const listed = (someone: Actor) =>
      [...unbondingOf(chain.state, someone.account)].map(({ amount, releaseHeight }) => [amount, releaseHeight]);
    expect(listed(alice)).toEqual([
      [5n, 5],
      [32n, 7],
    ]);
    expect(listed(bob)).toEqual([
      [10n, 5],
      [16n, 6],
    ]);
    expect(listed(big)).toEqual([]);
    expect(chain.state.get(unbondingQueue, SINGLE)).toEqual({ first: 1, next: 5 });
    const queue = [...chain.state.entries(unbondingEntries)].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(queue.map(([, { account }]) => account)).toEqual([alice, bob, bob, alice].map(({ account }) => account));
    const before = balanceOf(chain.state, bob.account, 'XRGE');
    const { candidate } = chain.produce();
    // Two entries go, with their accounts, the queue's ends and the lists: nothing of the two that wait is touched.
    const touched = candidate.prepared.changes.filter(({ table }) => table === (unbondingEntries as unknown));
    expect(touched.map(({ value }) => value)).toEqual([undefined, undefined]);
    expect(balanceOf(chain.state, bob.account, 'XRGE')).toBeGreaterThanOrEqual(before + 10n);
    expect(chain.state.get(unbondingQueue, SINGLE)).toEqual({ first: 3, next: 5 });
    expect([listed(alice), listed(bob)]).toEqual([[[32n, 7]], [[16n, 6]]]);
    emptyBlocks(chain, 2);
    expect([listed(alice), listed(bob)]).toEqual([[], []]);
    expect(chain.state.get(unbondingQueue, SINGLE)).toEqual({ first: 5, next: 5 });
  });
});

describe('a validator that unstakes everything', () => {
  const leaving = (unbonding: number): TestChain => {
    const chain = chainOf({ stake: '20000', unbonding });
    play(chain, [stake(by(chain, alice), 3n * MIN)]);
    emptyBlocks(chain, 2);
    play(chain, [unstake(by(chain, alice), 3n * MIN)]);
    return chain;
  };

  test('still votes on the block in which it did, and on no later one', () => {
    const chain = chainOf({ stake: '20000' });
    const replica = chainOf({ stake: '20000' });
    const both = (items: readonly PoolItem[] = []) => replica.receive(throughTheWire(chain.produce(items)));
    both([stake(by(chain, alice), 3n * MIN)]);
    both();
    both([unstake(by(chain, alice), 3n * MIN)]);
    expect(replica.state.get(validators, alice.account)).toMatchObject({ stake: 0n, votingStake: 3n * MIN });
    expect(chain.proposerKey).toEqual(big.publicKey);
    // Without alice's vote that block is not certified: big alone is two fifths of what votes on it.
    const whole = chain.certificate;
    const voters = whole?.precommits ?? [];
    expect(voters).toHaveLength(2);
    const poor = voters.filter(({ voterKey }) => bytesEqual(voterKey, big.publicKey));
    chain.certificate = whole && makeCertificate(whole.height, whole.round, whole.blockHash, poor);
    const candidate = chain.build([]);
    const refused = replica.receive(throughTheWire(chain.seal(candidate)));
    candidate.prepared.revert();
    expect(isRefusal(refused) && refused.message).toMatch(/does not carry two thirds of the stake/);
    chain.certificate = whole;
    expect(isRefusal(both())).toBe(false);
    // The next block is certified by big alone, and alice's vote on it has no weight.
    expect(chain.certificate?.precommits).toHaveLength(1);
    expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: 0n, votingStake: 0n });
    expect(isRefusal(both())).toBe(false);
    expect(replica.root).toBe(chain.root);
  });

  for (const unbonding of [1, 2, 7])
    test(`leaves the table with its last release after ${unbonding}, keeps its count, and finds it again`, () => {
      const chain = leaving(unbonding);
      const proposed = chain.state.get(validators, alice.account)?.blocksProposed ?? 0;
      expect(proposed).toBe(3);
      for (let block = 1; block < unbonding; block++) {
        chain.produce();
        expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: 0n, blocksProposed: proposed });
      }
      chain.produce();
      expect(chain.state.get(validators, alice.account)).toBeUndefined();
      expect(chain.state.get(formerProposers, alice.account)).toBe(proposed);
      expect(balanceOf(chain.state, alice.account, 'XRGE')).toBeGreaterThan(3n * MIN);
      play(chain, [stake(by(chain, alice), MIN)]);
      expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: MIN, blocksProposed: proposed });
      expect(chain.state.get(formerProposers, alice.account)).toBeUndefined();
    });

  test('stays when it stakes again before the release', () => {
    const chain = leaving(2);
    play(chain, [stake(by(chain, alice), MIN)]);
    emptyBlocks(chain, 3);
    expect(chain.state.get(validators, alice.account)).toMatchObject({ stake: MIN, votingStake: MIN });
    expect([...unbondingOf(chain.state, alice.account)]).toEqual([]);
  });
});

describe('an operation that the payload does not name', () => {
  const untyped = (operation: string, members: Record<string, ReturnType<typeof number> | string>) =>
    itemOfParts(partsOf({ signer: alice, timestamp: 1, operation, members: { type: null as never, ...members } }));

  test('is a stake and never an unstake, so that nobody can relabel one as the other', () => {
    expect(isRefusal(untyped('stake', { amount: number(10_000) }))).toBe(false);
    expect(untyped('unstake', { amount: number(10_000) })).toMatchObject({
      code: 'operation_mismatch',
      message: 'payload must name its operation: add "type": "unstake"',
    });
    for (const operation of ['stake', 'unstake']) {
      const other = operation === 'stake' ? 'unstake' : 'stake';
      for (const member of ['type', 'action']) {
        expect(isRefusal(untyped(operation, { amount: number(10_000), [member]: operation }))).toBe(false);
        expect(untyped(operation, { amount: number(10_000), [member]: other })).toMatchObject({
          code: 'operation_mismatch',
        });
      }
    }
  });

  test('can be meant as one kind alone, for every pair of kinds', () => {
    const names = (members: readonly { readonly name: string; readonly aliases?: readonly string[] }[]) =>
      new Set(members.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
    let pairs = 0;
    for (const one of kinds)
      for (const two of kinds) {
        if (one === two || one.namesItself || two.namesItself) continue;
        pairs++;
        // Bytes that both took would have every required member of both, and only members that both know.
        const lacks = (kind: typeof one, other: typeof one) => {
          const known = names([...commonMembers, ...other.members]);
          return kind.members.some(
            (member) => member.required && ![...names([member])].some((name) => known.has(name)),
          );
        };
        expect(lacks(one, two) || lacks(two, one), `${one.name} and ${two.name}`).toBe(true);
      }
    expect(pairs).toBeGreaterThan(0);
  });
});
