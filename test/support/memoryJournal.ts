/** A journal of a store in memory, written in the order of the real file (workers/store/journalFile.ts): write the
 *  bytes under another name, sync them, rename, sync the directory. */

import { MAX_JOURNAL_BYTES } from '../../engine/base/limits.js';
import { type JournalName, StoreError } from '../../engine/store/port.js';
import { errorText } from '../../workers/store/storeMessages.js';
import type { MemoryPlaces } from './memoryCommits.js';
import type { MemoryDisk } from './memoryDisk.js';

const POINTS: Readonly<Record<JournalName, 'journal' | 'votes' | 'candidate' | undefined>> = {
  slot: 'journal',
  votes: 'votes',
  candidate: 'candidate',
  peers: undefined,
  evidence: undefined,
};

export class MemoryJournal {
  /** Writes run one at a time. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: MemoryDisk,
    private readonly places: MemoryPlaces,
    private readonly name: JournalName,
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
    this.disk.syncJournal(this.name);
    const journal = this.disk.journal(this.name);
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
      await this.#pass('begin');
      await this.#pass('write');
      await this.#pass('sync');
      this.disk.renameJournal(this.name, bytes);
      await this.#pass('rename');
      this.disk.syncJournal(this.name);
      await this.#pass('directory');
    } catch (error) {
      throw new StoreError('JOURNAL_FAILED', `the sign journal cannot be written: ${errorText(error)}`);
    }
  }

  async #pass(place: 'begin' | 'write' | 'sync' | 'rename' | 'directory'): Promise<void> {
    const points = POINTS[this.name];
    if (points) await this.places.pass(`${points}-${place}`);
  }
}
