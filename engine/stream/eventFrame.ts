/** The protobuf bytes of events: the message StreamFrame of proto/wire.proto.
 *
 *  In: facts of a durable block and the event's number. Out: bytes. A transaction takes a thirtieth of its JSON, because its
 *  signer is 32 bytes instead of the key's hex. Frames that a block has thousands of are encoded by hand, which takes half the
 *  time of the generated codec; a test compares the two. */

import { StreamFrame, type StreamFrameMembers } from '../../proto/wire.js';
import { XRGE } from '../base/amounts.js';
import { fromBinary, fromHex } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { bytesTag, FieldWriter, numberTag } from '../chain/blockEncoding.js';
import type { Transaction } from '../chain/transaction.js';
import { accountBytes, accountOfKey } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { ContractEvent } from '../ledger/kind.js';
import { shownSymbol } from '../ledger/tokens.js';
import type { ChangedBalance } from '../store/balanceLog.js';
import type { BlockFacts, DroppedFacts, PlaceFacts, StatsFacts } from './eventFacts.js';

const frameBytes = (members: StreamFrameMembers): Uint8Array => StreamFrame.encode(members).finish();

const NOTHING = new Uint8Array();

/** Bytes of a hash, key or contract's address that the chain itself has written. */
function hexBytes(text: string): Uint8Array {
  const bytes = fromHex(text);
  invariant(bytes, 'a block names something that is no hex');
  return bytes;
}

export const blockFrame = (block: BlockFacts, seq: number): Uint8Array =>
  frameBytes({
    newBlock: {
      height: block.height,
      hash: hexBytes(block.hash),
      txCount: block.transactions,
      timestamp: block.time,
      proposer: accountBytes(accountOfKey(hexBytes(block.proposer))),
      stateRoot: block.stateRoot === undefined ? NOTHING : hexBytes(block.stateRoot),
      seq,
    },
  });

/** A frame's message comes after its tag and its length, which takes one or two bytes. */
const HEAD_BYTES = 3;
const LONG_BYTES = 0x80;

/** Many times the largest event: an id, two accounts, two names and an amount take 200 bytes. */
const scratch = Buffer.alloc(4_096);
/** A text that does not fit is cut after its last whole character of up to four bytes: no event may come that close to the end. */
const FULL_BYTES = scratch.length - 4;

/** The frame whose only field is the message that was written after the head in the scratch memory.
 *  @returns a copy. */
function finish({ at }: FieldWriter, field: number): Uint8Array {
  invariant(at < FULL_BYTES, 'an event is larger than any should be');
  const length = at - HEAD_BYTES;
  const start = length < LONG_BYTES ? 1 : 0;
  new FieldWriter(scratch, start).head(bytesTag(field), length);
  const frame = Buffer.allocUnsafe(at - start);
  scratch.copy(frame, 0, start, at);
  return frame;
}

/** The message NewTransaction. */
export function transactionFrame(
  transaction: Transaction,
  failed: boolean,
  { height, time }: PlaceFacts,
  seq: number,
): Uint8Array {
  const { to, token = '', amount } = kindOfTransaction(transaction).event(transaction.fields);
  const isQuanta = token === '' || token === XRGE;
  const writer = new FieldWriter(scratch, HEAD_BYTES);
  writer.binary(bytesTag(1), transaction.id);
  writer.text(bytesTag(2), transaction.operation);
  writer.binary(bytesTag(3), transaction.sender);
  writer.binary(bytesTag(4), to?.account ?? '');
  writer.text(bytesTag(isQuanta ? 5 : 6), amount === undefined ? '' : String(amount));
  writer.text(bytesTag(7), shownSymbol(token));
  writer.number(numberTag(8), Number(failed));
  writer.number(numberTag(9), height);
  writer.number(numberTag(10), time);
  writer.number(numberTag(11), seq);
  return finish(writer, 6);
}

/** The message ContractEvent. What a contract emitted may be larger than the scratch memory.
 *  @param id binary string of 32 bytes: the transaction in which the contract emitted it. */
export const contractFrame = ({ contract, topic, data }: ContractEvent, id: string, blockHeight: number, seq: number) =>
  frameBytes({
    contractEvent: { contractAddr: hexBytes(contract), topic, data, blockHeight, txHash: fromBinary(id), seq },
  });

/** The message BalanceUpdate. */
export function balanceFrame({ account, token, units }: ChangedBalance, height: number, seq: number): Uint8Array {
  const writer = new FieldWriter(scratch, HEAD_BYTES);
  writer.binary(bytesTag(1), account);
  writer.text(bytesTag(2), shownSymbol(token));
  writer.text(bytesTag(3), String(units));
  writer.number(numberTag(4), height);
  writer.number(numberTag(5), seq);
  return finish(writer, 7);
}

/** @param seq number of the latest durable event. */
export const statsFrame = ({ blockHeight, peerCount, mempoolSize }: StatsFacts, seq: number): Uint8Array =>
  frameBytes({ stats: { blockHeight, peerCount, mempoolSize, seq } });

/** @param seq number of the latest durable event. */
export const droppedFrame = ({ id, sender, code, message }: DroppedFacts, seq: number): Uint8Array =>
  frameBytes({
    transactionDropped: { txHash: fromBinary(id), from: accountBytes(sender), code, error: message, seq },
  });
