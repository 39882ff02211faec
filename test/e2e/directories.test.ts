/** Directories and files that an operator may give to the commands by mistake or after an accident: each gets one sentence
 *  that says what to do, and nothing is created beside existing files. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_SENTENCE, type Ran, runProgram } from '../crash/runProgram.js';
import { prepareDataDirectory } from '../support/liveNode.js';
import { makeStoredChain } from '../support/storedChain.js';

let root: string;
const at = (name: string): string => join(root, name);
const copyOf = (name: string): string => {
  cpSync(at('chain'), at(name), { recursive: true });
  return at(name);
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-directories-'));
  mkdirSync(at('chain'));
  await makeStoredChain(at('chain'), 5, 3);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function expectSentence({ code, err }: Ran, pattern: RegExp): void {
  expect(code).not.toBe(0);
  expect(err).toMatch(ONE_SENTENCE);
  expect(err).toMatch(pattern);
}

test('an incomplete backup cannot hold a new chain', async () => {
  const directory = at('unfinished');
  mkdirSync(join(directory, 'db.unfinished'), { recursive: true });
  prepareDataDirectory(directory);
  const run = ['run', '--data-dir', directory, '--mine', '--api-port', '0'];
  expectSentence(await runProgram(run), /a backup that did not come to its end/);
  expect(existsSync(join(directory, 'db'))).toBe(false);
});

test('a chain whose genesis file is gone gets no other one', async () => {
  const directory = copyOf('no genesis');
  unlinkSync(join(directory, 'genesis.json'));
  const before = readdirSync(directory).sort();
  expectSentence(await runProgram(['run', '--local', '--data-dir', directory]), /genesis file .* is gone; restore it/);
  expect(readdirSync(directory).sort()).toEqual(before);
});

test('a database without its first file is damaged, not absent', async () => {
  const directory = copyOf('no current');
  unlinkSync(join(directory, 'db', 'CURRENT'));
  const { code, out } = await runProgram(['verify-db', '--data-dir', directory, '--json', '--verify-workers', '1']);
  expect(code).toBe(1);
  expect(JSON.parse(out).findings).toHaveLength(1);
});

test('an export to where nothing can be written, and an import of a directory', async () => {
  const directory = copyOf('export');
  mkdirSync(at('a directory'));
  for (const target of [at('a directory'), '/dev/full', at('not/there')])
    expectSentence(await runProgram(['export', target, '--data-dir', directory]), /cannot be written \(E[A-Z]+\)/);
  expectSentence(await runProgram(['import', at('a directory'), '--data-dir', directory]), /is a directory/);
});

/** Only root may mount a file system. */
const cannotMount = process.getuid?.() !== 0;

test.skipIf(cannotMount)('a chain on a read-only file system can be read', async () => {
  const place = at('mounted');
  mkdirSync(place);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', place]);
  try {
    cpSync(at('chain'), place, { recursive: true });
    copyFileSync(join(at('chain'), 'genesis.json'), join(place, 'genesis.json'));
    execFileSync('mount', ['-o', 'remount,ro', place]);
    const { code, out, err } = await runProgram(['export', at('read.jsonl'), '--data-dir', place]);
    expect(code, err).toBe(0);
    expect(out).toContain('exported blocks');
  } finally {
    execFileSync('umount', [place]);
  }
});
