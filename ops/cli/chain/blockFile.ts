/** Blocks as a file of JSON lines: one block a line in ascending heights, each as `GET /api/blocks` shows it.
 *
 *  A file that ends inside a line was cut off while it was written: the partial line is removed and writing continues
 *  after the last whole one. Lines are read as a stream; a full block's line has about 60 MB. */

import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';

/** Read backwards in pieces of this size to find the start of the last line. */
const PIECE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

/** Where the last whole line ends and which block it holds. */
export interface FileEnd {
  /** Bytes up to and including the end of the last line. */
  readonly length: number;
  /** The last block, and where its line begins; undefined for a file without a whole line. */
  readonly last: { readonly height: number; readonly hash: string; readonly start: number } | undefined;
}

/** @returns the position behind the last newline below `end`, 0 when there is none. */
async function lineStart(file: FileHandle, end: number): Promise<number> {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, to - from, from);
    const at = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at >= 0) return from + at + 1;
    to = from;
  }
  return 0;
}

function readIdentity(line: string): { height: number; hash: string } | undefined {
  try {
    const { header, hash } = JSON.parse(line) as { header?: { height?: unknown }; hash?: unknown };
    const height = header?.height;
    if (typeof height === 'number' && Number.isSafeInteger(height) && typeof hash === 'string') return { height, hash };
  } catch {
    // Falls through: the line is not a block.
  }
  return undefined;
}

/** Reads the end of a file of blocks. @returns a refusal when its last line is not a block. */
export async function readFileEnd(path: string): Promise<FileEnd | Refusal> {
  if (!existsSync(path)) return { length: 0, last: undefined };
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = await lineStart(file, size);
    if (length === 0) return { length, last: undefined };
    const start = await lineStart(file, length - 1);
    const line = Buffer.alloc(length - 1 - start);
    await file.read(line, 0, line.length, start);
    const last = readIdentity(line.toString('utf8'));
    return last
      ? { length, last: { ...last, start } }
      : refuse('malformed_body', `the last line of ${path} is no block: choose another file`);
  } finally {
    await file.close();
  }
}

/** The lines of a file, or of standard input for `-`. */
export function readLines(path: string): AsyncIterable<string> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** Appends to a file from a position on; bytes after it are removed. */
export class BlockFileWriter {
  private constructor(
    private readonly file: FileHandle,
    private at: number,
  ) {}

  static async open(path: string, from: number): Promise<BlockFileWriter> {
    const file = await open(path, from === 0 ? 'w' : 'r+');
    await file.truncate(from);
    return new BlockFileWriter(file, from);
  }

  async write(piece: Uint8Array): Promise<void> {
    let written = 0;
    while (written < piece.length) {
      const { bytesWritten } = await this.file.write(piece, written, piece.length - written, this.at);
      written += bytesWritten;
      this.at += bytesWritten;
    }
  }

  /** The file is durable when this returns. */
  async close(): Promise<void> {
    try {
      await this.file.sync();
    } finally {
      await this.file.close();
    }
  }
}
