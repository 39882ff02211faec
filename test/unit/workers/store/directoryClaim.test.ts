/** A data directory has one owner, whatever its database is opened for, and is free again however the owner ends. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDirectory, claimFile } from '../../../../workers/store/directoryClaim.js';
import { builtFile } from '../../../../workers/threads/workerFile.js';

let root: string;
let directory: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rouged-claim-'));
  directory = join(root, 'data');
  mkdirSync(directory);
  symlinkSync(directory, join(root, 'link'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Only Linux has names for sockets beside the file system. */
const hasNoNames = process.platform !== 'linux';

describe.skipIf(hasNoNames)('a claim', () => {
  test('is one for a directory, by whatever path, until it is released', async () => {
    const claim = await claimDirectory(directory);
    for (const path of [directory, join(root, 'link'), `${directory}/../data`])
      await expect(claimDirectory(path)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    const other = await claimDirectory(root);
    await other.release();
    await claim.release();
    await (await claimDirectory(directory)).release();
  });

  test('is one for a file, by whatever path, there or not, and none for its neighbours', async () => {
    const claim = await claimFile(join(directory, 'state'));
    for (const path of [join(root, 'link', 'state'), `${directory}/../data/./state`])
      await expect(claimFile(path)).rejects.toMatchObject({
        ...{ code: 'STORE_IN_USE', message: expect.stringMatching(/state is in use by another process$/) },
      });
    // Names that share all but their end are others.
    const long = 'x'.repeat(250);
    const others = [claimFile(join(directory, 'state.new')), claimFile(join(root, 'state')), claimDirectory(directory)];
    others.push(claimFile(join(directory, `${long}1`)), claimFile(join(directory, `${long}2`)));
    for (const other of await Promise.all(others)) await other.release();
    await claim.release();
    await (await claimFile(join(directory, 'state'))).release();
  });

  test('ends with its process, also when that is killed', async () => {
    const program = `import(${JSON.stringify(builtFile('workers/store/directoryClaim.js').href)}).then(async ({ claimDirectory }) => {
      await claimDirectory(${JSON.stringify(directory)});
      console.log('claimed');
      setInterval(() => {}, 1000);
    });`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(claimDirectory(directory)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    await (await claimDirectory(directory)).release();
  });
});
