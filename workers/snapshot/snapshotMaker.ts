/** Makes the files of one snapshot out of what `snapshotEntries` reads.
 *
 *  In: packed puts. Out: a folder of parts and a manifest, complete and durable when `finish` returns. It hashes, sorts and writes
 *  without a pause, so it runs in a thread of its own. The lasting effects in order, and what a crash leaves in each gap:
 *    1. the recent blocks; the records in buckets
 *    2. the chunks, and each a second time with its siblings
 *    3. the manifest; every file is synced
 *       before 4: a folder whose name nobody takes for a snapshot; the next one that is made removes it
 *    4. the folder's own name
 *  The state root is computed on the way: a snapshot whose root is not the header's gets no name. */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesEqual } from '../../engine/base/bytes.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { HASH_BYTES } from '../../engine/state/leaves.js';
import { CHUNK_BYTES, type Cut, cutRecords, encodeRecords, encodeSiblings } from '../../engine/state/stateChunk.js';
import { type Prefix, prefixOf, type Subtree, siblingsOf } from '../../engine/state/subtree.js';
import { readBatch } from '../../engine/store/batch.js';
import { FIRST_STORE_TABLE, keyNumber, storeTables } from '../../engine/store/keys.js';
import { StoreError } from '../../engine/store/port.js';
import { type ChunkEntry, encodeManifest, type RecentEntry } from '../../engine/store/snapshot/manifest.js';
import { ManifestFacts } from '../../engine/store/snapshot/manifestFacts.js';
import { encodeRun } from '../../engine/store/snapshot/recentBlocks.js';
import { crashPoint } from '../store/crashPoints.js';
import { BUCKET_BITS, BUCKETS, Buckets } from './buckets.js';
import {
  chunkFile,
  MANIFEST_FILE,
  recentFile,
  SNAPSHOTS_FOLDER,
  snapshotFolder,
  UNFINISHED_SNAPSHOT,
} from './layout.js';

/** What was made. */
export interface SnapshotFacts {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
  readonly chunks: number;
  readonly records: number;
  /** Of all files. */
  readonly bytes: number;
}

/** A disk that is slow for another reason is not waited for longer than this. */
const MOST_PAUSE_MS = 200;

interface WrittenChunk extends Subtree {
  readonly digest: Hash;
  readonly size: number;
}

const failed = (message: string): StoreError => new StoreError('QUERY_FAILED', message);

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function writeFile(path: string, flags: 'wx' | 'a', bytes: Uint8Array): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    syncInTurn(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Syncs a file, then leaves the disk to the blocks' own syncs for as long. */
function syncInTurn(descriptor: number): void {
  const began = performance.now();
  fsyncSync(descriptor);
  Atomics.wait(sleeper, 0, 0, Math.min(MOST_PAUSE_MS, performance.now() - began));
}

export class SnapshotMaker {
  readonly #folder: string;
  readonly #buckets: Buckets;
  readonly #facts = new ManifestFacts();
  readonly #recent: RecentEntry[] = [];
  #run: { readonly height: number; readonly bytes: Uint8Array }[] = [];
  #records = 0;
  #bytes = 0;

  /** @param leafPrefix of the network's state tree. @param chunkBytes size at which a subtree is cut in two. */
  constructor(
    private readonly dataDir: string,
    private readonly leafPrefix: number,
    private readonly chunkBytes = CHUNK_BYTES,
  ) {
    this.#folder = join(dataDir, SNAPSHOTS_FOLDER, UNFINISHED_SNAPSHOT);
    const isNew = !existsSync(dirname(this.#folder));
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (isNew) syncFolder(dataDir);
    this.#buckets = new Buckets(this.#folder);
    crashPoint('snapshot-begin');
  }

  /** @param packed puts, as `snapshotEntries` gives them. */
  take(packed: Uint8Array): void {
    readBatch(packed, {
      put: (key, value) => this.#put(key, value),
      delete: () => {
        throw failed('what a snapshot is made of holds no deletes');
      },
    });
    crashPoint('snapshot-entries');
  }

  #put(key: Uint8Array, value: Uint8Array): void {
    const table = key[0] as number;
    if (table < FIRST_STORE_TABLE) {
      this.#buckets.addRecord(key, value);
      this.#records++;
    } else if (table === storeTables.publicKeys) this.#buckets.addPublicKey(key.subarray(1), value);
    else if (table === storeTables.recent) this.#addRecent(keyNumber(key), value.slice());
    else this.#facts.put(key, value);
  }

  #addRecent(height: number, bytes: Uint8Array): void {
    const size = this.#run.reduce((sum, block) => sum + block.bytes.length, bytes.length);
    if (size > this.chunkBytes) this.#endRun();
    this.#run.push({ height, bytes });
  }

  #endRun(): void {
    const [newest] = this.#run;
    const oldest = this.#run.at(-1);
    if (!newest || !oldest) return;
    const bytes = encodeRun(this.#run.map((block) => block.bytes));
    writeFile(join(this.#folder, recentFile(this.#recent.length)), 'wx', bytes);
    this.#bytes += bytes.length;
    this.#recent.push({ first: oldest.height, last: newest.height, hash: sha256(bytes), size: bytes.length });
    this.#run = [];
  }

  /** @returns what was made. @throws StoreError when the entries are not those of a final block's state. */
  finish(): SnapshotFacts {
    this.#endRun();
    const facts = this.#facts.read();
    const { root, chunks } = this.#writeChunks();
    if (!bytesEqual(root, facts.stateRoot))
      throw failed(`the state in the store does not have the root of block ${facts.height}: the database is damaged`);
    const manifest = encodeManifest({ ...facts, chunks, recent: this.#recent });
    writeFile(join(this.#folder, MANIFEST_FILE), 'wx', manifest);
    this.#bytes += manifest.length;
    crashPoint('snapshot-manifest');
    syncFolder(this.#folder);
    this.#name(facts.height);
    const { height, hash } = facts;
    return { height, hash, chunks: chunks.length, records: this.#records, bytes: this.#bytes };
  }

  /** Removes what was made so far. */
  abandon(): void {
    this.#buckets.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #name(height: number): void {
    const named = snapshotFolder(this.dataDir, height);
    // One that is there already is of the same block: a block has one state.
    rmSync(named, { recursive: true, force: true });
    renameSync(this.#folder, named);
    syncFolder(dirname(named));
    crashPoint('snapshot-rename');
  }

  #writeChunks(): { readonly root: Uint8Array; readonly chunks: readonly ChunkEntry[] } {
    const written: WrittenChunk[] = [];
    for (const cut of this.#cuts(0, 0, BUCKETS)) {
      const bytes = encodeRecords(cut.records);
      writeFile(join(this.#folder, chunkFile(written.length)), 'wx', bytes);
      const { bits, prefix, hash } = cut;
      written.push({ bits, prefix, hash, size: bytes.length, digest: createHash('sha256').update(bytes) });
      crashPoint('snapshot-chunk');
    }
    const { root, siblings } = siblingsOf(written);
    const chunks = written.map(({ bits, prefix, size, digest }, index): ChunkEntry => {
      const bytes = encodeSiblings(siblings[index] ?? []);
      writeFile(join(this.#folder, chunkFile(index)), 'a', bytes);
      this.#bytes += size + bytes.length;
      return { bits, prefix, hash: new Uint8Array(digest.update(bytes).digest()), size: size + bytes.length };
    });
    crashPoint('snapshot-chunks');
    return { root, chunks };
  }

  /** Buckets that are small together are cut together, a large one alone. */
  *#cuts(depth: number, from: number, to: number): Generator<Cut> {
    const { records, bytes } = this.#buckets.held(from, to);
    if (depth === BUCKET_BITS || bytes <= this.chunkBytes || records < 2) {
      const place: Prefix = prefixOf(Uint8Array.of(from, ...new Uint8Array(HASH_BYTES - 1)), depth);
      yield* cutRecords(this.#buckets.take(from, to), this.leafPrefix, place, this.chunkBytes);
      return;
    }
    const middle = (from + to) >>> 1;
    yield* this.#cuts(depth + 1, from, middle);
    yield* this.#cuts(depth + 1, middle, to);
  }
}
