/** The signed blocks of one slot, as far as this node knows them. Usually there is one; an equivocating proposer makes more.
 *
 *  In: their hashes, and what became of each when it was executed. Out: which one to execute and prevote when no quorum of prevotes
 *  decides it. At most SLOT_BLOCKS are kept, those with the lowest hashes, because the lowest hash is what nodes can agree on. */

type OpenState = 'known' | 'ready';
export type BlockState = OpenState | 'invalid';

/** Blocks of one slot that are kept: far more than an equivocation needs to be proven, few enough to fetch and execute each. */
export const SLOT_BLOCKS = 8;

/** Invalid ones that are remembered beside them, so that none is executed twice: they take no place from one that may be decided.
 *  The oldest is forgotten. */
export const INVALID_BLOCKS = 64;

export class SlotBlocks {
  /** In the order in which they became known. */
  readonly #states = new Map<string, OpenState>();
  readonly #invalid = new Set<string>();
  /** Those whose turn to be executed has passed without a result: their content may be withheld. */
  readonly #overdue = new Set<string>();
  /** Those whose content is here, in the order in which it came. */
  readonly #complete = new Set<string>();
  #firstReady: string | undefined;

  stateOf(hash: string): BlockState | undefined {
    return this.#invalid.has(hash) ? 'invalid' : this.#states.get(hash);
  }

  /** Adds a block. Beyond the bound goes, of those that are not in use, first one whose turn has passed without a result, and
   *  of several the greatest hash.
   *  @returns the hashes that are dropped for it; the block itself may be one. */
  add(hash: string, isUsed: (hash: string) => boolean): readonly string[] {
    if (this.#invalid.has(hash)) return [];
    if (!this.#states.has(hash)) this.#states.set(hash, 'known');
    const dropped: string[] = [];
    while (this.#states.size > SLOT_BLOCKS) {
      const free = [...this.#states.keys()].filter((one) => !isUsed(one)).sort();
      const spare = free.findLast((one) => this.#overdue.has(one)) ?? free.at(-1);
      if (spare === undefined) break;
      this.#drop(spare);
      dropped.push(spare);
    }
    return dropped;
  }

  #drop(hash: string): void {
    this.#states.delete(hash);
    this.#overdue.delete(hash);
    this.#complete.delete(hash);
  }

  complete(hash: string): void {
    if (this.#states.has(hash)) this.#complete.add(hash);
  }

  settle(hash: string, state: 'ready' | 'invalid'): void {
    if (!this.#states.has(hash)) return;
    if (state === 'ready') {
      this.#states.set(hash, state);
      this.#overdue.delete(hash);
      this.#firstReady ??= hash;
      return;
    }
    this.#drop(hash);
    this.#invalid.add(hash);
    if (this.#invalid.size > INVALID_BLOCKS) this.#invalid.delete(this.#invalid.values().next().value as string);
  }

  /** A turn ends. @param hash the block that was to be executed in it. */
  endTurn(hash: string): void {
    if (this.#states.get(hash) === 'known') this.#overdue.add(hash);
  }

  /** Round 0: the first block that was ready, else the first whose content is here, else the first that may still become ready. A
   *  proposer that shows the header of another block and withholds its content must not keep this node from voting. */
  first(): string | undefined {
    if (this.#firstReady !== undefined && this.#states.has(this.#firstReady)) return this.#firstReady;
    for (const hash of this.#complete) if (this.#states.get(hash) === 'known') return hash;
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

  #inOrder(state: OpenState): readonly string[] {
    return [...this.#states].flatMap(([hash, its]) => (its === state ? [hash] : [])).sort();
  }
}
