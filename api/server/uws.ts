/** Adapter of the server port to uWebSockets.js.
 *
 *  In: requests on the main thread, straight from the library's event loop. Out: answers, written within the callback
 *  when the handler answers at once. The library ends connections that it cannot read (no Host, too many headers,
 *  HTTP/1.0, garbage), bodies slower than 16 KB/s, and readers that take nothing for 10 s. Contrary to HTTP, it also ends a
 *  connection whose next request arrives while an answer is outstanding: one that was not given at once, or one that
 *  the socket did not take at once. So a client that pipelines has to read. The parser is compiled in and runs before any
 *  callback, so nothing here can help.
 *
 *  Two builds exist, which differ in how they handle an unreadable request. The newer answers 4xx or 505, and 400 to two hosts or
 *  two lengths, instead of answers that it has not sent yet, and closes. The older closes unanswered. The older cannot read header
 *  names with characters other than letters, digits and hyphens, which RFC 9110 (5.6.2) allows: it waits for the rest of a
 *  head that never ends, and closes after its 10 s. Proxies drop names with an underscore by default.
 *
 *  The library shows neither the opening nor the end of a connection. The limits on connections therefore count only
 *  what holds one for longer than its idle time: WebSockets, and requests that are not answered at once. */

import type { HttpRequest, HttpResponse, us_listen_socket } from 'uWebSockets.js';
import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '../../engine/base/refusal.js';
import {
  ambiguousAnswer,
  brokenHandlerAnswer,
  busyAnswer,
  endStream,
  isStream,
  tooManyHeadersAnswer,
} from './answerParts.js';
import { type BodyBudget, BodyMemory, bodyBudget } from './body.js';
import { ConnectionLimits } from './connections.js';
import { freePort } from './freePort.js';
import { Heartbeat } from './heartbeat.js';
import { HeldBudget } from './heldBudget.js';
import { listenError } from './listenError.js';
import {
  type Answer,
  BodyWanted,
  CLOSE_GOING_AWAY,
  CLOSE_GRACE_MS,
  defaultServerSettings,
  type ListenAddress,
  type Outcome,
  type Server,
  type ServerFactory,
  type ServerHandlers,
  type ServerSettings,
} from './port.js';
import { ReaderPace } from './readerPace.js';
import { writeShort, writeWhole } from './uwsAnswer.js';
import type { UwsApp, UwsBinding } from './uwsBinding.js';
import { type ExchangeServer, UwsExchange } from './uwsExchange.js';
import { UwsRequest } from './uwsRequest.js';
import { type SocketServer, socketBehavior, type UwsSocket } from './uwsSocket.js';

/** After the close frames are sent, clients have this long to answer them before their connections are cut. */
const CLOSE_LINGER_MS = 100;

/** Another process may take a free port before it is used. */
const FREE_PORT_TRIES = 5;

class UwsServer implements Server, ExchangeServer, SocketServer {
  readonly settings: ServerSettings;
  readonly budget: BodyBudget;
  readonly memory = new BodyMemory();
  readonly heartbeat: Heartbeat;
  readonly held: HeldBudget;
  readonly readers: ReaderPace;
  readonly sockets = new Set<UwsSocket>();
  readonly limits: ConnectionLimits;
  readonly busy: Answer;
  readonly ambiguous: Answer;
  readonly report: ServerHandlers['report'];
  readonly #app: UwsApp;
  readonly #exchanges = new Set<UwsExchange>();
  #listening: us_listen_socket | undefined;
  #closing: Promise<void> | undefined;
  #allAnswered: (() => void) | undefined;

  constructor(
    private readonly uws: UwsBinding,
    private readonly handlers: ServerHandlers,
    settings: Partial<ServerSettings>,
  ) {
    this.settings = { ...defaultServerSettings, ...settings };
    this.budget = bodyBudget(this.settings.maxBodiesBytes);
    const { pingMs, idleMs, readWindowMs, minReadBytesPerSecond, now } = this.settings;
    this.heartbeat = new Heartbeat(pingMs, idleMs, now);
    this.held = new HeldBudget(this.settings);
    this.readers = new ReaderPace(readWindowMs, minReadBytesPerSecond, now);
    this.limits = new ConnectionLimits(this.settings);
    this.busy = handlers.busy ?? busyAnswer;
    this.ambiguous = handlers.ambiguous ?? ambiguousAnswer;
    this.report = handlers.report;
    this.#app = uws.App();
    for (const route of handlers.sockets) this.#app.ws(route.path, socketBehavior(route, this, uws.DISABLED));
    this.#app.any('/*', (response, request) => this.#request(response, request));
  }

  get heldBytes(): number {
    return this.held.heldBytes;
  }

  get stopping(): boolean {
    return this.#closing !== undefined;
  }

  async listen(address: ListenAddress): Promise<ListenAddress> {
    const { host, port } = address;
    invariant(!this.#listening && !this.stopping, 'a server listens once');
    let socket: us_listen_socket | false = false;
    // For port 0 the library lets the system choose, and leaves out the option (SO_REUSEADDR) that lets the next process
    // listen there while clients of this one still hold their connections.
    for (let tries = 0; port === 0 && !socket && tries < FREE_PORT_TRIES; tries++)
      socket = await this.#tryListening(host, (await freePort(host)) ?? 0);
    socket ||= await this.#tryListening(host, port);
    if (!socket) throw await listenError(address);
    this.#listening = socket;
    return { host, port: this.uws.us_socket_local_port(socket) };
  }

  #tryListening(host: string, port: number): Promise<us_listen_socket | false> {
    return new Promise((resolve) => {
      this.#app.listen(host, port, this.uws.LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
    });
  }

  close(graceMs: number = CLOSE_GRACE_MS): Promise<void> {
    this.#closing ??= this.#shutDown(graceMs);
    return this.#closing;
  }

  done(exchange: UwsExchange): void {
    this.#exchanges.delete(exchange);
    this.limits.leave(exchange.address);
    if (this.#exchanges.size === 0) this.#allAnswered?.();
  }

  async #shutDown(graceMs: number): Promise<void> {
    if (this.#listening) this.uws.us_listen_socket_close(this.#listening);
    this.#listening = undefined;
    const lingering = this.sockets.size > 0;
    for (const socket of [...this.sockets]) socket.close(CLOSE_GOING_AWAY, 'the node is stopping');
    if (this.#exchanges.size > 0) await this.#answered(graceMs);
    for (const exchange of [...this.#exchanges]) exchange.cut();
    if (lingering) await delay(CLOSE_LINGER_MS);
    this.#app.close();
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

  #request(response: HttpResponse, httpRequest: HttpRequest): void {
    const request = new UwsRequest(httpRequest, response);
    // The end of such a body is unknown, so nothing behind it is read as a request.
    if (request.repeatsLength) {
      response.close();
      return;
    }
    let outcome: Outcome;
    try {
      outcome = this.#refusal(request) ?? this.handlers.http(request);
    } catch (error) {
      this.report(error, `${request.method} ${request.path}`);
      outcome = brokenHandlerAnswer;
    }
    const given =
      outcome instanceof BodyWanted || outcome instanceof Promise || isStream(outcome.body) ? undefined : outcome;
    const written =
      given && !request.endsUnread ? writeWhole(response, given, request.method, this.stopping) : ('none' as const);
    if (written === 'none') this.#later(response, request, outcome);
    else if (written === 'begun' && given) this.#begun(response, request, given);
    request.release();
  }

  /** The answer to a request that no handler sees. */
  #refusal(request: UwsRequest): Answer | undefined {
    if (request.hasTooManyHeaders) return tooManyHeadersAnswer;
    return request.namesHosts ? this.ambiguous : undefined;
  }

  /** The head has left, but the client has not taken what was sent before. */
  #begun(response: HttpResponse, request: UwsRequest, answer: Answer): void {
    if (!this.limits.admit(request.remoteAddress)) {
      response.close();
      return;
    }
    const exchange = new UwsExchange(response, request, this);
    this.#exchanges.add(exchange);
    exchange.goOn(answer);
  }

  #later(response: HttpResponse, request: UwsRequest, outcome: Outcome): void {
    if (!this.limits.admit(request.remoteAddress)) {
      writeShort(response, this.busy, request.method, true);
      if (!(outcome instanceof BodyWanted)) this.#unwanted(outcome, request);
      return;
    }
    const exchange = new UwsExchange(response, request, this);
    this.#exchanges.add(exchange);
    if (outcome instanceof BodyWanted) exchange.receive(outcome);
    else if (request.endsUnread) exchange.answerAfterBody(outcome);
    else if (outcome instanceof Promise) exchange.answerLater(outcome);
    else exchange.answer(outcome);
  }

  /** Releases what a handler has already begun for a request that is refused. */
  #unwanted(outcome: Answer | Promise<Answer>, { path }: UwsRequest): void {
    const broken = (error: unknown): void => this.report(error, `answer to ${path}`);
    const drop = ({ body }: Answer): void => {
      if (isStream(body)) endStream(body[Symbol.asyncIterator](), broken);
    };
    if (outcome instanceof Promise) outcome.then(drop).catch(broken);
    else drop(outcome);
  }
}

/** @param uws the library, as `uwsBinding.ts` loads it. */
export const uwsServerFactory =
  (uws: UwsBinding): ServerFactory =>
  (handlers, settings = {}) =>
    new UwsServer(uws, handlers, settings);
