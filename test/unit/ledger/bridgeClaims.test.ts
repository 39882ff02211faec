/** Claims of the bridge: who may state a deposit, what makes it mint, and that it mints once for ever. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex } from '../../../engine/base/bytes.js';
import { claimableOf, claimOf, proposalsOf, totalsOf } from '../../../engine/ledger/bridge.js';
import { balanceOf, circulatingOf, supplyOf } from '../../../engine/ledger/funds.js';
import { ReadingIndexes } from '../../../engine/ledger/indexes/index.js';
import { tokensMovedBy } from '../../../engine/ledger/movedTokens.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import {
  attestOrder,
  type BridgeMembers,
  bridgeMember,
  btcHash,
  depositMembers,
  evmHash,
  mintOrder,
  refundOrder,
  withdrawOrder,
} from '../../support/bridgeOrders.js';
import { type GenesisOptions, rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, item, itemOfParts, number, type Order, partsOf } from '../../support/transactions.js';

const [validator, second, third, alice, bob] = ['validator', 'second', 'third', 'alice', 'bob'].map(actor) as [
  Actor,
  Actor,
  Actor,
  Actor,
  Actor,
];
const DAY_MS = 86_400_000;

const chainWith = (bridge: GenesisOptions['bridge'], more: Partial<GenesisOptions> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      ...more,
      ...(bridge === undefined ? {} : { bridge }),
    }),
  );

const stated = (chain: TestChain, signer: Actor, members: BridgeMembers, now?: number) => {
  const timestamp = now ?? chain.tip.time;
  const { candidate } = chain.produce([item(mintOrder({ signer, timestamp }, members))], now);
  return candidate.refused[0]?.refusal ?? candidate.execution.outcomes[0]?.result;
};

const attested = (chain: TestChain, signer: Actor, members: BridgeMembers) => {
  const { candidate } = chain.produce([item(attestOrder({ signer, timestamp: chain.tip.time }, members))]);
  return candidate.refused[0]?.refusal ?? candidate.execution.outcomes[0]?.result;
};

describe('one authority', () => {
  test.each(['qETH', 'qUSDC', 'qBTC'])('mints %s for a deposit, once for ever', (token) => {
    const chain = chainWith(bridgeMember([validator]));
    const members = depositMembers(token, 'one', alice, 700n);
    expect(stated(chain, validator, members)).toEqual({ minted: true });
    const symbol = token.toUpperCase();
    expect(balanceOf(chain.state, alice.account, symbol)).toBe(700n);
    expect(supplyOf(chain.state, symbol)).toEqual({ minted: 700n, burned: 0n });
    expect(claimOf(chain.state, String(members.claimKey))).toMatchObject({
      ...{ token: symbol, units: 700n, recipient: alice.account, height: 70, position: 3, mintedIn: 1 },
      blockHash: members.blockHash,
    });
    expect(claimableOf(totalsOf(chain.state, symbol))).toBe(700n);
    const again = { code: 'already_exists', message: 'Transaction already claimed' };
    expect(stated(chain, validator, members)).toMatchObject(again);
    expect(stated(chain, validator, { ...members, recipient: bob.address })).toMatchObject(again);
    chain.restart();
    expect(stated(chain, validator, { ...members, amountUnits: '1' })).toMatchObject(again);
    expect(balanceOf(chain.state, alice.account, symbol)).toBe(700n);
  });

  test('rule 5: claims of one block: the first mints, the other is in no block', () => {
    const chain = chainWith(bridgeMember([validator, second]));
    const members = depositMembers('qETH', 'raced', alice, 5n);
    const orders = [validator, second].map((signer) => item(mintOrder({ signer, timestamp: chain.tip.time }, members)));
    const { candidate } = chain.produce(orders);
    expect(candidate.execution.outcomes.map(({ result }) => result)).toEqual([{ minted: true }]);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['already_exists']);
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(5n);
  });

  test('rule 5: a claim of ETH and one of USDC of the same transaction are one claim', () => {
    const chain = chainWith(bridgeMember([validator]));
    expect(stated(chain, validator, depositMembers('qETH', 'both', alice, 5n))).toEqual({ minted: true });
    expect(stated(chain, validator, depositMembers('qUSDC', 'both', alice, 5n))).toMatchObject({
      code: 'already_exists',
    });
  });

  test('rule 11: mints XRGE to the quantum, and no more than may circulate', () => {
    const chain = chainWith(bridgeMember([validator]), { maxSupply: 10_001 });
    const before = circulatingOf(chain.state, 'XRGE');
    expect(before).toBe(10_000n * QUANTA);
    expect(stated(chain, validator, depositMembers('XRGE', 'too much', alice, QUANTA + 1n))).toMatchObject({
      code: 'rule_violation',
      message: 'the deposit would bring more XRGE into circulation than the network may have',
    });
    expect(stated(chain, validator, depositMembers('XRGE', 'just', alice, QUANTA))).toEqual({ minted: true });
    expect(balanceOf(chain.state, alice.account, 'XRGE')).toBe(QUANTA);
  });

  test('keeps room under the cap of XRGE for refunds of what is owed', () => {
    const chain = chainWith(bridgeMember([validator]), {
      ...{ maxSupply: 10_010, allocations: [{ to: alice.address, amount: '10' }] },
    });
    const run = (entry: PoolItem) => {
      const { candidate } = chain.produce([entry]);
      return candidate.refused[0]?.refusal ?? candidate.execution.outcomes[0]?.failure;
    };
    const withdrawal = item(withdrawOrder({ signer: alice, timestamp: chain.tip.time }, 'XRGE', number('5')));
    expect(run(withdrawal)).toBeUndefined();
    const burnedFees = 10_005n * QUANTA - circulatingOf(chain.state, 'XRGE');
    expect(stated(chain, validator, depositMembers('XRGE', 'five', bob, 5n * QUANTA))).toMatchObject({
      code: 'rule_violation',
    });
    expect(stated(chain, validator, depositMembers('XRGE', 'fees', bob, burnedFees))).toEqual({ minted: true });
    const id = `xrge:${binaryToHex(withdrawal.transaction.id)}`;
    expect(run(item(refundOrder({ signer: validator, timestamp: chain.tip.time }, id)))).toBeUndefined();
    expect(circulatingOf(chain.state, 'XRGE')).toBe(10_010n * QUANTA);
  });

  test('where no cap is named, deposits bring in no more XRGE than the network began with', () => {
    const chain = chainWith(bridgeMember([validator]));
    expect(stated(chain, validator, depositMembers('XRGE', 'one', alice, 1n))).toMatchObject({
      code: 'rule_violation',
      message:
        'the deposit would bring more XRGE into circulation than the network may have: its genesis file has no max_supply, so that is what it began with',
    });
  });
});

test('without the member of the genesis file nobody mints', () => {
  const chain = chainWith(undefined);
  expect(stated(chain, validator, depositMembers('qETH', 'one', alice, 5n))).toMatchObject({
    code: 'rule_violation',
    message: 'this network has no bridge: its genesis file names none',
  });
});

test('only an authority states deposits, a validator that is none does not', () => {
  const chain = chainWith(bridgeMember([second]));
  for (const signer of [validator, alice])
    expect(stated(chain, signer, depositMembers('qETH', 'one', alice, 5n))).toMatchObject({ code: 'not_authorized' });
});

describe('a threshold of two among three', () => {
  test('mints with the second approval of the same facts', () => {
    const chain = chainWith(bridgeMember([validator, second, third], { threshold: 2 }));
    const members = depositMembers('qUSDC', 'one', alice, 9n);
    expect(stated(chain, validator, members)).toEqual({ minted: false });
    expect(new ReadingIndexes(chain.state).bridge.waitingClaims).toEqual(new Set([members.claimKey]));
    expect(stated(chain, validator, members)).toMatchObject({ code: 'already_exists' });
    expect(balanceOf(chain.state, alice.account, 'QUSDC')).toBe(0n);
    chain.restart();
    expect(stated(chain, third, members)).toEqual({ minted: true });
    expect(balanceOf(chain.state, alice.account, 'QUSDC')).toBe(9n);
    expect(proposalsOf(chain.state, String(members.claimKey))).toEqual([]);
    expect(new ReadingIndexes(chain.state).bridge.waitingClaims.size).toBe(0);
    expect(stated(chain, second, members)).toMatchObject({ code: 'already_exists' });
  });

  const other: readonly [string, BridgeMembers][] = [
    ['amount', { amountUnits: '8' }],
    ['recipient', { recipient: bob.address }],
    ['block', { blockHash: evmHash('fork') }],
    ['height', { height: number(71) }],
    ['log', { position: number(4) }],
    ['sender', { sender: `0x${'2'.repeat(40)}` }],
    ['proof', { proof: '0xab' }],
  ];
  test.each(other)('another %s is another version: it does not mint', (_, change) => {
    const chain = chainWith(bridgeMember([validator, second], { threshold: 2 }));
    const members = depositMembers('qETH', 'one', alice, 9n);
    expect(stated(chain, validator, members)).toEqual({ minted: false });
    expect(stated(chain, second, { ...members, ...change })).toEqual({ minted: false });
    expect(proposalsOf(chain.state, String(members.claimKey)).length).toBe(2);
    // Whoever corrects what it has said stands for the new version only.
    expect(stated(chain, second, members)).toEqual({ minted: true });
    expect(supplyOf(chain.state, 'QETH').minted).toBe(9n);
  });

  test('an authority that changes its mind does not count twice', () => {
    const chain = chainWith(bridgeMember([validator, second, third], { threshold: 2 }));
    const members = depositMembers('qETH', 'one', alice, 9n);
    const fork = { ...members, blockHash: evmHash('fork') };
    expect(stated(chain, validator, members)).toEqual({ minted: false });
    expect(stated(chain, validator, fork)).toEqual({ minted: false });
    expect(proposalsOf(chain.state, String(members.claimKey)).length).toBe(1);
    expect(stated(chain, second, members)).toEqual({ minted: false });
    expect(stated(chain, third, members)).toEqual({ minted: true });
  });
});

describe('attestations', () => {
  const stakes = [
    { actor: validator, stake: '10000' },
    { actor: second, stake: '10000' },
    { actor: third, stake: '10000' },
  ];
  const members = depositMembers('qETH', 'one', alice, 9n);

  test('of two thirds of the stake mint what an authority has stated', () => {
    const chain = chainWith(bridgeMember([validator], { attest: true }), { validators: stakes });
    expect(attested(chain, second, members)).toMatchObject({ code: 'not_found' });
    expect(stated(chain, validator, members)).toEqual({ minted: false });
    expect(attested(chain, alice, members)).toMatchObject({ code: 'not_authorized' });
    expect(attested(chain, second, { ...members, amountUnits: '8' })).toMatchObject({ code: 'not_found' });
    expect(attested(chain, second, members)).toEqual({ minted: false });
    expect(attested(chain, second, members)).toMatchObject({ code: 'already_exists' });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(0n);
    expect(attested(chain, third, members)).toEqual({ minted: true });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(9n);
    expect(attested(chain, validator, members)).toMatchObject({ code: 'already_exists' });
  });

  test('are refused where the genesis file does not ask for them', () => {
    const chain = chainWith(bridgeMember([validator]), { validators: stakes });
    expect(attested(chain, second, members)).toMatchObject({ code: 'rule_violation' });
  });
});

describe('followers of a token hear', () => {
  const told = (order: Order, result: unknown) => tokensMovedBy(item(order).transaction, result);
  const common = { signer: validator, timestamp: 1_700_000_000_000 };
  test.each(['qETH', 'qUSDC', 'qBTC', 'XRGE'])('of %s when it is minted, taken out and given back', (token) => {
    const symbol = token.toUpperCase();
    const members = depositMembers(token, 'one', alice, 7n);
    for (const order of [mintOrder(common, members), attestOrder(common, members)]) {
      expect(told(order, { minted: true })).toEqual([symbol]);
      expect(told(order, { minted: false })).toEqual([]);
    }
    expect(told(withdrawOrder(common, token, number(5)), null)).toEqual([symbol]);
    const refunded = { ended: true, owner: alice.account, token: symbol, units: 7n };
    expect(told(refundOrder(common, btcHash('w')), refunded)).toEqual([symbol]);
  });
});

describe('caps', () => {
  const caps = { caps: { qETH: { claim: '10', day: 15 } } };

  test('rule 11: caps of a claim and of a day of header time hold', () => {
    const chain = chainWith(bridgeMember([validator], caps));
    const mint = (name: string, units: bigint, now?: number) =>
      stated(chain, validator, depositMembers('qETH', name, alice, units), now);
    expect(mint('above', 11n)).toMatchObject({
      code: 'rule_violation',
      message: 'a claim of 11 units of qETH is above the cap of 10',
    });
    expect(mint('one', 10n)).toEqual({ minted: true });
    expect(mint('six', 6n)).toMatchObject({ code: 'rule_violation' });
    expect(mint('five', 5n)).toEqual({ minted: true });
    const tomorrow = (Math.floor(chain.tip.time / DAY_MS) + 1) * DAY_MS;
    expect(mint('early', 1n, tomorrow - 1)).toMatchObject({ code: 'rule_violation' });
    expect(mint('six', 6n, tomorrow)).toEqual({ minted: true });
    expect(supplyOf(chain.state, 'QETH').minted).toBe(21n);
    expect(stated(chain, validator, depositMembers('qUSDC', 'uncapped', alice, 99n))).toEqual({ minted: true });
  });

  test('a claim that a cap held up mints later with another approval', () => {
    const chain = chainWith(bridgeMember([validator, second], { ...caps, threshold: 2 }));
    const members = depositMembers('qETH', 'held', alice, 6n);
    const full = depositMembers('qETH', 'full', alice, 10n);
    expect(stated(chain, validator, members)).toEqual({ minted: false });
    for (const signer of [validator, second]) stated(chain, signer, full);
    expect(stated(chain, second, members)).toMatchObject({ code: 'rule_violation' });
    const tomorrow = (Math.floor(chain.tip.time / DAY_MS) + 1) * DAY_MS;
    expect(stated(chain, second, members, tomorrow)).toEqual({ minted: true });
  });
});

describe('members', () => {
  const good = depositMembers('qETH', 'one', alice, 5n);
  const refusedMembers: readonly [string, BridgeMembers][] = [
    ['a token that no bridge has', { tokenSymbol: 'GOLD' }],
    ['a key of another token', { claimKey: `xrge:${evmHash('one')}` }],
    ['a key in capital letters', { claimKey: evmHash('one').toUpperCase() }],
    ['a key without 0x', { claimKey: btcHash('one') }],
    ['an output with a zero before its number', { tokenSymbol: 'qBTC', claimKey: `btcaddr:${btcHash('x')}:00` }],
    ['no amount', { amountUnits: '0' }],
    ['a fraction', { amountUnits: '0.5' }],
    ['the burn address', { recipient: `XRGE_BURN_0x${'0'.repeat(60)}DEAD` }],
    ['nobody', { recipient: 'nobody' }],
    ['a hash of Bitcoin', { blockHash: btcHash('block') }],
    ['a height below zero', { height: number(-1) }],
    ['no position', { position: null }],
  ];
  test.each(refusedMembers)('%s is refused', (_, change) => {
    const order = mintOrder({ signer: validator, timestamp: 1_700_000_000_000 }, { ...good, ...change });
    expect(itemOfParts(partsOf(order))).toMatchObject({ code: expect.stringMatching(/^(malformed_payload|invalid_)/) });
  });

  test('a mint must name itself: an attestation has the same members', () => {
    const order = mintOrder({ signer: validator, timestamp: 1_700_000_000_000 }, { ...good, type: null });
    expect(itemOfParts(partsOf(order))).toMatchObject({ code: 'operation_mismatch' });
  });
});
