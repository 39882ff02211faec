/** The server port: what the API needs from an HTTP and WebSocket server, independent of any server library.
 *
 *  In: requests and sockets of untrusted clients. Out: one answer per request; messages to sockets that listen.
 *  May be lost: an answer whose client disconnected, a message to a socket whose buffer is full (`send` says so).
 *  Handlers run on the main thread. A handler that throws is a bug: the adapter answers 500 and reports it. */

import {
  CLOSE_DRAIN_MS,
  HELD_BYTES,
  HELD_BYTES_PER_CLIENT,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  NEAR_SHARE,
  READ_PACE,
  WS_BUFFER_BYTES,
} from '../../engine/base/limits.js';
import { clientNetwork } from '../limits/clientAddress.js';
import type { ConnectionRules } from './connections.js';
import type { HeldExcess, HeldRules } from './heldBudget.js';

export type HeaderPair = readonly [name: string, value: string];

/** A request without its body. It may be held as long as needed; `header`, `joinedHeader`, `query` and `remoteAddress`
 *  are empty after the request has been answered within the handler call. */
export interface ServerRequest {
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** Undecoded, without the query string; starts with a slash. */
  readonly path: string;
  /** Undecoded, without the question mark; empty when there is none. */
  readonly query: string;
  /** The peer of the TCP connection: dotted IPv4 (also for IPv4 inside IPv6) or IPv6 as RFC 5952 writes it. */
  readonly remoteAddress: string;
  /** @param name in lower case. @returns the first value, or '' when the header is absent. */
  header(name: string): string;
  /** @param name in lower case. @returns the values of all lines with that name, joined by commas in their order (RFC 9110,
   *  5.3), or ''. */
  joinedHeader(name: string): string;
  /** The client disconnected before its answer was complete. */
  readonly aborted: boolean;
  /** Runs once when the client disconnects before its answer is complete. */
  onAbort(hook: () => void): void;
}

/** The body of a request: its bytes, or why there are none. `too_large`: over the limit that the handler gave;
 *  `no_room`: the bodies being received by all connections together have reached their budget. */
export type Body = Uint8Array | 'too_large' | 'no_room';

/** A stream is pulled only while the socket has room, and its `return()` is called when the client disconnects. */
export type AnswerBody = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The adapter adds Content-Length or Transfer-Encoding, Date and Connection, and leaves the body out for HEAD. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body?: AnswerBody;
}

/** What a handler returns to get the body before it answers. If a handler answers without it, the body is dropped. */
export class BodyWanted {
  constructor(
    /** Largest body in bytes. */
    readonly limit: number,
    /** @param giveBack says that nobody reads the body any more; nothing happens unless it `isLent`. */
    readonly answer: (body: Body, giveBack?: () => void) => Answer | Promise<Answer>,
    /** Whether the body's memory may be used again when it is given back. */
    readonly isLent = false,
  ) {}
}

export type Outcome = Answer | Promise<Answer> | BodyWanted;

/** Close code of a WebSocket that is ended because too much is held for it (1013, try again later; registry of RFC 6455, 7.4.1).
 *  What waited for it is dropped, so a client continues after the last event that it has. */
export const CLOSE_HELD = 1013;
export const heldReasons: Readonly<Record<HeldExcess, string>> = {
  client: 'too much waits unread for this address; read faster, and go on after the last event that came',
  total: 'too much waits unread at this node; read faster, and go on after the last event that came',
};

/** `sent`: on its way; `queued`: it waits, because the client reads slower than we write, and `drain` follows;
 *  `dropped`: more than the budget waits already, or the socket is closed. */
export type SendResult = 'sent' | 'queued' | 'dropped';

export interface ServerSocket {
  /** @param kind defaults to text for a string and binary for bytes; 'text' lets one encoding of an event be shared by
   *  all its receivers. */
  send(message: string | Uint8Array, kind?: 'text' | 'binary'): SendResult;
  /** Runs `work`, and sends what it writes to this socket with as few system calls as possible. Order and results of
   *  `send` stay the same, but a message that was `sent` in here may turn out to wait, and one that is `queued` may leave at
   *  once: afterwards `bufferedBytes` is right. The budget may be exceeded by the 16 KiB that are gathered. */
  together(work: () => void): void;
  /** Bytes accepted by `send` that have not left the process. */
  readonly bufferedBytes: number;
  /** Starts the closing handshake; `close` of the events runs before this returns. What was sent before still leaves, as far
   *  as the client takes it within `closeDrainMs`, and counts as held until then.
   *  @param reason cut to the 123 bytes that a close frame can carry. */
  close(code: number, reason: string): void;
}

/** What the application does with one socket. */
export interface SocketEvents {
  open(socket: ServerSocket): void;
  /** Text as a string, binary as bytes that the receiver may keep. */
  message(message: string | Uint8Array): void;
  /** Some of the waiting bytes have left; `bufferedBytes` says how many still wait. */
  drain(): void;
  /** Runs once for every socket that was opened. @param code 1006 when the connection broke, 1013 also when the server ended
   *  it because its client or all clients together hold too much (`heldReasons`). */
  close(code: number, reason: string): void;
}

export interface AcceptedSocket {
  readonly events: SocketEvents;
  /** The subprotocol that is chosen, one of those that the client offers in `sec-websocket-protocol`. When absent, the
   *  handshake is answered without one. */
  readonly subprotocol?: string;
}

/** A path at which clients may open WebSockets. */
export interface SocketRoute {
  readonly path: string;
  /** Largest message from a client of this path; that of the settings when absent. */
  readonly maxMessageBytes?: number;
  /** @returns the events of the new socket, or the HTTP answer that refuses it. */
  accept(request: ServerRequest): AcceptedSocket | { readonly refused: Answer };
}

export interface ServerHandlers {
  /** Every request that is not a WebSocket handshake at one of `sockets`, OPTIONS and HEAD included. */
  readonly http: (request: ServerRequest) => Outcome;
  readonly sockets: readonly SocketRoute[];
  /** The answer to a client over the limits on connections, where the library can send one; 503 without a body when
   *  absent. */
  readonly busy?: Answer;
  /** The answer to a request or handshake with more than one Host (RFC 9112, 3.2), which no handler sees: a proxy in between
   *  may have read the other one. 400 without a body when absent. */
  readonly ambiguous?: Answer;
  /** Receives what clients must not see: exceptions of handlers, of answer streams and of socket events. */
  readonly report: (error: unknown, where: string) => void;
}

/** The client that a request counts for: a name that the client could not choose, '' for this machine and for proxies
 *  that name no client. */
export type ClientOf = (request: ServerRequest) => string;

export interface ServerSettings extends ConnectionRules, HeldRules {
  /** A socket is pinged this often, so that proxies that cut silent connections after a minute keep it. */
  readonly pingMs: number;
  /** A socket from which no frame came for this long is closed: three pings went unanswered. */
  readonly idleMs: number;
  /** Largest message from a client: a subscription to the most topics (`WS_TOPICS`), each an account named by its key in
   *  hex, takes 251 KB, and this is twice that. */
  readonly maxMessageBytes: number;
  /** When more than this waits unsent in one socket, `send` drops; so at most this and one message wait. */
  readonly maxBufferedBytes: number;
  /** What the unfinished bodies of all connections together may hold: sixteen of the largest. */
  readonly maxBodiesBytes: number;
  /** A connection ends when it takes this long between two requests, to send the head of one, to take any byte of its
   *  answer, or when its body was slower than `minBodyBytesPerSecond` for this long. The time that a handler takes does not
   *  count. If a library has fixed figures, these defaults must equal them: clients and proxies
   *  cannot tell the adapters apart by how long they may be silent. */
  readonly httpIdleMs: number;
  /** At this pace the largest body takes 17 minutes, a signed transfer less than a second. */
  readonly minBodyBytesPerSecond: number;
  /** A connection ends when its reader took less than this for `readWindowMs` while bytes waited for it. */
  readonly minReadBytesPerSecond: number;
  readonly readWindowMs: number;
  /** How long a closed socket may take to read what was sent before. */
  readonly closeDrainMs: number;
  /** The client whose share of the held bytes a request and its socket count against. */
  readonly clientOf: ClientOf;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export const defaultServerSettings: ServerSettings = {
  pingMs: 30_000,
  idleMs: 90_000,
  maxMessageBytes: 512 * 1024,
  maxBufferedBytes: WS_BUFFER_BYTES,
  maxBodiesBytes: 256 * 1024 * 1024,
  httpIdleMs: 10_000,
  minBodyBytesPerSecond: 16 * 1024,
  maxConnections: MAX_CONNECTIONS,
  maxConnectionsPerAddress: MAX_CONNECTIONS_PER_ADDRESS,
  isTrustedProxy: () => false,
  maxHeldBytes: HELD_BYTES,
  maxHeldBytesPerClient: HELD_BYTES_PER_CLIENT,
  nearShare: NEAR_SHARE,
  minReadBytesPerSecond: READ_PACE.bytesPerSecond,
  readWindowMs: READ_PACE.windowMs,
  closeDrainMs: CLOSE_DRAIN_MS,
  clientOf: (request) => clientNetwork(request.remoteAddress),
  now: () => performance.now(),
};

export interface ListenAddress {
  readonly host: string;
  /** 0 when listening: any free port. */
  readonly port: number;
}

export interface Server {
  /** Bytes that wait for clients now, in WebSockets and in answers. */
  readonly heldBytes: number;
  /** @returns the address with the port in use. @throws Error whose sentence names the address and what is wrong. */
  listen(address: ListenAddress): Promise<ListenAddress>;
  /** Stops accepting, closes sockets with 1001, lets unfinished answers finish for `graceMs`, then cuts what is left.
   *  A second call returns the first one's promise. */
  close(graceMs?: number): Promise<void>;
}

/** How long `close` waits for unfinished answers: below the 2 s in which the node has to stop. */
export const CLOSE_GRACE_MS = 1_500;

export const CLOSE_GOING_AWAY = 1001;

export type ServerFactory = (handlers: ServerHandlers, settings?: Partial<ServerSettings>) => Server;
