/** Tables whose changes can be taken back: what a failed call did to the ledger in memory. */

export class Journal {
  readonly #undo: (() => void)[] = [];

  get mark(): number {
    return this.#undo.length;
  }

  note(undo: () => void): void {
    this.#undo.push(undo);
  }

  /** Takes back everything since a mark. */
  revert(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  /** Nothing before this moment can be taken back any more. */
  keep(): void {
    this.#undo.length = 0;
  }
}

export class JournaledMap<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly journal: Journal) {}

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  set(key: string, value: Value): void {
    const values = this.#values;
    const before = values.get(key);
    this.journal.note(before === undefined ? () => values.delete(key) : () => values.set(key, before));
    values.set(key, value);
  }

  delete(key: string): void {
    const values = this.#values;
    const before = values.get(key);
    if (before === undefined) return;
    this.journal.note(() => values.set(key, before));
    values.delete(key);
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries();
  }
}
