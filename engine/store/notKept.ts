/** What a query says when it is asked for something that belongs to blocks that are not here: they were dropped, or the directory began
 *  with a snapshot above them. */

import { readBlocksFrom } from './keeping.js';
import { type KeyReader, StoreError } from './port.js';

export const notKeptSentence = (lowest: number): string =>
  `this node has no blocks below height ${lowest}, nor what belongs to them; a full or archive node that has followed the chain from its genesis block has them`;

/** @returns the error for something that is missing: STORE_PRUNED below what is kept, otherwise that it must be here. */
export async function whyMissing(reader: KeyReader, height: number, what: string): Promise<Error> {
  const lowest = await readBlocksFrom(reader);
  return height < lowest
    ? new StoreError('STORE_PRUNED', notKeptSentence(lowest), undefined, lowest)
    : new StoreError('STORE_READ_FAILED', `${what} is missing`);
}

/** @throws StoreError STORE_PRUNED when any block is not here: then it is why a history has no such entry. */
export async function refuseNotKept(reader: KeyReader): Promise<void> {
  const lowest = await readBlocksFrom(reader);
  if (lowest > 1) throw new StoreError('STORE_PRUNED', notKeptSentence(lowest), undefined, lowest);
}
