/** A second opinion on the mempool: one array, searched and sorted again at every call. Balances, account nonces and
 *  faucet records come from the state, everything else is computed here. */

import { XRGE } from '../../engine/base/amounts.js';
import type { Genesis } from '../../engine/chain/genesis.js';
import type { Transaction } from '../../engine/chain/transaction.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { BlockContext } from '../../engine/ledger/blockContext.js';
import { accountOf, balanceOf } from '../../engine/ledger/funds.js';
import { mostSignedBytes } from '../../engine/ledger/signedLength.js';
import { faucetRecords } from '../../engine/ledger/tables.js';
import type { MempoolLimits, PoolItem } from '../../engine/mempool/mempool.js';
import type { StateView } from '../../engine/state/state.js';

interface Waiting {
  readonly item: PoolItem;
  readonly arrival: number;
}

/** What was included, and when. */
export interface Used {
  readonly sender: AccountId;
  readonly nonce: string;
  readonly time: number;
}

interface TransferFields {
  readonly token: string;
  readonly amount: bigint;
}

interface FaucetFields {
  readonly recipient: AccountId | undefined;
}

const transferOf = ({ operation, fields }: Transaction): TransferFields | undefined =>
  operation === 'transfer' ? (fields as TransferFields) : undefined;

/** The account that a faucet request pays. */
const servedBy = ({ operation, fields, sender }: Transaction): AccountId | undefined =>
  operation === 'faucet' ? ((fields as FaucetFields).recipient ?? sender) : undefined;

/** Of requests with fields that are no lists, and texts of one byte a character. */
const weight = ({ transaction: { publicKey, signature, text, fields }, bodyEntry }: PoolItem): number =>
  [publicKey, signature, text, bodyEntry, ...Object.values(fields as object)].reduce(
    (sum, part) => sum + (typeof part === 'string' || part instanceof Uint8Array ? part.length : 0),
    1_024,
  );

/** Units of a token that a transaction takes from its signer. */
function takes(transaction: Transaction, token: string, block: BlockContext): bigint {
  const transfer = transferOf(transaction);
  const table = transfer ? block.baseFee : 0n;
  const fee = token === XRGE ? transaction.priorityFee + table + byteFee(transaction, block) : 0n;
  return fee + (transfer?.token === token ? transfer.amount : 0n);
}

/** Quanta above the table fee that a transaction costs for its length. */
const byteFee = ({ signedLength }: Transaction, { genesis }: BlockContext): bigint => {
  const { freeBytes, perByte } = genesis.byteFees;
  return signedLength > freeBytes ? perByte * BigInt(signedLength - freeBytes) : 0n;
};

/** Tip per allowance, times a number that makes it whole for any of 1 to 64 allowances. */
const WHOLE = Array.from({ length: 64 }, (_, index) => BigInt(index + 1)).reduce((product, n) => product * n);
const tipOf = ({ transaction }: PoolItem, freeBytes: number): bigint =>
  (transaction.priorityFee * WHOLE) / BigInt(Math.floor((transaction.signedLength + freeBytes - 1) / freeBytes));

export class NaiveMempool {
  #waiting: Waiting[] = [];
  #arrivals = 0;

  constructor(
    private readonly limits: MempoolLimits,
    private readonly used: readonly Used[],
    private readonly genesis: Genesis,
  ) {}

  #tip(item: PoolItem): bigint {
    return tipOf(item, this.genesis.byteFees.freeBytes);
  }

  /** Best first. */
  readonly #byTip = (a: Waiting, b: Waiting): number => {
    const difference = this.#tip(b.item) - this.#tip(a.item);
    return difference === 0n ? a.arrival - b.arrival : Number(difference > 0n) * 2 - 1;
  };

  get size(): number {
    return this.#waiting.length;
  }

  get bytes(): number {
    return this.#waiting.reduce((sum, { item }) => sum + weight(item), 0);
  }

  pendingOf(account: AccountId): number {
    return this.#of(account).length;
  }

  get all(): readonly PoolItem[] {
    return this.#waiting.map(({ item }) => item);
  }

  #of(sender: AccountId): Transaction[] {
    return this.#waiting.map(({ item }) => item.transaction).filter((transaction) => transaction.sender === sender);
  }

  /** @returns the code of the refusal, or undefined when it is taken. */
  add(item: PoolItem, view: StateView, block: BlockContext): string | undefined {
    const { transaction } = item;
    const others = this.#waiting.map((waiting) => waiting.item.transaction);
    // A spent nonce is reported before anything else: nothing that the sender changes can help.
    if (others.some(({ sender, nonce }) => sender === transaction.sender && nonce === transaction.nonce))
      return 'nonce_used';
    if (this.#isUsed(transaction, block.time)) return 'nonce_used';
    const served = servedBy(transaction);
    if (served !== undefined && others.some((other) => servedBy(other) === served)) return 'faucet_pending';
    const before = this.#of(transaction.sender);
    if (before.length >= this.limits.perSender) return 'sender_limit';
    const refusal = this.#refuses(transaction, before, view, block);
    if (refusal) return refusal;
    const own = this.#waiting.filter((waiting) => waiting.item.transaction.sender === transaction.sender);
    const held = own.reduce((sum, waiting) => sum + weight(waiting.item), 0);
    if (own.length > 0 && held + weight(item) > this.limits.senderBytes) return 'sender_limit';
    return this.#takeIn(item);
  }

  #isUsed({ sender, nonce }: Transaction, time: number): boolean {
    return this.used.some((use) => use.sender === sender && use.nonce === nonce && time - use.time <= 600_000);
  }

  /** Why a transaction cannot follow its sender's earlier ones. */
  #refuses(
    transaction: Transaction,
    before: readonly Transaction[],
    view: StateView,
    block: BlockContext,
  ): string | undefined {
    const { sender, timestamp, accountNonce } = transaction;
    if (Math.abs(block.time - timestamp) > 300_000) return 'timestamp_window';
    if (transaction.signedLength > (mostSignedBytes(transaction.operation) ?? 0)) return 'too_large';
    if (this.#isUsed(transaction, block.time)) return 'nonce_used';
    if (accountNonce !== undefined && accountNonce !== accountOf(view, sender).nonce + before.length + 1)
      return 'nonce_used';
    for (const token of [XRGE, transferOf(transaction)?.token ?? XRGE]) {
      let free = balanceOf(view, sender, token);
      for (const earlier of before) free -= takes(earlier, token, block);
      const needed = takes(transaction, token, block);
      if (needed > 0n && free < needed) return 'insufficient_balance';
    }
    return transaction.operation === 'faucet' ? this.#refusesFaucet(transaction, view, block) : undefined;
  }

  #refusesFaucet(transaction: Transaction, view: StateView, block: BlockContext): string | undefined {
    const { recipient } = transaction.fields as FaucetFields;
    if (recipient !== undefined && !this.genesis.validators.some(({ account }) => account === transaction.sender))
      return 'not_authorized';
    const served = recipient ?? transaction.sender;
    if (accountOf(view, served).balance > 50_000_000_000_000n) return 'faucet_balance';
    const record = view.get(faucetRecords, served);
    if (record && block.time - record.last < 3_600_000) return 'faucet_cooldown';
    if (record && record.lastByNode > 0 && recipient !== undefined && block.time - record.lastByNode < 86_400_000)
      return 'faucet_cooldown';
    return undefined;
  }

  #takeIn(item: PoolItem): string | undefined {
    const kept = [...this.#waiting].sort(this.#byTip);
    const bytes = () => kept.reduce((sum, waiting) => sum + weight(waiting.item), weight(item));
    while (kept.length >= this.limits.transactions || bytes() > this.limits.bytes) {
      const worst = kept.pop();
      if (!worst || this.#tip(worst.item) >= this.#tip(item)) return 'mempool_full';
    }
    this.#waiting = this.#waiting.filter((waiting) => kept.includes(waiting));
    this.#waiting.push({ item, arrival: this.#arrivals++ });
    return undefined;
  }

  /** In block order. */
  candidates(): PoolItem[] {
    let left = [...this.#waiting];
    const out: PoolItem[] = [];
    while (left.length > 0) {
      const heads = left.filter(
        (waiting, index) =>
          left.findIndex((other) => other.item.transaction.sender === waiting.item.transaction.sender) === index,
      );
      const best = heads.sort(this.#byTip)[0] as Waiting;
      out.push(best.item);
      left = left.filter((waiting) => waiting !== best);
    }
    return out;
  }

  #keep(keep: (transaction: Transaction) => boolean): number {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter(({ item }) => keep(item.transaction));
    return before - this.#waiting.length;
  }

  drop(id: string): void {
    this.#keep((transaction) => transaction.id !== id);
  }

  settle(included: readonly Transaction[]): void {
    this.#keep(
      (waiting) => !included.some(({ sender, nonce }) => sender === waiting.sender && nonce === waiting.nonce),
    );
  }

  expire(time: number): number {
    return this.#keep(({ timestamp }) => time - timestamp <= 300_000);
  }

  /** Checks everything that waits again. @returns ids and codes of what is dropped. */
  recheck(view: StateView, block: BlockContext): [string, string][] {
    const dropped: [string, string][] = [];
    for (const sender of new Set(this.#waiting.map(({ item }) => item.transaction.sender))) {
      const kept: Transaction[] = [];
      for (const transaction of this.#of(sender)) {
        const code = this.#refuses(transaction, kept, view, block);
        if (code === undefined) kept.push(transaction);
        else dropped.push([transaction.id, code]);
      }
    }
    for (const [id] of dropped) this.drop(id);
    return dropped;
  }
}
