/** The sign journal of a store in memory, written in the order of the real file (workers/store/signJournalFile.ts): write the
 *  bytes under another name, sync them, rename, sync the directory. */

import { MAX_JOURNAL_BYTES } from '../../engine/base/limits.js';
import { StoreError } from '../../engine/store/port.js';
import { errorText } from '../../workers/store/storeMessages.js';
import type { MemoryPlaces } from './memoryCommits.js';
import type { MemoryDisk } from './memoryDisk.js';

export class MemoryJournal {
  /** Writes run one at a time. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: MemoryDisk,
    private readonly places: MemoryPlaces,
  ) {}

  /** @throws StoreError JOURNAL_FAILED. */
  write(bytes: Uint8Array): Promise<void> {
    const written = this.#last.then(() => this.#write(bytes));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** @throws StoreError JOURNAL_DAMAGED. */
  async read(): Promise<Uint8Array | undefined> {
    await this.#last;
    const { journal } = this.disk;
    if (journal?.isWhole !== false) return journal?.bytes.slice();
    throw new StoreError(
      'JOURNAL_DAMAGED',
      'the sign journal is damaged: its checksum does not hold; without it this node could sign a slot twice',
    );
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > MAX_JOURNAL_BYTES)
      throw new StoreError('JOURNAL_FAILED', `the sign journal cannot hold ${bytes.length} bytes`);
    try {
      await this.places.pass('journal-begin');
      await this.places.pass('journal-write');
      await this.places.pass('journal-sync');
      this.disk.renameJournal(bytes);
      await this.places.pass('journal-rename');
      this.disk.syncJournal();
      await this.places.pass('journal-directory');
    } catch (error) {
      throw new StoreError('JOURNAL_FAILED', `the sign journal cannot be written: ${errorText(error)}`);
    }
  }
}
