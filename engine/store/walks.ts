/** Walks through the past, newest transaction first: through the whole chain, or through one account's, token's or
 *  collection's history. No walk scans: each begins at an ordinal, and every step to another block is one search.
 *
 *  In: the ordinal to begin with. Out: transactions one by one, read when they are asked for; and the writer that makes JSON
 *  of them in pieces. */

import { readU64, utf8 } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { SubjectId } from '../ledger/subjects.js';
import type { Placement, StoredReceipt } from '../ledger/views.js';
import { BlockContent } from './blockContent.js';
import { blockKey, historyKey, keyNumber, ordinalKey } from './keys.js';
import type { KeyReader } from './port.js';
import { decodePositions, decodeStoredBlock, type StoredBlock } from './records.js';

/** Items in one piece of a streamed answer: transactions take about 0.7 MB of JSON. */
export const CHUNK_ITEMS = 64;

/** Gathers JSON items into pieces of a list without its brackets. */
export class ListWriter {
  #items: string[] = [];
  #first = true;

  /** @returns a piece when enough has come together. */
  add(item: unknown): Uint8Array | undefined {
    this.#items.push(JSON.stringify(item));
    return this.#items.length >= CHUNK_ITEMS ? this.flush() : undefined;
  }

  flush(): Uint8Array | undefined {
    if (this.#items.length === 0) return undefined;
    const text = (this.#first ? '' : ',') + this.#items.join(',');
    this.#first = false;
    this.#items = [];
    return utf8(text);
  }
}

/** An included transaction with what became of it and where. */
export interface Entry {
  readonly transaction: Transaction;
  readonly receipt: StoredReceipt;
  readonly at: Placement;
}

/** Items as pieces of a JSON list. */
export async function* listOf<Item>(
  items: AsyncIterable<Item>,
  view: (item: Item) => unknown,
): AsyncIterable<Uint8Array> {
  const list = new ListWriter();
  for await (const item of items) {
    const piece = list.add(view(item));
    if (piece) yield piece;
  }
  const rest = list.flush();
  if (rest) yield rest;
}

export async function readBlock(reader: KeyReader, height: number): Promise<StoredBlock | undefined> {
  const record = await reader.get(blockKey(height));
  return record && decodeStoredBlock(record);
}

export async function contentAt(reader: KeyReader, height: number): Promise<BlockContent> {
  const block = await readBlock(reader, height);
  invariant(block, `block ${height} is missing`);
  return BlockContent.read(reader, block);
}

async function entryOf(content: BlockContent, position: number): Promise<Entry> {
  return { ...(await content.transaction(position)), at: content.placement(position) };
}

/** Of all transactions, counted from 0. @param ordinal of the newest one wanted; below 0 for none. */
export async function* chainWalk(reader: KeyReader, ordinal: number, limit: number): AsyncGenerator<Entry> {
  let next = ordinal;
  let left = limit;
  while (left > 0 && next >= 0) {
    const [found] = await reader.range({ gte: ordinalKey(0), lt: ordinalKey(next + 1), reverse: true, limit: 1 });
    if (!found) return;
    const first = keyNumber(found.key);
    const content = await contentAt(reader, readU64(found.value, 0));
    for (; left > 0 && next >= first; left--, next--) yield entryOf(content, next - first);
  }
}

/** Of one history. @param ordinal in it, of the newest entry wanted; below 0 for none. */
export async function* historyWalk(
  reader: KeyReader,
  owner: AccountId | SubjectId,
  ordinal: number,
  limit: number,
): AsyncGenerator<Entry> {
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
    const content = await contentAt(reader, height);
    for (; left > 0 && next >= first; left--, next--) {
      const position = positions[next - first];
      if (position === undefined) break;
      yield entryOf(content, position);
    }
    next = Math.min(next, first - 1);
  }
}
