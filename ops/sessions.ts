/** Runs a program's sessions with two others, such as a node and a database, one after the other until its signal: what fails and may pass
 *  is begun anew, after a growing wait. */

import type { Refusal } from '../engine/base/refusal.js';
import { pause } from './pause.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** What a session ends with: `later` is tried again and said, `again` is tried again without a word, `final` is not tried again. */
export type SessionEnd = { readonly later: string } | { readonly final: Refusal } | 'again' | 'stopped';

export interface Sessions {
  readonly signal: AbortSignal;
  /** From a connection to its first failure. */
  session(): Promise<SessionEnd>;
  /** How much is done: a session that did something begins with a short wait again. */
  done(): number;
  /** Before each new beginning. @param why undefined when there is nothing to say. */
  failed(why: string | undefined): void;
}

/** @returns why it cannot go on; undefined when the signal has ended it. */
export async function runSessions({ signal, session, done, failed }: Sessions): Promise<Refusal | undefined> {
  let wait = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const before = done();
    const end = await session();
    if (end === 'stopped' || signal.aborted) return undefined;
    if (typeof end === 'object' && 'final' in end) return end.final;
    failed(typeof end === 'object' ? end.later : undefined);
    if (done() > before) wait = FIRST_PAUSE_MS;
    await pause(wait * (0.5 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
  return undefined;
}
