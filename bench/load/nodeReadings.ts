/** What the target reports about itself, and for our own target what the system reports about it: one reading a second.
 *
 *  In: its address, and its process id when it is ours. Out: samples of `/metrics` with the node's own clock, and the
 *  processor time of its main thread. The page is read while the node is loaded, so a reading carries the time at which the
 *  node made it, not the time of arrival. */

import { readFileSync } from 'node:fs';
import { fetchText, readSamples } from './prometheus.js';

export interface NodeReading {
  /** The node's clock, milliseconds since the epoch. */
  readonly at: number;
  readonly samples: ReadonlyMap<string, number>;
  /** Main thread: time on a processor, and time ready while none was free. Milliseconds since its start. */
  readonly main?: { readonly runMs: number; readonly waitMs: number };
}

function mainThread(pid: number): NodeReading['main'] {
  try {
    const [run, wait] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ').map(Number);
    return run === undefined || wait === undefined ? undefined : { runMs: run / 1e6, waitMs: wait / 1e6 };
  } catch {
    return undefined;
  }
}

/** @returns undefined when its metrics are closed to us. */
export async function readNode(url: string, pid: number | undefined): Promise<NodeReading | undefined> {
  try {
    const samples = readSamples(await fetchText(`${url}/metrics`));
    const clock = samples.get('rouged_clock_seconds');
    if (clock === undefined) return undefined;
    const main = pid === undefined ? undefined : mainThread(pid);
    return { at: clock * 1_000, samples, ...(main && { main }) };
  } catch {
    return undefined;
  }
}

/** Base fee of the next block, XRGE; undefined when the target does not report it. */
export async function readBaseFee(url: string): Promise<number | undefined> {
  try {
    const { base_fee } = JSON.parse(await fetchText(`${url}/api/fee`)) as { readonly base_fee?: unknown };
    return typeof base_fee === 'number' ? base_fee : undefined;
  } catch {
    return undefined;
  }
}

/** The difference of two readings. */
export class Span {
  constructor(
    readonly from: NodeReading,
    readonly to: NodeReading,
  ) {}

  get seconds(): number {
    return (this.to.at - this.from.at) / 1_000;
  }

  /** How much a counter grew; a counter that does not exist yet counts as 0. */
  grown(name: string): number {
    return (this.to.samples.get(name) ?? 0) - (this.from.samples.get(name) ?? 0);
  }

  knows(name: string): boolean {
    return this.to.samples.has(name);
  }

  /** Sum over all samples of a metric, whatever their labels. */
  grownInAll(name: string, has = ''): number {
    let sum = 0;
    for (const key of this.to.samples.keys())
      if ((key === name || key.startsWith(`${name}{`)) && key.includes(has)) sum += this.grown(key);
    return sum;
  }
}
