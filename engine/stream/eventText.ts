/** The JSON text of events: one text for the live stream and for the log, so that both send the same bytes.
 *
 *  In: facts of a durable block and the event's number. Out: text. Put together by hand where a block has thousands of them:
 *  most of a transaction's event is the hex of its key, which needs no escaping. */

import { QUANTA, XRGE, xrgeNumber } from '../base/amounts.js';
import { binaryToHex, toHex } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';
import { addressOf } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { ChangedBalance } from '../store/balanceLog.js';

/** What is said of a block. */
export interface BlockFacts {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
  /** Public key in hex. */
  readonly proposer: string;
  readonly stateRoot: string | undefined;
  readonly transactions: number;
}

export const blockText = (block: BlockFacts, seq: number): string =>
  JSON.stringify({
    type: 'new_block',
    height: block.height,
    hash: block.hash,
    tx_count: block.transactions,
    timestamp: block.time,
    proposer: block.proposer,
    state_root: block.stateRoot ?? null,
    seq,
  });

export function transactionText(
  transaction: Transaction,
  failed: boolean,
  { height, time }: Pick<BlockFacts, 'height' | 'time'>,
  seq: number,
): string {
  const view = kindOfTransaction(transaction).view(transaction.fields);
  const rest = JSON.stringify({
    to: view.to_pub_key_hex ?? null,
    amount: view.amount ?? null,
    ...(view.amount_quanta === undefined ? {} : { amount_quanta: view.amount_quanta }),
    ...(view.amount_units === undefined ? {} : { amount_units: view.amount_units }),
    token: view.token_name ?? null,
  }).slice(1, -1);
  return `{"type":"new_transaction","tx_hash":"${binaryToHex(transaction.id)}","tx_type":${JSON.stringify(
    transaction.operation,
  )},"from":"${toHex(transaction.publicKey)}",${rest},"status":"${
    failed ? 'failed' : 'success'
  }","block_height":${height},"timestamp":${time},"seq":${seq}}`;
}

/** Below 2^53 both sides of the division are exact, and its result is the double nearest to the amount. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

const xrgeText = (units: bigint): string =>
  units <= EXACT ? String(Number(units) / Number(QUANTA)) : JSON.stringify(xrgeNumber(units));

export function balanceText({ account, token, units }: ChangedBalance, height: number, seq: number): string {
  const amount =
    token === XRGE
      ? `"new_balance":${xrgeText(units)},"new_balance_quanta":"${units}"`
      : `"new_balance":${Number(units)},"new_balance_units":"${units}"`;
  return `{"type":"balance_update","account":"${addressOf(account)}","token":${JSON.stringify(token)},${amount},"block_height":${height},"seq":${seq}}`;
}

/** What is said of the node. */
export interface StatsFacts {
  readonly blockHeight: number;
  readonly peerCount: number;
  readonly mempoolSize: number;
}

/** @param seq number of the latest durable event: statistics are not in the log and take no number of their own. */
export const statsText = (facts: StatsFacts, seq: number): string =>
  JSON.stringify({
    type: 'stats',
    block_height: facts.blockHeight,
    peer_count: facts.peerCount,
    mempool_size: facts.mempoolSize,
    seq,
  });
