/** How the API shows a transaction and its receipt: TxV1, the list wrapper, the receipt (specification, Transaction). */

import { amountView, XRGE, xrgeNumber } from '../base/amounts.js';
import { binaryToHex, toHex, utf8Text } from '../base/bytes.js';
import { signedBytesOf, type Transaction } from '../chain/transaction.js';
import { addressOf } from '../crypto/address.js';
import { kindOfTransaction } from './admission.js';
import { movementViews } from './movementViews.js';
import { shownSymbol } from './tokens.js';

/** The stored outcome of a transaction. */
export interface StoredReceipt {
  readonly nonce: number;
  /** Quanta. */
  readonly fee: bigint;
  /** Empty when it succeeded. */
  readonly failure: string;
  /** The kind's own result; null for a failed transaction, unless its kind keeps one. */
  readonly result: unknown;
}

export interface TxV1 {
  readonly version: 1;
  readonly tx_type: string;
  readonly from_pub_key: string;
  readonly nonce: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly fee: number;
  readonly fee_quanta: string;
  readonly sig: string;
  readonly signed_payload: string;
}

/** Where an included transaction is on the chain. */
export interface Placement {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
  readonly position: number;
}

export function txV1(transaction: Transaction, receipt: StoredReceipt): TxV1 {
  return {
    version: 1,
    tx_type: transaction.operation,
    from_pub_key: toHex(transaction.publicKey),
    nonce: receipt.nonce,
    payload: kindOfTransaction(transaction).view(
      transaction.fields,
      receipt.failure === '' ? receipt.result : undefined,
    ),
    fee: xrgeNumber(receipt.fee),
    fee_quanta: String(receipt.fee),
    sig: toHex(transaction.signature),
    signed_payload: utf8Text(signedBytesOf(transaction)),
  };
}

export const outcomeOf = ({ failure }: StoredReceipt): 'success' | 'failed' => (failure === '' ? 'success' : 'failed');

/** A transaction in the JSON of its block: TxV1 with its id and its outcome. */
export const blockTransaction = (transaction: Transaction, receipt: StoredReceipt) => ({
  ...txV1(transaction, receipt),
  txId: binaryToHex(transaction.id),
  status: outcomeOf(receipt),
});

/** An item of a list of transactions. */
export const wrapper = (transaction: Transaction, receipt: StoredReceipt, at: Placement) => ({
  txId: binaryToHex(transaction.id),
  blockHeight: at.height,
  blockHash: at.hash,
  blockTime: at.time,
  status: outcomeOf(receipt),
  movements: movementViews(transaction, receipt),
  tx: txV1(transaction, receipt),
});

/** What every item in the history of a token or a collection says, in short form. */
function historyItem(transaction: Transaction, receipt: StoredReceipt, at: Placement) {
  const { to } = kindOfTransaction(transaction).event(transaction.fields);
  const hash = binaryToHex(transaction.id);
  return {
    tx_hash: hash,
    txId: hash,
    tx_type: transaction.operation,
    from: toHex(transaction.publicKey),
    from_address: addressOf(transaction.sender),
    to: to?.text ?? null,
    to_address: to ? addressOf(to.account) : null,
    timestamp: at.time,
    block_height: at.height,
    status: outcomeOf(receipt),
    movements: movementViews(transaction, receipt),
  };
}

/** An item of the history of a token, with the token and the amount that the transaction names. */
export function tokenTransaction(transaction: Transaction, receipt: StoredReceipt, at: Placement) {
  const { token, amount } = kindOfTransaction(transaction).event(transaction.fields);
  const symbol = token ?? (amount === undefined ? undefined : XRGE);
  return {
    ...historyItem(transaction, receipt, at),
    ...(amount === undefined ? { amount: null } : amountView(symbol ?? XRGE, amount)),
    token: symbol === undefined ? null : shownSymbol(symbol),
  };
}

/** An item of the history of a collection: what the transaction did there, according to its log. */
export const collectionTransaction = (transaction: Transaction, receipt: StoredReceipt, at: Placement) => ({
  ...historyItem(transaction, receipt, at),
  details: kindOfTransaction(transaction).logs(transaction, receipt.result)[0]?.data ?? {},
});

/** The execution receipt: `status` is `Success` or `{Failed: reason}`. */
export const receiptView = (transaction: Transaction, receipt: StoredReceipt, at: Placement) => ({
  tx_hash: binaryToHex(transaction.id),
  block_height: at.height,
  block_hash: at.hash,
  index: at.position,
  tx_type: transaction.operation,
  from: toHex(transaction.publicKey),
  from_address: addressOf(transaction.sender),
  nonce: receipt.nonce,
  status: receipt.failure === '' ? ('Success' as const) : { Failed: receipt.failure },
  fee_paid: xrgeNumber(receipt.fee),
  fee_paid_quanta: String(receipt.fee),
  logs:
    receipt.failure === ''
      ? kindOfTransaction(transaction)
          .logs(transaction, receipt.result)
          .map(({ event, data }) => ({ event_type: event, data }))
      : [],
  ...(receipt.result === null ? {} : kindOfTransaction(transaction).receipt?.(transaction.fields, receipt.result)),
  timestamp: at.time,
});
