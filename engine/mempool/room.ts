/** Room for pending transactions, bounded in count and bytes: of the whole mempool, or of a part of it.
 *
 *  In: entries. Out: which ones leave so that a better one fits. The loser is the lowest tip, among equals the newest; a newcomer
 *  that is no better than the worst is refused. What is of the bridge is better than any tip: only its authorities and validators can send it, and
 *  each of them has a sender's share. */

import { Heap } from '../base/heap.js';
import { compareTips, type Entry, isPresent } from './entry.js';

export interface RoomLimits {
  readonly transactions: number;
  readonly bytes: number;
}

/** Entries that are leaving another room already: they take no place any more. */
const NONE: ReadonlySet<Entry> = new Set();

const rankOf = ({ isOfBridge }: Entry): number => (isOfBridge ? 1 : 0);

/** Above 0 when `b` is worth more. */
const compareWorth = (a: Entry, b: Entry): number => rankOf(b) - rankOf(a) || compareTips(a, b);

export class Room {
  /** Worst first. Removed entries stay in it until they reach the top. */
  readonly #worst = new Heap<Entry>((a, b) => compareWorth(b, a) || b.arrival - a.arrival);
  #count = 0;
  #bytes = 0;

  constructor(private readonly limits: RoomLimits) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Changes nothing. @param leaving entries that leave anyway.
   *  @returns worse entries that must leave for the newcomer, beside those; undefined when all of them would not suffice. */
  victimsFor(entry: Entry, leaving: ReadonlySet<Entry> = NONE): readonly Entry[] | undefined {
    const looked: Entry[] = [];
    const victims: Entry[] = [];
    let count = this.#count;
    let bytes = this.#bytes + entry.bytes;
    for (const { bytes: freed } of leaving) {
      count--;
      bytes -= freed;
    }
    let isEnough = true;
    while (isEnough && (count >= this.limits.transactions || bytes > this.limits.bytes)) {
      const worst = this.#top();
      const isLeaving = worst !== undefined && leaving.has(worst);
      isEnough = isLeaving || (worst !== undefined && compareWorth(worst, entry) > 0);
      if (!worst || !isEnough) break;
      this.#worst.pop();
      looked.push(worst);
      if (isLeaving) continue;
      victims.push(worst);
      count--;
      bytes -= worst.bytes;
    }
    for (const seen of looked) this.#worst.push(seen);
    return isEnough ? victims : undefined;
  }

  #top(): Entry | undefined {
    while (this.#worst.peek()?.gone) this.#worst.pop();
    return this.#worst.peek();
  }

  add(entry: Entry): void {
    this.#worst.push(entry);
    this.#count++;
    this.#bytes += entry.bytes;
  }

  /** Of an entry that is marked as gone. */
  remove(entry: Entry): void {
    this.#count--;
    this.#bytes -= entry.bytes;
    if (this.#worst.size > 2 * this.#count + 64) this.#worst.retain(isPresent);
  }
}
