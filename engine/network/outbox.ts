/** Bulk messages for one peer that wait until its link has room. Urgent ones never wait here.
 *
 *  In: encoded messages. Out: those that may leave now, in order. When the queue is full its newest message is lost: whoever asked for
 *  it asks somebody else after a while. Who has much to send asks first whether it fits. An empty queue takes a message of any size. */

import { Fifo } from '../intake/fifo.js';
import { OUTBOX } from './limits.js';

export class Outbox {
  readonly #queue = new Fifo<Uint8Array>();
  #bytes = 0;
  lost = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a message of about this size would not be lost. */
  hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || (this.#bytes + bytes <= OUTBOX.bytes && this.#queue.length < OUTBOX.messages);
  }

  /** @returns false when the message is lost. */
  add(message: Uint8Array): boolean {
    if (!this.hasRoom(message.length)) {
      this.lost++;
      return false;
    }
    this.#queue.push(message);
    this.#bytes += message.length;
    return true;
  }

  /** @param before bytes that wait in the link. @returns what leaves now. */
  take(before: number): Uint8Array[] {
    const taken: Uint8Array[] = [];
    let waiting = before;
    while (waiting < OUTBOX.linkBytes) {
      const message = this.#queue.shift();
      if (!message) break;
      this.#bytes -= message.length;
      waiting += message.length;
      taken.push(message);
    }
    return taken;
  }
}
