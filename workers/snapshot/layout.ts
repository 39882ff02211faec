/** Where the parts of snapshots are: `state-snapshots/<height>/` in the data directory, one file for each part. A folder has such
 *  a name only when it is complete and durable. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const SNAPSHOTS_FOLDER = 'state-snapshots';

/** A snapshot that is not complete yet. */
export const UNFINISHED_SNAPSHOT = 'unfinished';

export const MANIFEST_FILE = 'manifest.bin';

const numbered = (name: string, index: number): string => `${name}-${String(index).padStart(6, '0')}.bin`;

export const chunkFile = (index: number): string => numbered('chunk', index);

export const recentFile = (index: number): string => numbered('recent', index);

/** File of a part as peers number them: 0 is the manifest, chunks follow, then runs of recent blocks. */
export function partFile(part: number, chunks: number): string {
  if (part === 0) return MANIFEST_FILE;
  return part <= chunks ? chunkFile(part - 1) : recentFile(part - 1 - chunks);
}

const HEIGHT = /^[1-9]\d{0,15}$/;

/** Heights of the complete snapshots in a data directory, newest first. */
export function snapshotHeights(dataDir: string): readonly number[] {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => HEIGHT.test(name) && existsSync(join(folder, name, MANIFEST_FILE)))
    .map(Number)
    .sort((a, b) => b - a);
}

export const snapshotFolder = (dataDir: string, height: number): string =>
  join(dataDir, SNAPSHOTS_FOLDER, String(height));
