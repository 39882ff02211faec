/** Kills a process that writes to the store, at every named gap and at random moments, and checks what is left: every
 *  acknowledged record is complete, with the event of a pool and its candles; the first unacknowledged ones are complete or
 *  absent; nothing is partial. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bytesEqual, toBinary, u64Bytes, utf8, utf8Text } from '../../engine/base/bytes.js';
import { readBatch } from '../../engine/store/batch.js';
import { encodeCandle, keptIntervals } from '../../engine/store/candles.js';
import { candleKey } from '../../engine/store/keys.js';
import type { JournalName, StorePort } from '../../engine/store/port.js';
import { type CrashPoint, crashPoints, parseCrashPoint } from '../../workers/store/crashPoints.js';
import { openStore } from '../../workers/store/openStore.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { batchOf, plainCandles } from '../support/poolScene.js';
import { SeededRandom } from '../support/random.js';
import {
  journalRecord,
  KEYS,
  RECORD_POOLS,
  recordBody,
  recordEvent,
  recordKey,
  recordSignatures,
  recordValue,
} from './storeRecords.js';

const CHILD = fileURLToPath(builtFile('test/crash/storeChild.js'));

/** Commits that may be under way besides the acknowledged ones: three in the child, and a group of them in the thread. */
const UNDER_WAY = 4;

const seed = Number(process.env.ROUGED_TEST_SEED ?? Date.now() % 1_000_000);
console.log(`test/crash/storeWorker: ROUGED_TEST_SEED=${seed}`);

function randomFrom(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-crash-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface Ended {
  readonly lines: string[];
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
}

function startChild(mode: string, directory: string, crash = ''): ChildProcess {
  const fault =
    mode === 'reopens' ? `commit-batch:3:1000${crash.startsWith('reopen-read') ? ',reopen-close:1:1000' : ''}` : '';
  const env = { ...process.env, ROUGED_CRASH_POINT: crash, ROUGED_FAULT_POINT: fault };
  const child = spawn(process.execPath, [CHILD, mode, directory], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Collects the child's output until its end; `watch` gets each line when it comes. */
async function ended(child: ChildProcess, watch: (line: string) => void = () => undefined): Promise<Ended> {
  if (!child.stdout) throw new Error('the child has no stdout');
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    watch(line);
  });
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(reader, 'close')]);
  return { lines, code: code as number | null, signal: signal as NodeJS.Signals | null };
}

/** The highest acknowledged number, or `before` when there is none. */
const lastNumber = (lines: readonly string[], before: number): number =>
  Math.max(before, ...lines.filter((line) => /^\d+$/.test(line)).map(Number));

async function withStore<T>(directory: string, look: (store: StorePort) => Promise<T>): Promise<T> {
  const store = await openStore({ directory });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** The store's pool data after the record at the tip: every event, its place, and all candles. */
function poolEntries(tip: number): [key: string, value: string][] {
  const events = Array.from({ length: tip }, (_, index) => recordEvent(index + 1));
  const entries: [string, string][] = [];
  readBatch(batchOf(events), {
    put: (key, value) => entries.push([toBinary(key), toBinary(value)]),
    delete: () => expect.unreachable(),
  });
  for (let pool = 1; pool <= RECORD_POOLS; pool++)
    for (const [interval, width] of keptIntervals.entries()) {
      const ofPool = events.filter((event) => event.pool === pool);
      for (const [start, candle] of plainCandles(ofPool, width, 0))
        entries.push([toBinary(candleKey(pool, interval, start)), toBinary(encodeCandle(candle))]);
    }
  return entries;
}

/** Checks that the state is exactly that after the record at the tip, and that no body or signatures below it are missing.
 *  @returns the tip. */
function checkRecords(directory: string, acknowledged: number): Promise<number> {
  return withStore(directory, async (store) => {
    const found = await store.get(utf8('tip'));
    const tip = found ? Number(utf8Text(found)) : 0;
    expect(tip).toBeGreaterThanOrEqual(acknowledged);
    expect(tip).toBeLessThanOrEqual(acknowledged + UNDER_WAY);
    const expected = new Map<string, string>();
    if (tip > 0) expected.set('tip', String(tip));
    for (let i = Math.max(1, tip - 2); i <= tip; i++)
      for (let k = 0; k < KEYS; k++) expected.set(recordKey(i, k), recordValue(i, k));
    for (const [key, value] of poolEntries(tip)) expected.set(key, value);
    const entries = await store.range({ gte: new Uint8Array(0), lt: new Uint8Array(0), limit: 65_536 });
    const state = new Map(entries.map(({ key, value }) => [toBinary(key), toBinary(value)]));
    expect(state).toEqual(expected);
    for (let i = 1; i <= tip; i++) {
      const body = await store.getFrom('bodies', u64Bytes(i));
      const signatures = await store.getFrom('signatures', u64Bytes(i));
      expect(body !== undefined && bytesEqual(body, recordBody(i))).toBe(true);
      expect(signatures !== undefined && bytesEqual(signatures, recordSignatures(i))).toBe(true);
    }
    // Above the tip: only complete orphans of records that were under way.
    for (const family of ['bodies', 'signatures'] as const) {
      const record = family === 'bodies' ? recordBody : recordSignatures;
      const orphans = await store.range({ family, gte: u64Bytes(tip + 1), lt: new Uint8Array(0), limit: 100 });
      expect(orphans.length).toBeLessThanOrEqual(UNDER_WAY);
      orphans.forEach((orphan, at) => {
        expect(bytesEqual(orphan.key, u64Bytes(tip + 1 + at))).toBe(true);
        expect(bytesEqual(orphan.value, record(tip + 1 + at))).toBe(true);
      });
    }
    return tip;
  });
}

/** @returns the journal's number, 0 without a journal. */
const checkJournal =
  (name: JournalName) =>
  (directory: string, acknowledged: number): Promise<number> =>
    withStore(directory, async (store) => {
      const read = await store.journalRead(name);
      const number = read ? Number(utf8Text(read.subarray(0, 12))) : 0;
      expect(number).toBeGreaterThanOrEqual(acknowledged);
      expect(number).toBeLessThanOrEqual(acknowledged + 1);
      if (read) expect(bytesEqual(read, journalRecord(number))).toBe(true);
      return number;
    });

type Mode = JournalName | 'deletes' | 'reopens' | 'commits';

/** By the beginning of the names of its crash points. */
const journals: Readonly<Record<string, JournalName>> = { journal: 'slot', votes: 'votes', candidate: 'candidate' };

const journalOf = (point: CrashPoint): JournalName | undefined => journals[point.slice(0, point.indexOf('-'))];

function modeOf(point: CrashPoint): Mode {
  const journal = journalOf(point);
  if (journal) return journal;
  if (point.startsWith('reopen')) return 'reopens';
  return point.startsWith('delete') ? 'deletes' : 'commits';
}

const pointRandom = new SeededRandom(seed);
/** At a third of the points, drawn, a process dies twice on one directory, at the others once. */
const dyingTwice = new Set(pointRandom.cases(crashPoints, Math.ceil(crashPoints.length / 3)));

describe('a process killed at a crash point', () => {
  test.each(crashPoints)('%s keeps what it acknowledged', async (point) => {
    const directory = temporaryDirectory();
    const journal = journalOf(point);
    const check = journal ? checkJournal(journal) : checkRecords;
    const passings = dyingTwice.has(point) ? [1, pointRandom.pick([2, 7])] : pointRandom.cases([1, 7], 1);
    let acknowledged = 0;
    let crashes = 0;
    for (const passing of passings) {
      const child = await ended(startChild(modeOf(point), directory, `${point}:${passing}`));
      expect(child.signal).toBe('SIGKILL');
      expect(child.lines[0]).toBe('open');
      acknowledged = await check(directory, lastNumber(child.lines, acknowledged));
      crashes++;
    }
    expect(crashes).toBe(passings.length);
    if (passings.at(-1) !== 1) expect(acknowledged).toBeGreaterThan(0);
  });

  test('needs a point that exists', async () => {
    expect(() => parseCrashPoint('commit-boddy')).toThrow(/names no crash point/);
    expect(() => parseCrashPoint('commit-body:0')).toThrow(/names no crash point/);
    expect(parseCrashPoint('commit-body:12')).toEqual({ name: 'commit-body', passing: 12, times: 1 });
    expect(parseCrashPoint('commit-body:12:3')).toEqual({ name: 'commit-body', passing: 12, times: 3 });
    expect(parseCrashPoint('')).toBeUndefined();
  });
});

describe('a process killed at a random moment', () => {
  test.each([
    ['commits', checkRecords, 5],
    ['slot', checkJournal('slot'), 3],
    ['votes', checkJournal('votes'), 3],
  ] as const)('while it writes %s keeps what it acknowledged', { timeout: 120_000 }, async (mode, check, rounds) => {
    const directory = temporaryDirectory();
    const random = randomFrom(seed);
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const child = startChild(mode, directory);
      // So many lines after the opening, and then somewhere inside the next write. Each process acknowledges two records at least.
      let left = 3 + random(40);
      const instant = random(3_000);
      const { lines, signal } = await ended(child, () => {
        if (--left !== 0) return;
        const until = performance.now() + instant / 1_000;
        while (performance.now() < until);
        child.kill('SIGKILL');
      });
      expect(signal).toBe('SIGKILL');
      expect(lines.length).toBeGreaterThan(0);
      acknowledged = await check(directory, lastNumber(lines, acknowledged));
    }
    expect(acknowledged).toBeGreaterThan(rounds);
  });
});

describe('a running node', () => {
  test('keeps every other process out of its directory', async () => {
    const directory = temporaryDirectory();
    const child = startChild('hold', directory);
    const running = ended(child, () => child.emit('said'));
    await once(child, 'said');
    await expect(openStore({ directory })).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    child.kill('SIGKILL');
    await running;
    await withStore(directory, async (store) => expect(await store.get(utf8('tip'))).toBeUndefined());
  });

  // A file size limit of the shell stands for a full disk: from some write on, every write fails.
  test.runIf(process.platform === 'linux')('stops writing at the first write error', async () => {
    const directory = temporaryDirectory();
    const command = 'ulimit -f 512 && exec "$@"';
    const args = ['-c', command, 'sh', process.execPath, CHILD, 'until-failure', directory, '67108864'];
    const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const { lines, code } = await ended(child);
    const acknowledged = lastNumber(lines, 0);
    expect(acknowledged).toBeGreaterThan(5);
    expect(lines.slice(-4)).toEqual(['failed STORE_FAILED', 'later STORE_FAILED', `tip ${acknowledged}`, 'closed']);
    expect(code).toBe(0);
    expect(await checkRecords(directory, acknowledged)).toBeGreaterThanOrEqual(acknowledged);
  });
});
