/** The file of the proposer's sign journal: the one block that this node last agreed to sign.
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
import { StoreError } from '../../engine/store/port.js';
import { crashPoint } from './crashPoints.js';
import { isMissing, syncDirectory } from './disk.js';

export const JOURNAL_FILE = 'sign-journal.bin';

const LENGTH_BYTES = 4;
const HEADER_BYTES = LENGTH_BYTES + 32;

export class SignJournalFile {
  readonly #directory: string;
  readonly #path: string;
  /** Writes run one after the other: two of them would share the temporary file. */
  #last: Promise<void> = Promise.resolve();

  constructor(directory: string) {
    this.#directory = resolve(directory);
    this.#path = join(this.#directory, JOURNAL_FILE);
  }

  /** @throws StoreError JOURNAL_FAILED. */
  write(bytes: Uint8Array): Promise<void> {
    const written = this.#last.then(() => this.#write(bytes));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** @returns undefined when there is no journal.
   *  @throws StoreError JOURNAL_DAMAGED. */
  async read(): Promise<Uint8Array | undefined> {
    await this.#last;
    let file: Buffer;
    try {
      file = await readFile(this.#path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new StoreError('JOURNAL_DAMAGED', `the sign journal ${this.#path} cannot be read: ${text(error)}`);
    }
    if (file.length < HEADER_BYTES) throw this.#damaged(`it has ${file.length} bytes, fewer than its header`);
    const bytes = file.subarray(HEADER_BYTES);
    const length = file.readUInt32BE(0);
    if (bytes.length !== length) throw this.#damaged(`it holds ${bytes.length} bytes where ${length} were written`);
    if (!bytesEqual(file.subarray(LENGTH_BYTES, HEADER_BYTES), sha256(bytes)))
      throw this.#damaged('its checksum does not hold');
    return bytes;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > MAX_JOURNAL_BYTES)
      throw new StoreError('JOURNAL_FAILED', `the sign journal cannot hold ${bytes.length} bytes`);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(bytes.length, 0);
    header.set(sha256(bytes), LENGTH_BYTES);
    const temporary = `${this.#path}.tmp`;
    try {
      crashPoint('journal-begin');
      const handle = await open(temporary, 'w', 0o600);
      try {
        // 1. The bytes, under a name that is never read.
        await handle.writeFile(header);
        await handle.writeFile(bytes);
        crashPoint('journal-write');
        // 2. They are on the disk before anything names them.
        await handle.sync();
        crashPoint('journal-sync');
      } finally {
        await handle.close();
      }
      // 3. They replace the old journal in one step.
      await rename(temporary, this.#path);
      crashPoint('journal-rename');
      // 4. The replacement itself is on the disk.
      await syncDirectory(this.#directory);
      crashPoint('journal-directory');
    } catch (error) {
      throw new StoreError('JOURNAL_FAILED', `the sign journal ${this.#path} cannot be written: ${text(error)}`);
    }
  }

  #damaged(how: string): StoreError {
    return new StoreError(
      'JOURNAL_DAMAGED',
      `the sign journal ${this.#path} is damaged: ${how}; without it this node could sign a slot twice`,
    );
  }
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));
