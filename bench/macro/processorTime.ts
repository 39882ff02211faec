/** Processor time of processes as Linux reports it: all threads, user and system, in ticks of 10 ms. */

import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** The fields behind the name, which may hold anything but a further closing bracket; undefined for a process that is gone. */
function statOf(pid: number | string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const PARENT = 1;
const USER = 11;
const SYSTEM = 12;

/** Milliseconds of a process since its start; 0 for one that is gone. */
export function processorMs(pid: number | undefined): number {
  const fields = pid === undefined ? undefined : statOf(pid);
  return fields ? (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS : 0;
}

/** Milliseconds of a process and of those that it has started itself and that still run. */
export function familyMs(pid: number | undefined): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[PARENT] === String(pid));
  return processorMs(pid) + children.reduce((sum, child) => sum + processorMs(Number(child)), 0);
}
