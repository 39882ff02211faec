/** What listeners hear of a durable block: the block, its transactions, the balances it changed (reference: WebSocket).
 *
 *  `account:` and `token:` topics get a `balance_update` for every balance that a transaction of the block may have
 *  changed and somebody listens to. */

import { amountView, XRGE } from '../base/amounts.js';
import { binaryToHex, toHex } from '../base/bytes.js';
import { type AccountId, addressOf } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { Outcome } from '../ledger/execution.js';
import { balanceOf } from '../ledger/funds.js';
import type { StateView } from '../state/state.js';
import { accountTopic, type EventHub, type StreamEvent, tokenTopic } from './hub.js';

export interface PublishedBlock {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
  readonly proposer: string;
  readonly stateRoot: string | undefined;
  readonly outcomes: readonly Outcome[];
}

const blockEvent = (block: PublishedBlock): StreamEvent => ({
  topics: ['blocks'],
  make: () => ({
    type: 'new_block',
    height: block.height,
    hash: block.hash,
    tx_count: block.outcomes.length,
    timestamp: block.time,
    proposer: block.proposer,
    state_root: block.stateRoot ?? null,
  }),
});

function transactionEvent(outcome: Outcome, block: PublishedBlock): StreamEvent {
  const { transaction, parties } = outcome;
  return {
    topics: ['transactions', ...parties.map(({ account }) => accountTopic(account))],
    make: () => {
      const view = kindOfTransaction(transaction).view(transaction.fields);
      return {
        type: 'new_transaction',
        tx_hash: binaryToHex(transaction.id),
        tx_type: transaction.operation,
        from: toHex(transaction.publicKey),
        to: view.to_pub_key_hex ?? null,
        amount: view.amount ?? null,
        ...(view.amount_quanta === undefined ? {} : { amount_quanta: view.amount_quanta }),
        ...(view.amount_units === undefined ? {} : { amount_units: view.amount_units }),
        token: view.token_name ?? null,
        status: outcome.failure ? 'failed' : 'success',
        block_height: block.height,
        timestamp: block.time,
      };
    },
  };
}

/** Balances that the block's transactions may have changed, each once. */
function* touchedBalances(outcomes: readonly Outcome[]): Generator<{ account: AccountId; token: string }> {
  const seen = new Set<string>();
  for (const { transaction, parties } of outcomes) {
    const tokens = new Set([XRGE]);
    for (const { token } of kindOfTransaction(transaction).outflow(transaction.fields)) tokens.add(token);
    for (const { account } of parties)
      for (const token of tokens) {
        if (seen.has(account + token)) continue;
        seen.add(account + token);
        yield { account, token };
      }
  }
}

function balanceEvent(account: AccountId, token: string, view: StateView): StreamEvent {
  return {
    topics: [accountTopic(account), tokenTopic(token)],
    make: () => {
      const units = balanceOf(view, account, token);
      return {
        type: 'balance_update',
        account: addressOf(account),
        token,
        ...amountView(token, units, 'new_balance'),
      };
    },
  };
}

/** Publishes a block that is durable. @param view the state after it. */
export function publishBlock(hub: EventHub, block: PublishedBlock, view: StateView): void {
  hub.publish(blockEvent(block));
  for (const outcome of block.outcomes) hub.publish(transactionEvent(outcome, block));
  if (hub.listeners === 0) return;
  for (const { account, token } of touchedBalances(block.outcomes)) hub.publish(balanceEvent(account, token, view));
}

export interface StatsFacts {
  readonly blockHeight: number;
  readonly peerCount: number;
  readonly mempoolSize: number;
}

export const statsEvent = (facts: StatsFacts): StreamEvent => ({
  topics: ['stats'],
  make: () => ({
    type: 'stats',
    block_height: facts.blockHeight,
    peer_count: facts.peerCount,
    mempool_size: facts.mempoolSize,
  }),
});
