import type { AccountId } from '../crypto/address.js';
import type { Entry } from './entry.js';

/** Pending transactions of kinds that allow one per account, by slot and account. */
export class Claims {
  readonly #slots = new Map<string, Map<AccountId, Entry>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What waits in a slot, in the order of its arrival. */
  in(slot: string): Iterable<Entry> {
    return this.#slots.get(slot)?.values() ?? [];
  }

  /** What waits for an account, in any slot. */
  *of(account: AccountId): Generator<Entry> {
    for (const entries of this.#slots.values()) {
      const entry = entries.get(account);
      if (entry) yield entry;
    }
  }

  has(slot: string, account: AccountId): boolean {
    return this.#slots.get(slot)?.has(account) === true;
  }

  add(entry: Entry): void {
    if (!entry.claimed) return;
    const { slot, account } = entry.claimed;
    const entries = this.#slots.get(slot) ?? new Map<AccountId, Entry>();
    this.#slots.set(slot, entries.set(account, entry));
    this.#size++;
  }

  remove(entry: Entry): void {
    if (entry.claimed && this.#slots.get(entry.claimed.slot)?.delete(entry.claimed.account)) this.#size--;
  }
}
