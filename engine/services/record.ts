/** Records: what somebody signed, kept once for ever.
 *
 *  An id is SHA-256(key, signed bytes). Clients do not always sign of which kind a request is, so the same bytes can be listed as several
 *  kinds: a record is bytes as one kind, known, merged and erased without regard to the others. Their payload is stored once, while one of
 *  the records is not erased. The meta of a record stays when it is erased, so that nobody can bring it back. What was signed is decoded
 *  from the signed bytes alone, by the reader that transactions are read with. */

import { compareBytes, joinBytes, readU64, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { keyOf } from './keys.js';
import { bytesTable, keptTable, numberTable, type ServiceTable, serviceTable, setTable } from './table.js';

export const RECORD_ID_BYTES = 32;

/** The key of a record: the id, then the name under which its kind keeps records. */
export function recordKey(id: Uint8Array, kind: string): Uint8Array {
  const key = new Uint8Array(id.length + kind.length);
  key.set(id);
  // Names of kinds are ASCII, and as short as a loop is faster.
  for (let at = 0; at < kind.length; at++) key[id.length + at] = kind.charCodeAt(at);
  return key;
}

export const idOfRecord = (key: Uint8Array): Uint8Array => key.slice(0, RECORD_ID_BYTES);

export const kindOfRecord = (key: Uint8Array): string => utf8Text(key.subarray(RECORD_ID_BYTES));

/** What every node knows of a record for ever. */
export interface RecordMeta {
  readonly author: AccountId;
  /** Signed, milliseconds. */
  readonly timestamp: number;
  /** The final height that its node saw; the lowest when several nodes have taken it in. */
  readonly height: number;
  /** Of the payload, while it was there. */
  readonly bytes: number;
  readonly isErased: boolean;
}

const META_BYTES = 8 + 8 + 4 + 1 + ACCOUNT_BYTES;

/** Key: `recordKey`. */
export const recordMetas: ServiceTable<RecordMeta> = serviceTable<RecordMeta>({
  id: 0x01,
  name: 'records',
  isKept: true,
  encode({ author, timestamp, height, bytes, isErased }) {
    const out = new Uint8Array(META_BYTES);
    out.set(u64Bytes(timestamp), 0);
    out.set(u64Bytes(height), 8);
    new DataView(out.buffer).setUint32(16, bytes);
    out[20] = isErased ? 1 : 0;
    out.set(accountBytes(author), 21);
    return out;
  },
  decode(bytes) {
    invariant(bytes.length === META_BYTES, 'the meta of a record has a fixed length');
    return {
      author: accountOfBytes(bytes.slice(21, META_BYTES)),
      timestamp: readU64(bytes, 0),
      height: readU64(bytes, 8),
      bytes: new DataView(bytes.buffer, bytes.byteOffset).getUint32(16),
      isErased: bytes[20] === 1,
    };
  },
});

/** What stays of a record that was erased elsewhere before it came here. Its author and its time are not known; its height is the lowest
 *  that there is, so that nothing which comes later is before it. */
export const NOTED_ERASURE: RecordMeta = {
  author: accountOfBytes(new Uint8Array(ACCOUNT_BYTES)),
  timestamp: 0,
  height: 0,
  bytes: 0,
  isErased: true,
};

/** The signature and the signed bytes, from which the key is cut out. */
export interface RecordPayload {
  /** 3,309 bytes. */
  readonly signature: Uint8Array;
  /** As in `SignedParts`. */
  readonly keyAt: number;
  readonly text: Uint8Array;
}

const PAYLOAD_HEAD = SIGNATURE_BYTES + 4;

/** Key: the id. */
export const recordPayloads: ServiceTable<RecordPayload> = serviceTable<RecordPayload>({
  id: 0x02,
  name: 'payloads',
  encode({ signature, keyAt, text }) {
    const at = new Uint8Array(4);
    new DataView(at.buffer).setUint32(0, keyAt);
    return joinBytes([signature, at, text]);
  },
  decode: (bytes) => ({
    signature: bytes.subarray(0, SIGNATURE_BYTES),
    keyAt: new DataView(bytes.buffer, bytes.byteOffset).getUint32(SIGNATURE_BYTES),
    text: bytes.subarray(PAYLOAD_HEAD),
  }),
});

/** Public keys of authors. Key: the account. */
export const authorKeys = keptTable(bytesTable(0x03, 'author_keys'));

/** Of a node's log: which record it took in, as what, and the final height that it saw. */
export interface LogEntry {
  readonly id: Uint8Array;
  readonly kind: string;
  readonly height: number;
}

const LOG_ENTRY_HEAD = RECORD_ID_BYTES + 8;

/** Key: origin, series, number. */
export const logEntries: ServiceTable<LogEntry> = serviceTable<LogEntry>({
  id: 0x04,
  name: 'log',
  encode: ({ id, kind, height }) => joinBytes([id, u64Bytes(height), utf8(kind)]),
  decode: (bytes) => ({
    id: bytes.slice(0, RECORD_ID_BYTES),
    height: readU64(bytes, RECORD_ID_BYTES),
    kind: utf8Text(bytes.subarray(LOG_ENTRY_HEAD)),
  }),
});

/** Expiry of used nonces, milliseconds. Key: SHA-256(key, nonce). */
export const usedNonces = numberTable(0x05, 'nonces');

/** The same by time. Key: expiry, then the key of `usedNonces`. */
export const nonceExpiries = setTable(0x06, 'nonce_expiries');

export interface Usage {
  readonly records: number;
  readonly bytes: number;
}

/** What the records of an author take. Key: the account; empty for all of them. */
export const usages: ServiceTable<Usage> = serviceTable<Usage>({
  id: 0x07,
  name: 'usages',
  encode: ({ records, bytes }) => joinBytes([u64Bytes(records), u64Bytes(bytes)]),
  decode: (bytes) => ({ records: readU64(bytes, 0), bytes: readU64(bytes, 8) }),
});

/** What is to be done at a time. Key: time, id of the work, name of the kind and its action; value: these names. */
export const dueActions = bytesTable(0x08, 'due');

/** Counters by name. Key: the name. */
export const counters = numberTable(0x09, 'counters');

/** Records by the time that was signed, as far as the retention erases them. Key: time, `recordKey`. */
export const recordTimes = setTable(0x0a, 'record_times');

/** The order of records: by height, then by the signed time, because one block can take ten seconds, then by id, then by kind. No two
 *  records have the same. */
export type RecordOrder = Uint8Array;

export const orderOf = (height: number, timestamp: number, id: Uint8Array, kind: string): RecordOrder =>
  keyOf(height, timestamp, recordKey(id, kind));

const ORDER_HEAD = 16;

export const idInOrder = (order: RecordOrder): Uint8Array => order.slice(ORDER_HEAD, ORDER_HEAD + RECORD_ID_BYTES);

export const isLater = (order: RecordOrder, than: RecordOrder): boolean => compareBytes(order, than) > 0;
