/** Accounts and their text forms.
 *
 *  An account is 32 bytes: SHA-256 of an ML-DSA-65 public key, or SHA-256(0x01, name) for an account without a key.
 *  Its address is bech32m of those bytes with the prefix `rouge` (specification, What the service does). Key and
 *  address name the same account. */

import { bech32m } from '@scure/base';
import { concatBytes, fromBinary, fromHex, toBinary, utf8 } from '../base/bytes.js';
import { PUBLIC_KEY_BYTES } from './mldsa.js';
import { sha256 } from './sha256.js';

/** An account's 32 bytes as a binary string. */
export type AccountId = string & { readonly __brand: 'AccountId' };

export const ADDRESS_PREFIX = 'rouge';
/** 5 + 1 + 52 + 6 characters. */
export const ADDRESS_LENGTH = 64;
export const ACCOUNT_BYTES = 32;

/** Fixed text of the burn address (specification, System). Nobody holds a key for it. */
export const BURN_ADDRESS = `XRGE_BURN_0x${'0'.repeat(60)}DEAD`;
export const TREASURY = '__treasury__';

/** Accounts without a key that a genesis file or a rule may name. */
const SYSTEM_NAMES: readonly string[] = [
  TREASURY,
  '__staking_rewards__',
  '__ecosystem__',
  '__team__',
  '__public_sale__',
  '__liquidity__',
  '__airdrop__',
  BURN_ADDRESS,
];

export const accountOfBytes = (bytes: Uint8Array): AccountId => toBinary(bytes) as AccountId;
export const accountBytes = (account: AccountId): Uint8Array => fromBinary(account);

/** The account of an ML-DSA-65 public key of 1,952 bytes. */
export const accountOfKey = (publicKey: Uint8Array): AccountId => accountOfBytes(sha256(publicKey));

/** The account of a name that no key can own: SHA-256(0x01, name). */
export const accountOfName = (name: string): AccountId =>
  accountOfBytes(sha256(concatBytes(Uint8Array.of(1), utf8(name))));

const systemAccounts: ReadonlyMap<string, AccountId> = new Map(
  SYSTEM_NAMES.map((name) => [name, accountOfName(name)] as const),
);
const systemNames: ReadonlyMap<AccountId, string> = new Map(
  [...systemAccounts].map(([name, account]) => [account, name] as const),
);

export const burnAccount = accountOfName(BURN_ADDRESS);
export const treasuryAccount = accountOfName(TREASURY);

/** Whether the account is one of the named accounts for which nobody holds a key, in whatever form it was written. */
export const isSystemAccount = (account: AccountId): boolean => systemNames.has(account);

/** Addresses in each of the two generations of the cache: the accounts of a full block. Encoding one takes ten
 *  microseconds, which a block's events would otherwise spend several times on the same accounts. */
const KEPT_ADDRESSES = 32_768;

/** A cache of two generations of `KEPT_ADDRESSES` entries each. The older generation is dropped when the recent one is full. */
class Kept<Key, Value> {
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  find(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.keep(key, older);
    return older;
  }

  keep(key: Key, value: Value): void {
    if (this.#recent.size >= KEPT_ADDRESSES) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}

const addresses = new Kept<AccountId, string>();
/** The opposite direction: decoding an address takes twice as long as encoding it, and clients ask for the same accounts
 *  again. */
const accountsByAddress = new Kept<string, AccountId>();

/** The address of an account: bech32m for a key's account, the fixed name for a system account. */
export function addressOf(account: AccountId): string {
  const kept = addresses.find(account);
  if (kept !== undefined) return kept;
  const address =
    systemNames.get(account) ?? bech32m.encode(ADDRESS_PREFIX, bech32m.toWords(accountBytes(account)), ADDRESS_LENGTH);
  addresses.keep(account, address);
  return address;
}

export const addressOfKey = (publicKey: Uint8Array): string => addressOf(accountOfKey(publicKey));

/** @returns the account of a bech32m address, or undefined when prefix, checksum or length is wrong. */
export function accountOfAddress(address: string): AccountId | undefined {
  if (address.length !== ADDRESS_LENGTH) return undefined;
  const kept = accountsByAddress.find(address);
  if (kept !== undefined) return kept;
  const decoded = bech32m.decodeUnsafe(address, ADDRESS_LENGTH);
  if (!decoded || decoded.prefix !== ADDRESS_PREFIX) return undefined;
  const bytes = bech32m.fromWordsUnsafe(decoded.words);
  if (bytes?.length !== ACCOUNT_BYTES) return undefined;
  const account = accountOfBytes(bytes);
  accountsByAddress.keep(address, account);
  return account;
}

/** The letters and digits of bech32m (BIP 173), between the prefix with its separator and the end. */
const ADDRESS_SHAPE = /^([a-z]{1,20})1([a-z0-9]{6,})$/;
const ADDRESS_CHARACTER = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/;

/** What is wrong with a text that looks like an address, as the end of a sentence; undefined for an address of this network, and
 *  for a text that does not look like an address. */
export function addressProblem(text: string): string | undefined {
  const [, prefix, rest] = ADDRESS_SHAPE.exec(text.toLowerCase()) ?? [];
  if (prefix === undefined || rest === undefined || accountOfAddress(text) !== undefined) return undefined;
  if (prefix !== ADDRESS_PREFIX)
    return `this address begins with ${prefix}1, those of this network begin with ${ADDRESS_PREFIX}1`;
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'an address is written in small letters';
  if (text.length !== ADDRESS_LENGTH) return `an address has ${ADDRESS_LENGTH} characters, this one has ${text.length}`;
  const [wrong] = ADDRESS_CHARACTER.exec(rest) ?? [];
  if (wrong !== undefined) return `no address holds the character ${wrong}`;
  return 'the checksum of this address is wrong, a character was mistyped';
}

/** A sentence about a text that names no account; when the text looks like an address, the sentence says what is wrong. */
export function accountSentence(sentence: string, text: string): string {
  const problem = addressProblem(text);
  return problem === undefined ? sentence : `${sentence}: ${problem}`;
}

/** 20 bytes in hex, in either case. */
const CONTRACT_ADDRESS = /^[0-9a-f]{40}$/i;

/** The address of a contract in its one form, small letters; undefined for a text that has not the shape of one. Whether there
 *  is such a contract depends on the state. */
export const contractAddress = (text: string): string | undefined =>
  CONTRACT_ADDRESS.test(text) ? text.toLowerCase() : undefined;

/** A call asks for the account of its contract several times. */
const accountsOfContracts = new Kept<string, AccountId>();

/** The account of a contract. @param address in small letters. */
export function accountOfContract(address: string): AccountId {
  const kept = accountsOfContracts.find(address);
  if (kept !== undefined) return kept;
  const account = accountOfName(address);
  accountsOfContracts.keep(address, account);
  return account;
}

interface ResolvedAccount {
  readonly account: AccountId;
  /** When the text was a key. */
  readonly publicKey?: Uint8Array;
  /** In small letters, when the text was the address of a contract. */
  readonly contract?: string;
}

/** An account named by text: a public key in hex, an address, the address of a contract, or a system name.
 *  @returns undefined for anything else. */
export function resolveAccount(text: string): ResolvedAccount | undefined {
  const system = systemAccounts.get(text);
  if (system !== undefined) return { account: system };
  const contract = contractAddress(text);
  if (contract !== undefined) return { account: accountOfContract(contract), contract };
  if (text.length === PUBLIC_KEY_BYTES * 2) {
    const publicKey = fromHex(text);
    return publicKey && { account: accountOfKey(publicKey), publicKey };
  }
  const account = accountOfAddress(text);
  return account === undefined ? undefined : { account };
}
