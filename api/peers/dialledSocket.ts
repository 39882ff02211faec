/** One WebSocket to another node, dialled by this one.
 *
 *  The host is resolved here, every address of it is judged, and only judged addresses are connected to, so that a name cannot
 *  lead elsewhere a moment later. Redirects are not followed, nothing is compressed, and the other end has a time limit for each
 *  of its steps. */

import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import { WIRE_BYTES } from '../../engine/base/limits.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import { errorText } from '../../engine/base/refusal.js';
import type { Beating, Heartbeat } from '../server/heartbeat.js';
import type { PeerUrl } from './peerUrl.js';

/** From the first question for the name to the open WebSocket. */
const DIAL_MS = 10_000;

/** A closed socket may take so long to send what waits and to answer the close frame. */
const CLOSE_MS = 2_000;

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface DialRules {
  readonly resolve: Resolve;
  readonly allows: (url: PeerUrl, address: string) => boolean;
  readonly heartbeat: Heartbeat;
}

export interface DialledEvents {
  opened(address: string): void;
  frame(bytes: Uint8Array): void;
  drained(): void;
  /** Once. @param reason why it failed or ended. */
  closed(reason: string): void;
}

/** Answers the question for the host with the judged addresses, in the form that `net.connect` asks for. */
const judged =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };

export class DialledSocket implements Beating {
  #ws: WebSocket | undefined;
  #isOver = false;
  #isSlow = false;
  #drainDue = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly url: PeerUrl,
    private readonly rules: DialRules,
    private readonly events: DialledEvents,
  ) {
    this.#timer = setTimeout(() => this.#fail('it did not answer in time'), DIAL_MS);
    this.#timer.unref();
    // Nothing may be reported before the constructor has returned.
    setImmediate(() => void this.#dial());
  }

  get bufferedBytes(): number {
    return this.#ws?.readyState === WebSocket.OPEN ? this.#ws.bufferedAmount : 0;
  }

  /** @returns false when the frame is lost. */
  send(frame: Uint8Array, mostBuffered: number): boolean {
    if (this.#isOver || this.#ws?.readyState !== WebSocket.OPEN || this.bufferedBytes > mostBuffered) return false;
    this.#ws.send(frame, { binary: true, compress: false }, this.#left);
    this.#isSlow = this.bufferedBytes > 0;
    return true;
  }

  /** Nothing is reported any more. */
  close(code: number, reason: string): void {
    this.#isOver = true;
    this.#end();
    const ws = this.#ws;
    if (!ws) return;
    if (ws.readyState === WebSocket.CONNECTING) ws.terminate();
    else ws.close(code, reason);
    const cut = setTimeout(() => ws.terminate(), CLOSE_MS);
    cut.unref();
    ws.once('close', () => clearTimeout(cut));
  }

  /** Resolves when the connection is gone. */
  get gone(): Promise<void> {
    const ws = this.#ws;
    if (!ws || ws.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => ws.once('close', () => resolve()));
  }

  ping(): void {
    this.#ws?.ping(undefined, true, this.#left);
  }

  expire(): void {
    this.#fail('no frame from the other end for too long');
  }

  async #dial(): Promise<void> {
    const { host, isAddress, socket } = this.url;
    if (this.#isOver) return;
    let addresses: readonly LookupAddress[];
    try {
      addresses = isAddress ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : await this.rules.resolve(host);
    } catch (error) {
      this.#fail(`its name does not resolve: ${errorText(error)}`);
      return;
    }
    if (this.#isOver) return;
    const forbidden = addresses.find(({ address }) => !this.rules.allows(this.url, address));
    if (forbidden) this.#fail(`${host} leads to ${forbidden.address}, which is not on the public internet`);
    else if (addresses.length === 0) this.#fail('its name has no address');
    else this.#connect(socket, judged(addresses));
  }

  #connect(socket: string, lookup: LookupFunction): void {
    const ws = new WebSocket(socket, {
      lookup,
      followRedirects: false,
      perMessageDeflate: false,
      handshakeTimeout: DIAL_MS,
      maxPayload: PEER_FRAME_BYTES,
      autoPong: false,
    });
    this.#ws = ws;
    let address = '';
    let failure = 'the connection was lost';
    ws.on('upgrade', (response) => {
      address = response.socket.remoteAddress ?? '';
    });
    ws.on('open', () => {
      if (this.#isOver) return;
      clearTimeout(this.#timer);
      this.rules.heartbeat.add(this);
      this.events.opened(address);
    });
    ws.on('message', (data: Buffer, isBinary) => {
      if (this.#isOver) return;
      this.rules.heartbeat.frame(this);
      // The bytes are a view into a larger receive buffer, which a small frame must not keep.
      if (isBinary) this.events.frame(new Uint8Array(data));
      else this.#fail('the other end has sent text');
    });
    ws.on('ping', (data: Buffer) => this.#pinged(data));
    ws.on('pong', () => this.rules.heartbeat.frame(this));
    ws.on('error', (error) => {
      failure = errorText(error);
    });
    ws.on('close', (code, reason) => this.#over(reason.toString() || (code === 1006 ? failure : `code ${code}`)));
  }

  /** Bounds the answers to a flood of pings whose sender does not read. */
  #pinged(data: Buffer): void {
    this.rules.heartbeat.frame(this);
    if (this.#isOver || this.bufferedBytes > WIRE_BYTES * 2) return;
    this.#ws?.pong(data, true, this.#left);
  }

  readonly #left = (error?: Error | null): void => {
    if (error || this.#drainDue || !this.#isSlow || this.#isOver) return;
    this.#drainDue = true;
    setImmediate(() => {
      this.#drainDue = false;
      if (this.#isOver) return;
      this.#isSlow = this.bufferedBytes > 0;
      this.events.drained();
    });
  };

  #fail(reason: string): void {
    this.#ws?.terminate();
    this.#over(reason);
  }

  #over(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end();
    this.events.closed(reason);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.rules.heartbeat.remove(this);
  }
}
