/** The durable, numbered events of a node, as its WebSocket sends them.
 *
 *  In: a node and the number of the first event. Out: events in the order of their numbers, each once, with the bytes that the node sent. A
 *  reader that does not keep up stops the socket, and then the node keeps the events in its log: nothing waits here without a bound. */

import { WebSocket } from 'ws';
import { PROTOBUF_SUBPROTOCOL, RELAY_SUBPROTOCOL } from '../../api/stream/formats.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { StreamRequest } from '../../proto/wire.js';
import { readFrame, Subjects } from './subjects.js';

/** An event of the log. */
export interface LoggedEvent {
  readonly seq: number;
  readonly subject: string;
  readonly bytes: Uint8Array;
}

/** Events that wait for the reader before the socket is paused, and at which it goes on. */
const MOST_WAITING = 4_096;
const FEW_WAITING = 1_024;

/** A connection without a frame for this long is dead: a node pings every half minute. */
const SILENCE_MS = 60_000;

const PROTOCOLS: Readonly<Record<EventFormat, readonly string[]>> = {
  json: [],
  protobuf: [PROTOBUF_SUBPROTOCOL],
  relay: [RELAY_SUBPROTOCOL],
};

const asBytes = (data: unknown): Uint8Array =>
  data instanceof Uint8Array ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);

export class NodeFeed {
  readonly #waiting: LoggedEvent[] = [];
  readonly #socket: WebSocket;
  readonly #subjects: Subjects;
  readonly #silence: NodeJS.Timeout;
  #at = 0;
  #next: number;
  #end: Refusal | undefined;
  #wake = (): void => {};
  #isPaused = false;
  #isSubscribed = false;

  /** Number of the latest event that the node has named. */
  latest = 0;

  /** @param node URL without `/api`. @param from number of the first event. */
  constructor(
    node: string,
    chainId: string,
    private readonly format: EventFormat,
    from: number,
    /** Ends the feed. */
    private readonly signal: AbortSignal,
    /** Takes the events for relays that are not in the log, at once. */
    private readonly passing: (bytes: Uint8Array) => void = () => {},
  ) {
    this.#next = from;
    signal.addEventListener('abort', this.#aborted, { once: true });
    this.#subjects = new Subjects(chainId, format);
    const url = `${node.replace(/^http/, 'ws').replace(/\/+$/, '')}/api/ws`;
    this.#socket = new WebSocket(url, [...PROTOCOLS[format]], {
      handshakeTimeout: 10_000,
      maxPayload: 16 * 1024 * 1024,
    });
    this.#silence = setInterval(() => {
      // A paused socket hears nothing, whatever the node sends.
      if (!this.#isPaused) this.#fail('the node has sent nothing for a minute');
    }, SILENCE_MS);
    this.#socket.on('open', () =>
      this.#socket.send(format === 'json' ? JSON.stringify({ from }) : StreamRequest.encode({ from }).finish()),
    );
    this.#socket.on('message', (data) => this.#hear(asBytes(data)));
    // A chain without transactions may be silent for an hour; its node is not.
    this.#socket.on('ping', () => this.#silence.refresh());
    this.#socket.on('close', (code, reason) => this.#fail(`the node closed the stream: ${code} ${reason}`));
    this.#socket.on('error', (error) => this.#fail(`the node cannot be reached: ${error.message}`));
    // A signal that has ended already tells nobody.
    if (signal.aborted) this.#aborted();
  }

  readonly #aborted = (): void => this.#fail('ended');

  #fail(sentence: string, code: 'busy' | 'events_pruned' = 'busy'): void {
    this.#end ??= refuse(code, sentence);
    this.signal.removeEventListener('abort', this.#aborted);
    clearInterval(this.#silence);
    this.#socket.terminate();
    this.#wake();
  }

  #hear(bytes: Uint8Array): void {
    if (this.#end) return;
    this.#silence.refresh();
    try {
      this.#take(bytes);
    } catch {
      this.#fail('the node has sent a frame that is none');
    }
  }

  #take(bytes: Uint8Array): void {
    const { type, seq, facts, error, isPassing } = readFrame[this.format](bytes);
    if (error) {
      const isPruned = error.code === 'events_pruned';
      const begins = error.oldest === undefined ? '' : ` (its log begins with event ${error.oldest})`;
      this.#fail(`the node refuses: ${error.text}${begins}`, isPruned ? 'events_pruned' : 'busy');
      return;
    }
    if (isPassing) this.passing(bytes);
    if (type !== 'transaction_dropped') this.latest = Math.max(this.latest, seq);
    // Before the acknowledgement a connection gets events that were not asked for.
    if (type === 'subscribed') this.#isSubscribed = true;
    if (!facts || !this.#isSubscribed || seq < this.#next) return;
    if (seq !== this.#next) {
      this.#fail(`the node left out events ${this.#next} to ${seq - 1}`);
      return;
    }
    this.#next++;
    this.#waiting.push({ seq, subject: this.#subjects.of(facts), bytes });
    if (!this.#isPaused && this.#waiting.length - this.#at >= MOST_WAITING) {
      this.#isPaused = true;
      this.#socket.pause();
    }
    this.#wake();
  }

  /** The next event; why there are no more; undefined when the signal ends it. */
  async next(): Promise<LoggedEvent | Refusal | undefined> {
    while (this.#at >= this.#waiting.length) {
      if (this.#end) return this.signal.aborted ? undefined : this.#end;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = () => {};
    }
    const event = this.#waiting[this.#at++] as LoggedEvent;
    if (this.#at >= FEW_WAITING || this.#at >= this.#waiting.length) this.#forget();
    return event;
  }

  #forget(): void {
    this.#waiting.splice(0, this.#at);
    this.#at = 0;
    if (this.#isPaused && this.#waiting.length <= FEW_WAITING) {
      this.#isPaused = false;
      this.#silence.refresh();
      this.#socket.resume();
    }
  }

  close(): void {
    this.#fail('closed');
  }
}
