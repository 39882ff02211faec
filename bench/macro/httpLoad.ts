/** The client of the bench of HTTP: many keep-alive connections, each with one request at a time.
 *
 *  In: a port, a path, how many answers to wait for. Out: the time they took. Raw sockets and as little reading of answers as
 *  possible: a client library would take more of the machine than the measured server. Requests are not pipelined,
 *  because few clients do, and because uWebSockets.js closes a connection that sends more while an answer is pending. */

import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { InvariantError } from '../../engine/base/refusal.js';

const HEAD_END = '\r\n\r\n';
const GOOD = 'HTTP/1.1 200';
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** Bytes of the answer that begins here, or undefined while its head is not whole. @throws InvariantError unless it is 200. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end + 2);
  const length = LENGTH.exec(head)?.[1];
  if (!head.startsWith(GOOD) || length === undefined) throw new InvariantError(`the bench was answered:\n${head}`);
  return end + HEAD_END.length + Number(length);
}

class Connection {
  #begun: Buffer | undefined;
  /** Bytes of the last whole answer: the next answer is parsed again only when its length differs. */
  #usual = 0;

  constructor(
    private readonly socket: Socket,
    private readonly answered: (connection: Connection) => void,
    failed: (error: Error) => void,
  ) {
    socket.setNoDelay(true);
    socket.on('error', failed);
    socket.on('close', () => failed(new InvariantError('the server has closed a connection of the bench')));
    socket.on('data', (data: Buffer) => {
      try {
        this.#take(data);
      } catch (error) {
        failed(error as Error);
      }
    });
  }

  ask(request: Buffer): void {
    this.socket.write(request);
  }

  #take(data: Buffer): void {
    if (this.#begun || data.length !== this.#usual) {
      const bytes = this.#begun ? Buffer.concat([this.#begun, data]) : data;
      const length = answerLength(bytes);
      if (length === undefined || bytes.length < length) {
        this.#begun = bytes;
        return;
      }
      this.#begun = undefined;
      this.#usual = length;
    }
    this.answered(this);
  }
}

/** Keep-alive connections to one path of one server. */
export class HttpLoad {
  readonly #request: Buffer;
  readonly #sockets: Socket[] = [];
  readonly #connections: Connection[] = [];
  #toAsk = 0;
  #toCome = 0;
  #closed = false;
  #done: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;

  private constructor(path: string) {
    this.#request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }

  static async connect(port: number, path: string, connections: number): Promise<HttpLoad> {
    const load = new HttpLoad(path);
    while (load.#sockets.length < connections) {
      const socket = createConnection({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      load.#sockets.push(socket);
      load.#connections.push(new Connection(socket, load.#answered, load.#failed));
    }
    return load;
  }

  /** @returns milliseconds until the last of `count` answers. */
  async run(count: number): Promise<number> {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      this.#done = { resolve, reject };
      this.#toCome = count;
      this.#toAsk = count;
      for (const connection of this.#connections) this.#ask(connection);
    });
    return performance.now() - start;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  readonly #answered = (connection: Connection): void => {
    this.#toCome--;
    if (this.#toCome === 0) this.#done?.resolve();
    else this.#ask(connection);
  };

  readonly #failed = (error: Error): void => {
    if (!this.#closed) this.#done?.reject(error);
  };

  #ask(connection: Connection): void {
    if (this.#toAsk === 0) return;
    this.#toAsk--;
    connection.ask(this.#request);
  }
}
