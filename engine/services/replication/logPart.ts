/** Runs of a log as they travel between nodes.
 *
 *  In: bytes of a peer. Out: entries whose parts have the right lengths, or undefined for what no node sends. */

import { hasFewFields, WireReader, WireServiceLogPart } from '../../../proto/wire.js';
import { REPLICATION } from '../../base/serviceLimits.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { type LogEntry, RECORD_ID_BYTES, type RecordPayload } from '../record.js';
import { DIGEST_BYTES } from './runText.js';

/** What an author signed, with the author's key. */
export interface SentPayload extends RecordPayload {
  readonly publicKey: Uint8Array;
}

export interface SentEntry extends LogEntry {
  /** Undefined: it is erased, or passed over. */
  readonly payload: SentPayload | undefined;
  /** Whether the node that sends it has never had the record: it was passed over there. That says nothing of an erasure. */
  readonly isPassedOver?: boolean;
}

export interface SentRun {
  readonly first: number;
  readonly previous: Uint8Array;
  readonly signature: Uint8Array;
  readonly entries: readonly SentEntry[];
}

export interface LogPart {
  readonly originKey: Uint8Array;
  /** Without a gap. */
  readonly runs: readonly SentRun[];
}

/** Names of kinds are short; this only bounds what is hashed. */
const KIND_BYTES = 64;
/** Members of a run or an entry, with room for later versions. */
const FIELDS = 16;
const NONE = new Uint8Array(0);

export const encodeLogPart = ({ originKey, runs }: LogPart): Uint8Array =>
  WireServiceLogPart.encode({
    originKey,
    runs: runs.map(({ entries, ...run }) => ({
      ...run,
      entries: entries.map(({ id, kind, height, payload, isPassedOver }) => ({
        ...{ id, kind, height, ...payload },
        ...(isPassedOver && { isPassedOver }),
      })),
    })),
  }).finish();

/** A list of empty elements costs a hundred times its bytes: elements are counted before they are decoded. */
function hasFewElements(bytes: Uint8Array): boolean {
  if (!hasFewFields(bytes, REPLICATION.runsPerPart + FIELDS)) return false;
  const reader = WireReader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 !== RUNS_FIELD) reader.skipType(tag & 7);
    else if (!hasFewFields(reader.bytes(), REPLICATION.entries + FIELDS)) return false;
  }
  return true;
}

const RUNS_FIELD = 2;

type Decoded = ReturnType<typeof WireServiceLogPart.decode>;
type DecodedRun = NonNullable<Decoded['runs']>[number];
type DecodedEntry = NonNullable<DecodedRun['entries']>[number];

const isWhole = (value: unknown): boolean => Number.isSafeInteger(Number(value ?? 0)) && Number(value ?? 0) >= 0;

function entryOf(sent: DecodedEntry): SentEntry | undefined {
  const { id, kind, height, publicKey, signature, keyAt, text, isPassedOver } = sent;
  if (id?.length !== RECORD_ID_BYTES || !kind || kind.length > KIND_BYTES || !isWhole(height)) return undefined;
  const entry = { id, kind, height: Number(height ?? 0) };
  if (!text?.length)
    return publicKey?.length || signature?.length
      ? undefined
      : { ...entry, payload: undefined, ...(isPassedOver && { isPassedOver }) };
  if (isPassedOver || publicKey?.length !== PUBLIC_KEY_BYTES || signature?.length !== SIGNATURE_BYTES) return undefined;
  return { ...entry, payload: { publicKey, signature, keyAt: keyAt ?? 0, text } };
}

function runOf({ first, previous, signature, entries }: DecodedRun): SentRun | undefined {
  if (previous?.length !== DIGEST_BYTES || signature?.length !== SIGNATURE_BYTES || !isWhole(first)) return undefined;
  const read = (entries ?? []).map(entryOf);
  if (read.length === 0 || read.includes(undefined) || Number(first ?? 0) < 1) return undefined;
  return { first: Number(first), previous, signature, entries: read as SentEntry[] };
}

export function decodeLogPart(bytes: Uint8Array): LogPart | undefined {
  try {
    if (!hasFewElements(bytes)) return undefined;
    const { originKey, runs } = WireServiceLogPart.decode(bytes);
    const read = (runs ?? []).map(runOf);
    if (originKey?.length !== PUBLIC_KEY_BYTES || read.includes(undefined)) return undefined;
    return { originKey: originKey ?? NONE, runs: read as SentRun[] };
  } catch {
    return undefined;
  }
}
