/** Places between two effects of a simulated machine: where its process may end, its disk fail, and time pass. */

import { type CrashPoint, crashPoints, type SnapshotPoint } from '../../workers/store/crashPoints.js';
import type { TakingPoint } from './intake.js';

/** Places of the files beside the database. */
export type DeskPoint = SnapshotPoint | TakingPoint;

export type MachinePoint = CrashPoint | DeskPoint;

/** What is called between two effects of a process. */
export interface Places {
  readonly at: (point: MachinePoint) => Promise<void>;
  /** Where nothing can be waited for. */
  readonly passed: (point: MachinePoint) => void;
}

/** What ends a process or fails its disk at a named place. */
export interface Trap {
  readonly point: MachinePoint;
  readonly how: 'crash' | 'fail';
  /** Passings until it springs. */
  left: number;
}

/** A sync takes up to this long on a healthy disk. */
export const POINT_MS = 4;

/** The places behind a sync, and the beginning of a write: the others follow at once. */
export const SLOW_POINTS: ReadonlySet<MachinePoint> = new Set([
  ...crashPoints.filter((point) => /-(begin|sync|directory|probe|open)$/.test(point)),
  ...(['snapshot-begin', 'snapshot-chunk', 'snapshot-manifest', 'intake-manifest', 'intake-check'] as const),
  ...(['restoring-commit-sync', 'intake-ready', 'intake-rename'] as const),
]);

/** Of the files beside the database, and of the one that is being restored. What was answered cannot fail any more. */
export const DESK_POINT = /^(snapshot|intake|restoring)-(?!commit-answer)/;

/** What a process that is gone waits for. */
export const NEVER = new Promise<never>(() => {});
