/** One direction of a link: frames sealed or opened under one key, in their order. The nonce is the number of the frame in four
 *  zero bytes and eight of counter, so a frame that is repeated, left out or moved does not open. */

import { writeU64 } from '../base/bytes.js';
import { AEAD_NONCE_BYTES, type Aead } from '../crypto/aead.js';

/** Frames under one key. 2^32 frames of 1 MiB are 2^48 blocks of AES: below the bound at which a forgery becomes likelier than
 *  2^-32. At a thousand frames a second a link lasts 49 days, then it is dialled anew. */
export const MAX_FRAMES = 2 ** 32;

export class SealedDirection {
  readonly #nonce = new Uint8Array(AEAD_NONCE_BYTES);

  /** @param frames how many were sealed or opened before. */
  constructor(
    private readonly aead: Aead,
    private readonly key: Uint8Array,
    private frames = 0,
  ) {}

  get isWornOut(): boolean {
    return this.frames >= MAX_FRAMES;
  }

  seal(plain: Uint8Array): Uint8Array {
    return this.aead.seal(this.key, this.#next(), plain);
  }

  /** @returns undefined for anything but the next frame of the other end. */
  open(sealed: Uint8Array): Uint8Array | undefined {
    return this.aead.open(this.key, this.#next(), sealed);
  }

  #next(): Uint8Array {
    writeU64(this.#nonce, AEAD_NONCE_BYTES - 8, this.frames++);
    return this.#nonce;
  }
}
