/** What peers lose points for, and what follows.
 *
 *  A peer is judged only for what it could know: a block that turns out to be invalid when it is executed, evidence of an
 *  equivocation, a block ahead of our clock and a kind of message of a later version cost nothing. Slowness never leads to a ban,
 *  because a slow line is no attack; it ends the connection. */

import { SCORE } from './limits.js';

/** Points that each fault costs. `bans`: whether it can lead below the threshold of a ban. */
const FAULTS = {
  /** Bytes that are no message. */
  malformed: { points: 40, bans: true },
  /** A header whose proposer, parent or signature is wrong: it was passed on unchecked. */
  invalidHeader: { points: 100, bans: true },
  invalidVote: { points: 50, bans: true },
  invalidCertificate: { points: 100, bans: true },
  /** A signature that does not hold, or another transaction than its id says. */
  invalidTransaction: { points: 50, bans: true },
  /** Transactions that do not have the header's root, although all came from this peer. */
  wrongTransactions: { points: 100, bans: true },
  /** A block of the chain that is not one. */
  wrongBlock: { points: 100, bans: true },
  /** A part of a snapshot that is none, or a manifest that does not hold. */
  wrongSnapshot: { points: 100, bans: true },
  /** Runs of a log of the services that it has not checked. */
  wrongServiceRuns: { points: 50, bans: true },
  /** Beyond the limits of a kind. */
  flood: { points: 1, bans: true },
  /** An answer that nobody asked for. */
  unasked: { points: 5, bans: true },
  timeout: { points: 4, bans: false },
  /** Says that it is ahead and does not serve a block. */
  withheld: { points: 15, bans: false },
} as const satisfies Record<string, { readonly points: number; readonly bans: boolean }>;

export type Fault = keyof typeof FAULTS;

export class Score {
  #points = 0;
  #at: number;
  /** How often each fault occurred. */
  readonly faults = new Map<Fault, number>();

  constructor(now: number) {
    this.#at = now;
  }

  points(now: number): number {
    const returned = Math.floor(Math.max(0, now - this.#at) / SCORE.recoverMs);
    if (returned > 0) {
      this.#points = Math.min(0, this.#points + returned);
      this.#at += returned * SCORE.recoverMs;
    }
    return this.#points;
  }

  /** @returns what must follow. */
  fault(fault: Fault, now: number): 'ban' | 'disconnect' | undefined {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    const before = this.points(now);
    const { points, bans } = FAULTS[fault];
    // What cannot lead to a ban does not lead near to one either.
    this.#points = bans ? before - points : Math.min(before, Math.max(before - points, SCORE.unreliable));
    if (this.#points <= SCORE.banned) return 'ban';
    return !bans && this.#points <= SCORE.unreliable ? 'disconnect' : undefined;
  }
}
