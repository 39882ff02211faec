/** Bench of the state transition: a transfer applied to the state, without root and store.
 *
 *  It compares the engine's overlay with two naive ways to discard a failed transaction's changes, with the same checks of
 *  balance and (key, nonce): a copy of the whole map of accounts for each transaction, and accounts kept as JSON text. They
 *  do less: no receipts, no numbering of histories, no shares of the fees. The cost of the copy grows with the accounts. */

import { invariant, isRefusal } from '../../engine/base/refusal.js';
import type { Transaction } from '../../engine/chain/transaction.js';
import { nextContext } from '../../engine/consensus/production.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { BlockExecution } from '../../engine/ledger/execution.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { type Account, accounts, ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, State } from '../../engine/state/state.js';
import { compare } from '../compare.js';
import type { BenchDefinition, BenchOptions, Figure } from '../figures.js';
import { accountKeys, benchRules, fillState } from '../network.js';
import { NOW, request, verifyAll, wallets } from '../transfers.js';

const ITEMS = 256;
const ACCOUNTS = 20_000;
/** A copy of all accounts takes milliseconds. */
const COPIED_ITEMS = 16;

/** The parts of a transfer that the naive ways need. */
interface Payment {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly tag: string;
}

const paymentOf =
  (fee: bigint) =>
  ({ sender, nonce, fields }: Transaction): Payment => {
    const { to, amount } = fields as { readonly to: AccountId; readonly amount: bigint };
    return { from: sender, to, amount, fee, tag: `${sender}${nonce}` };
  };

/** The rules of a transfer, for any reader and writer of accounts. */
function pay(payment: Payment, read: (key: string) => Account, write: (key: string, account: Account) => void): void {
  const sender = read(payment.from);
  const need = payment.amount + payment.fee;
  invariant(sender.balance >= need, 'a payment of the bench cannot be paid');
  write(payment.from, { ...sender, balance: sender.balance - need, nonce: sender.nonce + 1 });
  const recipient = read(payment.to);
  write(payment.to, { ...recipient, balance: recipient.balance + payment.amount });
}

const EMPTY: Account = { balance: 0n, nonce: 0, activity: 0 };

function copyForEach(before: ReadonlyMap<string, Account>, payments: readonly Payment[]): number {
  let current = before;
  const used = new Set<string>();
  for (const payment of payments) {
    if (used.has(payment.tag)) continue;
    const copy = new Map(current);
    pay(
      payment,
      (key) => copy.get(key) ?? EMPTY,
      (key, account) => copy.set(key, account),
    );
    current = copy;
    used.add(payment.tag);
  }
  return used.size;
}

const toJson = ({ balance, nonce, activity }: Account): string =>
  JSON.stringify({ balance: String(balance), nonce, activity });

function fromJson(text: string): Account {
  const { balance, nonce, activity } = JSON.parse(text) as { balance: string; nonce: number; activity: number };
  return { balance: BigInt(balance), nonce, activity };
}

function jsonAccounts(before: ReadonlyMap<string, string>, payments: readonly Payment[]): number {
  const written = new Map<string, string>();
  const used = new Set<string>();
  for (const payment of payments) {
    if (used.has(payment.tag)) continue;
    pay(
      payment,
      (key) => fromJson(written.get(key) ?? before.get(key) ?? toJson(EMPTY)),
      (key, account) => written.set(key, toJson(account)),
    );
    used.add(payment.tag);
  }
  return used.size;
}

async function measure(options: BenchOptions): Promise<Figure[]> {
  const rules = benchRules();
  const people = wallets(ITEMS);
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  fillState(state, rules, accountKeys(people, ACCOUNTS));
  const requests = people.map((from, index) => request(from, people[(index + 1) % ITEMS]?.address ?? '', index));
  const transactions = verifyAll(requests).items.map(({ transaction }) => transaction);
  const tip = { height: 0, hash: '0', time: NOW - 400, transactionCount: 0, totalTransactions: 0 };
  const context = nextContext(rules, state, tip, NOW);
  const replay = new ReplayGuard();
  const applyAll = (): void => {
    const execution = new BlockExecution(new Overlay(state), context, replay);
    for (const transaction of transactions)
      invariant(!isRefusal(execution.include(transaction)), 'a transfer is refused');
  };
  const payments = transactions.map(paymentOf(context.baseFee));
  const plain = new Map<string, Account>(state.entries(accounts));
  const json = new Map([...plain].map(([key, account]) => [key, toJson(account)]));
  const copied = payments.slice(0, COPIED_ITEMS);
  invariant(
    copyForEach(plain, copied) === COPIED_ITEMS && jsonAccounts(json, payments) === ITEMS,
    'a payment was left out',
  );
  return compare(
    {
      engine: { name: 'BlockExecution on an overlay', run: applyAll },
      others: [
        { name: 'accounts as JSON text', run: () => jsonAccounts(json, payments) },
        {
          name: `a copy of the map of ${ACCOUNTS} accounts each`,
          run: () => copyForEach(plain, copied),
          items: COPIED_ITEMS,
        },
      ],
      items: ITEMS,
    },
    options,
  );
}

export const apply: BenchDefinition = {
  name: 'apply',
  about: 'a transfer applied to the state, beside a copy of all accounts for each and beside accounts as JSON',
  run: measure,
};
