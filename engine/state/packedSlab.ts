/** Cells of packed records, side by side, and what each of them holds.
 *
 *  In and out: words and bytes over the same memory, which may be shared with a thread that checks it. */

import { type RecordOwner, SLAB_RECORDS, type Slab } from './records.js';

/** Cells of a table's first slab at first; it doubles. */
export const FIRST_CELLS = 16;

/** What a place in a slab holds. */
export const FREE = 0;
export const RESERVED = 1;
export const SHOWN = 2;

const bytesUnder = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

export class PackedSlab implements Slab {
  bytes: Buffer;

  constructor(
    readonly owner: RecordOwner,
    public words: Int32Array,
    public stages: Uint8Array,
    private readonly cellWords: number,
  ) {
    this.bytes = bytesUnder(words);
  }

  grow(): void {
    const { words, stages } = this;
    const cells = Math.min(SLAB_RECORDS, stages.length * 2);
    this.words = new Int32Array(cells * this.cellWords);
    this.words.set(words);
    this.bytes = bytesUnder(this.words);
    this.stages = new Uint8Array(cells);
    this.stages.set(stages);
  }
}
