/** Bounds of the signed services: messenger, mail, social, votes, push. */

const KIB = 1024;
const MIB = KIB * KIB;

/** Longest text of a ciphertext, in characters. An attachment has up to 2 MB (specification, Limits); as base64 in JSON, encrypted and
 *  written in hex, it is 2 x 4/3 as long. */
export const CIPHERTEXT = { message: 2 * MIB, subject: 10 * KIB, body: 512 * KIB, attachment: 6 * MIB } as const;

/** What a ciphertext takes for each recipient after the first: the key of the text, wrapped for an encryption key of ML-KEM-768, both in
 *  hex with the names of members. */
export const WRAPPED_KEY_CHARACTERS = 5 * KIB;

/** Most signed bytes of one request: all parts of a mail, wrapped keys for its recipients included. */
export const SERVICE_SIGNED_BYTES = 7 * MIB;

/** Specification, Limits. */
export const SERVICE_COUNTS = { recipients: 50, participants: 50 } as const;

/** Of one wallet as the author: what one key can make every node keep. */
export const SERVICE_SHARE = { records: 250_000, bytes: 1024 * MIB } as const;

/** Of all wallets together, unless the operator says otherwise. */
export const SERVICE_BYTES = 16 * 1024 * MIB;

/** Requests that wait for the thread of the services, and their bytes; the newest is refused. */
export const SERVICE_QUEUE = { requests: 4_096, bytes: 128 * MIB } as const;

/** Public reads that are made at a time, beside requests: each may take a tenth of a second of the thread. So many wait; `bytes` counts
 *  reads. */
export const SERVICE_READS = { atOnce: 4, requests: 1_024, bytes: 1_024 } as const;

/** Requests that are made durable together. */
export const SERVICE_GROUP = { requests: 256, bytes: 8 * MIB } as const;

/** Rows of the database that are kept in memory for answers, and what was made of them: the first pages of a hundred readers, at 10 KB an
 *  ordinary mail that has entered lately; one that was read from the disk takes twice as much. */
export const SERVICE_CACHE_BYTES = 64 * MIB;

/** Answers of a group that are made at a time: each may have a page. */
export const ANSWERS_AT_ONCE = 8;

/** A nonce is kept for so long after the window of its request: longer than a request waits, or a clock is set back. */
export const NONCE_GRACE_MS = 5 * 60_000;

/** Work of one turn that nobody asks for, so that requests wait for it no longer than for a group of others. */
export const SERVICE_SWEEP = { due: 256, nonces: 1_024, records: 256, bytes: 8 * MIB } as const;

/** Erased bytes stay on the disk until the files are rewritten, which reads and writes all that is kept. So it is done when as much was
 *  erased as a share of what is kept, with a floor for small databases; and a day after an erasure at the latest. */
export const SERVICE_COMPACTION = {
  mostRecords: 10_000,
  mostBytes: 64 * MIB,
  share: 1 / 8,
  waitMs: 86_400_000,
} as const;

/** Elements of one page of a list, and its bytes: the page ends with the element that crosses them. An offset costs as much as the
 *  elements that it leaves out, so who reads further goes on with a cursor. */
export const SERVICE_PAGE = { default: 50, most: 500, bytes: 8 * MIB, offset: 10_000 } as const;

/** Of those whom somebody follows, the latest, whose posts make the feed: each costs a read of the database. */
export const FEED_AUTHORS = 1_000;

/** Push registrations of a node, one for each key, 400 bytes each. Keys cost nothing, so there is an end. */
export const PUSH_TOKENS = 1_000_000;

/** Replication. A run of a log has so many entries and bytes, a single larger one alone: one signature of its node covers them, a peer
 *  gets them whole, and they become durable together. An answer has so many bytes of runs, at least one run, and so many runs. So many
 *  logs of others are followed; those of further nodes are not. */
export const REPLICATION = {
  entries: 256,
  runBytes: MIB,
  partBytes: MIB,
  runsPerPart: 256,
  logs: 4_096,
} as const;
