/** What waits to be sent to one WebSocket.
 *
 *  In: messages. Out: the same messages in order, passed to the server library as fast as the client takes them. A library copies
 *  its input into a buffer per socket, so it gets only a little ahead of time; the rest waits here as references to bytes that all
 *  subscribers of an event share. All of it counts against the budget of held bytes, as if it were copied.
 *
 *  After `close` no message is accepted. What waits is still sent, then the close frame. A client that does not take it in time is
 *  cut. A client that is evicted for what it holds gets the close frame at once, behind the bytes that the library already has. */

import { WIRE_BYTES } from '../../engine/base/limits.js';
import type { HeldBudget, HeldExcess, Holder, Holding } from './heldBudget.js';
import { CLOSE_HELD, heldReasons, type SendResult } from './port.js';

/** What a close frame can carry beside its code (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** @returns the longest prefix of `reason` that fits in a close frame. */
function cutReason(reason: string): string {
  let cut = reason;
  while (Buffer.byteLength(cut) > MAX_REASON_BYTES) cut = cut.slice(0, -1);
  return cut;
}

/** A socket as its library shows it. */
export interface Wire {
  /** Bytes that the library holds. */
  readonly bufferedBytes: number;
  send(message: string | Uint8Array, binary: boolean): void;
  /** Runs `work`, and sends what it writes in few system calls. */
  together(work: () => void): void;
  /** Sends the close frame. */
  end(code: number, reason: string): void;
  /** Ends the connection at once. */
  cut(): void;
}

export interface OutboxRules {
  readonly maxBufferedBytes: number;
  readonly closeDrainMs: number;
}

interface Message {
  readonly bytes: string | Uint8Array;
  readonly binary: boolean;
  readonly length: number;
}

const bytesOf = (message: string | Uint8Array): number =>
  typeof message === 'string' ? Buffer.byteLength(message) : message.length;

export class Outbox implements Holder {
  readonly #holding: Holding;
  #waiting: Message[] = [];
  /** Index of the first message that still waits. */
  #next = 0;
  #waitingBytes = 0;
  /** The library could not send everything at once, so its buffer has to be checked. */
  #isSlow = false;
  #closing: { readonly code: number; readonly reason: string } | undefined;
  /** The close frame was sent. */
  #isEnding = false;
  #isEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param closed reports the close to the application, once. */
  constructor(
    private readonly wire: Wire,
    private readonly rules: OutboxRules,
    budget: HeldBudget,
    client: string,
    private readonly closed: (code: number, reason: string) => void,
  ) {
    this.#holding = budget.open(client, this);
  }

  get bufferedBytes(): number {
    return this.#isEnded ? 0 : this.#waitingBytes + this.wire.bufferedBytes;
  }

  send(bytes: string | Uint8Array, binary: boolean): SendResult {
    if (this.#closing || this.#isEnded) return 'dropped';
    if (this.#isSlow && this.bufferedBytes > this.rules.maxBufferedBytes) return 'dropped';
    if (this.#hasWaiting || (this.#isSlow && this.wire.bufferedBytes >= WIRE_BYTES)) {
      const length = bytesOf(bytes);
      this.#waiting.push({ bytes, binary, length });
      this.#waitingBytes += length;
    } else this.wire.send(bytes, binary);
    this.look();
    if (this.isClosed) return 'dropped';
    return this.#isSlow ? 'queued' : 'sent';
  }

  /** Called after anything that may have changed what the library holds. */
  look(): void {
    if (this.#isEnded) return;
    const bytes = this.bufferedBytes;
    this.#isSlow = bytes > 0;
    this.#holding.set(bytes);
    this.#endWhenEmpty();
  }

  /** The library has room again. */
  drained(): void {
    if (this.#isEnded) return;
    if (this.#hasWaiting) this.wire.together(() => this.#fill());
    this.look();
  }

  close(code: number, reason: string): void {
    if (this.#closing || this.#isEnded) return;
    this.#closing = { code, reason: cutReason(reason) };
    this.closed(code, this.#closing.reason);
    this.#endWhenEmpty();
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => this.wire.cut(), this.rules.closeDrainMs);
    this.#timer.unref();
  }

  evict(why: HeldExcess): void {
    if (this.#closing) {
      this.wire.cut();
      return;
    }
    this.#waiting = [];
    this.#next = 0;
    this.#waitingBytes = 0;
    this.close(CLOSE_HELD, heldReasons[why]);
    this.look();
  }

  /** The library's socket is gone. */
  gone(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#holding.release();
  }

  /** Something waited at the last check. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  get #hasWaiting(): boolean {
    return this.#next < this.#waiting.length;
  }

  /** Whether the close has been reported to the application. */
  get isClosed(): boolean {
    return this.#closing !== undefined || this.#isEnded;
  }

  /** Passes messages to the library up to what it may hold. */
  #fill(): void {
    while (this.#next < this.#waiting.length && !this.#isEnded && this.wire.bufferedBytes < WIRE_BYTES) {
      const { bytes, binary, length } = this.#waiting[this.#next++] as Message;
      this.#waitingBytes -= length;
      this.wire.send(bytes, binary);
    }
    // The array is shortened when half of it has been sent, so that each message is moved once at most.
    if (this.#next < this.#waiting.length / 2) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }

  #endWhenEmpty(): void {
    if (!this.#closing || this.#isEnding || this.#hasWaiting || this.bufferedBytes > 0) return;
    this.#isEnding = true;
    const { code, reason } = this.#closing;
    this.wire.end(code, reason);
  }
}
