/** State tables of the directory: messenger wallets and names. A key owns at most one of each, so both lie under its account, and
 *  what must be unique has a table that leads back to the account. */

import { readU64, toBinary, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { DIRECTORY_RECORD } from '../base/directoryLimits.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import { sha256 } from '../crypto/sha256.js';
import { defineTable, type Table } from '../state/table.js';
import { account, fixedBytes, flag, integer, layout, text } from './layout.js';

export interface Wallet {
  /** In the order of first registrations, from 1. */
  readonly number: number;
  /** Header time of the first registration. */
  readonly createdAt: number;
  readonly discoverable: boolean;
  /** ML-KEM-768 key: 1,184 bytes as a binary string. */
  readonly encryptionKey: string;
  /** ML-DSA-65 key of the owner: 1,952 bytes as a binary string. It is here too so that one proof shows who registered what, and so
   *  that a successor network knows it. */
  readonly signingKey: string;
  /** As its owner chose it; empty for a wallet that is called by its signing key in hex, as the published client calls all. */
  readonly id: string;
  readonly displayName: string;
}

/** Key: the owner's account. `readWalletRecord` of `rouged/proof` reads these bytes. */
export const wallets: Table<Wallet> = defineTable({
  id: 0x21,
  name: 'wallets',
  ...layout<Wallet>({
    number: integer,
    createdAt: integer,
    discoverable: flag,
    encryptionKey: fixedBytes(DIRECTORY_RECORD.encryptionKeyBytes),
    signingKey: fixedBytes(PUBLIC_KEY_BYTES),
    id: text,
    displayName: text,
  }),
});

const anAccount = {
  encode: accountBytes,
  decode: accountOfBytes,
  packed: {
    bytes: ACCOUNT_BYTES,
    read: (bytes: Uint8Array, at: number): AccountId => accountOfBytes(bytes.subarray(at, at + ACCOUNT_BYTES)),
  },
};

/** The owner of a wallet's id. Key: the id; there is none for a wallet that is called by its key. */
export const walletIds: Table<AccountId> = defineTable({ id: 0x22, name: 'wallet_ids', ...anAccount });

/** The owner of a display name. Key: `displayNameKey`. */
export const walletNames: Table<AccountId> = defineTable({ id: 0x23, name: 'wallet_names', ...anAccount });

/** The owner of an encryption key. Key: its SHA-256. */
export const encryptionKeys: Table<AccountId> = defineTable({ id: 0x24, name: 'encryption_keys', ...anAccount });

/** @param key 1,184 bytes. */
export const encryptionKeyHash = (key: Uint8Array): string => toBinary(sha256(key));

const textBytes = { encode: utf8, decode: utf8Text };

/** Pictures of wallets, as data URIs or links. Key: the owner's account. */
export const avatars: Table<string> = defineTable({ id: 0x25, name: 'avatars', ...textBytes });

export interface NameEntry {
  readonly owner: AccountId;
  /** Header time. */
  readonly registeredAt: number;
}

/** Key: the name, in small letters. */
export const names: Table<NameEntry> = defineTable({
  id: 0x26,
  name: 'names',
  ...layout<NameEntry>({ owner: account, registeredAt: integer }),
});

/** The name of an account. Key: the account. */
export const namesByOwner: Table<string> = defineTable({ id: 0x27, name: 'names_by_owner', ...textBytes });

/** Header time up to which the free places of the directory are taken. One record under `SINGLE`. */
export const directoryPace: Table<number> = defineTable({
  id: 0x28,
  name: 'directory_pace',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
});
