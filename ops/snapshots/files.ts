/** The parts of a snapshot as files: read one at a time, and a sentence that names the file when one is missing or damaged. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faulty, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { MAX_MANIFEST_BYTES } from '../../engine/state/stateChunk.js';
import type { Manifest, PartEntry } from '../../engine/store/snapshot/manifest.js';
import type { SnapshotParts } from '../../engine/store/snapshot/restore.js';
import { chunkFile, MANIFEST_FILE, recentFile } from '../../workers/snapshot/layout.js';

function readFile(path: string, most: number): Uint8Array | SnapshotFault {
  try {
    const { size } = statSync(path);
    if (size > most) return faulty('size', `${path} has ${size} bytes, which is more than it may have`);
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return faulty('size', code === 'ENOENT' ? `${path} is missing` : `${path} cannot be read (${code})`);
  }
}

export const readManifestFile = (folder: string): Uint8Array | SnapshotFault =>
  readFile(join(folder, MANIFEST_FILE), MAX_MANIFEST_BYTES);

function readPart(folder: string, name: string, entry: PartEntry | undefined): Uint8Array | SnapshotFault {
  const path = join(folder, name);
  const bytes = readFile(path, entry?.size ?? 0);
  if (!(bytes instanceof Uint8Array) || bytes.length === entry?.size) return bytes;
  return faulty('damaged', `${path} has ${bytes.length} bytes instead of ${entry?.size}`);
}

export const filesOf = (folder: string, { chunks, recent }: Manifest): SnapshotParts => ({
  chunk: async (index) => readPart(folder, chunkFile(index), chunks[index]),
  recent: async (index) => readPart(folder, recentFile(index), recent[index]),
});
