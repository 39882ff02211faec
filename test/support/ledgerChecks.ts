/** Invariants of any state and any transaction, whatever the rules of its kind: every unit is accounted for, no pool
 *  loses value per LP unit, and a failure changes only the fee, the nonce and the signer's history. */

import { XRGE } from '../../engine/base/amounts.js';
import { binaryToHex, bytesEqual } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { Transaction } from '../../engine/chain/transaction.js';
import { kindOfTransaction } from '../../engine/ledger/admission.js';
import type { BlockContext } from '../../engine/ledger/blockContext.js';
import { BlockExecution, type Outcome } from '../../engine/ledger/execution.js';
import { lpBalances, type Pool, pools } from '../../engine/ledger/poolTables.js';
import {
  type Account,
  accounts,
  pendingFees,
  SINGLE,
  supplies,
  tokenBalances,
  totals,
  unbondingEntries,
  validators,
} from '../../engine/ledger/tables.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { checkOutflow } from '../../engine/mempool/reservations.js';
import { Overlay, type State, type StateView } from '../../engine/state/state.js';
import type { Table } from '../../engine/state/table.js';
import type { TestChain } from './chain.js';
import { type Change, unexplained } from './movementChecks.js';
import { LOCKED } from './referencePools.js';

export interface Sums {
  /** Units of each token in balances and pools; for XRGE also in stakes, unbonding and pending fees. */
  readonly held: ReadonlyMap<string, bigint>;
  /** Minted and not burned. */
  readonly expected: ReadonlyMap<string, bigint>;
  /** Amounts below zero. */
  readonly negative: number;
}

export function sums(state: State): Sums {
  const held = new Map<string, bigint>();
  let negative = 0;
  const add = (token: string, amount: bigint): void => {
    if (amount < 0n) negative++;
    held.set(token, (held.get(token) ?? 0n) + amount);
  };
  for (const [, { balance }] of state.entries(accounts)) add(XRGE, balance);
  for (const [, { stake }] of state.entries(validators)) add(XRGE, stake);
  for (const [, { amount }] of state.entries(unbondingEntries)) add(XRGE, amount);
  for (const { amount } of state.get(pendingFees, SINGLE)?.shares ?? []) add(XRGE, amount);
  for (const [key, amount] of state.entries(tokenBalances)) add(key.slice(32), amount);
  for (const [, { tokenA, tokenB, reserveA, reserveB }] of state.entries(pools)) {
    add(tokenA, reserveA);
    add(tokenB, reserveB);
  }
  const expected = new Map<string, bigint>();
  for (const [token, { minted, burned }] of state.entries(supplies)) {
    if (burned < 0n || minted < burned) negative++;
    expected.set(token, minted - burned);
  }
  expected.set(XRGE, (expected.get(XRGE) ?? 0n) - (state.get(totals, SINGLE)?.feesBurned ?? 0n));
  for (const [token, amount] of expected) if (amount === 0n && !held.has(token)) held.set(token, 0n);
  return { held, expected, negative };
}

/** Pools whose shares do not add up, or that hold nothing. */
export function brokenPools(state: State): string[] {
  const shares = new Map<string, bigint>();
  for (const [key, units] of state.entries(lpBalances)) {
    const id = key.slice(32);
    shares.set(id, (shares.get(id) ?? 0n) + units);
  }
  return [...state.entries(pools)]
    .filter(
      ([id, { reserveA, reserveB, lpSupply }]) =>
        reserveA <= 0n || reserveB <= 0n || (shares.get(id) ?? 0n) + LOCKED !== lpSupply,
    )
    .map(([id]) => id);
}

/** Whether a pool is worth less for each LP unit: reserveA x reserveB / supply^2 fell. */
const lostValue = (before: Pool, after: Pool): boolean =>
  after.reserveA * after.reserveB * before.lpSupply ** 2n < before.reserveA * before.reserveB * after.lpSupply ** 2n;

type Touched = Omit<Change, 'after'>;

/** Reports what changed since the last call. */
class WatchedOverlay extends Overlay {
  #touched = new Map<string, Touched>();

  override put<V>(table: Table<V>, key: string, value: V): void {
    this.#note(table as Table<unknown>, key);
    super.put(table, key, value);
  }

  override delete<V>(table: Table<V>, key: string): void {
    this.#note(table as Table<unknown>, key);
    super.delete(table, key);
  }

  #note(table: Table<unknown>, key: string): void {
    const name = `${table.name}/${key}`;
    if (!this.#touched.has(name)) this.#touched.set(name, { table, key, before: this.get(table, key) });
  }

  takeChanges(): Change[] {
    const changes = [...this.#touched.values()]
      .map((touched) => ({ ...touched, after: this.get(touched.table, touched.key) }))
      .filter(({ table, before, after }) => !sameValue(table, before, after));
    this.#touched = new Map();
    return changes;
  }
}

function sameValue(table: Table<unknown>, one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one === other || bytesEqual(table.encode(one), table.encode(other));
}

const NOBODY: Account = { balance: 0n, nonce: 0, activity: 0 };

/** What a failed transaction changed besides its signer's fee, nonce and history. */
function traces({ transaction, fee }: Outcome, changes: readonly Change[]): string[] {
  return changes.flatMap(({ table, key, before, after }) => {
    const name = `${table.name}/${binaryToHex(key)}`;
    if ((table.name as string) !== accounts.name || key !== transaction.sender) return [name];
    const [was, is] = [(before ?? NOBODY) as Account, (after ?? NOBODY) as Account];
    const isRight = is.balance === was.balance - fee && is.nonce === was.nonce + 1 && is.activity === was.activity + 1;
    return isRight ? [] : [name];
  });
}

/** What its kind says of the outcome beforehand; undefined where it says nothing, or the outflow is not covered. */
function foresightOf(
  view: StateView,
  transaction: Transaction,
  block: BlockContext,
): { readonly failure: Refusal | undefined } | undefined {
  const { foresee } = kindOfTransaction(transaction);
  if (!foresee || checkOutflow(view, transaction, new Map(), block)) return undefined;
  return { failure: foresee(view, transaction) };
}

/** Executes candidates one by one on top of the chain without changing the chain.
 *  @returns one sentence for each violation by a transaction. */
export function watchTransactions(chain: TestChain, items: readonly PoolItem[], time: number): string[] {
  const overlay = new WatchedOverlay(chain.state);
  const execution = new BlockExecution(overlay, chain.context(time), chain.replay);
  overlay.takeChanges();
  return items.flatMap(({ transaction }) => {
    const foreseen = foresightOf(overlay, transaction, execution.block);
    const outcome = execution.include(transaction);
    const changes = overlay.takeChanges();
    if (isRefusal(outcome))
      return changes.map(({ table }) => `a refused ${transaction.operation} changed ${table.name}`);
    if (foreseen && foreseen.failure?.message !== outcome.failure?.message)
      return [
        `of a ${transaction.operation} was foreseen: ${foreseen.failure?.message}, not ${outcome.failure?.message}`,
      ];
    if (outcome.failure)
      return traces(outcome, changes).map((name) => `a failed ${transaction.operation} changed ${name}`);
    const losers = changes
      .filter(
        ({ table, before, after }) => table.name === pools.name && before && lostValue(before as Pool, after as Pool),
      )
      .map(({ key }) => `a ${transaction.operation} took value from pool ${key}`);
    return [...losers, ...unexplained(outcome, changes)];
  });
}

/** The records that differ, as readable text. */
export function difference(actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] {
  const isWrong = ([key, text]: readonly [string, string]): boolean => expected.get(key) !== text;
  if (actual.size === expected.size && ![...actual].some(isWrong)) return [];
  const keys = new Set([...actual.keys(), ...expected.keys()]);
  return [...keys]
    .filter((key) => actual.get(key) !== expected.get(key))
    .map((key) => `${readable(key)}: ${readable(actual.get(key))}, should be ${readable(expected.get(key))}`);
}

/** Accounts and numbers in hex, texts as they are. */
const readable = (text = 'absent'): string =>
  text.replace(/[^/ ]+/g, (word) => (/[^\x20-\x7e]/.test(word) ? binaryToHex(word) : word));
