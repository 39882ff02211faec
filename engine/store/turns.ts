/** Turns: limits how many readers of the store work at the same time; the others wait in order of arrival.
 *
 *  It has no bound of its own: its users bound the readers (open sockets, open streams). */

export class Turns {
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(private readonly max: number) {}

  /** A reader waits: one that has had its turn for long should release it. */
  get isWanted(): boolean {
    return this.#waiting.size > 0;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Resolves when it is the caller's turn; each turn is ended with `release`. */
  async acquire(): Promise<void> {
    if (this.#taken < this.max) {
      this.#taken++;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#taken--;
      return;
    }
    // The turn passes on: it is never free in between.
    this.#waiting.delete(next);
    next();
  }
}
