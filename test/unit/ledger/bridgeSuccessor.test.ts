/** The bridge of a successor network: what was claimed and withdrawn before stays so, and only keys that its own file names approve anything. */

import { describe, expect, test } from 'vitest';
import { binaryToHex, bytesEqual } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type CarriedState, carriedMember, packRecords } from '../../../engine/chain/carriedState.js';
import type { Certificate } from '../../../engine/chain/certificate.js';
import { parseGenesis } from '../../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../../engine/chain/upgrades.js';
import { claimOf, proposalsOf, totalsOf } from '../../../engine/ledger/bridge.js';
import { findWithdrawal } from '../../../engine/ledger/bridgeEndings.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { stateKey } from '../../../engine/state/table.js';
import {
  bridgeMember,
  depositMembers,
  evmHash,
  fulfilOrder,
  mintOrder,
  refundOrder,
  withdrawOrder,
} from '../../support/bridgeOrders.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, item, number, type Order, signingActor } from '../../support/transactions.js';

const leader = signingActor('bridge successor: the leader');
const [former, heir, alice] = ['former', 'heir', 'alice'].map((name) => actor(`bridge successor: ${name}`)) as [
  Actor,
  Actor,
  Actor,
];

const by = (chain: TestChain, signer: Actor) => ({ signer, timestamp: chain.tip.time });

/** @returns what it made of its block, or why it is in none. */
function run(chain: TestChain, order: Order) {
  const { candidate } = chain.produce([item(order)]);
  return candidate.refused[0]?.refusal ?? candidate.execution.outcomes[0]?.result;
}

const minted = depositMembers('qETH', 'minted', alice, 1_000n);
const waiting = depositMembers('qETH', 'waiting', alice, 9n);
const payout = { payoutTx: evmHash('paid'), positions: '0' };

/** A network on which the former authority alone has approved a deposit, a payout and a refund. */
function scene() {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: leader, stake: '100000' }],
      allocations: [{ to: alice.address, amount: '10' }],
      bridge: bridgeMember([leader, former], { threshold: 2 }),
    }),
    leader,
  );
  for (const signer of [leader, former]) run(chain, mintOrder(by(chain, signer), minted));
  expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(1_000n);
  const withdrawals = [100, 200].map((amount) => {
    const entry = item(withdrawOrder(by(chain, alice), 'qETH', number(amount)));
    expect(chain.produce([entry]).candidate.execution.outcomes[0]?.failure).toBeUndefined();
    return binaryToHex(entry.transaction.id);
  }) as [string, string];
  expect(run(chain, mintOrder(by(chain, former), waiting))).toEqual({ minted: false });
  expect(run(chain, fulfilOrder(by(chain, former), withdrawals[0], payout))).toMatchObject({ ended: false });
  const { block } = chain.produce([item(refundOrder(by(chain, former), withdrawals[1]))]);
  const whole = chain.certificate as Certificate;
  const precommits = whole.precommits.filter(({ voterKey }) => bytesEqual(voterKey, leader.publicKey));
  const records = ledgerTables.flatMap((table) =>
    [...chain.state.entries(table)].map(([key, value]) => ({ key: stateKey(table, key), value: table.encode(value) })),
  );
  const { header, headerBytes, proposerSignature } = block;
  const carried: CarriedState = {
    ...{ header, headerBytes, proposerSignature, certificate: { ...whole, precommits } },
    records: [...packRecords(records)],
  };
  return { carried, withdrawals };
}

function successor(carried: CarriedState): TestChain {
  const genesis = parseGenesis(
    JSON.stringify({
      ...{ chain_id: 'bridge-successor-1', genesis_time: GENESIS_TIME + 10_000_000 },
      ...{ upgrade_schedule: newNetworkUpgrades, state: carriedMember(carried) },
      bridge: bridgeMember([leader, heir], { threshold: 2 }),
    }),
  );
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return new TestChain({ genesis, protocol: nativeProtocol }, leader);
}

describe('a successor network', () => {
  const { carried, withdrawals } = scene();
  const [paid, refunded] = withdrawals;
  const begun = (): TestChain => successor(carried);

  test('knows what was claimed, withdrawn and counted', () => {
    const chain = begun();
    expect(claimOf(chain.state, String(minted.claimKey))).toMatchObject({ units: 1_000n });
    expect(totalsOf(chain.state, 'QETH')).toMatchObject({ deposited: 1_000n, withdrawn: 300n });
    for (const signer of [leader, heir])
      expect(run(chain, mintOrder(by(chain, signer), minted))).toMatchObject({ code: 'already_exists' });
  });

  test('counts no approval of a key that its file does not name', () => {
    const chain = begun();
    expect(proposalsOf(chain.state, String(waiting.claimKey))).toHaveLength(1);
    expect(run(chain, mintOrder(by(chain, leader), waiting))).toEqual({ minted: false });
    expect(run(chain, fulfilOrder(by(chain, leader), paid, payout))).toMatchObject({ ended: false });
    expect(run(chain, refundOrder(by(chain, leader), refunded))).toMatchObject({ ended: false });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(700n);
    expect(run(chain, mintOrder(by(chain, heir), waiting))).toEqual({ minted: true });
    expect(run(chain, fulfilOrder(by(chain, heir), paid, payout))).toMatchObject({ ended: true });
    expect(run(chain, refundOrder(by(chain, heir), refunded))).toMatchObject({ ended: true });
    expect(balanceOf(chain.state, alice.account, 'QETH')).toBe(909n);
    expect(withdrawals.map((id) => findWithdrawal(chain.state, id)?.withdrawal.status)).toEqual([
      'fulfilled',
      'refunded',
    ]);
  });
});
