/** Pieces of work that run one after the other.
 *
 *  In: work, and whether something is held between two pieces. Out: each piece's result; a promise for the moment at which nothing is
 *  under way and nothing is held. */

export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  #waiting: (() => void)[] = [];

  /** @param holds whether something is held beyond the piece of work that began it. */
  constructor(private readonly holds: () => boolean) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#count--;
      this.look();
    }
  }

  /** Resolves when nothing is under way any more; undefined when nothing is. */
  get working(): Promise<void> | undefined {
    return this.#isWorking ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined;
  }

  /** Resolves when all work so far has ended. */
  async ended(): Promise<void> {
    await this.#last;
  }

  get areUnderWay(): boolean {
    return this.#count > 0;
  }

  get #isWorking(): boolean {
    return this.areUnderWay || this.holds();
  }

  /** What was held may have been let go. */
  look(): void {
    if (this.#isWorking) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
