/** The parts of an image as the file of the state gives them back: each in memory of its own, with its room. */

import type { ImagePart } from '../../engine/state/stateImage.js';

export const copiesOf = (parts: readonly ImagePart[]): Uint8Array[] =>
  parts.map(({ pieces, room }) => {
    const bytes = Buffer.concat(
      pieces.map((piece) => new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)),
    );
    const memory = new Uint8Array(new SharedArrayBuffer(bytes.length + room));
    memory.set(bytes);
    return memory;
  });
