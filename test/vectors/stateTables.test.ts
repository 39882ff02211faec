/** Golden value bytes of the ledger's state tables: they are under the state root, so a change is a change of rules. */

import { expect, test } from 'vitest';
import { type AccountId, accountOfBytes } from '../../engine/crypto/address.js';
import {
  borneFees,
  bridgeClaims,
  bridgeTotals,
  bridgeWithdrawals,
  settledPayouts,
  waitingClaims,
} from '../../engine/ledger/bridgeTables.js';
import {
  contractAccounts,
  contractCode,
  contractStorage,
  contracts,
  recentHashes,
  storageSizes,
} from '../../engine/ledger/contractTables.js';
import { counters } from '../../engine/ledger/counters.js';
import { deepPools } from '../../engine/ledger/deepPools.js';
import {
  avatars,
  directoryPace,
  encryptionKeys,
  names,
  namesByOwner,
  walletIds,
  walletNames,
  wallets,
} from '../../engine/ledger/directoryTables.js';
import { collections, collectionTexts, nftKey, nfts } from '../../engine/ledger/nftTables.js';
import { lpBalanceKey, lpBalances, pools } from '../../engine/ledger/poolTables.js';
import { nextSet, votingSet } from '../../engine/ledger/setTables.js';
import { collectionSubject, subjectActivity, tokenSubject } from '../../engine/ledger/subjects.js';
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
import { allowanceKey, allowances, mintLedger, tokenMetadata, tokens } from '../../engine/ledger/tokenTables.js';
import { nameStateKey, walletStateKey } from '../../engine/state/proofVerifier.js';
import { stateKey, type Table } from '../../engine/state/table.js';
import { big, hex, join, pattern, sha } from './independent.js';

const U128 = (1n << 128n) - 1n;
const U53 = 2 ** 53 - 1;
/** A binary string: a character for each byte. */
const latin = (bytes: Buffer | Uint8Array): string => Buffer.from(bytes).toString('latin1');
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

/** Text after its number of bytes; an optional value after 1, its absence as 0. */
const label = (text: string): Buffer => join(big(Buffer.byteLength(text), 4), text);
const some = (...bytes: Uint8Array[]): Buffer => join(Buffer.of(1), ...bytes);
const none = Buffer.of(0);
const yes = Buffer.of(1);
const no = Buffer.of(0);

const tokenGoldens: readonly Golden[] = [
  golden(
    tokens,
    {
      number: 258,
      name: 'Göld',
      decimals: 18,
      creator: someone,
      createdAt: 1_700_000_000_400,
      createdHeight: 2 ** 32 + 1,
      initialSupply: U128,
      frozen: true,
    },
    big(258, 8),
    label('Göld'),
    big(18, 8),
    pattern(32, 1),
    big(1_700_000_000_400, 8),
    big(2 ** 32 + 1, 8),
    big(U128, 16),
    yes,
  ),
  golden(
    tokenMetadata,
    {
      image: 'ipfs://x',
      description: undefined,
      website: 'https://gold.example',
      twitter: undefined,
      discord: '',
      updatedAt: 1_700_000_000_800,
    },
    some(label('ipfs://x')),
    none,
    some(label('https://gold.example')),
    none,
    some(label('')),
    big(1_700_000_000_800, 8),
  ),
  golden(mintLedger, { minted: 5n, maxSupply: undefined }, big(5, 16), none),
  golden(mintLedger, { minted: 0n, maxSupply: U128 }, big(0, 16), some(big(U128, 16))),
  golden(allowances, 770n, big(770, 16)),
];

const poolGoldens: readonly Golden[] = [
  golden(
    pools,
    {
      number: 3,
      tokenA: 'GOLD',
      tokenB: 'XRGE',
      reserveA: 1n << 64n,
      reserveB: 7n,
      lpSupply: U128,
      creator: someoneElse,
      createdAt: 1_700_000_000_400,
      createdHeight: 258,
      events: 9,
      swaps: 4,
      volumeA: (1n << 128n) + 11n,
      volumeB: 13n,
    },
    big(3, 8),
    label('GOLD'),
    label('XRGE'),
    big(1n << 64n, 16),
    big(7, 16),
    big(U128, 16),
    pattern(32, 101),
    big(1_700_000_000_400, 8),
    big(258, 8),
    big(9, 8),
    big(4, 8),
    big((1n << 128n) + 11n, 32),
    big(13, 32),
  ),
  golden(lpBalances, 1_000n, big(1_000, 16)),
];

const nftGoldens: readonly Golden[] = [
  golden(
    collections,
    {
      number: 2,
      symbol: 'ART',
      creator: someone,
      createdAt: 1_700_000_000_400,
      maxSupply: 10_000,
      minted: 258,
      burned: 1,
      royaltyBps: 500,
      royaltyRecipient: someoneElse,
      frozen: false,
      publicMint: true,
      mintPrice: 3_000_000_000n,
      tokenGateSymbol: 'GOLD',
      tokenGateAmount: 5n,
      discountPct: 50,
    },
    big(2, 8),
    label('ART'),
    pattern(32, 1),
    big(1_700_000_000_400, 8),
    some(big(10_000, 8)),
    big(258, 8),
    big(1, 8),
    big(500, 8),
    pattern(32, 101),
    no,
    yes,
    big(3_000_000_000, 16),
    some(label('GOLD')),
    big(5, 16),
    big(50, 8),
  ),
  golden(
    collectionTexts,
    { name: 'Art', description: undefined, image: 'https://art.example/1.webp' },
    label('Art'),
    none,
    some(label('https://art.example/1.webp')),
  ),
  golden(
    nfts,
    {
      owner: someone,
      creator: someoneElse,
      name: 'One',
      metadataUri: undefined,
      attributes: '{"colour":"red"}',
      locked: true,
      mintedAt: 1_700_000_000_400,
      transferredAt: 1_700_000_000_800,
    },
    pattern(32, 1),
    pattern(32, 101),
    label('One'),
    none,
    some(label('{"colour":"red"}')),
    yes,
    big(1_700_000_000_400, 8),
    big(1_700_000_000_800, 8),
  ),
];

const countGoldens: readonly Golden[] = [golden(counters, 258, big(258, 8)), golden(subjectActivity, U53, big(U53, 8))];

const laterGoldens: readonly Golden[] = [...tokenGoldens, ...poolGoldens, ...nftGoldens, ...countGoldens];
const routingGoldens: readonly Golden[] = [
  golden(
    deepPools,
    [
      { poolId: 'GOLD-XRGE', other: 'GOLD' },
      { poolId: 'XRGE-qETH', other: 'QETH' },
    ],
    big(2, 8),
    label('GOLD-XRGE'),
    label('GOLD'),
    label('XRGE-qETH'),
    label('QETH'),
  ),
];

const setGoldens: readonly Golden[] = [
  golden(nextSet, { members: [] }),
  golden(
    nextSet,
    {
      members: [
        { account: someone, stake: U128 },
        { account: someoneElse, stake: 1n },
      ],
    },
    pattern(32, 1),
    big(U128, 16),
    pattern(32, 101),
    big(1, 16),
  ),
  golden(votingSet, { members: [{ account: someoneElse, stake: 258n }] }, pattern(32, 101), big(258, 16)),
];

const contractGoldens: readonly Golden[] = [
  golden(
    contracts,
    {
      ...{ number: 3, deployer: someone, codeHash: latin(pattern(32, 7)), codeBytes: 1_048_576 },
      ...{ createdHeight: 258, createdAt: 1_700_000_000_400 },
    },
    big(3, 8),
    pattern(32, 1),
    pattern(32, 7),
    big(1_048_576, 8),
    big(258, 8),
    big(1_700_000_000_400, 8),
  ),
  golden(contractAccounts, latin(pattern(20, 9)), pattern(20, 9)),
  golden(contractCode, new Uint8Array(pattern(70, 11)), pattern(70, 11)),
  golden(contractStorage, new Uint8Array()),
  golden(contractStorage, Uint8Array.of(0, 255), Buffer.of(0, 255)),
  golden(storageSizes, { records: 258, bytes: U53 }, big(258, 8), big(U53, 8)),
  golden(recentHashes, latin(pattern(32, 13)), pattern(32, 13)),
];

const directoryGoldens: readonly Golden[] = [
  golden(
    wallets,
    {
      ...{ number: 258, createdAt: 1_700_000_000_400, discoverable: true },
      ...{
        encryptionKey: latin(pattern(1_184, 3)),
        signingKey: latin(pattern(1_952, 5)),
        id: '',
        displayName: 'Älice',
      },
    },
    big(258, 8),
    big(1_700_000_000_400, 8),
    yes,
    pattern(1_184, 3),
    pattern(1_952, 5),
    label(''),
    label('Älice'),
  ),
  golden(walletIds, someone, pattern(32, 1)),
  golden(walletNames, someone, pattern(32, 1)),
  golden(encryptionKeys, { count: 258, accounts: someoneElse }, big(258, 8), pattern(32, 101)),
  golden(avatars, 'https://a.example/ä', Buffer.from('https://a.example/ä')),
  golden(names, { owner: someone, registeredAt: 1_700_000_000_400 }, pattern(32, 1), big(1_700_000_000_400, 8)),
  golden(namesByOwner, 'alice_1', Buffer.from('alice_1')),
  golden(directoryPace, 1_700_000_000_400, big(1_700_000_000_400, 8)),
];

const facts = {
  ...{ token: 'QETH', units: 2n ** 100n, recipient: someone, sender: '0xab', blockHash: '0xcd' },
  ...{ height: 258, position: 3, proof: '' },
} as const;
const factBytes = join(
  ...[label('QETH'), big(2n ** 100n, 16), pattern(32, 1), label('0xab'), label('0xcd')],
  ...[big(258, 8), big(3, 8), label('')],
);

const bridgeGoldens: readonly Golden[] = [
  golden(
    bridgeClaims,
    { ...facts, mintedAt: 1_700_000_000_400, mintedIn: 9 },
    factBytes,
    big(1_700_000_000_400, 8),
    big(9, 8),
  ),
  golden(
    waitingClaims,
    { proposals: [{ facts, authorities: [someone, someoneElse], attesters: [someone] }] },
    ...[big(1, 8), factBytes, big(2, 8), pattern(32, 1), pattern(32, 101), big(1, 8), pattern(32, 1)],
  ),
  golden(
    bridgeWithdrawals,
    {
      ...{ owner: someone, token: 'QBTC', units: 258n, destination: 'bc1q', status: 'failed', attempts: 2 },
      ...{ lastError: 'ä', createdAt: 1, updatedAt: 2, height: 3, payout: 'ef' },
      approvals: [{ authority: someoneElse, ending: 'refund' }],
    },
    ...[pattern(32, 1), label('QBTC'), big(258, 16), label('bc1q'), Buffer.of(1), big(2, 8), label('ä')],
    ...[big(1, 8), big(2, 8), big(3, 8), label('ef'), big(1, 8), pattern(32, 101), label('refund')],
  ),
  golden(settledPayouts, latin(pattern(32, 1)), pattern(32, 1)),
  golden(borneFees, { fee: 258n, borne: 3n }, big(258, 16), big(3, 16)),
  golden(
    bridgeTotals,
    { deposited: 1n, withdrawn: 2n, fulfilled: 3n, refunded: 4n, day: 5, onDay: 6n },
    ...[big(1, 16), big(2, 16), big(3, 16), big(4, 16), big(5, 8), big(6, 16)],
  ),
];

const allGoldens: readonly Golden[] = [
  ...goldens,
  ...stakingGoldens,
  ...laterGoldens,
  ...routingGoldens,
  ...setGoldens,
  ...contractGoldens,
  ...directoryGoldens,
  ...bridgeGoldens,
];

const hashOf = (values: readonly Golden[]): string =>
  hex(sha(...values.map(({ table, value }) => join(Buffer.of(table.id), table.encode(value)))));

test.each(allGoldens)('a value of table $table.name', ({ table, value, bytes }) => {
  expect(hex(table.encode(value))).toBe(hex(bytes));
  expect(table.decode(new Uint8Array(bytes))).toEqual(value);
});

test('every table has a golden value, and all of them hash to the pinned value', () => {
  expect(new Set(allGoldens.map(({ table }) => table.name))).toEqual(new Set(ledgerTables.map(({ name }) => name)));
  expect(goldens).toHaveLength(9);
  expect(hashOf(goldens)).toBe('23313d8dab858a7bfe3002ead67c4e2ca98efd042742865fb6918e15bdbda519');
  expect(stakingGoldens).toHaveLength(5);
  expect(hashOf(stakingGoldens)).toBe('a12fa9f272847eb3751c0ec9153c43dbed8427bc29015661fd6e5642417a684d');
  expect(laterGoldens).toHaveLength(12);
  expect(hashOf(laterGoldens)).toBe('40cde6638ca211e1cb07e327346fe8266f408a0dea96dc88bdf05116f8fb31b1');
  expect(routingGoldens).toHaveLength(1);
  expect(hashOf(routingGoldens)).toBe('9fe3cdc45a78fd12ad1b1ff2159728d89f380755572ab10a9140ff99b16b166f');
  expect(contractGoldens).toHaveLength(7);
  expect(hashOf(contractGoldens)).toBe('b9a75f5f1982062392bf461f148f1ba18efbebc0eeb09b37961ca007a3a9d13b');
  expect(setGoldens).toHaveLength(3);
  expect(hashOf(setGoldens)).toBe('0a09f640758bf7924dd7b6c4bfe55a031feff5f20ba6d9b9f295321c51c28ea1');
  expect(hashOf(directoryGoldens)).toBe('0008d5665eb93197c768138efb0c325f778c8690dc8ce2aebd88c74a3abb7763');
  expect(hashOf(bridgeGoldens)).toBe('5336cd04e9cea3f7ef374eb1d8c44b9a8594746e35bb5c787e4109db8ec14186');
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
    [13, 'tokens'],
    [14, 'token_metadata'],
    [15, 'mint_ledger'],
    [16, 'allowances'],
    [17, 'pools'],
    [18, 'lp_balances'],
    [19, 'nft_collections'],
    [20, 'nft_collection_texts'],
    [21, 'nfts'],
    [22, 'counters'],
    [23, 'subject_activity'],
    [24, 'deep_pools'],
    [25, 'next_set'],
    [26, 'voting_set'],
    [27, 'contracts'],
    [28, 'contract_accounts'],
    [29, 'contract_code'],
    [30, 'contract_storage'],
    [31, 'contract_storage_sizes'],
    [32, 'recent_hashes'],
    [33, 'wallets'],
    [34, 'wallet_ids'],
    [35, 'wallet_names'],
    [36, 'encryption_keys'],
    [37, 'avatars'],
    [38, 'names'],
    [39, 'names_by_owner'],
    [40, 'directory_pace'],
    [41, 'bridge_claims'],
    [42, 'bridge_waiting_claims'],
    [43, 'bridge_withdrawals'],
    [44, 'bridge_settled_payouts'],
    [45, 'bridge_borne_fees'],
    [46, 'bridge_totals'],
  ]);
});

test('a key is the table, then its fields', () => {
  expect(hex(stateKey(accounts, someone))).toBe(`01${hex(pattern(32, 1))}`);
  const tokenKey = tokenBalanceKey(someone, 'GOLD');
  expect(hex(stateKey(tokenBalances, tokenKey))).toBe(`02${hex(pattern(32, 1))}474f4c44`);
  expect(hex(stateKey(totals, SINGLE))).toBe('07');
  expect(hex(stateKey(unbondingEntries, unbondingEntryKey(258)))).toBe('090000000000000102');
  expect(hex(stateKey(accountUnbonding, someone))).toBe(`0b${hex(pattern(32, 1))}`);
  expect(hex(stateKey(tokens, 'GOLD'))).toBe('0d474f4c44');
  expect(hex(stateKey(allowances, allowanceKey(someone, someoneElse, 'GOLD')))).toBe(
    `10${hex(pattern(32, 1))}${hex(pattern(32, 101))}474f4c44`,
  );
  expect(hex(stateKey(lpBalances, lpBalanceKey(someone, 'A-B')))).toBe(`12${hex(pattern(32, 1))}412d42`);
  expect(hex(stateKey(deepPools, 'XRGE'))).toBe('1858524745');
  expect(hex(stateKey(nextSet, SINGLE))).toBe('19');
  expect(hex(stateKey(votingSet, SINGLE))).toBe('1a');
  expect(hex(stateKey(nfts, nftKey(258, 1)))).toBe('1500000000000001020000000000000001');
  expect(hex(stateKey(wallets, someone))).toBe(walletStateKey(pattern(32, 1)));
  expect(walletStateKey(pattern(32, 1))).toBe(`21${hex(pattern(32, 1))}`);
  expect(hex(stateKey(names, 'alice_1'))).toBe(nameStateKey('alice_1'));
  expect(nameStateKey('alice_1')).toBe('26616c6963655f31');
  expect(hex(stateKey(counters, 'pools'))).toBe('16706f6f6c73');
  expect(hex(stateKey(subjectActivity, tokenSubject('GOLD')))).toBe(`17${hex(sha(Buffer.of(2), 'token:GOLD'))}`);
  expect(hex(stateKey(subjectActivity, collectionSubject('col:1:ART')))).toBe(
    `17${hex(sha(Buffer.of(2), 'collection:col:1:ART'))}`,
  );
});
