/** Golden value bytes of the ledger's state tables: they stand under the state root, so a change is a change of rules. */

import { expect, test } from 'vitest';
import { type AccountId, accountOfBytes } from '../../engine/crypto/address.js';
import {
  accounts,
  accountUnbonding,
  faucetRecords,
  formerProposers,
  ledgerTables,
  pendingFees,
  SINGLE,
  stakeTotals,
  supplies,
  tokenBalanceKey,
  tokenBalances,
  totals,
  unbondingEntries,
  unbondingEntryKey,
  unbondingQueue,
  validators,
} from '../../engine/ledger/tables.js';
import { stateKey, type Table } from '../../engine/state/table.js';
import { big, hex, join, pattern, sha } from './independent.js';

const U128 = (1n << 128n) - 1n;
const U53 = 2 ** 53 - 1;
const someone: AccountId = accountOfBytes(pattern(32, 1));
const someoneElse: AccountId = accountOfBytes(pattern(32, 101));
const key = pattern(1_952, 3, 7);

interface Golden {
  readonly table: Table<unknown>;
  readonly value: unknown;
  /** Fixed big-endian fields in the order of the table's interface. */
  readonly bytes: Buffer;
}

const golden = <V>(table: Table<V>, value: V, ...bytes: Uint8Array[]): Golden => ({
  table: table as unknown as Table<unknown>,
  value,
  bytes: join(...bytes),
});

const goldens: readonly Golden[] = [
  golden(accounts, { balance: 0n, nonce: 0, activity: 0 }, Buffer.alloc(32)),
  golden(accounts, { balance: U128, nonce: U53, activity: 258 }, big(U128, 16), big(U53, 8), big(258, 8)),
  golden(tokenBalances, 1n << 64n, big(1n << 64n, 16)),
  golden(supplies, { minted: 3_000_000_000n, burned: 7n }, big(3_000_000_000n, 16), big(7, 16)),
  golden(faucetRecords, { last: 1_700_000_000_400, lastByNode: 0 }, big(1_700_000_000_400, 8), big(0, 8)),
  golden(
    validators,
    { stake: 100_000_000_000_000n, votingStake: 5n, blocksProposed: 2 ** 32, publicKey: key },
    big(100_000_000_000_000n, 16),
    big(5, 16),
    big(2 ** 32, 8),
    key,
  ),
  golden(pendingFees, { shares: [] }),
  golden(
    pendingFees,
    {
      shares: [
        { account: someone, amount: 570_000_000n },
        { account: someoneElse, amount: 1n },
      ],
    },
    pattern(32, 1),
    big(570_000_000, 16),
    pattern(32, 101),
    big(1, 16),
  ),
  golden(
    totals,
    { baseFee: 100_000_000n, feesCollected: 3n, feesBurned: 2n, feesInLastBlock: 1n },
    big(100_000_000, 16),
    big(3, 16),
    big(2, 16),
    big(1, 16),
  ),
];

const stakingGoldens: readonly Golden[] = [
  golden(stakeTotals, { stake: 10_000_000_000_001n, active: 3 }, big(10_000_000_000_001n, 16), big(3, 8)),
  golden(
    unbondingEntries,
    { releaseHeight: 2 ** 32 + 500, account: someone, amount: U128, next: 258 },
    big(2 ** 32 + 500, 8),
    pattern(32, 1),
    big(U128, 16),
    big(258, 8),
  ),
  golden(unbondingQueue, { first: 1, next: U53 }, big(1, 8), big(U53, 8)),
  golden(accountUnbonding, { total: 5n, first: 2, last: 770 }, big(5, 16), big(2, 8), big(770, 8)),
  golden(formerProposers, 65_537, big(65_537, 8)),
];

const hashOf = (values: readonly Golden[]): string =>
  hex(sha(...values.map(({ table, value }) => join(Buffer.of(table.id), table.encode(value)))));

test.each([...goldens, ...stakingGoldens])('a value of table $table.name', ({ table, value, bytes }) => {
  expect(hex(table.encode(value))).toBe(hex(bytes));
  expect(table.decode(new Uint8Array(bytes))).toEqual(value);
});

test('every table has a golden value, and all of them hash to the pinned value', () => {
  expect(new Set([...goldens, ...stakingGoldens].map(({ table }) => table.name))).toEqual(
    new Set(ledgerTables.map(({ name }) => name)),
  );
  expect(goldens).toHaveLength(9);
  expect(hashOf(goldens)).toBe('23313d8dab858a7bfe3002ead67c4e2ca98efd042742865fb6918e15bdbda519');
  expect(stakingGoldens).toHaveLength(5);
  expect(hashOf(stakingGoldens)).toBe('a12fa9f272847eb3751c0ec9153c43dbed8427bc29015661fd6e5642417a684d');
});

test('tables keep their numbers', () => {
  expect(ledgerTables.map(({ id, name }) => [id, name])).toEqual([
    [1, 'accounts'],
    [2, 'token_balances'],
    [3, 'supplies'],
    [4, 'faucet'],
    [5, 'validators'],
    [6, 'pending_fees'],
    [7, 'totals'],
    [8, 'stake_totals'],
    [9, 'unbonding_entries'],
    [10, 'unbonding_queue'],
    [11, 'account_unbonding'],
    [12, 'former_proposers'],
  ]);
});

test('a key is the table, then its fields', () => {
  expect(hex(stateKey(accounts, someone))).toBe(`01${hex(pattern(32, 1))}`);
  const tokenKey = tokenBalanceKey(someone, 'GOLD');
  expect(hex(stateKey(tokenBalances, tokenKey))).toBe(`02${hex(pattern(32, 1))}474f4c44`);
  expect(hex(stateKey(totals, SINGLE))).toBe('07');
  expect(hex(stateKey(unbondingEntries, unbondingEntryKey(258)))).toBe('090000000000000102');
  expect(hex(stateKey(accountUnbonding, someone))).toBe(`0b${hex(pattern(32, 1))}`);
});
