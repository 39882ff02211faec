/** Subjects: tokens, collections and contracts, which have their own histories as accounts do. Their transactions are numbered in the
 *  state like those of an account, so that a page of them is found without a scan. */

import { concatBytes, readU64, toBinary, u64Bytes, utf8 } from '../base/bytes.js';
import { sha256 } from '../crypto/sha256.js';
import type { StateView, StateWriter } from '../state/state.js';
import { defineTable, type Table } from '../state/table.js';

/** 32 bytes as a binary string, like an account's id: both are keys of the same index. */
export type SubjectId = string & { readonly __brand: 'SubjectId' };

/** Separates subjects from accounts: named accounts are SHA-256(0x01, name). */
const SUBJECT = Uint8Array.of(2);

const subjectOf = (name: string): SubjectId => toBinary(sha256(concatBytes(SUBJECT, utf8(name)))) as SubjectId;

/** @param symbol in upper case. */
export const tokenSubject = (symbol: string): SubjectId => subjectOf(`token:${symbol}`);
/** Transactions in which a contract emitted events. @param address 40 hex characters. */
export const contractSubject = (address: string): SubjectId => subjectOf(`contract:${address}`);
/** Deposits and withdrawals of all bridges. */
export const bridgeSubject: SubjectId = subjectOf('bridge');
export const collectionSubject = (collectionId: string): SubjectId => subjectOf(`collection:${collectionId}`);

/** Included transactions that concern a subject. Key: the subject. */
export const subjectActivity: Table<number> = defineTable({
  id: 0x17,
  name: 'subject_activity',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
  packed: { bytes: 8, read: readU64 },
});

export const activityOf = (view: StateView, subject: SubjectId): number => view.get(subjectActivity, subject) ?? 0;

/** Numbers one more entry of the subject's history. @returns its ordinal, counted from 0. */
export function countSubject(state: StateWriter, subject: SubjectId): number {
  const ordinal = activityOf(state, subject);
  state.put(subjectActivity, subject, ordinal + 1);
  return ordinal;
}
