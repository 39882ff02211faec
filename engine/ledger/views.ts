/** How a transaction and its receipt look outside: TxV1, the list wrapper, the receipt (specification, Transaction). */

import { amountView, XRGE, xrgeNumber } from '../base/amounts.js';
import { binaryToHex, toHex, utf8Text } from '../base/bytes.js';
import { signedBytesOf, type Transaction } from '../chain/transaction.js';
import { addressOf } from '../crypto/address.js';
import { kindOfTransaction } from './admission.js';
import type { ApplyResult } from './kind.js';
import { shownSymbol } from './tokens.js';

/** What the ledger gave a transaction, as it is kept. */
export interface StoredReceipt {
  readonly nonce: number;
  /** Quanta. */
  readonly fee: bigint;
  /** Empty when it succeeded. */
  readonly failure: string;
  readonly result: ApplyResult;
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

/** Where an included transaction stands. */
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
    payload: kindOfTransaction(transaction).view(transaction.fields),
    fee: xrgeNumber(receipt.fee),
    fee_quanta: String(receipt.fee),
    sig: toHex(transaction.signature),
    signed_payload: utf8Text(signedBytesOf(transaction)),
  };
}

export const outcomeOf = ({ failure }: StoredReceipt): 'success' | 'failed' => (failure === '' ? 'success' : 'failed');

/** An item of a list of transactions. */
export const wrapper = (transaction: Transaction, receipt: StoredReceipt, at: Placement) => ({
  txId: binaryToHex(transaction.id),
  blockHeight: at.height,
  blockHash: at.hash,
  blockTime: at.time,
  status: outcomeOf(receipt),
  tx: txV1(transaction, receipt),
});

/** An item of the history of a token: in short what the transaction says of its recipient, its token and its amount. */
export function tokenTransaction(transaction: Transaction, receipt: StoredReceipt, at: Placement) {
  const { to, token, amount } = kindOfTransaction(transaction).event(transaction.fields);
  const hash = binaryToHex(transaction.id);
  const symbol = token ?? (amount === undefined ? undefined : XRGE);
  return {
    tx_hash: hash,
    txId: hash,
    tx_type: transaction.operation,
    from: toHex(transaction.publicKey),
    from_address: addressOf(transaction.sender),
    to: to?.text ?? null,
    to_address: to ? addressOf(to.account) : null,
    ...(amount === undefined ? { amount: null } : amountView(symbol ?? XRGE, amount)),
    token: symbol === undefined ? null : shownSymbol(symbol),
    timestamp: at.time,
    block_height: at.height,
    status: outcomeOf(receipt),
  };
}

/** An item of the history of a collection: what the transaction did there, as its log tells it. */
export function collectionTransaction(transaction: Transaction, receipt: StoredReceipt, at: Placement) {
  const kind = kindOfTransaction(transaction);
  const { to } = kind.event(transaction.fields);
  const hash = binaryToHex(transaction.id);
  return {
    tx_hash: hash,
    txId: hash,
    tx_type: transaction.operation,
    from: toHex(transaction.publicKey),
    from_address: addressOf(transaction.sender),
    to: to?.text ?? null,
    to_address: to ? addressOf(to.account) : null,
    details: kind.logs(transaction, receipt.result)[0]?.data ?? {},
    timestamp: at.time,
    block_height: at.height,
    status: outcomeOf(receipt),
  };
}

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
  timestamp: at.time,
});
