/** The watcher process: receives every included transaction and every block from the public WebSocket, in
 *  protobuf: as JSON each transaction would cost the node and this program 4 KB.
 *
 *  In: where to listen. Out: lists of what it received and when, fetched in portions. A closed socket is reopened
 *  with `from`, so that nothing is missed; replayed events arrive late, and the event `resumed` says so. */

import WebSocket from 'ws';
import { StreamRequest } from '../../proto/wire.js';
import { COMPACT_SUBPROTOCOL, compactEventOf } from './chainEvents.js';
import { serve } from './childRole.js';
import { epochMs } from './clock.js';
import { NumberList } from './quantiles.js';

/** What was received since the last call. */
export interface Heard {
  /** Transactions: short id, time of receipt, height. */
  readonly ids: Float64Array;
  readonly at: Float64Array;
  readonly heights: Float64Array;
  /** Short ids of those that were included without effect. */
  readonly failed: Float64Array;
  readonly blocks: readonly HeardBlock[];
}

export interface HeardBlock {
  readonly height: number;
  readonly transactions: number;
  /** Header time. */
  readonly time: number;
  /** Time of receipt. */
  readonly at: number;
}

export interface WatchingProgress {
  readonly included: number;
  readonly height: number;
}

export interface WatcherRole {
  /** Resolves when the node has accepted the subscription. @param url of the WebSocket. */
  watch(url: string): Promise<void>;
  take(_: undefined): Heard;
}

const PROGRESS_MS = 1_000;
const REOPEN_MS = 200;

serve<WatcherRole>((tell) => {
  let [ids, at, heights, failed] = [new NumberList(), new NumberList(), new NumberList(), new NumberList()];
  let blocks: HeardBlock[] = [];
  let included = 0;
  let height = 0;
  let last: number | undefined;

  /** The socket whose subscription was accepted: before that, a socket gets everything. */
  let listening: WebSocket | undefined;

  const hear = (frame: Buffer, socket: WebSocket, subscribed: () => void): void => {
    const now = epochMs();
    const event = compactEventOf(frame);
    if (event.kind === 'other') {
      if (event.type !== 'subscribed') return;
      listening = socket;
      last ??= event.sequence;
      subscribed();
      return;
    }
    if (listening !== socket) return;
    last = event.sequence;
    if (event.kind === 'block') {
      height = event.height;
      blocks.push({ height, transactions: event.transactions, time: event.time, at: now });
      return;
    }
    included++;
    ids.push(event.id);
    at.push(now);
    heights.push(event.height);
    if (event.failed) failed.push(event.id);
  };

  const open = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, COMPACT_SUBPROTOCOL, { perMessageDeflate: false });
      socket.on('open', () => {
        const from = last === undefined ? {} : { from: last + 1 };
        socket.send(StreamRequest.encode({ subscribe: ['blocks', 'transactions'], ...from }).finish());
      });
      socket.on('message', (data) => {
        try {
          hear(data as Buffer, socket, resolve);
        } catch (error) {
          reject(error);
          socket.terminate();
          tell('failed', String(error));
        }
      });
      socket.on('error', (error) => (last === undefined ? reject(error) : undefined));
      socket.on('close', (code, reason) => {
        tell('resumed', `${code} ${reason.toString()}`.trim());
        setTimeout(() => void open(url), REOPEN_MS);
      });
    });

  setInterval(() => tell('watching', { included, height } satisfies WatchingProgress), PROGRESS_MS).unref();
  return {
    watch: open,
    take() {
      const heard = { ids: ids.from(0), at: at.from(0), heights: heights.from(0), failed: failed.from(0), blocks };
      [ids, at, heights, failed] = [new NumberList(), new NumberList(), new NumberList(), new NumberList()];
      blocks = [];
      return heard;
    },
  };
});
