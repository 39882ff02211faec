/** A cable to a port of this machine that a test can cut: a TCP proxy.
 *
 *  While it is cut, connections through it are broken and new ones end at once. */

import { connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

export class Cable {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
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
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
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
