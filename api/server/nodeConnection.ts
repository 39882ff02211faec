/** One TCP connection of node:http: the bytes that wait for its client.
 *
 *  In: what the socket and the answers under way hold. Out: the bytes that wait for the client, counted against the budget of
 *  held bytes and watched by the pace of readers. Answers that were given whole wait in the socket itself, including those
 *  to requests that a client pipelines without reading. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BodyPace, ConnectionBodies } from './bodyPace.js';
import type { HeldBudget, Holder, Holding } from './heldBudget.js';
import type { NodeExchange } from './nodeExchange.js';
import type { PacedReader, ReaderPace } from './readerPace.js';

export class NodeConnection implements Holder, PacedReader {
  readonly exchanges = new Set<NodeExchange>();
  /** Requests that arrived while an earlier one was not answered. */
  pipelined = 0;
  /** The answer to the latest request. */
  latest: ServerResponse | undefined;
  /** It carries a WebSocket. */
  upgraded = false;
  readonly bodies: ConnectionBodies;
  #holding: Holding | undefined;

  constructor(
    private readonly socket: Socket,
    readonly address: string,
    private readonly budget: HeldBudget,
    private readonly readers: ReaderPace,
    bodies: BodyPace,
  ) {
    this.bodies = new ConnectionBodies(bodies);
    socket.on('drain', () => this.#count());
  }

  get taken(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  /** Also updates the count: the last bytes leave without an event. */
  get isOwed(): boolean {
    return this.#count() > 0;
  }

  /** Called when the waiting bytes may have changed. @param client whose request it was; a proxy sends those of many. */
  look(client: string): void {
    if (this.upgraded) return;
    if (this.#holding?.client !== client) {
      this.#holding?.release();
      this.#holding = this.budget.open(client, this);
    }
    if (this.#count() > 0) this.readers.watch(this);
  }

  cut(): void {
    this.socket.destroy();
  }

  evict(): void {
    this.socket.destroy();
    this.gone();
  }

  gone(): void {
    this.#holding?.release();
    this.#holding = undefined;
    this.readers.release(this);
    this.bodies.end();
  }

  #count(): number {
    if (this.upgraded || this.socket.destroyed) return 0;
    let bytes = this.socket.writableLength;
    for (const exchange of this.exchanges) bytes += exchange.heldBytes;
    if (bytes === 0) this.readers.release(this);
    this.#holding?.set(bytes);
    return bytes;
  }
}
