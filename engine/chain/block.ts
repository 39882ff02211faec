/** A block (header, proposer's signature, its parent's certificate, its transactions) and its encoding between nodes. */

import { WireBlock } from '../../proto/wire.js';
import { decodeUtf8, fromHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { BlockEncoding, type BlockParts, FieldWriter } from './blockEncoding.js';
import { certificateFromWire } from './certificate.js';
import { type Header, parseHeader } from './header.js';

export interface Block extends BlockParts {
  readonly header: Header;
}

/** The last block of a chain. */
export interface Tip {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
  /** Header time, milliseconds. */
  readonly time: number;
  /** Transactions in the block itself. */
  readonly transactionCount: number;
  /** Transactions in the chain, this block's included. */
  readonly totalTransactions: number;
}

export function encodeBlock(block: Block): Uint8Array {
  const encoding = new BlockEncoding(block);
  const bytes = Buffer.allocUnsafeSlow(encoding.length);
  encoding.write(new FieldWriter(bytes));
  return bytes;
}

/** @returns a refusal for bytes that are not a block. The content is not checked. */
export function decodeBlock(bytes: Uint8Array): Block | Refusal {
  let message: ReturnType<typeof WireBlock.decode>;
  try {
    message = WireBlock.decode(bytes);
  } catch {
    return refuse('malformed_body', 'the bytes are not a block message');
  }
  const headerText = decodeUtf8(message.header);
  if (headerText === undefined) return refuse('malformed_body', 'the header is not well-formed UTF-8');
  const header = parseHeader(headerText);
  if (isRefusal(header)) return header;
  const commit = message.parentCertificate;
  return {
    header,
    headerBytes: message.header,
    proposerSignature: message.proposerSignature,
    certificate: commit ? certificateFromWire(commit) : undefined,
    transactions: message.transactions.map((transaction) => ({
      operation: transaction.operation ?? '',
      publicKey: transaction.publicKey ?? new Uint8Array(),
      text: transaction.text ?? new Uint8Array(),
      keyAt: transaction.keyAt ?? 0,
      signature: transaction.signature ?? new Uint8Array(),
    })),
  };
}

/** The proposer's raw key. @returns undefined when the header does not carry hex. */
export const proposerKey = (header: Header): Uint8Array | undefined => fromHex(header.proposer_pub_key);
