/** The watch of deposit addresses over foreign chains that a test plays: how soon a deposit is minted, and how rarely what is none is asked for. */

import { describe, expect, test } from 'vitest';
import { type Refusal, refuse, refuseOneSided } from '../../../../engine/base/refusal.js';
import type { VerifiedBtcDeposit } from '../../../../engine/bridge/btc/deposit.js';
import type { AssignedDeposits } from '../../../../engine/bridge/depositPool.js';
import type { ForeignChains } from '../../../../engine/bridge/port.js';
import { AddressWatch } from '../../../../engine/head/bridge/addressWatch.js';
import { actor } from '../../../support/transactions.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADDRESS = 'bc1qaddress';
const ID = 'ab'.repeat(32);
const { address: recipient } = actor('address watch: recipient');

const deposit: VerifiedBtcDeposit = {
  ...{ token: 'qBTC', units: 5n, recipient, claimKey: `btcaddr:${ID}:0` },
  ...{ blockHash: 'c3'.repeat(32), height: 9, position: 0, depth: 7 },
};

/** Rounds of a minute until the deposit is minted, or for two days.
 *  @param verdict what the providers say after so many milliseconds; undefined: that it is a deposit. */
async function watched(verdict: (now: number) => Refusal | undefined) {
  let now = 0;
  let asked = 0;
  let mintedAt: number | undefined;
  const chains: Pick<ForeignChains, 'btcOutputs' | 'btcAddressDeposits'> = {
    btcOutputs: async () => ({ outputs: [{ id: ID, position: 0 }], hasMore: false }),
    btcAddressDeposits: async () => {
      asked++;
      return verdict(now) ?? [deposit];
    },
  };
  const watch = new AddressWatch({
    chains: chains as ForeignChains,
    addresses: { assigned: () => [{ address: ADDRESS, index: 0, recipient }] } as unknown as AssignedDeposits,
    claims: {
      isClaimed: () => mintedAt !== undefined,
      btcAddress: async ({ token, units }) => {
        mintedAt = now;
        return { txId: 'f'.repeat(64), token, units };
      },
    },
    own: { notAuthority: () => undefined },
    // What it does by itself never comes: the test plays the rounds.
    timers: {
      after: (milliseconds, act) => {
        if (milliseconds === 0) queueMicrotask(act);
        return () => {};
      },
    },
    addressMs: 0,
    clock: { monotonic: () => now },
    log: { error() {}, warn() {}, info() {}, debug() {} },
    isReady: () => true,
  });
  for (; now <= 48 * HOUR && mintedAt === undefined; now += MINUTE) await watch.look();
  return { asked, mintedAt };
}

describe('a deposit to an address', () => {
  const until = (time: number, refusal: Refusal) => (now: number) => (now < time ? refusal : undefined);

  test.each([35, 50, 65, 130, 300])(
    'that is deep enough after %i minutes is minted within ten minutes',
    async (minutes) => {
      const shallow = refuse('unconfirmed', 'deposit has 1 confirmation(s); 6 required');
      const { mintedAt = Number.POSITIVE_INFINITY } = await watched(until(minutes * MINUTE, shallow));
      expect(mintedAt - minutes * MINUTE).toBeGreaterThanOrEqual(0);
      expect(mintedAt - minutes * MINUTE).toBeLessThanOrEqual(10 * MINUTE);
    },
  );

  test('that a provider did not know for half a day is minted within ten minutes', async () => {
    const { mintedAt = Number.POSITIVE_INFINITY } = await watched(until(12 * HOUR, refuse('busy', 'unreachable')));
    expect(mintedAt - 12 * HOUR).toBeLessThanOrEqual(10 * MINUTE);
  });

  test.each([
    'provider disagreement on block (height 12 vs 13) — refusing to mint',
    'second Esplora provider could not confirm the deposit (esplora: its raw transaction hashes to another id) — refusing to mint',
    'provider disagreement on the deposit (deposit has no inputs; the second Esplora provider: it confirms the deposit) — refusing to mint',
  ])('that a provider has lied about for a day is minted within ten minutes: %s', async (sentence) => {
    const { mintedAt = Number.POSITIVE_INFINITY } = await watched(
      until(24 * HOUR, refuseOneSided('rule_violation', sentence)),
    );
    expect(mintedAt - 24 * HOUR).toBeGreaterThanOrEqual(0);
    expect(mintedAt - 24 * HOUR).toBeLessThanOrEqual(10 * MINUTE);
  });

  test('what never is one is asked for more and more rarely', async () => {
    const sweep = refuse('rule_violation', 'spends coins of the bridge itself');
    const { asked, mintedAt } = await watched(() => sweep);
    expect(mintedAt).toBe(undefined);
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(25);
  });
});

describe('many addresses', () => {
  /** Rounds over addresses of which all but the last were given to a flood, each look taking its pause.
   *  @returns minutes until the deposit to the last one is minted, and the looks of an hour at the flood. */
  async function flooded(flood: number) {
    let now = 0;
    let mintedAt = 0;
    let paidAt = Number.POSITIVE_INFINITY;
    const looks = new Map<string, number>();
    const addresses = Array.from({ length: flood }, (_, index) => ({ address: `flood ${index}`, index, recipient }));
    const given = [...addresses];
    const chains: Pick<ForeignChains, 'btcOutputs' | 'btcAddressDeposits'> = {
      btcOutputs: async (address) => {
        looks.set(address, (looks.get(address) ?? 0) + 1);
        const isPaid = address === ADDRESS && now >= paidAt;
        return { outputs: isPaid ? [{ id: ID, position: 0 }] : [], hasMore: false };
      },
      btcAddressDeposits: async () => [deposit],
    };
    const watch = new AddressWatch({
      chains: chains as ForeignChains,
      addresses: { assigned: () => given } as unknown as AssignedDeposits,
      claims: {
        isClaimed: () => mintedAt > 0,
        btcAddress: async ({ token, units }) => {
          mintedAt = now;
          return { txId: 'f'.repeat(64), token, units };
        },
      },
      own: { notAuthority: () => undefined },
      timers: {
        after: (milliseconds, act) => {
          // A round of its own never begins: the test plays them.
          if (milliseconds >= MINUTE) return () => {};
          now += milliseconds;
          queueMicrotask(act);
          return () => {};
        },
      },
      clock: { monotonic: () => now },
      log: { error() {}, warn() {}, info() {}, debug() {} },
      isReady: () => true,
    });
    const round = async (): Promise<void> => {
      await watch.look();
      now += MINUTE;
    };
    for (const end = 12 * HOUR; now < end; ) await round();
    const before = looks.get('flood 0') ?? 0;
    for (const end = now + 4 * HOUR; now < end; ) await round();
    const looksAnHour = ((looks.get('flood 0') ?? 0) - before) / 4;
    given.push({ address: ADDRESS, index: flood, recipient });
    await round();
    paidAt = now;
    while (mintedAt === 0) await round();
    return { minutes: (mintedAt - paidAt) / MINUTE, looksAnHour };
  }

  test('that were given to a flood keep no deposit of another one waiting, and are still looked at', async () => {
    const { minutes, looksAnHour } = await flooded(5_000);
    expect(minutes).toBeLessThan(10);
    expect(looksAnHour).toBeGreaterThanOrEqual(0.5);
    expect(looksAnHour).toBeLessThanOrEqual(2);
  });

  test('are all looked at every minute or two while they are few', async () => {
    const { minutes, looksAnHour } = await flooded(100);
    expect(minutes).toBeLessThan(4);
    expect(looksAnHour).toBeGreaterThan(25);
  });
});
