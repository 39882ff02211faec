/** Named places between two lasting effects, at which a test can stop the process as a power cut would, end the store's
 *  thread, or let the disk fail.
 *
 *  In: three environment variables, each `name`, `name:N` (the Nth passing, counted from 1 in each thread) or `name:N:M` (M
 *  passings from the Nth on), or several of them separated by commas.
 *    ROUGED_CRASH_POINT   the end of the process by SIGKILL: no handler runs, no buffer of the process is flushed
 *    ROUGED_THREAD_POINT  the end of the thread that passes
 *    ROUGED_FAULT_POINT   an input/output error, as if the effect before the place had failed after it was done
 *  Out: nothing, or the named end or error. */

export const crashPoints = [
  // workers/store/storeCommit.ts
  'commit-begin',
  'commit-body',
  'commit-signatures',
  'commit-balances',
  'commit-batch',
  'commit-sync',
  'commit-answer',
  'delete-range',
  'delete-sync',
  // workers/store/journalFile.ts
  'journal-begin',
  'journal-write',
  'journal-sync',
  'journal-rename',
  'journal-directory',
  'votes-begin',
  'votes-write',
  'votes-sync',
  'votes-rename',
  'votes-directory',
  'candidate-begin',
  'candidate-write',
  'candidate-sync',
  'candidate-rename',
  'candidate-directory',
  // workers/store/storeWorker.ts
  'reopen-probe',
  'reopen-close',
  'reopen-read',
  'reopen-open',
] as const;

/** Places in the revert of a local network (ops/local/revert.ts), which no other network passes. */
export const revertPoints = [
  'revert-order',
  'revert-copy',
  'revert-remove',
  'revert-rename',
  'revert-journal',
  'revert-votes',
  'revert-clock',
  'revert-end',
] as const;

/** Places in the making of a state snapshot (workers/snapshot/snapshotMaker.ts) and in its restoring (ops/snapshots/restore.ts). */
export const snapshotPoints = [
  'snapshot-begin',
  'snapshot-entries',
  'snapshot-chunk',
  'snapshot-chunks',
  'snapshot-manifest',
  'snapshot-rename',
  'restore-begin',
  'restore-chunk',
  'restore-recent',
  'restore-finish',
  'restore-rename',
] as const;

/** Places in the fetching of a snapshot from peers (ops/snapshots/intake.ts). */
export const intakePoints = ['intake-part', 'intake-ready', 'intake-remove', 'intake-rename'] as const;

/** Places in the writing of the state's file (workers/state/stateFile.ts) and in the start that uses it. */
export const statePoints = [
  'state-begin',
  'state-parts',
  'state-write',
  'state-sync',
  'state-rename',
  'state-found',
  'state-checked',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
export type SnapshotPoint = (typeof snapshotPoints)[number];
export type RevertPoint = (typeof revertPoints)[number];
export type IntakePoint = (typeof intakePoints)[number];
export type StatePoint = (typeof statePoints)[number];
type AnyPoint = CrashPoint | RevertPoint | SnapshotPoint | IntakePoint | StatePoint;

const points: readonly AnyPoint[] = [
  ...crashPoints,
  ...revertPoints,
  ...snapshotPoints,
  ...intakePoints,
  ...statePoints,
];

interface Target {
  readonly name: AnyPoint;
  readonly passing: number;
  /** Number of passings from that one on. */
  readonly times: number;
}

/** @throws for a name that is not in the list: a crash test with a typing error would pass without a crash. */
export function parseCrashPoint(text: string | undefined, variable = 'ROUGED_CRASH_POINT'): Target | undefined {
  if (text === undefined || text === '') return undefined;
  const match = /^([a-z-]+)(?::([1-9]\d{0,8}))?(?::([1-9]\d{0,8}))?$/.exec(text);
  const name = points.find((known) => known === match?.[1]);
  if (name === undefined) throw new Error(`${variable}=${text} names no crash point; there are: ${points.join(', ')}`);
  return { name, passing: Number(match?.[2] ?? 1), times: Number(match?.[3] ?? 1) };
}

/** What happens at one place. */
interface Trap {
  readonly target: Target;
  readonly spring: () => void;
  passed: number;
}

/** The error of a full disk, as Node reports it. */
function fail(name: AnyPoint): never {
  throw Object.assign(new Error(`ENOSPC: no space left on device (asked for at ${name})`), { code: 'ENOSPC' });
}

function trapsOf(environment: NodeJS.ProcessEnv): readonly Trap[] {
  const springs: Readonly<Record<string, (name: AnyPoint) => void>> = {
    ROUGED_CRASH_POINT: () => process.kill(process.pid, 'SIGKILL'),
    // In a worker this ends only the thread.
    ROUGED_THREAD_POINT: () => process.exit(1),
    ROUGED_FAULT_POINT: fail,
  };
  return Object.entries(springs).flatMap(([variable, spring]) =>
    (environment[variable] ?? '').split(',').flatMap((text) => {
      const target = parseCrashPoint(text, variable);
      if (variable === 'ROUGED_FAULT_POINT' && target?.name === 'commit-answer')
        throw new Error(`${variable}: what is answered cannot fail any more`);
      return target ? [{ target, spring: () => spring(target.name), passed: 0 }] : [];
    }),
  );
}

const traps = trapsOf(process.env);

/** Costs one comparison when no variable is set. @throws Error when a fault is set for this place. */
export function crashPoint(name: AnyPoint): void {
  if (traps.length === 0) return;
  for (const trap of traps) {
    const { passing, times } = trap.target;
    if (trap.target.name !== name) continue;
    trap.passed++;
    if (trap.passed >= passing && trap.passed < passing + times) trap.spring();
  }
}
