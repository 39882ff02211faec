/** The file of the state: what is written comes back byte for byte, and any other file is named and not used. */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { IMAGE_FORMAT, ImageWriter } from '../../../../engine/state/stateImage.js';
import {
  readStateFile,
  removeStateFile,
  stateFilePath,
  UnusableStateFile,
  writeStateFile,
} from '../../../../workers/state/stateFile.js';
import { copiesOf } from '../../../support/imageCopy.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

const seed = testSeed();
const of = { chain: 'a-chain', genesis: 'ab'.repeat(32), height: 7, hash: 'cd'.repeat(32), root: 'ef'.repeat(32) };

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-state-file-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

/** Parts of odd lengths, of many pieces, empty, larger than a piece of the file, with room. */
/** Millions of random bytes are drawn one by one. */
const SLOW_MACHINE_MS = 240_000;

function someParts(): ImageWriter['parts'] {
  const random = SeededRandom.of(seed, 'parts');
  const image = new ImageWriter();
  image.add([random.bytes(8)]);
  image.add([]);
  image.add([random.bytes(3)]);
  image.add([Int32Array.of(1, 2, 3)], 64);
  image.add(Array.from({ length: 300 }, () => random.bytes(random.between(0, 70))));
  image.add([random.bytes(2_500_000)], 8);
  return image.parts;
}

test(
  'what is written comes back, with its room',
  async () => {
    const parts = someParts();
    await writeStateFile(directory, of, parts);
    const read = readStateFile(directory);
    expect(read?.of).toEqual(of);
    // Compared as a whole: a matcher walks megabytes byte by byte.
    const copies = copiesOf(parts);
    expect(read?.parts.length).toBe(copies.length);
    for (const [at, part] of copies.entries())
      expect(Buffer.compare(read?.parts[at] ?? new Uint8Array(), part), `part ${at}`).toBe(0);
    expect(readdirSync(directory)).toEqual(['state.bin']);
    if (process.platform !== 'win32') expect(statSync(stateFilePath(directory)).mode & 0o777).toBe(0o600);
  },
  SLOW_MACHINE_MS,
);

test('a second write replaces the first, and no file is no state', async () => {
  expect(readStateFile(directory)).toBeUndefined();
  await writeStateFile(directory, of, someParts());
  await writeStateFile(directory, { ...of, height: 8 }, [{ pieces: [Uint8Array.of(9)], room: 0 }]);
  expect(readStateFile(directory)?.of.height).toBe(8);
  expect(Buffer.from(readStateFile(directory)?.parts[0] ?? [])).toEqual(Buffer.of(9));
  await removeStateFile(directory);
  expect(existsSync(stateFilePath(directory))).toBe(false);
});

test('a cut or a changed byte anywhere makes it unusable', async () => {
  const random = SeededRandom.of(seed, 'damage');
  const path = stateFilePath(directory);
  await writeStateFile(directory, of, [{ pieces: [random.bytes(5_000)], room: 16 }]);
  const whole = readFileSync(path);
  let damaged = 0;
  for (let round = 0; round < 300; round++) {
    const at = round < 40 ? round : random.below(whole.length);
    const bytes = round % 3 === 0 ? whole.subarray(0, at) : Buffer.from(whole);
    if (round % 3 !== 0) bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
    writeFileSync(path, bytes);
    expect(() => readStateFile(directory), `byte ${at}`).toThrow(UnusableStateFile);
    damaged++;
  }
  expect(damaged).toBe(300);
  writeFileSync(path, Buffer.concat([whole, Buffer.of(0)]));
  expect(() => readStateFile(directory)).toThrow(/its length is another/);
  writeFileSync(path, whole);
  expect(readStateFile(directory)?.of).toEqual(of);
});

/** A whole file with another header, and with the hash that it then has. */
function forge(header: Record<string, unknown>): void {
  const path = stateFilePath(directory);
  const whole = readFileSync(path);
  const length = whole.readUInt32LE(8);
  const old = JSON.parse(whole.toString('utf8', 12, 12 + length)) as Record<string, unknown>;
  const text = Buffer.from(JSON.stringify({ ...old, ...header }));
  const begin = Buffer.alloc(Math.ceil((12 + text.length) / 8) * 8);
  begin.write('ROUGEDST', 0, 'latin1');
  begin.writeUInt32LE(text.length, 8);
  text.copy(begin, 12);
  const body = Buffer.concat([begin, whole.subarray(Math.ceil((12 + length) / 8) * 8, -32)]);
  writeFileSync(path, Buffer.concat([body, createHash('sha256').update(body).digest()]));
}

test.each([
  ['another format', { format: IMAGE_FORMAT + 1 }, /it has format 2, this version reads 1/],
  ['the other byte order', { endianness: 'XE' }, /other byte order/],
  ['no parts', { parts: 'none' }, /names no parts/],
  ['negative parts', { parts: [{ bytes: -8, room: 0 }] }, /names no parts/],
  ['another length', { parts: [{ bytes: 80_000, room: 0 }] }, /its length is another/],
  ['too much room', { parts: [{ bytes: 16, room: 2 ** 40 }] }, /more room/],
])('a file with %s is named', async (_, header, message) => {
  await writeStateFile(directory, of, [{ pieces: [new Uint8Array(16)], room: 0 }]);
  forge({});
  expect(readStateFile(directory)?.of).toEqual(of);
  forge(header);
  expect(() => readStateFile(directory)).toThrow(message);
});

test('another file is named', () => {
  writeFileSync(stateFilePath(directory), Buffer.alloc(500, 'x'));
  expect(() => readStateFile(directory)).toThrow(/does not begin as a file of a state does/);
  writeFileSync(stateFilePath(directory), Buffer.from('ROUGEDST\xff\xff\xff\xff', 'latin1'));
  expect(() => readStateFile(directory)).toThrow(/its header is too long/);
  writeFileSync(stateFilePath(directory), '');
  expect(() => readStateFile(directory)).toThrow(/ends too early/);
});
