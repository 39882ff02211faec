/** State tables of the ledger: numbers, keys and value bytes. A change here changes the state root.
 *
 *  Keys are binary strings: an account is its 32 bytes, a symbol its upper-case ASCII. */

import {
  compareBytes,
  concatBytes,
  joinBytes,
  readU64,
  readU128,
  toBinary,
  U64_MAX,
  U128_MAX,
  u64Bytes,
  writeU128,
} from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import {
  borneFees,
  bridgeClaims,
  bridgeTotals,
  bridgeWithdrawals,
  settledPayouts,
  waitingClaims,
} from './bridgeTables.js';
import {
  contractAccounts,
  contractCode,
  contractStorage,
  contracts,
  recentHashes,
  storageSizes,
} from './contractTables.js';
import { counters } from './counters.js';
import { deepPools } from './deepPools.js';
import {
  avatars,
  directoryPace,
  encryptionKeys,
  names,
  namesByOwner,
  walletIds,
  walletNames,
  wallets,
} from './directoryTables.js';
import { packedAmounts } from './layout.js';
import { collections, collectionTexts, nfts } from './nftTables.js';
import { lpBalances, pools } from './poolTables.js';
import { nextSet, votingSet } from './setTables.js';
import { subjectActivity } from './subjects.js';
import { allowances, mintLedger, tokenMetadata, tokens } from './tokenTables.js';

export interface Account {
  /** Quanta. */
  readonly balance: bigint;
  /** Transactions of this account included so far; the next one gets nonce + 1. */
  readonly nonce: number;
  /** Included transactions that name this account, as signer or as party. This numbers its history, so that a page of it is
   *  found without a scan and a reader can prove that no entry was withheld. */
  readonly activity: number;
}

export interface Supply {
  /** Base units (quanta for XRGE) ever created. */
  readonly minted: bigint;
  /** Base units sent to the burn address. */
  readonly burned: bigint;
}

export interface FaucetRecord {
  /** Header time of the latest mint to this account. */
  readonly last: number;
  /** Header time of the latest mint that a node signed; 0 for none. */
  readonly lastByNode: number;
}

export interface Validator {
  /** Quanta. */
  readonly stake: bigint;
  /** Stake before the transactions of the latest block: the weight of votes for that block. 0 from the upgrade `active_set` on, where
   *  the record of the voting set says it. */
  readonly votingStake: bigint;
  readonly blocksProposed: number;
  readonly publicKey: Uint8Array;
}

/** Shares of a block's fees, credited by the block that carries its certificate. */
export interface PendingFees {
  readonly shares: readonly { readonly account: AccountId; readonly amount: bigint }[];
}

export interface Totals {
  /** Base fee of the next block, in quanta. */
  readonly baseFee: bigint;
  /** Quanta, since genesis. */
  readonly feesCollected: bigint;
  readonly feesBurned: bigint;
  /** Quanta collected in the latest block. */
  readonly feesInLastBlock: bigint;
}

/** What is staked in the whole network. */
export interface StakeTotals {
  /** Quanta. */
  readonly stake: bigint;
  /** Validators whose stake is above zero. */
  readonly active: number;
}

/** Unstaked quanta that wait for their release. */
export interface UnbondingEntry {
  /** Height of the block that releases it. */
  readonly releaseHeight: number;
  readonly account: AccountId;
  /** Quanta. */
  readonly amount: bigint;
  /** Number of the account's next entry in the queue; 0 when this is its last. */
  readonly next: number;
}

/** The numbers of the queue's entries: from `first` to below `next`. Numbers begin at 1. */
export interface UnbondingQueue {
  readonly first: number;
  readonly next: number;
}

/** An account's entries in the queue. */
export interface AccountUnbonding {
  /** Sum in quanta. */
  readonly total: bigint;
  /** Numbers of its first and its last entry. */
  readonly first: number;
  readonly last: number;
}

const u128 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(16);
  writeU128(bytes, 0, value);
  return bytes;
};

/** Every account that a block changes is encoded once, so its record is written into reused memory and copied out: a tenth of
 *  the time of a view for each number. */
const accountView = new DataView(new ArrayBuffer(32));
const accountValue = new Uint8Array(accountView.buffer);

function setU64(at: number, value: number): void {
  accountView.setUint32(at, Math.floor(value / 0x1_0000_0000));
  accountView.setUint32(at + 4, value >>> 0);
}

function encodeAccount({ balance, nonce, activity }: Account): Uint8Array {
  invariant(balance >= 0n && balance <= U128_MAX, 'a balance left its range');
  invariant(Number.isSafeInteger(nonce) && Number.isSafeInteger(activity), 'a counter of an account left its range');
  accountView.setBigUint64(0, balance > U64_MAX ? balance >> 64n : 0n);
  accountView.setBigUint64(8, BigInt.asUintN(64, balance));
  setU64(16, nonce);
  setU64(24, activity);
  return accountValue.slice();
}

const readAccount = (bytes: Uint8Array, at: number): Account => ({
  balance: readU128(bytes, at),
  nonce: readU64(bytes, at + 16),
  activity: readU64(bytes, at + 24),
});

export const accounts: Table<Account> = defineTable({
  id: 0x01,
  name: 'accounts',
  encode: encodeAccount,
  decode: (bytes) => readAccount(bytes, 0),
  packed: { bytes: accountValue.length, read: readAccount },
});

/** Base units of one token in one account; key: account, symbol. */
export const tokenBalances: Table<bigint> = defineTable({
  id: 0x02,
  name: 'token_balances',
  encode: u128,
  decode: (bytes) => readU128(bytes, 0),
  packed: packedAmounts,
});

export const tokenBalanceKey = (account: AccountId, symbol: string): string => account + symbol;
/** Minted and burned units; key: symbol. */
export const supplies: Table<Supply> = defineTable({
  id: 0x03,
  name: 'supplies',
  encode: (value) => concatBytes(u128(value.minted), u128(value.burned)),
  decode: (bytes) => ({ minted: readU128(bytes, 0), burned: readU128(bytes, 16) }),
});

/** Key: recipient's account. */
const readFaucetRecord = (bytes: Uint8Array, at: number): FaucetRecord => ({
  last: readU64(bytes, at),
  lastByNode: readU64(bytes, at + 8),
});

export const faucetRecords: Table<FaucetRecord> = defineTable({
  id: 0x04,
  name: 'faucet',
  encode: (value) => concatBytes(u64Bytes(value.last), u64Bytes(value.lastByNode)),
  decode: (bytes) => readFaucetRecord(bytes, 0),
  packed: { bytes: 16, read: readFaucetRecord },
});

type Staked = Pick<Validator, 'stake' | 'publicKey'>;

/** The order in which validators are members of the active set and would propose: greatest stake first, ties to the lowest raw key. */
export const byStake = (a: Staked, b: Staked): number =>
  a.stake === b.stake ? compareBytes(a.publicKey, b.publicKey) : a.stake > b.stake ? -1 : 1;

/** Key: the validator's account. */
export const validators: Table<Validator> = defineTable({
  id: 0x05,
  name: 'validators',
  encode: (value) =>
    concatBytes(u128(value.stake), u128(value.votingStake), u64Bytes(value.blocksProposed), value.publicKey),
  decode: (bytes) => ({
    stake: readU128(bytes, 0),
    votingStake: readU128(bytes, 16),
    blocksProposed: readU64(bytes, 32),
    publicKey: bytes.slice(40),
  }),
  order: (a: Validator, b: Validator) => byStake(a, b),
});

/** One record under `SINGLE`. */
export const pendingFees: Table<PendingFees> = defineTable({
  id: 0x06,
  name: 'pending_fees',
  encode: ({ shares }) => joinBytes(shares.flatMap((share) => [accountBytes(share.account), u128(share.amount)])),
  decode: (bytes) => {
    const shares: { account: AccountId; amount: bigint }[] = [];
    for (let at = 0; at < bytes.length; at += ACCOUNT_BYTES + 16)
      shares.push({
        account: accountOfBytes(bytes.subarray(at, at + ACCOUNT_BYTES)),
        amount: readU128(bytes, at + ACCOUNT_BYTES),
      });
    return { shares };
  },
});

/** One record under `SINGLE`. */
export const totals: Table<Totals> = defineTable({
  id: 0x07,
  name: 'totals',
  encode: (value) =>
    concatBytes(u128(value.baseFee), u128(value.feesCollected), u128(value.feesBurned), u128(value.feesInLastBlock)),
  decode: (bytes) => ({
    baseFee: readU128(bytes, 0),
    feesCollected: readU128(bytes, 16),
    feesBurned: readU128(bytes, 32),
    feesInLastBlock: readU128(bytes, 48),
  }),
});

/** One record under `SINGLE`, from the first change of a stake on; before that the genesis file says what is staked. */
export const stakeTotals: Table<StakeTotals> = defineTable({
  id: 0x08,
  name: 'stake_totals',
  encode: (value) => concatBytes(u128(value.stake), u64Bytes(value.active)),
  decode: (bytes) => ({ stake: readU128(bytes, 0), active: readU64(bytes, 16) }),
});

/** Key: the entry's number, 8 bytes; byte order is the order of the queue. */
export const unbondingEntries: Table<UnbondingEntry> = defineTable({
  id: 0x09,
  name: 'unbonding_entries',
  encode: (value) =>
    concatBytes(u64Bytes(value.releaseHeight), accountBytes(value.account), u128(value.amount), u64Bytes(value.next)),
  decode: (bytes) => ({
    releaseHeight: readU64(bytes, 0),
    account: accountOfBytes(bytes.subarray(8, 8 + ACCOUNT_BYTES)),
    amount: readU128(bytes, 8 + ACCOUNT_BYTES),
    next: readU64(bytes, 24 + ACCOUNT_BYTES),
  }),
});

export const unbondingEntryKey = (number: number): string => toBinary(u64Bytes(number));

/** One record under `SINGLE`, from the first unstake on. */
export const unbondingQueue: Table<UnbondingQueue> = defineTable({
  id: 0x0a,
  name: 'unbonding_queue',
  encode: (value) => concatBytes(u64Bytes(value.first), u64Bytes(value.next)),
  decode: (bytes) => ({ first: readU64(bytes, 0), next: readU64(bytes, 8) }),
});

/** Key: account. The record exists while the account has entries in the queue. */
export const accountUnbonding: Table<AccountUnbonding> = defineTable({
  id: 0x0b,
  name: 'account_unbonding',
  encode: (value) => concatBytes(u128(value.total), u64Bytes(value.first), u64Bytes(value.last)),
  decode: (bytes) => ({ total: readU128(bytes, 0), first: readU64(bytes, 16), last: readU64(bytes, 24) }),
});

/** Blocks proposed by an account that is no longer a validator, kept in case it stakes again. Key: account. */
export const formerProposers: Table<number> = defineTable({
  id: 0x0c,
  name: 'former_proposers',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
});

/** Key of tables that hold one record. */
export const SINGLE = '';

/** Tables by number, for loading state from disk. */
export const ledgerTables: readonly Table<unknown>[] = [
  accounts,
  tokenBalances,
  supplies,
  faucetRecords,
  validators,
  pendingFees,
  totals,
  stakeTotals,
  unbondingEntries,
  unbondingQueue,
  accountUnbonding,
  formerProposers,
  tokens,
  tokenMetadata,
  mintLedger,
  allowances,
  pools,
  lpBalances,
  collections,
  collectionTexts,
  nfts,
  counters,
  subjectActivity,
  deepPools,
  nextSet,
  votingSet,
  contracts,
  contractAccounts,
  contractCode,
  contractStorage,
  storageSizes,
  recentHashes,
  wallets,
  walletIds,
  walletNames,
  encryptionKeys,
  avatars,
  names,
  namesByOwner,
  directoryPace,
  bridgeClaims,
  waitingClaims,
  bridgeWithdrawals,
  settledPayouts,
  borneFees,
  bridgeTotals,
] as unknown as readonly Table<unknown>[];
