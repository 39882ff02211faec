/** The newest blocks as the charts and the list need them. In: blocks of the stream and of the API, in any order, some
 *  twice. Out: at most `KEPT` heads, newest first, without gaps between those that are shown as neighbours. */

export interface Head {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds since the epoch, by the chain's clock. */
  readonly time: number;
  readonly txCount: number;
  /** Address. */
  readonly proposer: string | undefined;
}

/** Two minutes of 400 ms blocks, for the chart of transactions per second. */
const KEPT = 320;

export class Heads {
  #list: readonly Head[] = [];

  /** Newest first. */
  get list(): readonly Head[] {
    return this.#list;
  }

  get newest(): Head | undefined {
    return this.#list[0];
  }

  /** @returns false when blocks are missing between this one and the newest known one. */
  add(head: Head): boolean {
    const { newest } = this;
    if (newest && head.height <= newest.height) {
      const same = this.#list.find(({ height }) => height === head.height);
      // Another block at a height that was shown: the node has begun a new chain.
      if (same && same.hash !== head.hash) this.#list = [head];
      return true;
    }
    const follows = !newest || head.height === newest.height + 1;
    this.#list = [head, ...this.#list].slice(0, KEPT);
    return follows;
  }

  /** Takes a list from the API, newest first. */
  merge(heads: readonly Head[]): void {
    const byHeight = new Map(this.#list.map((head) => [head.height, head]));
    const replaced = heads.some(({ height, hash }) => (byHeight.get(height)?.hash ?? hash) !== hash);
    const fallen = (heads[0]?.height ?? 0) < (this.newest?.height ?? 0) - heads.length;
    if (replaced || fallen) byHeight.clear();
    for (const head of heads) byHeight.set(head.height, head);
    this.#list = [...byHeight.values()].sort((a, b) => b.height - a.height).slice(0, KEPT);
  }

  /** The newest blocks that follow each other without a gap. */
  get unbroken(): readonly Head[] {
    const end = this.#list.findIndex(({ height }, at) => at > 0 && height !== (this.#list[at - 1]?.height ?? 0) - 1);
    return end < 0 ? this.#list : this.#list.slice(0, end);
  }

  /** Transactions per second in the `span` milliseconds before `now`; undefined before any block is known. */
  rate(now: number, span: number): number | undefined {
    if (this.#list.length === 0) return undefined;
    const recent = this.#list.filter(({ time }) => time > now - span && time <= now);
    return recent.reduce((sum, { txCount }) => sum + txCount, 0) / (span / 1_000);
  }
}
