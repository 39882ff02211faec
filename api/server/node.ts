/** Adapter of the server port to node:http and the `ws` package: for platforms and Node versions without a binary of
 *  uWebSockets.js.
 *
 *  In: requests on the main thread. Out: answers, in the order of the requests of a connection, also when handlers give them
 *  later. It answers 4xx to what it cannot read and ends the connection. Everything that holds a connection without using
 *  it is bounded: heads, bodies, readers and the time between requests by the settings, unanswered pipelined requests
 *  by a constant, connections by `ConnectionLimits`. */

import {
  createServer,
  type Server as HttpServer,
  IncomingMessage,
  type ServerResponse as Response,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServerOptions, WebSocketServer } from 'ws';
import { invariant } from '../../engine/base/refusal.js';
import { ambiguousAnswer, brokenHandlerAnswer, isStream, MAX_HEADERS, tooManyHeadersAnswer } from './answerParts.js';
import { type BodyBudget, BodyMemory, bodyBudget } from './body.js';
import { BodyPace } from './bodyPace.js';
import { ConnectionLimits } from './connections.js';
import { Heartbeat } from './heartbeat.js';
import { HeldBudget } from './heldBudget.js';
import { listenError } from './listenError.js';
import { NodeConnection } from './nodeConnection.js';
import {
  announcesBody,
  bodyOver,
  dropBody,
  NodeExchange,
  type NodeExchangeServer,
  writeWhole,
} from './nodeExchange.js';
import { NodeRequest, namesHosts } from './nodeRequest.js';
import { NodeSocket, type NodeSocketServer } from './nodeSocket.js';
import {
  type Answer,
  BodyWanted,
  CLOSE_GOING_AWAY,
  CLOSE_GRACE_MS,
  defaultServerSettings,
  type ListenAddress,
  type Outcome,
  type Server,
  type ServerHandlers,
  type ServerSettings,
  type SocketRoute,
} from './port.js';
import { ReaderPace } from './readerPace.js';

/** After the close frames are sent, clients have this long to answer them before their connections are cut. */
const CLOSE_LINGER_MS = 100;

/** A client that does not answer a close frame is cut after this. */
const CLOSE_HANDSHAKE_MS = 10_000;

/** Requests of one connection whose answers wait behind an earlier one: many more than any client pipelines. */
const MAX_PIPELINED = 256;

/** How often the library looks for slow heads within their time limit. */
const HEAD_CHECKS = 4;

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

const SUBPROTOCOL_HEADER = 'sec-websocket-protocol';

const SOCKET_KEY = /^[A-Za-z0-9+/]{22}==$/;

const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['sec-websocket-version'] === '13' &&
  SOCKET_KEY.test(headers['sec-websocket-key'] ?? '');

class NodeServer implements Server, NodeSocketServer {
  readonly settings: ServerSettings;
  readonly budget: BodyBudget;
  readonly memory = new BodyMemory();
  readonly pace: BodyPace;
  readonly heartbeat: Heartbeat;
  readonly held: HeldBudget;
  readonly readers: ReaderPace;
  readonly sockets = new Set<NodeSocket>();
  readonly report: ServerHandlers['report'];
  readonly #limits: ConnectionLimits;
  readonly #ambiguous: Answer;
  readonly #http: HttpServer;
  readonly #webSockets: ReadonlyMap<SocketRoute, WebSocketServer>;
  readonly #connections = new Map<Socket, NodeConnection>();
  #unanswered = 0;
  #closing: Promise<void> | undefined;
  #allAnswered: (() => void) | undefined;

  constructor(
    private readonly handlers: ServerHandlers,
    settings: Partial<ServerSettings>,
  ) {
    this.settings = { ...defaultServerSettings, ...settings };
    const { httpIdleMs, maxBodiesBytes, maxMessageBytes, minBodyBytesPerSecond, pingMs, idleMs, now } = this.settings;
    this.budget = bodyBudget(maxBodiesBytes);
    this.pace = new BodyPace(httpIdleMs, minBodyBytesPerSecond, now);
    this.heartbeat = new Heartbeat(pingMs, idleMs, now);
    this.held = new HeldBudget(this.settings);
    this.readers = new ReaderPace(this.settings.readWindowMs, this.settings.minReadBytesPerSecond, now);
    this.#limits = new ConnectionLimits(this.settings);
    this.report = handlers.report;
    this.#ambiguous = handlers.ambiguous ?? ambiguousAnswer;
    const options: ServerOptions & { readonly closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      // Events are small and shared: compressing each copy costs more than it saves.
      perMessageDeflate: false,
      autoPong: false,
      closeTimeout: CLOSE_HANDSHAKE_MS,
    };
    const webSockets = (route: SocketRoute): WebSocketServer =>
      new WebSocketServer({ ...options, maxPayload: route.maxMessageBytes ?? maxMessageBytes });
    this.#webSockets = new Map(handlers.sockets.map((route) => [route, webSockets(route)]));
    this.#http = createServer({
      keepAliveTimeout: httpIdleMs,
      headersTimeout: httpIdleMs,
      // No limit on a whole request: it may take any time while its body keeps the pace.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.ceil(httpIdleMs / HEAD_CHECKS),
    });
    this.#http.timeout = httpIdleMs;
    this.#on('connection', (socket: Socket) => this.#connected(socket));
    this.#on('timeout', (socket: Socket) => this.#timedOut(socket));
    for (const event of ['request', 'checkExpectation'])
      this.#on(event, (incoming: IncomingMessage, response: Response) => this.#request(incoming, response));
    this.#on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#upgrade(incoming, socket, head),
    );
  }

  /** Adds a listener to the library's events. An exception in a listener would end the process; here it ends its connection. */
  #on<First extends Socket | IncomingMessage, Rest extends unknown[]>(
    event: string,
    listener: (first: First, ...rest: Rest) => void,
  ): void {
    this.#http.on(event, (first: First, ...rest: Rest) =>
      this.#guarded(event, first instanceof IncomingMessage ? first.socket : first, () => listener(first, ...rest)),
    );
  }

  #guarded(event: string, socket: Socket, work: () => void): void {
    try {
      work();
    } catch (error) {
      socket.destroy();
      this.report(error, `${event} of the HTTP server`);
    }
  }

  get heldBytes(): number {
    return this.held.heldBytes;
  }

  get stopping(): boolean {
    return this.#closing !== undefined;
  }

  async listen(address: ListenAddress): Promise<ListenAddress> {
    const { host, port } = address;
    invariant(!this.#http.listening && !this.stopping, 'a server listens once');
    const error = await new Promise<Error | undefined>((resolve) => {
      this.#http.once('error', resolve);
      this.#http.listen({ host, port, exclusive: true }, () => {
        this.#http.off('error', resolve);
        resolve(undefined);
      });
    });
    if (error) throw await listenError(address);
    const bound = this.#http.address();
    invariant(typeof bound === 'object' && bound !== null, 'a TCP server has a port');
    return { host, port: bound.port };
  }

  close(graceMs: number = CLOSE_GRACE_MS): Promise<void> {
    this.#closing ??= this.#shutDown(graceMs);
    return this.#closing;
  }

  async #shutDown(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#http.listening) this.#http.close(() => resolve());
      else resolve();
    });
    const lingering = this.sockets.size > 0;
    for (const socket of [...this.sockets]) socket.close(CLOSE_GOING_AWAY, 'the node is stopping');
    if (this.#unanswered > 0) await this.#answered(graceMs);
    if (lingering) await delay(CLOSE_LINGER_MS);
    for (const socket of [...this.#connections.keys()]) socket.destroy();
    await closed;
  }

  /** Resolves when no exchange is left, or after `graceMs`. */
  #answered(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#allAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Also runs for a connection that was handed back because its request was not a handshake. */
  #connected(socket: Socket): void {
    if (this.#connections.has(socket)) return;
    const address = (socket.remoteAddress ?? '').replace(MAPPED_IPV4, '');
    if (!this.#limits.admit(address)) {
      socket.destroy();
      return;
    }
    this.#connections.set(socket, new NodeConnection(socket, address, this.held, this.readers, this.pace));
    // Its end is noticed anyway; nobody else listens between the library's release of the socket and its WebSocket.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#disconnected(socket));
  }

  #disconnected(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    this.#connections.delete(socket);
    this.#limits.leave(connection.address);
    for (const exchange of [...connection.exchanges]) exchange.aborted();
    connection.gone();
  }

  /** Neither side has moved a byte for `httpIdleMs`: the connection is kept only while it waits for the application. */
  #timedOut(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection?.upgraded) return;
    const waits = connection && socket.writableLength === 0 && [...connection.exchanges].some((one) => !one.receiving);
    if (waits) socket.setTimeout(this.settings.httpIdleMs);
    else socket.destroy();
  }

  #request(incoming: IncomingMessage, response: Response): void {
    const { socket } = incoming;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.pipelined = response.socket ? 0 : connection.pipelined + 1;
    connection.latest = response;
    if (connection.pipelined > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    const request = new NodeRequest(incoming, connection.address);
    if (socket.writableLength > 0) connection.look(this.settings.clientOf(request));
    if (socket.destroyed) return;
    const outcome =
      incoming.rawHeaders.length > 2 * MAX_HEADERS ? tooManyHeadersAnswer : this.#outcome(incoming, request);
    const exchange = (): NodeExchange => this.#exchange(connection, incoming, response, request);
    if (outcome instanceof BodyWanted) {
      exchange().receive(outcome);
      return;
    }
    const announced = announcesBody(incoming);
    if (announced) dropBody(incoming, connection.bodies);
    if (announced && !response.shouldKeepAlive) exchange().answerLater(afterBody(incoming, outcome));
    else if (outcome instanceof Promise) exchange().answerLater(outcome);
    else if (!response.socket || isStream(outcome.body) || !this.#writeWhole(request, response, outcome))
      exchange().answerAtOnce(outcome);
  }

  #outcome(incoming: IncomingMessage, request: NodeRequest): Outcome {
    if (namesHosts(incoming)) return this.#ambiguous;
    try {
      return this.handlers.http(request);
    } catch (error) {
      this.report(error, `${request.method} ${request.path}`);
      return brokenHandlerAnswer;
    }
  }

  #writeWhole(request: NodeRequest, response: Response, answer: Answer): boolean {
    try {
      return writeWhole(response, answer, request.method, this.stopping || answer === tooManyHeadersAnswer);
    } catch (error) {
      this.report(error, `answer to ${request.method} ${request.path}`);
      return writeWhole(response, brokenHandlerAnswer, request.method, true);
    }
  }

  #exchange(
    connection: NodeConnection,
    incoming: IncomingMessage,
    response: Response,
    request: NodeRequest,
  ): NodeExchange {
    const { settings, budget, memory, report } = this;
    const server = this;
    const bound: NodeExchangeServer = {
      settings,
      budget,
      memory,
      bodies: connection.bodies,
      report,
      get stopping() {
        return server.stopping;
      },
      holds: () => connection.look(server.settings.clientOf(request)),
      done: (exchange) => {
        connection.exchanges.delete(exchange);
        if (--this.#unanswered === 0) this.#allAnswered?.();
      },
    };
    const exchange = new NodeExchange(incoming, response, request, bound);
    connection.exchanges.add(exchange);
    this.#unanswered++;
    return exchange;
  }

  /** The library hands over every request that asks for another protocol, before earlier ones are answered, and releases the
   *  socket: an answer that waits for more than the socket would never learn that there is room again. An answer that
   *  was given whole is waited for. */
  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const connection = this.#connections.get(socket);
    if (!connection || [...connection.exchanges].some((exchange) => !exchange.isGiven)) {
      socket.destroy();
      return;
    }
    const { latest } = connection;
    if (!latest || hasLeft(latest)) {
      this.#switch(connection, incoming, socket, head);
      return;
    }
    const cut = (): void => void socket.destroy();
    socket.setTimeout(this.settings.httpIdleMs, cut);
    latest.once('finish', () => {
      socket.off('timeout', cut);
      this.#guarded('upgrade', socket, () => this.#switch(connection, incoming, socket, head));
    });
  }

  /** No answer of this connection is under way. */
  #switch(connection: NodeConnection, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    // The previous answer was the last one of this connection.
    if (socket.destroyed || socket.writableEnded) return;
    const request = new NodeRequest(incoming, connection.address);
    const route = this.handlers.sockets.find(({ path }) => path === request.path);
    if (!route || !isHandshake(incoming)) {
      this.#handBack(incoming, socket, head);
      return;
    }
    const decision = namesHosts(incoming) ? { refused: this.#ambiguous } : this.#accept(route, request);
    if ('refused' in decision) {
      this.#refuse(route, incoming, socket, decision.refused);
      return;
    }
    connection.upgraded = true;
    const client = this.settings.clientOf(request);
    // The library answers with the first subprotocol that it reads, and refuses an offer that it cannot read: so it gets only
    // the chosen one.
    if (decision.subprotocol === undefined) delete incoming.headers[SUBPROTOCOL_HEADER];
    else incoming.headers[SUBPROTOCOL_HEADER] = decision.subprotocol;
    this.#webSockets.get(route)?.handleUpgrade(incoming, socket, head, (ws) => {
      new NodeSocket(ws, socket, decision.events, this, `socket at ${route.path}`, client).start();
    });
  }

  #accept(route: SocketRoute, request: NodeRequest): ReturnType<SocketRoute['accept']> {
    try {
      return route.accept(request);
    } catch (error) {
      this.report(error, `handshake at ${route.path}`);
      return { refused: brokenHandlerAnswer };
    }
  }

  #refuse(route: SocketRoute, incoming: IncomingMessage, socket: Socket, answer: Answer): void {
    const response = new ServerResponse(incoming);
    response.assignSocket(socket);
    response.on('finish', () => socket.destroySoon());
    socket.setTimeout(this.settings.httpIdleMs, () => socket.destroy());
    if (writeWhole(response, answer, 'GET', true)) return;
    this.report(new Error('a refusal of a handshake must be short'), `handshake at ${route.path}`);
    socket.destroy();
  }

  /** Gives an ordinary request that only offers another protocol back to the library, without the offer. */
  #handBack(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const { method, rawHeaders, url } = incoming;
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    this.#http.emit('connection', socket);
  }
}

/** An answer that ends its connection waits for the body (`linger.ts`). */
function afterBody(incoming: IncomingMessage, outcome: Answer | Promise<Answer>): Promise<Answer> {
  // Its failure is handled when it is awaited; until then it must not count as unhandled.
  if (outcome instanceof Promise) outcome.catch(() => undefined);
  return bodyOver(incoming).then(() => outcome);
}

/** Whether the library has written all of an answer and released its socket, which it does after the last byte. */
const hasLeft = ({ socket, writableEnded, writableLength }: Response): boolean =>
  socket === null && writableEnded && writableLength === 0;

export function createNodeServer(handlers: ServerHandlers, settings: Partial<ServerSettings> = {}): Server {
  return new NodeServer(handlers, settings);
}
