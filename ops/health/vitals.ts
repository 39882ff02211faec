/** The process' vital signs: how late the event loop is, whether the clock jumped, how much disk is free and used.
 *
 *  In: a check every second, one of the disk every fifteen seconds. Out: the latest readings, for health checks and metrics. A
 *  check that fails (the directory cannot be read) leaves no reading; the next one tries again. Nothing here keeps the
 *  process alive. */

import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../../engine/base/ports.js';
import { CLOCK_STEP_MS } from './checks.js';

const LOOK_MS = 1_000;

/** The usual scrape interval of Prometheus. */
const DISK_MS = 15_000;

/** The window of the event loop's figures: the same interval, so that every scrape sees a new window. */
const LOOP_WINDOW_MS = 15_000;

/** Precision of the event loop's delay: a hundred wake-ups a second cost nothing measurable. */
const LOOP_RESOLUTION_MS = 10;

/** Delays of the last full window, milliseconds. */
export interface LoopDelays {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface DiskReading {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Bytes and files of the database by kind of file: this binding does not expose RocksDB's own figures. */
  readonly database: Readonly<Record<DatabaseFile, { readonly bytes: number; readonly files: number }>>;
}

export const databaseFiles = ['table', 'blob', 'log', 'other'] as const;
export type DatabaseFile = (typeof databaseFiles)[number];

export interface ClockStep {
  /** Negative: it was set back. */
  readonly byMs: number;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Distinguishes a jump of the wall clock from the passing of time. */
export class ClockWatch {
  steps = 0;
  last: ClockStep | undefined;
  #offset: number;

  constructor(private readonly clock: Clock) {
    this.#offset = this.#read();
  }

  /** Checks the clock. @returns the jump since the last check, if there was one. */
  look(): ClockStep | undefined {
    const offset = this.#read();
    const byMs = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(byMs) < CLOCK_STEP_MS) return undefined;
    this.steps++;
    this.last = { byMs, at: this.clock.monotonic() };
    return this.last;
  }

  #read(): number {
    return this.clock.now() - this.clock.monotonic();
  }
}

const NO_DELAY: LoopDelays = { p50: 0, p95: 0, p99: 0, max: 0 };

function delaysOf(histogram: IntervalHistogram): LoopDelays {
  if (histogram.count === 0) return NO_DELAY;
  // The recorded value is the time between two wake-ups, which equals the resolution when nothing is late.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - LOOP_RESOLUTION_MS);
  return {
    p50: late(histogram.percentile(50)),
    p95: late(histogram.percentile(95)),
    p99: late(histogram.percentile(99)),
    max: late(histogram.max),
  };
}

const kindOf = (name: string): DatabaseFile =>
  name.endsWith('.sst') ? 'table' : name.endsWith('.blob') ? 'blob' : /^\d+\.log$/.test(name) ? 'log' : 'other';

async function readDatabase(folder: string): Promise<DiskReading['database']> {
  const sums = { table: empty(), blob: empty(), log: empty(), other: empty() };
  for (const name of await readdir(folder)) {
    // A file may be gone by now: RocksDB removes what it has compacted.
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (!file?.isFile()) continue;
    const sum = sums[kindOf(name)];
    sum.bytes += file.size;
    sum.files++;
  }
  return sums;
}

const empty = (): { bytes: number; files: number } => ({ bytes: 0, files: 0 });

/** @throws Error when a directory cannot be read. */
export async function readDisk(dataDir: string): Promise<DiskReading> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, database: await readDatabase(join(dataDir, 'db')) };
}

export interface VitalsOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Called for each jump of the clock. */
  readonly onClockStep: (byMs: number) => void;
  /** Called at every check. */
  readonly onLook: () => void;
}

export class Vitals {
  readonly clockWatch: ClockWatch;
  #delays = NO_DELAY;
  #disk: DiskReading | undefined;
  readonly #histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  #timers: NodeJS.Timeout[] = [];
  #readingDisk: Promise<void> | undefined;

  constructor(private readonly options: VitalsOptions) {
    this.clockWatch = new ClockWatch(options.clock);
  }

  /** Resolves when every vital sign has its first reading. */
  async start(): Promise<void> {
    this.#histogram.enable();
    this.#timers = [
      setInterval(() => this.#look(), LOOK_MS).unref(),
      setInterval(() => this.#takeDelays(), LOOP_WINDOW_MS).unref(),
      setInterval(() => void this.readDisk(), DISK_MS).unref(),
    ];
    await this.readDisk();
  }

  /** Delays of the last full window: in a shorter one a single garbage collection would determine the 99th percentile. */
  get delays(): LoopDelays {
    return this.#delays;
  }

  get disk(): DiskReading | undefined {
    return this.#disk;
  }

  /** One read at a time: a disk that hangs must not fill the thread pool. */
  readDisk(): Promise<void> {
    this.#readingDisk ??= readDisk(this.options.dataDir)
      .then(
        (reading) => {
          this.#disk = reading;
        },
        () => {
          this.#disk = undefined;
        },
      )
      .finally(() => {
        this.#readingDisk = undefined;
      });
    return this.#readingDisk;
  }

  stop(): void {
    this.#histogram.disable();
    for (const timer of this.#timers) clearInterval(timer);
  }

  #look(): void {
    const step = this.clockWatch.look();
    if (step) this.options.onClockStep(step.byMs);
    this.options.onLook();
  }

  #takeDelays(): void {
    this.#delays = delaysOf(this.#histogram);
    this.#histogram.reset();
  }
}
