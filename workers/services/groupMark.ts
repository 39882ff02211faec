/** How many groups of writes have become durable, beside the database: a write-ahead log that is cut or damaged loses its end without an
 *  error, and answers that were given would be lost without a word. The node would also number its log of records from there again, and
 *  contradict what its peers have.
 *
 *  In: each group, after it is durable. Out: at the next opening, how many groups the database lacks. The mark is written over in place
 *  and not synced: after a power cut it may be older than the database, never newer. */

import { constants, type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesEqual, joinBytes, readU64, u64Bytes } from '../../engine/base/bytes.js';
import { withPut } from '../../engine/store/batch.js';
import { type KeyReader, StoreError } from '../../engine/store/port.js';
import { isMissing } from '../store/disk.js';

/** No table of the services has this byte. Value: the number of the group. */
export const GROUP_KEY = Uint8Array.of(0xff);

export const MARK_FILE = 'last-group';
const HALF = 8;

const complement = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => ~byte);

/** The number, then its complement. */
const markOf = (group: number): Uint8Array => joinBytes([u64Bytes(group), complement(u64Bytes(group))]);

/** @returns 0 for half a mark, as after a power cut. */
function groupOf(mark: Uint8Array): number {
  const [number, check] = [mark.subarray(0, HALF), mark.subarray(HALF)];
  return number.length === HALF && bytesEqual(complement(number), check) ? readU64(number, 0) : 0;
}

const storedGroup = async (database: KeyReader): Promise<number> => {
  const value = await database.get(GROUP_KEY);
  return value ? readU64(value, 0) : 0;
};

/** @param directory of the services. @returns how many groups the database lacks, as a sentence; undefined when it has all. */
export async function lostGroups(directory: string, database: KeyReader): Promise<string | undefined> {
  const path = join(directory, MARK_FILE);
  const mark = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return new Uint8Array();
    throw error;
  });
  const lost = groupOf(mark) - (await storedGroup(database));
  if (lost <= 0) return undefined;
  return `the end of the services' database is lost: its last ${lost === 1 ? 'write is' : `${lost} writes are`} missing; restore the newest backup into an empty data directory; or delete ${path} to go on without them, with a log that contradicts what peers have of it`;
}

export class GroupMark {
  private constructor(
    private readonly file: FileHandle,
    private group: number,
  ) {}

  /** @throws StoreError when the database lacks groups; Error when the mark cannot be opened. */
  static async open(directory: string, database: KeyReader): Promise<GroupMark> {
    const lost = await lostGroups(directory, database);
    if (lost !== undefined) throw new StoreError('STORE_OPEN_FAILED', lost);
    const file = await open(join(directory, MARK_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
    return new GroupMark(file, await storedGroup(database));
  }

  /** @returns the batch with the number of its group. */
  numbered(batch: Uint8Array): Uint8Array {
    return withPut(batch, GROUP_KEY, u64Bytes(this.group + 1));
  }

  /** The numbered batch is durable. A mark that cannot be written stays older than the database, which does no harm. */
  async durable(): Promise<void> {
    this.group++;
    await this.file.write(markOf(this.group), 0, 2 * HALF, 0).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
