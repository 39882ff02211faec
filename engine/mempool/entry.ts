/** What waits in the mempool: its size in memory, and what it pays for its place.
 *
 *  A tip is the priority fee per free allowance of signed bytes that the transaction takes: an ordinary request takes one
 *  allowance and is ordered by its priority fee, and a large one does not go before the many small ones whose place it takes. */

import { concatBytes } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';
import type { ExclusiveSlot } from '../ledger/kind.js';
import type { ReplayTag } from '../ledger/replayGuard.js';

/** A verified transaction with the parts that the block and the store need, as the verifier made them. */
export interface PoolItem {
  readonly transaction: Transaction;
  /** Leaf of the transaction root, 32 bytes. */
  readonly leaf: Uint8Array;
  /** Entry of the stored body. */
  readonly bodyEntry: Uint8Array;
  /** Of what waits or has waited in the mempool: the hash that its nonce is known by. */
  readonly tag?: ReplayTag;
}

export const transactionOfItem = ({ transaction }: Pick<PoolItem, 'transaction'>): Transaction => transaction;
export const leafOfItem = ({ leaf }: Pick<PoolItem, 'leaf'>): Uint8Array => leaf;
export const bodyEntryOfItem = ({ bodyEntry }: Pick<PoolItem, 'bodyEntry'>): Uint8Array => bodyEntry;

export type WaitingItem = PoolItem & Required<Pick<PoolItem, 'tag'>>;

/** A pending transaction. */
export interface Entry {
  /** In the memory it arrived in, until two blocks were made without it. */
  item: WaitingItem;
  /** Number in the order of arrival. */
  readonly arrival: number;
  readonly bytes: number;
  /** Of the transaction, in quanta. */
  readonly priorityFee: bigint;
  /** Allowances of signed bytes that it takes, rounded up. */
  readonly shares: bigint;
  /** The slot that it takes, of which the account has only one. */
  readonly claimed: ExclusiveSlot | undefined;
  /** What it wants that only one can have. */
  readonly wanted: readonly string[];
  readonly isOfDirectory: boolean;
  readonly isOfBridge: boolean;
  gone: boolean;
}

export const isPresent = ({ gone }: Pick<Entry, 'gone'>): boolean => !gone;

/** Fixed cost of an entry beside its bytes: objects, map slots, heap slots. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/** Bytes of a text in memory: V8 keeps one byte of each character, or two when one of them needs it. It does not search a text of one
 *  byte a character for wider ones. */
const textBytes = (text: string): number => (/[\u0100-\uffff]/.test(text) ? 2 : 1) * text.length;

/** Bytes of the texts and byte strings in decoded fields, which are plain data. Whatever a kind decodes is memory beside the signed
 *  text: the module of a deploy is three quarters of it once more. */
function fieldBytes(fields: unknown): number {
  if (typeof fields === 'string') return textBytes(fields);
  if (fields instanceof Uint8Array) return fields.length;
  if (typeof fields !== 'object' || fields === null) return 0;
  let bytes = 0;
  for (const value of Object.values(fields)) bytes += fieldBytes(value);
  return bytes;
}

/** Memory that it counts for. */
export const entryBytes = ({ transaction, bodyEntry }: PoolItem): number =>
  transaction.publicKey.length +
  transaction.signature.length +
  transaction.text.length +
  bodyEntry.length +
  fieldBytes(transaction.fields) +
  ENTRY_OVERHEAD_BYTES;

/** A copy of the item in its own memory: on arrival it is a view into the answer of its whole packet, and a transaction that
 *  waits long would keep hundreds of kilobytes alive. Most leave with the next block, before the copy is worth its time. */
export function ownCopy({ transaction, leaf, bodyEntry, tag }: WaitingItem): WaitingItem {
  const { publicKey, signature, text } = transaction;
  const parts = [publicKey, signature, text, leaf, bodyEntry];
  const memory = concatBytes(...parts);
  let at = 0;
  const [ownKey, ownSignature, ownText, ownLeaf, ownEntry] = parts.map(({ length }) => {
    at += length;
    return memory.subarray(at - length, at);
  }) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  return {
    transaction: { ...transaction, publicKey: ownKey, signature: ownSignature, text: ownText },
    leaf: ownLeaf,
    bodyEntry: ownEntry,
    tag,
  };
}

export type Tip = Pick<Entry, 'priorityFee' | 'shares'>;

/** Above 0 when `b` pays more for its place, 0 when both pay the same. */
export const compareTips = (a: Tip, b: Tip): number => {
  const isAlike = a.shares === b.shares;
  const ofA = isAlike ? a.priorityFee : a.priorityFee * b.shares;
  const ofB = isAlike ? b.priorityFee : b.priorityFee * a.shares;
  return ofA === ofB ? 0 : ofB > ofA ? 1 : -1;
};

/** Highest tip first, then in the order of arrival. */
export const byPriority = (a: Entry, b: Entry): number => compareTips(a, b) || a.arrival - b.arrival;

/** @param freeBytes allowance of the network's rules. */
export const sharesOf = ({ signedLength }: Transaction, freeBytes: number): bigint =>
  BigInt(Math.max(1, Math.ceil(signedLength / Math.max(1, freeBytes))));
