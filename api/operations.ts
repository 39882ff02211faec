/** What the API shows of the node's operation: what keeps it from being healthy, and its metrics.
 *
 *  The composition root implements it, because only it knows disk, threads and clocks. */

import type { Problem } from '../engine/base/problem.js';
import type { ApiMeasures } from './measures.js';

/** Something that keeps the node from doing all of its work. */
export interface HealthProblem extends Problem {
  /** Stable, for programs: `production_halted`, `disk_low`, ... */
  readonly code: string;
}

/** Who may read `GET /metrics` at the API's port: `local` is a client on this machine without a proxy in between, `public`
 *  everybody who reaches the port, `off` nobody. */
export type MetricsAccess = 'local' | 'public' | 'off';

export interface MetricsPage {
  readonly contentType: string;
  /** Text in Prometheus' exposition format. */
  render(): string;
}

/** How a node that is behind catches up. */
export interface SyncReading {
  readonly height: number;
  /** End of the headers that certificates prove, or height that nodes ahead say they have. */
  readonly target: number;
  /** Absent until it is known. */
  readonly blocksPerSecond?: number;
  /** At this rate; absent while no block comes in. */
  readonly remainingSeconds?: number;
}

export interface Operations {
  readonly measures: ApiMeasures;
  /** Most important first; none when the node is healthy. */
  problems(): readonly HealthProblem[];
  /** Undefined while the node is not behind. */
  sync(): SyncReading | undefined;
  readonly metrics: MetricsPage;
  readonly metricsAccess: MetricsAccess;
}
