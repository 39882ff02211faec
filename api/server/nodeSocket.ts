/** WebSockets of the `ws` package behind the port. */

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { WIRE_BYTES } from '../../engine/base/limits.js';
import type { Beating, Heartbeat } from './heartbeat.js';
import type { HeldBudget } from './heldBudget.js';
import { Outbox, type Wire } from './outbox.js';
import {
  CLOSE_GOING_AWAY,
  type SendResult,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
} from './port.js';

export interface NodeSocketServer {
  readonly settings: ServerSettings;
  readonly heartbeat: Heartbeat;
  readonly held: HeldBudget;
  readonly sockets: Set<NodeSocket>;
  readonly report: (error: unknown, where: string) => void;
}

export class NodeSocket implements ServerSocket, Beating {
  readonly #outbox: Outbox;
  #drainDue = false;

  constructor(
    private readonly ws: WebSocket,
    private readonly connection: Socket,
    private readonly events: SocketEvents,
    private readonly server: NodeSocketServer,
    private readonly where: string,
    client: string,
  ) {
    this.#outbox = new Outbox(this.#wire(), server.settings, server.held, client, (code, reason) => {
      server.sockets.delete(this);
      server.heartbeat.remove(this);
      this.#guarded(() => events.close(code, reason));
    });
  }

  #wire(): Wire {
    const { ws, connection } = this;
    return {
      get bufferedBytes() {
        return ws.bufferedAmount;
      },
      send: (message, binary) => ws.send(message, { binary, compress: false }, this.#left),
      together: (work) => {
        connection.cork();
        try {
          work();
        } finally {
          connection.uncork();
        }
      },
      end: (code, reason) => ws.close(code, reason),
      cut: () => ws.terminate(),
    };
  }

  /** Reports the new socket to the application, and listens. */
  start(): void {
    const { events, server, ws } = this;
    server.sockets.add(this);
    server.heartbeat.add(this);
    ws.on('message', (data: Buffer, isBinary) => {
      server.heartbeat.frame(this);
      if (this.#outbox.isClosed) return;
      // The bytes are a view into a larger receive buffer: copied, so that a small message does not keep the whole buffer.
      this.#guarded(() => events.message(isBinary ? new Uint8Array(data) : data.toString()));
    });
    ws.on('ping', (data: Buffer) => this.#pinged(data));
    ws.on('pong', () => server.heartbeat.frame(this));
    ws.on('close', (code, reason) => this.#gone(code, reason.toString()));
    // Emitted after a frame that breaks the rules; the library then closes with the right code and emits 'close'.
    ws.on('error', () => undefined);
    this.#guarded(() => events.open(this));
  }

  get bufferedBytes(): number {
    return this.#outbox.isClosed ? 0 : this.#outbox.bufferedBytes;
  }

  send(message: string | Uint8Array, kind?: 'text' | 'binary'): SendResult {
    return this.#outbox.send(message, kind ? kind === 'binary' : typeof message !== 'string');
  }

  together(work: () => void): void {
    this.connection.cork();
    try {
      work();
    } finally {
      this.connection.uncork();
      this.#outbox.look();
    }
  }

  close(code: number, reason: string): void {
    this.#outbox.close(code, reason);
  }

  ping(): void {
    this.ws.ping(undefined, false, this.#left);
    this.#outbox.look();
  }

  expire(): void {
    // A peer that reads nothing never gets a close frame that waits behind other bytes.
    if (this.bufferedBytes > 0) this.ws.terminate();
    else this.close(CLOSE_GOING_AWAY, 'no frame from the client for too long');
  }

  /** Bounds the answers to a flood of pings whose sender does not read, as the library of the other adapter does. */
  #pinged(data: Buffer): void {
    this.server.heartbeat.frame(this);
    if (this.#outbox.isClosed || this.ws.bufferedAmount > WIRE_BYTES * 2) return;
    this.ws.pong(data, false, this.#left);
    this.#outbox.look();
  }

  /** Runs for each message that has left; messages that left together are reported together. */
  readonly #left = (error?: Error | null): void => {
    if (error || this.#drainDue || !this.#outbox.isSlow) return;
    this.#drainDue = true;
    setImmediate(() => {
      this.#drainDue = false;
      this.#outbox.drained();
      if (!this.#outbox.isClosed) this.#guarded(() => this.events.drain());
    });
  };

  /** The connection has ended. */
  #gone(code: number, reason: string): void {
    const isNews = !this.#outbox.isClosed;
    this.#outbox.gone();
    if (!isNews) return;
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
