/** The snapshots of this node for its peers.
 *
 *  In: the folders in `state-snapshots`. Out: what each one is, read once, and pieces of their files. A snapshot that the policy removes
 *  while it is read is simply not here any more. */

import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../engine/base/ports.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { SnapshotShelf } from '../../engine/head/peerSnapshots.js';
import { SNAPSHOT_OFFERS, SNAPSHOT_PIECE_BYTES } from '../../engine/network/limits.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import { isFault } from '../../engine/state/snapshotFault.js';
import { offerOf, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import { MANIFEST_FILE, partFile, snapshotFolder, snapshotHeights } from '../../workers/snapshot/layout.js';
import { readManifestFile } from './files.js';

interface Shelved {
  /** Undefined for a snapshot that cannot be used. */
  readonly offer: SnapshotOffer | undefined;
  /** Number of its chunks; the runs of recent blocks follow them. */
  readonly chunks: number;
  /** When its manifest was written. */
  readonly madeAt: number;
}

export class DiskShelf implements SnapshotShelf {
  /** By height. */
  readonly #known = new Map<number, Shelved>();

  constructor(
    private readonly dataDir: string,
    private readonly rules: ChainRules,
    private readonly log: Log,
  ) {}

  async offers(): Promise<readonly SnapshotOffer[]> {
    const heights = snapshotHeights(this.dataDir).slice(0, SNAPSHOT_OFFERS);
    for (const height of this.#known.keys()) if (!heights.includes(height)) this.#known.delete(height);
    for (const height of heights) await this.#look(height);
    return heights.flatMap((height) => this.#known.get(height)?.offer ?? []);
  }

  async #look(height: number): Promise<void> {
    const folder = snapshotFolder(this.dataDir, height);
    const { mtimeMs: madeAt } = await stat(join(folder, MANIFEST_FILE)).catch(() => ({ mtimeMs: Number.NaN }));
    if (Number.isNaN(madeAt) || this.#known.get(height)?.madeAt === madeAt) return;
    const bytes = readManifestFile(folder);
    const manifest = isFault(bytes) ? bytes : verifyManifest(bytes, this.rules, undefined);
    if (isFault(manifest)) {
      this.log.warn({ height, reason: manifest.message }, 'a snapshot is not shown to peers');
      this.#known.set(height, { offer: undefined, chunks: 0, madeAt });
    } else this.#known.set(height, { offer: offerOf(manifest), chunks: manifest.chunks.length, madeAt });
  }

  async piece(id: string, part: number, offset: number): Promise<Uint8Array | undefined> {
    for (const [height, shelved] of this.#known)
      if (shelved.offer?.id === id && part <= shelved.offer.parts)
        return readPiece(join(snapshotFolder(this.dataDir, height), partFile(part, shelved.chunks)), offset);
    return undefined;
  }
}

/** @returns undefined behind the end of the file, and when there is none. */
async function readPiece(path: string, offset: number): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    if (offset > size) return undefined;
    const bytes = new Uint8Array(Math.min(SNAPSHOT_PIECE_BYTES, size - offset));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    return bytesRead === bytes.length ? bytes : undefined;
  } finally {
    await file.close();
  }
}
