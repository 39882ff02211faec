/** A block of the open slot that is being put together from a compact one, or that is whole.
 *
 *  In: short ids, waiting transactions, what peers send by position. Out: the positions that are missing, and the whole block once
 *  its transactions have the root that its header names. */

import { fromBinary } from '../base/bytes.js';
import type { Block } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import { joinKey, type SignedParts } from '../chain/transaction.js';
import type { Protocol } from '../protocol/protocol.js';
import type { HeaderVerdict, SignedHeader, WaitingTransaction } from './events.js';
import type { CompactBlock } from './messages.js';
import type { LinkId } from './net.js';

/** What is asked of one peer for this block. */
export interface PartRequest {
  readonly request: number;
  readonly link: LinkId;
  readonly positions: readonly number[] | 'all';
  /** How many of them have come. */
  received: number;
  /** When it last moved. */
  at: number;
}

export class OpenBlock {
  verdict: HeaderVerdict | undefined;
  /** Undefined until it was put together; null when the block carries none. */
  certificate: Certificate | null | undefined;
  /** Peers that have shown it or were sent it. */
  readonly shown = new Set<LinkId>();
  /** Those that can be asked for it, and what they said. */
  readonly sources = new Map<LinkId, CompactBlock>();
  /** Sources that did not answer or sent something else. */
  readonly failed = new Set<LinkId>();
  request: PartRequest | undefined;
  /** The peer that is asked for the block with the whole certificate of its parent, and since when. */
  certificateAsked: { readonly link: LinkId; readonly at: number } | undefined;
  transactions: (SignedParts | undefined)[] | undefined;
  leaves: (Uint8Array | undefined)[] = [];
  /** Every transaction came from the peer that is asked: nothing else can be to blame for a wrong root. */
  fromOneSource = false;
  block: Block | undefined;
  own = false;

  constructor(readonly signed: SignedHeader) {}

  get hash(): string {
    return this.signed.hash;
  }

  /** It is here, or somebody can be asked for it: those who could may have gone. */
  get isComing(): boolean {
    return this.block !== undefined || this.sources.size > 0;
  }

  get height(): number {
    return this.signed.header.height;
  }

  /** Fills in what waits here. */
  begin(found: readonly (WaitingTransaction | undefined)[]): void {
    this.transactions = found.map((each) => each?.transaction);
    this.leaves = found.map((each) => each?.leaf);
    this.fromOneSource = false;
  }

  /** Forgets everything but the number of transactions: all are asked for. */
  beginAnew(count: number): void {
    this.transactions = new Array(count).fill(undefined);
    this.leaves = new Array(count).fill(undefined);
    this.fromOneSource = true;
  }

  missing(): number[] {
    const positions: number[] = [];
    this.transactions?.forEach((each, at) => {
      if (each === undefined) positions.push(at);
    });
    return positions;
  }

  /** Whether so many transactions continue what was asked for. */
  continues(request: PartRequest, first: number, count: number): boolean {
    const total = request.positions === 'all' ? this.transactions?.length : request.positions.length;
    return this.transactions !== undefined && first === request.received && count > 0 && first + count <= (total ?? 0);
  }

  /** Takes what continues the request. */
  fill(request: PartRequest, first: number, list: readonly SignedParts[], protocol: Protocol): void {
    const { transactions = [] } = this;
    for (const [index, parts] of list.entries()) {
      const at = request.positions === 'all' ? first + index : (request.positions[first + index] as number);
      transactions[at] = parts;
      this.leaves[at] = leafOf(parts, protocol);
    }
    request.received += list.length;
  }

  isFilled(): boolean {
    return this.transactions?.every((each) => each !== undefined) ?? false;
  }

  /** @returns whether the transactions have the header's root; then the block is whole. */
  close(protocol: Protocol): boolean {
    const { header, headerBytes, proposerSignature } = this.signed;
    if (protocol.transactionsRoot(this.leaves as Uint8Array[]) !== header.tx_hash) return false;
    this.block = {
      header,
      headerBytes,
      proposerSignature,
      certificate: this.certificate ?? undefined,
      transactions: this.transactions as SignedParts[],
    };
    this.request = undefined;
    this.sources.clear();
    return true;
  }
}

const NO_LEAF = fromBinary('\0'.repeat(32));

/** The leaf of a transaction as its parts say; bytes that nobody can have signed have a leaf of zeros, which no block has. */
export function leafOf(parts: SignedParts, protocol: Protocol): Uint8Array {
  const signed = joinKey(parts.text, parts.keyAt, parts.publicKey);
  if (!signed) return NO_LEAF;
  return protocol.transactionLeaf(protocol.transactionId(parts.publicKey, signed), parts.signature);
}
