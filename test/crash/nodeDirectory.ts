/** The data directory of a stopped node, read without the node: its journals, its state records, its meta keys. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type Block, decodeBlock } from '../../engine/chain/block.js';
import { readVoteRecord, type VoteRecordContent } from '../../engine/consensus/voteJournal.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import type { StorePort } from '../../engine/store/port.js';
import { SlotRecord } from '../../proto/wire.js';
import { JournalFile } from '../../workers/store/journalFile.js';
import { openStore } from '../../workers/store/openStore.js';

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-node-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A copy of a stopped node's directory, removed after the test. */
export function copyOf(dataDir: string): string {
  const copy = temporaryDirectory();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

export interface Journaled {
  readonly height: number;
  readonly block: Block;
  readonly hash: string;
}

/** The block that the journal holds, decoded by the engine's code; undefined when there is no journal. */
export async function readJournal(dataDir: string): Promise<Journaled | undefined> {
  const bytes = await new JournalFile(dataDir).read();
  if (!bytes) return undefined;
  const record = SlotRecord.decode(bytes);
  const block = decodeBlock(record.block);
  if (isRefusal(block)) throw new Error(block.message);
  const hash = nativeProtocol.blockHash(block.headerBytes, toHex(block.proposerSignature));
  return { height: Number(record.height), block, hash };
}

export const VOTES_FILE = 'vote-journal.bin';

/** @throws Error when there is no vote journal, or an unreadable one. */
export async function readVotes(dataDir: string): Promise<VoteRecordContent> {
  const bytes = await new JournalFile(dataDir, 'votes').read();
  const record = bytes && readVoteRecord(bytes);
  if (!record || isRefusal(record)) throw new Error(record?.message ?? `there is no vote journal in ${dataDir}`);
  return record;
}

/** Opens the store of a stopped node. */
export async function withStore<T>(dataDir: string, look: (store: StorePort) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: dataDir });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}
