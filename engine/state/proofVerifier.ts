/** Checks proofs of state for programs without the state: a wallet, an explorer, a bridge, in Node or in a browser.
 *
 *  In: the JSON of `GET /api/proof/...` and a state root that the caller trusts, from the header of the block at the proof's
 *  height. Out: the value at the key under this root, or that there is none. No part of the proof is trusted without being
 *  hashed; an invalid proof is an error, never an answer. It imports one hash function and nothing of the engine, so it is
 *  also a second opinion on the engine's own trie.
 *
 *  The rules (ARCHITECTURE.md, State proofs): the key's path is SHA-256(key). Its bits, from the most significant, lead left (0) or
 *  right (1) from the root. An inner node is SHA-256(left, right), a leaf SHA-256(0x00, SHA-256(key), SHA-256(value)), a
 *  half without leaves is 32 bytes of zero, and a subtree with one leaf is that leaf. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** As the node sends it. All hashes and bytes are lower-case hex. */
export interface ProofJson {
  /** 32 bytes: the root that the proof leads to. */
  readonly state_root: string;
  /** Table number (one byte), then the record's own key. */
  readonly key: string;
  /** The record's bytes; null: there is no record at the key. */
  readonly value: string | null;
  /** 32 bytes each, from the root down: hashes of the halves beside the path to the key. */
  readonly siblings: readonly string[];
  /** When the key has no record and another record is in its place: SHA-256 of that record's key and of its value. */
  readonly other: { readonly key_hash: string; readonly value_hash: string } | null;
}

/** The proof does not show what it claims. The message says which step failed. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
}

const HASH_BYTES = 32;
const PATH_BITS = HASH_BYTES * 8;
const LEAF_PREFIX = Uint8Array.of(0);
const EMPTY = new Uint8Array(HASH_BYTES);

function bytesOf(hex: unknown, name: string, length?: number): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = hexToBytes(hex as string);
  } catch {
    throw new ProofError(`${name} is not hex`);
  }
  if (length !== undefined && bytes.length !== length) throw new ProofError(`${name} has not ${length} bytes`);
  return bytes;
}

const bitAt = (path: Uint8Array, depth: number): number => ((path[depth >>> 3] as number) >>> (7 - (depth & 7))) & 1;

const leafHash = (keyHash: Uint8Array, valueHash: Uint8Array): Uint8Array =>
  sha256(concatBytes(LEAF_PREFIX, keyHash, valueHash));

/** Hash of what is at the end of the key's path. */
function endHash(proof: ProofJson, path: Uint8Array, depth: number): Uint8Array {
  const { value, other } = proof;
  if (typeof value === 'string') {
    if (other !== null) throw new ProofError('a proof names either a value or another record');
    return leafHash(path, sha256(bytesOf(value, 'value')));
  }
  if (value !== null) throw new ProofError('value is neither hex nor null');
  if (other === null) return EMPTY;
  if (typeof other !== 'object') throw new ProofError('other is neither an object nor null');
  const otherPath = bytesOf(other.key_hash, 'key_hash', HASH_BYTES);
  if (bytesToHex(otherPath) === bytesToHex(path)) throw new ProofError('the other record is the one asked for');
  for (let bit = 0; bit < depth; bit++)
    if (bitAt(otherPath, bit) !== bitAt(path, bit)) throw new ProofError("the other record is not on the key's way");
  return leafHash(otherPath, bytesOf(other.value_hash, 'value_hash', HASH_BYTES));
}

/** @returns the root that a proof leads to, 32 bytes.
 *  @throws ProofError when it is malformed. */
export function proofRoot(proof: ProofJson): Uint8Array {
  if (!Array.isArray(proof?.siblings)) throw new ProofError('siblings is not a list');
  const siblings: readonly unknown[] = proof.siblings;
  if (siblings.length > PATH_BITS) throw new ProofError(`a way has at most ${PATH_BITS} steps`);
  const path = sha256(bytesOf(proof.key, 'key'));
  let hash = endHash(proof, path, siblings.length);
  for (let depth = siblings.length - 1; depth >= 0; depth--) {
    const sibling = bytesOf(siblings[depth], `sibling ${depth}`, HASH_BYTES);
    hash = sha256(bitAt(path, depth) === 0 ? concatBytes(hash, sibling) : concatBytes(sibling, hash));
  }
  return hash;
}

/** What the state under a trusted root holds at a key.
 *  @param stateRoot 64 hex characters, from a header that the caller has checked: the proof's own `state_root` proves
 *  nothing.
 *  @param key hex: the key that the caller wants, so that a proof about another key is refused.
 *  @returns the value's bytes, or undefined when the key has no record.
 *  @throws ProofError when the proof is invalid. */
export function verifyProof(proof: ProofJson, stateRoot: string, key: string): Uint8Array | undefined {
  if (proof?.key !== key.toLowerCase()) throw new ProofError('the proof is about another key');
  if (bytesToHex(proofRoot(proof)) !== stateRoot.toLowerCase())
    throw new ProofError('the proof leads to another state root');
  return proof.value === null ? undefined : bytesOf(proof.value, 'value');
}

const ACCOUNTS_TABLE = '01';
const TOKENS_TABLE = '02';
const NEXT_SET_TABLE = '19';

/** Key of an account's record. @param account 32 bytes: SHA-256 of the public key, or what its address encodes. */
export const accountStateKey = (account: Uint8Array): string => ACCOUNTS_TABLE + bytesToHex(account);

/** Key of a token balance. @param symbol in upper case. */
export const tokenBalanceStateKey = (account: Uint8Array, symbol: string): string =>
  TOKENS_TABLE + bytesToHex(account) + bytesToHex(new TextEncoder().encode(symbol));

export interface AccountRecord {
  /** Quanta. */
  readonly balance: bigint;
  readonly nonce: bigint;
  /** Included transactions that name the account. */
  readonly activity: bigint;
}

const bigEndian = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`);

/** @param value 32 bytes: balance (16), nonce (8), activity (8), big-endian. An absent record is an account of zeros. */
export function readAccountRecord(value: Uint8Array | undefined): AccountRecord {
  if (value === undefined) return { balance: 0n, nonce: 0n, activity: 0n };
  if (value.length !== 32) throw new ProofError('an account record has 32 bytes');
  return {
    balance: bigEndian(value.subarray(0, 16)),
    nonce: bigEndian(value.subarray(16, 24)),
    activity: bigEndian(value.subarray(24)),
  };
}

/** @param value 16 bytes, big-endian; an absent record is a balance of 0. @returns base units. */
export function readTokenBalance(value: Uint8Array | undefined): bigint {
  if (value === undefined) return 0n;
  if (value.length !== 16) throw new ProofError('a token balance has 16 bytes');
  return bigEndian(value);
}

const WALLETS_TABLE = '21';
const NAMES_TABLE = '26';

/** Key of an account's messenger wallet. @param account 32 bytes: SHA-256 of the owner's signing key. */
export const walletStateKey = (account: Uint8Array): string => WALLETS_TABLE + bytesToHex(account);

/** Key of a mail name. @param name in small letters. */
export const nameStateKey = (name: string): string => NAMES_TABLE + bytesToHex(new TextEncoder().encode(name));

export interface WalletRecord {
  /** In the order of first registrations, from 1. */
  readonly number: bigint;
  /** Milliseconds since the epoch. */
  readonly createdAt: bigint;
  readonly discoverable: boolean;
  /** ML-KEM-768 key, 1,184 bytes. */
  readonly encryptionPublicKey: Uint8Array;
  /** ML-DSA-65 key, 1,952 bytes; its SHA-256 is the account in the record's key. */
  readonly signingPublicKey: Uint8Array;
  /** As the owner chose it; the signing key in hex when it chose none. */
  readonly id: string;
  readonly displayName: string;
}

const ENCRYPTION_KEY_BYTES = 1_184;
const SIGNING_KEY_BYTES = 1_952;

/** @param value number (8), time (8), whether discoverable (1), encryption key (1,184), signing key (1,952), then id and display
 *  name, each with its length before it (4), all big-endian. @returns undefined for an absent record: the account has no wallet.
 *  @throws ProofError for other bytes. */
export function readWalletRecord(value: Uint8Array | undefined): WalletRecord | undefined {
  if (value === undefined) return undefined;
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > value.length) throw new ProofError('a wallet record ends too early');
    at += length;
    return value.slice(at - length, at);
  };
  const text = (): string => new TextDecoder().decode(take(Number(bigEndian(take(4)))));
  const [number, createdAt] = [bigEndian(take(8)), bigEndian(take(8))];
  const discoverable = take(1)[0] === 1;
  const [encryptionPublicKey, signingPublicKey] = [take(ENCRYPTION_KEY_BYTES), take(SIGNING_KEY_BYTES)];
  const [id, displayName] = [text(), text()];
  if (at !== value.length) throw new ProofError('a wallet record has bytes behind its end');
  return {
    ...{ number, createdAt, discoverable, encryptionPublicKey, signingPublicKey },
    ...{ id: id === '' ? bytesToHex(signingPublicKey) : id, displayName },
  };
}

/** @param value owner's account (32), time of the registration (8). @returns undefined for an absent record: nobody has the name. */
export function readNameRecord(
  value: Uint8Array | undefined,
): { readonly owner: Uint8Array; readonly registeredAt: bigint } | undefined {
  if (value === undefined) return undefined;
  if (value.length !== 40) throw new ProofError('the record of a name has 40 bytes');
  return { owner: value.slice(0, 32), registeredAt: bigEndian(value.subarray(32)) };
}

/** Key of the record of the active set: who proposes and votes for the block after the state. */
export const activeSetStateKey: string = NEXT_SET_TABLE;

export interface ActiveMember {
  /** 32 bytes: SHA-256 of the member's public key. */
  readonly account: Uint8Array;
  /** Quanta. */
  readonly stake: bigint;
}

/** The whole active set of the block after the state: the first member is the only one that may propose.
 *  @param value 48 bytes for each member: account (32), stake (16), big-endian; greatest stake first. */
export function readActiveSet(value: Uint8Array | undefined): readonly ActiveMember[] {
  if (value === undefined || value.length % 48 !== 0)
    throw new ProofError('a record of the active set has 48 bytes a member');
  return Array.from({ length: value.length / 48 }, (_, index) => ({
    account: value.slice(index * 48, index * 48 + 32),
    stake: bigEndian(value.subarray(index * 48 + 32, index * 48 + 48)),
  }));
}
