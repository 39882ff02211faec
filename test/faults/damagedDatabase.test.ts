/** The database's files cut, changed, emptied and removed, in a real data directory: what `verify-db`, `export` and a start
 *  of the node report is true, none of them crashes or hangs, and no slot is ever signed a second time.
 *
 *  RocksDB decides what each damage costs (a cut log loses the newest blocks without an error), so the truth is read from
 *  the damaged directory itself: whether it opens, and where its chain ends. The sign journal says where it should end.
 *
 *  A run draws which file gets which damages. ROUGED_TEST_ALL=1 tries all. */

import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readTip } from '../../engine/store/recovery.js';
import { getJson } from '../crash/crashedChain.js';
import { copyOf, readJournal, withStore } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('damaged database: alice');
const bob = actor('damaged database: bob');
const QUIET = ['--heartbeat-ms', '3600000'];
const SLOW_MACHINE_MS = 300_000;

/** All blocks in the log of a killed node. */
let logged: LiveNode;
/** The older ones in tables, the newer ones in a log. */
let mixed: string;
/** All of them in tables and blob files. */
let tabled: string;
let tip: { readonly height: number; readonly hash: string };

/** One block with several transfers, whose values are large enough for blob files, then blocks with one each. */
async function makeBlocks(node: LiveNode, transfers: number): Promise<void> {
  const watch = await ChainWatch.open(node.url);
  const together = Array.from({ length: 20 }, () => signedTransfer(alice, bob.address, '0.5'));
  await Promise.all(together.map(({ body }) => post(node.url, body)));
  for (const { txId } of together) await watch.included(txId);
  await untilStanding(node.url);
  for (let made = 0; made < transfers; made++) {
    const signed = signedTransfer(alice, bob.address, '1.5');
    expect((await post(node.url, signed.body)).status).toBe(200);
    await watch.included(signed.txId);
    await untilStanding(node.url);
  }
  await watch.close();
}

beforeAll(async () => {
  logged = await startNode({
    genesis: { allocations: [{ address: alice.address, amount: '1000' }] },
    flags: QUIET,
  });
  await untilStanding(logged.url);
  await makeBlocks(logged, 3);
  await logged.stop('SIGKILL');
  mixed = `${logged.dataDir}-mixed`;
  cpSync(logged.dataDir, mixed, { recursive: true });
  const second = await startNode({ dataDir: mixed, flags: QUIET });
  await makeBlocks(second, 3);
  await second.stop('SIGKILL');
  tabled = `${logged.dataDir}-tabled`;
  cpSync(logged.dataDir, tabled, { recursive: true });
  const third = await startNode({ dataDir: tabled, flags: QUIET });
  await third.stop();
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await logged?.remove();
  for (const directory of [mixed, tabled]) if (directory) rmSync(directory, { recursive: true, force: true });
});

const flip = (path: string, part: number): void => {
  const bytes = readFileSync(path);
  const place = Math.min(bytes.length - 1, Math.floor(bytes.length * part));
  bytes.writeUInt8((bytes[place] ?? 0) ^ 0xff, place);
  writeFileSync(path, bytes);
};
const cut = (path: string, part: number): void => truncateSync(path, Math.floor(statSync(path).size * part));

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['cut to nine tenths', (path) => cut(path, 0.9)],
  ['cut to a half', (path) => cut(path, 0.5)],
  ['cut to a tenth', (path) => cut(path, 0.1)],
  ['cut by seven bytes', (path) => truncateSync(path, Math.max(0, statSync(path).size - 7))],
  ['changed near its begin', (path) => flip(path, 0.02)],
  ['changed in its middle', (path) => flip(path, 0.5)],
  ['changed near its end', (path) => flip(path, 0.98)],
  [
    'filled with zeros from its middle on',
    (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, bytes.length >>> 1));
    },
  ],
  ['emptied', (path) => truncateSync(path, 0)],
  ['removed', (path) => rmSync(path)],
];

/** For files of a few hundred bytes. */
const fewDamages = damages.filter(([how]) => /half|seven|middle$|emptied/.test(how));

type Sight = 'refused' | 'whole' | 'without its newest block' | 'without its end';

/** The truth about a directory, read from a copy, because opening the database repairs it. */
async function truthOf(
  dataDir: string,
  whole: typeof tip,
): Promise<{ readonly sight: Sight; readonly height: number }> {
  const copy = copyOf(dataDir);
  try {
    const height = await withStore(copy, async (store) => (await readTip(store)).header.height);
    if (height === whole.height) return { sight: 'whole', height };
    return { sight: height === whole.height - 1 ? 'without its newest block' : 'without its end', height };
  } catch {
    return { sight: 'refused', height: 0 };
  }
}

/** @returns whether the command found the damage. */
async function checkVerify(dataDir: string, sight: Sight, height: number, whole: typeof tip): Promise<boolean> {
  const { code, out, err } = await runProgram(['verify-db', '--data-dir', dataDir, '--verify-workers', '1']);
  if (err !== '') {
    // Where even the beginning of the database is gone, there is no chain to look at.
    expect(err).toMatch(/^rouged: there is no chain in [^\n]+\n$/);
    expect(code).toBe(2);
    return true;
  }
  if (sight === 'refused') {
    expect(out).toMatch(/^damaged/);
    expect(code).toBe(1);
    return true;
  }
  if (sight === 'without its end') {
    expect(out).toMatch(/^damaged/);
    expect(out).toContain(
      `this key has signed up to height ${whole.height}, and the database ends at height ${height}: at least ${whole.height - 1 - height} block`,
    );
    expect(out).toMatch(/missing, the end of the database is lost; restore the newest backup/);
    expect(code).toBe(1);
    return true;
  }
  if (code === 0) {
    expect(out).toMatch(/^sound/);
    expect(out).toMatch(
      sight === 'whole' ? /sign journal ends with block \d+, as/ : /is signed and not stored yet: the next start/,
    );
    return false;
  }
  expect(code).toBe(1);
  expect(out).toMatch(/^damaged/);
  return true;
}

async function checkExport(dataDir: string, sight: Sight, height: number): Promise<void> {
  const file = join(dataDir, 'blocks.jsonl');
  const { code, out, err } = await runProgram(['export', file, '--data-dir', dataDir]);
  if (code !== 0) {
    expect(err).toMatch(ONE_SENTENCE);
    return;
  }
  expect(sight).not.toBe('refused');
  expect(out).toMatch(new RegExp(`^exported blocks 0 to ${height} into`));
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBe(height + 1);
  if (sight === 'without its end') expect(err).toMatch(/^rouged: the sign journal: .* blocks? (?:is|are) missing/);
  else expect(err).toBe('');
}

/** The node ends or serves; it signs nothing except the block that it had already signed. */
async function checkStart(dataDir: string, sight: Sight, height: number, whole: typeof tip): Promise<void> {
  const before = readFileSync(join(dataDir, 'sign-journal.bin'));
  let node: LiveNode;
  try {
    node = await startNode({ dataDir, flags: ['--heartbeat-ms', '3600000'] });
  } catch (error) {
    const said = String((error as Error).message)
      .split('\n')
      .filter((line) => line.startsWith('rouged: '));
    expect(said.length, String(error)).toBe(1);
    expect(sight === 'whole' || sight === 'refused', `${sight}: ${said[0]}`).toBe(true);
    expect(readFileSync(join(dataDir, 'sign-journal.bin')).equals(before)).toBe(true);
    return;
  }
  onTestFinished(() => void node.stop('SIGKILL'));
  expect(sight).not.toBe('refused');
  const health = await getJson(node.url, '/api/health');
  if (sight === 'without its end') {
    expect(health).toMatchObject({ status: 'degraded', height });
    expect(health.reason).toMatch(/blocks that this key signed are missing, .* damaged; restore/);
    const refused = await post(node.url, signedTransfer(alice, bob.address, '1').body);
    expect(refused).toMatchObject({ status: 503, json: { code: 'not_producing' } });
    expect(await getJson(node.url, `/api/block/${height}`)).toMatchObject({ success: true });
  } else {
    expect(health).toMatchObject({ status: 'ok', height: whole.height });
    const { block } = await getJson(node.url, `/api/block/${whole.height}`);
    expect(block).toMatchObject({ hash: whole.hash });
  }
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect(readFileSync(join(dataDir, 'sign-journal.bin')).equals(before)).toBe(true);
}

interface Seen {
  readonly sight: Sight;
  /** Whether `verify-db` calls it damaged. */
  readonly found: boolean;
}

/** Damages the largest file of a kind in one way, and checks it with every program. */
async function tryOne(template: string, kind: RegExp, damage: (path: string) => void): Promise<Seen | undefined> {
  const dataDir = copyOf(template);
  const journal = await readJournal(dataDir);
  if (!journal) throw new Error('no journal');
  const whole = { height: journal.height, hash: journal.hash };
  const database = join(dataDir, 'db');
  const [path] = readdirSync(database)
    .filter((name) => kind.test(name))
    .map((name) => join(database, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  if (path === undefined || statSync(path).size === 0) return undefined;
  damage(path);
  const { sight, height } = await truthOf(dataDir, whole);
  const [found] = await Promise.all([
    checkVerify(copyOf(dataDir), sight, height, whole),
    checkExport(copyOf(dataDir), sight, height),
  ]);
  await checkStart(dataDir, sight, height, whole);
  return { sight, found };
}

interface Kind {
  readonly name: string;
  readonly files: RegExp;
  readonly templates: () => readonly string[];
  readonly damages: typeof damages;
}

const seed = testSeed();
const random = new SeededRandom(seed);
/** A log that is cut to a half leaves a chain without its end. */
const certain = damages.filter(([how]) => how === 'cut to a half');
const shuffled = random.shuffled(damages.filter((damage) => !certain.includes(damage)));
const few = (from: number, to: number): typeof damages => (TEST_ALL ? damages : shuffled.slice(from, to));

const kinds: readonly Kind[] = [
  {
    name: 'write-ahead log',
    files: /^\d+\.log$/,
    templates: () => [logged.dataDir, mixed],
    damages: TEST_ALL ? damages : [...certain, ...few(0, 2)],
  },
  { name: 'table', files: /\.sst$/, templates: () => [mixed], damages: few(2, 4) },
  {
    name: 'blob file',
    files: /\.blob$/,
    templates: () => [tabled],
    damages: few(4, 6),
  },
  { name: 'manifest', files: /^MANIFEST/, templates: () => [mixed, tabled], damages: random.cases(fewDamages, 1) },
  { name: 'file CURRENT', files: /^CURRENT$/, templates: () => [mixed], damages: random.cases(fewDamages, 1) },
];

describe(`a database (seed ${seed})`, { timeout: SLOW_MACHINE_MS }, () => {
  test.each(kinds)('whose $name is damaged is never taken for intact', async ({ name, files, templates, damages }) => {
    const seen = new Map<string, number>();
    let tried = 0;
    let found = 0;
    for (const [how, damage] of damages)
      for (const template of random.cases(templates(), 1)) {
        const result = await tryOne(template, files, damage).catch((error: unknown) => {
          throw new Error(`${name} of ${template === mixed ? 'mixed' : template} ${how}: ${(error as Error).message}`, {
            cause: error,
          });
        });
        if (result === undefined) continue;
        seen.set(result.sight, (seen.get(result.sight) ?? 0) + 1);
        if (result.found) found++;
        tried++;
      }
    console.log(`${name}: ${[...seen].map(([sight, count]) => `${count} ${sight}`).join(', ')}; found ${found}`);
    expect(tried).toBe(damages.length * (TEST_ALL ? templates().length : 1));
    expect(found).toBe(tried);
    if (name === 'write-ahead log') expect(seen.get('without its end')).toBeGreaterThan(TEST_ALL ? 3 : 0);
  });
});
