/** The encodings of events: the live stream and the log use the same one, so that both send the same bytes.
 *
 *  In: facts and an event's number. Out: bytes of JSON text, of a protobuf frame, or of a frame for relays. */

import type { Transaction } from '../chain/transaction.js';
import type { ContractEvent } from '../ledger/kind.js';
import type { ChangedBalance } from '../store/balanceLog.js';
import type { EventFormat } from '../store/chainStore.js';
import type { BlockFacts, DroppedFacts, PlaceFacts, StatsFacts } from './eventFacts.js';
import { balanceFrame, blockFrame, contractFrame, droppedFrame, statsFrame, transactionFrame } from './eventFrame.js';
import { balanceText, blockText, contractText, droppedText, statsText, transactionText } from './eventText.js';
import { type BothFormats, blockReach, droppedReach, relayFrame, statsReach, transactionReach } from './relayFrame.js';

export interface EventEncoding {
  block(block: BlockFacts, seq: number): Uint8Array;
  /** @param failed the block holds it with a failed receipt. @param result what its kind returned. */
  transaction(transaction: Transaction, failed: boolean, place: PlaceFacts, seq: number, result: unknown): Uint8Array;
  /** @param transaction the one in which it was emitted. */
  contract(event: ContractEvent, transaction: Transaction, height: number, seq: number): Uint8Array;
  balance(balance: ChangedBalance, height: number, seq: number): Uint8Array;
  /** @param seq number of the latest durable event: statistics are not in the log and take no number of their own. */
  stats(stats: StatsFacts, seq: number): Uint8Array;
  /** @param seq as for statistics: this event is not in the log either. */
  dropped(dropped: DroppedFacts, seq: number): Uint8Array;
}

const json: EventEncoding = {
  block: (block, seq) => Buffer.from(blockText(block, seq)),
  transaction: (transaction, failed, place, seq) => Buffer.from(transactionText(transaction, failed, place, seq)),
  contract: (event, { id }, height, seq) => Buffer.from(contractText(event, id, height, seq)),
  balance: (balance, height, seq) => Buffer.from(balanceText(balance, height, seq)),
  stats: (stats, seq) => Buffer.from(statsText(stats, seq)),
  dropped: (dropped, seq) => Buffer.from(droppedText(dropped, seq)),
};

const protobuf: EventEncoding = {
  block: blockFrame,
  transaction: transactionFrame,
  contract: (event, { id }, height, seq) => contractFrame(event, id, height, seq),
  balance: balanceFrame,
  stats: statsFrame,
  dropped: droppedFrame,
};

/** The event in both formats of clients. */
const inBoth = (encode: (encoding: EventEncoding) => Uint8Array): BothFormats => ({
  json: encode(json),
  protobuf: encode(protobuf),
});

const relay: EventEncoding = {
  block: (block, seq) =>
    relayFrame(
      blockReach,
      inBoth((encoding) => encoding.block(block, seq)),
      seq,
    ),
  transaction: (transaction, failed, place, seq, result) =>
    relayFrame(
      transactionReach(transaction, result, failed),
      inBoth((encoding) => encoding.transaction(transaction, failed, place, seq, result)),
      seq,
    ),
  contract: (event, transaction, height, seq) =>
    relayFrame(
      { topic: 'contracts', accounts: [], tokens: [], contract: event.contract },
      inBoth((encoding) => encoding.contract(event, transaction, height, seq)),
      seq,
    ),
  balance: (balance, height, seq) =>
    relayFrame(
      { topic: undefined, accounts: [balance.account], tokens: [balance.token] },
      inBoth((encoding) => encoding.balance(balance, height, seq)),
      seq,
    ),
  stats: (stats, seq) =>
    relayFrame(
      statsReach,
      inBoth((encoding) => encoding.stats(stats, seq)),
      seq,
      true,
    ),
  dropped: (dropped, seq) =>
    relayFrame(
      droppedReach(dropped.sender),
      inBoth((encoding) => encoding.dropped(dropped, seq)),
      seq,
      true,
    ),
};

export const encodings: Readonly<Record<EventFormat, EventEncoding>> = { json, protobuf, relay };
