/** WebSockets of the native server behind the port. */

import type { HttpRequest, HttpResponse, us_socket_context_t, WebSocket, WebSocketBehavior } from 'uWebSockets.js';
import { WIRE_BYTES } from '../../engine/base/limits.js';
import type { ConnectionLimits } from './connections.js';
import type { Beating, Heartbeat } from './heartbeat.js';
import type { HeldBudget } from './heldBudget.js';
import { Outbox, type Wire } from './outbox.js';
import {
  type Answer,
  CLOSE_GOING_AWAY,
  type SendResult,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
  type SocketRoute,
} from './port.js';
import { writeShort } from './uwsAnswer.js';
import { UwsRequest } from './uwsRequest.js';

interface SocketData {
  readonly events: SocketEvents;
  /** Address of the TCP peer, for the limits on connections. */
  readonly address: string;
  /** The client whose share of the held bytes it counts against. */
  readonly client: string;
  socket: UwsSocket | undefined;
}

export interface SocketServer {
  readonly settings: ServerSettings;
  readonly heartbeat: Heartbeat;
  readonly held: HeldBudget;
  readonly sockets: Set<UwsSocket>;
  readonly stopping: boolean;
  readonly limits: ConnectionLimits;
  /** The answer to a handshake over the limits. */
  readonly busy: Answer;
  /** The answer to a handshake with two hosts. */
  readonly ambiguous: Answer;
  readonly report: (error: unknown, where: string) => void;
}

/** The library closes a silent socket this long after the heartbeat should have: a backstop for sockets whose
 *  close frame cannot leave. It counts in steps of four seconds, up to 960 s. */
const BACKSTOP_SECONDS = 32;

/** The library's socket must not be touched after its close event. */
class UwsWire implements Wire {
  ws: WebSocket<SocketData> | undefined;

  constructor(ws: WebSocket<SocketData>) {
    this.ws = ws;
  }

  get bufferedBytes(): number {
    return this.ws?.getBufferedAmount() ?? 0;
  }

  send(message: string | Uint8Array, binary: boolean): void {
    this.ws?.send(message, binary, false);
  }

  together(work: () => void): void {
    if (!this.ws) {
      work();
      return;
    }
    let failed: { readonly error: unknown } | undefined;
    // No exception may pass through the library.
    this.ws.cork(() => {
      try {
        work();
      } catch (error) {
        failed = { error };
      }
    });
    if (failed) throw (failed as { readonly error: unknown }).error;
  }

  end(code: number, reason: string): void {
    this.ws?.end(code, reason);
  }

  cut(): void {
    this.ws?.close();
  }
}

export class UwsSocket implements ServerSocket, Beating {
  readonly #outbox: Outbox;
  readonly #wire: UwsWire;
  #drainDue = false;

  constructor(
    ws: WebSocket<SocketData>,
    private readonly events: SocketEvents,
    private readonly server: SocketServer,
    private readonly where: string,
    client: string,
  ) {
    this.#wire = new UwsWire(ws);
    this.#outbox = new Outbox(this.#wire, server.settings, server.held, client, (...end) => this.#over(...end));
  }

  /** Reports the new socket to the application. */
  start(): void {
    this.server.sockets.add(this);
    this.server.heartbeat.add(this);
    this.#guarded(() => this.events.open(this));
  }

  get bufferedBytes(): number {
    return this.#outbox.isClosed ? 0 : this.#outbox.bufferedBytes;
  }

  send(message: string | Uint8Array, kind?: 'text' | 'binary'): SendResult {
    return this.#outbox.send(message, kind ? kind === 'binary' : typeof message !== 'string');
  }

  together(work: () => void): void {
    try {
      this.#wire.together(work);
    } finally {
      // The gathered bytes reach the socket only now.
      this.#outbox.look();
    }
  }

  close(code: number, reason: string): void {
    this.#outbox.close(code, reason);
  }

  ping(): void {
    this.#wire.ws?.ping();
    this.#outbox.look();
  }

  expire(): void {
    // A peer that reads nothing never gets a close frame that waits behind other bytes.
    if (this.bufferedBytes > 0) this.#wire.cut();
    else this.close(CLOSE_GOING_AWAY, 'no frame from the client for too long');
  }

  // Called by the library.

  message(message: string | Uint8Array): void {
    if (!this.#outbox.isClosed) this.#guarded(() => this.events.message(message));
  }

  /** A frame of any kind: the library has answered a ping on its own, and that answer may wait now. */
  frame(): void {
    if (this.#outbox.isClosed) return;
    this.server.heartbeat.frame(this);
    this.#outbox.look();
  }

  /** Nothing is sent to a socket within its own writable event. The library stops waiting for room when that event ends, unless a
   *  write failed in it, and it does not count what a large message left over: the rest of such a message would never leave. */
  drained(): void {
    if (this.#drainDue) return;
    this.#drainDue = true;
    setImmediate(() => {
      this.#drainDue = false;
      this.#outbox.drained();
      if (!this.#outbox.isClosed) this.#guarded(() => this.events.drain());
    });
  }

  /** The library's socket is gone. */
  gone(code: number, reason: string): void {
    this.#wire.ws = undefined;
    const isNews = !this.#outbox.isClosed;
    this.#outbox.gone();
    if (isNews) this.#over(code, reason);
  }

  #over(code: number, reason: string): void {
    this.server.sockets.delete(this);
    this.server.heartbeat.remove(this);
    this.#guarded(() => this.events.close(code, reason));
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.server.report(error, this.where);
    }
  }
}

/** @param disabledCompression the library's constant: events are small and shared, compressing each copy costs more than
 *  it saves. */
export function socketBehavior(
  route: SocketRoute,
  server: SocketServer,
  disabledCompression: number,
): WebSocketBehavior<SocketData> {
  const { limits, settings } = server;
  const frame = (ws: WebSocket<SocketData>): void => ws.getUserData().socket?.frame();
  return {
    maxPayloadLength: route.maxMessageBytes ?? settings.maxMessageBytes,
    // The outbox bounds what is sent, so that there is still room for a close frame with its reason; the library's own bound
    // only stops what it sends on its own: answers to a flood of pings.
    maxBackpressure: WIRE_BYTES * 2,
    idleTimeout: Math.min(960, Math.ceil(settings.idleMs / 4_000) * 4 + BACKSTOP_SECONDS),
    sendPingsAutomatically: false,
    compression: disabledCompression,
    upgrade: (response, request, context) => upgrade(route, server, response, request, context),
    open: (ws) => {
      const data = ws.getUserData();
      data.socket = new UwsSocket(ws, data.events, server, `socket at ${route.path}`, data.client);
      data.socket.start();
    },
    message: (ws, message, isBinary) => {
      frame(ws);
      // The bytes are the library's: text is decoded, binary copied.
      ws.getUserData().socket?.message(isBinary ? new Uint8Array(message.slice(0)) : Buffer.from(message).toString());
    },
    ping: frame,
    pong: frame,
    drain: (ws) => ws.getUserData().socket?.drained(),
    close: (ws, code, reason) => {
      const { address, socket } = ws.getUserData();
      if (!socket) return;
      limits.leave(address);
      socket.gone(code, Buffer.from(reason).toString());
    },
  };
}

function upgrade(
  route: SocketRoute,
  server: SocketServer,
  response: HttpResponse,
  httpRequest: HttpRequest,
  context: us_socket_context_t,
): void {
  const request = new UwsRequest(httpRequest, response);
  const address = request.remoteAddress;
  const client = server.settings.clientOf(request);
  const admitted = server.limits.admit(address);
  let decision: ReturnType<SocketRoute['accept']>;
  try {
    if (!admitted) decision = { refused: server.busy };
    else decision = request.namesHosts ? { refused: server.ambiguous } : route.accept(request);
  } catch (error) {
    server.report(error, `handshake at ${route.path}`);
    decision = { refused: { status: 500, headers: [] } };
  }
  if ('events' in decision) {
    const data: SocketData = { events: decision.events, address, client, socket: undefined };
    const key = httpRequest.getHeader('sec-websocket-key');
    // No extension is offered: the answer names none.
    response.upgrade(data, key, decision.subprotocol ?? '', '', context);
  } else {
    if (admitted) server.limits.leave(address);
    if (!writeShort(response, decision.refused, request.method, server.stopping || !admitted)) {
      server.report(new Error('a refusal of a handshake must be short'), `handshake at ${route.path}`);
      response.close();
    }
  }
  request.release();
}
