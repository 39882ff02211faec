/** Blocks that nobody may pass on: their header is signed by no proposer, or by another than that of its slot.
 *
 *  In: signatures of such headers, frames that arrive. Out: frames of honest machines that carry one: they have passed it on unchecked.
 *  A second opinion: a node that breaks this rule no longer blames the one who sent it such a block. Frames are read as in
 *  `signatures.ts`, so nothing is found under real keys. */

import { MARK_BYTES } from './signatures.js';

/** Signatures that are looked for: whoever passes a block on does so while its slot is open. */
const MOST_FORGED = 16;

export class PassedOn {
  #marks: Buffer[] = [];
  /** Forged headers that were shown to somebody. */
  checked = 0;

  /** A header with this signature is shown to honest machines. */
  forged(signature: Uint8Array): void {
    this.checked++;
    this.#marks.push(Buffer.from(signature.slice(0, MARK_BYTES)));
    if (this.#marks.length > MOST_FORGED) this.#marks.shift();
  }

  /** @param from number of an honest machine. @returns what is wrong with a frame. */
  arrived(at: number, bytes: Uint8Array, from: number): string[] {
    if (this.#marks.length === 0) return [];
    const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#marks
      .filter((mark) => frame.includes(mark))
      .map(() => `machine ${from} passes a block on to machine ${at} that the proposer of its slot has not signed`);
  }
}
