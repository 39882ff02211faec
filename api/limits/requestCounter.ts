/** Counts the requests of each client over the last minute and says when a client is over its limit.
 *
 *  In: a client and the time. Out: whether this request is within the limit, how many are left, and when more will be.
 *  A sliding window: the minute moves in steps of a second, and a request is counted until a minute after the start of the
 *  second in which it arrived. So there are never more requests than the limit in any 59 seconds, all of them may arrive at
 *  once, and no client has to wait for more than a minute. The seconds in the headers are exact: a client that waits that long
 *  is admitted, one that waits a second less is not. (A token bucket of the same size would let twice the limit through in its
 *  first minute.) A refused request is not counted: a client that keeps asking is still admitted in time.
 *
 *  Memory is fixed. A client is forgotten only when all its requests have left the window, so that no flood of other
 *  addresses resets a client's count. While the table is full of clients that are still counted, new clients share a
 *  count with their wider network (IPv4 /24, IPv6 /48): an attacker that walks through the addresses of its network
 *  gets one limit for all of it. Every call takes constant time. */

import { createHmac, randomBytes } from 'node:crypto';
import { widerNetwork } from './clientAddress.js';

export const WINDOW_MS = 60_000;

/** A step is a second, because that is the unit of Retry-After: a client takes 120 bytes of counts. */
export const SLICE_MS = 1_000;

/** The slice that is being filled, and those that make up a minute with it. */
const SLICES = WINDOW_MS / SLICE_MS;

/** The largest count in 16 bits. */
const SMALL_LIMIT = 65_535;

/** Clients counted one by one, about 18 MB of tables and texts when full. One node cannot serve more active clients a minute
 *  than this: at two requests each it would answer 2,000 a second for them alone. */
const MAX_CLIENTS = 65_536;

/** Counts that are shared while the table is full: two networks share one with a probability of one in 4,096. */
const SHARED_COUNTS = 4_096;

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that the client may still make at once. */
  readonly remaining: number;
  /** Seconds until the whole limit is available again, without further requests. */
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
  /** Chosen at random by every process, so that nobody can aim at the shared count of another network. */
  readonly #secret = randomBytes(32);
  readonly #slots = new Map<string, number>();
  readonly #keys: string[] = [];
  /** `SLICES` counts per slot; the count of slice s is at s modulo SLICES. */
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

  /** A slot that was never used, or the slot of a client whose requests have all left the window; NONE when there is none. */
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

  /** Removes from a slot the requests that have left the window since its newest one. */
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

  /** The slice that has to leave the window to make room for so many more requests. */
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
