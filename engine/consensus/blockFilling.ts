/** Which transactions a new block carries: first what pays, by its tip, until the time or the room for it is used up, then the directory.
 *
 *  In: an execution that has begun, and what waits, in block order. Out: what is in the block, what no block can carry, and what was
 *  executed in part and waits. A part of the block is kept for the directory, whose transactions come last and cost nothing: blocks full
 *  of those that pay would never carry one. */

import { DIRECTORY_PER_BLOCK } from '../base/directoryLimits.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { Postponed } from '../ledger/contractMachine.js';
import { type BlockExecution, type BlockRoom, NOTHING_KEPT } from '../ledger/execution.js';
import { accountOf } from '../ledger/funds.js';
import type { DirectoryItem, PoolItem } from '../mempool/mempool.js';

export interface Filling {
  /** All but the directory. */
  readonly candidates: Iterable<PoolItem>;
  /** What is of the directory. */
  readonly directory?: readonly DirectoryItem[];
  /** Whether a transaction was executed in part before and left for a later block. */
  readonly wasUnpaid?: (id: string) => boolean;
  /** Says when to stop taking candidates. */
  readonly outOfTime: () => boolean;
}

export interface Filled {
  readonly items: readonly PoolItem[];
  /** Transactions that no block can carry any more. */
  readonly refused: readonly { readonly id: string; readonly transaction: Transaction; readonly refusal: Refusal }[];
  /** Ids of those that were executed in part and wait for another block: nobody has paid for that yet. */
  readonly unpaid: readonly string[];
}

/** What was looked at. */
export interface Seen {
  readonly candidates: PoolItem[];
  readonly directory: DirectoryItem[];
}

/** Transactions taken between two reads of the clock. */
const DEADLINE_STRIDE = 64;

/** Share of a block's transactions and bytes that is kept for the directory while as much of it waits: its share of the mempool. */
const DIRECTORY_SHARE = 8;

/** Transactions of the directory that are executed for one block, those that it cannot carry included. The time for candidates may be
 *  over then, so this bounds what they take beyond it: each takes some 50 microseconds. */
const DIRECTORY_TRIES = 4 * DIRECTORY_PER_BLOCK;

/** Room for the first of the directory: for as many as a block may carry, up to the share, but for one in any case that takes no more
 *  than half of the block. None for those that wait for others of their sender. */
function keptFor(directory: readonly DirectoryItem[], { state, block: { limits } }: BlockExecution): BlockRoom {
  const most = {
    transactions: Math.min(DIRECTORY_PER_BLOCK, Math.floor(limits.transactions / DIRECTORY_SHARE)),
    bytes: Math.floor(limits.bytes / DIRECTORY_SHARE),
  };
  let [transactions, bytes, looked] = [0, 0, 0];
  for (const { item, afterNonce } of directory) {
    if (looked === DIRECTORY_PER_BLOCK) break;
    if (accountOf(state, item.transaction.sender).nonce < afterNonce) continue;
    looked++;
    const isFirst = transactions === 0;
    const sum = bytes + item.transaction.signedLength;
    const fits = isFirst
      ? limits.transactions > 1 && sum <= limits.bytes / 2
      : transactions < most.transactions && sum <= most.bytes;
    if (!fits) continue;
    transactions++;
    bytes = sum;
  }
  return { transactions, bytes };
}

/** Candidates with those that were executed in part before behind all others: a call that comes upon code which is not there again and
 *  again costs only others of its kind their turn. */
function* unpaidLast({ candidates, wasUnpaid }: Filling): Generator<PoolItem> {
  const last: PoolItem[] = [];
  const senders = new Set<AccountId>();
  for (const item of candidates) {
    const { id, sender } = item.transaction;
    if (wasUnpaid?.(id) || senders.has(sender)) {
      senders.add(sender);
      last.push(item);
    } else yield item;
  }
  yield* last;
}

class BlockFilling {
  readonly items: PoolItem[] = [];
  readonly refused: { id: string; transaction: Transaction; refusal: Refusal }[] = [];
  readonly unpaid: string[] = [];
  /** Senders with a transaction that did not fit or waits for code: their later ones must not overtake it, as account nonces depend on
   *  it. */
  readonly #waiting = new Set<AccountId>();
  /** Fuel of calls that could not go on: they pay when they are in a block, so this one spends a block's fuel on new ones, and another
   *  one on those of earlier blocks. */
  readonly #lost = { first: 0, again: 0 };

  constructor(
    private readonly execution: BlockExecution,
    private readonly filling: Filling,
    private readonly seen: Seen,
  ) {}

  takeCandidates(): void {
    const { execution, filling, seen } = this;
    const wanted = keptFor(filling.directory ?? [], execution);
    for (const item of unpaidLast(filling)) {
      const { transaction } = item;
      const isCall = kindOfTransaction(transaction).fuel !== undefined;
      if ((seen.candidates.push(item) % DEADLINE_STRIDE === 0 || isCall) && filling.outOfTime()) return;
      if (this.#waiting.has(transaction.sender)) continue;
      // Whatever a block has room for can be the first in one.
      const kept = this.items.length === 0 ? NOTHING_KEPT : wanted;
      if (execution.hasRoom(transaction, kept)) this.#take(item, isCall);
      else if (execution.hasPlace(kept)) this.#waiting.add(transaction.sender);
      else return;
    }
  }

  #take(item: PoolItem, isCall: boolean): void {
    const { execution, filling } = this;
    const { id, sender } = item.transaction;
    const turn = filling.wasUnpaid?.(id) ? 'again' : 'first';
    if (isCall && this.#lost[turn] >= execution.block.limits.fuel) {
      this.#waiting.add(sender);
      return;
    }
    const postponed = this.#include(item);
    if (!postponed) return;
    this.#waiting.add(sender);
    this.#lost[turn] += postponed.spent;
    if (postponed.spent > 0) this.unpaid.push(id);
  }

  /** Takes what is of the directory, whatever the time: as much as a block may carry, in a bounded number of tries. */
  takeDirectory(): void {
    const { execution, filling, seen } = this;
    let tries = 0;
    for (const waiting of filling.directory ?? []) {
      if (tries === DIRECTORY_TRIES) return;
      const { item, afterNonce } = waiting;
      const { sender } = item.transaction;
      if (!execution.hasRoom(item.transaction) || accountOf(execution.state, sender).nonce < afterNonce) continue;
      tries++;
      seen.directory.push(waiting);
      if (this.#include(item)?.lacks === 'places') return;
    }
  }

  /** @returns a value when a later block may carry it. */
  #include(item: PoolItem): Postponed | undefined {
    const { transaction, tag } = item;
    const outcome = this.execution.include(transaction, false, tag);
    if (outcome instanceof Postponed) return outcome;
    if (isRefusal(outcome)) this.refused.push({ id: transaction.id, transaction, refusal: outcome });
    else this.items.push(item);
    return undefined;
  }
}

/** @param seen collects what was looked at. */
export function fillBlock(execution: BlockExecution, filling: Filling, seen: Seen): Filled {
  const block = new BlockFilling(execution, filling, seen);
  block.takeCandidates();
  block.takeDirectory();
  return block;
}
