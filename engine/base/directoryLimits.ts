/** The bounds of the directory, whose transactions cost nothing: each with what it protects. The first three are rules of validity. */

import { QUANTA } from './amounts.js';

/** Transactions of the directory in one block. */
export const DIRECTORY_PER_BLOCK = 50;

/** How many of them the whole chain takes without a tip: on average one a second of header time, ten minutes of them at once; half as
 *  many for each 100,000 wallets that there are, so that the state does not grow for nothing for ever. A wallet is 3.2 KB of the state:
 *  whoever makes keys for nothing adds 320 MB in a day, the next 320 MB in two days, and 3.2 GB in three years. `halvings`: the last
 *  one is at two million wallets, and a free place every 12 days. 50 in each block of 400 ms would be 400 KB a second. */
export const DIRECTORY_FREE = { everyMs: 1_000, atOnce: 600, wallets: 100_000, halvings: 20 } as const;

/** Least `priority_fee` of one that needs no free place, in quanta: what a transfer costs on a quiet chain. So a flood of free ones
 *  keeps nobody out who pays. */
export const DIRECTORY_TIP = QUANTA / 10n;

/** Pending transactions of the directory in a mempool: twenty blocks of those without a picture, and their bytes in memory, of which
 *  each takes some 50 KB; apart from them a block of those with one. Together an eighth of the whole. When either are as many, the
 *  lowest tip of them leaves, among equals the newest: a few large ones do not make all small ones leave. */
export const DIRECTORY_WAITING = {
  small: { transactions: 1_000, bytes: 16 * 1024 * 1024 },
  large: { transactions: DIRECTORY_PER_BLOCK, bytes: 16 * 1024 * 1024 },
} as const;

/** Signed bytes above which one is large: those of a wallet without a picture are at most 16 KB. */
export const DIRECTORY_SMALL_BYTES = 16 * 1024;

/** Bytes and characters of the records (specification, Messenger, Mail and names; ids as clients choose them). `restBytes`: signed
 *  text beside keys, ids and picture that is free: a nonce of 128 bytes, a display name of 50 in escapes, the names of the members. */
export const DIRECTORY_RECORD = {
  idCharacters: 128,
  displayNameBytes: 50,
  encryptionKeyBytes: 1_184,
  avatarCharacters: 256 * 1024,
  nameBytes: { min: 3, max: 20 },
  restBytes: 768,
} as const;

/** Longest wait of a route of the directory for the block: 25 blocks of 400 ms. */
export const DIRECTORY_WAIT_MS = 10_000;
