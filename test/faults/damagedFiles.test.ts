/** Files of a data directory that are damaged, cut, missing or foreign: the program refuses to start, or to produce, with
 *  one sentence. It never guesses, and never starts an empty chain over the remains of one. */

import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { copyOf, readJournal } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('damage: alice');
const bob = actor('damage: bob');
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const QUIET = ['--heartbeat-ms', '3600000'];
const SLOW_MACHINE_MS = 240_000;

/** A chain of five blocks that is completely in the write-ahead log. */
let logged: LiveNode;
/** The same, moved into tables by a second start. */
let tabled: string;

beforeAll(async () => {
  logged = await startNode({ genesis, flags: QUIET });
  const watch = await ChainWatch.open(logged.url);
  for (let i = 0; i < 2; i++) {
    const signed = signedTransfer(alice, bob.address, '1.5');
    expect((await post(logged.url, signed.body)).status).toBe(200);
    await watch.included(signed.txId);
    await untilStanding(logged.url);
  }
  await watch.close();
  await logged.stop();
  expect((await readJournal(logged.dataDir))?.height).toBe(5);
  tabled = `${logged.dataDir}-tabled`;
  cpSync(logged.dataDir, tabled, { recursive: true });
  const second = await startNode({ dataDir: tabled, flags: QUIET });
  await second.stop();
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await logged?.remove();
  rmSync(tabled, { recursive: true, force: true });
});

/** Files of the database with matching names, largest first. */
function databaseFiles(dataDir: string, name: RegExp): readonly string[] {
  const directory = join(dataDir, 'db');
  const paths = readdirSync(directory).flatMap((file) => (name.test(file) ? [join(directory, file)] : []));
  expect(paths.length).toBeGreaterThan(0);
  return paths.sort((a, b) => statSync(b).size - statSync(a).size);
}

const largest = (dataDir: string, name: RegExp): string => databaseFiles(dataDir, name)[0] as string;

function flip(path: string, at: (length: number) => number): void {
  const bytes = readFileSync(path);
  const place = at(bytes.length);
  bytes.writeUInt8((bytes[place] ?? 0) ^ 0xff, place);
  writeFileSync(path, bytes);
}

async function expectRefusal(dataDir: string, sentence: RegExp): Promise<void> {
  const words = ['run', '--mine', '--data-dir', dataDir, '--api-port', '0', '--log-format', 'json', ...QUIET];
  const ran = await runProgram(words);
  const said = ran.err
    .split('\n')
    .filter((line) => !line.startsWith('{"level":'))
    .join('\n');
  expect(said).toMatch(ONE_SENTENCE);
  expect(said).toMatch(sentence);
  expect(ran).toMatchObject({ code: 1, out: '' });
}

/** The node answers reads at the remaining height, and produces nothing. */
async function expectSilence(dataDir: string, height: number): Promise<void> {
  const journal = await readJournal(dataDir);
  const node = await startNode({ dataDir, flags: ['--heartbeat-ms', '40'] });
  onTestFinished(() => void node.stop('SIGKILL'));
  const health = await getJson(node.url, '/api/health');
  expect(health).toMatchObject({ status: 'degraded', height });
  expect(health.reason).toMatch(/blocks that this key signed are missing, .* damaged; restore/);
  expect((await post(node.url, signedTransfer(alice, bob.address, '1').body)).status).toBe(503);
  await node.stop();
  expect(await readJournal(dataDir)).toEqual(journal);
}

describe('a data directory', { timeout: SLOW_MACHINE_MS }, () => {
  test('without its write-ahead log has lost its chain', async () => {
    const dataDir = copyOf(logged.dataDir);
    for (const path of databaseFiles(dataDir, /\.log$/)) rmSync(path);
    await expectRefusal(dataDir, /the database is empty, but the sign journal .* the chain is lost; restore a backup/);
    // A second start: the refusal itself has written no chain.
    await expectRefusal(dataDir, /the chain is lost/);
  });

  test('whose database was removed has lost its chain', async () => {
    const dataDir = copyOf(logged.dataDir);
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expectRefusal(dataDir, /the database is empty, but the sign journal/);
  });

  test.each([
    ['cut', (path: string) => truncateSync(path, Math.floor(statSync(path).size * 0.4))],
    ['damaged in its middle', (path: string) => flip(path, (length) => Math.floor(length * 0.4))],
  ])('whose write-ahead log is %s signs nothing', async (_, damage) => {
    const dataDir = copyOf(logged.dataDir);
    damage(largest(dataDir, /\.log$/));
    const node = await startNode({ dataDir, mine: false });
    const { height } = await getJson(node.url, '/api/health');
    await node.stop();
    expect(Number(height)).toBeLessThan(4);
    await expectSilence(dataDir, Number(height));
  });

  test.each([
    ['CURRENT', /is damaged: .* its file CURRENT is not; restore a backup/],
    ['MANIFEST', /cannot be opened/],
  ])('without its file %s is refused', async (name, sentence) => {
    for (const directory of [logged.dataDir, tabled]) {
      const dataDir = copyOf(directory);
      for (const path of databaseFiles(dataDir, new RegExp(`^${name}`))) rmSync(path);
      await expectRefusal(dataDir, sentence);
    }
  });

  test('without one of its tables is refused', async () => {
    let tried = 0;
    for (const name of databaseFiles(tabled, /\.sst$/).map((path) => path.slice(tabled.length))) {
      const dataDir = copyOf(tabled);
      rmSync(join(dataDir, name));
      await expectRefusal(dataDir, /cannot be opened/);
      tried++;
    }
    expect(tried).toBeGreaterThan(0);
  });

  test('with a damaged table is refused', async () => {
    const places = [() => 100, (length: number) => Math.floor(length / 2), (length: number) => length - 20];
    for (const place of places) {
      const dataDir = copyOf(tabled);
      flip(largest(dataDir, /\.sst$/), place);
      await expectRefusal(dataDir, /cannot be opened|could not be read/);
    }
    const dataDir = copyOf(tabled);
    const table = largest(dataDir, /\.sst$/);
    truncateSync(table, Math.floor(statSync(table).size / 2));
    await expectRefusal(dataDir, /cannot be opened|could not be read/);
  });

  test.each([
    ['cut', (path: string) => truncateSync(path, 1_000)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['not what was written', (path: string) => flip(path, (length) => length - 100)],
  ])('whose key file is %s is refused', async (_, damage) => {
    const dataDir = copyOf(logged.dataDir);
    const path = join(dataDir, 'node-keys.json');
    damage(path);
    const before = readFileSync(path);
    await expectRefusal(dataDir, /the key file .* is damaged .*restore it from a backup/);
    expect(readFileSync(path)).toEqual(before);
  });
});
