/** How withdrawals end over foreign chains that a test plays: no refund of what was released, and no payout that settles two. */

import { describe, expect, test } from 'vitest';
import { fromHex, toBinary } from '../../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse, refuseOneSided } from '../../../../engine/base/refusal.js';
import type { VerifiedPayout } from '../../../../engine/bridge/evm/payouts.js';
import type { ForeignChains } from '../../../../engine/bridge/port.js';
import { type Ended, Endings } from '../../../../engine/head/bridge/endings.js';
import type { Members } from '../../../../engine/head/bridge/ownTransactions.js';
import {
  type BridgeWithdrawal,
  bridgeWithdrawals,
  payoutPart,
  settledPayouts,
} from '../../../../engine/ledger/bridgeTables.js';

const ID = '1d'.repeat(32);
const PAYOUT = `0x${'a1'.repeat(32)}`;
const DESTINATION = `0x${'d1'.repeat(20)}`;

const paid: VerifiedPayout = {
  ...{ hash: PAYOUT, blockHash: `0x${'b1'.repeat(32)}`, height: 9, logs: [3], release: 3, transfers: [], amount: 5n },
};

interface World {
  readonly token: string;
  readonly released?: boolean | Refusal;
  readonly releases?: readonly string[] | Refusal;
  readonly payout?: VerifiedPayout | Refusal;
  /** Logs of the payout that have settled another withdrawal. */
  readonly settled?: readonly number[];
  /** Why the transaction that says so is in no block. */
  readonly ended?: Refusal;
}

function scene({ token, released = false, releases = [], payout = paid, settled = [], ended }: World) {
  let withdrawal = {
    ...{ token, units: 5n, destination: DESTINATION, status: 'pending', attempts: 5, createdAt: 1, approvals: [] },
  } as unknown as BridgeWithdrawal;
  const parts = new Set(settled.map((index) => payoutPart(PAYOUT, index)));
  const performed: string[] = [];
  const endings = new Endings({
    bridge: undefined,
    chains: {
      facts: { evm: { custody: DESTINATION, vault: DESTINATION }, btc: {} },
      destination: async (_: string, text: string) => text,
      isReleased: async () => released,
      releases: async () => releases,
      evmPayout: async () => payout,
    } as unknown as ForeignChains,
    state: {
      get: (table: { readonly id: number }, key: string) => {
        if (table.id === bridgeWithdrawals.id)
          return key === toBinary(fromHex(ID) as Uint8Array) ? withdrawal : undefined;
        return table.id === settledPayouts.id && parts.has(key) ? {} : undefined;
      },
    } as never,
    own: {
      notAuthority: () => undefined,
      perform: async (kind: string, members: Members) => {
        if (ended && kind !== 'bridge_refund') return ended;
        performed.push(kind);
        expect(members.withdrawal).toBe(token === 'XRGE' ? `xrge:${ID}` : ID);
        withdrawal = { ...withdrawal, status: kind === 'bridge_refund' ? 'refunded' : 'fulfilled' };
        return 'f'.repeat(64);
      },
    } as never,
    wallTime: () => 2,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const id = token === 'XRGE' ? `xrge:${ID}` : ID;
  return { endings, id, performed };
}

const said = (result: Ended | Refusal): string => (isRefusal(result) ? result.message : result.txId);

const unknown = refuse('busy', 'Refund refused: could not verify the releases on Base (1 of 3). Not minting.');
const withheld: readonly (readonly [string, World, RegExp, readonly string[]])[] = [
  [
    'rule 12: a refund when a release exists',
    { token: 'QETH', releases: [PAYOUT] },
    /already released .* Marked fulfilled\.$/,
    ['bridge_fulfil'],
  ],
  [
    'rule 12: a refund when a release exists that does not prove to be the payout',
    { token: 'QUSDC', releases: [PAYOUT], payout: refuse('rule_violation', 'payout 4 is less than the 5 owed') },
    /already released .* That does not settle it \(payout 4 is less than the 5 owed\), so it stays open: pay it .* unpaid: true\.$/,
    [],
  ],
  [
    'rule 12: a refund when a release exists whose transaction the providers do not show',
    { token: 'QETH', releases: [PAYOUT], payout: refuse('busy', 'payout not verified: 1 of 3 providers answered') },
    /already released .* Fulfil it with the hash of its payout\.$/,
    [],
  ],
  [
    'rule 12: a refund while providers do not say whether there is a release',
    { token: 'QETH', releases: unknown },
    /could not verify the releases/,
    [],
  ],
  [
    'rule 12: a refund of XRGE that the vault has released',
    { token: 'XRGE', released: true, releases: [] },
    /^Refund refused: the vault already released/,
    [],
  ],
  [
    'rule 12: a refund of XRGE while the vault cannot be asked',
    { token: 'XRGE', released: unknown },
    /Not minting\.$/,
    [],
  ],
  [
    'rule 12: a refund of Bitcoin without the word of an operator',
    { token: 'QBTC' },
    /^Refund refused: Bitcoin does not show/,
    [],
  ],
];

describe('a refund', () => {
  test.each(['QETH', 'QUSDC', 'XRGE'])('of %s of which nothing was released is minted, once', async (token) => {
    const { endings, id, performed } = scene({ token });
    expect(said(await endings.refund(id, false))).toBe('f'.repeat(64));
    expect(said(await endings.refund(id, false))).toBe('Withdrawal already refunded');
    expect(performed).toEqual(['bridge_refund']);
  });

  test('of Bitcoin is minted on the word of an operator', async () => {
    const { endings, id, performed } = scene({ token: 'QBTC' });
    expect(said(await endings.refund(id, true))).toBe('f'.repeat(64));
    expect(performed).toEqual(['bridge_refund']);
  });

  test('of which something was released elsewhere is minted on the word of an operator, once all providers say so', async () => {
    const payout = refuse('rule_violation', 'payout not verified: no BridgeReleaseETH event of this withdrawal to 0x');
    const elsewhere = scene({ token: 'QETH', releases: [PAYOUT, PAYOUT], payout });
    expect(said(await elsewhere.endings.refund(elsewhere.id, false))).toMatch(/so it stays open/);
    expect(said(await elsewhere.endings.refund(elsewhere.id, true))).toBe('f'.repeat(64));
    expect(elsewhere.performed).toEqual(['bridge_refund']);
  });

  test.each([
    ['a release that pays it', {}],
    ['one that no provider shows', { payout: refuse('busy', 'silence') }],
    [
      'one of which the providers say different things',
      { payout: refuseOneSided('rule_violation', 'providers contradict each other: a against b — refusing') },
    ],
    ['one that pays it and is not deep enough yet', { payout: refuse('unconfirmed', 'Need 6 confirmations') }],
    ['one that pays it and that no block here takes', { ended: refuse('rule_violation', 'the day is full') }],
    ['the vault', { token: 'XRGE', released: true, payout: refuse('rule_violation', 'less') }],
  ] as const)('rule 12: the word of an operator against %s', async (_, world) => {
    const { endings, id, performed } = scene({ token: 'QETH', releases: [PAYOUT], ...world });
    expect(said(await endings.refund(id, true))).toMatch(
      /^Refund refused: the (bridge contract|vault) already released/,
    );
    expect(performed).not.toContain('bridge_refund');
  });

  test.each(withheld)('%s', async (_, world, sentence, done) => {
    const { endings, id, performed } = scene(world);
    expect(said(await endings.refund(id, false))).toMatch(sentence);
    expect(performed).toEqual(done);
  });
});

describe('a payout', () => {
  test('ends a withdrawal', async () => {
    const { endings, id, performed } = scene({ token: 'QETH' });
    expect(said(await endings.fulfil('evm', id, PAYOUT))).toBe('f'.repeat(64));
    expect(performed).toEqual(['bridge_fulfil']);
  });

  test('rule 7: a payout whose log has settled another withdrawal', async () => {
    const transfers = [{ position: 3, amount: 5n * 10n ** 9n }];
    const payout = { ...paid, release: undefined, transfers };
    const fresh = scene({ token: 'XRGE', payout });
    expect(said(await fresh.endings.fulfil('xrge', fresh.id, PAYOUT))).toBe('f'.repeat(64));
    const { endings, id, performed } = scene({ token: 'XRGE', payout, settled: [3] });
    expect(said(await endings.fulfil('xrge', id, PAYOUT))).toMatch(/has settled another withdrawal/);
    expect(performed).toEqual([]);
  });

  test('rule 12: a refund and a payout at once end it one way', async () => {
    const { endings, id, performed } = scene({ token: 'QETH' });
    const both = await Promise.all([endings.fulfil('evm', id, PAYOUT), endings.refund(id, false)]);
    expect(both.filter((result) => !isRefusal(result))).toHaveLength(1);
    expect(performed).toHaveLength(1);
  });
});
