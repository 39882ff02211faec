/** Short ids of transactions in a compact block: the first 6 bytes of SHA-256(salt, leaf).
 *
 *  They are made over the leaf, so the same identity under another signature is another transaction here too. The receiver chooses the
 *  salt of a connection, so nobody else can look for transactions that share a short id. Salt and leaf are 64 bytes, the size that the
 *  library for the nodes of trees hashes in batches (a tenth of the time of one call each). */

import { invariant } from '../base/refusal.js';
import { batchHashing } from '../crypto/batchHashing.js';
import type { WaitingTransaction } from './events.js';
import { SHORT_ID_BYTES } from './messages.js';

const HASH_BYTES = 32;

/** @param salt 32 bytes. @returns 6 bytes for each leaf. */
export function shortIdsOf(salt: Uint8Array, leaves: readonly Uint8Array[]): Uint8Array {
  invariant(salt.length === HASH_BYTES, 'a salt has 32 bytes');
  const pairs = new Uint8Array(leaves.length * 2 * HASH_BYTES);
  leaves.forEach((leaf, at) => {
    pairs.set(salt, at * 2 * HASH_BYTES);
    pairs.set(leaf, (at * 2 + 1) * HASH_BYTES);
  });
  const hashes = new Uint8Array(leaves.length * HASH_BYTES);
  if (leaves.length > 0) batchHashing.hashPairs(pairs, hashes);
  const short = new Uint8Array(leaves.length * SHORT_ID_BYTES);
  for (let at = 0; at < leaves.length; at++)
    short.set(hashes.subarray(at * HASH_BYTES, at * HASH_BYTES + SHORT_ID_BYTES), at * SHORT_ID_BYTES);
  return short;
}

/** Six bytes are a safe integer. */
function numberAt(short: Uint8Array, index: number): number {
  let value = 0;
  for (let at = index * SHORT_ID_BYTES; at < (index + 1) * SHORT_ID_BYTES; at++)
    value = value * 256 + (short[at] as number);
  return value;
}

/** Looks the transactions of a compact block up among those that wait.
 *  @returns one entry per short id; undefined where none waits, or where two have the same short id. */
export function matchShortIds(
  salt: Uint8Array,
  short: Uint8Array,
  waiting: readonly WaitingTransaction[],
): (WaitingTransaction | undefined)[] {
  const own = shortIdsOf(
    salt,
    waiting.map(({ leaf }) => leaf),
  );
  const byNumber = new Map<number, WaitingTransaction | undefined>();
  waiting.forEach((transaction, at) => {
    const number = numberAt(own, at);
    byNumber.set(number, byNumber.has(number) ? undefined : transaction);
  });
  return Array.from({ length: short.length / SHORT_ID_BYTES }, (_, at) => byNumber.get(numberAt(short, at)));
}
