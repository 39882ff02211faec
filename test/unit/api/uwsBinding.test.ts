/** The choice of the native server's binary: packages that are absent, altered, unloadable or no server, each in a
 *  directory of its own; and the package that npm installs, against the digests that the source names. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseServer } from '../../../api/server/choose.js';
import { createNodeServer } from '../../../api/server/node.js';
import { loadUws, type UwsPackage, uwsPackages } from '../../../api/server/uwsBinding.js';
import { uwsDigests } from '../../../api/server/uwsDigests.js';

const FILE = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
const OTHER_NODE = FILE.replace(/\d+\.node$/, '1.node');

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A directory with packages: the files of each, by their paths in it. */
function directoryOf(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-uws-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, files] of Object.entries(packages))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(directory, name, path, '..'), { recursive: true });
      writeFileSync(join(directory, name, path), text);
    }
  return directory;
}

const pinned = (name: string, bytes: string): UwsPackage => ({
  name,
  folders: ['.'],
  digests: new Map([[FILE, digest(bytes)]]),
});
const loose = (name: string): UwsPackage => ({ name, folders: ['binaries', '.'] });

test('a package that is not there, and one with binaries of other Node versions, are absent', () => {
  const directory = directoryOf({ other: { [`binaries/${OTHER_NODE}`]: 'binary' } });
  const { binding, from, faults } = loadUws([loose('none'), loose('other')], [directory]);
  expect({ binding, from }).toEqual({ binding: undefined, from: undefined });
  expect(faults.map(({ kind }) => kind)).toEqual(['absent', 'absent']);
  expect(faults[1]?.sentence).toBe(
    `other has no server for Node ${process.versions.node} on ${process.platform} ${process.arch} (${FILE} is not installed)`,
  );
});

test('a binary that differs from its digest, or has none, is named and never loaded', () => {
  const directory = directoryOf({ altered: { [FILE]: 'altered' }, unknown: { [FILE]: 'binary' } });
  const unknown: UwsPackage = { name: 'unknown', folders: ['.'], digests: new Map() };
  const { binding, faults } = loadUws([pinned('altered', 'as published'), unknown], [directory]);
  expect(binding).toBeUndefined();
  expect(faults.map(({ kind }) => kind)).toEqual(['altered', 'altered']);
  for (const [at, name] of ['altered', 'unknown'].entries())
    expect(faults[at]?.sentence).toBe(
      `${join(directory, name, FILE)} is not loaded: its SHA-256 is not the one that this program knows; install ${name} anew with npm ci`,
    );
});

test('a file that the system does not load is a sentence of one line, whether its digest is known or not', () => {
  const directory = directoryOf({ garbage: { [FILE]: 'no binary' }, pinned: { [FILE]: 'no binary' } });
  const { binding, faults } = loadUws([loose('garbage'), pinned('pinned', 'no binary')], [directory]);
  expect(binding).toBeUndefined();
  expect(faults.map(({ kind }) => kind)).toEqual(['unloadable', 'unloadable']);
  for (const { sentence } of faults) expect(sentence).toMatch(/^\w+ has no server for Node .* here: it cannot be.+$/);
});

test('the first directory that has the file counts, as for Node', () => {
  const near = directoryOf({ one: { [FILE]: 'near' } });
  const far = directoryOf({ one: { [FILE]: 'far' } });
  const { faults } = loadUws([pinned('one', 'far')], [near, far]);
  expect(faults[0]?.sentence).toContain(join(near, 'one', FILE));
});

/** An optional package: npm leaves it out where it is told to. */
const INSTALLED = 'node_modules/@btc-vision/uwebsockets.js';
const isInstalled = existsSync(INSTALLED);

test.skipIf(!isInstalled)('the installed package has just the files whose digests the source names', () => {
  const binaries = readdirSync(INSTALLED).filter((name) => name.endsWith('.node'));
  expect(new Set(binaries)).toEqual(new Set(uwsDigests.keys()));
  for (const name of binaries) expect(digest(readFileSync(join(INSTALLED, name))), name).toBe(uwsDigests.get(name));
  expect(binaries).toHaveLength(20);
});

test.skipIf(!isInstalled)('the installed package loads, or says which glibc it needs', () => {
  const { binding, faults } = loadUws(uwsPackages.slice(0, 1));
  if (binding) expect(faults).toEqual([]);
  else expect(faults[0]?.sentence).toMatch(/ here: it needs glibc 2\.\d+ or newer$| is not installed\)$/);
});

/** The binary that serves here, where there is one. */
const serving = loadUws().from;
const servingBinary = ['.', 'binaries']
  .map((folder) => join('node_modules', serving ?? 'none', folder, FILE))
  .find((path) => existsSync(path));
const hasBinary = servingBinary !== undefined;

test.skipIf(!hasBinary)('a binary with the right digest is loaded; one byte more, and the next package is', () => {
  const bytes = readFileSync(servingBinary as string);
  const directory = directoryOf({ good: { [FILE]: '' }, longer: { [FILE]: '' } });
  writeFileSync(join(directory, 'good', FILE), bytes);
  writeFileSync(join(directory, 'longer', FILE), Buffer.concat([bytes, new Uint8Array(1)]));
  const known = new Map([[FILE, digest(bytes)]]);
  const packages = ['longer', 'good'].map((name) => ({ name, folders: ['.'], digests: known }));
  const { binding, from, faults } = loadUws(packages, [directory]);
  expect(typeof binding?.App).toBe('function');
  expect(from).toBe('good');
  expect(faults.map(({ kind }) => kind)).toEqual(['altered']);
});

test('choosing: node:http is always there', () => {
  expect(chooseServer('node')).toEqual({ name: 'node', create: createNodeServer });
});

test('choosing: what is installed serves, or the sentence says why not', () => {
  const chosen = chooseServer('auto');
  const { binding, from } = loadUws();
  expect(chosen.name).toBe(binding ? 'uws' : 'node');
  if (chosen.name === 'uws') {
    expect(chosen.notice?.level ?? 'info').toBe('info');
    if (chosen.notice) expect(chosen.notice.sentence).toContain(`; ${from} serves instead`);
    expect(chooseServer('uws').name).toBe('uws');
  } else {
    expect(chosen.notice?.level).toBe('warn');
    expect(chosen.notice?.sentence).toMatch(/has no server for Node .* node:http serves instead/);
    expect(() => chooseServer('uws')).toThrow(/--http-server auto/);
  }
});

test('choosing: an altered package is a warning though another one serves; an absent one is no news', () => {
  const found = loadUws();
  const binding = found.binding ?? ({ App: () => undefined } as never);
  const absent = { kind: 'absent', sentence: 'one is absent' } as const;
  const unloadable = { kind: 'unloadable', sentence: 'one needs more' } as const;
  const altered = { kind: 'altered', sentence: 'one is altered' } as const;
  const noticeOf = (...faults: (typeof absent | typeof unloadable | typeof altered)[]) =>
    chooseServer('auto', () => ({ binding, from: 'two', faults })).notice;
  expect(noticeOf(absent)).toBeUndefined();
  expect(noticeOf(unloadable)).toEqual({ level: 'info', sentence: 'one needs more; two serves instead' });
  expect(noticeOf(altered, absent)).toEqual({ level: 'warn', sentence: 'one is altered; two serves instead' });
  const none = chooseServer('auto', () => ({ binding: undefined, from: undefined, faults: [altered, absent] }));
  expect(none.name).toBe('node');
  expect(none.notice?.sentence).toMatch(/^one is altered; one is absent; node:http serves instead/);
});
