/** Frames of the event stream as the load run needs them.
 *
 *  In: one frame of the WebSocket, JSON or protobuf. Out: what it says about blocks and
 *  transactions. The JSON of a transaction's event is not parsed completely: most of it is the sender's key in hex. */

import { StreamFrame } from '../../proto/wire.js';
import { shortId } from './supply.js';

/** The subprotocol of a socket that receives protobuf. */
export const COMPACT_SUBPROTOCOL = 'rouged.v1.protobuf';

export interface BlockEvent {
  readonly kind: 'block';
  readonly height: number;
  readonly transactions: number;
  /** Header time, milliseconds. */
  readonly time: number;
  readonly sequence: number;
}

export interface TransactionEvent {
  readonly kind: 'transaction';
  /** Short form of its identity. */
  readonly id: number;
  /** Included without effect: the rules of its kind refused it in the block. */
  readonly failed: boolean;
  readonly height: number;
  readonly sequence: number;
}

/** Any other event, and frames that are not events; statistics carry the number of the event before them. */
export interface OtherFrame {
  readonly kind: 'other';
  readonly type: string;
  readonly sequence: number | undefined;
}

export type ChainEvent = BlockEvent | TransactionEvent | OtherFrame;

const TRANSACTION = '{"type":"new_transaction","tx_hash":"';
const ID_DIGITS = 64;
/** Status, height, time and number follow the key: within this many bytes of the end. */
const TAIL_BYTES = 160;
const TAIL = /"status":"(\w+)","block_height":(\d+),"timestamp":\d+,"seq":(\d+)\}$/;

function transactionOf(frame: Buffer): TransactionEvent | undefined {
  const tail = TAIL.exec(frame.toString('latin1', Math.max(0, frame.length - TAIL_BYTES)));
  if (!tail) return undefined;
  const from = TRANSACTION.length;
  return {
    kind: 'transaction',
    id: shortId(frame.toString('latin1', from, from + ID_DIGITS)),
    failed: tail[1] === 'failed',
    height: Number(tail[2]),
    sequence: Number(tail[3]),
  };
}

/** An event in JSON. @throws Error for a frame that is not JSON, and for a refusal by the stream. */
export function jsonEventOf(frame: Buffer): ChainEvent {
  if (frame.toString('latin1', 0, TRANSACTION.length) === TRANSACTION) {
    const transaction = transactionOf(frame);
    if (transaction) return transaction;
  }
  const { type, height, tx_count, timestamp, seq, ...rest } = JSON.parse(frame.toString('utf8')) as Record<
    string,
    unknown
  >;
  if (type === 'new_block')
    return {
      kind: 'block',
      height: Number(height),
      transactions: Number(tx_count),
      time: Number(timestamp),
      sequence: Number(seq),
    };
  if (type === 'error') throw refusedBy(String(rest.error));
  return { kind: 'other', type: String(type), sequence: typeof seq === 'number' ? seq : undefined };
}

const refusedBy = (sentence: string): Error => new Error(`the stream refuses: ${sentence}`);

/** An event in protobuf. @throws Error for bytes that are not a frame, and for a refusal by the stream. */
export function compactEventOf(bytes: Uint8Array): ChainEvent {
  const { newTransaction, newBlock, subscribed, resumed, balanceUpdate, contractEvent, stats, error } =
    StreamFrame.decode(bytes);
  if (newTransaction)
    return {
      kind: 'transaction',
      id: shortId(Buffer.from(newTransaction.txHash ?? []).toString('hex')),
      failed: newTransaction.failed === true,
      height: Number(newTransaction.blockHeight),
      sequence: Number(newTransaction.seq),
    };
  if (newBlock)
    return {
      kind: 'block',
      height: Number(newBlock.height),
      transactions: Number(newBlock.txCount),
      time: Number(newBlock.timestamp),
      sequence: Number(newBlock.seq),
    };
  if (error) throw refusedBy(error.error ?? '');
  const others = { subscribed, resumed, balance_update: balanceUpdate, contract_event: contractEvent, stats };
  const [type, members] = Object.entries(others).find(([, found]) => found) ?? ['unknown', undefined];
  return { kind: 'other', type, sequence: members == null ? undefined : Number(members.seq) };
}
