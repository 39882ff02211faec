/** One subscriber to the event stream that records the numbers of its events.
 *
 *  In: topics, none for everything. Out: the numbers in the order of arrival, how often its socket was closed with a number
 *  from which to resume. A closed socket is reopened with `from`, so a listener that was too slow has everything in the end. */

import WebSocket from 'ws';
import { jsonEventOf } from './chainEvents.js';
import { NumberList } from './quantiles.js';

const REOPEN_MS = 100;
const TOLD = /resume with from (\d+)/;

/** Frames that carry the number of an earlier event. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['stats', 'subscribed', 'resumed']);

export interface ListenerOptions {
  readonly url: string;
  readonly topics: readonly string[];
  /** Number of the first event to request again; absent: only new events. */
  readonly from?: number;
}

/** @returns how many of the log's numbers, after the subscriber's start and up to `end`, it has not received. */
export function missedOf(heard: Float64Array, log: Float64Array, start: number, end: number): number {
  const has = new Set(heard);
  let missed = 0;
  for (const sequence of log) if (sequence > start && sequence <= end && !has.has(sequence)) missed++;
  return missed;
}

export class Listener {
  readonly sequences = new NumberList();
  frames = 0;
  doubled = 0;
  /** Closed with a reason that says from which number to resume without missing anything. */
  told = 0;
  closes = 0;
  /** Number of the last event before it listened. */
  start = 0;
  /** Number of its newest event. */
  last = 0;
  #socket: WebSocket | undefined;
  #isOver = false;
  #isHearing = false;
  #isAtPresent: (() => void) | undefined;

  constructor(private readonly options: ListenerOptions) {}

  /** Resolves when the node has accepted the subscription. */
  open(): Promise<void> {
    const { url, topics } = this.options;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      const from = this.last > 0 ? this.last + 1 : this.options.from;
      this.#socket = socket;
      this.#isHearing = false;
      socket.on('open', () => socket.send(JSON.stringify({ subscribe: topics, ...(from !== undefined && { from }) })));
      socket.on('message', (data) => this.#take(data as Buffer, from, resolve));
      socket.on('error', reject);
      socket.on('close', (_, reason) => this.#closed(reason.toString()));
    });
  }

  /** Resolves when the log has been replayed up to the present. Only for a listener with `from`. */
  async throughLog(): Promise<void> {
    const present = new Promise<void>((resolve) => {
      this.#isAtPresent = resolve;
    });
    await this.open();
    await present;
  }

  /** Reads nothing more, until `resume`. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  #take(frame: Buffer, from: number | undefined, subscribed: () => void): void {
    const event = jsonEventOf(frame);
    if (event.kind !== 'other' || !WITHOUT_NUMBER.has(event.type)) {
      if (this.#isHearing && event.sequence !== undefined) this.#hear(event.sequence);
      return;
    }
    if (event.type === 'resumed') this.#isAtPresent?.();
    if (event.type !== 'subscribed') return;
    // Before its first subscription a socket gets everything.
    this.#isHearing = true;
    if (from === undefined) this.start = this.last = event.sequence ?? 0;
    else this.start ||= from - 1;
    subscribed();
  }

  #hear(sequence: number): void {
    this.frames++;
    if (sequence <= this.last) {
      this.doubled++;
      return;
    }
    this.last = sequence;
    this.sequences.push(sequence);
  }

  #closed(reason: string): void {
    if (this.#isOver) return;
    this.closes++;
    const from = TOLD.exec(reason)?.[1];
    if (from !== undefined && Number(from) <= this.last + 1) this.told++;
    setTimeout(() => {
      if (!this.#isOver) this.open().catch(() => undefined);
    }, REOPEN_MS);
  }
}
