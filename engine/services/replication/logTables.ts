/** Tables of what this node has of the logs of nodes, its own among them. */

import { joinBytes, readU64, u64Bytes } from '../../base/bytes.js';
import { SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { bytesTable, jsonTable, type ServiceTable, serviceTable } from '../table.js';
import { DIGEST_BYTES } from './runText.js';

/** What holds the entries from one number to another together: the signature of the node whose log it is. */
export interface StoredRun {
  readonly last: number;
  readonly previous: Uint8Array;
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
}

const RUN_BYTES = 8 + 2 * DIGEST_BYTES + SIGNATURE_BYTES;

/** Key: origin, series, number of the first entry. */
export const logRuns: ServiceTable<StoredRun> = serviceTable<StoredRun>({
  id: 0x60,
  name: 'log_runs',
  encode: ({ last, previous, digest, signature }) => joinBytes([u64Bytes(last), previous, digest, signature]),
  decode: (bytes) => ({
    last: readU64(bytes, 0),
    previous: bytes.slice(8, 8 + DIGEST_BYTES),
    digest: bytes.slice(8 + DIGEST_BYTES, 8 + 2 * DIGEST_BYTES),
    signature: bytes.slice(8 + 2 * DIGEST_BYTES, RUN_BYTES),
  }),
});

/** How far a series is here. */
export interface LogHead {
  /** Number of the last entry that is signed. */
  readonly last: number;
  /** Of the last run, hex. */
  readonly digest: string;
  /** Why nothing more is taken of it. */
  readonly stopped?: string;
}

/** Key: origin, series. */
export const logHeads = jsonTable<LogHead>(0x61, 'log_heads');

/** Public keys of nodes with a log. Key: the account. */
export const originKeys = bytesTable(0x62, 'log_origins');

/** Runs with which their signer contradicts the run that is here, as a peer sent them: evidence. Key: origin, series, first number. */
export const contradictions = bytesTable(0x63, 'log_contradictions');
