/** A pending transaction and the memory that it takes. */

import { concatBytes } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';

/** A verified transaction with what the block and the store need of it, as the verifier made it. */
export interface PoolItem {
  readonly transaction: Transaction;
  /** Leaf of the transaction root, 32 bytes. */
  readonly leaf: Uint8Array;
  /** Entry of the stored body. */
  readonly bodyEntry: Uint8Array;
}

/** Fixed cost of an entry beside its bytes: objects, map slots, heap slots. */
const ENTRY_OVERHEAD_BYTES = 1_024;

export const entryBytes = ({ transaction, bodyEntry }: PoolItem): number =>
  transaction.publicKey.length +
  transaction.signature.length +
  transaction.text.length +
  bodyEntry.length +
  ENTRY_OVERHEAD_BYTES;

/** The item in memory of its own: as it comes it is a view into the answer of its whole packet, and a transaction that
 *  waits long would keep hundreds of kilobytes alive. Most leave with the next block, before the copy is worth its time. */
export function ownCopy({ transaction, leaf, bodyEntry }: PoolItem): PoolItem {
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
  };
}
