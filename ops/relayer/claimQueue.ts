/** Deposits that are not claimed yet.
 *
 *  In: what the watchers find. Out: the claim that is due next. A claim stays until the node has minted it or has refused it for good; after
 *  another answer it waits, twice as long each time, with jitter. A watcher may have a bounded number of claims here, and does not scan on while
 *  it has them: a provider that invents deposits fills its own share only. */

import type { FoundCoin, FoundDeposit } from '../../engine/bridge/foundDeposit.js';

/** Claims of one watcher. Some 400 bytes each, in memory and in the state file. */
export const CLAIMS_OF_LANE = 1_000;

/** Claims that were settled, by which a slower provider's are known: what falls out is asked for again and answered as claimed. */
const MOST_SETTLED = 10_000;

export interface ClaimTimes {
  /** First wait after an answer that may change. */
  readonly firstWaitMs: number;
  /** Longest one. */
  readonly mostWaitMs: number;
}

/** A deposit needs some seconds until all providers of the node have it; one that it refuses for days costs it one verification in half an
 *  hour. */
export const CLAIM_TIMES: ClaimTimes = { firstWaitMs: 5_000, mostWaitMs: 1_800_000 };

/** A claim as the state file has it. */
export interface WaitingClaim extends FoundDeposit {
  /** Heights by the watchers that have seen it: on another branch it has another one. */
  readonly seen: ReadonlyMap<string, number>;
  /** When it was found, in milliseconds since the epoch. */
  readonly since: number;
}

interface Entry {
  claim: WaitingClaim;
  attempts: number;
  /** On the monotonic clock. */
  due: number;
  isAsked: boolean;
}

type Wants = (coin: FoundCoin) => boolean;

export interface QueueParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly times: ClaimTimes;
}

/** @param attempts so far. @returns between half of the wait and all of it, so that many claims do not come back together. */
export function waitAfter(attempts: number, { firstWaitMs, mostWaitMs }: ClaimTimes, random: number): number {
  const full = Math.min(mostWaitMs, firstWaitMs * 2 ** Math.min(attempts, 30));
  return (full / 2) * (1 + random);
}

export class ClaimQueue {
  readonly #entries = new Map<string, Entry>();
  readonly #settled = new Set<string>();

  constructor(
    private readonly parts: QueueParts,
    kept: readonly WaitingClaim[] = [],
  ) {
    for (const claim of kept) this.#put(claim);
  }

  #put(claim: WaitingClaim): void {
    this.#entries.set(claim.claimKey, { claim, attempts: 0, due: this.parts.monotonic(), isAsked: false });
  }

  /** In the order in which they were found. */
  get claims(): readonly WaitingClaim[] {
    return [...this.#entries.values()].map(({ claim }) => claim);
  }

  get size(): number {
    return this.#entries.size;
  }

  countOf(lane: string): number {
    return this.claims.filter(({ seen }) => seen.has(lane)).length;
  }

  /** @returns whether nobody has found it before. */
  add(lane: string, deposit: FoundDeposit): boolean {
    const { claimKey, height } = deposit;
    if (this.#settled.has(claimKey)) return false;
    const known = this.#entries.get(claimKey);
    if (known) known.claim = { ...known.claim, seen: new Map(known.claim.seen).set(lane, height) };
    else this.#put({ ...deposit, seen: new Map([[lane, height]]), since: this.parts.now() });
    return known === undefined;
  }

  /** A reorganisation took away what the watcher has seen above a height. What no other one has seen is no claim any more, and what was
   *  settled may be found again. @returns how many claims went. */
  forget(lane: string, above: number): number {
    const before = this.size;
    this.#settled.clear();
    for (const [key, entry] of this.#entries) {
      if ((entry.claim.seen.get(lane) ?? above) <= above) continue;
      const seen = new Map([...entry.claim.seen].filter(([other]) => other !== lane));
      if (seen.size === 0) this.#entries.delete(key);
      else entry.claim = { ...entry.claim, seen };
    }
    return before - this.size;
  }

  /** Takes the claim that is due, the one first that waits longest; it is nobody else's until it is settled or put off. @param wants coins that
   *  can be claimed at present. */
  take(wants: Wants): WaitingClaim | undefined {
    const first = this.#first(wants);
    if (!first || first.due > this.parts.monotonic()) return undefined;
    first.isAsked = true;
    return first.claim;
  }

  #first(wants: Wants): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries.values())
      if (!entry.isAsked && wants(entry.claim.coin) && (first === undefined || entry.due < first.due)) first = entry;
    return first;
  }

  /** Milliseconds until the next claim is due; undefined when none waits. */
  wait(wants: Wants): number | undefined {
    const first = this.#first(wants);
    return first && Math.max(0, first.due - this.parts.monotonic());
  }

  /** It is minted, or refused for good. */
  settle(key: string): void {
    // A reorganisation may have taken it away meanwhile: then it is asked for again when it is found again.
    if (!this.#entries.delete(key)) return;
    this.#settled.add(key);
    if (this.#settled.size > MOST_SETTLED) for (const oldest of this.#settled) return void this.#settled.delete(oldest);
  }

  /** The answer may be another one later. @returns the wait in milliseconds. */
  putOff(key: string): number {
    const entry = this.#entries.get(key);
    if (!entry) return 0;
    const wait = waitAfter(entry.attempts++, this.parts.times, this.parts.random());
    entry.due = this.parts.monotonic() + wait;
    entry.isAsked = false;
    return wait;
  }

  /** The node takes no claims at present: it is asked for again soon, behind the others, as its own request may be what the node fails on. */
  giveBack(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.due = this.parts.monotonic();
    entry.isAsked = false;
  }
}
