/** Fees: base fee, burned half, shares and when they are credited; by hand-made numbers and against a reference. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { defaultFees, type FeeParameters } from '../../../engine/chain/genesis.js';
import { burnAccount, treasuryAccount } from '../../../engine/crypto/address.js';
import { totalsOf } from '../../../engine/ledger/execution.js';
import { accountOf } from '../../../engine/ledger/funds.js';
import { pendingFees, SINGLE } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { seededRuns } from '../../property/seed.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { referenceBaseFee, referenceSplit } from '../../support/referenceLedger.js';
import { actor, faucet, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');

const chainWith = (fees: Readonly<Record<string, string | number>> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [{ to: alice.keyHex, amount: '1000000' }],
      faucet: true,
      fees,
    }),
  );

const transfers = (chain: TestChain, count: number) =>
  Array.from({ length: count }, () => transfer({ signer: alice, timestamp: chain.tip.time }, bob, 1n));

/** Base fees, in quanta, after blocks of these many transfers. */
const baseFees = (chain: TestChain, counts: readonly number[]): bigint[] =>
  counts.map((count) => {
    const { items } = chain.produce(transfers(chain, count));
    expect(items.length).toBe(count);
    return totalsOf(chain.state).baseFee;
  });

describe('base fee', () => {
  test('moves from 0.1 as the published vector says: 20, 0 and 10 transactions', () => {
    expect(baseFees(chainWith(), [20, 0, 10])).toEqual([112_500_000n, 98_437_500n, 98_437_500n]);
  });

  test('moves by at most an eighth, however many transactions a block holds', () => {
    expect(baseFees(chainWith(), [200, 11, 9])).toEqual([112_500_000n, 113_906_250n, 112_482_422n]);
  });

  test('stays between floor and ceiling, around the target, all from genesis', () => {
    const chain = chainWith({ base_fee: '0.1', floor: '0.09', ceiling: '0.105', target: 2 });
    expect(baseFees(chain, [3, 4, 2, 1, 0, 0])).toEqual([
      105_000_000n,
      105_000_000n,
      105_000_000n,
      98_437_500n,
      90_000_000n,
      90_000_000n,
    ]);
  });

  test('counts every transaction of the block, free ones too', () => {
    const chain = chainWith({ target: 1 });
    chain.produce([
      faucet({ signer: bob, timestamp: chain.tip.time }),
      faucet({ signer: actor('carol'), timestamp: chain.tip.time }),
    ]);
    expect(totalsOf(chain.state).baseFee).toBe(112_500_000n);
    expect(totalsOf(chain.state).feesCollected).toBe(0n);
    expect(chain.state.get(pendingFees, SINGLE)).toBeUndefined();
  });

  test('equals the reference for any current fee, count and parameters', () => {
    const run = fc.check(
      fc.property(
        fc.bigInt(0n, 1n << 100n),
        fc.nat(20_000),
        fc.integer({ min: 1, max: 15_000 }),
        fc.option(fc.bigInt(0n, 1n << 100n), { nil: null }),
        fc.bigInt(0n, 1n << 40n),
        (current, count, target, above, floor) => {
          const fees: FeeParameters = { start: floor, floor, ceiling: above === null ? null : floor + above, target };
          expect(nativeProtocol.nextBaseFee(current, count, fees)).toBe(referenceBaseFee(current, count, fees));
        },
      ),
      seededRuns('base fee', 3_000),
    );
    expect(run.failed, fc.defaultReportMessage(run)).toBe(false);
    expect(run.numRuns).toBe(3_000);
  });

  test('has the published defaults', () => {
    expect(defaultFees).toEqual({ start: QUANTA / 10n, floor: QUANTA / 1_000n, ceiling: null, target: 10 });
  });
});

describe('shares', () => {
  const voters = [actor('first'), actor('second'), actor('third')] as const;
  const stakes = ['10001', '10003', '10007'] as const;

  const chainOfThree = (): TestChain =>
    new TestChain(
      rulesOf({
        validators: voters.map((voter, index) => ({ actor: voter, stake: stakes[index] as string })),
        allocations: [{ to: alice.keyHex, amount: '1000' }],
      }),
    );

  test('are exactly 20, 70 by stake and the rest, credited by the next block', () => {
    const chain = chainOfThree();
    const tip = { signer: alice, timestamp: chain.tip.time, priorityFee: 3n };
    chain.produce([transfer(tip, bob, 5n)]);
    const balances = () =>
      [...voters.map(({ account }) => account), treasuryAccount].map(
        (account) => accountOf(chain.state, account).balance,
      );
    expect(balances()).toEqual([0n, 0n, 0n, 0n]);
    expect(totalsOf(chain.state)).toMatchObject({
      feesCollected: 100_000_003n,
      feesBurned: 50_000_000n,
      feesInLastBlock: 100_000_003n,
    });
    expect(accountOf(chain.state, alice.account).balance).toBe(1_000n * QUANTA - 100_000_003n - 5n);
    chain.produce();
    // tip 50,000,003: proposer 10,000,000; validators of 35,000,002; the third has most stake and proposes.
    expect(balances()).toEqual([11_663_557n, 11_665_889n, 10_000_000n + 11_670_554n, 5_000_003n]);
    expect(chain.state.get(pendingFees, SINGLE)).toBeUndefined();
    expect(totalsOf(chain.state).feesInLastBlock).toBe(0n);
    chain.produce();
    expect(balances()).toEqual([11_663_557n, 11_665_889n, 21_670_554n, 5_000_003n]);
  });

  test('can be spent in the block that credits them, and not before', () => {
    const chain = chainOfThree();
    const third = voters[2];
    const spend = () =>
      transfer({ signer: third, timestamp: chain.tip.time, nonce: 'spend-the-share' }, bob, 1_000_000n);
    const early = chain.produce([
      ...Array.from({ length: 12 }, (_, index) =>
        transfer({ signer: alice, timestamp: chain.tip.time, priorityFee: BigInt(index) * QUANTA }, bob, 5n),
      ),
      spend(),
    ]);
    expect(early.candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['insufficient_balance']);
    const next = chain.produce([spend()]);
    expect(next.items.length).toBe(1);
    expect(next.candidate.execution.outcomes[0]?.failure).toBeUndefined();
  });

  test('of failed transactions are paid too, and a free one with a tip below the base fee burns nothing', () => {
    const chain = chainWith();
    const { candidate } = chain.produce([
      transfer({ signer: alice, timestamp: chain.tip.time }, bob, 1n, 'GOLD'),
      faucet({ signer: alice, timestamp: chain.tip.time, priorityFee: 7n }),
    ]);
    // The faucet is refused: alice is too rich. The failed transfer pays its base fee.
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['faucet_balance']);
    expect(candidate.fees).toBe(100_000_000n);
    expect(totalsOf(chain.state).feesBurned).toBe(50_000_000n);
    const poor = chainWith();
    poor.produce([transfer({ signer: alice, timestamp: poor.tip.time }, bob, QUANTA)]);
    const before = totalsOf(poor.state);
    const tipped = poor.produce([faucet({ signer: bob, timestamp: poor.tip.time, priorityFee: 7n })]);
    expect(tipped.candidate.fees).toBe(7n);
    expect(totalsOf(poor.state).feesBurned - before.feesBurned).toBe(0n);
  });

  test('burn half a base fee for each transaction that paid, none for a free one', () => {
    const chain = chainWith();
    const timestamp = chain.tip.time;
    chain.produce([
      faucet({ signer: bob, timestamp }),
      transfer({ signer: alice, timestamp, priorityFee: QUANTA }, bob, 1n),
    ]);
    expect(totalsOf(chain.state).feesBurned).toBe(50_000_000n);
  });

  test('equal the reference for any fees and stakes, and add up', () => {
    const proposer = alice.account;
    const run = fc.check(
      fc.property(
        fc.bigInt(0n, 1n << 90n),
        fc.bigInt(0n, 1n << 40n),
        fc.nat(20_000),
        fc.array(fc.bigInt(1n, 1n << 80n), { minLength: 1, maxLength: 7 }),
        (collected, baseFee, paying, stakes) => {
          const split = nativeProtocol.splitFees(collected, baseFee, paying, stakes);
          const { burned, shares } = referenceSplit(
            collected,
            baseFee,
            paying,
            proposer,
            stakes.map((stake) => [burnAccount, stake] as const),
          );
          expect([split.proposer, ...split.validators, split.treasury]).toEqual(shares.map(([, amount]) => amount));
          expect(split.burned).toBe(burned);
          const sum = split.validators.reduce((total, share) => total + share, 0n);
          expect(split.burned + split.proposer + sum + split.treasury).toBe(collected);
          expect(
            [split.burned, split.treasury, split.proposer, ...split.validators].every((share) => share >= 0n),
          ).toBe(true);
        },
      ),
      seededRuns('fee split', 3_000),
    );
    expect(run.failed, fc.defaultReportMessage(run)).toBe(false);
    expect(run.numRuns).toBe(3_000);
  });

  test("without any stake all but the proposer's part goes to the treasury", () => {
    expect(nativeProtocol.splitFees(100n, 20n, 2, [])).toEqual({
      burned: 20n,
      proposer: 16n,
      validators: [],
      treasury: 64n,
    });
    expect(nativeProtocol.splitFees(100n, 20n, 2, [0n, 0n])).toEqual({
      burned: 20n,
      proposer: 16n,
      validators: [0n, 0n],
      treasury: 64n,
    });
  });
});

test('shares are kept for any number of validators: a call cannot take as many arguments', () => {
  const shares = Array.from({ length: 200_000 }, (_, index) => ({ account: alice.account, amount: BigInt(index) }));
  const encoded = pendingFees.encode({ shares });
  expect(encoded.length).toBe(shares.length * 48);
  expect(pendingFees.decode(encoded).shares.at(-1)).toEqual({ account: alice.account, amount: 199_999n });
});
