/** WebSockets of the native server behind the port. */

import type { HttpRequest, HttpResponse, us_socket_context_t, WebSocket, WebSocketBehavior } from 'uWebSockets.js';
import { cutReason } from './closeReason.js';
import type { ConnectionLimits } from './connections.js';
import type { Beating, Heartbeat } from './heartbeat.js';
import {
  type Answer,
  CLOSE_GOING_AWAY,
  type SendResult,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
  type SocketRoute,
} from './port.js';
import { writeWhole } from './uwsAnswer.js';
import { namesHosts, UwsRequest } from './uwsRequest.js';

interface SocketData {
  readonly events: SocketEvents;
  /** Of the client, for the limits on connections. */
  readonly address: string;
  socket: UwsSocket | undefined;
}

export interface SocketServer {
  readonly settings: ServerSettings;
  readonly heartbeat: Heartbeat;
  readonly sockets: Set<UwsSocket>;
  readonly stopping: boolean;
  readonly limits: ConnectionLimits;
  /** The answer to a handshake over the limits. */
  readonly busy: Answer;
  /** The answer to a handshake with two hosts. */
  readonly ambiguous: Answer;
  readonly report: (error: unknown, where: string) => void;
}

/** The library's answer codes of a send. */
const SENT = 1;
const QUEUED = 0;

/** The library closes a silent socket itself this long after the heartbeat should have: a backstop for sockets whose
 *  close frame cannot leave. It counts in steps of four seconds, up to 960 s. */
const BACKSTOP_SECONDS = 32;

export class UwsSocket implements ServerSocket, Beating {
  #ws: WebSocket<SocketData> | undefined;
  /** Something waited after the last send, so the budget has to be looked at. */
  #slow = false;

  constructor(
    ws: WebSocket<SocketData>,
    private readonly maxBufferedBytes: number,
  ) {
    this.#ws = ws;
  }

  get bufferedBytes(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  send(message: string | Uint8Array, kind?: 'text' | 'binary'): SendResult {
    if (!this.#ws || (this.#slow && this.#ws.getBufferedAmount() > this.maxBufferedBytes)) return 'dropped';
    const binary = kind ? kind === 'binary' : typeof message !== 'string';
    const result = this.#ws.send(message, binary, false);
    this.#slow = result !== SENT;
    return result === SENT ? 'sent' : result === QUEUED ? 'queued' : 'dropped';
  }

  together(work: () => void): void {
    if (!this.#ws) {
      work();
      return;
    }
    let failed: { readonly error: unknown } | undefined;
    // No exception may pass through the library.
    this.#ws.cork(() => {
      try {
        work();
      } catch (error) {
        failed = { error };
      }
    });
    // What was gathered has met the socket only now.
    this.#slow = this.bufferedBytes > 0;
    if (failed) throw (failed as { readonly error: unknown }).error;
  }

  close(code: number, reason: string): void {
    this.#ws?.end(code, cutReason(reason));
  }

  ping(): void {
    this.#ws?.ping();
  }

  expire(): void {
    // A peer that reads nothing never gets a close frame behind what already waits for it.
    if (this.bufferedBytes > 0) this.#ws?.close();
    else this.close(CLOSE_GOING_AWAY, 'no frame from the client for too long');
  }

  /** The library's socket must not be touched any more. */
  closed(): void {
    this.#ws = undefined;
  }
}

/** @param disabledCompression the library's constant: events are small and shared, compressing each copy costs more than
 *  it saves. */
export function socketBehavior(
  route: SocketRoute,
  server: SocketServer,
  disabledCompression: number,
): WebSocketBehavior<SocketData> {
  const { heartbeat, limits, report, settings, sockets } = server;
  const where = `socket at ${route.path}`;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      report(error, where);
    }
  };
  const frame = (ws: WebSocket<SocketData>): void => {
    const { socket } = ws.getUserData();
    if (socket) heartbeat.frame(socket);
  };
  return {
    maxPayloadLength: settings.maxMessageBytes,
    // The budget is kept by UwsSocket.send, so that a close frame with its reason still gets in; the library's own
    // bound only stops what it sends by itself, answers to a flood of pings.
    maxBackpressure: settings.maxBufferedBytes * 2,
    idleTimeout: Math.min(960, Math.ceil(settings.idleMs / 4_000) * 4 + BACKSTOP_SECONDS),
    sendPingsAutomatically: false,
    compression: disabledCompression,
    upgrade: (response, request, context) => upgrade(route, server, response, request, context),
    open: (ws) => {
      const data = ws.getUserData();
      const socket = new UwsSocket(ws, settings.maxBufferedBytes);
      data.socket = socket;
      sockets.add(socket);
      heartbeat.add(socket);
      guarded(() => data.events.open(socket));
    },
    message: (ws, message, isBinary) => {
      frame(ws);
      const { events } = ws.getUserData();
      // The bytes are the library's: text is decoded, binary copied.
      guarded(() => events.message(isBinary ? new Uint8Array(message.slice(0)) : Buffer.from(message).toString()));
    },
    ping: frame,
    pong: frame,
    drain: (ws) => guarded(() => ws.getUserData().events.drain()),
    close: (ws, code, reason) => {
      const { address, events, socket } = ws.getUserData();
      if (!socket) return;
      limits.leave(address);
      socket.closed();
      sockets.delete(socket);
      heartbeat.remove(socket);
      guarded(() => events.close(code, Buffer.from(reason).toString()));
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
  const admitted = server.limits.admit(address);
  let decision: ReturnType<SocketRoute['accept']>;
  try {
    if (!admitted) decision = { refused: server.busy };
    else decision = namesHosts(httpRequest) ? { refused: server.ambiguous } : route.accept(request);
  } catch (error) {
    server.report(error, `handshake at ${route.path}`);
    decision = { refused: { status: 500, headers: [] } };
  }
  if ('events' in decision) {
    const data: SocketData = { events: decision.events, address, socket: undefined };
    const key = httpRequest.getHeader('sec-websocket-key');
    // No extension is offered: the answer names none.
    response.upgrade(data, key, decision.subprotocol ?? '', '', context);
  } else {
    if (admitted) server.limits.leave(address);
    if (!writeWhole(response, decision.refused, request.method, server.stopping || !admitted)) {
      server.report(new Error('a refusal of a handshake must be short'), `handshake at ${route.path}`);
      response.close();
    }
  }
  request.release();
}
