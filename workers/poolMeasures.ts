/** What the verification pool has done: counts since its start, histograms, what the threads say about their keys.
 *
 *  In: events of the pool. Out: the part of `VerifierStats` that is not a gauge of this moment. */

import { countBy, Histogram, SECONDS } from '../engine/base/histogram.js';
import type { RefusalCode } from '../engine/base/refusal.js';
import type { KeyCacheCounts } from '../engine/crypto/mldsa.js';
import type { PacketCost } from './answers.js';

/** Weight of the newest packet in the mean cost of an item. */
const COST_WEIGHT = 1 / 8;

export class PoolMeasures {
  verified = 0;
  refused = 0;
  signed = 0;
  shared = 0;
  deferred = 0;
  shed = 0;
  packets = 0;
  lostPackets = 0;
  deaths = 0;
  readonly refusals = new Map<RefusalCode, number>();
  /** Seconds from the question to the packet, and to the answer. */
  readonly waits = new Histogram(SECONDS);
  readonly answers = new Histogram(SECONDS);
  microsecondsPerItem = 0;
  #items = 0;
  #waited = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  /** Keys in the cache of each lane's thread. */
  readonly #keys: number[] = [];

  countRefusal(code: RefusalCode): void {
    this.refused++;
    countBy(this.refusals, code);
  }

  /** A packet leaves. @param waits milliseconds that each of its items has waited. */
  sent(waits: readonly number[]): void {
    this.packets++;
    this.#items += waits.length;
    for (const wait of waits) {
      this.#waited += wait;
      this.waits.observe(wait / 1_000);
    }
  }

  /** A packet is answered. */
  learn(lane: number, cost: PacketCost): void {
    this.#keys[lane] = cost.keys;
    this.#hits += cost.hits;
    this.#misses += cost.misses;
    this.#evictions += cost.evictions;
    if (cost.signatures > 0)
      this.microsecondsPerItem += (cost.microseconds / cost.signatures - this.microsecondsPerItem) * COST_WEIGHT;
  }

  /** The thread of a lane is gone, and its keys with it. */
  died(lane: number): void {
    this.deaths++;
    this.#keys[lane] = 0;
  }

  get itemsPerPacket(): number {
    return this.packets === 0 ? 0 : this.#items / this.packets;
  }

  get waitMicroseconds(): number {
    return this.#items === 0 ? 0 : (this.#waited * 1_000) / this.#items;
  }

  get keyCache(): KeyCacheCounts {
    const keys = this.#keys.reduce((sum, count) => sum + count, 0);
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, keys };
  }
}
