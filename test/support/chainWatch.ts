/** A listener at a live node's WebSocket: tests wait with it instead of polling.
 *
 *  In: frames. Out: all of them in the order of their arrival, and promises for later ones. */

import { WebSocket } from 'ws';

export interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly [member: string]: unknown;
}

export class ChainWatch {
  readonly frames: Frame[] = [];
  /** Code and reason of the close frame, once the connection has ended. */
  ending: { readonly code: number; readonly reason: string } | undefined;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      this.ending = { code, reason: String(reason) };
      this.#wake();
    });
  }

  /** Resolves with the first frame, the greeting. @param url of the node, without a path. */
  static async open(url: string): Promise<ChainWatch> {
    const watch = new ChainWatch(new WebSocket(`${url.replace('http', 'ws')}/api/ws`));
    await watch.first(() => true);
    return watch;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** The first matching frame from `from` on, past or future. @throws Error when the connection ends before it. */
  async first(fits: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (let next = from; ; ) {
      for (; next < this.frames.length; next++) {
        const frame = this.frames[next];
        if (frame && fits(frame)) return frame;
      }
      if (this.ending) throw new Error(`the socket was closed with ${this.ending.code} ${this.ending.reason}`);
      await this.#change();
    }
  }

  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    while (!this.ending) await this.#change();
    return this.ending;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
    });
  }

  /** Resolves when a block with this transaction is durable. */
  included(txId: string): Promise<Frame> {
    return this.first(({ type, tx_hash }) => type === 'new_transaction' && tx_hash === txId);
  }

  /** Resolves when the chain has reached this height: by its block event, or by statistics when the block came before this
   *  listener connected, as the first block of a chain may. */
  height(height: number): Promise<Frame> {
    return this.first(({ type, ...frame }) => {
      if (type === 'new_block') return Number(frame.height) >= height;
      return type === 'stats' && Number(frame.block_height) >= height;
    });
  }

  /** Sends a value and waits for the frame that answers it: an acknowledgement or an error. */
  async request(message: unknown): Promise<Frame> {
    const from = this.frames.length;
    this.socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message));
    return this.first(({ type }) => type === 'subscribed' || type === 'error' || type === 'auth_error', from);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }
}
