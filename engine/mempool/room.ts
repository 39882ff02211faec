/** Room for pending transactions, bounded in count and bytes: of the whole mempool, or of a part of it.
 *
 *  In: entries. Out: which ones leave so that a better one fits. The loser is the lowest tip, among equals the newest; a newcomer
 *  that is no better than the worst is refused. What is of the bridge is better than any tip: only its authorities and validators can send it, and
 *  each of them has a sender's share. */

import { compareTips, type Entry } from './entry.js';
import { WorstFirst } from './worstFirst.js';

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
  readonly #ordinary = new WorstFirst();
  readonly #ofBridge = new WorstFirst();
  #count = 0;
  #bytes = 0;

  constructor(private readonly limits: RoomLimits) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it fits without that another one leaves. */
  fits({ bytes }: Pick<Entry, 'bytes'>): boolean {
    return this.#count < this.limits.transactions && this.#bytes + bytes <= this.limits.bytes;
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
      const worst = this.#worst();
      const isLeaving = worst !== undefined && leaving.has(worst);
      isEnough = isLeaving || (worst !== undefined && compareWorth(worst, entry) > 0);
      if (!worst || !isEnough) break;
      this.#rowsOf(worst).pop();
      looked.push(worst);
      if (isLeaving) continue;
      victims.push(worst);
      count--;
      bytes -= worst.bytes;
    }
    // Each is newer than those that were looked at after it.
    for (const seen of looked.reverse()) this.#rowsOf(seen).push(seen);
    return isEnough ? victims : undefined;
  }

  #worst(): Entry | undefined {
    return this.#ordinary.peek() ?? this.#ofBridge.peek();
  }

  #rowsOf({ isOfBridge }: Entry): WorstFirst {
    return isOfBridge ? this.#ofBridge : this.#ordinary;
  }

  add(entry: Entry): void {
    this.#rowsOf(entry).push(entry);
    this.#count++;
    this.#bytes += entry.bytes;
  }

  /** Of an entry that is marked as gone. */
  remove(entry: Entry): void {
    this.#count--;
    this.#bytes -= entry.bytes;
    if (this.#ordinary.size + this.#ofBridge.size <= 2 * this.#count + 64) return;
    this.#ordinary.clearAway();
    this.#ofBridge.clearAway();
  }
}
