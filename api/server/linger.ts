/** Delays an answer until an unwanted body has been read, where the connection ends with the answer.
 *
 *  Closing with unread bytes can destroy the answer (RFC 9112, 9.6), so bytes on their way are read and dropped first.
 *  In: how many bytes have arrived. Out: one call when the body is over, when it pauses (a client that waits for the answer
 *  sends nothing), or when more has arrived than is worth waiting for. */

import { MAX_BODY_BYTES } from '../../engine/base/limits.js';

/** The largest body of any route, and as much again for a client that does not know the limit yet. */
const LINGER_BYTES = 2 * MAX_BODY_BYTES;

/** A pause in the body: longer than a round trip around the world, short enough for a waiting user. */
const PAUSE_MS = 400;

export class Linger {
  #received = 0;
  readonly #pause: NodeJS.Timeout;
  #isOver = false;

  constructor(private readonly answer: () => void) {
    this.#pause = setTimeout(() => this.over(), PAUSE_MS);
  }

  /** So many bytes were read and dropped. */
  take(bytes: number): void {
    this.#received += bytes;
    if (this.#received > LINGER_BYTES) this.over();
    else this.#pause.refresh();
  }

  /** The body is over, or the client has disconnected. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#pause);
    this.answer();
  }
}
