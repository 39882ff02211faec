/** A signal that ends with the first of some others. `AbortSignal.any` leaves something behind in a signal that lives on, for each call. */

export class FirstSignal {
  readonly #controller = new AbortController();
  readonly #end = ({ target }: Pick<Event, 'target'>): void =>
    this.#controller.abort((target as AbortSignal | null)?.reason);

  constructor(private readonly signals: readonly AbortSignal[]) {
    for (const signal of signals) {
      if (signal.aborted) this.#controller.abort(signal.reason);
      signal.addEventListener('abort', this.#end, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** When nobody waits for it any more. */
  release(): void {
    for (const signal of this.signals) signal.removeEventListener('abort', this.#end);
  }
}
