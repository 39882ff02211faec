/** Readings of the process: memory, processor time, file descriptors, garbage collections.
 *
 *  Out: a reading a scrape. File descriptors are known on Linux only, where `/proc` counts them. Collections are counted
 *  from `start` on, until `stop`. */

import { readdirSync, readFileSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { Histogram, type HistogramReading } from '../../engine/base/histogram.js';

export interface ProcessReading {
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly externalBytes: number;
  /** Processor time of all threads. */
  readonly cpuSeconds: number;
  readonly openDescriptors: number | undefined;
  /** Infinity: as many as the system has. */
  readonly maxDescriptors: number | undefined;
  /** Seconds since the epoch. */
  readonly startTime: number;
  /** Seconds of collections, by kind. */
  readonly collections: ReadonlyMap<string, HistogramReading>;
}

/** Buckets from a young collection to one that stops the node for whole slots. */
const COLLECTION_SECONDS: readonly number[] = [0.001, 0.01, 0.1, 1, 2, 5];

const KINDS: ReadonlyMap<unknown, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** @returns undefined for a kind that has no name here. */
function kindOf(entry: object): string | undefined {
  const detail = 'detail' in entry ? entry.detail : undefined;
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? KINDS.get(detail.kind) : undefined;
}

/** Seconds since the epoch at which the process started. */
const startTime = performance.timeOrigin / 1_000;

/** @returns undefined where the system does not show them. */
function openDescriptors(): number | undefined {
  try {
    // One of them is the directory itself.
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    return undefined;
  }
}

function maxDescriptors(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return undefined;
  }
}

export class ProcessWatch {
  readonly #collections = new Map<string, Histogram>();
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind = kindOf(entry);
      if (kind === undefined) continue;
      const seconds = this.#collections.get(kind) ?? new Histogram(COLLECTION_SECONDS);
      this.#collections.set(kind, seconds);
      seconds.observe(entry.duration / 1_000);
    }
  });

  start(): void {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.#observer.disconnect();
  }

  read(): ProcessReading {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      externalBytes: external,
      cpuSeconds: (user + system) / 1e6,
      openDescriptors: openDescriptors(),
      maxDescriptors: maxDescriptors(),
      startTime,
      collections: this.#collections,
    };
  }
}
