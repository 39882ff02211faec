/** The state that a successor network begins with: what another chain held after one of its blocks.
 *
 *  In: the member `state` of a genesis file. Out: the block's header and certificate, which prove the records, and the records in
 *  packed chunks. Here only the form is read; `engine/ledger/successor.ts` checks the proof. */

import { WireCertificate } from '../../proto/wire.js';
import { asBuffer, fromHex, toHex, utf8, utf8Text } from '../base/bytes.js';
import { isJsonObject, type JsonValue } from '../base/json.js';
import { isRefusal } from '../base/refusal.js';
import { type Certificate, certificateFromWire, encodeCertificate } from './certificate.js';
import { type Header, parseHeader } from './header.js';

export interface CarriedState {
  /** Of the block after which the records were the whole state. */
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  readonly proposerSignature: Uint8Array;
  /** Precommits for that block; absent where the chain had no certificates yet. */
  readonly certificate: Certificate | undefined;
  /** Packed records (`unpackRecords`). */
  readonly records: readonly Uint8Array[];
}

/** A record with its full key: table number, then the record's own key. */
export interface CarriedRecord {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Bytes in a chunk of records: a string of the file for each. */
const CHUNK_BYTES = 64 * 1024;

/** Lengths of key (2 bytes) and value (4 bytes) come before each record. */
const LENGTHS = 6;

/** Packs records into chunks. A record is never divided, so a long one makes a longer chunk. */
export function* packRecords(records: Iterable<CarriedRecord>): Generator<Uint8Array> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const { key, value } of records) {
    const lengths = Buffer.alloc(LENGTHS);
    lengths.writeUInt16BE(key.length, 0);
    lengths.writeUInt32BE(value.length, 2);
    parts.push(lengths, asBuffer(key), asBuffer(value));
    bytes += LENGTHS + key.length + value.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** @throws RangeError when a chunk ends inside a record. */
export function* unpackRecords(chunks: Iterable<Uint8Array>): Generator<CarriedRecord> {
  for (const chunk of chunks) {
    const bytes = asBuffer(chunk);
    for (let at = 0; at < bytes.length; ) {
      const keyAt = at + LENGTHS;
      const valueAt = keyAt + bytes.readUInt16BE(at);
      const end = valueAt + bytes.readUInt32BE(at + 2);
      if (end > bytes.length) throw new RangeError('a record goes beyond its chunk');
      yield { key: chunk.subarray(keyAt, valueAt), value: chunk.subarray(valueAt, end) };
      at = end;
    }
  }
}

/** The member of the file. */
export const carriedMember = ({ headerBytes, proposerSignature, certificate, records }: CarriedState) => ({
  header: utf8Text(headerBytes),
  proposer_signature: toHex(proposerSignature),
  ...(certificate && { certificate: toHex(encodeCertificate(certificate)) }),
  records: records.map((chunk) => asBuffer(chunk).toString('base64')),
});

const MEMBERS = new Set(['header', 'proposer_signature', 'certificate', 'records']);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const hexOf = (value: JsonValue | undefined): Uint8Array | undefined =>
  typeof value === 'string' ? fromHex(value) : undefined;

function readCertificate(value: JsonValue): Certificate | undefined {
  const bytes = hexOf(value);
  try {
    return bytes && certificateFromWire(WireCertificate.decode(bytes));
  } catch {
    return undefined;
  }
}

/** @returns a sentence that says what is wrong with the member. */
export function readCarried(value: JsonValue): CarriedState | string {
  if (!isJsonObject(value)) return 'state must be an object';
  for (const name of value.keys()) if (!MEMBERS.has(name)) return `unknown member state.${name}`;
  const text = value.get('header');
  const header = typeof text === 'string' ? parseHeader(text) : undefined;
  if (typeof text !== 'string' || header === undefined) return 'state.header must be the text of a header';
  if (isRefusal(header)) return `state.header: ${header.message}`;
  const proposerSignature = hexOf(value.get('proposer_signature'));
  if (!proposerSignature) return 'state.proposer_signature must be hex';
  const signed = value.get('certificate');
  const certificate = signed === undefined ? undefined : readCertificate(signed);
  if (signed !== undefined && !certificate) return 'state.certificate must be a certificate in hex';
  const chunks = value.get('records');
  if (!Array.isArray(chunks)) return 'state.records must be a list of texts';
  const records: Uint8Array[] = [];
  for (const chunk of chunks as readonly JsonValue[]) {
    if (typeof chunk !== 'string' || !BASE64.test(chunk)) return 'state.records must be a list of texts in base64';
    records.push(new Uint8Array(Buffer.from(chunk, 'base64')));
  }
  return { header, headerBytes: utf8(text), proposerSignature, certificate, records };
}
