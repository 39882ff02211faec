/** What peers say to each other: one typed message per kind. `messageCodec.ts` has their bytes, proto/wire.proto their fields.
 *
 *  Hashes are 64 hex characters, ids of transactions binary strings of 32 characters. */

import type { Refusal, RefusalCode } from '../base/refusal.js';
import type { Certificate } from '../chain/certificate.js';
import type { SignedParts } from '../chain/transaction.js';
import type { Vote } from '../chain/vote.js';
import type { HandshakeProof, Rank } from './sessionEvents.js';

/** A header's bytes and the proposer's signature over them. */
export interface HeaderBytes {
  readonly headerBytes: Uint8Array;
  readonly proposerSignature: Uint8Array;
}

export interface PeerStatus {
  readonly height: number;
  readonly hash: string;
  /** Links to the proposer of the next block: 0 is the proposer itself; undefined when no way to it is known. */
  readonly proposerDistance: number | undefined;
  readonly producing: boolean;
}

export interface Introduction {
  /** 16 random bytes of this run of the node. */
  readonly instance: Uint8Array;
  /** 32 random bytes with which the receiver salts the short ids that it sends here. */
  readonly salt: Uint8Array;
  /** Where others reach the node; '' when it cannot be discovered. */
  readonly url: string;
  readonly name: string;
  readonly version: string;
  readonly ageMs: number;
  readonly status: PeerStatus;
}

/** A certificate without the precommits that the receiver has. */
export interface PartialCertificate {
  readonly certificate: Certificate;
  /** Those precommits, as hex of SHA-256(voter key, signature). */
  readonly leftOut: readonly string[];
}

/** Length of a transaction's short id in a compact block. A random pair among 40,000 transactions shares one in 350,000 blocks. */
export const SHORT_ID_BYTES = 6;

export interface CompactBlock extends HeaderBytes {
  readonly certificate: PartialCertificate | undefined;
  /** 6 bytes for each transaction. */
  readonly shortIds: Uint8Array;
}

/** A part of a whole block. The first part (`first` is 0) has `head`. */
export interface BlockPart {
  readonly request: number;
  readonly height: number;
  readonly head: BlockHead | undefined;
  /** Position of the first transaction of this part. */
  readonly first: number;
  readonly transactions: readonly SignedParts[];
}

/** A header of the chain with the certificate that made its block final. */
export interface CertifiedHeader extends HeaderBytes {
  readonly certificate: Certificate;
}

export interface BlockHead extends HeaderBytes {
  readonly parentCertificate: Certificate | undefined;
  /** The block's own; undefined when it was asked for without. */
  readonly certificate: Certificate | undefined;
  readonly transactionCount: number;
}

/** What somebody has seen of a key's signatures. */
export interface SignedBy {
  /** The greatest height that the key has signed a vote or block of; 0 for none. */
  readonly height: number;
  readonly votes: readonly Vote[];
  readonly headers: readonly HeaderBytes[];
}

export interface PeerTransaction {
  readonly id: string;
  readonly transaction: SignedParts;
}

/** What became of a transaction that was handed over. A code of a newer version is `internal` here. */
export type HandoverOutcome =
  | { readonly held: true }
  | { readonly held: false; readonly code: RefusalCode; readonly message: string; readonly retryAfterSeconds?: number };

export interface PeerAddress {
  readonly url: string;
  readonly name: string;
}

/** A snapshot of the state that a node has, as its manifest describes it. */
export interface SnapshotOffer {
  readonly height: number;
  /** The block's, 64 hex characters. */
  readonly hash: string;
  /** SHA-256 of the manifest without its certificate and its seal, 64 hex characters: nodes have the same state, and each its own
   *  certificate. */
  readonly id: string;
  /** Chunks and runs of recent blocks. */
  readonly parts: number;
  /** Of all parts. */
  readonly bytes: number;
}

/** A log of the services. */
export interface ServiceLogName {
  /** The node whose log it is: hex SHA-256 of its key. */
  readonly origin: string;
  /** Its private series. */
  readonly isPrivate: boolean;
}

export interface ServiceLogMark extends ServiceLogName {
  /** Number of the last entry that is signed. */
  readonly last: number;
}

export type PeerMessage =
  | { readonly kind: 'introduction'; readonly introduction: Introduction }
  | { readonly kind: 'status'; readonly status: PeerStatus }
  | { readonly kind: 'compactBlock'; readonly block: CompactBlock }
  | { readonly kind: 'blockOffer'; readonly height: number; readonly hash: string }
  | { readonly kind: 'compactBlockWanted'; readonly hash: string; readonly wholeCertificate: boolean }
  | {
      readonly kind: 'blockTransactionsWanted';
      readonly request: number;
      readonly hash: string;
      /** Positions in the block, ascending, or all. */
      readonly positions: readonly number[] | 'all';
    }
  | {
      readonly kind: 'blockTransactions';
      readonly request: number;
      readonly first: number;
      readonly transactions: readonly SignedParts[];
      readonly unknown: boolean;
    }
  | {
      readonly kind: 'blocksWanted';
      readonly request: number;
      readonly fromHeight: number;
      readonly count: number;
      readonly mostBytes: number;
      /** The sender has the certificates of the blocks. */
      readonly withoutCertificate: boolean;
    }
  | { readonly kind: 'blockPart'; readonly part: BlockPart }
  | {
      readonly kind: 'blocksEnd';
      readonly request: number;
      readonly refused: boolean;
      /** The sender does not have the blocks below; 0 when it has all. */
      readonly lowestHeight: number;
    }
  /** `blocksEnd` with the same request ends the answer. */
  | {
      readonly kind: 'headersWanted';
      readonly request: number;
      readonly fromHeight: number;
      readonly count: number;
      readonly mostBytes: number;
    }
  | {
      readonly kind: 'headersPart';
      readonly request: number;
      /** Of the first one. */
      readonly fromHeight: number;
      /** Of consecutive heights. */
      readonly headers: readonly CertifiedHeader[];
    }
  | { readonly kind: 'votes'; readonly votes: readonly Vote[] }
  | { readonly kind: 'votesWanted'; readonly height: number }
  | { readonly kind: 'certificate'; readonly partial: PartialCertificate }
  | { readonly kind: 'certificateWanted'; readonly height: number; readonly hash: string }
  | { readonly kind: 'signedByWanted'; readonly request: number; readonly key: Uint8Array }
  | { readonly kind: 'signedByAnswer'; readonly request: number; readonly signedBy: SignedBy }
  | { readonly kind: 'inventory'; readonly ids: readonly string[] }
  | { readonly kind: 'transactionsWanted'; readonly request: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'transactions';
      /** 0: pushed to the proposer without being asked for. */
      readonly request: number;
      readonly transactions: readonly PeerTransaction[];
      readonly missing: readonly string[];
    }
  | { readonly kind: 'handover'; readonly request: number; readonly item: PeerTransaction }
  | { readonly kind: 'handoverAnswer'; readonly request: number; readonly outcome: HandoverOutcome }
  | { readonly kind: 'peersWanted' }
  | { readonly kind: 'peers'; readonly peers: readonly PeerAddress[] }
  | { readonly kind: 'evidence'; readonly evidence: Uint8Array }
  | { readonly kind: 'ping'; readonly number: number }
  | { readonly kind: 'pong'; readonly number: number }
  | { readonly kind: 'goodbye'; readonly reason: string }
  /** Another process has proven the receiver's key to the sender. */
  | { readonly kind: 'keyElsewhere'; readonly proof: HandshakeProof }
  /** `height`: whose hash is asked for; 0 for none. */
  | { readonly kind: 'snapshotsWanted'; readonly request: number; readonly height: number }
  | {
      readonly kind: 'snapshotsOffered';
      readonly request: number;
      readonly snapshots: readonly SnapshotOffer[];
      /** Of the sender's final block at the height that was asked for; undefined when it does not have it. */
      readonly blockHash: string | undefined;
    }
  | {
      readonly kind: 'snapshotPartWanted';
      readonly request: number;
      /** Of the snapshot. */
      readonly id: string;
      /** 0: the manifest; from 1: chunks, then runs of recent blocks. */
      readonly part: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'snapshotPart';
      readonly request: number;
      readonly bytes: Uint8Array;
      readonly refused: boolean;
    }
  /** How far the sender has logs, as far as the receiver may know of them. */
  | { readonly kind: 'serviceLogs'; readonly marks: readonly ServiceLogMark[] }
  | ({
      readonly kind: 'serviceRunsWanted';
      readonly request: number;
      /** Number of the first entry. */
      readonly from: number;
    } & ServiceLogName)
  /** `runs`: a ServiceLogPart; empty when there is none from that number on. */
  | { readonly kind: 'serviceRuns'; readonly request: number; readonly runs: Uint8Array }
  | {
      readonly kind: 'serviceForward';
      readonly request: number;
      readonly service: string;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'serviceForwarded'; readonly request: number; readonly answer: Uint8Array | Refusal };

export type MessageKind = PeerMessage['kind'];

/** Votes, headers and what keeps a connection go before what is large and can wait. */
const BULK: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'blockTransactions',
  'blockPart',
  'blocksEnd',
  'headersPart',
  'inventory',
  'transactionsWanted',
  'transactions',
  'peersWanted',
  'peers',
  'evidence',
  'snapshotsOffered',
  'snapshotPart',
  'serviceLogs',
  'serviceRuns',
  'serviceForward',
  'serviceForwarded',
]);

export const rankOf = (kind: MessageKind): Rank => (BULK.has(kind) ? 'bulk' : 'urgent');
