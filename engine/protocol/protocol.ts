/** What the rules of one network fix, behind one interface: encodings, ids, hashes, fees.
 *
 *  Kinds of transactions, state tables, mempool, consensus and API are shared by all networks; only what this
 *  interface names may differ. `native` is the set of rules of our own networks. */

import type { JsonObject } from '../base/json.js';
import type { Certificate, VoteType } from '../chain/certificate.js';
import type { ByteFees, FeeParameters, Genesis } from '../chain/genesis.js';
import type { Header } from '../chain/header.js';

/** The block every node of a network starts from. Nobody signs it. */
export interface GenesisBlock {
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  /** Stands in the place of a signature: hex SHA-256 of the header bytes. */
  readonly proposerSignature: string;
  readonly hash: string;
}

/** A block's fees, in quanta. */
export interface FeeSplit {
  readonly burned: bigint;
  readonly proposer: bigint;
  /** In the order of the stakes given. */
  readonly validators: readonly bigint[];
  readonly treasury: bigint;
}

/** A sparse Merkle trie over the bits of SHA-256(key): a leaf is SHA-256(leafPrefix, SHA-256(key), SHA-256(value)), an inner
 *  node SHA-256(left, right), a subtree without a leaf 32 bytes of 0. */
export interface StateTree {
  /** One byte: with it a leaf is a message of another length than an inner node. */
  readonly leafPrefix: number;
}

export interface Protocol {
  readonly name: string;

  /** What is signed when a request carries no bytes of its own: the text of its payload. */
  payloadText(payload: JsonObject): string;

  /** @returns the identity as 32 bytes: it never depends on the signature. */
  transactionId(publicKey: Uint8Array, signedBytes: Uint8Array): Uint8Array;

  /** Leaf of the transaction root: 32 bytes over id and signature. */
  transactionLeaf(id: Uint8Array, signature: Uint8Array): Uint8Array;

  /** `header.tx_hash` over the leaves in block order: 64 hex characters. */
  transactionsRoot(leaves: readonly Uint8Array[]): string;

  headerBytes(header: Header): Uint8Array;

  /** @returns 64 hex characters. */
  blockHash(headerBytes: Uint8Array, proposerSignature: string): string;

  /** What a validator signs for a vote. @param blockHash 32 bytes. */
  voteBytes(chainId: string, type: VoteType, height: number, blockHash: Uint8Array): Uint8Array;

  /** `header.parent_commit` for the parent's certificate: 64 hex characters. */
  certificateHash(certificate: Certificate): string;

  /** How records are hashed into `header.state_root`. */
  readonly stateTree: StateTree;

  genesisBlock(genesis: Genesis): GenesisBlock;

  /** Whether a header of this height carries the state root; below no header does. */
  requiresStateRoot(height: number): boolean;

  /** Whether a header of this height must name its parent's certificate. */
  requiresCertificate(genesis: Genesis, height: number): boolean;

  /** Fee of an operation before its priority fee, in quanta.
   *  @param units how many times it is paid, for an operation that pays for each item.
   *  @returns undefined for an operation that these rules do not know. */
  tableFee(operation: string, baseFee: bigint, units: number): bigint | undefined;

  /** What the signed bytes of a transaction cost beyond its allowance, in quanta: part of its fee, beside the table fee.
   *  @param units how many times it pays the table fee; each has an allowance. */
  byteFee(signedBytes: number, units: number, fees: ByteFees): bigint;

  /** Base fee of the next block. @param transactions all transactions of this block. */
  nextBaseFee(current: bigint, transactions: number, fees: FeeParameters): bigint;

  /** Divides what a block collected. @param paying transactions that paid a fee; @param stakes before the block. */
  splitFees(collected: bigint, baseFee: bigint, paying: number, stakes: readonly bigint[]): FeeSplit;
}
