/** Native rules: fees and their split, what a header carries, which chain ids they serve. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FeeParameters, type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { protocolOf } from '../../../engine/protocol/protocolOf.js';
import { seededRuns } from '../../property/seed.js';
import { pattern } from '../../vectors/independent.js';
import { accepted, refusedAs } from '../base/outcome.js';

const { nextBaseFee, splitFees } = nativeProtocol;
const open: FeeParameters = { start: 100_000_000n, floor: 1_000_000n, ceiling: null, target: 10 };

describe('the rules of a chain id', () => {
  test.each(['rougechain-mainnet-1', 'rougechain-devnet-1'])('%s is refused with a sentence', (chainId) => {
    expect(refusedAs(protocolOf(chainId))).toBe(
      `rule_violation: chain id ${chainId} belongs to a public network whose rules this version does not carry; start a network of your own with another chain id`,
    );
  });

  test.each(['rougechain-local-1', 'rougechain-mainnet-2', 'rougechain-mainnet-11'])('%s is native', (chainId) => {
    expect(protocolOf(chainId)).toBe(nativeProtocol);
  });
});

describe('the base fee', () => {
  test.each([
    ['no transaction: down an eighth', 80n, 0, {}, 70n],
    ['the target: unchanged', 80n, 10, {}, 80n],
    ['one above', 80n, 11, {}, 81n],
    ['one below', 80n, 9, {}, 79n],
    ['twice the target: up an eighth', 80n, 20, {}, 90n],
    ['any more: no faster', 80n, 20_000, {}, 90n],
    ['a step is rounded down', 79n, 11, {}, 79n],
    ['not below the floor', 80n, 0, { floor: 75n }, 75n],
    ['not above the ceiling', 80n, 20, { ceiling: 85n }, 85n],
    ['a ceiling at the fee holds it', 80n, 20_000, { ceiling: 80n }, 80n],
    ['another target', 80n, 100, { target: 100 }, 80n],
    ['half of another target', 80n, 50, { target: 100 }, 75n],
  ])('after a block of %s', (_, current, count, change, next) => {
    expect(nextBaseFee(current, count, { ...open, floor: 1n, ...change })).toBe(next);
  });

  test('moves by at most an eighth, towards the load, inside its bounds', () => {
    const runs = seededRuns('base fee', 2_000);
    let checked = 0;
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.nat(20_000),
        fc.integer({ min: 1, max: 20_000 }),
        (current, count, target) => {
          const next = nextBaseFee(current, count, { ...open, floor: 1n, target });
          const moved = next - current;
          expect((moved < 0n ? -moved : moved) * 8n <= current).toBe(true);
          if (count === target) expect(moved).toBe(0n);
          else expect(count < target ? moved <= 0n : moved >= 0n).toBe(true);
          checked++;
        },
      ),
      runs,
    );
    expect(checked).toBe(runs.numRuns);
  });
});

describe('the split of the fees', () => {
  test('loses and makes nothing, and pays by stake', () => {
    const runs = seededRuns('fee split', 3_000);
    const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });
    let checked = 0;
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.nat(20_000),
        fc.array(amount, { maxLength: 8 }),
        (collected, baseFee, paying, stakes) => {
          const { burned, proposer, validators, treasury } = splitFees(collected, baseFee, paying, stakes);
          const paid = validators.reduce((sum, share) => sum + share, 0n);
          expect(burned + proposer + paid + treasury).toBe(collected);
          const half = (baseFee * BigInt(paying)) / 2n;
          expect(burned).toBe(half < collected ? half : collected);
          const tip = collected - burned;
          expect(proposer).toBe(tip / 5n);
          // The treasury has its tenth, and what the divisions leave: below one quantum each.
          if (stakes.some((stake) => stake > 0n)) {
            expect(treasury * 10n >= tip).toBe(true);
            expect((treasury - BigInt(stakes.length) - 3n) * 10n <= tip).toBe(true);
          } else expect([paid, treasury]).toEqual([0n, tip - proposer]);
          const order = stakes.map((stake, index) => ({ stake, share: validators[index] ?? -1n }));
          order.sort((a, b) => (a.stake < b.stake ? -1 : a.stake > b.stake ? 1 : 0));
          expect(order.every(({ share }, index) => index === 0 || share >= (order[index - 1]?.share ?? 0n))).toBe(true);
          checked++;
        },
      ),
      runs,
    );
    expect(checked).toBe(runs.numRuns);
  });

  test.each([
    ['without fees', 0n, 100n, 0, [1n], { burned: 0n, proposer: 0n, validators: [0n], treasury: 0n }],
    ['when all is burned', 49n, 100n, 1, [1n], { burned: 49n, proposer: 0n, validators: [0n], treasury: 0n }],
    ['without validators', 150n, 100n, 1, [], { burned: 50n, proposer: 20n, validators: [], treasury: 80n }],
    ['without stake', 150n, 100n, 1, [0n, 0n], { burned: 50n, proposer: 20n, validators: [0n, 0n], treasury: 80n }],
    [
      'with thirds',
      151n,
      101n,
      1,
      [1n, 1n, 1n],
      { burned: 50n, proposer: 20n, validators: [23n, 23n, 23n], treasury: 12n },
    ],
  ])('%s', (_, collected, baseFee, paying, stakes, split) => {
    expect(splitFees(collected, baseFee, paying, stakes)).toEqual(split);
  });
});

test('a transfer pays the base fee, staking 0.1, the faucet nothing, an unknown operation has no fee', () => {
  const fees = ['transfer', 'stake', 'unstake', 'faucet', 'mint', 'toString', ''].map((name) =>
    nativeProtocol.tableFee(name, 7n, 1),
  );
  expect(fees).toEqual([7n, 100_000_000n, 100_000_000n, 0n, undefined, undefined, undefined]);
});

test('headers carry the state root from height 1, the certificate from 2 and a block after finality', () => {
  const genesis = (finality: number | null): Genesis =>
    accepted(parseGenesis(JSON.stringify({ chain_id: 'rules-net-1', upgrade_schedule: { finality_v2: finality } })));
  const heights = [0, 1, 2, 3, 4, 5];
  expect(heights.map((height) => nativeProtocol.requiresStateRoot(height))).toEqual([false, ...Array(5).fill(true)]);
  const asked = (finality: number | null): number[] =>
    heights.filter((height) => nativeProtocol.requiresCertificate(genesis(finality), height));
  expect([1, 2, 3, null].map(asked)).toEqual([[2, 3, 4, 5], [3, 4, 5], [4, 5], []]);
});

test('an identity is over key and text, a leaf over identity and signature', () => {
  const [key, text] = [pattern(1_952), pattern(90)];
  const ids = [
    nativeProtocol.transactionId(key, text),
    nativeProtocol.transactionId(pattern(1_952, 1), text),
    nativeProtocol.transactionId(key, pattern(90, 1)),
    nativeProtocol.transactionId(key, text.subarray(1)),
  ].map((id) => Buffer.from(id).toString('hex'));
  expect(new Set(ids).size).toBe(4);
  const leaf = (id: number, signature: number): string =>
    Buffer.from(nativeProtocol.transactionLeaf(pattern(32, id), pattern(3_309, signature))).toString('hex');
  expect(new Set([leaf(0, 0), leaf(1, 0), leaf(0, 1), leaf(1, 1)]).size).toBe(4);
});
