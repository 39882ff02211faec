/** Work that is done once at a time for a name: callers with the same request share the work, others wait for it. */

interface Flight<T> {
  readonly digest: string;
  readonly outcome: Promise<T>;
}

export class SharedWork<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Names that are worked on. */
  get size(): number {
    return this.#flights.size;
  }

  /** @param name of what is worked on. @param digest of the request: equal ones have one outcome. */
  async run(name: string, digest: string, work: () => Promise<T>): Promise<T> {
    for (let flight = this.#flights.get(name); flight; flight = this.#flights.get(name)) {
      if (flight.digest === digest) return flight.outcome;
      await flight.outcome.catch(() => undefined);
    }
    const outcome = work().finally(() => this.#flights.delete(name));
    this.#flights.set(name, { digest, outcome });
    return outcome;
  }
}
