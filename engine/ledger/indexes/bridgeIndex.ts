/** What is open at the bridge: withdrawals that are neither paid out nor refunded, and claims that wait for approvals. */

import type { Change, State } from '../../state/state.js';
import { isOpen } from '../bridgeEndings.js';
import { type BridgeWithdrawal, bridgeWithdrawals, waitingClaims } from '../bridgeTables.js';
import type { StateIndex } from './stateIndex.js';

export interface OpenWithdrawal {
  /** Id of the transaction that burned, a binary string. */
  readonly id: string;
  readonly withdrawal: BridgeWithdrawal;
}

export class BridgeIndex implements StateIndex {
  readonly #open = new Map<string, BridgeWithdrawal>();
  readonly #claims = new Set<string>();

  load(state: State): void {
    const found = [...state.entries(bridgeWithdrawals)].filter(([, withdrawal]) => isOpen(withdrawal));
    found.sort(([a, one], [b, other]) => one.height - other.height || (a < b ? -1 : 1));
    for (const [id, withdrawal] of found) this.#open.set(id, withdrawal);
    for (const [claimKey] of state.entries(waitingClaims)) this.#claims.add(claimKey);
  }

  apply(changes: readonly Change[]): void {
    const noted: [string, BridgeWithdrawal | undefined][] = [];
    for (const { table, key, after } of changes) {
      if (table.id === bridgeWithdrawals.id) noted.push([key, after as BridgeWithdrawal | undefined]);
      else if (table.id === waitingClaims.id) {
        if (after) this.#claims.add(key);
        else this.#claims.delete(key);
      }
    }
    for (const [id, withdrawal] of noted.sort(([a], [b]) => (a < b ? -1 : 1))) this.#note(id, withdrawal);
  }

  #note(id: string, withdrawal: BridgeWithdrawal | undefined): void {
    // A place in a map stays when its value changes: the order is that of the blocks.
    if (withdrawal && isOpen(withdrawal)) this.#open.set(id, withdrawal);
    else this.#open.delete(id);
  }

  /** Withdrawals that are open, in the order of their blocks. */
  get open(): Iterable<OpenWithdrawal> {
    return this.#openOnes();
  }

  *#openOnes(): Generator<OpenWithdrawal> {
    for (const [id, withdrawal] of this.#open) yield { id, withdrawal };
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** Keys of claims that wait for approvals. */
  get waitingClaims(): ReadonlySet<string> {
    return this.#claims;
  }
}
