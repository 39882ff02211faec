/** The chain on disk: commits blocks in order, knows the tip, answers questions about the past.
 *
 *  The tip moves only after a block's commit is durable; whoever asks in between sees the block before. */

import { toHex } from '../base/bytes.js';
import type { Tip } from '../chain/block.js';
import type { ExecutedBlock } from '../consensus/production.js';
import type { AccountId } from '../crypto/address.js';
import { packBlock } from './blockWrite.js';
import type { TransactionAnswer } from './history.js';
import { idKey, publicKeyKey } from './keys.js';
import type { StorePort } from './port.js';
import type { Bucket, StoredBlock } from './records.js';
import { bucketStart, type Recovered, tipOf } from './recovery.js';

export class ChainStore {
  #tip: Tip;
  #tipBlock: StoredBlock;
  #bucket: Bucket;

  constructor(
    private readonly port: StorePort,
    recovered: Pick<Recovered, 'tip' | 'tipBlock' | 'bucket'>,
  ) {
    this.#tip = recovered.tip;
    this.#tipBlock = recovered.tipBlock;
    this.#bucket = recovered.bucket;
  }

  get tip(): Tip {
    return this.#tip;
  }

  get tipBlock(): StoredBlock {
    return this.#tipBlock;
  }

  /** Makes an executed block durable. The state's changes must not be shown before this resolves.
   *  @param hash block hash, 64 hex characters.
   *  @throws StoreError when it could not be made durable; then the tip has not moved. */
  async commit(executed: ExecutedBlock, proposerSignature: Uint8Array, hash: string): Promise<StoredBlock> {
    const { header, headerBytes, certificate, execution, fees } = executed;
    const stored: StoredBlock = {
      header,
      headerBytes,
      proposerSignature,
      hash,
      certificate,
      transactionCount: execution.outcomes.length,
      firstOrdinal: this.#tip.totalTransactions,
      fees,
    };
    const bucket = this.#countIn(stored);
    await this.port.commit(packBlock(executed, stored, bucket));
    this.#bucket = bucket;
    this.#tipBlock = stored;
    this.#tip = tipOf(stored);
    return stored;
  }

  #countIn(block: StoredBlock): Bucket {
    const start = bucketStart(block.header.time);
    const open = start === this.#bucket.start ? this.#bucket : { start, blocks: 0, transactions: 0 };
    return { start, blocks: open.blocks + 1, transactions: open.transactions + block.transactionCount };
  }

  /** Whether a transaction is in a block. @param id 32 bytes. */
  async includes(id: Uint8Array): Promise<boolean> {
    return (await this.port.get(idKey(id))) !== undefined;
  }

  transaction(id: string): Promise<TransactionAnswer | null> {
    return this.port.query('transaction', { id });
  }

  /** JSON items without brackets, newest first. */
  transactions(offset: number, limit: number): AsyncIterable<Uint8Array> {
    return this.port.stream('transactions', { total: this.#tip.totalTransactions, offset, limit });
  }

  accountTransactions(account: AccountId, activity: number, offset: number, limit: number): AsyncIterable<Uint8Array> {
    return this.port.stream('accountTransactions', { account, activity, offset, limit });
  }

  /** JSON items without brackets, from `first` to `last` in that direction. Both heights must exist. */
  blocks(first: number, last: number): AsyncIterable<Uint8Array> {
    return this.port.stream('blocks', { first, last });
  }

  /** One block's JSON object. The height must exist. */
  block(height: number): AsyncIterable<Uint8Array> {
    return this.port.stream('block', { height });
  }

  buckets(from: number, to: number, limit: number): Promise<Bucket[]> {
    return this.port.query('buckets', { from, to, limit });
  }

  /** Public key of an account in hex, when the chain has seen it. */
  async publicKey(account: AccountId): Promise<string | undefined> {
    const key = await this.port.get(publicKeyKey(account));
    return key && toHex(key);
  }
}
