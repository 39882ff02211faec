/** The stages of a start, one after the other, in a process of its own: compiled code and garbage of one measurement do not affect
 *  the next. (A node reads and loads at the same time, so its start is shorter than their sum.)
 *
 *  In: one argument of JSON (`StagesOf`). Out: one line of JSON (`StageTimes`), milliseconds by the wall clock. */

import { join } from 'node:path';
import { asBuffer, fromBinary, fromHex, utf8 } from '../../engine/base/bytes.js';
import { InvariantError, invariant } from '../../engine/base/refusal.js';
import { type BatchHashing, batchHashing, oneByOne } from '../../engine/crypto/batchHashing.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { State } from '../../engine/state/state.js';
import { BatchWriter, readBatch } from '../../engine/store/batch.js';
import { blockKey, FIRST_STORE_TABLE, heightKey } from '../../engine/store/keys.js';
import type { StorePort } from '../../engine/store/port.js';
import { encodeStoredBlock, type StoredBlock } from '../../engine/store/records.js';
import { fillReplayGuard } from '../../engine/store/replayTags.js';
import { Body } from '../../proto/wire.js';
import { openStore } from '../../workers/store/openStore.js';
import { DATABASE_FOLDER } from '../../workers/store/storeBackup.js';
import { Database } from '../../workers/store/storeDatabase.js';
import { collectGarbage, timed } from '../measure.js';
import { benchRules } from '../network.js';
import { payloadText, wallet } from '../transfers.js';

export interface StagesOf {
  /** Holds a chain with many accounts. */
  readonly directory: string;
  /** Of a chain made for the replay tags; empty or absent before. */
  readonly tagsDirectory: string;
  readonly blocks: number;
  readonly transfersPerBlock: number;
}

export interface StageTimes {
  readonly raw: number;
  readonly reading: number;
  readonly records: number;
  readonly trie: number;
  readonly indexes: number;
  readonly tags: number;
  /** Records and trie, with one call for each hash. */
  readonly single: number;
}

const STATE = { gte: Uint8Array.of(1), lt: Uint8Array.of(FIRST_STORE_TABLE) };

async function timedAsync<T>(work: () => Promise<T>): Promise<{ readonly milliseconds: number; readonly value: T }> {
  await collectGarbage();
  const start = performance.now();
  const value = await work();
  return { milliseconds: performance.now() - start, value };
}

/** The same bytes, packed from RocksDB in this thread. */
async function readRaw(directory: string): Promise<number> {
  const database = await Database.open(join(directory, DATABASE_FOLDER), { readOnly: true });
  const view = database.view();
  try {
    const { milliseconds } = await timedAsync(async () => {
      for await (const chunk of view.chunks(STATE)) invariant(chunk.length > 0, 'an empty chunk');
    });
    return milliseconds;
  } finally {
    await view.release();
    await database.close();
  }
}

async function readChunks(store: StorePort): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.rangeStream(STATE)) chunks.push(chunk);
  return chunks;
}

function loadRecords(chunks: readonly Uint8Array[], hashing: BatchHashing): State {
  const state = new State(ledgerTables, nativeProtocol.stateTree, hashing);
  for (const chunk of chunks) readBatch(chunk, { put: (key, value) => state.loadRecord(key, value), delete: () => {} });
  return state;
}

/** A store whose newest blocks are in the horizon of the replay guard. @returns its tip. */
async function fillBlocks(store: StorePort, { blocks, transfersPerBlock }: StagesOf): Promise<StoredBlock> {
  const { header, headerBytes, hash, proposerSignature } = nativeProtocol.genesisBlock(benchRules().genesis);
  const tip: StoredBlock = {
    header: { ...header, height: blocks },
    headerBytes,
    proposerSignature: fromHex(proposerSignature) ?? new Uint8Array(),
    hash,
    certificate: undefined,
    transactionCount: transfersPerBlock,
    firstOrdinal: 0,
    fees: 0n,
  };
  for (let height = 1; height <= blocks; height++) {
    const transactions = Array.from({ length: transfersPerBlock }, (_, index) => {
      const from = wallet(index);
      const text = payloadText(from, from.address, height * transfersPerBlock + index);
      // Counted from 1, as it is stored.
      const keyAt = text.indexOf(from.keyHex) + 1;
      const account = fromBinary(from.account);
      return { operation: 'transfer', account, text: utf8(text.replace(from.keyHex, '')), keyAt };
    });
    const batch = new BatchWriter();
    batch.put(blockKey(height), encodeStoredBlock(tip));
    const body = { key: heightKey(height), value: Body.encode({ transactions }).finish() };
    await store.commit({ body, batch: batch.finish() });
  }
  return tip;
}

async function timeTags(order: StagesOf): Promise<number> {
  const store = await openStore({ directory: order.tagsDirectory });
  try {
    const tip = await fillBlocks(store, order);
    const guard = new ReplayGuard();
    const { milliseconds } = await timedAsync(() => fillReplayGuard(guard, store, tip));
    const wanted = order.blocks * order.transfersPerBlock;
    if (guard.size !== wanted) throw new InvariantError(`${guard.size} tags were read instead of ${wanted}`);
    return milliseconds;
  } finally {
    await store.close();
  }
}

async function measure(order: StagesOf): Promise<StageTimes> {
  const raw = await readRaw(order.directory);
  const store = await openStore({ directory: order.directory });
  try {
    const { milliseconds: reading, value: chunks } = await timedAsync(() => readChunks(store));
    await collectGarbage();
    const { milliseconds: records, value: state } = timed(() => loadRecords(chunks, batchHashing));
    const trie = timed(() => state.finishLoad()).milliseconds;
    const indexes = timed(() => new ReadingIndexes(state)).milliseconds;
    await collectGarbage();
    const single = timed(() => {
      const other = loadRecords(chunks, oneByOne('one call per hash', sha256));
      other.finishLoad();
      return other;
    });
    invariant(asBuffer(single.value.root()).equals(state.root()), 'two ways of hashing have two roots');
    return { raw, reading, records, trie, indexes, tags: await timeTags(order), single: single.milliseconds };
  } finally {
    await store.close();
  }
}

console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '') as StagesOf)));
