/** How much of something a peer may send: an allowance that refills with time. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  /** @param now monotonic milliseconds. */
  constructor(
    private readonly capacity: number,
    private readonly perSecond: number,
    now: number,
  ) {
    this.#tokens = capacity;
    this.#at = now;
  }

  /** @returns false when there are fewer tokens than `amount`; none are taken then. */
  take(amount: number, now: number): boolean {
    this.#tokens = Math.min(this.capacity, this.#tokens + (Math.max(0, now - this.#at) * this.perSecond) / 1_000);
    this.#at = Math.max(this.#at, now);
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }
}
