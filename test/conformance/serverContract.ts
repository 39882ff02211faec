/** What the contract tests of the server port share: the adapters under test, servers that end with their test, and
 *  clients on real sockets. A new adapter is one line in `adapters`. */

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { createNodeServer } from '../../api/server/node.js';
import type {
  Answer,
  Outcome,
  Server,
  ServerFactory,
  ServerHandlers,
  ServerRequest,
  ServerSettings,
  SocketEvents,
} from '../../api/server/port.js';
import { uwsServerFactory } from '../../api/server/uws.js';
import { loadUws } from '../../api/server/uwsBinding.js';

/** What each adapter promises where HTTP leaves it a choice, or where a library fixes a value. */
export interface Promises {
  /** Requests that arrive while a handler still has to answer an earlier one of their connection: all are
   *  answered in order, or the connection ends after the answers so far. Answers are never mixed up. */
  readonly overtaking: 'all in order' | 'connection ends';
  /** What cannot be read as HTTP is answered 4xx or 505, or closed unanswered. */
  readonly malformed: 'answered' | 'closed';
  /** A request of HTTP/1.0 is served and its connection closed, or refused as malformed. */
  readonly http10: 'served' | 'refused';
  /** Header names that are read; a request with another is closed unanswered. */
  readonly headerNames: 'all' | 'letters, digits and hyphens';
  /** Two Host lines are answered by the adapter, and the connection goes on. Or the library answers 400 on its own, in
   *  place of answers that have not left yet, and closes. */
  readonly twoHosts: 'connection goes on' | 'connection ends';
  /** Whether `httpIdleMs` and the pace of bodies are the settings', or the library's (10 s, in steps of 4 s). */
  readonly times: 'settings' | 'library';
  /** What counts against `maxConnections`. */
  readonly counts: 'connections' | 'sockets and pending requests';
}

type Adapter = readonly [name: string, create: ServerFactory, promises: Promises];

const nodeHttp: Adapter = [
  'node:http',
  createNodeServer,
  {
    overtaking: 'all in order',
    malformed: 'answered',
    http10: 'served',
    headerNames: 'all',
    twoHosts: 'connection goes on',
    times: 'settings',
    counts: 'connections',
  },
];

const native = { overtaking: 'connection ends', times: 'library', counts: 'sockets and pending requests' } as const;

/** By the package that the library is loaded from. */
const builds: Readonly<Record<string, Promises>> = {
  '@btc-vision/uwebsockets.js': {
    ...native,
    malformed: 'answered',
    http10: 'refused',
    headerNames: 'all',
    twoHosts: 'connection ends',
  },
  'uWebSockets.js': {
    ...native,
    malformed: 'closed',
    http10: 'refused',
    headerNames: 'letters, digits and hyphens',
    twoHosts: 'connection goes on',
  },
};

const { binding, from = '' } = loadUws();
const promised = builds[from];

/** A Node version or platform without the native server has one adapter only. */
export const adapters: readonly Adapter[] =
  binding && promised ? [['uWebSockets.js', uwsServerFactory(binding), promised], nodeHttp] : [nodeHttp];

export const HOST = '127.0.0.1';
export const text = (body: string, status = 200): Answer => ({
  status,
  headers: [['Content-Type', 'text/plain']],
  body,
});

export interface Started {
  readonly server: Server;
  readonly port: number;
  /** What the server reported as exceptions of the application. */
  readonly reports: string[];
}

export const open: Server[] = [];
/** Everything that has to be destroyed when the test ends. */
export const clients: { destroy(): unknown }[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

export async function start(
  create: ServerFactory,
  handle: (request: ServerRequest) => Outcome,
  more: Partial<Pick<ServerHandlers, 'sockets' | 'busy' | 'ambiguous'>> = {},
  settings: Partial<ServerSettings> = {},
): Promise<Started> {
  const reports: string[] = [];
  const report = (error: unknown) => reports.push(error instanceof Error ? error.message : String(error));
  const server = create({ http: handle, sockets: [], ...more, report }, settings);
  open.push(server);
  const { port } = await server.listen({ host: HOST, port: 0 });
  return { server, port, reports };
}

export interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export function send(port: number, options: http.RequestOptions, body?: string | Uint8Array): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: HOST, port, agent: false, ...options }, async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch (error) {
        return reject(error);
      }
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A raw connection and all that it has received. */
export class Raw {
  received = '';
  readonly closed: Promise<unknown>;
  readonly socket: net.Socket;
  #changed = (): void => {};

  constructor(port: number) {
    this.socket = net.connect(port, HOST);
    clients.push(this.socket);
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
      this.#changed();
    });
    this.socket.on('close', () => this.#changed());
  }

  write(...lines: readonly string[]): void {
    this.socket.write(lines.join('\r\n'));
  }

  async until(done: (received: string) => boolean): Promise<string> {
    while (!done(this.received)) {
      if (this.socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.received;
  }
}

export const count = (text: string, part: string): number => text.split(part).length - 1;

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export const nothing: SocketEvents = { open: () => {}, message: () => {}, drain: () => {}, close: () => {} };

export function connect(port: number, path = '/ws', options: WebSocket.ClientOptions = {}): WebSocket {
  const client = new WebSocket(`ws://${HOST}:${port}${path}`, options);
  clients.push({ destroy: () => client.terminate() });
  client.on('error', () => {});
  return client;
}

export async function connected(port: number, options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
  const client = connect(port, '/ws', options);
  await once(client, 'open');
  return client;
}
