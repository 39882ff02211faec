/** WebSockets of the `ws` package behind the port. */

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { cutReason } from './closeReason.js';
import type { Beating, Heartbeat } from './heartbeat.js';
import {
  CLOSE_GOING_AWAY,
  type SendResult,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
} from './port.js';

/** A connection that broke, as far as its application hears (RFC 6455, 7.4.1). */
const CLOSE_BROKEN = 1006;

export interface NodeSocketServer {
  readonly settings: ServerSettings;
  readonly heartbeat: Heartbeat;
  readonly sockets: Set<NodeSocket>;
  readonly report: (error: unknown, where: string) => void;
}

export class NodeSocket implements ServerSocket, Beating {
  #closed = false;
  /** Something waited after the last send, so the application hears when it leaves. */
  #waiting = false;
  #drainDue = false;

  constructor(
    private readonly ws: WebSocket,
    private readonly connection: Socket,
    private readonly events: SocketEvents,
    private readonly server: NodeSocketServer,
    private readonly where: string,
  ) {}

  /** Tells the application, and listens. */
  start(): void {
    const { events, server, ws } = this;
    server.sockets.add(this);
    server.heartbeat.add(this);
    ws.on('message', (data: Buffer, isBinary) => {
      server.heartbeat.frame(this);
      if (this.#closed) return;
      // The bytes are a part of what the connection received at once: copied, so that a small one does not keep it all.
      this.#guarded(() => events.message(isBinary ? new Uint8Array(data) : data.toString()));
    });
    ws.on('ping', (data: Buffer) => this.#pinged(data));
    ws.on('pong', () => server.heartbeat.frame(this));
    ws.on('close', (code, reason) => this.#finish(code, reason.toString()));
    // Follows a frame that breaks the rules; the library closes with the fitting code, and 'close' comes.
    ws.on('error', () => undefined);
    this.#guarded(() => events.open(this));
  }

  get bufferedBytes(): number {
    return this.#closed ? 0 : this.ws.bufferedAmount;
  }

  send(message: string | Uint8Array, kind?: 'text' | 'binary'): SendResult {
    if (this.#closed || this.ws.bufferedAmount > this.server.settings.maxBufferedBytes) return 'dropped';
    const binary = kind ? kind === 'binary' : typeof message !== 'string';
    this.ws.send(message, { binary, compress: false }, this.#left);
    if (this.ws.bufferedAmount === 0) return 'sent';
    this.#waiting = true;
    return 'queued';
  }

  together(work: () => void): void {
    this.connection.cork();
    try {
      work();
    } finally {
      this.connection.uncork();
    }
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    const fitting = cutReason(reason);
    this.ws.close(code, fitting);
    this.#finish(code, fitting);
  }

  ping(): void {
    this.ws.ping();
  }

  expire(): void {
    // A peer that reads nothing never gets a close frame behind what already waits for it.
    if (this.bufferedBytes > 0) this.#break();
    else this.close(CLOSE_GOING_AWAY, 'no frame from the client for too long');
  }

  /** Answers to a flood of pings whose sender does not read are bounded like the library does it in the other adapter. */
  #pinged(data: Buffer): void {
    this.server.heartbeat.frame(this);
    if (this.#closed) return;
    if (this.ws.bufferedAmount > this.server.settings.maxBufferedBytes * 2) this.#break();
    else this.ws.pong(data);
  }

  /** Runs for each message that has left; those that left together are told together. */
  readonly #left = (error?: Error | null): void => {
    if (error || !this.#waiting || this.#drainDue) return;
    this.#drainDue = true;
    setImmediate(() => {
      this.#drainDue = false;
      if (this.#closed) return;
      this.#waiting = this.ws.bufferedAmount > 0;
      this.#guarded(() => this.events.drain());
    });
  };

  #break(): void {
    this.ws.terminate();
    this.#finish(CLOSE_BROKEN, '');
  }

  #finish(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
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
