/** A bounded queue in which nobody's crowd keeps the others out.
 *
 *  In: items with their bytes and the source that they come from. Out: one after the other, the sources by turns, those of one source in
 *  their order. When it is full, the newest item of the source that takes most of it is lost, which may be the item that comes. */

export interface QueueBounds {
  readonly requests: number;
  readonly bytes: number;
}

interface Queued<T> {
  readonly item: T;
  readonly bytes: number;
}

interface Share<T> {
  readonly queued: Queued<T>[];
  bytes: number;
}

export class FairQueue<T> {
  /** The next turn is that of the first. */
  readonly #shares = new Map<string, Share<T>>();
  #length = 0;
  #bytes = 0;

  constructor(private readonly bounds: QueueBounds) {}

  get length(): number {
    return this.#length;
  }

  /** @returns what is lost for it. */
  add(item: T, source: string, bytes: number): readonly T[] {
    const share = this.#shares.get(source) ?? { queued: [], bytes: 0 };
    this.#shares.set(source, share);
    share.queued.push({ item, bytes });
    share.bytes += bytes;
    this.#length++;
    this.#bytes += bytes;
    const lost: T[] = [];
    while (this.#length > this.bounds.requests || this.#bytes > this.bounds.bytes) {
      const greediest = this.#greediest(source);
      const newest = this.#take(greediest, (queued) => queued.pop());
      if (newest !== undefined) lost.push(newest);
    }
    return lost;
  }

  shift(): T | undefined {
    const [source] = this.#shares.keys();
    if (source === undefined) return undefined;
    const item = this.#take(source, (queued) => queued.shift());
    const share = this.#shares.get(source);
    if (share) {
      this.#shares.delete(source);
      this.#shares.set(source, share);
    }
    return item;
  }

  #take(source: string, from: (queued: Queued<T>[]) => Queued<T> | undefined): T | undefined {
    const share = this.#shares.get(source);
    const taken = share && from(share.queued);
    if (!share || !taken) return undefined;
    share.bytes -= taken.bytes;
    this.#length--;
    this.#bytes -= taken.bytes;
    if (share.queued.length === 0) this.#shares.delete(source);
    return taken.item;
  }

  /** @param asking the source that has added last: of several that take as much, it is the one. */
  #greediest(asking: string): string {
    let greediest = asking;
    let most = this.#part(this.#shares.get(asking));
    for (const [source, share] of this.#shares) {
      const part = this.#part(share);
      if (part <= most) continue;
      greediest = source;
      most = part;
    }
    return greediest;
  }

  /** What a source takes of the queue, by the bound that it strains more. */
  #part(share: Share<T> | undefined): number {
    if (!share) return 0;
    return Math.max(share.queued.length / this.bounds.requests, share.bytes / this.bounds.bytes);
  }
}
