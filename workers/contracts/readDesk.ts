/** Answers what one thread reads of the state, on the main thread, and keeps account of the time that this takes.
 *
 *  In: a message that there is a question. Out: answers in shared memory. What readers take of the main thread is bounded: a thread
 *  whose call took more than its share rests before its next one, so that blocks and requests have the rest. A call that is running is
 *  never held up by this: the tip would overtake it. */

import { BridgeDesk, type ReadRequest } from './stateBridge.js';

/** What a wake-up costs this thread before and after this code runs, measured. */
const WAKE_MS = 0.008;
/** Answers in a row: 0.2 ms, less than a packet of transactions takes. */
const MOST_IN_A_ROW = 64;
/** How long to listen for the next question. Between two reads a contract runs for 2 us at most, for the fuel that a read costs. */
const LISTEN_MS = 0.006;
/** A call that reads less than this is not worth listening for. */
const FEW_READS = 8;
/** Fewer answers than this cost more than they save. */
const WORTH = 2;
/** After listening in vain so many questions come by message, then twice as many, up to this: the contract does other things between
 *  its reads, or the machine has no processor for its thread meanwhile. */
const MOST_SKIPPED = 8;

/** The encoded record; undefined when there is none; `stale` when the state is not the one that the call began with. */
export type Found = Uint8Array | undefined | 'stale';

/** A record of the past comes from the disk, later. */
type Lookup = (request: ReadRequest) => Found | Promise<Found>;

export class ReadDesk {
  readonly #desk: BridgeDesk;
  #began = 0;
  #spent = 0;
  #answered = 0;
  /** The call whose question is being looked up; undefined when none is. */
  #pending: symbol | undefined;
  /** Messages to answer without listening, and how many it will be after the next time in vain. */
  #skips = 0;
  #nextSkips = 1;

  constructor(
    bridge: SharedArrayBuffer,
    /** Of the main thread, for the reads of this thread. */
    private readonly share: number,
    private readonly lookup: Lookup,
  ) {
    this.#desk = new BridgeDesk(bridge);
  }

  /** A call begins. @param now milliseconds, as everywhere here. */
  begin(now: number): void {
    this.#began = now;
    this.#spent = this.#answered = this.#skips = 0;
    this.#pending = undefined;
    this.#nextSkips = 1;
  }

  /** When the thread may begin its next call. */
  restsUntil(): number {
    return this.#began + this.#spent / this.share;
  }

  /** There is a question, or there was one. */
  serve(): void {
    const began = performance.now();
    this.#answerOne();
    if (this.#skips > 0) this.#skips--;
    else if (this.#answered > FEW_READS && !this.#pending) this.#listen();
    this.#spent += performance.now() - began + WAKE_MS;
  }

  #listen(): void {
    this.#desk.listen(true);
    let heard = 0;
    for (let last = performance.now(); heard < MOST_IN_A_ROW && performance.now() - last < LISTEN_MS; ) {
      if (!this.#answerOne()) continue;
      heard++;
      last = performance.now();
    }
    this.#desk.listen(false);
    // What was asked before the reader could see that nobody listens any more.
    this.#answerOne();
    this.#skips = heard >= WORTH ? 0 : this.#nextSkips;
    this.#nextSkips = heard >= WORTH ? 1 : Math.min(2 * this.#nextSkips, MOST_SKIPPED);
  }

  #answerOne(): boolean {
    const request = this.#pending ? undefined : this.#desk.asked();
    if (!request) return false;
    this.#answered++;
    const found = this.lookup(request);
    if (found instanceof Promise) void this.#answerLater(found);
    else this.#answer(found);
    return true;
  }

  /** Nobody waits for the answer any more when another call has begun. */
  async #answerLater(later: Promise<Found>): Promise<void> {
    const pending = Symbol('question');
    this.#pending = pending;
    const found = await later;
    if (this.#pending !== pending) return;
    this.#pending = undefined;
    this.#answer(found);
  }

  #answer(found: Found): void {
    if (found === 'stale') this.#desk.answer(undefined, false);
    else this.#desk.answer(found, true);
  }
}
