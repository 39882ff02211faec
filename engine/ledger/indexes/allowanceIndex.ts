/** Allowances by their owner and by their spender.
 *
 *  In: changed allowances. Out: pages of allowances in byte order: an owner's by spender and symbol, a spender's by owner and
 *  symbol. */

import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import type { State } from '../../state/state.js';
import { allowanceOf } from '../tokens.js';
import { allowances } from '../tokenTables.js';
import { AccountKeys } from './accountKeys.js';

export interface Allowance {
  readonly owner: AccountId;
  readonly spender: AccountId;
  readonly symbol: string;
  /** Base units, above zero. */
  readonly amount: bigint;
}

/** Whose allowances are wanted. */
export interface AllowanceSide {
  readonly account: AccountId;
  readonly role: 'owner' | 'spender';
}

/** Which allowances are wanted. */
export interface AllowanceRange {
  /** Only allowances after the one with this account on the other side, whether it still exists or not; absent: from the
   *  first on. */
  readonly behind?: { readonly other: AccountId; readonly symbol: string } | undefined;
  /** Allowances to skip before the first. */
  readonly offset: number;
  readonly limit: number;
}

/** The key with the spender first: in the state it begins with the owner. */
const turned = (key: string): string =>
  key.slice(ACCOUNT_BYTES, 2 * ACCOUNT_BYTES) + key.slice(0, ACCOUNT_BYTES) + key.slice(2 * ACCOUNT_BYTES);

function* keysIn(state: State): Generator<string, void, undefined> {
  for (const [key] of state.entries(allowances)) yield key;
}

function* turnedKeysIn(state: State): Generator<string, void, undefined> {
  for (const key of keysIn(state)) yield turned(key);
}

export class AllowanceIndex {
  readonly #byOwner: AccountKeys;
  readonly #bySpender: AccountKeys;

  constructor(private readonly state: State) {
    this.#byOwner = new AccountKeys(keysIn(state));
    this.#bySpender = new AccountKeys(turnedKeysIn(state));
  }

  /** Notes that a record was created or removed. */
  note(key: string, isThere: boolean): void {
    if (isThere) {
      this.#byOwner.add(key);
      this.#bySpender.add(turned(key));
    } else {
      this.#byOwner.remove(key);
      this.#bySpender.remove(turned(key));
    }
  }

  countOf({ account, role }: AllowanceSide): number {
    return this.#keysOf(role).countOf(account);
  }

  page({ account, role }: AllowanceSide, { behind, offset, limit }: AllowanceRange): Allowance[] {
    const range = { behind: behind && behind.other + behind.symbol, offset, limit };
    return Array.from(this.#keysOf(role).of(account, range), (rest) => {
      const other = rest.slice(0, ACCOUNT_BYTES) as AccountId;
      const symbol = rest.slice(ACCOUNT_BYTES);
      const [owner, spender] = role === 'owner' ? [account, other] : [other, account];
      return { owner, spender, symbol, amount: allowanceOf(this.state, owner, spender, symbol) };
    });
  }

  #keysOf(role: AllowanceSide['role']): AccountKeys {
    return role === 'owner' ? this.#byOwner : this.#bySpender;
  }
}
