/** A stored block's transactions, decoded one by one as they are asked for.
 *
 *  In: a block's record. Out: its transactions with their receipts. Body, signatures and receipts are found entry by entry, so
 *  that one transaction of a full block costs about as much as one of a small block. Wallets ask for the newest blocks again
 *  and again: what was read last is kept. */

import { StoredTransaction, WireReader, WireReceipt } from '../../proto/wire.js';
import { STORED_JSON } from '../base/limits.js';
import { invariant, isRefusal } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { accountOfBytes } from '../crypto/address.js';
import { SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { decodeTransaction } from '../ledger/decode.js';
import type { StoredReceipt } from '../ledger/views.js';
import { nativeProtocol } from '../protocol/native.js';
import { heightKey, publicKeyKey, receiptsKey } from './keys.js';
import type { KeyReader } from './port.js';
import type { StoredBlock } from './records.js';

/** Bytes of content that are kept: three full blocks of 4,000 transfers. */
export const KEPT_CONTENT_BYTES = 64 * 1024 * 1024;

/** Field 1, length-delimited: the only field of Body and of Receipts (wire.proto). */
const ENTRY_TAG = (1 << 3) | 2;

/** The entries of a message that has nothing else. */
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

/** Content by block hash, which says all of it; what was asked for least recently goes first. */
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
    if (this.#contents.has(hash) || sizeOf(content) > this.limit) return;
    this.#contents.set(hash, content);
    this.#bytes += sizeOf(content);
    for (const [oldest, old] of this.#contents) {
      if (this.#bytes <= this.limit) return;
      this.#contents.delete(oldest);
      this.#bytes -= sizeOf(old);
    }
  }
}

/** One for each thread: only the store's thread reads the past. */
const kept = new ContentCache();

async function readContent(reader: KeyReader, block: StoredBlock, cache: ContentCache): Promise<StoredContent> {
  const found = cache.find(block.hash);
  if (found) return found;
  const { height } = block.header;
  const [body, signatures, receipts] = await Promise.all([
    reader.getFrom('bodies', heightKey(height)),
    reader.getFrom('signatures', heightKey(height)),
    reader.get(receiptsKey(height)),
  ]);
  invariant(body && receipts, `block ${height} has no body`);
  const content: StoredContent = {
    body: new EntryTable(body, block.transactionCount),
    signatures,
    receipts: new EntryTable(receipts, block.transactionCount),
  };
  cache.keep(block.hash, content);
  return content;
}

export class BlockContent {
  #keys: ReadonlyMap<string, Uint8Array> = new Map();

  private constructor(
    readonly block: StoredBlock,
    private readonly content: StoredContent | undefined,
    private readonly reader: KeyReader,
  ) {}

  static async read(reader: KeyReader, block: StoredBlock, cache = kept): Promise<BlockContent> {
    const content = block.transactionCount === 0 ? undefined : await readContent(reader, block, cache);
    return new BlockContent(block, content, reader);
  }

  get length(): number {
    return this.block.transactionCount;
  }

  /** Reads the keys of the signers at these positions at once, for whoever goes through all of them. */
  async loadKeys(from: number, to: number): Promise<void> {
    const signers = new Set<ReturnType<typeof accountOfBytes>>();
    for (let position = from; position < Math.min(to, this.length); position++)
      signers.add(accountOfBytes(this.#stored(position).account ?? new Uint8Array()));
    const accounts = [...signers];
    const keys = await this.reader.getMany(accounts.map(publicKeyKey));
    this.#keys = new Map(accounts.flatMap((account, index) => (keys[index] ? [[account, keys[index]]] : [])));
  }

  async transaction(position: number): Promise<{ transaction: Transaction; receipt: StoredReceipt }> {
    const stored = this.#stored(position);
    const account = accountOfBytes(stored.account ?? new Uint8Array());
    const publicKey = this.#keys.get(account) ?? (await this.reader.get(publicKeyKey(account)));
    invariant(publicKey, 'the key of a stored transaction is missing');
    const signature =
      this.content?.signatures?.subarray(position * SIGNATURE_BYTES, (position + 1) * SIGNATURE_BYTES) ??
      new Uint8Array();
    const transaction = decodeTransaction(
      {
        operation: stored.operation ?? '',
        publicKey,
        text: stored.text ?? new Uint8Array(),
        keyAt: stored.keyAt ?? 0,
        signature,
      },
      this.block.header.chain_id,
      nativeProtocol,
      STORED_JSON,
    );
    invariant(!isRefusal(transaction), 'a stored transaction cannot be decoded');
    return { transaction, receipt: this.#receipt(position) };
  }

  placement(position: number) {
    const { block } = this;
    return { height: block.header.height, hash: block.hash, time: block.header.time, position };
  }

  #stored(position: number) {
    invariant(this.content && position < this.length, `position ${position} is not in the block`);
    return StoredTransaction.decode(this.content.body.at(position));
  }

  #receipt(position: number): StoredReceipt {
    invariant(this.content, 'an empty block has no receipts');
    const { nonce, fee, failure, result } = WireReceipt.decode(this.content.receipts.at(position));
    return {
      nonce: Number(nonce ?? 0),
      fee: BigInt(fee || '0'),
      failure: failure ?? '',
      result: result ? JSON.parse(result) : null,
    };
  }
}
