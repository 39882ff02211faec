/** First in, first out, in amortised constant time: the container in which the verification queue keeps its entries.
 *
 *  It has no bound of its own; `VerifyQueue` bounds the entries of all its queues together and names the loser. */

/** Free places at the front are released when there are this many and they are the larger part of the array. */
const COMPACT_FROM = 64;

export class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#head++;
    if (this.#head >= COMPACT_FROM && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Puts an item before all others; linear time, for items that return from a dead worker. */
  unshift(item: T): void {
    this.#items = [item, ...this.#items.slice(this.#head)];
    this.#head = 0;
  }

  /** Removes an item from any place; linear time. */
  remove(item: T): void {
    this.#items = this.drain().filter((other) => other !== item);
  }

  /** Empties the queue. @returns what was in it, in order. */
  drain(): T[] {
    const items = this.#items.slice(this.#head);
    this.#items = [];
    this.#head = 0;
    return items;
  }
}
