/** Walks through the past, newest transaction first: through the whole chain, or through one account's, token's or
 *  collection's history. No walk scans: each begins at an ordinal, and every step to another block is one search.
 *
 *  In: the ordinal to begin with. Out: the places of transactions one by one, read when they are asked for; and what is at a
 *  place. A walk holds no block's content: a reader that takes its time would hold a full block of 75 MB. */

import { readU64 } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { SubjectId } from '../ledger/subjects.js';
import type { Placement, StoredReceipt } from '../ledger/views.js';
import { BlockContent } from './blockContent.js';
import { blockKey, historyKey, keyNumber, ordinalKey } from './keys.js';
import { listPieces } from './pieces.js';
import type { KeyReader } from './port.js';
import { decodePositions, decodeStoredBlock, type StoredBlock } from './records.js';

/** Records that are read at once for a list of small ones. */
export const CHUNK_ITEMS = 64;

/** Where an included transaction stands. */
export interface Place {
  readonly height: number;
  readonly position: number;
}

/** An included transaction with what became of it and where. */
export interface Entry {
  readonly transaction: Transaction;
  readonly receipt: StoredReceipt;
  readonly at: Placement;
}

/** What one query has in its hands: the content of one block, until it lets go of it. The blocks that were read lately are kept
 *  for everybody (`ContentCache`), so that going on usually costs a look-up. */
export class Contents {
  #content: BlockContent | undefined;

  constructor(private readonly reader: KeyReader) {}

  async at(height: number): Promise<BlockContent> {
    if (this.#content?.block.header.height !== height) this.#content = await contentAt(this.reader, height);
    return this.#content;
  }

  async entry({ height, position }: Place): Promise<Entry> {
    const content = await this.at(height);
    return { ...(await content.transaction(position)), at: content.placement(position) };
  }

  readonly letGo = (): void => {
    this.#content = undefined;
  };
}

/** Transactions as a JSON list without its opening bracket.
 *  @param ordinal of the first place of the walk; the list ends with the ordinal from which on the next page goes down. */
export const transactionList = (
  reader: KeyReader,
  places: AsyncIterable<Place>,
  ordinal: number,
  view: (entry: Entry) => unknown,
): AsyncIterable<Uint8Array> => {
  const contents = new Contents(reader);
  return listPieces(
    places,
    async (place) => JSON.stringify(view(await contents.entry(place))),
    (count) => {
      const last = ordinal - count + 1;
      return { next_cursor: count > 0 && last > 0 ? String(last) : null };
    },
    contents.letGo,
  );
};

export async function readBlock(reader: KeyReader, height: number): Promise<StoredBlock | undefined> {
  const record = await reader.get(blockKey(height));
  return record && decodeStoredBlock(record);
}

export async function contentAt(reader: KeyReader, height: number): Promise<BlockContent> {
  const block = await readBlock(reader, height);
  invariant(block, `block ${height} is missing`);
  return BlockContent.read(reader, block);
}

/** Of all transactions, counted from 0. @param ordinal of the newest one wanted; below 0 for none. */
export async function* chainWalk(reader: KeyReader, ordinal: number, limit: number): AsyncGenerator<Place> {
  let next = ordinal;
  let left = limit;
  while (left > 0 && next >= 0) {
    const [found] = await reader.range({ gte: ordinalKey(0), lt: ordinalKey(next + 1), reverse: true, limit: 1 });
    if (!found) return;
    const first = keyNumber(found.key);
    const height = readU64(found.value, 0);
    for (; left > 0 && next >= first; left--, next--) yield { height, position: next - first };
  }
}

/** Of one history. @param ordinal in it, of the newest entry wanted; below 0 for none. */
export async function* historyWalk(
  reader: KeyReader,
  owner: AccountId | SubjectId,
  ordinal: number,
  limit: number,
): AsyncGenerator<Place> {
  let next = ordinal;
  let left = limit;
  while (left > 0 && next >= 0) {
    const [found] = await reader.range({
      gte: historyKey(owner, 0),
      lt: historyKey(owner, next + 1),
      reverse: true,
      limit: 1,
    });
    if (!found) return;
    const first = keyNumber(found.key);
    const { height, positions } = decodePositions(found.value);
    for (; left > 0 && next >= first; left--, next--) {
      const position = positions[next - first];
      if (position === undefined) break;
      yield { height, position };
    }
    next = Math.min(next, first - 1);
  }
}
