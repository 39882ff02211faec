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

  /** Rounds above 0: the lowest hash that is ready. */
  lowestReady(): string | undefined {
    return this.#inOrder('ready')[0];
  }

  /** A block that is not ready and would be preferred if it were: what to execute next, so that all nodes come to prefer the same. A block
   *  whose content is withheld never gets ready, therefore each turn is another one's. */
  lowerThanReady(turn: number): string | undefined {
    const ready = this.lowestReady();
    const waiting = this.#inOrder('known').filter((hash) => ready === undefined || hash < ready);
    return waiting[turn % waiting.length];
  }

  #inOrder(state: BlockState): readonly string[] {
    return [...this.#states].flatMap(([hash, its]) => (its === state ? [hash] : [])).sort();
  }
}
