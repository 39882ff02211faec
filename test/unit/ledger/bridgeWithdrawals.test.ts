/** Withdrawals of the bridge: what is burned, what must not be, and that each ends once. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex } from '../../../engine/base/bytes.js';
import { owedOf, totalsOf } from '../../../engine/ledger/bridge.js';
import { findWithdrawal } from '../../../engine/ledger/bridgeEndings.js';
import { balanceOf, supplyOf } from '../../../engine/ledger/funds.js';
import { ReadingIndexes } from '../../../engine/ledger/indexes/index.js';
import {
  type BridgeMembers,
  BTC_ADDRESS,
  bridgeMember,
  btcHash,
  depositMembers,
  EVM_ADDRESS,
  evmHash,
  failOrder,
  fulfilOrder,
  mintOrder,
  refundOrder,
  withdrawOrder,
} from '../../support/bridgeOrders.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, item, itemOfParts, number, type Order, partsOf } from '../../support/transactions.js';

const [validator, second, alice, bob] = ['validator', 'second', 'alice', 'bob'].map(actor) as [
  Actor,
  Actor,
  Actor,
  Actor,
];

const newChain = (more: Readonly<Record<string, unknown>> = {}, authorities = [validator]): TestChain => {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [{ to: alice.address, amount: '10' }],
      bridge: bridgeMember(authorities, more),
    }),
  );
  for (const authority of authorities)
    chain.produce(
      ['qETH', 'qUSDC', 'qBTC'].map((token) =>
        item(
          mintOrder({ signer: authority, timestamp: chain.tip.time }, depositMembers(token, token, alice, 100_000n)),
        ),
      ),
    );
  return chain;
};

type Draft = Omit<Order, 'timestamp'>;
const by = (signer: Actor) => ({ signer }) as { readonly signer: Actor; readonly timestamp: number };

/** Puts one order into a block. @returns its result, why it failed, or why it is in no block. */
function run(chain: TestChain, draft: Draft) {
  const entry = item({ ...draft, timestamp: chain.tip.time });
  const { candidate } = chain.produce([entry]);
  const [outcome] = candidate.execution.outcomes;
  const refusal = candidate.refused[0]?.refusal ?? outcome?.failure;
  return { id: binaryToHex(entry.transaction.id), refusal, result: outcome?.result };
}

function withdrawn(chain: TestChain, token = 'qETH', amount = number(1_000)): string {
  const { id, refusal } = run(chain, withdrawOrder(by(alice), token, amount));
  expect(refusal).toBeUndefined();
  return token === 'XRGE' ? `xrge:${id}` : id;
}

const statusOf = (chain: TestChain, id: string) => findWithdrawal(chain.state, id)?.withdrawal.status;
const openIds = (chain: TestChain) => [...new ReadingIndexes(chain.state).bridge.open].map(({ id }) => binaryToHex(id));

const evmPayout = (name = 'paid', positions = '0'): BridgeMembers => ({ payoutTx: evmHash(name), positions });
const btcPayout = (paid: number, fee: number, positions = '0', name = 'paid'): BridgeMembers => ({
  ...{ payoutTx: btcHash(name), positions },
  ...{ paid: String(paid), networkFee: String(fee) },
});

describe('a withdrawal', () => {
  test.each(['qETH', 'qUSDC', 'qBTC'])('of %s burns and is owed', (token) => {
    const chain = newChain();
    const symbol = token.toUpperCase();
    const id = withdrawn(chain, token, number(2_000));
    expect(balanceOf(chain.state, alice.account, symbol)).toBe(98_000n);
    expect(balanceOf(chain.state, alice.account, 'XRGE')).toBe(10n * QUANTA - QUANTA / 10n);
    expect(supplyOf(chain.state, symbol)).toEqual({ minted: 100_000n, burned: 2_000n });
    expect(owedOf(totalsOf(chain.state, symbol))).toBe(2_000n);
    expect(findWithdrawal(chain.state, id)?.withdrawal).toMatchObject({
      ...{ owner: alice.account, token: symbol, units: 2_000n, status: 'pending', attempts: 0, lastError: '' },
      ...{ destination: token === 'qBTC' ? BTC_ADDRESS : EVM_ADDRESS, createdAt: chain.tip.time },
    });
    expect(openIds(chain)).toEqual([id]);
    expect(findWithdrawal(chain.state, `xrge:${id}`)).toBeUndefined();
  });

  test('of XRGE has its own form of id', () => {
    const chain = newChain();
    const id = withdrawn(chain, 'XRGE', number('1.5'));
    expect(balanceOf(chain.state, alice.account, 'XRGE')).toBe(10n * QUANTA - (QUANTA * 16n) / 10n);
    expect(statusOf(chain, id)).toBe('pending');
    expect(findWithdrawal(chain.state, id.slice('xrge:'.length))).toBeUndefined();
  });

  test('that the signer cannot pay fails, burns nothing and is not listed', () => {
    const chain = newChain();
    const { id, refusal, result } = run(chain, withdrawOrder(by(alice), 'qETH', number(100_001)));
    expect([refusal, result]).toMatchObject([{ code: 'insufficient_balance' }, null]);
    expect(statusOf(chain, id)).toBeUndefined();
    expect(supplyOf(chain.state, 'QETH').burned).toBe(0n);
    expect(openIds(chain)).toEqual([]);
  });

  const hopeless: readonly [string, string, string][] = [
    ['an address with a wrong checksum', 'qETH', '0x52908400098527886E0F7030069857D2E4169Ee7'],
    ['the zero address', 'qUSDC', `0x${'0'.repeat(40)}`],
    ['an address of Bitcoin for ether', 'qETH', BTC_ADDRESS],
    ['an address of the EVM for bitcoin', 'qBTC', EVM_ADDRESS],
    ['a typing error in an address of Bitcoin', 'qBTC', BTC_ADDRESS.replace(/0$/, 'q')],
    ['an address of another network', 'qBTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ];
  test.each(hopeless)('rule 13: a withdrawal to %s is in no block', (_, token, destination) => {
    const chain = newChain();
    const { refusal } = run(chain, withdrawOrder(by(alice), token, number(5_000), destination));
    expect(refusal).toMatchObject({ code: 'invalid_recipient' });
    expect(supplyOf(chain.state, token.toUpperCase()).burned).toBe(0n);
  });

  test.each([
    ['qETH', EVM_ADDRESS],
    ['qUSDC', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['XRGE', ` ${EVM_ADDRESS} `],
    ['qBTC', BTC_ADDRESS],
    ['qBTC', BTC_ADDRESS.toUpperCase()],
  ])('rule 8: of %s to %s, which the genesis file names as the bridge itself, is in no block', (token, destination) => {
    const own = newChain({ own_addresses: ['0x52908400098527886E0F7030069857D2E4169EE7', BTC_ADDRESS] });
    const { refusal } = run(own, withdrawOrder(by(alice), token, number(5_000), destination));
    expect(refusal).toMatchObject({
      ...{ code: 'invalid_recipient', message: 'an address of the bridge itself cannot be paid' },
    });
    const others = newChain({ own_addresses: [`0x${'12'.repeat(20)}`] });
    const units = token === 'XRGE' ? 1 : 5_000;
    expect(run(others, withdrawOrder(by(alice), token, number(units), destination)).refusal).toBeUndefined();
  });

  test('of fewer satoshis than the minimum burns nothing', () => {
    const chain = newChain({ btc_min_withdraw: 3_000 });
    const { refusal } = run(chain, withdrawOrder(by(alice), 'qBTC', number(2_999)));
    expect(refusal).toMatchObject({
      code: 'invalid_amount',
      message:
        'qBTC withdrawal of 2999 sats is below the minimum of 3000 sats (the Bitcoin network fee is deducted from the amount you receive)',
    });
    expect(withdrawn(chain, 'qBTC', number(3_000))).toHaveLength(64);
  });

  const intents: readonly [string, BridgeMembers][] = [
    ['MissingSignedField', { amount: null }],
    ['MissingSignedField', { evmAddress: null }],
    ['MissingSignedField', { tokenSymbol: null }],
    ['UnsupportedAsset', { tokenSymbol: 'GOLD' }],
    ['ZeroAmount', { amount: number(0) }],
    ['EmptyDestination', { evmAddress: '  ' }],
    ['InvalidFee', { fee: number('0.2') }],
    ['InvalidFee', { fee: number('0.1000000001') }],
  ];
  test.each(intents)('with a signed intent that is %s is refused', (reason, change) => {
    const order = withdrawOrder({ signer: alice, timestamp: 1_700_000_000_000 }, 'qETH', number(5));
    expect(itemOfParts(partsOf({ ...order, members: { ...order.members, ...change } }))).toMatchObject({
      code: 'malformed_payload',
      message: `signed-intent rejected: ${reason}`,
    });
  });
});

describe('an ending', () => {
  test('a failed attempt is counted, listed, and can be paid later', () => {
    const chain = newChain();
    const id = withdrawn(chain);
    for (const attempts of [1, 2])
      expect(run(chain, failOrder(by(validator), id, `attempt ${attempts}`)).result).toEqual({ attempts });
    expect(findWithdrawal(chain.state, id)?.withdrawal).toMatchObject({
      ...{ status: 'failed', attempts: 2, lastError: 'attempt 2' },
    });
    expect(openIds(chain)).toEqual([id]);
    expect(run(chain, fulfilOrder(by(validator), id, evmPayout())).result).toMatchObject({ ended: true });
    expect(statusOf(chain, id)).toBe('fulfilled');
    expect(openIds(chain)).toEqual([]);
    expect(owedOf(totalsOf(chain.state, 'QETH'))).toBe(0n);
    for (const draft of [
      failOrder(by(validator), id),
      refundOrder(by(validator), id),
      fulfilOrder(by(validator), id, evmPayout('again')),
    ])
      expect(run(chain, draft).refusal).toMatchObject({
        ...{ code: 'already_exists', message: 'Withdrawal already fulfilled' },
      });
  });

  test('rule 12: a refund mints what was burned to the owner, once', () => {
    const chain = newChain();
    const id = withdrawn(chain);
    expect(run(chain, refundOrder(by(validator), id)).result).toEqual({
      ...{ ended: true, owner: alice.account, token: 'QETH', units: 1_000n },
    });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(100_000n);
    expect(owedOf(totalsOf(chain.state, 'QETH'))).toBe(0n);
    chain.restart();
    expect(run(chain, refundOrder(by(validator), id)).refusal).toMatchObject({
      ...{ code: 'already_exists', message: 'Withdrawal already refunded' },
    });
    expect(run(chain, fulfilOrder(by(validator), id, evmPayout())).refusal).toMatchObject({ code: 'already_exists' });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(100_000n);
  });

  test('only authorities end what others own; unknown withdrawals are not found', () => {
    const chain = newChain();
    const id = withdrawn(chain);
    for (const draft of [failOrder(by(alice), id), refundOrder(by(alice), id), fulfilOrder(by(bob), id, evmPayout())])
      expect(run(chain, draft).refusal).toMatchObject({ code: 'not_authorized' });
    for (const unknown of [btcHash('nothing'), `xrge:${id}`])
      expect(run(chain, refundOrder(by(validator), unknown)).refusal).toMatchObject({ code: 'not_found' });
    expect(statusOf(chain, id)).toBe('pending');
  });

  test('rule 7: a log or output of a payout settles one withdrawal', () => {
    const chain = newChain();
    const [first, other] = [withdrawn(chain), withdrawn(chain)];
    expect(run(chain, fulfilOrder(by(validator), first, evmPayout('paid', '3,4'))).refusal).toBeUndefined();
    expect(run(chain, fulfilOrder(by(validator), other, evmPayout('paid', '4,5'))).refusal).toMatchObject({
      ...{ code: 'already_exists', message: 'payout not verified: it has settled another withdrawal' },
    });
    expect(run(chain, fulfilOrder(by(validator), other, evmPayout('paid', '5'))).result).toMatchObject({ ended: true });
  });

  test('rule 7: the fee of a payout in bitcoin is borne once, within its cap', () => {
    const chain = newChain({ btc_max_network_fee: 600 });
    const ids = Array.from({ length: 4 }, () => withdrawn(chain, 'qBTC', number(5_000)));
    const fulfil = (at: number, members: BridgeMembers) =>
      run(chain, fulfilOrder(by(validator), ids[at] as string, members)).refusal;
    expect(fulfil(0, btcPayout(4_000, 601))).toMatchObject({
      message: expect.stringContaining('exceeds the 600 sat cap'),
    });
    expect(fulfil(0, btcPayout(4_399, 600))).toMatchObject({
      message: expect.stringContaining('less than the 5000 owed'),
    });
    expect(fulfil(0, btcPayout(0, 600))).toMatchObject({ message: 'payout not verified: it pays nothing' });
    expect(fulfil(0, btcPayout(4_500, 600))).toBeUndefined();
    expect(fulfil(1, btcPayout(4_800, 600, '1'))).toMatchObject({ code: 'rule_violation' });
    expect(fulfil(1, btcPayout(4_900, 500, '1'))).toMatchObject({
      message: expect.stringContaining('was 600 sats before'),
    });
    expect(fulfil(1, btcPayout(4_900, 600, '1'))).toBeUndefined();
    expect(fulfil(2, btcPayout(4_999, 600, '2'))).toMatchObject({ code: 'rule_violation' });
    expect(fulfil(2, btcPayout(5_000, 601, '2'))).toBeUndefined();
    expect(fulfil(3, { payoutTx: btcHash('other'), positions: '0' })).toMatchObject({ code: 'malformed_payload' });
    expect(fulfil(3, { ...evmPayout(), paid: '5000', networkFee: '1' })).toMatchObject({ code: 'malformed_payload' });
  });

  test('with a threshold of two the second approval of the same ending ends it', () => {
    const chain = newChain({ threshold: 2 }, [validator, second]);
    const id = withdrawn(chain);
    expect(run(chain, refundOrder(by(validator), id)).result).toMatchObject({ ended: false });
    expect(run(chain, refundOrder(by(validator), id)).refusal).toMatchObject({ code: 'already_exists' });
    expect(run(chain, fulfilOrder(by(second), id, evmPayout())).result).toMatchObject({ ended: false });
    expect(run(chain, fulfilOrder(by(validator), id, evmPayout('other'))).result).toMatchObject({ ended: false });
    expect(statusOf(chain, id)).toBe('pending');
    chain.restart();
    expect(run(chain, fulfilOrder(by(validator), id, evmPayout())).result).toMatchObject({ ended: true });
    expect(statusOf(chain, id)).toBe('fulfilled');
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(99_000n);
  });

  const positions = [
    '',
    '01',
    '2,1',
    '1,1',
    'x',
    '1,',
    '-1',
    '1.5',
    Array.from({ length: 65 }, (_, at) => at).join(','),
  ];
  test.each(positions)('positions %j are refused', (written) => {
    const order = fulfilOrder({ signer: validator, timestamp: 1_700_000_000_000 }, btcHash('x'), {
      ...evmPayout('paid', written),
    });
    expect(itemOfParts(partsOf(order))).toMatchObject({ code: 'malformed_payload' });
  });
});

test('the index follows each block as a start from the state does', () => {
  const chain = newChain();
  const live = new ReadingIndexes(chain.state);
  const follow = (draft: Draft) => {
    const { candidate } = chain.produce([item({ ...draft, timestamp: chain.tip.time })]);
    live.apply(candidate.execution.outcomes.length === 0 ? [] : candidate.prepared.changes);
  };
  for (const amount of [1_000, 2_000, 3_000]) follow(withdrawOrder(by(alice), 'qETH', number(amount)));
  const [first, middle] = openIds(chain) as [string, string];
  follow(failOrder(by(validator), middle));
  follow(refundOrder(by(validator), first));
  expect([...live.bridge.open]).toEqual([...new ReadingIndexes(chain.state).bridge.open]);
  expect(live.bridge.openCount).toBe(2);
});
