/** State tables of the directory: messenger wallets and names. A key owns at most one of each, so both lie under its account, and
 *  what must be unique has a table that leads back to the account. */

import { readU64, toBinary, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { DIRECTORY_RECORD } from '../base/directoryLimits.js';
import { invariant } from '../base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import { sha256 } from '../crypto/sha256.js';
import type { Overlay, StateView } from '../state/overlay.js';
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

export interface KeyOwners {
  /** Wallets that have the key. */
  readonly count: number;
  /** Their accounts, bit by bit exclusive or: of one it is the account. */
  readonly accounts: AccountId;
}

/** Who has registered an encryption key. Key: its SHA-256. Nobody can prove by a signature that he can decrypt with a key, so the first
 *  to register it is not its owner: if it were given to one only, whoever saw it in a request could take it away. */
export const encryptionKeys: Table<KeyOwners> = defineTable({
  id: 0x24,
  name: 'encryption_keys',
  ...layout<KeyOwners>({ count: integer, accounts: account }),
});

const encryptionKeyHash = (key: Uint8Array): string => toBinary(sha256(key));

const exclusiveOr = (one: AccountId, other: AccountId): AccountId => {
  const [a, b] = [accountBytes(one), accountBytes(other)];
  return accountOfBytes(a.map((byte, at) => byte ^ (b[at] as number)));
};

/** @param key 1,184 bytes. @returns undefined also when several wallets have it: nobody knows whose it is. */
export function encryptionKeyOwner(view: StateView, key: Uint8Array): AccountId | undefined {
  const owners = view.get(encryptionKeys, encryptionKeyHash(key));
  return owners?.count === 1 ? owners.accounts : undefined;
}

/** The account has none of this key yet. */
export function addEncryptionKey(state: Overlay, key: Uint8Array, owner: AccountId): void {
  const hash = encryptionKeyHash(key);
  const before = state.get(encryptionKeys, hash);
  const accounts = before ? exclusiveOr(before.accounts, owner) : owner;
  state.put(encryptionKeys, hash, { count: (before?.count ?? 0) + 1, accounts });
}

/** The account has registered this key. */
export function removeEncryptionKey(state: Overlay, key: Uint8Array, owner: AccountId): void {
  const hash = encryptionKeyHash(key);
  const before = state.get(encryptionKeys, hash);
  invariant(before, 'a registered encryption key has a record');
  const { count, accounts } = before;
  if (count === 1) state.delete(encryptionKeys, hash);
  else state.put(encryptionKeys, hash, { count: count - 1, accounts: exclusiveOr(accounts, owner) });
}

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
