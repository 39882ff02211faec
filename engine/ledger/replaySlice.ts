/** Tags from a range of header time with the times of their blocks, in flat memory.
 *
 *  A hash table with open addressing: 20 bytes per place, at most four tags for five places. A Map of the same tags takes some
 *  five times the memory, makes each tag an object for the garbage collector, and ends at 2^24 tags. A sender chooses its own
 *  nonces, so it can grind for tags with chosen bits. Therefore a tag's place depends on a secret of this process; nothing else
 *  depends on the secret. */

import { invariant } from '../base/refusal.js';

/** 128 bits of SHA-256(account, nonce): short enough to keep ten minutes of full blocks, long enough to avoid collisions. */
export const TAG_BYTES = 16;

const WORDS = TAG_BYTES / 4;

const LEAST_PLACES = 1_024;

/** Largest share of full places: above it, the search for a tag that is not there quickly gets slower. */
const FILLED = 0.8;

const placesFor = (tags: number): number => {
  let places = LEAST_PLACES;
  while (places * FILLED < tags) places *= 2;
  return places;
};

/** Factors for a tag's four words when computing its place: odd, and known only to this process. */
export type PlaceKey = readonly [number, number, number, number];

/** @param secret 16 random bytes. */
export function placeKeyOf(secret: Uint8Array): PlaceKey {
  invariant(secret.length === TAG_BYTES, 'a key of places has 16 bytes');
  const view = new DataView(secret.buffer, secret.byteOffset, secret.byteLength);
  return [view.getInt32(0) | 1, view.getInt32(4) | 1, view.getInt32(8) | 1, view.getInt32(12) | 1];
}

const word = (tag: string, at: number): number =>
  (tag.charCodeAt(at) << 24) | (tag.charCodeAt(at + 1) << 16) | (tag.charCodeAt(at + 2) << 8) | tag.charCodeAt(at + 3);

export class ReplaySlice {
  /** By place: the tag's words. */
  #tags: Int32Array;
  /** By place: milliseconds from `start` to the tag's block, plus one; 0 where there is no tag. */
  #times: Uint32Array;
  #size = 0;
  #newest: number;

  /** @param start header time of its first block. @param tags how many tags to make room for at once. */
  constructor(
    readonly start: number,
    tags: number,
    private readonly key: PlaceKey,
  ) {
    const places = placesFor(tags);
    this.#tags = new Int32Array(places * WORDS);
    this.#times = new Uint32Array(places);
    this.#newest = start;
  }

  get size(): number {
    return this.#size;
  }

  /** Header time of its last block. */
  get newest(): number {
    return this.#newest;
  }

  get memoryBytes(): number {
    return this.#tags.byteLength + this.#times.byteLength;
  }

  /** Header time of the latest block that has the tag; undefined when none in this slice has it. */
  timeOf(tag: string): number | undefined {
    const time = this.#times[this.#placeOf(word(tag, 0), word(tag, 4), word(tag, 8), word(tag, 12))] as number;
    return time === 0 ? undefined : this.start + time - 1;
  }

  /** @param time not before the times of earlier tags. */
  add(tag: string, time: number): void {
    invariant(
      time >= this.#newest && time - this.start < 0xffff_ffff,
      'a replay slice takes tags in the order of time',
    );
    this.#newest = time;
    if (this.#size + 1 > this.#times.length * FILLED) this.#grow();
    if (this.#put(word(tag, 0), word(tag, 4), word(tag, 8), word(tag, 12), time - this.start + 1)) this.#size++;
  }

  /** @returns whether the tag was not there. */
  #put(a: number, b: number, c: number, d: number, time: number): boolean {
    const place = this.#placeOf(a, b, c, d);
    const isNew = this.#times[place] === 0;
    if (isNew) {
      const at = place * WORDS;
      this.#tags[at] = a;
      this.#tags[at + 1] = b;
      this.#tags[at + 2] = c;
      this.#tags[at + 3] = d;
    }
    this.#times[place] = time;
    return isNew;
  }

  /** The place where the tag is, or where it would be put. */
  #placeOf(a: number, b: number, c: number, d: number): number {
    const tags = this.#tags;
    const times = this.#times;
    const mask = times.length - 1;
    const { key } = this;
    const mixed = Math.imul(a, key[0]) + Math.imul(b, key[1]) + Math.imul(c, key[2]) + Math.imul(d, key[3]);
    // The low bits of a product depend only on the low bits of its factors, so the high bits are mixed in.
    for (let place = (mixed ^ (mixed >>> 15)) & mask; ; place = (place + 1) & mask) {
      if (times[place] === 0) return place;
      const at = place * WORDS;
      if (tags[at] === a && tags[at + 1] === b && tags[at + 2] === c && tags[at + 3] === d) return place;
    }
  }

  #grow(): void {
    const tags = this.#tags;
    const times = this.#times;
    this.#tags = new Int32Array(tags.length * 2);
    this.#times = new Uint32Array(times.length * 2);
    for (let place = 0; place < times.length; place++) {
      const time = times[place] as number;
      const at = place * WORDS;
      if (time !== 0)
        this.#put(tags[at] as number, tags[at + 1] as number, tags[at + 2] as number, tags[at + 3] as number, time);
    }
  }
}
