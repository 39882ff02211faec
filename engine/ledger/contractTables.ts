/** State tables of contracts: who they are, their code, their storage. Keys of contracts are the 20 bytes of their addresses. */

import { fromBinary, readU64, toBinary, u64Bytes } from '../base/bytes.js';
import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, fixedBytes, integer, layout } from './layout.js';

/** SHA-256 of a module as it was uploaded: 32 bytes as a binary string. */
export type CodeHash = string;

export interface Contract {
  /** In the order of creation, from 1. */
  readonly number: number;
  readonly deployer: AccountId;
  readonly codeHash: CodeHash;
  /** Bytes of the module. */
  readonly codeBytes: number;
  /** Height and header time of its block. */
  readonly createdHeight: number;
  readonly createdAt: number;
}

const contractLayout = layout<Contract>({
  number: integer,
  deployer: account,
  codeHash: fixedBytes(32),
  codeBytes: integer,
  createdHeight: integer,
  createdAt: integer,
});

/** Key: `contractKey` of the address. */
export const contracts: Table<Contract> = defineTable({ id: 0x1b, name: 'contracts', ...contractLayout });

/** @param address 40 hex characters. */
export const contractKey = (address: string): string => Buffer.from(address, 'hex').toString('latin1');

const bytesAsTheyAre = {
  encode: (bytes: Uint8Array): Uint8Array => bytes.slice(),
  decode: (bytes: Uint8Array): Uint8Array => bytes.slice(),
};

/** The address of the contract that an account belongs to, 20 bytes as a binary string. Key: the account. */
export const contractAccounts: Table<string> = defineTable({
  id: 0x1c,
  name: 'contract_accounts',
  encode: fromBinary,
  decode: toBinary,
});

/** Modules as they were uploaded; contracts with the same code share one record. Key: the code hash. */
export const contractCode: Table<Uint8Array> = defineTable({ id: 0x1d, name: 'contract_code', ...bytesAsTheyAre });

/** What contracts keep. Key: `contractKey` of the address, then the contract's own key. A value is not absent when it is empty. */
export const contractStorage: Table<Uint8Array> = defineTable({
  id: 0x1e,
  name: 'contract_storage',
  ...bytesAsTheyAre,
});

export const storageKey = (address: string, key: Uint8Array): string => contractKey(address) + toBinary(key);

/** How much a contract keeps: its records, and the bytes of their keys and values. */
export interface StorageSize {
  readonly records: number;
  readonly bytes: number;
}

const readSize = (bytes: Uint8Array, at: number): StorageSize => ({
  records: readU64(bytes, at),
  bytes: readU64(bytes, at + 8),
});

/** Key: `contractKey` of the address; a contract that keeps nothing has no record. */
export const storageSizes: Table<StorageSize> = defineTable({
  id: 0x1f,
  name: 'contract_storage_sizes',
  encode: ({ records, bytes }) => new Uint8Array([...u64Bytes(records), ...u64Bytes(bytes)]),
  decode: (bytes) => readSize(bytes, 0),
  packed: { bytes: 16, read: readSize },
});

/** Hashes of the latest 256 blocks, 32 bytes each as a binary string. Key: the height modulo 256, one byte. */
export const recentHashes: Table<string> = defineTable({
  id: 0x20,
  name: 'recent_hashes',
  encode: fromBinary,
  decode: toBinary,
});
