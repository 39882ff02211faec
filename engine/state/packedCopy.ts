/** A copy of packed records as one moment shows them: the bytes as they lie in memory, so that taking it costs no more than moving
 *  them, and another thread can read the records. */

import { SHOWN } from './packedSlab.js';

/** Cells side by side. */
export interface CopiedCells {
  readonly cells: Uint8Array;
  /** One byte for each cell: whether a record is in it. */
  readonly stages: Uint8Array;
}

export interface PackedCopy {
  readonly keyBytes: number;
  readonly valueBytes: number;
  /** Distance between two cells. A cell is a key, padded to words, then a value. */
  readonly cellBytes: number;
  readonly pieces: readonly CopiedCells[];
}

/** Calls back with where each record's key and value begin in `cells`. */
export function forEachRecord(
  { keyBytes, cellBytes, pieces }: PackedCopy,
  visit: (cells: Uint8Array, keyAt: number, valueAt: number) => void,
): void {
  const keyCells = Math.ceil(keyBytes / 4) * 4;
  for (const { cells, stages } of pieces)
    for (let cell = 0; cell < stages.length; cell++)
      if (stages[cell] === SHOWN) visit(cells, cell * cellBytes, cell * cellBytes + keyCells);
}
