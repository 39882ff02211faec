/** The faucet: who gets 10,000 XRGE, when again, and who may sign for another account. Times are header times. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { admitTransaction } from '../../../engine/ledger/admission.js';
import { accountOf, supplyOf } from '../../../engine/ledger/funds.js';
import { checkFaucet, FAUCET_AMOUNT } from '../../../engine/ledger/kinds/faucet.js';
import { faucetRecords } from '../../../engine/ledger/tables.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, faucet, itemOfParts, partsOf } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const NOW = GENESIS_TIME + 10_000_000;
const HOUR_MS = 3_600_000;

const newChain = (enabled = true, allocations: { to: string; amount: string }[] = []): TestChain =>
  new TestChain(rulesOf({ validators: [{ actor: validator, stake: '10000' }], allocations, faucet: enabled }));

/** The answer to a request in a block of this time. */
const ask = (chain: TestChain, time: number, signer: Actor = alice, recipient?: Actor): Refusal | undefined =>
  admitTransaction(
    chain.state,
    faucet({ signer, timestamp: time }, recipient).transaction,
    chain.context(time),
    chain.replay,
  );

const give = (chain: TestChain, time: number, signer: Actor = alice, recipient?: Actor): void => {
  expect(chain.produce([faucet({ signer, timestamp: time }, recipient)], time).items.length).toBe(1);
};

test('mints exactly 10,000 XRGE to its signer, without a fee, and counts them', () => {
  const chain = newChain();
  const minted = supplyOf(chain.state, 'XRGE').minted;
  give(chain, NOW);
  expect(FAUCET_AMOUNT).toBe(10_000_000_000_000n);
  expect(accountOf(chain.state, alice.account)).toEqual({ balance: 10_000_000_000_000n, nonce: 1, activity: 1 });
  expect(supplyOf(chain.state, 'XRGE').minted - minted).toBe(10_000_000_000_000n);
  expect(chain.state.get(faucetRecords, alice.account)).toEqual({ last: NOW, lastByNode: 0 });
});

test('is refused with the published sentence where genesis does not enable it', () => {
  const refusal = ask(newChain(false), NOW);
  expect([refusal?.code, refusal?.message]).toEqual(['faucet_disabled', 'Faucet is disabled on this network.']);
  expect(ask(newChain(false), NOW, validator, alice)?.code).toBe('faucet_disabled');
});

describe('cooldown', () => {
  test('of one hour ends exactly after it', () => {
    const chain = newChain();
    give(chain, NOW);
    const early = ask(chain, NOW + HOUR_MS - 1);
    expect(early).toMatchObject({ code: 'faucet_cooldown', retryAfterSeconds: 1 });
    expect(early?.message).toBe('Faucet cooldown: please wait 0h 1m before requesting again.');
    expect(ask(chain, NOW + HOUR_MS)).toBeUndefined();
    give(chain, NOW + HOUR_MS);
    expect(accountOf(chain.state, alice.account).balance).toBe(20_000n * QUANTA);
    expect(ask(chain, NOW + 2 * HOUR_MS - 1)?.code).toBe('faucet_cooldown');
  });

  test('says hours, minutes and seconds', () => {
    const chain = newChain();
    give(chain, NOW, validator, alice);
    const refusal = ask(chain, NOW + HOUR_MS, validator, alice);
    expect(refusal?.message).toBe('Faucet cooldown: please wait 23h 0m before requesting again.');
    expect(refusal?.retryAfterSeconds).toBe(23 * 3_600);
  });

  test('of a node-signed one is 24 hours for the node, one hour for the recipient', () => {
    const chain = newChain();
    give(chain, NOW, validator, alice);
    expect(accountOf(chain.state, alice.account).balance).toBe(10_000n * QUANTA);
    expect(chain.state.get(faucetRecords, alice.account)).toEqual({ last: NOW, lastByNode: NOW });
    expect(ask(chain, NOW + HOUR_MS - 1)?.code).toBe('faucet_cooldown');
    expect(ask(chain, NOW + HOUR_MS)).toBeUndefined();
    expect(ask(chain, NOW + 24 * HOUR_MS - 1, validator, alice)?.code).toBe('faucet_cooldown');
    expect(ask(chain, NOW + 24 * HOUR_MS, validator, alice)).toBeUndefined();
  });

  test('of the node is not shortened or prolonged by what the recipient asks in between', () => {
    const chain = newChain();
    give(chain, NOW, validator, alice);
    give(chain, NOW + 5 * HOUR_MS);
    expect(chain.state.get(faucetRecords, alice.account)).toEqual({ last: NOW + 5 * HOUR_MS, lastByNode: NOW });
    expect(ask(chain, NOW + 24 * HOUR_MS - 1, validator, alice)?.code).toBe('faucet_cooldown');
    expect(ask(chain, NOW + 24 * HOUR_MS, validator, alice)).toBeUndefined();
    give(chain, NOW + 23 * HOUR_MS + HOUR_MS / 2);
    expect(ask(chain, NOW + 24 * HOUR_MS, validator, alice)?.code).toBe('faucet_cooldown');
  });

  test('is a matter of the recipient: the node may serve others at once', () => {
    const chain = newChain();
    give(chain, NOW, validator, alice);
    expect(ask(chain, NOW + 1, validator, bob)).toBeUndefined();
    expect(ask(chain, NOW + 1, bob)).toBeUndefined();
  });

  test('holds inside a block', () => {
    const chain = newChain();
    const requests = [faucet({ signer: alice, timestamp: NOW }), faucet({ signer: alice, timestamp: NOW })];
    const byNode = faucet({ signer: validator, timestamp: NOW }, alice);
    const { items, candidate } = chain.produce([...requests, byNode], NOW);
    expect(items.length).toBe(1);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['faucet_cooldown', 'faucet_cooldown']);
  });
});

test('on a network of a developer there is no cool-down, and the other rules hold', () => {
  const rules = { validators: [{ actor: validator, stake: '10000' }], faucet: true, developer: true };
  const chain = new TestChain(rulesOf(rules));
  // Six gifts are above the greatest balance that gets another.
  for (let gift = 0; gift < 6; gift++) give(chain, NOW + gift, alice);
  expect(ask(chain, NOW + 6)?.code).toBe('faucet_balance');
  give(chain, NOW + 7, validator, bob);
  give(chain, NOW + 8, validator, bob);
  expect(checkFaucet(chain.state, bob.account, true, chain.context(NOW + 9), true)?.code).toBe('faucet_cooldown');
});

describe('balance', () => {
  test('may be 50,000 XRGE, and not a quantum more', () => {
    const chain = newChain(true, [
      { to: alice.keyHex, amount: '50000' },
      { to: bob.keyHex, amount: '50000.000000001' },
    ]);
    expect(ask(chain, NOW, alice)).toBeUndefined();
    expect(ask(chain, NOW, bob)).toMatchObject({
      code: 'faucet_balance',
      message: 'faucet not available: your balance exceeds the faucet threshold',
    });
    expect(ask(chain, NOW, validator, bob)?.message).toBe(
      'Faucet not available: your balance (50000.000000001 XRGE) exceeds the 50000 XRGE threshold.',
    );
  });
});

describe('a request for somebody else', () => {
  test('is valid from a genesis validator only', () => {
    const chain = newChain();
    expect(ask(chain, NOW, validator, alice)).toBeUndefined();
    expect(ask(chain, NOW, bob, alice)).toMatchObject({ code: 'not_authorized' });
  });

  test('makes a block invalid for everybody when another key signs it', () => {
    const chain = newChain();
    const { items, candidate } = chain.produce([faucet({ signer: bob, timestamp: NOW }, alice)], NOW);
    expect(items.length).toBe(0);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['not_authorized']);
    expect(accountOf(chain.state, alice.account).balance).toBe(0n);
  });

  test("that names the signer is the signer's own", () => {
    const chain = newChain();
    expect(ask(chain, NOW, bob, bob)).toBeUndefined();
    give(chain, NOW, validator, validator);
    expect(chain.state.get(faucetRecords, validator.account)).toEqual({ last: NOW, lastByNode: 0 });
  });

  test('numbers the histories of both', () => {
    const chain = newChain();
    give(chain, NOW, validator, alice);
    expect(accountOf(chain.state, alice.account)).toMatchObject({ nonce: 0, activity: 1 });
    expect(accountOf(chain.state, validator.account)).toMatchObject({ nonce: 1, activity: 1 });
  });

  test('must name somebody: nonsense is refused before anything is executed', () => {
    const refusal = itemOfParts(
      partsOf({ signer: validator, timestamp: NOW, operation: 'faucet', members: { recipient: 'nobody' } }),
    );
    expect(isRefusal(refusal) && refusal.code).toBe('invalid_recipient');
  });
});

test('reads its recipient only when it is somebody else', () => {
  const own = faucet({ signer: alice, timestamp: NOW }, alice).transaction;
  const byNode = faucet({ signer: validator, timestamp: NOW }, alice).transaction;
  expect(own.fields).toEqual({ recipient: undefined, recipientText: undefined });
  expect(byNode.fields).toEqual({ recipient: alice.account, recipientText: alice.keyHex });
});
