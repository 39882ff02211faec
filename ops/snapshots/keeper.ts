/** Snapshots that a running node makes of its own state: on order, and by policy.
 *
 *  In: every move of the tip, and orders. Out: folders in `state-snapshots`. By policy the heights are multiples of one number, so that
 *  every node of a network makes the same snapshots, part by part. One is made at a time; the main thread takes the view at the height
 *  itself and passes buffers on, everything else happens in other threads. A snapshot that fails is logged and costs nothing else. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../engine/base/ports.js';
import { errorText } from '../../engine/base/refusal.js';
import type { Tip } from '../../engine/chain/block.js';
import { StoreError, type StorePort } from '../../engine/store/port.js';
import { SNAPSHOTS_FOLDER, snapshotFolder, snapshotHeights } from '../../workers/snapshot/layout.js';
import { makeSnapshot, type SnapshotProgress } from '../../workers/snapshot/makeSnapshot.js';

/** Share of its time for which the store's thread reads for a snapshot beside blocks (bench `snapshot`). */
export const STORE_SHARE = 0.5;

export interface KeeperOptions {
  readonly dataDir: string;
  readonly store: Pick<StorePort, 'stream'>;
  /** Of the network's state tree. */
  readonly leafPrefix: number;
  /** Blocks between two snapshots; 0: none by itself. */
  readonly every: number;
  /** Snapshots that stay. */
  readonly kept: number;
  readonly log: Log;
}

/** Removes all but the newest snapshots. The manifest goes first: a folder without one is none. */
export function dropSnapshots(dataDir: string, kept: number): readonly number[] {
  const dropped = snapshotHeights(dataDir).slice(kept);
  for (const height of dropped) {
    const folder = snapshotFolder(dataDir, height);
    const names = readdirSync(folder).sort(
      (a, b) => Number(b.startsWith('manifest')) - Number(a.startsWith('manifest')),
    );
    for (const name of names) rmSync(join(folder, name), { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  return dropped;
}

export class SnapshotKeeper {
  /** The snapshot under way by policy; it never rejects. */
  #making: Promise<void> | undefined;
  #busy = false;
  #closing = false;

  constructor(private readonly options: KeeperOptions) {}

  /** Called when the tip has moved, before the next block is handed to the store. */
  moved({ height }: Tip): void {
    const { every, log } = this.options;
    if (every === 0 || height % every !== 0 || this.#closing) return;
    if (this.#busy) {
      log.warn({ height }, 'no snapshot is made at this height: the one before is still under way');
      return;
    }
    this.#making = this.#keep(height).finally(() => {
      this.#making = undefined;
    });
  }

  async #keep(height: number): Promise<void> {
    const { dataDir, kept, log } = this.options;
    try {
      for await (const { facts } of this.make(height))
        if (facts) {
          const dropped = dropSnapshots(dataDir, kept);
          log.info({ ...facts, dropped }, 'a snapshot of the state is made');
        }
    } catch (error) {
      if (!this.#closing) log.error({ error: errorText(error), height }, 'no snapshot could be made');
    }
  }

  /** @param height the height that the store must be at; undefined: whatever it is at.
   *  @throws StoreError from the iteration. */
  async *make(height?: number): AsyncGenerator<SnapshotProgress> {
    const { dataDir, store, leafPrefix } = this.options;
    if (this.#closing) throw new StoreError('STORE_CLOSED', 'the node stops or starts again: ask again in a moment');
    if (this.#busy)
      throw new StoreError('STORE_BUSY', `the node is making a snapshot already in ${join(dataDir, SNAPSHOTS_FOLDER)}`);
    this.#busy = true;
    try {
      const order = { dataDir, leafPrefix, share: STORE_SHARE, ...(height !== undefined && { height }) };
      for await (const progress of makeSnapshot(store, order)) {
        if (this.#closing) throw new StoreError('STORE_CLOSED', 'the node stops: the snapshot is not complete');
        yield progress;
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Ends a snapshot under way; what was made of it is removed. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#making;
  }
}
