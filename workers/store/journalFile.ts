/** Files that are replaced whole: the journals of what this node has signed, and the addresses of its peers.
 *
 *  In: bytes. Out: the same bytes after any crash, or those before them, never a mixture. The order of a write:
 *  temporary file, fsync, rename over the old one, fsync of the directory (a rename alone can be lost). The engine defines
 *  what the bytes mean.
 *
 *  Layout: u32 big-endian length, SHA-256 of the bytes, the bytes. */

import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bytesEqual } from '../../engine/base/bytes.js';
import { MAX_JOURNAL_BYTES } from '../../engine/base/limits.js';
import { type JournalName, StoreError } from '../../engine/store/port.js';
import { type CrashPoint, crashPoint } from './crashPoints.js';
import { isMissing, syncDirectory } from './disk.js';

export const JOURNAL_FILE = 'sign-journal.bin';

interface JournalKind {
  readonly file: string;
  /** What messages call it. */
  readonly called: string;
  /** What follows when it is damaged. */
  readonly without: string;
  /** Beginning of the names of its crash points; absent where nothing depends on the moment of a crash. */
  readonly points?: 'journal' | 'votes' | 'candidate';
}

const kinds: Readonly<Record<JournalName, JournalKind>> = {
  slot: {
    file: JOURNAL_FILE,
    called: 'sign journal',
    without: 'without it this node could sign a slot twice',
    points: 'journal',
  },
  votes: {
    file: 'vote-journal.bin',
    called: 'vote journal',
    without: 'without it this node could vote twice in one round',
    points: 'votes',
  },
  candidate: {
    file: 'candidate.bin',
    called: 'file of blocks that this node has voted for',
    without: 'a block of it that is not in the chain yet has to come from another node',
    points: 'candidate',
  },
  peers: { file: 'peers.bin', called: 'list of known peers', without: 'it is made anew' },
  evidence: { file: 'evidence.bin', called: 'list of equivocations', without: 'it is collected anew' },
};

type Place = 'begin' | 'write' | 'sync' | 'rename' | 'directory';

const LENGTH_BYTES = 4;
const HEADER_BYTES = LENGTH_BYTES + 32;

export class JournalFile {
  readonly #directory: string;
  readonly #path: string;
  /** Writes run one after the other: two of them would share the temporary file. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    directory: string,
    private readonly journal: JournalName = 'slot',
  ) {
    this.#directory = resolve(directory);
    this.#path = join(this.#directory, kinds[journal].file);
  }

  /** @throws StoreError JOURNAL_FAILED. */
  write(bytes: Uint8Array): Promise<void> {
    const written = this.#last.then(() => this.#write(bytes));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** What it answers is durable: a write that failed, or a process that ended, between the rename and the sync of the directory leaves
   *  a journal that is read, and that a power cut would take back after a signature of it has left.
   *  @returns undefined when there is no journal.
   *  @throws StoreError JOURNAL_DAMAGED, or JOURNAL_FAILED when it cannot be made durable. */
  async read(): Promise<Uint8Array | undefined> {
    await this.#last;
    let file: Buffer;
    try {
      file = await readFile(this.#path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new StoreError(
        'JOURNAL_DAMAGED',
        `the ${kinds[this.journal].called} ${this.#path} cannot be read: ${text(error)}`,
      );
    }
    if (file.length < HEADER_BYTES) throw this.#damaged(`it has ${file.length} bytes, fewer than its header`);
    const bytes = file.subarray(HEADER_BYTES);
    const length = file.readUInt32BE(0);
    if (bytes.length !== length) throw this.#damaged(`it holds ${bytes.length} bytes where ${length} were written`);
    if (!bytesEqual(file.subarray(LENGTH_BYTES, HEADER_BYTES), sha256(bytes)))
      throw this.#damaged('its checksum does not hold');
    try {
      await syncDirectory(this.#directory);
    } catch (error) {
      throw new StoreError(
        'JOURNAL_FAILED',
        `the ${kinds[this.journal].called} ${this.#path} cannot be made durable: ${text(error)}`,
      );
    }
    return bytes;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > MAX_JOURNAL_BYTES)
      throw new StoreError('JOURNAL_FAILED', `the ${kinds[this.journal].called} cannot hold ${bytes.length} bytes`);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(bytes.length, 0);
    header.set(sha256(bytes), LENGTH_BYTES);
    const temporary = `${this.#path}.tmp`;
    try {
      this.#pass('begin');
      const handle = await open(temporary, 'w', 0o600);
      try {
        // 1. The bytes, under a name that is never read.
        await handle.writeFile(header);
        await handle.writeFile(bytes);
        this.#pass('write');
        // 2. They are on the disk before anything names them.
        await handle.sync();
        this.#pass('sync');
      } finally {
        await handle.close();
      }
      // 3. They replace the old journal in one step.
      await rename(temporary, this.#path);
      this.#pass('rename');
      // 4. The replacement itself is on the disk.
      await syncDirectory(this.#directory);
      this.#pass('directory');
    } catch (error) {
      throw new StoreError(
        'JOURNAL_FAILED',
        `the ${kinds[this.journal].called} ${this.#path} cannot be written: ${text(error)}`,
      );
    }
  }

  #pass(place: Place): void {
    const { points } = kinds[this.journal];
    if (points) crashPoint(`${points}-${place}` satisfies CrashPoint);
  }

  #damaged(how: string): StoreError {
    const { called, without } = kinds[this.journal];
    return new StoreError('JOURNAL_DAMAGED', `the ${called} ${this.#path} is damaged: ${how}; ${without}`);
  }
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export type JournalFiles = Readonly<Record<JournalName, JournalFile>>;

export const journalFiles = (directory: string): JournalFiles => ({
  slot: new JournalFile(directory, 'slot'),
  votes: new JournalFile(directory, 'votes'),
  candidate: new JournalFile(directory, 'candidate'),
  peers: new JournalFile(directory, 'peers'),
  evidence: new JournalFile(directory, 'evidence'),
});
