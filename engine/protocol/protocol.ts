/** What the rules of one network determine, behind one interface: encodings, ids, hashes, fees.
 *
 *  All networks share kinds of transactions, state tables, mempool, consensus and API; only what is in this interface may
 *  differ. `native` is the set of rules of our own networks. */

import type { JsonObject } from '../base/json.js';
import type { Certificate, VoteType } from '../chain/certificate.js';
import type { ByteFees, FeeParameters, Genesis } from '../chain/genesis.js';
import type { Header } from '../chain/header.js';

/** The block every node of a network starts from. Nobody signs it. */
export interface GenesisBlock {
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  /** Takes the place of a signature: hex SHA-256 of the header bytes. */
  readonly proposerSignature: string;
  readonly hash: string;
}

/** A block's fees, in quanta. */
export interface FeeSplit {
  readonly burned: bigint;
  readonly proposer: bigint;
  /** In the order of the given stakes. */
  readonly validators: readonly bigint[];
  readonly treasury: bigint;
}

/** A sparse Merkle trie over the bits of SHA-256(key): a leaf is SHA-256(leafPrefix, SHA-256(key), SHA-256(value)), an inner
 *  node SHA-256(left, right), a subtree without a leaf 32 bytes of 0. */
export interface StateTree {
  /** One byte: it makes a leaf a message of a different length from an inner node. */
  readonly leafPrefix: number;
}

export interface Protocol {
  readonly name: string;

  /** The text of a payload: this is what was signed when a request carries no signed bytes. */
  payloadText(payload: JsonObject): string;

  /** @returns the identity as 32 bytes; it never depends on the signature. */
  transactionId(publicKey: Uint8Array, signedBytes: Uint8Array): Uint8Array;

  /** Leaf of the transaction root: 32 bytes over id and signature. */
  transactionLeaf(id: Uint8Array, signature: Uint8Array): Uint8Array;

  /** The same leaf for a reader who has only SHA-256 of the signature. */
  transactionLeafOfHash(id: Uint8Array, signatureHash: Uint8Array): Uint8Array;

  /** `header.tx_hash` over the leaves in block order: 64 hex characters. */
  transactionsRoot(leaves: readonly Uint8Array[]): string;

  headerBytes(header: Header): Uint8Array;

  /** @returns 64 hex characters. */
  blockHash(headerBytes: Uint8Array, proposerSignature: string): string;

  /** What a validator signs for a vote. @param blockHash 32 bytes. */
  voteBytes(chainId: string, type: VoteType, height: number, round: number, blockHash: Uint8Array): Uint8Array;

  /** `header.parent_commit` for the parent's certificate: 64 hex characters. */
  certificateHash(certificate: Certificate): string;

  /** How records are hashed into `header.state_root`. */
  readonly stateTree: StateTree;

  genesisBlock(genesis: Genesis): GenesisBlock;

  /** Whether a header of this height carries the state root; no header below such a height does. */
  requiresStateRoot(height: number): boolean;

  /** Whether a header of this height must name its parent's certificate. */
  requiresCertificate(genesis: Genesis, height: number): boolean;

  /** Fee of an operation before its priority fee, in quanta.
   *  @param units how many times the fee is paid, for an operation that pays for each item.
   *  @returns undefined for an operation that these rules do not know. */
  tableFee(operation: string, baseFee: bigint, units: number): bigint | undefined;

  /** What the signed bytes of a transaction beyond its allowance cost, in quanta: part of its fee, besides the table fee.
   *  @param units how many times it pays the table fee; each has an allowance. */
  byteFee(signedBytes: number, units: number, fees: ByteFees): bigint;

  /** Base fee of the next block. @param transactions all transactions of this block. */
  nextBaseFee(current: bigint, transactions: number, fees: FeeParameters): bigint;

  /** Divides what a block collected. @param paying transactions that paid a fee; @param stakes before the block. */
  splitFees(collected: bigint, baseFee: bigint, paying: number, stakes: readonly bigint[]): FeeSplit;
}
