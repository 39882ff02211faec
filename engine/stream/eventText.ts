/** The JSON text of events.
 *
 *  In: facts of a durable block and the event's number. Out: text. Built by hand where a block has thousands of them:
 *  most of a transaction's event is the hex of its key, which needs no escaping. */

import { unitsNumber, XRGE, xrgeNumber } from '../base/amounts.js';
import { binaryToHex, toHex } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';
import { addressOf } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { ContractEvent } from '../ledger/kind.js';
import { shownSymbol } from '../ledger/tokens.js';
import type { ChangedBalance } from '../store/balanceLog.js';
import type { BlockFacts, DroppedFacts, PlaceFacts, StatsFacts } from './eventFacts.js';

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

/** The amount as a number, and beside it as exact text. */
const amountText = (name: string, token: string, units: bigint): string =>
  token === XRGE
    ? `"${name}":${xrgeNumber(units)},"${name}_quanta":"${units}"`
    : `"${name}":${unitsNumber(units)},"${name}_units":"${units}"`;

export function transactionText(
  transaction: Transaction,
  failed: boolean,
  { height, time }: PlaceFacts,
  seq: number,
): string {
  const { to, token, amount } = kindOfTransaction(transaction).event(transaction.fields);
  return `{"type":"new_transaction","tx_hash":"${binaryToHex(transaction.id)}","tx_type":${JSON.stringify(
    transaction.operation,
  )},"from":"${toHex(transaction.publicKey)}","to":${to === undefined ? null : JSON.stringify(to.text)},${
    amount === undefined ? '"amount":null' : amountText('amount', token ?? XRGE, amount)
  },"token":${token === undefined ? null : JSON.stringify(shownSymbol(token))},"status":"${
    failed ? 'failed' : 'success'
  }","block_height":${height},"timestamp":${time},"seq":${seq}}`;
}

/** @param id binary string of 32 bytes: the transaction in which the contract emitted it. */
export const contractText = ({ contract, topic, data }: ContractEvent, id: string, height: number, seq: number) =>
  JSON.stringify({
    type: 'contract_event',
    contract_addr: contract,
    topic,
    data,
    block_height: height,
    tx_hash: binaryToHex(id),
    seq,
  });

export const balanceText = ({ account, token, units }: ChangedBalance, height: number, seq: number): string =>
  `{"type":"balance_update","account":"${addressOf(account)}","token":${JSON.stringify(shownSymbol(token))},${amountText(
    'new_balance',
    token,
    units,
  )},"block_height":${height},"seq":${seq}}`;

/** @param seq number of the latest durable event: this one is not in the log. */
export const droppedText = ({ id, sender, code, message }: DroppedFacts, seq: number): string =>
  JSON.stringify({
    type: 'transaction_dropped',
    tx_hash: binaryToHex(id),
    from: addressOf(sender),
    code,
    error: message,
    seq,
  });

/** @param seq number of the latest durable event: statistics are not in the log and take no number of their own. */
export const statsText = (facts: StatsFacts, seq: number): string =>
  JSON.stringify({
    type: 'stats',
    block_height: facts.blockHeight,
    peer_count: facts.peerCount,
    mempool_size: facts.mempoolSize,
    seq,
  });
