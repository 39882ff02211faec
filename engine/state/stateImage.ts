/** The memory of a state as parts: what a node writes to a file when it stops, and begins with when it starts again.
 *
 *  In: the memory of a state, part by part. Out: the same parts in the same order, each in memory of its own that the state then uses
 *  as it is. Nothing is converted, so a million accounts take as long as their bytes take to be read. An image belongs to machines of
 *  one byte order and to one layout of the tables; its root proves nothing before `State.recheck` has computed it from the records. */

import { InvariantError } from '../base/refusal.js';

/** Raised when the parts or their bytes change their meaning. */
export const IMAGE_FORMAT = 1;

/** Adjacent pieces of one part. */
export interface ImagePart {
  readonly pieces: readonly ArrayBufferView[];
  /** Bytes of zeros that the reader's memory has behind the part, for what the state adds later. */
  readonly room: number;
}

export class ImageWriter {
  readonly parts: ImagePart[] = [];

  add(pieces: readonly ArrayBufferView[], room = 0): void {
    this.parts.push({ pieces, room });
  }
}

/** The image is not one that this program could have written. */
export class ImageFault extends InvariantError {}

export class ImageReader {
  #next = 0;

  /** @param parts with their room; each begins at a multiple of 4 bytes. */
  constructor(private readonly parts: readonly Uint8Array[]) {}

  bytes(): Uint8Array {
    const part = this.parts[this.#next++];
    if (!part) throw new ImageFault('an image of the state ends too early');
    return part;
  }

  words(): Int32Array {
    const { buffer, byteOffset, byteLength } = this.bytes();
    this.expect(byteLength % 4 === 0);
    return new Int32Array(buffer, byteOffset, byteLength / 4);
  }

  /** @throws ImageFault when something in the image contradicts the rest. */
  expect(holds: boolean): void {
    if (!holds) throw new ImageFault(`part ${this.#next} of an image of the state does not fit the others`);
  }

  end(): void {
    this.expect(this.#next === this.parts.length);
  }
}
