/** The page's one WebSocket. In: frames of the node. Out: events, and whether the connection is open. A broken connection
 *  is reopened after growing waits, and at once when the page becomes visible again. */

export interface LiveEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface LiveListener {
  /** The connection is open and the topics are subscribed: events from here on are complete. */
  connected(): void;
  event(event: LiveEvent): void;
  disconnected(): void;
}

/** What every view needs. */
const TOPICS = ['blocks', 'stats'];
const FIRST_RETRY_MS = 500;
/** A node that restarts with a million accounts takes some seconds; a page that waits longer than this looks broken. */
const LAST_RETRY_MS = 15_000;
/** Random part of a wait, so that many pages that lost one node do not reconnect at the same moment. */
const SPREAD = 0.3;

export class Live {
  readonly #topics = new Set(TOPICS);
  #socket: WebSocket | undefined;
  /** The node has confirmed the topics. */
  #isSubscribed = false;
  #retryMs = FIRST_RETRY_MS;
  #timer: number | undefined;

  constructor(
    private readonly url: string,
    private readonly listener: LiveListener,
  ) {}

  /** Connects, unless a connection is open or being opened. */
  open(): void {
    clearTimeout(this.#timer);
    if (this.#socket) return;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener('open', () => socket.send(JSON.stringify({ subscribe: [...this.#topics] })));
    socket.addEventListener('message', ({ data }) => this.#take(data));
    socket.addEventListener('close', () => this.#lost(socket));
  }

  /** Asks for the events of one more topic. */
  follow(topic: string): void {
    this.#topics.add(topic);
    this.#send({ subscribe: [topic] });
  }

  leave(topic: string): void {
    this.#topics.delete(topic);
    this.#send({ unsubscribe: [topic] });
  }

  /** A socket that is not open yet asks for all topics when it is. */
  #send(request: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #take(data: unknown): void {
    let event: LiveEvent;
    try {
      event = JSON.parse(String(data)) as LiveEvent;
    } catch {
      return;
    }
    if (event.type === 'subscribed') {
      if (this.#isSubscribed) return;
      this.#isSubscribed = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.listener.connected();
    } else this.listener.event(event);
  }

  /** Drops a connection on which nothing arrives any more, without waiting until the system notices. */
  drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost(socket);
    socket.close();
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#isSubscribed = false;
    this.listener.disconnected();
    const wait = this.#retryMs * (1 + SPREAD * Math.random());
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
    this.#timer = setTimeout(() => this.open(), wait);
  }
}
