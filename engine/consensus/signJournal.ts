/** Slot journal: the proposer signs a slot at most once, across restarts and power cuts (specification, Versioning).
 *
 *  In: the slot and the header to sign. Out: a permission, the block that was signed for it before, or a refusal. The
 *  record holds the whole block, so that a slot that was signed but never stored is filled with the same block. This
 *  file is the logic; making the record durable before the signature leaves is the store's part. */

import { SlotRecord } from '../../proto/wire.js';
import { bytesEqual } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type Block, decodeBlock, type Tip } from '../chain/block.js';
import { BlockEncoding, bytesFieldLength, FieldWriter } from '../chain/blockEncoding.js';

/** Tag of `SlotRecord.block`: field 4, bytes. */
const BLOCK_FIELD = (4 << 3) | 2;

export interface Slot {
  readonly height: number;
  readonly parentHash: string;
}

export type Claim = { readonly kind: 'sign' } | { readonly kind: 'repeat'; readonly block: Block };

export class SignJournal {
  #slot: Slot | undefined;
  #block: Block | undefined;

  constructor(private readonly chainId: string) {}

  get slot(): Slot | undefined {
    return this.#slot;
  }

  /** @returns `sign` for a new slot, `repeat` with the stored block for the same header bytes, a refusal otherwise. */
  claim(slot: Slot, headerBytes: Uint8Array): Claim | Refusal {
    const last = this.#slot;
    if (!last || slot.height > last.height) return { kind: 'sign' };
    if (slot.height === last.height && slot.parentHash !== last.parentHash) return { kind: 'sign' };
    if (slot.height === last.height && this.#block && bytesEqual(this.#block.headerBytes, headerBytes))
      return { kind: 'repeat', block: this.#block };
    return refuse(
      'rule_violation',
      `the journal says that height ${last.height} is signed; height ${slot.height} will not be signed again`,
    );
  }

  /** The block that was signed for this slot; undefined when it was not, or when its content is lost. */
  blockOf({ height, parentHash }: Slot): Block | undefined {
    return this.#slot?.height === height && this.#slot.parentHash === parentHash ? this.#block : undefined;
  }

  /** The bytes to make durable before the block's signature leaves. Call `record` when they are. */
  encode(block: Block): Uint8Array {
    const { height, prev_hash: parentHash } = block.header;
    const head = SlotRecord.encode({ chainId: this.chainId, height, parentHash }).finish();
    const encoding = new BlockEncoding(block);
    const bytes = Buffer.allocUnsafeSlow(head.length + bytesFieldLength(encoding.length));
    const writer = new FieldWriter(bytes);
    writer.raw(head);
    writer.head(BLOCK_FIELD, encoding.length);
    encoding.write(writer);
    return bytes;
  }

  record(block: Block): void {
    this.#slot = { height: block.header.height, parentHash: block.header.prev_hash };
    this.#block = block;
  }

  /** Whether the durable record is the last one that this process wrote. @param unstored the block that it was writing when a
   *  write failed: the record then holds that block or the one before. */
  isLast(bytes: Uint8Array, unstored: Block | undefined): boolean {
    const record = readJournalRecord(bytes);
    if (isRefusal(record)) return false;
    if (unstored && record.block && bytesEqual(record.block.headerBytes, unstored.headerBytes)) return true;
    if (record.height !== this.#slot?.height || record.parentHash !== this.#slot.parentHash) return false;
    return record.block === undefined
      ? this.#block === undefined
      : this.#block !== undefined && bytesEqual(record.block.headerBytes, this.#block.headerBytes);
  }

  /** Loads the durable record at start.
   *  @param bytes undefined when there is none.
   *  @param tipIsOwn whether this node's key proposed the tip.
   *  @param hasOthers whether other validators vote. Then a database that is older or newer than the journal is no danger: nothing is
   *  signed before the peers have said what they have seen of this key (`signingGate.ts`).
   *  @returns the block to import again when it is signed but not stored; a refusal when signing would be unsafe. */
  restore(bytes: Uint8Array | undefined, tip: Tip, tipIsOwn: boolean, hasOthers = false): Block | undefined | Refusal {
    if (!bytes) {
      if (tip.height === 0 || !tipIsOwn) return undefined;
      return refuse(
        'rule_violation',
        `the sign journal is lost while the chain stands at height ${tip.height}: signing could contradict an earlier block; restore sign-journal.bin, or run "rouged keys reset-journal" if you are certain that this key signed nothing above that height`,
      );
    }
    const record = readJournalRecord(bytes);
    if (isRefusal(record)) return record;
    if (record.chainId !== this.chainId)
      return refuse('rule_violation', `the sign journal belongs to chain ${record.chainId}, this is ${this.chainId}`);
    const { height, parentHash, block } = record;
    if (tipIsOwn && height < tip.height && !hasOthers)
      return refuse(
        'rule_violation',
        `the sign journal ends at height ${height} while this key proposed height ${tip.height}: it is an old copy`,
      );
    this.#slot = { height, parentHash };
    // A record without a block was made at a tip: that tip was stored, whereas a block may be signed but not stored yet.
    if (height > tip.height + (block ? 1 : 0) && !hasOthers)
      return refuse(
        'rule_violation',
        `the sign journal ends at height ${height}, the database at height ${tip.height}: blocks that this key signed are missing, the database is an older copy or damaged; restore the newest one`,
      );
    this.#block = block;
    return block && height === tip.height + 1 && parentHash === tip.hash ? block : undefined;
  }
}

/** The content of the journal's bytes. */
export interface JournalRecord {
  readonly chainId: string;
  readonly height: number;
  readonly parentHash: string;
  /** Undefined in the record that replaces a lost journal. */
  readonly block: Block | undefined;
}

/** @returns a refusal for bytes that are not a record: intact, but of another program or version. */
export function readJournalRecord(bytes: Uint8Array): JournalRecord | Refusal {
  let record: ReturnType<typeof SlotRecord.decode>;
  try {
    record = SlotRecord.decode(bytes);
  } catch {
    return refuse('rule_violation', 'the sign journal is whole but holds no record that this version can read');
  }
  const block = record.block.length === 0 ? undefined : decodeBlock(record.block);
  if (isRefusal(block)) return block;
  // The decoder gives 64-bit integers as objects, which never equal a number.
  return { chainId: record.chainId, height: Number(record.height), parentHash: record.parentHash, block };
}

/** A record that says "everything up to the tip may be signed", for an operator who replaces a lost journal. */
export const emptyJournal = (chainId: string, tip: Tip): Uint8Array =>
  SlotRecord.encode({ chainId, height: tip.height, parentHash: '', block: new Uint8Array() }).finish();
