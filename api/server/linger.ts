/** Waits with an answer for the rest of a body that nobody wants, where the connection ends with the answer.
 *
 *  Bytes that nobody reads would take the answer with them (RFC 9112, 9.6), so what is on its way is read and dropped first.
 *  In: what has come. Out: one call when the body is over, when it pauses (a client that waits for the answer before it
 *  sends sends nothing), or when more has come than is worth waiting for. */

import { MAX_BODY_BYTES } from '../../engine/base/limits.js';

/** The largest body of any route, and as much again for who has yet to hear of it. */
const LINGER_BYTES = 2 * MAX_BODY_BYTES;

/** A pause in the body: longer than a round trip around the world, shorter than anybody's patience. */
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

  /** The body is over, or the client has gone. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#pause);
    this.answer();
  }
}
