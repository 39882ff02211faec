/** A ledger in memory for the tests of contracts: what contracts see and move, and nothing else. No blocks, no fees, no signatures.
 *
 *  Accounts are kept under one spelling: the address of a key, the 40 hex digits of a contract. */

import { utf8 } from '../../../engine/base/bytes.js';
import type { UpgradeName } from '../../../engine/chain/upgrades.js';
import { addressOf, resolveAccount } from '../../../engine/crypto/address.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import type { CompiledContract } from '../../../engine/vm/contractModule.js';
import { Journal, JournaledMap } from './journal.js';

const BLOCK_MS = 400;
/** Blocks whose hashes a contract can ask for. */
const KNOWN_HASHES = 256n;
/** Where a ledger begins: a contract that looks 256 blocks back finds them. */
const FIRST_HEIGHT = 1_000;
const FIRST_TIME_MS = 1_800_000_000_000;

const CONTRACT = /^[0-9a-f]{40}$/i;

/** One spelling of an account; undefined for a text that names none. */
export function accountKey(written: string): string | undefined {
  const text = written.trim();
  if (CONTRACT.test(text)) return text.toLowerCase();
  const found = resolveAccount(text);
  return found && addressOf(found.account);
}

/** A symbol in upper case; undefined for one that no token may have, and for XRGE. */
export function tokenSymbol(text: string): string | undefined {
  const symbol = text.trim().toUpperCase();
  return /^[A-Z0-9_-]{1,32}$/.test(symbol) && symbol !== 'XRGE' ? symbol : undefined;
}

export interface Collection {
  /** The account as `accountKey` spells it. */
  readonly creator: string;
  readonly name: string;
  /** 0 for no limit. */
  readonly most: bigint;
  readonly minted: number;
  readonly royaltyBps: number;
  readonly royaltyRecipient: string;
  readonly frozen: boolean;
}

export interface Nft {
  readonly owner: string;
  readonly name: string;
  /** JSON text; empty for none. */
  readonly metadata: string;
  readonly locked: boolean;
}

export interface LocalContract {
  readonly address: string;
  readonly code: CompiledContract;
  /** As it would be uploaded. */
  readonly codeBytes: number;
  /** Names the contract for people: its file. */
  readonly name: string;
}

export class MemoryLedger {
  readonly journal = new Journal();
  readonly contracts = new Map<string, LocalContract>();
  /** By contract and key in hex: `address/key`. */
  readonly storage = new JournaledMap<Uint8Array>(this.journal);
  readonly collections = new JournaledMap<Collection>(this.journal);
  /** By `id/collection`. */
  readonly nfts = new JournaledMap<Nft>(this.journal);
  readonly #xrge = new JournaledMap<bigint>(this.journal);
  /** By `symbol/account`. */
  readonly #tokens = new JournaledMap<bigint>(this.journal);
  /** Rules that are not active. */
  readonly inactive = new Set<UpgradeName>(['contract_chain_id']);
  height = FIRST_HEIGHT;
  timeMs = FIRST_TIME_MS;
  chainId = 'rougechain-test';

  /** Makes blocks: time passes. */
  mine(blocks: number): void {
    this.height += blocks;
    this.timeMs += blocks * BLOCK_MS;
  }

  /** The hash of a block: an own one for each height. */
  hashAt(height: number): Uint8Array {
    return sha256(utf8(`block ${this.chainId} ${height}`));
  }

  /** @returns undefined for a block that is not one of the 256 before the executing one. */
  knownHash(height: bigint): Uint8Array | undefined {
    const age = BigInt(this.height) - height;
    return age >= 1n && age <= KNOWN_HASHES && height >= 0n ? this.hashAt(Number(height)) : undefined;
  }

  /** The account to which a contract may give something; undefined for a text that names none, and for no contract's address. */
  recipient(text: string): string | undefined {
    const key = accountKey(text);
    return key !== undefined && CONTRACT.test(key) && !this.contracts.has(key) ? undefined : key;
  }

  /** Quanta. */
  balance(account: string): bigint {
    return this.#xrge.get(account) ?? 0n;
  }

  /** Base units. */
  tokenBalance(symbol: string, account: string): bigint {
    return this.#tokens.get(`${symbol}/${account}`) ?? 0n;
  }

  /** Changes a balance by an amount that may be negative. @returns false, with nothing changed, when it would be below zero. */
  credit(symbol: string, account: string, amount: bigint): boolean {
    const isNative = symbol === 'XRGE';
    const table = isNative ? this.#xrge : this.#tokens;
    const key = isNative ? account : `${symbol}/${account}`;
    const after = (table.get(key) ?? 0n) + amount;
    if (after < 0n) return false;
    table.set(key, after);
    return true;
  }

  /** @returns false, with nothing moved, when the sender has too little. */
  move(symbol: string, from: string, to: string, amount: bigint): boolean {
    return this.credit(symbol, from, -amount) && this.credit(symbol, to, amount);
  }
}
