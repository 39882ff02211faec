/** The stream of events, over as many connections as necessary.
 *
 *  In: topics and where to begin. Out: events in the order of their numbers, each once. When a connection ends, the stream
 *  reconnects after a growing wait and asks for the events after the last one received; the node sends them from its log. The
 *  events that wait for a slow reader are bounded: beyond that the connection is closed, and resumed when the reader has caught
 *  up. The log of a node can be too short for a long absence: the stream then ends with an error, never with a gap. */

import { convertExact } from './call.js';
import { check, RougedError } from './error.js';
import type { NodeEvent } from './generated/answers.js';
import { eventAmounts, STREAM_PATH } from './generated/routes.js';
import { pause } from './pause.js';

/** The part of a WebSocket that browsers, Node and the package ws have in common. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: { readonly data?: unknown; readonly reason?: unknown }) => void,
  ): void;
}

export type WebSocketClass = new (url: string) => WebSocketLike;

export interface EventStreamOptions {
  /** `blocks`, `transactions`, `stats`, `account:<key or address>`, `token:<symbol>`, `contracts`, `contract:<address>`; all events when
   *  absent. */
  readonly topics?: readonly string[] | undefined;
  /** Number of the first event: the last one that was handled before, plus 1. When absent the stream starts with new events. */
  readonly from?: number | undefined;
  /** Ends the stream; reading it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Most events that wait for a reader; above it the connection is closed until the reader has caught up. */
const MOST_WAITING = 10_000;

/** Waits before a new connection. */
const RECONNECT = { firstMs: 250, factor: 2, mostMs: 10_000 } as const;

/** Attempts to make the first connection. When all fail, the URL is wrong, or there is no node. */
const FIRST_TRIES = 5;

/** A connection without frames for this long is dead. Every block sends `stats`, and an idle chain makes a block
 *  every 10 s unless its operator has configured otherwise. */
const SILENCE_MS = 60_000;

/** Topic with a frame after every block. */
const PULSE = 'stats';

/** Events that have no number of their own. */
const isPassing = ({ type }: NodeEvent): boolean => type === PULSE || type === 'transaction_dropped';

/** What the node says about the connection. */
interface ControlFrame {
  readonly type: string;
  readonly seq?: number;
  readonly code?: string;
  readonly error?: string;
  readonly oldest?: number;
}

type Frame = ControlFrame | NodeEvent;

/** @returns undefined for anything that is not a frame of a node. */
function frameOf(data: unknown): Frame | undefined {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === 'string' ? frame : undefined;
  } catch {
    return undefined;
  }
}

/** The global class, or that of the package ws where there is none. */
async function webSocketClass(given: WebSocketClass | undefined): Promise<WebSocketClass> {
  const found = given ?? (globalThis as { WebSocket?: unknown }).WebSocket;
  return (found ?? (await import('ws')).WebSocket) as unknown as WebSocketClass;
}

export class EventStream implements AsyncIterable<NodeEvent> {
  readonly #url: string;
  readonly #topics: readonly string[];
  readonly #signal: AbortSignal | undefined;
  readonly #given: WebSocketClass | undefined;
  readonly #waiting: NodeEvent[] = [];
  /** Ends the stream and the pauses in it. */
  readonly #ending = new AbortController();
  /** Number of the next event; undefined until the node has named its latest one. */
  #next: number | undefined;
  /** Number of the last event that the reader got. */
  #last: number | undefined;
  #failure: unknown;
  #isOver = false;
  #isRead = false;
  #opening: Promise<void> | undefined;
  #opened = (): void => {};
  #isOverfull = false;
  #wake = (): void => {};
  #caughtUp = (): void => {};

  /** @param url of the node, without `/api`. */
  constructor(url: string, options: EventStreamOptions, given?: WebSocketClass) {
    const { topics = [], from, signal } = options;
    check(from === undefined || (Number.isSafeInteger(from) && from >= 0), 'from must be the number of an event');
    this.#url = `${url.replace(/^http/, 'ws')}${STREAM_PATH}`;
    this.#topics = topics;
    this.#next = from;
    this.#signal = signal;
    this.#given = given;
  }

  /** Number of the last event that was read: a later stream continues with `from: last + 1`. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Connects, and resolves when the node has acknowledged: the stream has everything that happens from then on. Reading the
   *  stream connects too.
   *  @throws RougedError when the node cannot be reached or refuses a topic. */
  open(): Promise<void> {
    this.#opening ??= new Promise((resolve, reject) => {
      this.#opened = () => (this.#failure === undefined ? resolve() : reject(this.#failure));
      const abort = (): void => this.#end(this.#signal?.reason);
      this.#signal?.addEventListener('abort', abort, { once: true });
      this.#ending.signal.addEventListener('abort', () => this.#signal?.removeEventListener('abort', abort));
      if (this.#signal?.aborted) abort();
      else void this.#run();
    });
    return this.#opening;
  }

  /** Ends the stream: a loop over it ends too. */
  close(): void {
    this.#end(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<NodeEvent, void, undefined> {
    check(!this.#isRead, 'a stream of events is read once; make another one');
    this.#isRead = true;
    try {
      await this.open();
      for (;;) {
        const event = this.#waiting.shift();
        if (event) {
          if (!isPassing(event)) this.#last = event.seq;
          yield event;
        } else if (this.#isOver) break;
        else await this.#more();
      }
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#end(undefined);
    }
  }

  /** Resolves when there is something to read, or the stream has ended. */
  async #more(): Promise<void> {
    this.#isOverfull = false;
    this.#caughtUp();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#isOver || this.#waiting.length > 0) resolve();
    });
  }

  #end(failure: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#ending.abort();
    this.#opened();
    this.#caughtUp();
    this.#wake();
  }

  /** Connection after connection, until the stream ends. */
  async #run(): Promise<void> {
    const { firstMs, factor, mostMs } = RECONNECT;
    let wait: number = firstMs;
    let wasGood = false;
    try {
      const Socket = await webSocketClass(this.#given);
      for (let tries = 1; !this.#isOver; tries++) {
        const isGood = await this.#connect(Socket);
        wasGood ||= isGood;
        if (!wasGood && tries >= FIRST_TRIES)
          throw new RougedError('unreachable', `no node answers at ${this.#url}, or it takes no more WebSockets`);
        if (this.#isOverfull)
          await new Promise<void>((resolve) => {
            this.#caughtUp = resolve;
          });
        wait = isGood ? firstMs : Math.min(wait * factor, mostMs);
        await pause(wait * (0.5 + Math.random() / 2), this.#ending.signal);
      }
    } catch (error) {
      this.#end(error);
    }
  }

  /** Runs one connection to its end. @returns whether the node acknowledged the subscription. */
  #connect(Socket: WebSocketClass): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new Socket(this.#url);
      let isGood = false;
      let hasLeft = false;
      const leave = (): void => {
        // Frames that still arrive on this connection are ignored; the next one asks for them again.
        hasLeft = true;
        clearTimeout(silence);
        this.#ending.signal.removeEventListener('abort', leave);
        socket.close();
        resolve(isGood);
      };
      let silence = setTimeout(leave, SILENCE_MS);
      this.#ending.signal.addEventListener('abort', leave, { once: true });
      socket.addEventListener('open', () => socket.send(this.#request()));
      socket.addEventListener('message', ({ data }) => {
        if (hasLeft) return;
        clearTimeout(silence);
        silence = setTimeout(leave, SILENCE_MS);
        const frame = frameOf(data);
        if (frame?.type === 'subscribed') isGood = true;
        // Before the acknowledgement a connection gets events that were not asked for.
        if (frame && isGood) this.#take(frame);
        else if (!frame || frame.type === 'error') this.#refuse(frame);
        if (this.#isOverfull) leave();
      });
      // The close event that follows an error gives the reason.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', leave);
    });
  }

  /** The subscription: the topics and the pulse; without topics the node sends all events. */
  #request(): string {
    const subscribe = this.#topics.length === 0 ? [] : [...new Set([...this.#topics, PULSE])];
    return JSON.stringify({ subscribe, ...(this.#next === undefined ? {} : { from: this.#next }) });
  }

  #refuse(frame: ControlFrame | undefined): void {
    const { code = 'malformed_answer', error = `${this.#url} sends what no node sends` } = frame ?? {};
    this.#end(new RougedError(code, error, { details: frame }));
  }

  #take(frame: Frame): void {
    switch (frame.type) {
      case 'subscribed':
        this.#next ??= (frame.seq ?? 0) + 1;
        this.#opened();
        return;
      case 'resumed':
        this.#next = Math.max(this.#next ?? 0, (frame.seq ?? 0) + 1);
        return;
      case 'error':
        this.#refuse(frame);
        return;
      default:
        this.#deliver(frame as NodeEvent);
    }
  }

  #deliver(event: NodeEvent): void {
    const paths = eventAmounts[event.type];
    // A type of event that only a newer node has.
    if (paths === undefined) return;
    if (isPassing(event)) {
      if (event.type === PULSE && this.#topics.length > 0 && !this.#topics.includes(PULSE)) return;
    } else {
      if (this.#next !== undefined && event.seq < this.#next) return;
      this.#next = event.seq + 1;
    }
    this.#waiting.push(convertExact(event, paths) as NodeEvent);
    if (this.#waiting.length >= MOST_WAITING) this.#isOverfull = true;
    this.#wake();
  }
}
