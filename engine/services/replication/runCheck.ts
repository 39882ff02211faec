/** Checks of what a peer sends of a log, before anything of it is entered.
 *
 *  In: a run and what is here of its log. Out: its records, or what is wrong. Whoever passes a run on has checked it, so what does not
 *  hold blames the peer. What its own node has signed although it must not be (records of another series, payloads that are none of
 *  their kind) stops that node's series, and so does a second run for the same numbers. */

import { bytesEqual, joinBytes } from '../../base/bytes.js';
import { isRefusal } from '../../base/refusal.js';
import { joinKey } from '../../chain/transaction.js';
import type { AccountId } from '../../crypto/address.js';
import { sha256 } from '../../crypto/sha256.js';
import { serviceKindOf } from '../kinds/index.js';
import type { RecordMeta } from '../record.js';
import { type SeriesName, seriesOf } from '../series.js';
import type { ServiceKind } from '../serviceKind.js';
import { type ReadContext, type ReadRequest, readRecord } from '../serviceRequest.js';
import type { SentEntry, SentRun } from './logPart.js';
import type { LogHead, StoredRun } from './logTables.js';
import { digestOf } from './ownLog.js';
import { runDigest, runText } from './runText.js';

/** `wrong`: the peer has not checked it. `stop`: its node has signed what it must not. `contradiction`: the node has signed another run for
 *  these numbers too. `unreadable`: a kind of a later version. `here`: it is the run that is here. */
export type RunFault =
  | { readonly fault: 'wrong'; readonly reason: string }
  | { readonly fault: 'stop'; readonly reason: string }
  | { readonly fault: 'contradiction'; readonly reason: string }
  | { readonly fault: 'unreadable'; readonly reason: string }
  | { readonly fault: 'here'; readonly reason: string };

export interface CheckedEntry extends SentEntry {
  /** Undefined for one without a payload. */
  readonly request: ReadRequest | undefined;
}

export interface LogPlace {
  readonly origin: AccountId;
  readonly series: SeriesName;
  /** 1,952 bytes. */
  readonly originKey: Uint8Array;
}

export const isFault = (value: object): value is RunFault => 'fault' in value;

/** The place and the signature of a run. @param same the run that is here with the same first number. @returns its digest. */
export function checkRun(
  place: LogPlace,
  run: SentRun,
  head: LogHead | undefined,
  same: StoredRun | undefined,
  read: Pick<ReadContext, 'chainId' | 'backend'>,
): { readonly digest: Uint8Array; readonly last: number } | RunFault {
  const { first, previous, entries, signature } = run;
  const last = first + entries.length - 1;
  const digest = runDigest(previous, first, entries);
  const isNext = first === (head?.last ?? 0) + 1;
  if (same && bytesEqual(same.digest, digest)) return { fault: 'here', reason: 'it is here' };
  if (!isNext && !same) return { fault: 'wrong', reason: `entry ${first} does not follow entry ${head?.last ?? 0}` };
  const { origin, series, originKey } = place;
  if (!read.backend.verify(signature, runText(read.chainId, { origin, series, first, last, digest }), originKey))
    return { fault: 'wrong', reason: 'the signature of its node does not hold' };
  if (!isNext || !bytesEqual(previous, digestOf(head)))
    return {
      fault: 'contradiction',
      reason: `its node has signed two runs for the entries before or from ${first} on`,
    };
  return { digest, last };
}

/** An entry of a run whose signature holds. @param known its record, when it is here as this kind. */
export function checkEntry(
  { series }: Pick<LogPlace, 'series'>,
  entry: SentEntry,
  known: RecordMeta | undefined,
  read: ReadContext,
): CheckedEntry | RunFault {
  const kind = serviceKindOf(entry.kind);
  if (!kind) return { fault: 'unreadable', reason: `${entry.kind} is no kind of this version` };
  if (seriesOf(kind.scope) !== series)
    return { fault: 'stop', reason: `${entry.kind} does not belong to the ${series} series` };
  return entry.payload ? checkPayload(kind, entry, entry.payload, known, read) : { ...entry, request: undefined };
}

function checkPayload(
  kind: ServiceKind,
  entry: SentEntry,
  payload: NonNullable<SentEntry['payload']>,
  known: RecordMeta | undefined,
  read: ReadContext,
): CheckedEntry | RunFault {
  const { publicKey, keyAt, text, signature } = payload;
  const signed = joinKey(text, keyAt, publicKey);
  if (!signed || !bytesEqual(sha256(joinBytes([publicKey, signed])), entry.id))
    return { fault: 'wrong', reason: 'a payload does not have the id of its entry' };
  // The signature of a record that is here has held before: nothing of it is kept again, nor is it checked again.
  const request = readRecord(kind, { signature, keyAt, text }, publicKey, read, known !== undefined);
  if (!isRefusal(request)) return { ...entry, request };
  if (request.code === 'invalid_signature')
    return { fault: 'wrong', reason: 'the signature of a record does not hold' };
  return { fault: 'stop', reason: `a record is none of ${kind.name}: ${request.message}` };
}
