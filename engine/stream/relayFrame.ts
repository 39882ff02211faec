/** Events for relays: each in both formats of clients, with whom it reaches.
 *
 *  In: facts of a durable block, or of the node. Out: a StreamFrame of proto/wire.proto with a RelayEvent. What it says of its audience is
 *  computed from the transaction itself, live and from the log alike, so both give the same bytes. It costs what both formats cost
 *  together, and is made for a connection that asks for it only. */

import { RelayEvent, RelayTopic, StreamFrame } from '../../proto/wire.js';
import { fromHex } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';
import { type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { tokensMovedBy } from '../ledger/movedTokens.js';
import type { StreamEvent } from './audience.js';

type PlainTopic = StreamEvent['topic'];

/** Whom an event reaches. */
export type Reach = Pick<StreamEvent, 'topic' | 'accounts' | 'tokens' | 'contract'>;

/** The same event as clients get it. */
export interface BothFormats {
  readonly json: Uint8Array;
  readonly protobuf: Uint8Array;
}

export interface Relayed extends Reach, BothFormats {
  /** Number of the event; of a passing one, that of the latest event before it. */
  readonly sequence: number;
  /** Not in the log. */
  readonly isPassing: boolean;
}

const NOBODY = [] as const;

export const blockReach: Reach = { topic: 'blocks', accounts: NOBODY, tokens: NOBODY };
export const statsReach: Reach = { topic: 'stats', accounts: NOBODY, tokens: NOBODY };
export const droppedReach = (sender: AccountId): Reach => ({
  topic: 'transactions',
  accounts: [sender],
  tokens: NOBODY,
});

/** @param result what its kind returned. @param failed such a transaction reaches its signer alone. */
export function transactionReach(transaction: Transaction, result: unknown, failed: boolean): Reach {
  const { sender, fields } = transaction;
  if (failed) return { topic: 'transactions', accounts: [sender], tokens: NOBODY };
  const parties = kindOfTransaction(transaction).parties(fields, result);
  return {
    topic: 'transactions',
    accounts: [...new Set([sender, ...parties])],
    tokens: tokensMovedBy(transaction, result),
  };
}

const topicNumbers = {
  none: RelayTopic.RELAY_NONE,
  blocks: RelayTopic.RELAY_BLOCKS,
  transactions: RelayTopic.RELAY_TRANSACTIONS,
  stats: RelayTopic.RELAY_STATS,
  contracts: RelayTopic.RELAY_CONTRACTS,
} as const;

const topicsByNumber = new Map<number, PlainTopic>(
  Object.entries(topicNumbers).map(([name, number]) => [
    number,
    name === 'none' ? undefined : (name as Exclude<PlainTopic, undefined>),
  ]),
);

export function relayFrame(
  { topic, accounts, tokens, contract = '' }: Reach,
  { json, protobuf }: BothFormats,
  seq: number,
  passing = false,
): Uint8Array {
  const relayEvent = {
    ...{ seq, topic: topicNumbers[topic ?? 'none'], passing, json, protobuf },
    accounts: accounts.map(accountBytes),
    tokens: [...tokens],
    contract: fromHex(contract) ?? new Uint8Array(),
  };
  // Members of the generated codec are written even when they have their default value.
  return StreamFrame.encode({ relayEvent: RelayEvent.create(relayEvent) }).finish();
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** @returns undefined for another frame of the stream, such as an acknowledgement. @throws Error for bytes that are none. */
export function readRelayFrame(bytes: Uint8Array): Relayed | undefined {
  const { relayEvent } = StreamFrame.decode(bytes);
  if (!relayEvent) return undefined;
  const { seq, topic, accounts, tokens, contract, json, protobuf, passing } = relayEvent;
  if (!json || !protobuf) throw new Error('a relayed event without its frames');
  return {
    ...{ sequence: Number(seq), topic: topicsByNumber.get(topic ?? 0), tokens: tokens ?? NOBODY, json, protobuf },
    accounts: (accounts ?? NOBODY).map((account): AccountId => accountOfBytes(account)),
    ...(contract && contract.length > 0 && { contract: hexOf(contract) }),
    isPassing: passing === true,
  };
}
