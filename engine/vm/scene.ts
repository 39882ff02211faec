/** What a contract sees of the chain and may do to it during one execution. The host functions turn pointers into values and
 *  values into the codes of the specification; a scene knows neither memory nor fuel.
 *
 *  Bytes that a scene is given are its own: copies that nobody writes to afterwards.
 *
 *  Everything that a scene is asked to do is pending: whoever made it keeps the effects of a successful execution and drops
 *  those of a failed one. */

import type { UpgradeName } from '../chain/upgrades.js';

export interface AttachedAmount {
  /** `XRGE`, or a token's symbol in upper case. */
  readonly symbol: string;
  /** Quanta for XRGE, base units of the token otherwise. */
  readonly amount: bigint;
}

/** Why a token was not moved. */
export type TokenRefusal = 'insufficient' | 'invalid';
export type NftTransferRefusal = 'not_owned' | 'not_found';
export type CollectionRefusal = 'exists' | 'invalid';
export type MintRefusal = 'not_creator' | 'max_reached' | 'missing' | 'invalid';
/** Why a result of a queued call cannot be read. */
export type ResultRefusal = 'unknown' | 'failed';

export interface ContractScene {
  /** Whether a rule is active at the executing height: a host function of a later rule is not linked. */
  isActive(upgrade: UpgradeName): boolean;

  /** Public key in hex of the signer; the address of the calling contract in a sub-call. */
  readonly caller: string;
  /** Own address: 40 hex characters. */
  readonly self: string;
  /** Compact JSON. */
  readonly args: Uint8Array;
  readonly chainId: string;
  readonly height: number;
  /** Unix time in seconds. */
  readonly time: number;
  /** Absent in sub-calls and in calls without one. */
  readonly attached: AttachedAmount | undefined;

  /** Lines beyond the `OutputAllowance` of the transaction are left out. */
  log(line: string): void;
  setReturn(data: Uint8Array): void;
  /** @throws HostTrap beyond the `OutputAllowance` of the transaction. */
  emit(topic: string, data: string): void;

  /** A read after a write of the same execution sees the written value; a read after a delete sees nothing. */
  readStorage(key: Uint8Array): Uint8Array | undefined;
  writeStorage(key: Uint8Array, value: Uint8Array): void;
  deleteStorage(key: Uint8Array): void;

  /** Quanta. @param account any text that names one: address, key in hex, or a contract's 40 hex characters. */
  balance(account: string): bigint;
  /** Moves quanta out of the contract's own balance. @returns false, with nothing moved, when it cannot. */
  transfer(to: string, amount: bigint): boolean;
  /** Base units; undefined for a symbol that is none, and for XRGE. */
  tokenBalance(symbol: string, account: string): bigint | undefined;
  tokenTransfer(symbol: string, to: string, amount: bigint): TokenRefusal | undefined;

  /** Owner as stored; undefined for an NFT that does not exist. */
  nftOwner(collection: string, id: bigint): string | undefined;
  nftTransfer(collection: string, id: bigint, to: string): NftTransferRefusal | undefined;
  /** @param most greatest number of NFTs; 0 for no limit. @returns the id of the new collection. */
  nftCreateCollection(symbol: string, name: string, most: bigint): { readonly id: string } | CollectionRefusal;
  /** @param metadata JSON text; empty for none. @returns the id of the new NFT. */
  nftMint(collection: string, to: string, name: string, metadata: string): { readonly id: number } | MintRefusal;
  /** Undefined for a collection that does not exist. */
  royalty(collection: string): { readonly bps: number; readonly recipient: string } | undefined;

  /** The next 32 bytes of this execution's sequence. */
  random(): Uint8Array;
  /** 32 bytes of the hash of one of the 256 blocks before the executing one. */
  blockHash(height: bigint): Uint8Array | undefined;

  /** @param gas fuel of the sub-call; 0 or less for half of the caller's limit. @returns its number; undefined at the greatest depth. */
  queueCall(address: string, method: string, args: string, gas: bigint): number | undefined;
  callResult(id: number): Uint8Array | ResultRefusal;

  /** ML-DSA-65 with an empty context. @param publicKey 1,952 bytes. @param signature 3,309 bytes. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}
