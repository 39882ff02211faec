/** Makes a snapshot in memory, of a state that is small: what `workers/snapshot/snapshotMaker.ts` makes of files.
 *
 *  In: packed puts, as `snapshotEntries` gives them. Out: the manifest and its parts. The same state gives the same parts. */

import { bytesEqual, compareBytes, concatBytes, toBinary } from '../../engine/base/bytes.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { accounts } from '../../engine/ledger/tables.js';
import { HASH_BYTES } from '../../engine/state/leaves.js';
import { cutRecords, encodeRecords, encodeSiblings, type PathRecord } from '../../engine/state/stateChunk.js';
import { prefixOf, siblingsOf } from '../../engine/state/subtree.js';
import { readBatch } from '../../engine/store/batch.js';
import { FIRST_STORE_TABLE, keyNumber, storeTables } from '../../engine/store/keys.js';
import { type ChunkEntry, encodeManifest, type RecentEntry } from '../../engine/store/snapshot/manifest.js';
import { ManifestFacts } from '../../engine/store/snapshot/manifestFacts.js';
import { encodeRun } from '../../engine/store/snapshot/recentBlocks.js';
import type { SnapshotBytes } from './snapshotScene.js';

interface Recent {
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** @param leafPrefix of the network's state tree. @param chunkBytes size at which a subtree is cut in two, and a run ends.
 *  @throws StoreError, or Error for a state that has not the root of its block. */
export async function memorySnapshot(
  entries: AsyncIterable<Uint8Array>,
  leafPrefix: number,
  chunkBytes: number,
): Promise<SnapshotBytes> {
  const facts = new ManifestFacts();
  const records: PathRecord[] = [];
  const publicKeys = new Map<string, Uint8Array>();
  const recent: Recent[] = [];
  const put = (key: Uint8Array, value: Uint8Array): void => {
    const table = key[0] as number;
    if (table < FIRST_STORE_TABLE) records.push({ path: sha256(key), key: key.slice(), value: value.slice() });
    else if (table === storeTables.publicKeys) publicKeys.set(toBinary(key.subarray(1)), value.slice());
    else if (table === storeTables.recent) recent.push({ height: keyNumber(key), bytes: value.slice() });
    else facts.put(key, value);
  };
  for await (const packed of entries) readBatch(packed, { put, delete: () => {} });
  const read = facts.read();
  const state = chunksOf(records, publicKeys, leafPrefix, chunkBytes);
  if (!bytesEqual(state.root, read.stateRoot)) throw new Error(`the state has not the root of block ${read.height}`);
  const runs = runsOf(recent, chunkBytes);
  const manifest = encodeManifest({ ...read, chunks: state.entries, recent: runs.map(({ entry }) => entry) });
  return { manifest, chunks: state.parts, recent: runs.map(({ bytes }) => bytes) };
}

function chunksOf(
  records: readonly PathRecord[],
  publicKeys: ReadonlyMap<string, Uint8Array>,
  leafPrefix: number,
  chunkBytes: number,
) {
  const whole = records.map((record): PathRecord => {
    const publicKey = record.key[0] === accounts.id ? publicKeys.get(toBinary(record.key.subarray(1))) : undefined;
    return { ...record, publicKey };
  });
  whole.sort((a, b) => compareBytes(a.path, b.path));
  const cuts = [...cutRecords(whole, leafPrefix, prefixOf(new Uint8Array(HASH_BYTES), 0), chunkBytes)];
  const { root, siblings } = siblingsOf(cuts);
  const parts = cuts.map((cut, index) =>
    concatBytes(encodeRecords(cut.records), encodeSiblings(siblings[index] ?? [])),
  );
  const entries = cuts.map(({ bits, prefix }, index): ChunkEntry => {
    const bytes = parts[index] as Uint8Array;
    return { bits, prefix, hash: sha256(bytes), size: bytes.length };
  });
  return { root, parts, entries };
}

/** @param recent from the newest block down. */
function runsOf(recent: readonly Recent[], chunkBytes: number) {
  const runs: Recent[][] = [];
  for (const block of recent) {
    const run = runs.at(-1);
    const size = run?.reduce((sum, { bytes }) => sum + bytes.length, block.bytes.length) ?? Number.POSITIVE_INFINITY;
    if (run && size <= chunkBytes) run.push(block);
    else runs.push([block]);
  }
  return runs.map((run) => {
    const bytes = encodeRun(run.map((block) => block.bytes));
    const [first, last] = [run.at(-1)?.height ?? 0, run[0]?.height ?? 0];
    return { bytes, entry: { first, last, hash: sha256(bytes), size: bytes.length } satisfies RecentEntry };
  });
}
