/** A file of records that is only appended to: a record is on the disk before anybody hears of it.
 *
 *  A record is a line: the first sixteen hex digits of the SHA-256 of its JSON, a space, the JSON. What was cut off by a power cut has no line
 *  feed at its end and was answered to nobody, so it is removed at start. Any other line that does not fit its digits was damaged after it was
 *  written: the file is refused, because what it said may have been promised to somebody. So is one without any record: a file begins with one
 *  when it is created, so it was emptied.
 *
 *  A second file, `<path>.end`, has the number of records and a digest that runs over their lines. A file that was cut between two lines, an older copy of
 *  it, and one whose lines were moved are whole in themselves, and do not have what it says. Lasting effects of an append: 1 the line is on the disk,
 *  2 its end is, 3 the answer. After a crash between 1 and 2 the file has more than its end says, which nobody was promised. */

import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import { createDurableFile, fileErrorCode, syncDirectory } from '../config/durableFile.js';

const DIGITS = 16;

const lineOf = (json: string): string => `${sha256Hex(utf8(json)).slice(0, DIGITS)} ${json}\n`;

/** @returns the JSON of a line without its line feed, or undefined when it is not what was written. */
function readLine(line: string): string | undefined {
  const json = line.slice(DIGITS + 1);
  return line === lineOf(json).slice(0, -1) ? json : undefined;
}

const damaged = (path: string, number: number): Refusal =>
  refuse(
    'internal',
    `line ${number} of ${path} is damaged: restore the file from a backup, or the addresses that it has promised to users are unknown`,
  );

const emptied = (path: string): Refusal =>
  refuse(
    'internal',
    `${path} has no record: it was emptied after it was created; restore it from a backup, and remove it only if it has never given an address to anybody`,
  );

const behind = (path: string, has: number, had: number): Refusal =>
  refuse(
    'internal',
    `${path} is an older copy, was cut or has other records than before: it has ${has} records, and ${endPath(path)} has seen ${had}; restore the newest copy, or addresses would be given away twice. Without one remove both files and add addresses that were never in the pool`,
  );

const endDamaged = (path: string): Refusal =>
  refuse(
    'internal',
    `${endPath(path)} is damaged: it says how far ${path} goes; restore both from a backup, or remove it only if ${path} is the newest copy that there is`,
  );

const unwritable = (error: unknown): Refusal =>
  refuse('busy', `a file of the bridge cannot be written: ${errorText(error)}`);

/** Beside the file. */
export const endPath = (path: string): string => `${path}.end`;

const nextEndPath = (path: string): string => `${endPath(path)}.new`;

/** How far a file goes. */
interface End {
  readonly records: number;
  /** SHA-256 of the end before this record and its line, 64 hex digits. */
  readonly digest: string;
}

const NO_RECORD: End = { records: 0, digest: '' };

const after = ({ records, digest }: End, line: string): End => ({
  ...{ records: records + 1, digest: sha256Hex(utf8(`${digest}${line}`)) },
});

const endText = ({ records, digest }: End): string => `${records} ${digest}\n`;

/** @returns undefined without such a file. */
function readEnd(path: string): End | undefined | Refusal {
  try {
    const text = readFileSync(endPath(path), 'utf8');
    const [, records, digest] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
    return digest === undefined ? endDamaged(path) : { records: Number(records), digest };
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns the end of all records, or a refusal when they are not those that the noted end was made of and some behind them. */
function endOf(path: string, records: readonly string[], noted: End | undefined): End | Refusal {
  let end = NO_RECORD;
  let isNoted = noted === undefined;
  for (const json of records) {
    end = after(end, lineOf(json));
    if (end.records === noted?.records) isNoted = end.digest === noted.digest;
  }
  return isNoted ? end : behind(path, records.length, noted?.records ?? 0);
}

/** Writes an end beside the one that counts: on a full disk that one stays. */
async function prepareEnd(path: string, end: End): Promise<void> {
  const handle = await open(nextEndPath(path), 'w', 0o600);
  try {
    await handle.writeFile(endText(end));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** In one step: after a power cut either the end before counts or the prepared one. */
async function replaceEnd(path: string): Promise<void> {
  await rename(nextEndPath(path), endPath(path));
  syncDirectory(dirname(path));
}

/** A file that is there already stays as it is. */
function create(path: string, record: string): void {
  try {
    createDurableFile(path, utf8(lineOf(record)), 0o600);
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Whole lines of a file. */
function readLines(path: string, text: string): readonly string[] | Refusal {
  if (text === '') return emptied(path);
  const records: string[] = [];
  const lines = text.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const json = readLine(line);
    if (json === undefined) return damaged(path, index + 1);
    records.push(json);
  }
  return records;
}

/** Reads a file and cuts off what is torn at its end. */
async function readRecords(path: string, handle: FileHandle): Promise<readonly string[] | Refusal> {
  const bytes = await handle.readFile();
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const records = readLines(path, whole.toString('utf8'));
  if (isRefusal(records)) return records;
  if (whole.length < bytes.length) await handle.truncate(whole.length);
  await handle.sync();
  return records;
}

/** An end that cannot be written on a full disk is written with the next record: the one before is true, too. */
async function noteEnd(path: string, end: End): Promise<void> {
  try {
    await prepareEnd(path, end);
    await replaceEnd(path);
  } catch (error) {
    if (fileErrorCode(error) !== 'ENOSPC') throw error;
  }
}

export interface OpenedRecords {
  readonly file: RecordFile;
  /** JSON of each, in their order. */
  readonly records: readonly string[];
}

export class RecordFile {
  #queue: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private length: number,
    private end: End,
  ) {}

  /** Opens or creates a file. @param first the record with which a new one begins. @returns a sentence for the operator when it cannot be used. */
  static async open(path: string, first: string): Promise<OpenedRecords | Refusal> {
    let handle: FileHandle | undefined;
    try {
      const noted = readEnd(path);
      if (isRefusal(noted)) return noted;
      // A file that was removed is not begun anew while its end is there.
      if (noted && !existsSync(path)) return behind(path, 0, noted.records);
      create(path, first);
      handle = await open(path, 'a+', 0o600);
      const records = await readRecords(path, handle);
      const end = isRefusal(records) ? records : endOf(path, records, noted);
      if (isRefusal(records) || isRefusal(end)) {
        await handle.close();
        return end as Refusal;
      }
      if (end.records !== noted?.records) await noteEnd(path, end);
      const { size } = await handle.stat();
      return { file: new RecordFile(path, handle, size, end), records };
    } catch (error) {
      await handle?.close();
      return refuse('internal', `${path} cannot be used: ${errorText(error)}`);
    }
  }

  /** @param record JSON of one line. @returns a refusal when it is not on the disk; then it never will be. */
  append(record: string): Promise<Refusal | undefined> {
    const appended = this.#queue.then(() => this.#append(lineOf(record)));
    this.#queue = appended;
    return appended;
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.handle.close();
  }

  async #append(line: string): Promise<Refusal | undefined> {
    if (this.#isBroken) return refuse('busy', 'a file of the bridge cannot be written; the node must be restarted');
    const end = after(this.end, line);
    const bytes = Buffer.from(line, 'utf8');
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.handle.write(bytes, at)).bytesWritten;
      await this.handle.sync();
      await prepareEnd(this.path, end);
    } catch (error) {
      await this.#takeBack();
      return unwritable(error);
    }
    try {
      await replaceEnd(this.path);
    } catch (error) {
      // The end may count already, so the record stays.
      this.#isBroken = true;
      return unwritable(error);
    }
    this.end = end;
    this.length += bytes.length;
    return undefined;
  }

  /** Whatever part of a record has reached the file was promised to nobody. */
  async #takeBack(): Promise<void> {
    try {
      await this.handle.truncate(this.length);
      await this.handle.sync();
    } catch {
      this.#isBroken = true;
    }
  }
}
