/** How the failure of a disk is waited for: which failures pass, and when the disk is asked again. */

import { StoreError, type StoreErrorCode } from '../store/port.js';

/** Waits before the disk is asked again, from the first failure on. A probe writes a mebibyte; the longest wait bounds how
 *  long a disk with space goes unused. */
const DISK_RETRY_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Seconds after which a refused write may be tried again while the disk is waited for. */
export const DISK_RETRY_SECONDS = 5;

/** Failures that no other try of the same process can mend. */
const FINAL: ReadonlySet<StoreErrorCode> = new Set(['STORE_CLOSED', 'STORE_DIED', 'JOURNAL_DAMAGED']);

export const isPassing = (error: unknown): error is StoreError => error instanceof StoreError && !FINAL.has(error.code);

/** @param tries so far. */
export const diskRetryMs = (tries: number): number =>
  DISK_RETRY_MS[Math.min(tries, DISK_RETRY_MS.length - 1)] as number;
