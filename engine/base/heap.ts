/** A binary heap: the smallest item by `compare` comes out first. */

export class Heap<T> {
  readonly #items: T[] = [];

  constructor(private readonly compare: (a: T, b: T) => number) {}

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.compare(items[parent] as T, item) <= 0) break;
      items[at] = items[parent] as T;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0 && last !== undefined) this.#sink(last);
    return top;
  }

  /** Takes out the smallest item and puts another one in, in one pass; only where there is one. */
  replaceTop(item: T): void {
    this.#sink(item);
  }

  /** Puts an item in the place of the top, and then in its own. */
  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.compare(items[child + 1] as T, items[child] as T) < 0) child++;
      if (this.compare(item, items[child] as T) <= 0) break;
      items[at] = items[child] as T;
      at = child;
    }
    items[at] = item;
  }

  /** Drops the items that `keep` rejects; meant for when they are most of the heap. */
  retain(keep: (item: T) => boolean): void {
    const kept = this.#items.filter(keep);
    this.#items.length = 0;
    for (const item of kept) this.push(item);
  }
}
