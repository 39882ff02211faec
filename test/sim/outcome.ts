/** What a run is asked for, and what it amounted to. */

import type { Attack } from './attacks.js';
import type { Failure } from './checks.js';
import type { CodeCounts } from './codeThread.js';
import type { CatchingUp } from './keeping.js';
import type { Newcomers, Phase } from './newcomers.js';
import type { FaultKind, Scene } from './plan.js';
import type { SnapshotChecks } from './snapshotChecks.js';
import type { LineRank } from './trace.js';

export interface WorldOptions {
  readonly seed: number;
  readonly steps: number;
  readonly nodes?: number;
  /** Only these kinds of faults; drawn from the seed when absent. */
  readonly faults?: readonly FaultKind[] | undefined;
  /** Overrides the plan's choice of keys. */
  readonly isReal?: boolean | undefined;
  /** What one of several validators does that is not honest; drawn from the seed when absent. Nobody checks what it shows. */
  readonly attacks?: readonly Attack[] | undefined;
  /** What the run is about; drawn from the seed when this, `faults` and `attacks` are absent. */
  readonly scene?: Scene | undefined;
  readonly print?: (line: string, rank: LineRank) => void;
}

export interface Outcome {
  readonly seed: number;
  readonly failures: readonly Failure[];
  /** 64 hex digits. */
  readonly hash: string;
  readonly steps: number;
  readonly height: number;
  readonly transactions: number;
  /** Transactions that a node has acknowledged, and heads, events and signatures that were compared. */
  readonly checked: {
    readonly receipts: number;
    readonly heads: number;
    readonly events: number;
    readonly signatures: number;
  };
  /** Milliseconds of simulated time. */
  readonly elapsed: number;
  /** How often each kind of fault has struck. */
  readonly faults: ReadonlyMap<FaultKind, number>;
  /** How often each attack was made. */
  readonly attacks: ReadonlyMap<Attack, number>;
  /** What became of the acknowledged transactions, and the codes with which nodes have told it of those that are in no block. */
  readonly fates: ReadonlyMap<string, number>;
  /** Pieces of evidence that honest nodes kept, heights that were decided above round 0, prevotes of keys with a lock, machines that
   *  came back with an old disk. */
  readonly votes: {
    readonly evidence: number;
    readonly later: number;
    readonly locked: number;
    readonly restored: number;
  };
  /** Empty machines that started beside a chain, ends of their processes before they had it, those that had it, and how often a pruned
   *  machine showed a block with old ones dropped. */
  readonly catchingUp: CatchingUp['counts'];
  /** Machines that began with a snapshot, or could have. */
  readonly snapshots: Newcomers['counts'] & SnapshotChecks['counts'];
  /** Crashes and failed writes of these, by phase. */
  readonly phases: ReadonlyMap<Phase, number>;
  /** Contracts of all machines. */
  readonly code: CodeCounts;
  /** First signatures of processes, of which it is known that they had heard others. */
  readonly asked: number;
}
