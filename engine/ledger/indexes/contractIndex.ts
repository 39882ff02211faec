/** Contracts in the order of their creation. No contract is ever removed. */

import { binaryToHex } from '../../base/bytes.js';
import type { Change, State } from '../../state/state.js';
import { type Contract, contracts } from '../contractTables.js';
import type { StateIndex } from './stateIndex.js';

export class ContractIndex implements StateIndex {
  /** Addresses by number; numbers begin at 1. */
  readonly #addresses: string[] = [];

  load(state: State): void {
    for (const [key, { number }] of state.entries(contracts)) this.#addresses[number - 1] = binaryToHex(key);
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, before, after } of changes)
      if (table.id === contracts.id && !before) this.#addresses[(after as Contract).number - 1] = binaryToHex(key);
  }

  get size(): number {
    return this.#addresses.length;
  }

  /** Addresses of 40 hex characters, newest first. @param offset contracts to skip. */
  newest(offset: number, limit: number): readonly string[] {
    const end = Math.max(0, this.#addresses.length - offset);
    return this.#addresses.slice(Math.max(0, end - limit), end).reverse();
  }
}
