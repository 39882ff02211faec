/** Payouts: the rule of fees, one payout for one withdrawal, destinations. */

import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../../../engine/base/refusal.js';
import type { EsploraTransaction } from '../../../../engine/bridge/btc/esploraAnswers.js';
import type { BtcEvidence } from '../../../../engine/bridge/btc/evidence.js';
import {
  NOTHING_SETTLED,
  type SettledPayouts,
  type VerifiedPayout,
  verifyPayout,
} from '../../../../engine/bridge/btc/payout.js';
import { type BtcBridgeRules, readDestination, withdrawAmountProblem } from '../../../../engine/bridge/btc/rules.js';
import { coinOf, spend, walletOf } from '../../../support/bitcoinChain.js';
import { DepositScene, good } from '../../../support/depositScene.js';

const scene = new DepositScene();
const user = walletOf('user');
const destination = scene.address(user.address);
const funding = scene.deposit(1_000_000n);
scene.chain.mine([funding]);

/** Custody pays 100,000 and a fee of 4,000. */
const payout = spend(
  scene.custody,
  [coinOf(funding, 0)],
  [
    { script: user.script, value: 100_000n },
    { script: scene.custody.script, value: 896_000n },
  ],
);
scene.chain.mine([payout]);
scene.chain.mine();
const { id } = payout;
const honest = scene.evidence(id);

const sentence = (result: unknown): string => (isRefusal(result) ? result.message : 'accepted');

const check = (
  owed: bigint,
  primary: BtcEvidence = honest,
  secondary: BtcEvidence | ReturnType<typeof refuse> = primary,
  settled: SettledPayouts = NOTHING_SETTLED,
  rules: BtcBridgeRules = scene.rules,
): VerifiedPayout | ReturnType<typeof refuse> =>
  verifyPayout(rules, { destination, owed }, settled, id, primary, secondary);

const altered = (change: Partial<EsploraTransaction>): BtcEvidence => ({
  ...honest,
  transaction: { ...honest.transaction, ...change },
});

describe('a payout', () => {
  test.each([
    ['off', 'off'],
    ['required', 'off'],
    ['required', 'required'],
  ] as const)('settles what it pays, and what the fee covers (raw binding %s, SPV %s)', (rawBinding, spv) => {
    const rules = { ...scene.spvRules(), rawBinding, spv };
    const full = good(check(100_000n, honest, honest, NOTHING_SETTLED, rules));
    expect(full).toMatchObject({ paid: 100_000n, feeBorne: 0n, outputs: [`${id}:0`], depth: 2 });
    expect(good(check(104_000n, honest, honest, NOTHING_SETTLED, rules)).feeBorne).toBe(4_000n);
    expect(sentence(check(104_001n, honest, honest, NOTHING_SETTLED, rules))).toBe(
      `payout paid 100000 sats to ${user.address} plus 4000 sats network fee, less than the 104001 owed`,
    );
  });

  test('of two withdrawals to one destination settles each with its own output, in either order', () => {
    const outputs = [9_000n, 4_000n].map((value) => ({ script: user.script, value }));
    const both = altered({ outputs, inputs: [{ script: scene.custody.script, value: 15_000n }], fee: 2_000n });
    const settledBy = (...payouts: readonly VerifiedPayout[]): SettledPayouts => ({
      outputs: new Set(payouts.flatMap((payout) => payout.outputs)),
      fees: new Map([[id, payouts.reduce((sum, payout) => sum + payout.feeBorne, 0n)]]),
    });
    for (const owed of [
      [10_000n, 5_000n],
      [5_000n, 10_000n],
    ] as const) {
      const first = good(check(owed[0], both));
      const second = good(check(owed[1], both, both, settledBy(first)));
      expect([first.feeBorne, second.feeBorne]).toEqual([1_000n, 1_000n]);
      expect(new Set([...first.outputs, ...second.outputs]).size).toBe(2);
      expect(sentence(check(4_000n, both, both, settledBy(first, second)))).toContain('payout pays nothing to');
    }
  });

  test('of the full amount needs no fee data', () => {
    const without = altered({ fee: undefined });
    expect(good(check(100_000n, without)).paid).toBe(100_000n);
    expect(sentence(check(100_001n, without))).toContain('gives no network fee to compare');
  });

  const input = honest.transaction.inputs[0] ?? { script: undefined, value: undefined };
  const shifted = honest.transaction.outputs.map((output) => ({ ...output, value: output.value + 1n }));
  const attacks: readonly (readonly [string, () => unknown, string])[] = [
    ['unconfirmed', () => check(1n, altered({ block: undefined })), 'payout is still unconfirmed'],
    [
      'shallow',
      () => check(1n, { ...honest, tipHeight: honest.tipHeight - 1 }),
      'payout has 1 confirmation(s); 2 required',
    ],
    [
      'shallow for the secondary',
      () => check(1n, honest, { ...honest, tipHeight: honest.tipHeight - 1 }),
      'second provider shows only 1 confirmation(s); 2 required',
    ],
    [
      'rule 9: not funded by custody',
      () => check(1n, altered({ inputs: [{ ...input, script: user.script }] })),
      'payout was not funded by the custody address',
    ],
    [
      'pays somebody else',
      () => check(1n, altered({ outputs: honest.transaction.outputs.slice(1) })),
      `payout pays nothing to ${user.address}`,
    ],
    [
      'a fee that differs',
      () => check(100_001n, altered({ fee: 3_999n })),
      'provider fee 3999 sats disagrees with inputs − outputs 4000 sats',
    ],
    [
      'an input without value',
      () => check(100_001n, altered({ inputs: [{ ...input, value: undefined }] })),
      'missing its prevout value',
    ],
    [
      'outputs above inputs',
      () => check(1_000_000n, altered({ inputs: [{ ...input, value: 5n }] })),
      'payout outputs exceed inputs',
    ],
    ['no inputs', () => check(1n, altered({ inputs: [] })), 'payout was not funded by the custody address'],
    [
      'a fee above the cap',
      () => check(100_001n, honest, honest, NOTHING_SETTLED, { ...scene.rules, maxNetworkFee: 3_999n }),
      'payout network fee 4000 sats exceeds the 3999 sat cap (QV_BRIDGE_BTC_MAX_NETWORK_FEE_SATS)',
    ],
    [
      'rule 7: one payout for two withdrawals',
      () => check(100_000n, honest, honest, { outputs: new Set([`${id}:0`]), fees: new Map() }),
      `payout pays nothing to ${user.address}`,
    ],
    [
      'rule 7: one fee for two withdrawals',
      () => check(104_000n, honest, honest, { outputs: new Set(), fees: new Map([[id, 1n]]) }),
      'plus 3999 sats network fee, less than the 104000 owed',
    ],
    [
      'rule 9: amount of the secondary',
      () => check(100_000n, honest, altered({ outputs: shifted })),
      'provider disagreement on amount (100000 vs 100001 sats)',
    ],
    [
      'rule 9: a secondary that is silent',
      () => check(1n, honest, refuse('busy', 'esplora x unreachable: y')),
      'second Esplora provider could not confirm the payout',
    ],
  ];

  test.each(attacks)('%s', (_, attack, expected) => {
    expect(sentence(attack())).toContain(expected);
  });

  test('all attacks are refused', () => {
    expect(attacks.filter(([, attack]) => isRefusal(attack()))).toHaveLength(14);
  });
});

describe('destinations', () => {
  const mainnet: BtcBridgeRules = { ...scene.rules, network: 'mainnet' };
  const testnet: BtcBridgeRules = { ...scene.rules, network: 'testnet' };
  const nobody: ReadonlySet<string> = new Set();

  test.each([
    ['P2PKH', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', mainnet],
    ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', mainnet],
    ['P2WPKH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', mainnet],
    ['P2WPKH in capitals', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', mainnet],
    ['P2TR', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', mainnet],
    ['P2WPKH of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', testnet],
    ['P2PKH of the test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', testnet],
  ] as const)('%s is one', (_, text, rules) => {
    expect(good(readDestination(text, rules, nobody)).text).toBe(text.startsWith('BC1') ? text.toLowerCase() : text);
  });

  test.each([
    ['', mainnet, 'empty BTC address'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7Kv8f3t4', mainnet, 'bech32 address must not be mixed-case'],
    ['bc1qw508', mainnet, 'bech32 address length is out of range'],
    [`bc1q${'q'.repeat(87)}`, mainnet, 'bech32 address length is out of range'],
    ['bc1qw508d6qejxtdg4y5r3zarvaryb', mainnet, 'bech32 address has invalid characters'],
    ['1BvBMSEYstWetqTFn5Au4m4G', mainnet, 'base58 address length is out of range'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN0', mainnet, 'base58 address has invalid characters'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', mainnet, 'unrecognized BTC address format for mainnet'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', testnet, 'unrecognized BTC address format for testnet'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', mainnet, 'does not decode'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', mainnet, 'does not decode'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', mainnet, 'does not decode'],
    ['bc1pfeessrawgf', mainnet, 'does not decode'],
  ] as const)('rule 13: a destination that does not decode: %s', (text, rules, expected) => {
    expect(sentence(readDestination(text, rules, nobody))).toContain(expected);
  });

  test('rule 8: custody and assigned addresses are no destinations', () => {
    const assigned = new Set([Buffer.from(user.script).toString('hex')]);
    expect(sentence(readDestination(scene.custody.address, scene.rules, nobody))).toContain(
      'belongs to the bridge itself',
    );
    expect(sentence(readDestination(user.address, scene.rules, assigned))).toContain('belongs to the bridge itself');
    expect(sentence(readDestination(user.address, scene.rules, nobody))).toBe('accepted');
  });

  test('the least amount', () => {
    expect(withdrawAmountProblem(2_000n, scene.rules)).toBeUndefined();
    expect(sentence(withdrawAmountProblem(1_999n, scene.rules))).toBe(
      'qBTC withdrawal of 1999 sats is below the minimum of 2000 sats (the Bitcoin network fee is deducted from the amount you receive)',
    );
  });
});
