/** The verifier port: what the node needs from the part that checks and makes signatures.
 *
 *  In: raw requests, blocks' transactions, votes, bytes to sign. Out: one answer for every question, always: a verdict,
 *  or a refusal with a code (`busy`, `sender_limit`, `internal`, `stopping`). Nothing is lost silently: what a dead
 *  worker held is tried once more and then refused; `close` refuses what is still waiting. The bytes handed in must not
 *  change until the answer is there. */

import type { HistogramReading } from '../base/histogram.js';
import type { Refusal, RefusalCode } from '../base/refusal.js';
import type { SignedParts, Transaction } from '../chain/transaction.js';
import type { KeyCacheCounts } from '../crypto/mldsa.js';
import type { Expected } from './verify.js';

/** A request as its sender wrote it. */
export interface RawItem {
  /** `request`: a signed v2 envelope; `broadcast`: a TxV1 with `signed_payload`; `signed`: a protobuf Transaction. */
  readonly kind: 'request' | 'broadcast' | 'signed';
  /** Operation of the route. Empty where the bytes name their own: in a broadcast and in a batch. */
  readonly operation: string;
  readonly bytes: Uint8Array;
  /** Where it comes from, as far as that can be told: the network of the client's address. A client that names a key from
   *  elsewhere counts as a different sender. Absent: from this node itself. */
  readonly source?: string;
}

/** A transaction whose signature holds, ready for the mempool or for execution. The bytes of a fresh request are views
 *  into the answer of its whole packet: they keep that packet's memory (up to some hundred KiB) alive. */
export interface VerifiedTransaction {
  readonly transaction: Transaction;
  /** Leaf of the transaction root, 32 bytes. */
  readonly leaf: Uint8Array;
  /** The transaction as an entry of a stored body. */
  readonly bodyEntry: Uint8Array;
  /** What a broadcast says the ledger will derive; empty for every other item. */
  readonly expected: Expected;
}

/** A transaction of a block in the bytes in which it came. */
export interface EncodedTransaction {
  /** An element of `txs` in the JSON of a block, or a protobuf Transaction. */
  readonly form: 'json' | 'protobuf';
  readonly bytes: Uint8Array;
  /** Leaf of a verified transaction that this one may be. When it is, key, signed bytes and signature are the same, and the
   *  signature is not checked again. */
  readonly leaf?: Uint8Array | undefined;
}

/** A transaction of a block: its signed parts, or its bytes. */
export type BlockItem = SignedParts | EncodedTransaction;

/** One signature under one message. */
export interface SignatureCheck {
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** Counts since the start, and gauges of this moment. */
export interface VerifierStats {
  /** Threads of lanes that have passed their self-test and take packets. */
  readonly workers: number;
  /** Waiting, not yet in a packet. */
  readonly queuedItems: number;
  /** Bytes of all fresh items that have no answer yet. */
  readonly heldBytes: number;
  readonly inFlightItems: number;
  readonly inFlightPackets: number;
  /** Items whose signature held. */
  readonly verified: number;
  /** Items with any other verdict: wrong signatures, refused requests, and the pool's own refusals. */
  readonly refused: number;
  readonly signed: number;
  /** Resends that shared the verdict of the first. */
  readonly shared: number;
  /** Requests that were put off because they will be refused whatever their signature is. */
  readonly deferred: number;
  /** Those of them that were refused with `busy` without being checked. */
  readonly shed: number;
  /** Name of the signature backend of the threads; empty before the first is ready. */
  readonly backend: string;
  /** Expanded keys in the threads: counts since the start, and the keys held now. */
  readonly keyCache: KeyCacheCounts;
  readonly packets: number;
  readonly lostPackets: number;
  readonly itemsPerPacket: number;
  /** Mean time of a worker per item whose signature was checked; the newest packets count most. */
  readonly microsecondsPerItem: number;
  /** Mean wait from the call to the packet. */
  readonly waitMicroseconds: number;
  /** Lanes; each has a thread when all is well. */
  readonly lanes: number;
  /** Threads that died; each is replaced. */
  readonly deaths: number;
  /** `refused` by code. */
  readonly refusals: ReadonlyMap<RefusalCode, number>;
  /** Seconds from the call to the packet. */
  readonly waits: HistogramReading;
  /** Seconds from the call to the answer. */
  readonly answers: HistogramReading;
  /** Seconds that the thread of each lane has worked; starts again with a new thread. */
  readonly activeSeconds: readonly number[];
  /** Seconds that the thread for urgent work has worked; 0 without one. */
  readonly urgentSeconds: number;
}

export interface VerifierPort {
  /** A fresh request. @param now milliseconds: the clock against which the timestamp window is checked. */
  verify(item: RawItem, now: number): Promise<VerifiedTransaction | Refusal>;

  /** The fresh requests of one body: many promises would take longer than what is done with their answers.
   *  @param answered called once for each, with its place among the items; possibly before this returns. It must not throw. */
  verifyAll(
    items: readonly RawItem[],
    now: number,
    answered: (at: number, answer: VerifiedTransaction | Refusal) => void,
  ): void;

  /** Transactions of a block, from a peer or the journal: signature and everything `decodeTransaction` checks, no
   *  window. Goes before fresh requests. @returns one answer each, in the same order. */
  verifyTransactions(parts: readonly BlockItem[]): Promise<(VerifiedTransaction | Refusal)[]>;

  /** Signatures of blocks and votes. Goes first, taking turns with signing, in a thread that handles no requests.
   *  @returns one verdict each, in the same order; a refusal when not all could be checked: never `false` for a
   *  signature that was not checked. */
  checkSignatures(checks: readonly SignatureCheck[]): Promise<boolean[] | Refusal>;

  /** Signs with the node's key, hedged (FIPS 204, algorithm 2).
   *  @param rank `urgent`, which is usual, is a header or a vote: goes first, taking turns with `checkSignatures`, in their
   *  thread. `own` is a request that the node makes itself: goes after blocks, in a thread where no header waits.
   *  @returns 3,309 bytes. */
  sign(message: Uint8Array, rank?: 'urgent' | 'own'): Promise<Uint8Array | Refusal>;

  stats(): VerifierStats;

  /** Refuses everything that waits or is under way with `stopping`, then ends the threads. */
  close(): Promise<void>;
}

/** The part of a verifier that checking whole blocks needs. */
export type BlockVerifier = Pick<VerifierPort, 'verifyTransactions' | 'checkSignatures'>;
