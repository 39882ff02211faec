import type { AccountId } from '../crypto/address.js';
import type { Entry } from './entry.js';

/** Pending transactions of kinds that allow one per account, by that account. */
export class Claims {
  readonly #entries = new Map<AccountId, readonly Entry[]>();

  get size(): number {
    return this.#entries.size;
  }

  of(account: AccountId): readonly Entry[] {
    return this.#entries.get(account) ?? [];
  }

  /** Whether the account's only slot is taken, for an operation that allows one per account. */
  has(operation: string, account: AccountId): boolean {
    return this.of(account).some(({ item }) => item.transaction.operation === operation);
  }

  add(entry: Entry): void {
    if (entry.claimed !== undefined) this.#entries.set(entry.claimed, [...this.of(entry.claimed), entry]);
  }

  remove(entry: Entry): void {
    if (entry.claimed === undefined) return;
    const others = this.of(entry.claimed).filter((other) => other !== entry);
    if (others.length > 0) this.#entries.set(entry.claimed, others);
    else this.#entries.delete(entry.claimed);
  }
}
