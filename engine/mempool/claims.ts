import type { AccountId } from '../crypto/address.js';
import type { Entry } from './entry.js';

/** What pending transactions keep others from: slots of which an account has only one, and what the state gives to one account only. */
export class Claims {
  readonly #slots = new Map<string, Map<AccountId, Entry>>();
  readonly #wanted = new Map<string, Entry>();
  #size = 0;

  /** Slots that are taken. */
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

  /** What waits in the slot of an account. */
  get(slot: string, account: AccountId): Entry | undefined {
    return this.#slots.get(slot)?.get(account);
  }

  /** What waits and wants one of the same. */
  rivals({ wanted }: Pick<Entry, 'wanted'>): ReadonlySet<Entry> {
    const rivals = new Set<Entry>();
    for (const want of wanted) {
      const entry = this.#wanted.get(want);
      if (entry) rivals.add(entry);
    }
    return rivals;
  }

  /** Neither its slot nor what it wants is another's. */
  add(entry: Entry): void {
    for (const want of entry.wanted) this.#wanted.set(want, entry);
    if (!entry.claimed) return;
    const { slot, account } = entry.claimed;
    const entries = this.#slots.get(slot) ?? new Map<AccountId, Entry>();
    this.#slots.set(slot, entries.set(account, entry));
    this.#size++;
  }

  remove(entry: Entry): void {
    for (const want of entry.wanted) this.#wanted.delete(want);
    if (entry.claimed && this.#slots.get(entry.claimed.slot)?.delete(entry.claimed.account)) this.#size--;
  }
}
