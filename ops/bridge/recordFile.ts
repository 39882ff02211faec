/** A file of records that is only appended to: a record is on the disk before anybody hears of it.
 *
 *  A record is a line: the first sixteen hex digits of the SHA-256 of its JSON, a space, the JSON. What was cut off by a power cut has no line
 *  feed at its end and was answered to nobody, so it is removed at start. Any other line that does not fit its digits was damaged after it was
 *  written: the file is refused, because what it said may have been promised to somebody. So is one without any record: a file begins with one
 *  when it is created, so it was emptied. */

import { type FileHandle, open } from 'node:fs/promises';
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

export class RecordFile {
  #length: number;
  #queue: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    length: number,
  ) {
    this.#length = length;
  }

  /** Opens or creates a file. @param first the record with which a new one begins.
   *  @returns it with the JSON of its records in their order, or a sentence for the operator. */
  static async open(path: string, first: string): Promise<{ file: RecordFile; records: readonly string[] } | Refusal> {
    let handle: FileHandle | undefined;
    try {
      create(path, first);
      handle = await open(path, 'a+', 0o600);
      const bytes = await handle.readFile();
      const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      const records = readLines(path, whole.toString('utf8'));
      if (isRefusal(records)) {
        await handle.close();
        return records;
      }
      if (whole.length < bytes.length) await handle.truncate(whole.length);
      await handle.sync();
      syncDirectory(dirname(path));
      return { file: new RecordFile(path, handle, whole.length), records };
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
    try {
      const bytes = Buffer.from(line, 'utf8');
      for (let at = 0; at < bytes.length; ) at += (await this.handle.write(bytes, at)).bytesWritten;
      await this.handle.sync();
      this.#length += bytes.length;
      return undefined;
    } catch (error) {
      await this.#takeBack();
      return refuse('busy', `a file of the bridge cannot be written: ${errorText(error)}`);
    }
  }

  /** Whatever part of a record has reached the file was promised to nobody. */
  async #takeBack(): Promise<void> {
    try {
      await this.handle.truncate(this.#length);
      await this.handle.sync();
    } catch {
      this.#isBroken = true;
    }
  }
}
