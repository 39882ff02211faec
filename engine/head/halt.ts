/** Why no block is produced, for good or temporarily, and when the next attempt is.
 *
 *  In: reasons, as they come up. Out: the problem for readers, a log line when production stops and one with the seconds of
 *  the stop when it continues, the waits between the attempts. */

import type { Clock, Log } from '../base/ports.js';
import { operatorText, type Problem } from '../base/problem.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { StoreError, type StoreErrorCode } from '../store/port.js';
import { problemOf } from '../store/problems.js';
import { RecoveryError } from '../store/recovery.js';

/** Waits before the disk is tried again, from the first failure on. A probe writes a mebibyte; the longest wait bounds how
 *  long a disk with space goes unused. */
const DISK_RETRY_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Seconds after which a refused write may be tried again while the node waits for the disk. */
const DISK_RETRY_SECONDS = 5;

/** Seconds after which to ask again while the state is checked: a million records take a few. */
const HELD_RETRY_SECONDS = 2;

/** Failures that no further attempt of the same process can mend. */
const FINAL: ReadonlySet<StoreErrorCode> = new Set(['STORE_CLOSED', 'STORE_DIED', 'JOURNAL_DAMAGED']);

export const isPassing = (error: unknown): error is StoreError => error instanceof StoreError && !FINAL.has(error.code);

/** @param tries so far. */
const diskRetryMs = (tries: number): number => DISK_RETRY_MS[Math.min(tries, DISK_RETRY_MS.length - 1)] as number;

/** Attempts to check a signed block when the node itself fails on the check, each on two threads: a thread that runs out of memory
 *  does not do so every time, but a transaction that crashes or hangs a thread does so on every one. */
const CHECK_ATTEMPTS = 5;

/** What the node waits for: a disk that accepts writes, threads that can check the signed block, or what contracts need to run. */
type Awaited = 'disk' | 'check' | 'machine';

const AWAITED: Readonly<Record<Awaited, string>> = {
  disk: 'the disk takes writes again',
  check: 'the block that this node has signed can be checked',
  machine: 'contracts can be compiled and run again',
};

const STILL: Readonly<Record<Awaited, string>> = {
  disk: 'the disk does not take writes yet',
  check: 'the signed block cannot be checked yet',
  machine: 'contracts cannot be compiled and run yet',
};

/** The pool could not check or sign at this moment: it was full, or its threads died. */
export const isBusy = ({ code }: Refusal): boolean => code === 'busy' || code === 'internal';

/** A signed block that cannot become the tip, and the operator's only way out: no other block may be signed for that height while
 *  the journal holds this one. */
function ofSigned(height: number, { message, ...rest }: Problem): Problem {
  const way = `If this goes on after a restart, and only if no other node has seen that block (none has when this node is the only validator and its database is not an older copy), stop the node and run "rouged keys reset-journal --give-up ${height} --yes": the block and its transactions are given up, and another one is signed in its place`;
  return { message: `block ${height} is signed by this node and cannot be brought in: ${message}. ${way}`, ...rest };
}

export class Halt {
  /** Undefined while all is well. */
  #problem: Problem | undefined;
  /** Why nothing comes in from outside; undefined when it may. */
  #held: Problem | undefined;
  /** What the node waits for; undefined when it does not wait, or somebody has to act. */
  #awaited: Awaited | undefined;
  #isFinal = false;
  #tries = 0;
  #checkFaults = 0;
  #since = 0;

  constructor(
    private readonly log: Log,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Lets nothing happen before `release`, and nothing in before `admit`. */
  hold(problem: Problem): void {
    this.#problem = problem;
    this.#held = problem;
  }

  /** The head may be started. */
  release(): void {
    this.#problem = undefined;
  }

  /** The head has started: what comes from outside finds it in order. */
  admit(): void {
    this.#held = undefined;
  }

  /** The answer to everything that wants the chain to go on while it is held. */
  get held(): Refusal | undefined {
    return this.#held && refuse('busy', this.#held.message, HELD_RETRY_SECONDS);
  }

  get isWaiting(): boolean {
    return this.#awaited !== undefined;
  }

  /** Seconds after which the problem may have passed; undefined when somebody has to act, or nothing is wrong. */
  get retrySeconds(): number | undefined {
    return this.isWaiting ? DISK_RETRY_SECONDS : this.held?.retryAfterSeconds;
  }

  /** Whether only a restart can help: no attempt that was planned before lifts that. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  forGood(problem: Problem): void {
    this.#isFinal = true;
    this.#problem = problem;
    this.#awaited = undefined;
    this.log.error({ reason: operatorText(problem) }, 'block production stopped');
  }

  /** An exception that no wait mends. @param signed height of the block that is signed but not durable. */
  ofFault(error: unknown, signed: number | undefined): void {
    const isTold = error instanceof StoreError || error instanceof RecoveryError;
    this.forGood(signed === undefined || isTold ? problemOf(error) : ofSigned(signed, problemOf(error)));
    if (!(error instanceof StoreError)) this.log.error({ error }, 'a slot could not be filled');
  }

  /** A signed block that is refused. A busy pool is asked again, one that fails on the block is asked a few times; every other
   *  refusal is final. @returns the milliseconds to wait before the next attempt; undefined when there is none. */
  ofSigned(height: number, refusal: Refusal): number | undefined {
    const { code, message } = refusal;
    if (code === 'internal') this.#checkFaults++;
    if (isBusy(refusal) && this.#checkFaults < CHECK_ATTEMPTS)
      return this.wait('check', code, { message: `block ${height} is signed and cannot be checked yet: ${message}` });
    this.forGood(ofSigned(height, { message }));
    return undefined;
  }

  /** @param isProducing whether blocks are to be produced after the wait.
   *  @returns the milliseconds to wait before the next attempt. */
  wait(awaited: Awaited, code: string, problem: Problem, isProducing = true): number {
    const reason = operatorText(problem);
    if (this.#isFinal) return diskRetryMs(0);
    if (!this.isWaiting) this.#since = this.clock.monotonic();
    if (this.#awaited === awaited) this.log.debug({ code, reason }, STILL[awaited]);
    else {
      const what = isProducing ? 'block production stopped; it resumes' : 'nothing is written; that resumes';
      this.log.error({ code, reason }, `${what} when ${AWAITED[awaited]}`);
      this.#tries = 0;
    }
    this.#awaited = awaited;
    this.#problem = problem;
    return diskRetryMs(this.#tries++);
  }

  /** @returns for how many seconds production was stopped, and what has come that was waited for. */
  end(): { readonly seconds: number; readonly mended: string } {
    const mended = AWAITED[this.#awaited ?? 'disk'];
    this.#problem = undefined;
    this.#awaited = undefined;
    this.#checkFaults = 0;
    return { seconds: Math.round((this.clock.monotonic() - this.#since) / 1_000), mended };
  }
}
