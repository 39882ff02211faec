/** A bounded memory of ids: two halves, of which the older one is forgotten when the younger one is full. */
export class KnownIds {
  #young = new Set<string>();
  #old = new Set<string>();

  /** @param most ids that are remembered; at least half as many are. */
  constructor(private readonly most: number) {}

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id);
  }

  /** @returns whether it was new. */
  add(id: string): boolean {
    const before = this.#young.size;
    this.#young.add(id);
    // Its size tells whether it was there: to ask first costs another search.
    if (this.#young.size === before) return false;
    const isNew = !this.#old.has(id);
    if (before >= this.most / 2) {
      this.#young.delete(id);
      this.#old = this.#young;
      this.#young = new Set([id]);
    }
    return isNew;
  }

  delete(id: string): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }
}
