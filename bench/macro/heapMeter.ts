/** What the main thread of another process allocates on its heap: bytes exactly and without slowing it down, and a count of objects that
 *  slows it down to a part of its speed.
 *
 *  In: its inspector, and work that it is to do. Out: sums over that work. Bytes are what the heap grew between each collection and the
 *  next, by V8's own sizes before and after each. Objects are counted by the sampling profiler with an interval of one byte, which takes
 *  every allocation for a sample, also of those that are collected before the end. Optimised code allocates some objects together in one
 *  step, which counts as one. Memory outside the heap, as of array buffers, is in neither. */

import type { GCProfiler } from 'node:v8';
import type { Inspector } from './inspector.js';

export interface Grown {
  readonly bytes: number;
  readonly collections: number;
  /** Time of its main thread in collections, microseconds. */
  readonly collectionUs: number;
}

interface Metered {
  heapMeter?: { readonly profiler: GCProfiler; readonly from: number };
}

/** Both run in the inspected process. */
function beginGrowth(): void {
  const { GCProfiler, getHeapStatistics } = process.getBuiltinModule('node:v8');
  const profiler = new GCProfiler();
  (globalThis as Metered).heapMeter = { profiler, from: getHeapStatistics().used_heap_size };
  profiler.start();
}

function endGrowth(): Grown {
  const { getHeapStatistics } = process.getBuiltinModule('node:v8');
  const end = getHeapStatistics().used_heap_size;
  const { heapMeter } = globalThis as Metered;
  delete (globalThis as Metered).heapMeter;
  if (!heapMeter) throw new Error('the meter of the heap was not begun');
  const { statistics } = heapMeter.profiler.stop();
  let [bytes, collectionUs, from] = [0, 0, heapMeter.from];
  for (const { beforeGC, afterGC, cost } of statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - from;
    from = afterGC.heapStatistics.usedHeapSize;
    collectionUs += cost;
  }
  return { bytes: bytes + end - from, collections: statistics.length, collectionUs };
}

export async function grownDuring(inspector: Inspector, work: () => Promise<void>): Promise<Grown> {
  await inspector.evaluate(beginGrowth);
  await work();
  return inspector.evaluate(endGrowth);
}

/** As the protocol has it; only what is read here. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children: readonly ProfileNode[];
}
export interface HeapProfile {
  readonly head: ProfileNode;
  readonly samples: readonly { readonly size: number; readonly nodeId: number }[];
}

/** Of one function. */
export interface Site {
  /** Its name, file and line. */
  readonly name: string;
  readonly objects: number;
  readonly bytes: number;
}

export interface Counted {
  readonly objects: number;
  readonly bytes: number;
  /** The one with the most bytes first. */
  readonly sites: readonly Site[];
}

const EVERY_OBJECT = {
  samplingInterval: 1,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

/** What a path begins with on this machine. */
const HERE = /^.*\/dist\/|^.*\/(?=node_modules\/)/;

function siteName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name} ${url.replace(HERE, '')}:${lineNumber + 1}`;
}

/** @param profile in which each sample is one object. */
export function countedIn({ head, samples }: HeapProfile): Counted {
  const names = new Map<number, string>();
  const open = [head];
  for (let node = open.pop(); node; node = open.pop()) {
    names.set(node.id, siteName(node));
    open.push(...node.children);
  }
  const sites = new Map<string, { name: string; objects: number; bytes: number }>();
  let bytes = 0;
  for (const { size, nodeId } of samples) {
    const name = names.get(nodeId) ?? '(unknown)';
    const site = sites.get(name) ?? { name, objects: 0, bytes: 0 };
    if (site.objects === 0) sites.set(name, site);
    site.objects++;
    site.bytes += size;
    bytes += size;
  }
  return { objects: samples.length, bytes, sites: [...sites.values()].sort((a, b) => b.bytes - a.bytes) };
}

export async function countedDuring(inspector: Inspector, work: () => Promise<void>): Promise<Counted> {
  await inspector.send('HeapProfiler.startSampling', EVERY_OBJECT);
  await work();
  const { profile } = await inspector.send<{ readonly profile: HeapProfile }>('HeapProfiler.stopSampling');
  return countedIn(profile);
}
