/** The event stream as server-sent events, for clients that only read: `curl`, and `EventSource` in browsers.
 *
 *  In: a StreamClient that takes this for its socket. Out: the body of an answer, in which each frame of the client is one event of the
 *  HTML standard, chapter "Server-sent events": `id` the event's number, `event` its type, `data` its JSON. What may be lost: a reader that
 *  is too slow is ended, and begins again behind its last `id`, as every reader of the kind does by itself. */

import type { SendResult, ServerSocket, SocketEvents } from '../../api/server/port.js';

/** What may wait for one reader, for all of one client, and for all. */
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_PER_CLIENT = 8 * 1024 * 1024;
const MOST_HELD_BYTES = 128 * 1024 * 1024;

/** One item of the answer: the server asks for the next when its socket has room. */
const PIECE_BYTES = 64 * 1024;

/** The native server ends an answer into which nothing was written for ten seconds. */
const HEARTBEAT_MS = 4_000;
const HEARTBEAT = Buffer.from(': \n\n');

const TYPE = /^\{"type":"([a-z_]+)"/;
const NUMBER = /"seq":(\d+)\}$/;

/** Types whose number is that of an event in the log: a reader goes on behind it. */
const NUMBERED: ReadonlySet<string> = new Set([
  'new_block',
  'new_transaction',
  'contract_event',
  'balance_update',
  'resumed',
]);

/** The text of a frame as an event. Every reader of an event gets the same bytes. */
export function sseEvent(text: string): Buffer {
  const named = TYPE.exec(text)?.[1] ?? 'message';
  // `error` is the name of a browser's own event, when the connection fails.
  const type = named === 'error' ? 'refusal' : named;
  // Events are thousands of bytes long, and their number is at the end.
  const number = NUMBERED.has(type) ? NUMBER.exec(text.slice(-32))?.[1] : undefined;
  return Buffer.from(`${number === undefined ? '' : `id: ${number}\n`}event: ${type}\ndata: ${text}\n\n`);
}

/** Events that were written already, by the bytes of their frames. */
const written = new WeakMap<Uint8Array, Buffer>();

function eventOf(message: string | Uint8Array): Buffer {
  if (typeof message === 'string') return sseEvent(message);
  const known = written.get(message);
  if (known) return known;
  const event = sseEvent(Buffer.from(message.buffer, message.byteOffset, message.length).toString('utf8'));
  written.set(message, event);
  return event;
}

/** What waits for all readers together. One client with many that do not read takes no room from the others. */
export class SseBudget {
  bytes = 0;
  readers = 0;
  readonly #ofClients = new Map<string, number>();

  hasRoom(client: string, bytes: number): boolean {
    return this.bytes + bytes <= MOST_HELD_BYTES && (this.#ofClients.get(client) ?? 0) + bytes <= MOST_BYTES_PER_CLIENT;
  }

  /** @param bytes below zero: given back. */
  hold(client: string, bytes: number): void {
    this.bytes += bytes;
    const held = (this.#ofClients.get(client) ?? 0) + bytes;
    if (held > 0) this.#ofClients.set(client, held);
    else this.#ofClients.delete(client);
  }
}

export class SseSocket implements ServerSocket, AsyncIterableIterator<Uint8Array> {
  readonly #waiting: Buffer[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;
  #isOver = false;
  #isClosed = false;

  /** @param events of the client, which is told of room and of the end. @param client whose readers share their room. */
  constructor(
    private readonly events: SocketEvents,
    private readonly budget: SseBudget,
    private readonly client: string,
  ) {
    budget.readers++;
  }

  // Called by the client.

  get bufferedBytes(): number {
    return this.#bytes;
  }

  send(message: string | Uint8Array): SendResult {
    if (this.#isOver) return 'dropped';
    const event = eventOf(message);
    if (this.#bytes + event.length > MOST_BYTES || !this.budget.hasRoom(this.client, event.length)) return 'dropped';
    this.#push(event);
    return this.#bytes === event.length ? 'sent' : 'queued';
  }

  together(work: () => void): void {
    work();
  }

  /** What waits still leaves, and then a last event that says why. */
  close(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#push(Buffer.from(`event: close\ndata: ${JSON.stringify({ code, reason })}\n\n`));
    this.#isOver = true;
    this.#ended(code, reason);
  }

  #push(event: Buffer): void {
    this.#waiting.push(event);
    this.#hold(event.length);
    this.#wake?.();
  }

  #hold(bytes: number): void {
    this.#bytes += bytes;
    this.budget.hold(this.client, bytes);
  }

  #ended(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.budget.readers--;
    this.events.close(code, reason);
  }

  // Called by the server.

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#waiting.length === 0 && !this.#isOver) await this.#something();
    if (this.#waiting.length > 0) return { done: false, value: this.#piece() };
    return this.#isOver ? { done: true, value: undefined } : { done: false, value: HEARTBEAT };
  }

  /** The reader has disconnected. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#isOver = true;
    this.#waiting.length = 0;
    this.#hold(-this.#bytes);
    this.#wake?.();
    this.#ended(1006, '');
    return { done: true, value: undefined };
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, HEARTBEAT_MS);
      this.#wake = wake;
    });
  }

  #piece(): Buffer {
    let bytes = 0;
    let count = 0;
    for (const event of this.#waiting) {
      if (count > 0 && bytes + event.length > PIECE_BYTES) break;
      bytes += event.length;
      count++;
    }
    const piece = Buffer.concat(this.#waiting.splice(0, count), bytes);
    this.#hold(-bytes);
    // The client may send more at once.
    setImmediate(() => {
      if (!this.#isClosed) this.events.drain();
    });
    return piece;
  }
}
