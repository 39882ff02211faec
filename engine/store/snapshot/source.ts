/** Everything that a snapshot is made of, read from one view of the store: the state after its latest block, however many blocks
 *  follow meanwhile.
 *
 *  In: a reader. Out: packed puts with the keys that the records have in the store, in this order: facts of the block; recent blocks
 *  from the newest down, each a RecentBlock; the records of the state; the keys of accounts. It runs in the store's thread and does
 *  nothing there but read: hashing and sorting happen in a thread of their own. */

import { concatBytes, readU64, utf8Text } from '../../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../../base/limits.js';
import { isRefusal } from '../../base/refusal.js';
import { type Header, parseHeader } from '../../chain/header.js';
import { BatchWriter } from '../batch.js';
import { blockKey, eventsKey, FIRST_STORE_TABLE, metaKey, recentKey, storeTables } from '../keys.js';
import { type KeyReader, StoreError } from '../port.js';
import { encodeRecentBlock } from './recentBlocks.js';
import { readRecentBlock } from './recentReader.js';

/** Records that are read at a time: some 4 ms of the store's thread, which then looks after everything else. */
const PAGE_RECORDS = 512;

/** Keys are 1,952 bytes each. */
const PAGE_KEYS = 128;

const END = Uint8Array.of(0);

const failed = (message: string): StoreError => new StoreError('QUERY_FAILED', message);

/** @param required a height the caller insists on; the store's latest block may have another. */
async function* facts(reader: KeyReader, required: number | undefined): AsyncGenerator<Uint8Array, number> {
  const tip = await reader.get(metaKey('tip'));
  if (!tip) throw failed('the data directory holds no chain');
  const height = readU64(tip, 0);
  if (required !== undefined && height !== required)
    throw failed(`the latest block of the store is ${height}, not ${required}`);
  if (height === 0) throw failed('the chain has no block but its genesis: a snapshot needs a final block');
  const names = [metaKey('chain'), metaKey('genesis'), metaKey('tip'), metaKey('certificate')];
  const keys = [...names, blockKey(height), eventsKey(height)];
  const values = await reader.getMany(keys);
  const writer = new BatchWriter();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (value) writer.put(key, value);
  }
  yield writer.finish();
  return height;
}

function headerIn(bytes: Uint8Array, height: number): Header {
  const header = parseHeader(utf8Text(bytes));
  if (isRefusal(header)) throw failed(`the header of block ${height} cannot be read`);
  return header;
}

/** Ends with the first block about which the replay rule no longer asks, which shows that none is missing. */
async function* recent(reader: KeyReader, newest: number): AsyncGenerator<Uint8Array> {
  let horizon = Number.NEGATIVE_INFINITY;
  for (let height = newest; height > 0; height--) {
    const block = await readRecentBlock(reader, height);
    const { time } = headerIn(block.headerBytes, height);
    if (height === newest) horizon = time - REPLAY_HORIZON_MS;
    const writer = new BatchWriter();
    writer.put(recentKey(height), encodeRecentBlock(block));
    yield writer.finish();
    if (time < horizon) return;
  }
}

async function* pages(reader: KeyReader, from: Uint8Array, to: Uint8Array, limit: number): AsyncGenerator<Uint8Array> {
  let gte = from;
  for (;;) {
    const found = await reader.range({ gte, lt: to, limit });
    const last = found.at(-1);
    if (!last) return;
    const writer = new BatchWriter(64 * 1024);
    for (const { key, value } of found) writer.put(key, value);
    yield writer.finish();
    if (found.length < limit) return;
    gte = concatBytes(last.key, END);
  }
}

/** @param args.height the height that the store must be at. */
export async function* snapshotEntries(reader: KeyReader, args: unknown): AsyncGenerator<Uint8Array> {
  const { height: required } = args as { readonly height?: number };
  const height = yield* facts(reader, required);
  yield* recent(reader, height);
  yield* pages(reader, Uint8Array.of(1), Uint8Array.of(FIRST_STORE_TABLE), PAGE_RECORDS);
  const { publicKeys } = storeTables;
  yield* pages(reader, Uint8Array.of(publicKeys), Uint8Array.of(publicKeys + 1), PAGE_KEYS);
}

export const snapshotQueries = { snapshotEntries };
