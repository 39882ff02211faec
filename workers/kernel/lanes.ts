/** Writes inputs into the kernel's memory: each is copied once.
 *
 *  A lane takes a signature, a public key, a context and a message. A message that is longer than the lane is hashed piece by
 *  piece. */

import type { KernelExports } from './instance.js';

export type Lane = 0 | 1;

/** tr, then a zero and the length of the context. */
const BEFORE_CONTEXT = 66;
/** Longest context (FIPS 204, algorithms 2 and 3). */
export const CONTEXT_BYTES = 255;
/** Bytes of a block of SHAKE256. */
const BLOCK = 136;

export class Lanes {
  readonly bytes: Uint8Array;
  readonly signatures: readonly [number, number];
  readonly keys: readonly [number, number];
  readonly #messages: readonly [number, number];
  readonly #capacity: number;

  constructor(readonly kernel: KernelExports) {
    // The memory has its final size: nothing grows it after `open`.
    this.bytes = new Uint8Array(kernel.memory.buffer);
    this.#capacity = kernel.MESSAGE_BYTES.value;
    const place = ({ value }: WebAssembly.Global): [number, number] => [
      kernel.laneAt(0) + value,
      kernel.laneAt(1) + value,
    ];
    this.signatures = place(kernel.LANE_SIGNATURE);
    this.keys = place(kernel.LANE_KEY);
    this.#messages = place(kernel.LANE_MESSAGE);
  }

  /** Whether the message fits into a lane as a whole, so that it may be verified together with another. */
  holds(message: Uint8Array, context: Uint8Array): boolean {
    return BEFORE_CONTEXT + context.length + message.length <= this.#capacity;
  }

  /** Writes context and message of a lane whose tr is there; the message must fit. @returns bytes to hash. */
  write(lane: Lane, message: Uint8Array, context: Uint8Array): number {
    const start = this.#messages[lane] + BEFORE_CONTEXT;
    if (context.length > 0) this.bytes.set(context, start);
    this.bytes.set(message, start + context.length);
    return BEFORE_CONTEXT + context.length + message.length;
  }

  /** As `write`, for a message that does not fit: leaves mu in the lane. */
  writePieces(lane: Lane, message: Uint8Array, context: Uint8Array): void {
    const start = this.#messages[lane];
    this.bytes.set(context, start + BEFORE_CONTEXT);
    this.kernel.beginPieces();
    let filled = BEFORE_CONTEXT + context.length;
    let done = 0;
    while (filled + message.length - done > this.#capacity) {
      const piece = message.subarray(done, done + this.#capacity - filled);
      this.bytes.set(piece, start + filled);
      this.kernel.absorbPiece(lane, this.#capacity / BLOCK);
      done += piece.length;
      filled = 0;
    }
    this.bytes.set(message.subarray(done), start + filled);
    this.kernel.endPieces(lane, filled + message.length - done);
  }
}
