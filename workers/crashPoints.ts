/** Named places between two lasting effects, at which a test can stop the process as a power cut would.
 *
 *  In: the environment variable ROUGED_CRASH_POINT, `name` or `name:N` (the Nth passing, counted from 1 in each thread).
 *  Out: nothing, or the end of the process by SIGKILL: no handler runs, no buffer of the process is flushed. */

export const crashPoints = [
  // workers/storeCommit.ts
  'commit-begin',
  'commit-body',
  'commit-signatures',
  'commit-balances',
  'commit-batch',
  'commit-sync',
  'commit-answer',
  'delete-range',
  'delete-sync',
  // workers/signJournal.ts
  'journal-begin',
  'journal-write',
  'journal-sync',
  'journal-rename',
  'journal-directory',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

interface Target {
  readonly name: CrashPoint;
  readonly passing: number;
}

/** @throws for a name that is not in the list: a crash test with a typing error would pass without a crash. */
export function parseCrashPoint(text: string | undefined): Target | undefined {
  if (text === undefined || text === '') return undefined;
  const match = /^([a-z-]+)(?::([1-9]\d{0,8}))?$/.exec(text);
  const name = crashPoints.find((known) => known === match?.[1]);
  if (name === undefined)
    throw new Error(`ROUGED_CRASH_POINT=${text} names no crash point; there are: ${crashPoints.join(', ')}`);
  return { name, passing: Number(match?.[2] ?? 1) };
}

const target = parseCrashPoint(process.env.ROUGED_CRASH_POINT);
let passed = 0;

/** Costs one comparison when no crash is asked for. */
export function crashPoint(name: CrashPoint): void {
  if (target === undefined || target.name !== name) return;
  passed++;
  if (passed === target.passing) process.kill(process.pid, 'SIGKILL');
}
