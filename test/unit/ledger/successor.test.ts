/** A successor network: begins with exactly the proven records of another chain, keeps every balance, begins its histories again, and
 *  goes on with the stakes that its file names. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { bytesEqual, toHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import {
  type CarriedRecord,
  type CarriedState,
  carriedMember,
  packRecords,
  unpackRecords,
} from '../../../engine/chain/carriedState.js';
import type { Certificate } from '../../../engine/chain/certificate.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../../engine/chain/upgrades.js';
import { activeSetOf } from '../../../engine/ledger/activeSet.js';
import { counters } from '../../../engine/ledger/counters.js';
import { accountOf, balanceOf } from '../../../engine/ledger/funds.js';
import { genesisState } from '../../../engine/ledger/genesisState.js';
import { lpBalances, pools } from '../../../engine/ledger/poolTables.js';
import { stakeOf, stakeTotalsOf, unbondingOf } from '../../../engine/ledger/staking.js';
import { ledgerTables, tokenBalances } from '../../../engine/ledger/tables.js';
import { allowances, tokens } from '../../../engine/ledger/tokenTables.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import type { State } from '../../../engine/state/state.js';
import { stateKey } from '../../../engine/state/table.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { createPoolOrder, orderItem } from '../../support/exchangeRequests.js';
import { sums } from '../../support/ledgerChecks.js';
import {
  type Actor,
  actor,
  approve,
  createToken,
  signingActor,
  stake,
  transfer,
  unstake,
} from '../../support/transactions.js';

const leader = signingActor('successor: the leader that is gone');
const heir = actor('successor: the heir');
const alice = actor('successor: alice');

const MIN = 10_000n * QUANTA;
const CHAIN = 'successor-net-1';

/** Only the leader is a validator with real signatures. */
function oldChain(upgrades = {}): TestChain {
  const rules = rulesOf({
    validators: [{ actor: leader, stake: '100000' }],
    allocations: [
      { to: alice.keyHex, amount: '50000' },
      { to: heir.keyHex, amount: '30000' },
      { to: alice.keyHex, amount: '700', token: 'TIN' },
    ],
    unbondingBlocks: 10,
    upgrades,
  });
  const chain = new TestChain(rules, leader);
  const by = (signer: Actor) => ({ signer, timestamp: chain.tip.time });
  const play = (...items: readonly PoolItem[]): void => {
    const { candidate } = chain.produce(items);
    expect(candidate.refused).toEqual([]);
    for (const { failure } of candidate.execution.outcomes) expect(failure).toBeUndefined();
  };
  play(createToken(by(alice), { name: 'Gold', symbol: 'GOLD', supply: 1_000n }), stake(by(alice), 2n * MIN));
  play(orderItem(by(alice), createPoolOrder('XRGE', 100n * QUANTA, 'GOLD', 400n)), unstake(by(alice), MIN));
  play(approve(by(alice), heir, 'GOLD', 5n), transfer(by(heir), alice, 7n), unstake(by(alice), 1n));
  return chain;
}

function* recordsOf(state: State): Generator<CarriedRecord> {
  for (const table of ledgerTables)
    for (const [key, value] of state.entries(table)) yield { key: stateKey(table, key), value: table.encode(value) };
}

interface Old {
  readonly chain: TestChain;
  readonly carried: CarriedState;
}

/** A chain, and what its newest block proves: the leader alone is a quorum. */
function scene(upgrades = {}): Old {
  const chain = oldChain(upgrades);
  const { block } = chain.produce([transfer({ signer: heir, timestamp: chain.tip.time }, alice, 1n)]);
  const { header, headerBytes, proposerSignature } = block;
  const whole = chain.certificate as Certificate;
  const own = whole.precommits.filter(({ voterKey }) => bytesEqual(voterKey, leader.publicKey));
  const certificate = { ...whole, precommits: own };
  const records = [...packRecords(recordsOf(chain.state))];
  return { chain, carried: { header, headerBytes, proposerSignature, certificate, records } };
}

const old = scene();

interface Members {
  readonly validators?: readonly { readonly pub_key: string; readonly stake: string }[];
  readonly allocations?: readonly { readonly address: string; readonly amount: string }[];
  readonly chainId?: string;
  readonly carried?: unknown;
  readonly upgrades?: Readonly<Record<string, number | null>>;
}

const fileText = ({
  validators = [],
  allocations = [],
  chainId = CHAIN,
  carried,
  upgrades = {},
}: Members = {}): string =>
  JSON.stringify({
    chain_id: chainId,
    genesis_time: GENESIS_TIME + 10_000_000,
    unbonding_blocks: 10,
    initial_validators: validators,
    initial_allocations: allocations,
    upgrade_schedule: { ...newNetworkUpgrades, ...upgrades },
    state: carried ?? carriedMember(old.carried),
  });

function read(members?: Members): Genesis {
  const genesis = parseGenesis(fileText(members));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}

const begun = (members?: Members): TestChain => new TestChain({ genesis: read(members), protocol: nativeProtocol });
const refusal = (members: Members): string => {
  const state = genesisState(read(members), nativeProtocol);
  return isRefusal(state) ? state.message : 'no refusal';
};
const heirs = [{ pub_key: heir.keyHex, stake: '20000' }];

describe('records in a file', () => {
  test('come back as they were, whatever their lengths', () => {
    const records = [0, 1, 64, 70_000, 3].map((length, index) => ({
      key: new Uint8Array(index).fill(7),
      value: new Uint8Array(length).fill(index),
    }));
    const chunks = [...packRecords(records)];
    expect(chunks.length).toBe(2);
    expect([...unpackRecords(chunks)].map(({ key, value }) => [toHex(key), toHex(value)])).toEqual(
      records.map(({ key, value }) => [toHex(key), toHex(value)]),
    );
    expect(() => [...unpackRecords([(chunks[0] as Uint8Array).slice(0, -1)])]).toThrow(RangeError);
    expect(() => [...unpackRecords([new Uint8Array(3)])]).toThrow(RangeError);
  });

  test('are those under the root of the header, all of them', () => {
    const { carried } = read();
    const kept = [...unpackRecords(carried?.records ?? [])].map(({ key, value }) => `${toHex(key)} ${toHex(value)}`);
    const all = [...recordsOf(old.chain.state)].map(({ key, value }) => `${toHex(key)} ${toHex(value)}`);
    expect(kept.sort()).toEqual(all.sort());
    expect(kept.length).toBeGreaterThan(25);
    expect(carried?.header.state_root).toBe(old.chain.root);
  });
});

describe('a successor', () => {
  test('has every balance, token, pool and allowance as it was, and no unit more', () => {
    const { state } = begun();
    for (const table of [tokenBalances, tokens, allowances, lpBalances] as const)
      expect([...state.entries(table as never)].sort()).toEqual([...old.chain.state.entries(table as never)].sort());
    for (const { account } of [leader, heir, alice])
      expect(balanceOf(state, account, 'XRGE')).toBe(balanceOf(old.chain.state, account, 'XRGE'));
    const { held, expected } = sums(state);
    expect(held).toEqual(expected);
    expect(expected).toEqual(sums(old.chain.state).expected);
    const [pool] = [...state.entries(pools)];
    expect(pool?.[1]).toEqual({
      ...[...old.chain.state.entries(pools)][0]?.[1],
      events: 0,
      swaps: 0,
      volumeA: 0n,
      volumeB: 0n,
    });
  });

  test('keeps stakes and set where its file names no validators', () => {
    const { state, rules } = begun();
    expect(activeSetOf(state, rules.genesis).validators).toEqual(
      activeSetOf(old.chain.state, old.chain.rules.genesis).validators,
    );
    expect(stakeTotalsOf(state, rules.genesis)).toEqual({ stake: 110_000n * QUANTA - 1n, active: 2 });
  });

  test('begins its histories again, and pays out what was unbonding at the height that is left', () => {
    const chain = begun();
    expect(accountOf(chain.state, alice.account)).toMatchObject({ nonce: 0, activity: 0 });
    expect(chain.state.get(counters, 'pool_events')).toBeUndefined();
    // Unstaked in block 2 and 3 of the old chain, 10 blocks before release; its newest block is 4.
    expect(
      [...unbondingOf(chain.state, alice.account)].map(({ amount, releaseHeight }) => [amount, releaseHeight]),
    ).toEqual([
      [MIN, 8],
      [1n, 9],
    ]);
    const before = balanceOf(chain.state, alice.account, 'XRGE');
    while (chain.tip.height < 8) chain.produce();
    const paid = balanceOf(chain.state, alice.account, 'XRGE') - before;
    expect(paid).toBeGreaterThanOrEqual(MIN);
    expect(paid).toBeLessThan(MIN + QUANTA);
  });

  test('goes on without the old leader: named validators stake out of what they have, all other stakes are released', () => {
    const before = balanceOf(old.chain.state, heir.account, 'XRGE');
    const chain = begun({ validators: heirs });
    const { genesis } = chain.rules;
    expect(activeSetOf(chain.state, genesis).validators.map(({ account }) => account)).toEqual([heir.account]);
    expect(balanceOf(chain.state, heir.account, 'XRGE')).toBe(before - 2n * MIN);
    expect(stakeOf(chain.state, leader.account)).toBe(0n);
    expect([...unbondingOf(chain.state, leader.account)].map(({ amount }) => amount)).toEqual([100_000n * QUANTA]);
    expect(stakeTotalsOf(chain.state, genesis)).toEqual({ stake: 2n * MIN, active: 1 });
    const { held, expected } = sums(chain.state);
    expect(held).toEqual(expected);
    expect(expected).toEqual(sums(old.chain.state).expected);
    const rich = balanceOf(chain.state, leader.account, 'XRGE');
    chain.produce([
      orderItem({ signer: alice, timestamp: chain.tip.time }, createPoolOrder('XRGE', QUANTA, 'TIN', 9n)),
    ]);
    while (chain.tip.height < 10) chain.produce();
    // What is beyond the stake are its shares of the fees of the old chain's last block.
    const paid = balanceOf(chain.state, leader.account, 'XRGE') - rich;
    expect([paid > 100_000n * QUANTA, paid < 100_001n * QUANTA]).toEqual([true, true]);
    expect(sums(chain.state).held).toEqual(sums(chain.state).expected);
  });

  test('keeps the part of a stake that its file names', () => {
    const chain = begun({ validators: [{ pub_key: alice.keyHex, stake: '4000' }] });
    expect(stakeOf(chain.state, alice.account)).toBe(4_000n * QUANTA);
    const waiting = [...unbondingOf(chain.state, alice.account)].map(({ amount }) => amount);
    expect(waiting).toEqual([MIN, 1n, 6_000n * QUANTA - 1n]);
  });

  test('can give an heir the stake that it lacks', () => {
    const validators = [{ pub_key: heir.keyHex, stake: '90000' }];
    expect(refusal({ validators })).toContain('too little for a stake of 90000000000000');
    const chain = begun({ validators, allocations: [{ address: heir.address, amount: '60000.5' }] });
    expect(activeSetOf(chain.state, chain.rules.genesis).totalStake).toBe(90_000n * QUANTA);
    const supplies = [chain.state, old.chain.state].map((state) => sums(state).expected.get('XRGE') ?? 0n);
    expect((supplies[0] ?? 0n) - (supplies[1] ?? 0n)).toBe(60_000n * QUANTA + QUANTA / 2n);
  });

  test('of a chain without active sets goes on under its rules', () => {
    const { chain, carried } = scene({ active_set: null });
    const next = begun({ carried: carriedMember(carried), upgrades: { active_set: null } });
    expect(activeSetOf(next.state, next.rules.genesis).validators).toEqual(
      activeSetOf(chain.state, chain.rules.genesis).validators,
    );
    next.produce();
    expect(next.certificate?.precommits).toHaveLength(2);
  });

  test('imports and restarts to the same roots', () => {
    const [chain, peer] = [begun({ validators: heirs }), begun({ validators: heirs })];
    for (let block = 0; block < 12; block++) {
      const produced = chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, heir, 5n)]);
      const received = peer.receive(produced);
      if (isRefusal(received)) expect.fail(received.message);
      peer.restart();
      expect(peer.root).toBe(chain.root);
    }
  });
});

describe('a file is refused', () => {
  const member = carriedMember(old.carried);
  const changed = (more: Record<string, unknown>): Members => ({ carried: { ...member, ...more } });
  const reason = (members: Members): string => {
    const genesis = parseGenesis(fileText(members));
    return isRefusal(genesis) ? genesis.message : refusal(members);
  };
  const other = { ...old.carried.header, height: old.carried.header.height + 1 };
  const records = [...recordsOf(old.chain.state)];
  const packed = (list: readonly CarriedRecord[]) =>
    [...packRecords(list)].map((chunk) => Buffer.from(chunk).toString('base64'));
  const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
  const [first, ...rest] = records as [CarriedRecord, ...CarriedRecord[]];
  const precommits = (old.carried.certificate as Certificate).precommits.map(({ voterKey, signature }) => ({
    voterKey,
    signature: flipped(signature),
  }));

  test.each([
    ['with its own chain id', { chainId: old.carried.header.chain_id }, 'a successor needs a chain id of its own'],
    ['with a list as state', { carried: [] }, 'state must be an object'],
    ['with a member that nobody knows', changed({ root: '' }), 'unknown member state.root'],
    ['without a header', changed({ header: 7 }), 'state.header must be the text of a header'],
    ['with a header in another form', changed({ header: `${member.header} ` }), 'state.header'],
    ['with a signature that is no hex', changed({ proposer_signature: 'x' }), 'state.proposer_signature must be hex'],
    ['with a certificate that is none', changed({ certificate: 'ff' }), 'state.certificate must be a certificate'],
    ['with records that are no list', changed({ records: 'AA==' }), 'state.records must be a list of texts'],
    ['with records that are no base64', changed({ records: ['A'] }), 'state.records must be a list of texts in base64'],
    ['with a record cut off', changed({ records: ['AAE='] }), 'a record cannot be read'],
    [
      'with a table that nobody knows',
      changed({ records: packed([{ ...first, key: Uint8Array.of(120) }]) }),
      'no table',
    ],
    ['with a record twice', changed({ records: packed([first, ...records]) }), 'two records of one key'],
    ['with a record less', changed({ records: packed(rest) }), 'its records have root'],
    [
      'with another balance',
      changed({ records: packed([{ ...first, value: flipped(first.value) }, ...rest]) }),
      'its records have root',
    ],
    [
      'with another header',
      changed({ header: Buffer.from(nativeProtocol.headerBytes(other)).toString() }),
      "the proposer's signature of block 5 does not hold",
    ],
    [
      'with another signature',
      changed({ proposer_signature: toHex(flipped(old.carried.proposerSignature)) }),
      "the proposer's signature of block 4 does not hold",
    ],
    ['without the certificate', changed({ certificate: undefined }), 'block 4 has no certificate'],
    [
      'with a precommit that does not hold',
      {
        carried: carriedMember({
          ...old.carried,
          certificate: { ...(old.carried.certificate as Certificate), precommits },
        }),
      },
      'a precommit of its certificate does not hold',
    ],
    [
      'without a quorum',
      {
        carried: carriedMember({
          ...old.carried,
          certificate: { ...(old.carried.certificate as Certificate), precommits: [] },
        }),
      },
      'two thirds of the stake',
    ],
  ] as readonly (readonly [string, Members, string])[])('%s', (_, members, message) => {
    expect(reason(members)).toContain(message);
  });
});
