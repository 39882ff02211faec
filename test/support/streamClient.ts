/** A client of the event stream in either format, for tests that compare the two.
 *
 *  In: where the stream is, and a format. Out: every frame as it came and as facts (`streamFrames.ts`), and promises for those
 *  to come. A frame in the other format ends the test. */

import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { PROTOBUF_SUBPROTOCOL } from '../../api/stream/formats.js';
import { utf8Text } from '../../engine/base/bytes.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { type Facts, factsOfFrame, factsOfText, requestFrame } from './streamFrames.js';

export interface StreamRequest {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
  readonly from?: number;
}

/** Frames with a number of their own: the others are sent to one client, or are momentary. */
const EVENTS: ReadonlySet<string> = new Set(['new_block', 'new_transaction', 'contract_event', 'balance_update']);

export class StreamClient {
  readonly facts: Facts[] = [];
  /** The bytes of each frame in `facts`. */
  readonly bytes: Uint8Array[] = [];
  ending: { readonly code: number; readonly reason: string } | undefined;
  /** Why no more frames are read. */
  #broken: Error | undefined;
  readonly #waiting = new Set<() => void>();

  private constructor(
    readonly socket: WebSocket,
    private readonly format: EventFormat,
  ) {
    socket.on('message', (data: Buffer, isBinary) => {
      try {
        if (isBinary !== (format === 'protobuf')) throw new Error(`a frame of the other kind: ${data.toString('hex')}`);
        this.facts.push(isBinary ? factsOfFrame(data) : factsOfText(utf8Text(data)));
        this.bytes.push(data);
      } catch (error) {
        this.#broken = error as Error;
      }
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      this.ending = { code, reason: String(reason) };
      this.#wake();
    });
  }

  /** Resolves with the first frame, the greeting. @param url of the node, without a path. */
  static async open(url: string, format: EventFormat, request?: StreamRequest): Promise<StreamClient> {
    const offer = format === 'protobuf' ? [PROTOBUF_SUBPROTOCOL] : [];
    const client = new StreamClient(new WebSocket(`${url.replace('http', 'ws')}/api/ws`, offer), format);
    await client.frame(() => true);
    if (request) client.send(request);
    return client;
  }

  /** Frames with a number of their own since the last acknowledgement: before it, a new connection gets everything. */
  get events(): { readonly facts: readonly Facts[]; readonly bytes: readonly Uint8Array[] } {
    const start = this.facts.findLastIndex(({ type }) => type === 'subscribed') + 1;
    const isEvent = (index: number): boolean => index >= start && EVENTS.has(this.facts[index]?.type ?? '');
    return {
      facts: this.facts.filter((_, index) => isEvent(index)),
      bytes: this.bytes.filter((_, index) => isEvent(index)),
    };
  }

  /** In the connection's format. */
  send(request: StreamRequest): void {
    this.socket.send(this.format === 'protobuf' ? requestFrame({ ...request }) : JSON.stringify(request));
  }

  /** Sends a request, or anything else unchanged, and waits for the answer: an acknowledgement or an error. */
  async request(request: StreamRequest | string | Uint8Array): Promise<Facts> {
    const from = this.facts.length;
    if (typeof request === 'string' || request instanceof Uint8Array) this.socket.send(request);
    else this.send(request);
    return this.frame(({ type }) => type === 'subscribed' || type === 'error', from);
  }

  /** The first matching frame from `from` on, past or future. @throws Error when the connection ends before it. */
  async frame(fits: (facts: Facts) => boolean, from = 0): Promise<Facts> {
    for (let next = from; ; ) {
      for (; next < this.facts.length; next++) {
        const facts = this.facts[next];
        if (facts && fits(facts)) return facts;
      }
      if (this.#broken) throw this.#broken;
      if (this.ending) throw new Error(`the socket was closed with ${this.ending.code} ${this.ending.reason}`);
      await this.#change();
    }
  }

  resumed(): Promise<Facts> {
    return this.frame(({ type }) => type === 'resumed');
  }

  /** Resolves when everything has come that was sent about the block with this transaction. */
  async included(txId: string): Promise<void> {
    await this.frame(({ tx_hash: id }) => id === txId);
    const at = this.facts.findIndex(({ tx_hash: id }) => id === txId);
    await this.frame(({ type }) => type === 'stats', at);
  }

  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    while (!this.ending) await this.#change();
    if (this.#broken) throw this.#broken;
    return this.ending;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }

  /** Stops reading from the network. */
  pause(): void {
    (this.socket as unknown as { _socket: Socket })._socket.pause();
  }

  resume(): void {
    (this.socket as unknown as { _socket: Socket })._socket.resume();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}
