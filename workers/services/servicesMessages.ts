/** The messages between the main thread and the thread of the services.
 *
 *  Either side asks, the other answers with the same id, once. Bodies and answers move by transfer. */

import type { RefusalCode } from '../../engine/base/refusal.js';
import { Refusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { ServicesStats } from '../../engine/services/port.js';
import type { LogMark } from '../../engine/services/replication/replicator.js';
import type { SeriesName } from '../../engine/services/series.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { Moment } from '../../engine/services/surroundings.js';
import type { VoteRules } from '../../engine/services/voteRules.js';

export interface ServicesWorkerData {
  readonly directory: string;
  readonly chainId: string;
  readonly requireChainId: boolean;
  readonly backend: string;
  readonly cacheBytes: number;
  readonly nodeKey: Uint8Array;
  readonly mostBytes: number;
  /** Accounts of the nodes with which private records are exchanged. */
  readonly named: readonly string[];
  readonly voteRules: VoteRules;
  /** Records are erased after so long; 0: never. */
  readonly retentionMs: number;
}

export type ServicesCall =
  | {
      readonly kind: 'take';
      readonly service: string;
      readonly body: Uint8Array;
      readonly moment: Moment;
      readonly source: string;
    }
  | {
      readonly kind: 'read';
      readonly query: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly moment: Moment;
      readonly source: string;
    }
  /** How far each log is here. */
  | { readonly kind: 'marks' }
  /** Peers may have the log of this node from now on. */
  | { readonly kind: 'publish' }
  | { readonly kind: 'runs'; readonly origin: string; readonly series: SeriesName; readonly from: number }
  | {
      readonly kind: 'takeRuns';
      readonly origin: string;
      readonly series: SeriesName;
      readonly runs: Uint8Array;
      readonly moment: Moment;
    }
  | { readonly kind: 'pushGone'; readonly account: AccountId; readonly token: string }
  | { readonly kind: 'sweep'; readonly moment: Moment }
  | { readonly kind: 'rewrite' }
  | { readonly kind: 'backup'; readonly directory: string }
  | { readonly kind: 'close' };

export type ServicesRequest = { readonly id: number; readonly call: ServicesCall };

/** A refusal as it crosses threads: a structured clone would drop its class. */
export interface RefusedAnswer {
  readonly code: RefusalCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

export const refusedAnswer = ({ code, message, retryAfterSeconds }: Refusal): RefusedAnswer => ({
  code,
  message,
  retryAfterSeconds,
});

export const refusalOf = ({ code, message, retryAfterSeconds }: RefusedAnswer): Refusal =>
  new Refusal(code, message, retryAfterSeconds);

/** The main thread measures the time of the thread itself. */
export type ThreadStats = Omit<ServicesStats, 'activeSeconds'>;

/** What the thread asks the main thread. */
export type HostCall =
  | { readonly kind: 'wallets'; readonly texts: readonly string[] }
  | { readonly kind: 'walletsOf'; readonly accounts: readonly string[] }
  | { readonly kind: 'sign'; readonly message: Uint8Array }
  | { readonly kind: 'blockTimes'; readonly heights: readonly number[] }
  /** Hand a request to the node that it is for. */
  | { readonly kind: 'forward'; readonly home: string; readonly service: string; readonly body: Uint8Array }
  | { readonly kind: 'balance'; readonly account: string }
  | { readonly kind: 'balances' }
  | { readonly kind: 'transfer'; readonly id: string };

/** An answer, or why there is none. */
export type HostAnswer = { readonly value: unknown } | { readonly refused: RefusedAnswer } | { readonly error: string };

export type FromThread =
  | { readonly answer: number; readonly value: unknown; readonly stats: ThreadStats }
  | { readonly answer: number; readonly refused: RefusedAnswer; readonly stats: ThreadStats }
  | { readonly answer: number; readonly error: string }
  | { readonly ask: number; readonly call: HostCall }
  | { readonly events: readonly ServiceEvent[] }
  /** Logs that are here now, or have grown. */
  | { readonly marks: readonly LogMark[] }
  | {
      readonly log: {
        readonly level: 'debug' | 'info' | 'warn' | 'error';
        readonly text: string;
        readonly fields: object;
      };
    }
  | { readonly opened: true };

export type ToThread =
  | ServicesRequest
  | { readonly told: number; readonly answer: HostAnswer }
  /** What was told of the directory before does not count any more. */
  | { readonly directoryChanged: true };
