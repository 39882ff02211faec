/** What the verification pool has done: counts since its start, histograms, what the threads report about their keys.
 *
 *  In: events of the pool. Out: the part of `VerifierStats` that is not a present gauge, and the size of the next packet, which
 *  follows from the cost of an item. */

import { countBy, Histogram, SECONDS } from '../../engine/base/histogram.js';
import { PACKET_ITEMS, VERIFY_QUEUE_ITEMS, VERIFY_QUEUE_MS } from '../../engine/base/limits.js';
import type { RefusalCode } from '../../engine/base/refusal.js';
import type { PacketAllowance } from '../../engine/intake/queue.js';
import type { PacketCost } from './verdictTable.js';
import { PACKETS_AHEAD } from './verifyLane.js';

/** Longest time that the packets of one thread take together: a block to be signed waits behind them. A sixteenth of a
 *  400 ms slot. With a slow backend this bounds a packet, with a fast one PACKET_ITEMS does. */
const HOLD_MS = 25;

/** Largest packet: 64 transfers of 15 KB. A larger item travels alone. The most expensive texts take a thread some 60 ms. */
const PACKET_BYTES = 1024 * 1024;

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
  /** Seconds from the call to the packet, and to the answer. */
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

  /** How much the next packet may hold. */
  packetAllowance(): PacketAllowance {
    const fitting = Math.floor((HOLD_MS * 1_000) / PACKETS_AHEAD / Math.max(this.microsecondsPerItem, 1));
    return { items: Math.min(PACKET_ITEMS, Math.max(1, fitting)), bytes: PACKET_BYTES };
  }

  /** How many fresh items may be held. */
  queueAllowance(lanes: number): number {
    const { least, most } = VERIFY_QUEUE_ITEMS;
    const workedOff = Math.floor((lanes * VERIFY_QUEUE_MS * 1_000) / Math.max(this.microsecondsPerItem, 1));
    return Math.min(most, Math.max(least, workedOff));
  }

  reading() {
    const { verified, refused, signed, shared, deferred, shed, packets, lostPackets, deaths } = this;
    const { refusals, waits, answers, microsecondsPerItem } = this;
    return {
      ...{ verified, refused, signed, shared, deferred, shed, packets, lostPackets, deaths },
      ...{ refusals, waits, answers, microsecondsPerItem },
      itemsPerPacket: packets === 0 ? 0 : this.#items / packets,
      waitMicroseconds: this.#items === 0 ? 0 : (this.#waited * 1_000) / this.#items,
      keyCache: {
        hits: this.#hits,
        misses: this.#misses,
        evictions: this.#evictions,
        keys: this.#keys.reduce((sum, count) => sum + count, 0),
      },
    };
  }
}
