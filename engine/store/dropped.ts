/** What a query says when it is asked for something that belongs to blocks that were dropped. */

import { readBlocksFrom } from './keeping.js';
import { type KeyReader, StoreError } from './port.js';

export const droppedSentence = (lowest: number): string =>
  `this node has dropped the blocks below height ${lowest} and what belongs to them; an archive or full node has them`;

/** @returns the error for something that is missing: dropped when blocks were dropped, otherwise that it must be there. */
export async function whyMissing(reader: KeyReader, height: number, what: string): Promise<Error> {
  const lowest = await readBlocksFrom(reader);
  return height < lowest
    ? new StoreError('STORE_PRUNED', droppedSentence(lowest), undefined, lowest)
    : new StoreError('STORE_READ_FAILED', `${what} is missing`);
}

/** @throws StoreError STORE_PRUNED when anything was dropped: then it is why a history has no such entry. */
export async function refuseDropped(reader: KeyReader): Promise<void> {
  const lowest = await readBlocksFrom(reader);
  if (lowest > 1) throw new StoreError('STORE_PRUNED', droppedSentence(lowest), undefined, lowest);
}
