/** The logs of the services as the network of peers uses them. */

import type { Refusal } from '../../base/refusal.js';
import type { AccountId } from '../../crypto/address.js';
import type { SeriesName } from '../series.js';
import type { Moment } from '../surroundings.js';
import type { LogMark } from './replicator.js';
import type { RunsVerdict } from './runImport.js';

export interface ReplicationPort {
  /** Logs that have grown here. @param isWhole there are no others. */
  onMarks: (marks: readonly LogMark[], isWhole: boolean) => void;
  /** Begins the services if they have not begun; `onMarks` says what is here. */
  open(): Promise<void>;
  /** Peers may have the log of this node from now on. */
  publish(): void;
  /** @returns a `ServiceLogPart`; empty when there is none from that number on. */
  runs(origin: AccountId, series: SeriesName, from: number): Promise<Uint8Array | Refusal>;
  takeRuns(origin: AccountId, series: SeriesName, runs: Uint8Array, moment: Moment): Promise<RunsVerdict | Refusal>;
  /** A request that a client of another node has made there. */
  take(service: string, body: Uint8Array, moment: Moment): Promise<Uint8Array | Refusal>;
}
