/** What a client hears of faults in the threads that check: one sentence, nothing of the inside.
 *
 *  In: exceptions of checks, as a thread tells them. Out: the text for the log, which only the main thread writes, and the
 *  refusal for everybody else. */

import { type Refusal, refuse } from '../../engine/base/refusal.js';

/** Most of an exception that the log gets: message and the frames that matter. */
const DETAIL_CHARACTERS = 2_000;

/** A check that threw, which is a bug: it crosses from the thread as the answer to its item. */
export class CheckFault {
  /** @param detail for the log alone. */
  constructor(readonly detail: string) {}
}

export const checkFault = (error: unknown): CheckFault =>
  new CheckFault((error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, DETAIL_CHARACTERS));

/** For an item whose check threw, or over which two threads died. */
export const faultRefusal = (): Refusal =>
  refuse('internal', 'this node could not check the request because of a fault of its own, which is in its log');

/** Seconds after which a thread that could not start has been tried again. */
const RETRY_SECONDS = 2;

/** For items that no thread can take, until one starts again. */
export const noThreadRefusal = (): Refusal =>
  refuse('busy', 'this node cannot check requests at present; its log says why', RETRY_SECONDS);
