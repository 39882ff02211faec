/** Frames of the event stream as the load run needs them.
 *
 *  In: one frame of the WebSocket. Out: what it says of blocks and transactions. The JSON of an event is not parsed whole: most of it is
 *  the sender's key in hex. */

import { shortId } from './supply.js';

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
  readonly height: number;
  readonly sequence: number;
}

/** Any other event, and frames that are no events; statistics carry the number of the event before them. */
export interface OtherFrame {
  readonly kind: 'other';
  readonly type: string;
  readonly sequence: number | undefined;
}

export type ChainEvent = BlockEvent | TransactionEvent | OtherFrame;

const TRANSACTION = '{"type":"new_transaction","tx_hash":"';
const ID_DIGITS = 64;
/** Behind the key stand status, height, time and number: within so many bytes of the end. */
const TAIL_BYTES = 160;
const TAIL = /"block_height":(\d+),"timestamp":\d+,"seq":(\d+)\}$/;

function transactionOf(frame: Buffer): TransactionEvent | undefined {
  const tail = TAIL.exec(frame.toString('latin1', Math.max(0, frame.length - TAIL_BYTES)));
  if (!tail) return undefined;
  const from = TRANSACTION.length;
  return {
    kind: 'transaction',
    id: shortId(frame.toString('latin1', from, from + ID_DIGITS)),
    height: Number(tail[1]),
    sequence: Number(tail[2]),
  };
}

/** @throws SyntaxError for a frame that is no JSON. */
export function chainEventsOf(frame: Buffer): readonly ChainEvent[] {
  if (frame.toString('latin1', 0, TRANSACTION.length) === TRANSACTION) {
    const transaction = transactionOf(frame);
    if (transaction) return [transaction];
  }
  const { type, height, tx_count, timestamp, seq, ...rest } = JSON.parse(frame.toString('utf8')) as Record<
    string,
    unknown
  >;
  if (type === 'new_block')
    return [
      {
        kind: 'block',
        height: Number(height),
        transactions: Number(tx_count),
        time: Number(timestamp),
        sequence: Number(seq),
      },
    ];
  if (type === 'error') throw new Error(`the stream refuses: ${String(rest.error)}`);
  return [{ kind: 'other', type: String(type), sequence: typeof seq === 'number' ? seq : undefined }];
}
