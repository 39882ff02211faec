/** Walks through the past, newest transaction first: through the whole chain, or through one account's, token's or
 *  collection's history. No walk scans: each begins at an ordinal, and every step to another block is one search.
 *
 *  In: the ordinal to begin with. Out: the places of transactions one by one, read when they are asked for; and the entry at a
 *  place. A walk holds no block's content: otherwise a slow reader would hold a full block of 75 MB. It says with each place
 *  which positions follow in the same block, so that a query can keep copies of those. */

import { readU64 } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { SubjectId } from '../ledger/subjects.js';
import type { Placement, StoredReceipt } from '../ledger/views.js';
import { BlockContent, ContentCache, receiptOf, type StoredEntry, signerOf, transactionOf } from './blockContent.js';
import { readBlocksFrom } from './keeping.js';
import { blockKey, historyKey, keyNumber, ordinalKey, publicKeyKey } from './keys.js';
import { refuseNotKept, whyMissing } from './notKept.js';
import { listPieces } from './pieces.js';
import type { KeyReader } from './port.js';
import { decodePositions, decodeStoredBlock, type StoredBlock } from './records.js';
import { type BlockMark, type Window, Windows } from './windows.js';

/** Records that are read together for a list of small ones. */
export const CHUNK_ITEMS = 64;

/** Where an included transaction is. */
export interface Place {
  readonly height: number;
  readonly position: number;
  /** Positions in the same block that are wanted next, in that order; absent when it has none. */
  readonly following?: (() => Iterable<number>) | undefined;
}

/** An included transaction with its result and its place. */
export interface Entry {
  readonly transaction: Transaction;
  readonly receipt: StoredReceipt;
  readonly at: Placement;
}

/** Places in one block. @param positionAt in the order in which they are wanted. */
export function* placesOf(height: number, count: number, positionAt: (index: number) => number): Generator<Place> {
  function* from(first: number): Generator<number> {
    for (let index = first; index < count; index++) yield positionAt(index);
  }
  for (let index = 0; index < count; index++)
    yield { height, position: positionAt(index), following: index + 1 < count ? () => from(index + 1) : undefined };
}

/** Content of blocks that all queries of one store share. */
export interface BlockMemory {
  readonly cache: ContentCache;
  readonly windows: Windows;
}

export const createBlockMemory = (): BlockMemory => ({ cache: new ContentCache(), windows: new Windows() });

const markOf = ({ header, hash }: StoredBlock): BlockMark => ({
  height: header.height,
  hash,
  time: header.time,
  chainId: header.chain_id,
});

interface Found {
  readonly block: BlockMark;
  readonly entry: StoredEntry;
}

/** What one query holds: the content of one block until it releases it, then copies of the entries that come next
 *  (`windows.ts`). The blocks that were read recently are kept for all queries (`ContentCache`). */
export class Contents {
  #content: BlockContent | undefined;
  #window: Window | undefined;
  /** The last place that was asked for. */
  #place: Place | undefined;
  #keys: ReadonlyMap<AccountId, Uint8Array> = new Map();

  constructor(
    private readonly reader: KeyReader,
    private readonly memory: BlockMemory,
  ) {}

  async entry(place: Place): Promise<Entry> {
    const { block, entry } = await this.#find(place);
    const { height, hash, time, chainId } = block;
    const signer = signerOf(entry);
    const publicKey = this.#keys.get(signer) ?? (await this.reader.get(publicKeyKey(signer)));
    invariant(publicKey, 'the key of a stored transaction is missing');
    const transaction = transactionOf(entry, publicKey, chainId);
    return {
      transaction,
      receipt: receiptOf(entry, transaction),
      at: { height, hash, time, position: place.position },
    };
  }

  /** Reads together the keys of the signers at a place and at the places after it, for callers that go through many.
   *  @param most number of places. */
  async loadKeys(place: Place, most: number): Promise<void> {
    await this.#find(place);
    const signers = new Set<AccountId>();
    const held = this.#window?.from(place.height, place.position)?.entries;
    if (held) for (const { entry } of held.slice(0, most)) signers.add(signerOf(entry));
    else this.#signersAt(place, most, signers);
    const accounts = [...signers];
    const keys = await this.reader.getMany(accounts.map(publicKeyKey));
    this.#keys = new Map(accounts.flatMap((account, index) => (keys[index] ? [[account, keys[index]]] : [])));
  }

  /** Keeps what follows the last place, and that place too when it may be asked for once more. */
  readonly letGo = (again: boolean): void => {
    const content = this.#content;
    const place = this.#place;
    this.#content = undefined;
    if (!content || !place || (!again && !place.following)) return;
    const kept = again ? [place.position] : [];
    const following = place.following?.() ?? [];
    this.#window ??= this.memory.windows.open();
    this.#window.fill(markOf(content.block), kept, following, (position) => content.entry(position));
  };

  /** Releases everything. */
  end(): void {
    this.#content = undefined;
    if (this.#window) this.memory.windows.close(this.#window);
    this.#window = undefined;
  }

  async #find(place: Place): Promise<Found> {
    const { height, position } = place;
    this.#place = place;
    const held = this.#window?.from(height, position);
    const kept = held?.entries[0];
    if (held && kept) return { block: held.block, entry: kept.entry };
    if (this.#content?.block.header.height !== height) this.#content = await this.#read(height);
    return { block: markOf(this.#content.block), entry: this.#content.entry(position) };
  }

  async #read(height: number): Promise<BlockContent> {
    const block = await knownBlock(this.reader, height);
    return BlockContent.read(this.reader, block, this.memory.cache);
  }

  #signersAt({ position, following }: Place, most: number, signers: Set<AccountId>): void {
    const content = this.#content;
    if (!content) return;
    signers.add(signerOf(content.entry(position)));
    let left = most - 1;
    for (const next of following?.() ?? []) {
      if (left-- <= 0) return;
      signers.add(signerOf(content.entry(next)));
    }
  }
}

/** One transaction, for callers that need only that one. */
export const entryAt = (reader: KeyReader, place: Place, memory: BlockMemory): Promise<Entry> =>
  new Contents(reader, memory).entry(place);

/** Runs a query that reads blocks: what it holds of them is released however it ends. */
export async function* withContents(
  reader: KeyReader,
  query: (contents: Contents) => AsyncIterable<Uint8Array>,
  memory: BlockMemory,
): AsyncGenerator<Uint8Array> {
  const contents = new Contents(reader, memory);
  try {
    yield* query(contents);
  } finally {
    contents.end();
  }
}

/** Transactions as a JSON list without its opening bracket.
 *  @param ordinal of the first place of the walk; the list ends with the ordinal from which the next page goes down. */
export const transactionList = (
  reader: KeyReader,
  places: AsyncIterable<Place>,
  ordinal: number,
  view: (entry: Entry) => unknown,
  memory: BlockMemory,
): AsyncIterable<Uint8Array> =>
  withContents(
    reader,
    (contents) =>
      listPieces(
        places,
        async (place) => JSON.stringify(view(await contents.entry(place))),
        (count) => {
          const last = ordinal - count + 1;
          return { next_cursor: count > 0 && last > 0 ? String(last) : null };
        },
        contents.letGo,
      ),
    memory,
  );

export async function readBlock(reader: KeyReader, height: number): Promise<StoredBlock | undefined> {
  const record = await reader.get(blockKey(height));
  return record && decodeStoredBlock(record);
}

/** A block that the caller knows to be in the chain. @throws StoreError STORE_PRUNED when it was dropped. */
export async function knownBlock(reader: KeyReader, height: number): Promise<StoredBlock> {
  const block = await readBlock(reader, height);
  if (!block) throw await whyMissing(reader, height, `block ${height}`);
  return block;
}

/** Over all transactions, counted from 0. Ends where the blocks below were dropped. @param ordinal of the newest one wanted; below 0 for none. */
export async function* chainWalk(reader: KeyReader, ordinal: number, limit: number): AsyncGenerator<Place> {
  const lowest = await readBlocksFrom(reader);
  let next = ordinal;
  let left = limit;
  while (left > 0 && next >= 0) {
    const [found] = await reader.range({ gte: ordinalKey(0), lt: ordinalKey(next + 1), reverse: true, limit: 1 });
    const height = found && readU64(found.value, 0);
    if (!found || height === undefined || height < lowest) return endOfKept(reader, left === limit);
    const first = keyNumber(found.key);
    const position = next - first;
    const count = Math.min(left, position + 1);
    yield* placesOf(height, count, (index) => position - index);
    left -= count;
    next = first - 1;
  }
}

/** A walk that begins below what is kept is refused; one that reaches it ends. */
async function endOfKept(reader: KeyReader, atBegin: boolean): Promise<void> {
  if (atBegin) await refuseNotKept(reader);
}

/** Over one history. Ends where the blocks below were dropped. @param ordinal in that history of the newest entry wanted; below 0 for none. */
export async function* historyWalk(
  reader: KeyReader,
  owner: AccountId | SubjectId,
  ordinal: number,
  limit: number,
): AsyncGenerator<Place> {
  const lowest = await readBlocksFrom(reader);
  let next = ordinal;
  let left = limit;
  while (left > 0 && next >= 0) {
    const [found] = await reader.range({
      gte: historyKey(owner, 0),
      lt: historyKey(owner, next + 1),
      reverse: true,
      limit: 1,
    });
    const entry = found && decodePositions(found.value);
    if (!found || !entry || entry.height < lowest) return endOfKept(reader, left === limit);
    const first = keyNumber(found.key);
    const { height, positions } = entry;
    const newest = next - first;
    const count = newest < positions.length ? Math.min(left, newest + 1) : 0;
    yield* placesOf(height, count, (index) => positions[newest - index] as number);
    left -= count;
    next = first - 1;
  }
}
