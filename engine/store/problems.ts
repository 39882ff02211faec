/** What may be said of an exception in public: its kind. Its text is for the operator. */

import type { Problem } from '../base/problem.js';
import { StoreError, type StoreErrorCode } from './port.js';
import { RecoveryError } from './recovery.js';

const sentences: Readonly<Record<StoreErrorCode, string>> = {
  STORE_OPEN_FAILED: 'the database cannot be opened',
  STORE_IN_USE: 'the data directory is in use by another node',
  STORE_LIBRARY_MISSING: 'the database needs a system library that is missing',
  STORE_FAILED: 'the store could not write, the disk is full or failing: no more blocks until it takes writes again',
  STORE_READ_FAILED: 'the database could not be read',
  STORE_PRUNED: 'what was asked for belongs to blocks that this node does not have',
  STORE_REOPENING: 'the database is closed after a failed write, until it can be opened again',
  STORE_BUSY: 'the store has too much to do',
  STORE_CLOSED: 'the store is closed',
  STORE_DIED: "the store's thread has ended",
  QUERY_UNKNOWN: 'the store could not answer a query',
  QUERY_FAILED: 'the store could not answer a query',
  BACKUP_FAILED: 'a backup failed',
  JOURNAL_DAMAGED:
    'a journal beside the database is damaged or cannot be read; without it this node could sign a slot twice',
  JOURNAL_FAILED: 'a journal beside the database cannot be written',
};

function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) return sentences[error.code];
  return error instanceof RecoveryError
    ? 'the database does not hold what this node left in it'
    : 'this node met a fault of its own';
}

export const problemOf = (error: unknown): Problem => ({
  message: sentenceOf(error),
  detail: error instanceof Error ? error.message : String(error),
});
