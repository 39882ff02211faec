/** The built program as a separate process, for benches of a whole node.
 *
 *  In: a data directory and flags. Out: its address, how long it took to answer, and what the system reports about its
 *  memory and the processor time of its main thread. The caller ends it; it ends with this process at the latest. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { InvariantError } from '../../engine/base/refusal.js';
import { builtFile } from '../../workers/threads/workerFile.js';

/** A node that has not printed its banner by then is considered hung. */
const START_LIMIT_MS = 180_000;

/** Characters of its output that are kept: its last lines, however much a long run logs. */
const KEPT_OUTPUT = 64 * 1024;

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

export interface MeasuredProcess {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  /** From its start to the line that names its address. */
  readonly startMs: number;
  readonly pid: number;
  /** WebSocket of the inspector of its main thread, when it was started with one. */
  readonly inspector: string | undefined;
  /** Resolves when it has ended, with what it printed last. */
  readonly ended: Promise<string>;
  /** SIGTERM, then its end. */
  stop(): Promise<void>;
}

/** The line of the banner, or a line of nothing but the address: what a node logs may name other nodes. */
const LISTENING = /^(?: {2}API {8})?(http:\/\/\S+:(\d+))$/m;

/** What Node prints before the program runs. */
const INSPECTOR = /^Debugger listening on (ws:\/\/\S+)$/m;
const INSPECT = ['--inspect=127.0.0.1:0'];

/** Starts a module that prints its address when it answers. @param inspected whether its main thread can be inspected. */
export async function startProcess(
  module: string,
  words: readonly string[],
  inspected = false,
): Promise<MeasuredProcess> {
  const start = performance.now();
  const flags = inspected ? INSPECT : [];
  const child = spawn(process.execPath, [...flags, fileURLToPath(builtFile(module)), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let output = '';
  const keep = (text: string): void => {
    output = `${output}${text}`.slice(-KEPT_OUTPUT);
  };
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => {
      started.delete(child);
      resolve(output);
    });
  });
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const limit = setTimeout(() => reject(new InvariantError(`${module} did not start:\n${output}`)), START_LIMIT_MS);
    const take = (text: string): void => {
      keep(text);
      const found = LISTENING.exec(output);
      if (!found) return;
      clearTimeout(limit);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('close', () => {
      clearTimeout(limit);
      reject(new InvariantError(`${module} ended before it answered:\n${output}`));
    });
  });
  return {
    url: match[1] ?? '',
    port: Number(match[2]),
    startMs: performance.now() - start,
    pid: child.pid ?? 0,
    inspector: INSPECTOR.exec(output)?.[1],
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const statusOf = (pid: number, name: string): number | undefined => {
  try {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
};

/** Resident memory of a process in MiB, now and at its highest; undefined where the system does not report it (Linux does). */
export const residentMiB = (pid: number): number | undefined => statusOf(pid, 'VmRSS');
export const peakMiB = (pid: number): number | undefined => statusOf(pid, 'VmHWM');

/** Milliseconds for which the main thread of a process has run on a processor; undefined where the system does not report it. */
export function mainThreadMs(pid: number): number | undefined {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1'), 10) / 1e6;
  } catch {
    return undefined;
  }
}
