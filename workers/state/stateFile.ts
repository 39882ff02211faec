/** The file of the state: `state.bin` in the data directory.
 *
 *  In: which state it is, and the parts of its image. Out: the same, or why the file cannot be used. A write that is interrupted
 *  leaves no `state.bin`; a byte that changed later shows in the SHA-256 at the end.
 *
 *  Layout: `ROUGEDST`, u32 little-endian length of the header, the header (JSON), then the parts, then the SHA-256 of everything before
 *  it. Header and parts are filled with zeros up to a multiple of 8 bytes. */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname, join } from 'node:path';
import { bytesEqual, utf8, utf8Text } from '../../engine/base/bytes.js';
import { IMAGE_FORMAT, type ImagePart } from '../../engine/state/stateImage.js';
import type { StateOf } from '../../engine/store/stateFile.js';
import { crashPoint } from '../store/crashPoints.js';
import { syncDirectory } from '../store/disk.js';

export const stateFilePath = (directory: string): string => join(directory, 'state.bin');
const unfinishedPath = (directory: string): string => join(directory, 'state.bin.unfinished');

const MAGIC = utf8('ROUGEDST');
const ALIGNMENT = 8;
const PREFIX_BYTES = MAGIC.length + 4;
const DIGEST_BYTES = 32;
/** Bytes that are read, hashed and written together: they stay in the processor's cache. */
const PIECE_BYTES = 1024 * 1024;
/** A header names some fifty parts. */
const MOST_HEADER_BYTES = 1024 * 1024;

interface PartFacts {
  readonly bytes: number;
  readonly room: number;
}

interface StateFileHeader extends StateOf {
  readonly format: number;
  readonly endianness: string;
  readonly parts: readonly PartFacts[];
}

/** The file is not one that a node of this version has written completely. The message says what is wrong. */
export class UnusableStateFile extends Error {
  override readonly name = 'UnusableStateFile';
}

function assertUsable(holds: boolean, otherwise: string): void {
  if (!holds) throw new UnusableStateFile(otherwise);
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Writes bytes in large pieces and hashes them. */
class Output {
  readonly #hash = createHash('sha256');
  readonly #buffer = Buffer.alloc(PIECE_BYTES);
  #filled = 0;
  #total = 0;

  constructor(private readonly file: FileHandle) {}

  async add({ buffer, byteOffset, byteLength }: ArrayBufferView): Promise<void> {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength; ) {
      const piece = bytes.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === PIECE_BYTES) await this.#flush();
    }
    this.#total += byteLength;
  }

  async pad(): Promise<void> {
    await this.add(new Uint8Array(padded(this.#total) - this.#total));
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#write(this.#hash.digest());
  }

  async #flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#hash.update(bytes);
    this.#filled = 0;
    await this.#write(bytes);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) at += (await this.file.write(bytes, at)).bytesWritten;
  }
}

const lengthOf = ({ pieces }: ImagePart): number => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Makes the file, durably. @throws the error of the file system; then there is no file. */
export async function writeStateFile(directory: string, of: StateOf, parts: readonly ImagePart[]): Promise<void> {
  const header: StateFileHeader = {
    ...of,
    format: IMAGE_FORMAT,
    endianness: endianness(),
    parts: parts.map((part) => ({ bytes: lengthOf(part), room: part.room })),
  };
  const text = utf8(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const unfinished = unfinishedPath(directory);
  await removeStateFile(directory);
  crashPoint('state-begin');
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const output = new Output(file);
      for (const bytes of [MAGIC, length, text]) await output.add(bytes);
      await output.pad();
      for (const { pieces } of parts) {
        for (const piece of pieces) await output.add(piece);
        await output.pad();
      }
      crashPoint('state-parts');
      await output.end();
      crashPoint('state-write');
      await file.sync();
    } finally {
      await file.close();
    }
    crashPoint('state-sync');
    await rename(unfinished, stateFilePath(directory));
    crashPoint('state-rename');
    await syncDirectory(dirname(unfinished));
  } catch (error) {
    await removeStateFile(directory);
    throw error;
  }
}

/** Removes the file, and what an interrupted write has left of one. */
export async function removeStateFile(directory: string): Promise<void> {
  for (const path of [stateFilePath(directory), unfinishedPath(directory)]) await rm(path, { force: true });
}

/** Removes what an interrupted write has left; the directory is this process's. */
export const removeUnfinished = (directory: string): Promise<void> => rm(unfinishedPath(directory), { force: true });

/** Reads from the beginning to the end, and hashes what it reads. */
class Input {
  readonly #hash: Hash = createHash('sha256');

  constructor(private readonly descriptor: number) {}

  /** Fills the bytes. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      this.#read(piece);
      this.#hash.update(piece);
    }
  }

  /** @returns whether the file ends with the hash of what was read. */
  ends(): boolean {
    const digest = new Uint8Array(DIGEST_BYTES);
    this.#read(digest);
    return bytesEqual(digest, this.#hash.digest());
  }

  #read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(this.descriptor, bytes, at, bytes.length - at, null);
      assertUsable(count > 0, 'it ends too early');
      at += count;
    }
  }
}

export interface ReadStateFile {
  readonly of: StateOf;
  /** Shared memory, with its room. */
  readonly parts: readonly Uint8Array<SharedArrayBuffer>[];
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** @throws UnusableStateFile. */
function parseHeader(text: string, restBytes: number): StateFileHeader {
  let header: Partial<StateFileHeader>;
  try {
    header = JSON.parse(text) as Partial<StateFileHeader>;
  } catch {
    throw new UnusableStateFile('its header cannot be read');
  }
  assertUsable(header.format === IMAGE_FORMAT, `it has format ${header.format}, this version reads ${IMAGE_FORMAT}`);
  assertUsable(header.endianness === endianness(), 'it was written on a machine of the other byte order');
  const { parts } = header;
  const areParts = Array.isArray(parts) && parts.every(({ bytes, room }) => isCount(bytes) && isCount(room));
  assertUsable(areParts, 'its header names no parts');
  const expected = (parts ?? []).reduce((sum, { bytes }) => sum + padded(bytes), DIGEST_BYTES);
  assertUsable(expected === restBytes, 'its length is another than its header says');
  const room = (parts ?? []).reduce((sum, part) => sum + part.room, 0);
  assertUsable(room <= restBytes, 'its header asks for more room than it has bytes');
  return header as StateFileHeader;
}

/** Reads the file into memory that threads can share.
 *  @returns undefined when there is none. @throws UnusableStateFile, or the error of the file system. */
export function readStateFile(directory: string): ReadStateFile | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(stateFilePath(directory), 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const input = new Input(descriptor);
    const prefix = new Uint8Array(PREFIX_BYTES);
    input.take(prefix);
    assertUsable(bytesEqual(prefix.subarray(0, MAGIC.length), MAGIC), 'it does not begin as a file of a state does');
    const length = Buffer.from(prefix.buffer).readUInt32LE(MAGIC.length);
    assertUsable(length <= MOST_HEADER_BYTES, 'its header is too long');
    const begin = padded(PREFIX_BYTES + length);
    const text = new Uint8Array(begin - PREFIX_BYTES);
    input.take(text);
    const { parts, chain, genesis, height, hash, root } = parseHeader(
      utf8Text(text.subarray(0, length)),
      fstatSync(descriptor).size - begin,
    );
    const read = parts.map(({ bytes, room }) => {
      const memory = new Uint8Array(new SharedArrayBuffer(padded(bytes) + room));
      input.take(memory.subarray(0, padded(bytes)));
      return memory.subarray(0, bytes + room);
    });
    assertUsable(input.ends(), 'its bytes are not the ones that were written');
    return { of: { chain, genesis, height, hash, root }, parts: read };
  } finally {
    closeSync(descriptor);
  }
}
