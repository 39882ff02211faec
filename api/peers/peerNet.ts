/** Connections to other nodes over real sockets: the door at /api/p2p of the API's port, and the dialler.
 *
 *  In: URLs and frames. Out: the events of `Net`, always from the event loop and never from within a call. What is at the other
 *  end is not known here; `engine/network/sessions.ts` finds out, and bounds how many strangers it talks to. */

import { lookup } from 'node:dns/promises';
import { WS_BUFFER_BYTES } from '../../engine/base/limits.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import type { LinkFacts, LinkId, Net, NetListener } from '../../engine/network/net.js';
import { type AddressTest, clientAddress, clientNetwork, isLoopback, trustedProxies } from '../limits/clientAddress.js';
import { refusalAnswer } from '../routing/answer.js';
import { Heartbeat } from '../server/heartbeat.js';
import {
  CLOSE_GOING_AWAY,
  defaultServerSettings,
  type ServerRequest,
  type ServerSocket,
  type SocketEvents,
  type SocketRoute,
} from '../server/port.js';
import { DialledSocket, type Resolve } from './dialledSocket.js';
import type { PeerUrlPolicy } from './peerUrl.js';

export const PEER_PATH = '/api/p2p';

/** Close code of links that a node ends for a reason of its own (RFC 6455, 7.4.2: codes for private use). */
const CLOSE_LINK = 4000;
/** Data of a type that is not accepted (RFC 6455, 7.4.1). */
const CLOSE_UNSUPPORTED = 1003;

/** Bytes of a reason that a close frame can carry. */
const REASON_BYTES = 123;

const RETRY_SECONDS = 10;

export interface PeerNetOptions {
  readonly policy: PeerUrlPolicy;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Receives exceptions of the listener, which are bugs. */
  readonly report: (error: unknown, where: string) => void;
  /** Asks the system when absent. */
  readonly resolve?: Resolve;
  /** How often silent sockets are asked for a sign of life, and when they end; those of the server when absent. */
  readonly pingMs?: number;
  readonly idleMs?: number;
}

/** A `Net` with its door. */
export interface PeerNet extends Net {
  readonly route: SocketRoute;
  /** Connections that are open. */
  readonly links: number;
}

/** What shares the places for handshakes (`SessionSettings.networkOf`): an IPv4 address or an IPv6 /64; '' for this machine and for
 *  proxies that name no client. */
export const peerNetworkOf = (address: string): string =>
  address === '' || isLoopback(address) ? '' : clientNetwork(address);

/** One line of text from whatever the other end wrote. */
const readable = (reason: string): string =>
  reason
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, REASON_BYTES)
    .trim();

/** An open connection, or one that is being dialled. */
interface Wire {
  readonly bufferedBytes: number;
  send(frame: Uint8Array): boolean;
  close(code: number, reason: string): void;
}

class SocketNet implements PeerNet {
  readonly route: SocketRoute;
  readonly #wires = new Map<LinkId, Wire>();
  readonly #closing = new Set<DialledSocket>();
  readonly #trusted: AddressTest;
  readonly #heartbeat: Heartbeat;
  readonly #resolve: Resolve;
  #listener: NetListener | undefined;
  #latest: LinkId = 0;
  #isStopping = false;

  constructor(private readonly options: PeerNetOptions) {
    const { pingMs = defaultServerSettings.pingMs, idleMs = defaultServerSettings.idleMs, resolve } = options;
    this.#trusted = trustedProxies(options.trustedProxies);
    this.#heartbeat = new Heartbeat(pingMs, idleMs);
    this.#resolve = resolve ?? ((host) => lookup(host, { all: true }));
    this.route = { path: PEER_PATH, maxMessageBytes: PEER_FRAME_BYTES, accept: (request) => this.#accept(request) };
  }

  get links(): number {
    return this.#wires.size;
  }

  start(listener: NetListener): void {
    this.#listener = listener;
  }

  dial(text: string): LinkId {
    const link = ++this.#latest;
    const url = this.options.policy.check(text);
    if (this.#isStopping || isRefusal(url)) {
      this.#soon((listener) => listener.closed(link, isRefusal(url) ? url.message : 'this node is stopping'));
      return link;
    }
    const socket = new DialledSocket(
      url,
      {
        resolve: this.#resolve,
        allows: (...question) => this.options.policy.allows(...question),
        heartbeat: this.#heartbeat,
      },
      {
        opened: (address) => this.#opened(link, { direction: 'dial', url: text, address: plainAddress(address) }),
        frame: (bytes) => this.#tell((listener) => listener.frame(link, bytes)),
        drained: () => this.#tell((listener) => listener.drained(link)),
        closed: (reason) => {
          this.#closing.delete(socket);
          this.#gone(link, reason);
        },
      },
    );
    this.#wires.set(link, {
      get bufferedBytes() {
        return socket.bufferedBytes;
      },
      send: (frame) => socket.send(frame, WS_BUFFER_BYTES),
      close: (code, reason) => {
        socket.close(code, reason);
        this.#closing.add(socket);
        void socket.gone.then(() => this.#closing.delete(socket));
      },
    });
    return link;
  }

  send(link: LinkId, frame: Uint8Array): boolean {
    return this.#wires.get(link)?.send(frame) ?? false;
  }

  buffered(link: LinkId): number {
    return this.#wires.get(link)?.bufferedBytes ?? 0;
  }

  close(link: LinkId, reason: string): void {
    this.#close(link, CLOSE_LINK, reason);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const link of [...this.#wires.keys()]) this.#close(link, CLOSE_GOING_AWAY, 'the node is stopping');
    await Promise.all([...this.#closing].map(({ gone }) => gone));
  }

  #close(link: LinkId, code: number, reason: string): void {
    const wire = this.#wires.get(link);
    if (!wire) return;
    this.#wires.delete(link);
    wire.close(code, readable(reason));
    this.#soon((listener) => listener.closed(link, reason));
  }

  #accept(request: ServerRequest): ReturnType<SocketRoute['accept']> {
    if (request.header('origin') !== '')
      return { refused: refusalAnswer(refuse('not_authorized', 'nodes speak here; a page uses /api/ws')) };
    if (this.#isStopping) return { refused: refusalAnswer(refuse('stopping', 'this node is stopping', RETRY_SECONDS)) };
    if (!this.#listener) return { refused: refusalAnswer(refuse('busy', 'this node is starting', RETRY_SECONDS)) };
    return { events: this.#accepted(++this.#latest, this.#addressOf(request)) };
  }

  #accepted(link: LinkId, address: string): SocketEvents {
    let socket: ServerSocket | undefined;
    return {
      open: (opened) => {
        socket = opened;
        this.#wires.set(link, {
          get bufferedBytes() {
            return opened.bufferedBytes;
          },
          send: (frame) => opened.send(frame, 'binary') !== 'dropped',
          close: (code, reason) => opened.close(code, reason),
        });
        this.#opened(link, { direction: 'accept', url: undefined, address });
      },
      message: (message) => {
        if (typeof message === 'string') socket?.close(CLOSE_UNSUPPORTED, 'frames here are binary');
        else if (this.#wires.has(link)) this.#tell((listener) => listener.frame(link, message));
      },
      drain: () => {
        if (this.#wires.has(link)) this.#tell((listener) => listener.drained(link));
      },
      // Runs within a close of this end too, and then also within a call of the listener.
      close: (code, reason) => {
        if (this.#wires.delete(link)) this.#soon((listener) => listener.closed(link, readable(reason) || lost(code)));
      },
    };
  }

  #addressOf(request: ServerRequest): string {
    const peer = request.remoteAddress;
    const forwarded = this.#trusted(peer) ? request.joinedHeader('x-forwarded-for') : '';
    const address = clientAddress(peer, forwarded, this.#trusted);
    return this.#trusted(address) ? '' : address;
  }

  #opened(link: LinkId, facts: LinkFacts): void {
    this.#tell((listener) => listener.opened(link, facts));
  }

  #gone(link: LinkId, reason: string): void {
    if (this.#wires.delete(link)) this.#tell((listener) => listener.closed(link, readable(reason)));
  }

  #soon(tell: (listener: NetListener) => void): void {
    setImmediate(() => this.#tell(tell));
  }

  #tell(tell: (listener: NetListener) => void): void {
    if (!this.#listener) return;
    try {
      tell(this.#listener);
    } catch (error) {
      this.options.report(error, 'links to other nodes');
    }
  }
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const lost = (code: number): string => (code === 1006 ? 'the connection was lost' : `code ${code}`);

export const createNet = (options: PeerNetOptions): PeerNet => new SocketNet(options);
