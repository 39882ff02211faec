/** Entries by what they pay for their place, the worst first: the lowest tip, among equals the newest.
 *
 *  In: entries in the order of their arrival. Out: the worst that is still present. Most pay the same, so those of one tip are a row in the
 *  order of their arrival and only the rows are in a heap: in a heap of its own each newcomer, which is the worst of its equals, would go all
 *  the way to the top. Entries that are gone stay until they are on top or are cleared away. */

import { Heap } from '../base/heap.js';
import { compareTips, type Entry, isPresent, type Tip } from './entry.js';

interface Row extends Tip {
  readonly name: string;
  entries: Entry[];
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The same text for tips that are equal. */
function tipName({ priorityFee, shares }: Tip): string {
  if (shares === 1n) return `${priorityFee}`;
  const common = greatestDivisor(priorityFee, shares);
  return common === shares ? `${priorityFee / shares}` : `${priorityFee / common}/${shares / common}`;
}

const lowestFirst = (a: Tip, b: Tip): number => compareTips(b, a);

export class WorstFirst {
  readonly #rows = new Map<string, Row>();
  #lowest = new Heap<Row>(lowestFirst);
  /** Where the last one was put. */
  #latest: Row | undefined;
  #size = 0;

  /** With those that are gone. */
  get size(): number {
    return this.#size;
  }

  /** @param entry newer than all with its tip that are here. */
  push(entry: Entry): void {
    const latest = this.#latest;
    const row = latest && compareTips(latest, entry) === 0 ? latest : this.#rowOf(entry);
    row.entries.push(entry);
    this.#latest = row;
    this.#size++;
  }

  #rowOf(entry: Entry): Row {
    const name = tipName(entry);
    const known = this.#rows.get(name);
    if (known) return known;
    const row: Row = { priorityFee: entry.priorityFee, shares: entry.shares, name, entries: [] };
    this.#rows.set(name, row);
    this.#lowest.push(row);
    return row;
  }

  /** The worst that is present. */
  peek(): Entry | undefined {
    for (let row = this.#lowest.peek(); row; row = this.#lowest.peek()) {
      for (let worst = row.entries.at(-1); worst; worst = row.entries.at(-1)) {
        if (isPresent(worst)) return worst;
        row.entries.pop();
        this.#size--;
      }
      this.#lowest.pop();
      this.#forget(row);
    }
    return undefined;
  }

  /** Takes out the one that `peek` gives. */
  pop(): Entry | undefined {
    const worst = this.peek();
    if (!worst) return undefined;
    this.#lowest.peek()?.entries.pop();
    this.#size--;
    return worst;
  }

  /** Drops what is gone; meant for when that is most of it. */
  clearAway(): void {
    const rows = [...this.#rows.values()];
    this.#lowest = new Heap<Row>(lowestFirst);
    this.#size = 0;
    for (const row of rows) {
      row.entries = row.entries.filter(isPresent);
      this.#size += row.entries.length;
      if (row.entries.length > 0) this.#lowest.push(row);
      else this.#forget(row);
    }
  }

  #forget(row: Row): void {
    this.#rows.delete(row.name);
    if (this.#latest === row) this.#latest = undefined;
  }
}
