/** How many groups of writes have become durable, and how long the list of the database's files is (RocksDB's MANIFEST), beside the
 *  database: a write-ahead log or a list that is cut loses its end without an error, and answers that were given would be lost without a
 *  word. The node would also number its log of records from there again, and contradict what its peers have.
 *
 *  In: each group, after it is durable. Out: at the next opening, how many groups the database lacks, and whether it lacks files. The mark
 *  is written over in place and not synced: after a power cut it may be older than the database, never newer. */

import { fstatSync } from 'node:fs';
import { constants, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesEqual, joinBytes, readU64, u64Bytes, utf8Text } from '../../engine/base/bytes.js';
import { withPut } from '../../engine/store/batch.js';
import { type KeyReader, StoreError } from '../../engine/store/port.js';
import { isMissing } from '../store/disk.js';
import { DATABASE_FOLDER } from '../store/storeBackup.js';

/** No table of the services has this byte. Value: the number of the group. */
export const GROUP_KEY = Uint8Array.of(0xff);

export const MARK_FILE = 'last-group';
const HALF = 8;

const complement = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => ~byte);

/** Numbers of a mark, in their order. */
const [GROUP, LIST_NUMBER, LIST_LENGTH] = [0, 1, 2];

/** Each number, then its complement. */
const markOf = (...numbers: readonly number[]): Uint8Array =>
  joinBytes(numbers.flatMap((number) => [u64Bytes(number), complement(u64Bytes(number))]));

/** @returns 0 for half a mark, as after a power cut, and for what the mark of an older version does not have. */
function numberIn(mark: Uint8Array, place: number): number {
  const at = 2 * HALF * place;
  const [number, check] = [mark.subarray(at, at + HALF), mark.subarray(at + HALF, at + 2 * HALF)];
  return number.length === HALF && bytesEqual(complement(number), check) ? readU64(number, 0) : 0;
}

const readIfThere = (path: string): Promise<Uint8Array | undefined> =>
  readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

const markIn = async (directory: string): Promise<Uint8Array> =>
  (await readIfThere(join(directory, MARK_FILE))) ?? new Uint8Array();

interface FileList {
  readonly path: string;
  readonly number: number;
}

/** The list that the database goes by; undefined where there is none. */
async function fileList(directory: string): Promise<FileList | undefined> {
  const folder = join(directory, DATABASE_FOLDER);
  const current = await readIfThere(join(folder, 'CURRENT'));
  const [name, number] = /^MANIFEST-(\d+)$/.exec(utf8Text(current ?? new Uint8Array()).trim()) ?? [];
  return name === undefined ? undefined : { path: join(folder, name), number: Number(number) };
}

const remedy = (directory: string): string =>
  `restore the newest backup into an empty data directory; or delete ${join(directory, MARK_FILE)} to go on without them, with a log that contradicts what peers have of it`;

/** To be asked before the database is opened for writing, which begins a new list.
 *  @param directory of the services. @returns a sentence when the database lacks files; undefined when it has all. */
export async function lostFiles(directory: string): Promise<string | undefined> {
  const [mark, list] = await Promise.all([markIn(directory), fileList(directory)]);
  if (!list || list.number !== numberIn(mark, LIST_NUMBER)) return undefined;
  const length = await stat(list.path).then(
    ({ size }) => size,
    () => undefined,
  );
  // Opening says what else is wrong with it.
  if (length === undefined || length >= numberIn(mark, LIST_LENGTH)) return undefined;
  return `the list of the files of the services' database, ${list.path}, has lost its end: the newest files are missing in it, with what they hold; ${remedy(directory)}`;
}

const storedGroup = async (database: KeyReader): Promise<number> => {
  const value = await database.get(GROUP_KEY);
  return value ? readU64(value, 0) : 0;
};

/** @param directory of the services. @returns how many groups the database lacks, as a sentence; undefined when it has all. */
export async function lostGroups(directory: string, database: KeyReader): Promise<string | undefined> {
  const lost = numberIn(await markIn(directory), GROUP) - (await storedGroup(database));
  if (lost <= 0) return undefined;
  return `the end of the services' database is lost: its last ${lost === 1 ? 'write is' : `${lost} writes are`} missing; ${remedy(directory)}`;
}

interface OpenList {
  readonly number: number;
  readonly file: FileHandle;
}

export class GroupMark {
  #listLength = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly list: OpenList | undefined,
    private group: number,
  ) {}

  /** @throws StoreError when the database lacks groups; Error when the mark cannot be opened. */
  static async open(directory: string, database: KeyReader): Promise<GroupMark> {
    const lost = await lostGroups(directory, database);
    if (lost !== undefined) throw new StoreError('STORE_OPEN_FAILED', lost);
    const list = await fileList(directory);
    // Windows syncs only files that may be written.
    const openList = list && { number: list.number, file: await open(list.path, 'r+') };
    const file = await open(join(directory, MARK_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
    const mark = new GroupMark(file, openList, await storedGroup(database));
    await mark.#noteList();
    return mark;
  }

  /** @returns the batch with the number of its group. */
  numbered(batch: Uint8Array): Uint8Array {
    return withPut(batch, GROUP_KEY, u64Bytes(this.group + 1));
  }

  /** The numbered batch is durable. A mark that cannot be written stays older than the database, which does no harm. */
  async durable(): Promise<void> {
    this.group++;
    await this.file.write(markOf(this.group), 0, 2 * HALF, 0).catch(() => undefined);
    await this.#noteList();
  }

  /** After the database. */
  async close(): Promise<void> {
    await this.#noteList();
    await this.list?.file.close();
    await this.file.close();
  }

  /** The list grows with each file. What is not durable of it yet may be lost, and is not in the mark. */
  async #noteList(): Promise<void> {
    if (!this.list) return;
    const { number, file } = this.list;
    try {
      const { size } = fstatSync(file.fd);
      if (size === this.#listLength) return;
      await file.datasync();
      const numbers = markOf(number, size);
      await this.file.write(numbers, 0, numbers.length, 2 * HALF * LIST_NUMBER);
      this.#listLength = size;
    } catch {
      // As in `durable`: an older mark does no harm.
    }
  }
}
