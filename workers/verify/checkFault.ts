/** What a client gets about faults in the checking threads: one sentence without internals.
 *
 *  In: exceptions of checks, as a thread reports them. Out: the text for the log, which only the main thread writes, and the
 *  refusal for clients. */

import { type Refusal, refuse } from '../../engine/base/refusal.js';

/** Longest part of an exception that is logged: the message and the frames that matter. */
const DETAIL_CHARACTERS = 2_000;

/** A check that threw, which is a bug: it crosses from the thread as the answer to its item. */
export class CheckFault {
  /** @param detail only for the log. */
  constructor(readonly detail: string) {}
}

export const checkFault = (error: unknown): CheckFault =>
  new CheckFault((error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, DETAIL_CHARACTERS));

/** For an item whose check threw, or over which two threads died. */
export const faultRefusal = (): Refusal =>
  refuse('internal', 'this node could not check the request because of a fault of its own, which is in its log');

/** Seconds by which a thread that could not start has been tried again. */
const RETRY_SECONDS = 2;

/** For items that no thread can take, until one starts again. */
export const noThreadRefusal = (): Refusal =>
  refuse('busy', 'this node cannot check requests at present; its log says why', RETRY_SECONDS);
