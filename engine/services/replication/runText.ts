/** The text with which a node signs a run of its log.
 *
 *  The digest of a run covers the one before it, so a log is a chain: a node that signs two different runs for the same numbers is found
 *  out by everybody who has one of them and is offered the other, or anything behind it. */

import { joinBytes, toHex, u64Bytes, utf8 } from '../../base/bytes.js';
import { type AccountId, accountBytes } from '../../crypto/address.js';
import { sha256 } from '../../crypto/sha256.js';
import type { LogEntry } from '../record.js';
import type { SeriesName } from '../series.js';

export const DIGEST_BYTES = 32;

/** Stands before the first run. */
export const NO_RUN = new Uint8Array(DIGEST_BYTES);

export interface RunFacts {
  readonly origin: AccountId;
  readonly series: SeriesName;
  /** Numbers of its first and its last entry. */
  readonly first: number;
  readonly last: number;
  readonly digest: Uint8Array;
}

/** SHA-256(digest of the run before, then of each entry: number, id, height, length of the kind's name, the name). The kind is in it,
 *  because payloads name none: whoever passes an entry on cannot make another request of it. */
export function runDigest(previous: Uint8Array, first: number, entries: readonly LogEntry[]): Uint8Array {
  const parts: Uint8Array[] = [previous];
  for (const [index, { id, kind, height }] of entries.entries()) {
    const name = utf8(kind);
    parts.push(u64Bytes(first + index), id, u64Bytes(height), u64Bytes(name.length), name);
  }
  return sha256(joinBytes(parts));
}

/** The bytes that are signed. No transaction has such a text: it names neither a sender nor a nonce. */
export const runText = (chainId: string, { origin, series, first, last, digest }: RunFacts): Uint8Array =>
  utf8(
    JSON.stringify({
      type: 'service_log_run',
      chain_id: chainId,
      origin: toHex(accountBytes(origin)),
      series,
      first,
      last,
      digest: toHex(digest),
    }),
  );
