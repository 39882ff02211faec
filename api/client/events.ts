/** The stream of events, over as many connections as it takes.
 *
 *  In: topics and where to begin. Out: events in the order of their numbers, each once. A connection that ends is made
 *  again after a growing wait, and asks for what came behind the last event that it brought; the node sends that from its log. What
 *  a slow reader leaves waiting is bounded: beyond that the connection is given up, and resumed when the reader has caught
 *  up. The log of a node can be too short for a long absence: the stream then ends with an error, never with a gap. */

import { convertExact } from './call.js';
import { check, RougedError } from './error.js';
import type { NodeEvent } from './generated/answers.js';
import { eventAmounts, STREAM_PATH } from './generated/routes.js';
import { pause } from './pause.js';

/** What is used of a WebSocket: the part that browsers, Node and the package ws have in common. */
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
  /** `blocks`, `transactions`, `stats`, `account:<key or address>`, `token:<symbol>`; everything when absent. */
  readonly topics?: readonly string[] | undefined;
  /** Number of the first event: the last one that was handled before, plus 1. From now on when absent. */
  readonly from?: number | undefined;
  /** Ends the stream; reading it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Events that wait for their reader before the connection is given up until it has caught up. */
const MOST_WAITING = 10_000;

/** Waits before a new connection. */
const RECONNECT = { firstMs: 250, factor: 2, mostMs: 10_000 } as const;

/** Connections that are tried before the first one has come about: then the URL is wrong, or there is no node. */
const FIRST_TRIES = 5;

/** A connection on which nothing comes for so long has ended without a word. Blocks make `stats`, an idle chain makes one
 *  every 10 s unless its operator says otherwise. */
const SILENCE_MS = 60_000;

/** Frames of which something is heard after every block. */
const PULSE = 'stats';

/** What the node says about the connection. */
interface ControlFrame {
  readonly type: string;
  readonly seq?: number;
  readonly code?: string;
  readonly error?: string;
  readonly oldest?: number;
}

type Frame = ControlFrame | NodeEvent;

/** @returns undefined for what is no frame of a node. */
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
  /** Number of the first event that is still to come; undefined until the node has said where the present is. */
  #next: number | undefined;
  /** Number of the last event that the reader was given. */
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

  /** Number of the last event that was read: a later stream begins with `from: last + 1`. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Connects, and resolves when the node has acknowledged: everything that happens from then on is told. Reading the stream
   *  does it too.
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
          if (event.type !== 'stats') this.#last = event.seq;
          yield event;
        } else if (this.#isOver) break;
        else await this.#more();
      }
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#end(undefined);
    }
  }

  /** Resolves when there is something to read, or nothing will come any more. */
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

  /** One connection to its end. @returns whether the node acknowledged what was asked. */
  #connect(Socket: WebSocketClass): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new Socket(this.#url);
      let isGood = false;
      let hasLeft = false;
      const leave = (): void => {
        // What is still under way on this connection is asked for again on the next one.
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
        // Before the acknowledgement a connection hears what it has not asked for.
        if (frame && isGood) this.#take(frame);
        else if (!frame || frame.type === 'error') this.#refuse(frame);
        if (this.#isOverfull) leave();
      });
      // What was wrong follows from the close that comes after an error.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', leave);
    });
  }

  /** The topics, and the pulse with them; without a topic everything comes. */
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
    // An event that a newer node has.
    if (paths === undefined) return;
    if (event.type === 'stats') {
      if (this.#topics.length > 0 && !this.#topics.includes(PULSE)) return;
    } else {
      if (this.#next !== undefined && event.seq < this.#next) return;
      this.#next = event.seq + 1;
    }
    this.#waiting.push(convertExact(event, paths) as NodeEvent);
    if (this.#waiting.length >= MOST_WAITING) this.#isOverfull = true;
    this.#wake();
  }
}
