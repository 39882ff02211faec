/** The list of balances that a block changed: the source of `balance_update` events, live and from the log.
 *
 *  In: the block's state changes, in their order (by table, then by first write). Out: the balances among them. A change
 *  of an account's record that leaves its balance the same (a counter moved) is not in the list. The main thread marks those,
 *  because it holds the old values; the store's thread makes the durable list from the batch and the marks. A changed balance
 *  is in the list whatever kind of transaction or rule changed it. */

import { XRGE } from '../base/amounts.js';
import { readU128, toBinary } from '../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId } from '../crypto/address.js';
import { type Account, accounts, tokenBalances } from '../ledger/tables.js';
import type { Change } from '../state/state.js';
import { type BatchVisitor, BatchWriter, readBatch } from './batch.js';

/** A balance after the block that changed it. */
export interface ChangedBalance {
  readonly account: AccountId;
  readonly token: string;
  /** Quanta for XRGE, base units for a token. */
  readonly units: bigint;
}

export interface BalanceSurvey {
  /** The changes that are balances, in their order. */
  readonly balances: readonly Change[];
  /** Positions, among the changed account records, of those whose balance has not changed. */
  readonly unchanged: Uint32Array;
}

const balanceIn = (value: unknown): bigint => (value as Account | undefined)?.balance ?? 0n;

/** Separates changed balances from moved counters. */
export function surveyBalances(changes: readonly Change[]): BalanceSurvey {
  const balances: Change[] = [];
  const unchanged: number[] = [];
  let position = 0;
  for (const change of changes) {
    if (change.table.id === tokenBalances.id) balances.push(change);
    if (change.table.id !== accounts.id) continue;
    if (balanceIn(change.before) === balanceIn(change.after)) unchanged.push(position);
    else balances.push(change);
    position++;
  }
  return { balances, unchanged: Uint32Array.from(unchanged) };
}

/** @param change one of `BalanceSurvey.balances`. */
export function balanceOfChange({ table, key, after }: Change): ChangedBalance {
  return table.id === accounts.id
    ? { account: key as AccountId, token: XRGE, units: balanceIn(after) }
    : {
        account: key.slice(0, ACCOUNT_BYTES) as AccountId,
        token: key.slice(ACCOUNT_BYTES),
        units: (after as bigint | undefined) ?? 0n,
      };
}

const BALANCE_BYTES = 16;

/** Takes the balances out of a block's batch. */
class BalanceListWriter implements BatchVisitor {
  readonly #list = new BatchWriter();
  #position = 0;
  #skipped = 0;

  constructor(private readonly unchanged: Uint32Array) {}

  put(key: Uint8Array, value: Uint8Array): void {
    if (this.#counts(key)) this.#list.put(key, value.subarray(0, BALANCE_BYTES));
  }

  delete(key: Uint8Array): void {
    if (this.#counts(key)) this.#list.delete(key);
  }

  finish(): Uint8Array {
    return this.#list.finish();
  }

  #counts(key: Uint8Array): boolean {
    if (key[0] === tokenBalances.id) return true;
    if (key[0] !== accounts.id) return false;
    const same = this.unchanged[this.#skipped] === this.#position++;
    if (same) this.#skipped++;
    return !same;
  }
}

/** Runs in the store's thread. Both tables' records begin with the balance as 16 bytes.
 *  @param batch the block's packed batch. @param unchanged from the survey of the same changes.
 *  @returns the durable list: a packed batch of table byte and key to balance, a delete for a balance that is gone. */
export function balanceList(batch: Uint8Array, unchanged: Uint32Array): Uint8Array {
  const list = new BalanceListWriter(unchanged);
  readBatch(batch, list);
  return list.finish();
}

/** @param bytes a durable list. */
export function readBalanceList(bytes: Uint8Array): ChangedBalance[] {
  const balances: ChangedBalance[] = [];
  const add = (key: Uint8Array, units: bigint): void => {
    const account = toBinary(key.subarray(1, 1 + ACCOUNT_BYTES)) as AccountId;
    const token = key[0] === accounts.id ? XRGE : toBinary(key.subarray(1 + ACCOUNT_BYTES));
    balances.push({ account, token, units });
  };
  readBatch(bytes, {
    put: (key, value) => add(key, readU128(value, 0)),
    delete: (key) => add(key, 0n),
  });
  return balances;
}
