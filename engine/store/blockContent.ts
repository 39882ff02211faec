/** A stored block's transactions, decoded one by one as they are asked for.
 *
 *  In: a block's record. Out: its transactions with their receipts. Body, signatures and receipts are located entry by entry, so
 *  that one transaction of a full block costs about as much as one of a small block. Wallets ask for the newest blocks again
 *  and again, so the content that was read last is kept. */

import { StoredTransaction, WireReader, WireReceipt } from '../../proto/wire.js';
import { concatBytes } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { type AccountId, accountOfBytes } from '../crypto/address.js';
import { SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { readStoredTransaction } from '../ledger/unreadable.js';
import type { StoredReceipt } from '../ledger/views.js';
import { protocolOfStored } from '../protocol/protocolOf.js';
import { heightKey, receiptsKey } from './keys.js';
import { whyMissing } from './notKept.js';
import type { KeyReader } from './port.js';
import type { StoredBlock } from './records.js';

/** Bytes of content that are kept: two full blocks of 20,000 transfers, so that two readers of such blocks do not keep evicting
 *  each other's. */
export const KEPT_CONTENT_BYTES = 160 * 1024 * 1024;

/** Field 1, length-delimited: the only field of Body and of Receipts (wire.proto). */
const ENTRY_TAG = (1 << 3) | 2;

/** The entries of a message that contains nothing else. */
class EntryTable {
  /** Begin and end of each entry. */
  readonly #places: Uint32Array;

  /** @param count entries that must be there. */
  constructor(
    readonly bytes: Uint8Array,
    count: number,
  ) {
    this.#places = new Uint32Array(2 * count);
    const reader = WireReader.create(bytes);
    for (let entry = 0; entry < count; entry++) {
      invariant(reader.uint32() === ENTRY_TAG, 'a stored block holds something else between its entries');
      const end = reader.uint32() + reader.pos;
      this.#places.set([reader.pos, end], 2 * entry);
      reader.pos = end;
    }
    invariant(reader.pos === reader.len, 'a stored block has another number of entries than its record says');
  }

  at(entry: number): Uint8Array {
    return this.bytes.subarray(this.#places[2 * entry], this.#places[2 * entry + 1]);
  }
}

interface StoredContent {
  readonly body: EntryTable;
  /** Undefined when they were pruned. */
  readonly signatures: Uint8Array | undefined;
  readonly receipts: EntryTable;
}

const sizeOf = ({ body, signatures, receipts }: StoredContent): number =>
  body.bytes.length + (signatures?.length ?? 0) + receipts.bytes.length;

/** Content by block hash, which determines it; the least recently used leaves first. The latest stays whatever its size:
 *  readers release a block between the pieces of their answer, and the next one often needs the same block. */
export class ContentCache {
  readonly #contents = new Map<string, StoredContent>();
  #bytes = 0;

  constructor(private readonly limit = KEPT_CONTENT_BYTES) {}

  get bytes(): number {
    return this.#bytes;
  }

  find(hash: string): StoredContent | undefined {
    const content = this.#contents.get(hash);
    if (!content) return undefined;
    this.#contents.delete(hash);
    this.#contents.set(hash, content);
    return content;
  }

  keep(hash: string, content: StoredContent): void {
    if (this.#contents.has(hash)) return;
    this.#contents.set(hash, content);
    this.#bytes += sizeOf(content);
    for (const [oldest, old] of this.#contents) {
      if (this.#bytes <= this.limit || oldest === hash) return;
      this.#contents.delete(oldest);
      this.#bytes -= sizeOf(old);
    }
  }
}

async function readContent(reader: KeyReader, block: StoredBlock, cache: ContentCache): Promise<StoredContent> {
  const found = cache.find(block.hash);
  if (found) return found;
  const { height } = block.header;
  const [body, signatures, receipts] = await Promise.all([
    reader.getFrom('bodies', heightKey(height)),
    reader.getFrom('signatures', heightKey(height)),
    reader.get(receiptsKey(height)),
  ]);
  if (!body || !receipts) throw await whyMissing(reader, height, `the body of block ${height}`);
  const content: StoredContent = {
    body: new EntryTable(body, block.transactionCount),
    signatures,
    receipts: new EntryTable(receipts, block.transactionCount),
  };
  cache.keep(block.hash, content);
  return content;
}

/** What is stored of one transaction. */
export interface StoredEntry {
  readonly body: Uint8Array;
  /** Empty when it was pruned. */
  readonly signature: Uint8Array;
  readonly receipt: Uint8Array;
}

/** A copy in its own memory: a view would keep the whole block alive. */
export function copyOfEntry({ body, signature, receipt }: StoredEntry): StoredEntry {
  const bytes = concatBytes(body, signature, receipt);
  const receiptAt = body.length + signature.length;
  return {
    body: bytes.subarray(0, body.length),
    signature: bytes.subarray(body.length, receiptAt),
    receipt: bytes.subarray(receiptAt),
  };
}

export const signerOf = ({ body }: StoredEntry): AccountId =>
  accountOfBytes(StoredTransaction.decode(body).account ?? new Uint8Array());

/** @param publicKey of the signer. */
export function transactionOf(entry: StoredEntry, publicKey: Uint8Array, chainId: string): Transaction {
  const { operation, text, keyAt } = StoredTransaction.decode(entry.body);
  return readStoredTransaction(
    {
      operation: operation ?? '',
      publicKey,
      text: text ?? new Uint8Array(),
      keyAt: keyAt ?? 0,
      signature: entry.signature,
    },
    chainId,
    protocolOfStored(chainId),
  );
}

/** @param transaction the entry's own. */
export function receiptOf(entry: StoredEntry, transaction: Transaction): StoredReceipt {
  const { nonce, fee, failure, result } = WireReceipt.decode(entry.receipt);
  return {
    nonce: Number(nonce ?? 0),
    fee: BigInt(fee || '0'),
    failure: failure ?? '',
    result: failure && !result ? null : kindOfTransaction(transaction).result.decode(result ?? ''),
  };
}

export class BlockContent {
  private constructor(
    readonly block: StoredBlock,
    private readonly content: StoredContent | undefined,
  ) {}

  static async read(reader: KeyReader, block: StoredBlock, cache: ContentCache): Promise<BlockContent> {
    return new BlockContent(block, block.transactionCount === 0 ? undefined : await readContent(reader, block, cache));
  }

  get length(): number {
    return this.block.transactionCount;
  }

  /** Views over the content. */
  entry(position: number): StoredEntry {
    invariant(this.content && position < this.length, `position ${position} is not in the block`);
    const { body, signatures, receipts } = this.content;
    const signature = signatures?.subarray(position * SIGNATURE_BYTES, (position + 1) * SIGNATURE_BYTES);
    return { body: body.at(position), signature: signature ?? new Uint8Array(), receipt: receipts.at(position) };
  }
}
