/** Copies a view of a memory disk to another directory of the same machine, chunk by chunk. */

import { batchCount, readBatch } from '../../engine/store/batch.js';
import { type BackupProgress, families, StoreError } from '../../engine/store/port.js';
import { MemoryDisk, type MemoryDisks } from './memoryDisk.js';
import type { MemoryView } from './memoryView.js';

const OPEN_END = new Uint8Array(0);

export interface CopyOrder {
  readonly from: string;
  readonly to: string;
}

/** The copy gets its final name once it is complete. @throws StoreError BACKUP_FAILED. */
export async function* copyDisk(
  view: MemoryView,
  disks: MemoryDisks,
  { from, to }: CopyOrder,
): AsyncGenerator<BackupProgress> {
  const refused = (why: string): StoreError =>
    new StoreError('BACKUP_FAILED', `${to} ${why}: name a directory that does not exist yet`);
  if (`${to}/`.startsWith(`${from}/`)) throw refused(`lies in the data directory ${from}`);
  if (disks.has(to)) throw refused('is not empty');
  const copy = new MemoryDisk();
  let records = 0;
  let bytes = 0;
  for (const family of families)
    for await (const chunk of view.chunks({ gte: OPEN_END, lt: OPEN_END, family })) {
      readBatch(chunk, {
        put: (key, value) => copy.write({ kind: 'put', family, key, value }),
        delete: () => undefined,
      });
      records += batchCount(chunk);
      bytes += chunk.length;
      yield { records, bytes };
    }
  copy.sync();
  copy.publish();
  copy.make();
  disks.put(to, copy);
}
