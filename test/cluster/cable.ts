/** A cable to a port of this machine that a test can cut, or make slow: a TCP proxy.
 *
 *  While it is cut, connections through it are broken and new ones end at once. While it is slow, bytes arrive later and at a
 *  limited rate, in their order. */

import { connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

export interface Slowness {
  /** Milliseconds that a byte takes more. */
  readonly delayMs: number;
  readonly bytesPerSecond: number;
}

/** Bytes under way in one direction above which the sender has to wait. */
const UNDER_WAY = 256 * 1024;

export class Cable {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  slowness: Slowness | undefined;
  /** Connections that it has carried. */
  carried = 0;

  private constructor(
    readonly port: number,
    private readonly server: Server,
    to: number,
  ) {
    server.on('connection', (near) => this.#join(near, to));
  }

  static async to(port: number): Promise<Cable> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('a cable has no port');
    return new Cable(address.port, server, port);
  }

  #join(near: Socket, to: number): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    this.carried++;
    const far = connect(to, HOST);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      const lane = new Lane(one, other);
      one.on('data', (bytes: Buffer) => lane.take(bytes, this.slowness));
    }
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async remove(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** One direction of a connection. */
class Lane {
  readonly #pieces: { readonly due: number; readonly bytes: Buffer }[] = [];
  #underWay = 0;
  /** When the rate lets the next byte go. */
  #freeAt = 0;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
  ) {
    to.on('drain', () => this.#look());
  }

  take(bytes: Buffer, slowness: Slowness | undefined): void {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (slowness ? (bytes.length / slowness.bytesPerSecond) * 1_000 : 0);
    this.#pieces.push({ due: this.#freeAt + (slowness?.delayMs ?? 0), bytes });
    this.#underWay += bytes.length;
    if (this.#pieces.length === 1) this.#run();
    this.#look();
  }

  #run(): void {
    for (let next = this.#pieces[0]; next; next = this.#pieces[0]) {
      const wait = next.due - performance.now();
      if (wait > 0) {
        setTimeout(() => this.#run(), wait).unref();
        return;
      }
      this.#pieces.shift();
      this.#underWay -= next.bytes.length;
      if (!this.to.destroyed) this.to.write(next.bytes);
    }
    this.#look();
  }

  #look(): void {
    if (this.#underWay + this.to.writableLength > UNDER_WAY) this.from.pause();
    else if (this.from.isPaused()) this.from.resume();
  }
}
