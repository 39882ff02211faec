/** Where a backup may go, through a running node's control door and by the command on a stopped one: not near
 *  the data directory, and never over existing files; a failed backup leaves nothing that looks like a chain. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { mountSmallDisk } from '../faults/smallDisk.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';

const SLOW_MACHINE_MS = 240_000;

let root: string;
let node: LiveNode;
let door: { readonly url: string; readonly token: string };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-backup-targets-'));
  // The data directory is inside a separate directory, so that a target can contain it.
  const dataDir = join(root, 'holder', 'data');
  mkdirSync(dataDir, { recursive: true });
  node = await startNode({ dataDir, flags: ['--heartbeat-ms', '3600000'] });
  await untilStanding(node.url);
  door = JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8'));
  mkdirSync(join(root, 'full'));
  writeFileSync(join(root, 'full', 'something'), 'x');
  writeFileSync(join(root, 'file'), 'x');
  mkdirSync(join(root, 'empty'));
  mkdirSync(join(dataDir, 'inner'));
  symlinkSync(dataDir, join(root, 'link to data'));
  symlinkSync(join(dataDir, 'inner'), join(root, 'link to inner'));
  symlinkSync(join(root, 'nothing'), join(root, 'broken link'));
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await node?.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

const refused = (): readonly (readonly [string, RegExp])[] => {
  const { dataDir } = node;
  return [
    [dataDir, /lies in the data directory/],
    [join(dataDir, 'new'), /lies in the data directory/],
    [join(dataDir, 'inner'), /lies in the data directory/],
    [join(dataDir, 'db', 'new'), /lies in the data directory/],
    [`${root}/full/../holder/data/new`, /lies in the data directory/],
    [join(root, 'link to data'), /lies in the data directory/],
    [join(root, 'link to data', 'new'), /lies in the data directory/],
    [join(root, 'link to inner'), /lies in the data directory/],
    [join(root, 'link to inner', 'new'), /lies in the data directory/],
    [join(root, 'holder'), /holds the data directory/],
    [root, /holds the data directory/],
    ['/', /holds the data directory/],
    [join(root, 'full'), /is not empty, it holds something/],
    [join(root, 'file'), /is a file/],
    [join(root, 'file', 'below'), /there is no directory .*file to make below in/],
    [join(root, 'broken link'), /is a link that leads nowhere/],
    [join(root, 'missing', 'new'), /there is no directory .*missing to make new in: make it first/],
  ];
};

const askDoor = async (directory: string, token = door.token): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${door.url}/backup`, { method: 'POST', headers, body: JSON.stringify({ directory }) });
  return answer.text();
};

/** Every name under a directory. */
const tree = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(?:^|\/)db\//.test(name))
    .sort();

describe('the control door', { timeout: SLOW_MACHINE_MS }, () => {
  test('writes into no place that is in use, and says what to do', async () => {
    const before = tree(root);
    const cases = refused();
    for (const [directory, reason] of cases) {
      const [line = ''] = (await askDoor(directory)).trimEnd().split('\n');
      expect((JSON.parse(line) as { error?: string }).error, directory).toMatch(reason);
    }
    expect(cases.length).toBeGreaterThan(15);
    expect(tree(root)).toEqual(before);
    for (const directory of ['relative', 'with\0zero', `${root}/a\0b`, '', 7, null])
      expect(await askDoor(directory as string)).toMatch(/must be an absolute path/);
    expect(tree(root)).toEqual(before);
  });

  test('writes into an empty directory, and into one that it makes', async () => {
    for (const name of ['empty', 'made']) {
      expect(await askDoor(join(root, name))).toMatch(/"done":true/);
      expect(readdirSync(join(root, name))).toEqual(['db']);
      expect(existsSync(join(root, name, 'db', 'CURRENT'))).toBe(true);
    }
  });

  test('makes one at a time', async () => {
    const targets = [1, 2, 3, 4].map((number) => join(root, `at once ${number}`));
    const answers = await Promise.all(targets.map((target) => askDoor(target)));
    const made = targets.filter((target) => existsSync(target));
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(targets.length);
    expect(answers.filter((text) => /"done":true/.test(text)).length).toBe(made.length);
    expect(answers.filter((text) => /making a backup already; try again/.test(text)).length).toBe(4 - made.length);
  });

  test('removes the copy of a command that goes away', async () => {
    const target = join(root, 'given up');
    const headers = { authorization: `Bearer ${door.token}` };
    const request = http.request(`${door.url}/backup`, { method: 'POST', headers });
    const closed = new Promise((resolve) => request.once('close', resolve));
    request.once('response', () => request.destroy());
    request.end(JSON.stringify({ directory: target }));
    await closed;
    // The next order is accepted when the aborted one is over, however it ended.
    while (/making a backup already/.test(await askDoor(join(root, 'file'))));
    const left = existsSync(target) ? readdirSync(target) : [];
    expect(left.filter((name) => name !== 'db')).toEqual([]);
  });

  test('leaves nothing on a disk that is too small for the copy', async ({ skip }) => {
    const disk = mountSmallDisk(8);
    if (!disk) return skip('no permission to mount');
    disk.fill();
    const directory = join(disk.directory, 'new');
    expect(await askDoor(directory)).toMatch(/"error":"the backup into .* failed: /);
    expect(existsSync(directory)).toBe(false);
  });
});

describe('the command', { timeout: SLOW_MACHINE_MS }, () => {
  test('refuses the same places, running node or not', async () => {
    const before = tree(root);
    let tried = 0;
    const tryAll = async (cases: readonly (readonly [string, RegExp])[]): Promise<void> => {
      for (const [directory, reason] of cases) {
        const { code, out, err } = await runProgram(['backup', directory, '--data-dir', node.dataDir]);
        expect([code, out], directory).toEqual([2, '']);
        expect(err).toMatch(ONE_SENTENCE);
        expect(err, directory).toMatch(reason);
        tried++;
      }
    };
    await tryAll(refused().slice(0, 3));
    expect(tree(root)).toEqual(before);
    await node.stop();
    const stopped = tree(root);
    const drawn = new SeededRandom(testSeed()).cases(refused(), 6);
    await tryAll(drawn);
    expect(tree(root)).toEqual(stopped);
    expect(tried).toBe(drawn.length + 3);
  });

  test('removes a copy whose state does not hold', async () => {
    const source = join(root, 'other genesis');
    mkdirSync(source);
    // Can be copied, but does not belong to this genesis file: the check at the end refuses it.
    const genesis = JSON.parse(readFileSync(join(node.dataDir, 'genesis.json'), 'utf8')) as Record<string, unknown>;
    const path = join(source, 'genesis.json');
    writeFileSync(path, JSON.stringify({ ...genesis, faucet_enabled: true }));
    const target = join(root, 'unproven');
    const { code, err } = await runProgram(['backup', target, '--data-dir', node.dataDir, '--genesis', path]);
    expect([code, err]).toEqual([1, expect.stringMatching(/another genesis file/)]);
    expect(existsSync(join(target, 'db'))).toBe(false);
    expect(existsSync(join(target, 'genesis.json'))).toBe(false);
    const again = await runProgram(['backup', target, '--data-dir', node.dataDir]);
    expect(again, again.err).toMatchObject({ code: 0 });
    expect(readdirSync(target).sort()).toEqual(['backup.json', 'db', 'genesis.json']);
  });
});
