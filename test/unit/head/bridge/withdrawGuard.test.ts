/** What an operator adds to the rules of withdrawals that come to a node: the switch, the cap, the least amount, and no way to the bridge itself. */

import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal, refuse } from '../../../../engine/base/refusal.js';
import type { ForeignChains } from '../../../../engine/bridge/port.js';
import { BridgeDesk, type BridgeOptions, NO_BRIDGE_OPTIONS } from '../../../../engine/head/bridge/bridgeDesk.js';
import { bridgeMember, bridgeSamples, withdrawOrder } from '../../../support/bridgeOrders.js';
import { rulesOf } from '../../../support/chain.js';
import { actor, item, number, transfer } from '../../../support/transactions.js';

const validator = actor('withdraw guard: validator');
const user = actor('withdraw guard: user');
const common = { signer: user, timestamp: 1 };
const OWN = refuse('rule_violation', 'the destination belongs to the bridge itself');

/** @param destination what the foreign chain says of every destination. */
function deskOf(options: Partial<BridgeOptions>, destination: string | Refusal = 'fine', hasBitcoin = true) {
  const asked: string[] = [];
  const chains = {
    facts: { evm: {}, btc: hasBitcoin ? { minWithdraw: 2_000n } : undefined },
    destination: async (token: string) => {
      asked.push(token);
      return destination;
    },
  } as unknown as ForeignChains;
  const rules = rulesOf({ validators: [{ actor: validator, stake: '10000' }], bridge: bridgeMember([validator]) });
  const clock = { now: () => 1, monotonic: () => 1 };
  const desk = new BridgeDesk(
    { now: 1, network: undefined } as unknown as ConstructorParameters<typeof BridgeDesk>[0],
    {
      ...{ rules, publicKey: validator.publicKey, options: { ...NO_BRIDGE_OPTIONS, ...options }, clock },
      ports: { chains, addresses: undefined },
    } as unknown as ConstructorParameters<typeof BridgeDesk>[1],
  );
  return { desk, asked };
}

const ORDERS = [
  ['qETH', '1'],
  ['qUSDC', '1'],
  ['qBTC', '2000'],
  ['XRGE', '0.000000001'],
] as const;

async function verdict(made: ReturnType<typeof deskOf>, token: string, amount: string): Promise<string> {
  const { transaction } = item(withdrawOrder(common, token, number(amount)));
  const refusal = await made.desk.guard(transaction);
  return isRefusal(refusal) ? `${refusal.code}: ${refusal.message}` : 'taken';
}

describe('the switch', () => {
  test.each(ORDERS)(
    'rule 11: %s is not withdrawn while it is off, whatever the amount, and no chain is asked',
    async (token, amount) => {
      const paused = deskOf({ withdrawPaused: true, maxWithdrawUnits: 10n ** 30n });
      for (const one of [amount, '1000000'])
        expect(await verdict(paused, token, one)).toBe('suspended: Bridge withdrawals are temporarily paused');
      expect(paused.asked).toEqual([]);
      expect(await verdict(deskOf({}), token, amount)).toBe('taken');
    },
  );

  test('rule 11: it stops withdrawals only: what authorities state, and everything else, goes on', () => {
    const { desk } = deskOf({ withdrawPaused: true });
    const { bridge_withdraw: stopped = [], ...others } = bridgeSamples(validator, user, 1);
    for (const order of stopped) expect(desk.guard(item(order).transaction)).toBeInstanceOf(Promise);
    const free = Object.values(others).flat();
    expect(free.length).toBeGreaterThan(10);
    for (const order of free) expect(desk.guard(item(order).transaction), order.operation).toBeUndefined();
    expect(desk.guard(transfer(common, validator, 1n).transaction)).toBeUndefined();
  });
});

describe('the cap', () => {
  test.each([
    ['qETH', '7', '8'],
    ['qBTC', '7', '8'],
    ['XRGE', '7', '7.000000001'],
  ] as const)('rule 11: of %s is met by %s and broken by %s', async (token, most, more) => {
    const capped = () => deskOf({ maxWithdrawUnits: 7n });
    expect(await verdict(capped(), token, more)).toBe(
      'rule_violation: Withdrawal exceeds the per-transaction cap of 7 units',
    );
    // What the cap takes may still be too little for Bitcoin.
    expect(await verdict(capped(), token, most)).not.toContain('cap');
  });
});

describe('a destination', () => {
  test.each(ORDERS)(
    'rule 8: of %s that belongs to the bridge is refused before anything is burned',
    async (token, amount) => {
      expect(await verdict(deskOf({}, OWN), token, amount)).toBe(`rule_violation: ${OWN.message}`);
    },
  );

  test('rule 13: too little Bitcoin for a payout is refused before anything is burned', async () => {
    expect(await verdict(deskOf({}), 'qBTC', '1999')).toMatch(
      /^invalid_amount: qBTC withdrawal of 1999 sats is below the minimum/,
    );
    expect(await verdict(deskOf({}), 'qBTC', '2000')).toBe('taken');
  });
});
