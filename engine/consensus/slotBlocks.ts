/** The signed blocks of one slot, as far as this node knows them. Usually there is one; an equivocating proposer makes more.
 *
 *  In: their hashes, and what became of each when it was executed. Out: which one to execute and prevote when no quorum of prevotes
 *  decides it. At most SLOT_BLOCKS are kept, those with the lowest hashes, because the lowest hash is what nodes can agree on. */

export type BlockState = 'known' | 'ready' | 'invalid';

/** Blocks of one slot that are kept: far more than an equivocation needs to be proven, few enough to fetch and execute each. */
export const SLOT_BLOCKS = 8;

export class SlotBlocks {
  /** In the order in which they became known. */
  readonly #states = new Map<string, BlockState>();
  #firstReady: string | undefined;

  stateOf(hash: string): BlockState | undefined {
    return this.#states.get(hash);
  }

  /** Adds a block. Beyond the bound the greatest hash goes, unless it is in use.
   *  @returns the hashes that are dropped for it; the block itself may be one. */
  add(hash: string, isUsed: (hash: string) => boolean): readonly string[] {
    if (!this.#states.has(hash)) this.#states.set(hash, 'known');
    const dropped: string[] = [];
    while (this.#states.size > SLOT_BLOCKS) {
      const free = [...this.#states.keys()].filter((one) => !isUsed(one));
      const greatest = free.sort().at(-1);
      if (greatest === undefined) break;
      this.#states.delete(greatest);
      dropped.push(greatest);
    }
    return dropped;
  }

  settle(hash: string, state: 'ready' | 'invalid'): void {
    if (!this.#states.has(hash)) return;
    this.#states.set(hash, state);
    if (state === 'ready') this.#firstReady ??= hash;
  }

  /** Round 0: the first block that was ready, else the first that may still become ready. */
  first(): string | undefined {
    if (this.#firstReady !== undefined && this.#states.has(this.#firstReady)) return this.#firstReady;
    for (const [hash, state] of this.#states) if (state === 'known') return hash;
    return undefined;
  }

  /** Rounds above 0: the lowest hash. A block whose content is withheld never gets ready, so only every other round is given to the
   *  lower blocks that are not ready yet, one after another; the rounds between go to the lowest that is ready. All nodes are in these
   *  rounds at the same time, so after a few of them they agree. */
  lowest(round: number): string | undefined {
    const hashes = [...this.#states.keys()].sort();
    const ready = hashes.find((hash) => this.#states.get(hash) === 'ready');
    if (ready !== undefined && round % 2 === 0) return ready;
    const waiting = hashes.filter(
      (hash) => this.#states.get(hash) === 'known' && (ready === undefined || hash < ready),
    );
    return waiting[Math.floor(round / 2) % waiting.length] ?? ready;
  }
}
