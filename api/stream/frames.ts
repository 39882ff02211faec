/** Requests of a client, in any format: what they contain, and how many are allowed. */

import { WS_CLIENT_FRAMES } from '../../engine/base/limits.js';

/** What one frame asks for. */
export interface ClientRequest {
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** Number of the first event to replay. */
  readonly from: number | undefined;
}

/** A signed request by which a client proves a key, as it was sent. */
export interface ClientProof {
  readonly auth: unknown;
}

/** Counts the frames of one connection in periods. */
export class FrameBudget {
  #start = Number.NEGATIVE_INFINITY;
  #frames = 0;
  #bytes = 0;

  /** @param now milliseconds of a monotonic clock. @returns false when the client sends too much. */
  take(message: string | Uint8Array, now: number): boolean {
    const { periodMs, frames, bytes } = WS_CLIENT_FRAMES;
    if (now - this.#start >= periodMs) {
      this.#start = now;
      this.#frames = 0;
      this.#bytes = 0;
    }
    this.#frames++;
    this.#bytes += message.length;
    return this.#frames <= frames && this.#bytes <= bytes;
  }
}
