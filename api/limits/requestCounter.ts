/** Counts the requests of each client over the last minute and says when one has had enough.
 *
 *  In: a client and the time. Out: whether this request is within the limit, how many are left, and when more will be.
 *  A sliding window: the minute moves in steps of a second, and a request is counted until a minute after the begin of the
 *  second in which it came. So there are never more than the limit in any 59 seconds, all of them may come at once, nobody
 *  is told to wait for more than a minute, and the seconds in the headers are exact: whoever waits that long is let in,
 *  and nobody who waits a second less. (A token bucket of the same size would let twice the limit through in its
 *  first minute.) A refused request is not counted: a client that goes on asking still gets out.
 *
 *  Memory is fixed. A client is forgotten only when all its requests have left the window, so that no flood of other
 *  addresses resets anybody's count. While the table is full of clients that are still counted, further ones share a
 *  count with their wider network (IPv4 /24, IPv6 /48): an attacker who walks through the addresses of his network
 *  meets one limit for all of it. Every call takes constant time. */

import { createHmac, randomBytes } from 'node:crypto';
import { widerNetwork } from './clientAddress.js';

export const WINDOW_MS = 60_000;

/** A step is a second, because that is what Retry-After tells: a client takes 120 bytes of counts. */
export const SLICE_MS = 1_000;

/** The slice that is being filled, and those that make up a minute with it. */
const SLICES = WINDOW_MS / SLICE_MS;

/** The largest count in 16 bits. */
const SMALL_LIMIT = 65_535;

/** Clients counted one by one, about 18 MB of tables and texts when full. More than this many active clients a minute
 *  are beyond one node: at two requests each it would answer 2,000 a second for them alone. */
const MAX_CLIENTS = 65_536;

/** Counts that are shared while the table is full: two networks meet in one with a chance of one in 4,096. */
const SHARED_COUNTS = 4_096;

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that the client may still make at once. */
  readonly remaining: number;
  /** Seconds until the whole limit is there again, if no more is asked. */
  readonly resetSeconds: number;
  /** Seconds until what was asked for is allowed; 0 when it is now. */
  readonly retrySeconds: number;
}

const NONE = -1;

/** Whole seconds until a slice has left the window. */
const secondsUntilGone = (slice: number, now: number): number =>
  Math.max(1, Math.ceil(((slice + SLICES) * SLICE_MS - now) / 1_000));

export class RequestCounter {
  /** Requests a minute. */
  readonly limit: number;
  readonly #capacity: number;
  readonly #shared: number;
  /** Chosen anew by every process, so that nobody can aim at the shared count of another network. */
  readonly #secret = randomBytes(32);
  readonly #slots = new Map<string, number>();
  readonly #keys: string[] = [];
  /** `SLICES` counts a slot, the one of slice s at s modulo SLICES. */
  readonly #counts: Uint16Array | Uint32Array;
  readonly #totals: Uint32Array;
  /** Slice of a slot's newest counted request. */
  readonly #newest: Float64Array;
  /** The slots in the order of their newest counted request, as a doubly linked list. */
  readonly #older: Int32Array;
  readonly #younger: Int32Array;
  #oldestSlot = NONE;
  #youngestSlot = NONE;

  /** @param limit requests a minute, at least 1. */
  constructor(limit: number, capacity = MAX_CLIENTS, shared = SHARED_COUNTS) {
    this.limit = limit;
    this.#capacity = capacity;
    this.#shared = shared;
    const slots = capacity + shared;
    const Counts = limit <= SMALL_LIMIT ? Uint16Array : Uint32Array;
    this.#counts = new Counts(slots * SLICES);
    this.#totals = new Uint32Array(slots);
    this.#newest = new Float64Array(slots);
    this.#older = new Int32Array(capacity).fill(NONE);
    this.#younger = new Int32Array(capacity).fill(NONE);
  }

  /** Clients that have a count of their own. */
  get clients(): number {
    return this.#slots.size;
  }

  /** Counts requests when all of them are within the limit.
   *  @param client as `clientNetwork` writes it. @param now milliseconds of a clock that never goes back.
   *  @param requests how many; 0 only reads. @param again how many the next attempt takes, for `retrySeconds`. */
  take(client: string, now: number, requests = 1, again = requests): Verdict {
    const slice = Math.floor(now / SLICE_MS);
    const slot = this.#slotOf(client, slice);
    this.#forget(slot, slice);
    const allowed = (this.#totals[slot] ?? 0) + requests <= this.limit;
    if (allowed && requests > 0) this.#count(slot, slice, requests);
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - (this.#totals[slot] ?? 0),
      resetSeconds: secondsUntilGone(this.#newest[slot] ?? slice, now),
      retrySeconds: allowed ? 0 : secondsUntilGone(this.#lastInTheWay(slot, slice, again), now),
    };
  }

  #slotOf(client: string, slice: number): number {
    const known = this.#slots.get(client);
    if (known !== undefined) return known;
    const slot = this.#freeSlot(slice);
    if (slot === NONE) return this.#capacity + this.#sharedIndex(client);
    this.#slots.set(client, slot);
    this.#keys[slot] = client;
    this.#newest[slot] = slice;
    return slot;
  }

  /** A slot that was never used, or that of the client whose requests have all left the window; NONE without one. */
  #freeSlot(slice: number): number {
    if (this.#keys.length < this.#capacity) return this.#keys.length;
    const oldest = this.#oldestSlot;
    if (oldest === NONE || slice - (this.#newest[oldest] ?? slice) < SLICES) return NONE;
    this.#slots.delete(this.#keys[oldest] ?? '');
    this.#clear(oldest);
    return oldest;
  }

  #sharedIndex(client: string): number {
    return createHmac('sha256', this.#secret).update(widerNetwork(client)).digest().readUInt32LE() % this.#shared;
  }

  /** Takes out of a slot what has left the window since its newest request. */
  #forget(slot: number, slice: number): void {
    const newest = this.#newest[slot] ?? slice;
    if (slice - newest >= SLICES) {
      this.#clear(slot);
      return;
    }
    for (let past = newest + 1; past <= slice; past++) {
      const at = slot * SLICES + (past % SLICES);
      this.#totals[slot] = (this.#totals[slot] ?? 0) - (this.#counts[at] ?? 0);
      this.#counts[at] = 0;
    }
  }

  #clear(slot: number): void {
    this.#counts.fill(0, slot * SLICES, (slot + 1) * SLICES);
    this.#totals[slot] = 0;
  }

  #count(slot: number, slice: number, requests: number): void {
    const at = slot * SLICES + (slice % SLICES);
    this.#counts[at] = (this.#counts[at] ?? 0) + requests;
    this.#totals[slot] = (this.#totals[slot] ?? 0) + requests;
    this.#newest[slot] = slice;
    if (slot < this.#capacity) this.#moveToYoungest(slot);
  }

  /** The slice with which enough leaves the window for so many more requests. */
  #lastInTheWay(slot: number, slice: number, requests: number): number {
    let left = this.#totals[slot] ?? 0;
    for (let past = Math.max(0, slice - SLICES + 1); past < slice; past++) {
      const counted = this.#counts[slot * SLICES + (past % SLICES)] ?? 0;
      left -= counted;
      if (counted > 0 && left + requests <= this.limit) return past;
    }
    return slice;
  }

  #moveToYoungest(slot: number): void {
    if (this.#youngestSlot === slot) return;
    const older = this.#older[slot] ?? NONE;
    const younger = this.#younger[slot] ?? NONE;
    if (older !== NONE) this.#younger[older] = younger;
    if (younger !== NONE) this.#older[younger] = older;
    if (this.#oldestSlot === slot) this.#oldestSlot = younger;
    this.#older[slot] = this.#youngestSlot;
    this.#younger[slot] = NONE;
    if (this.#youngestSlot !== NONE) this.#younger[this.#youngestSlot] = slot;
    this.#youngestSlot = slot;
    if (this.#oldestSlot === NONE) this.#oldestSlot = slot;
  }
}
