/** What the network of peers says and hears of the services. */

import type { Refusal } from '../base/refusal.js';
import type { ServiceLogMark, ServiceLogName } from './messages.js';
import type { LinkId } from './net.js';

/** How far a log is here. */
export interface ServiceMark extends ServiceLogMark {
  /** Nothing more is taken of it. */
  readonly isStopped: boolean;
}

/** What came of runs that a peer has sent; `wrong` blames the peer, `failed` nobody. */
export type RunsOutcome = 'kept' | 'wrong' | 'stopped' | 'later' | 'full' | 'unreadable' | 'failed';

/** UTF-8 of the JSON that answers a request, or why it was not taken in. */
export type ServiceAnswer = Uint8Array | Refusal;

export type ServiceNetworkEvent =
  /** @param isWhole there are no other logs here. */
  | { readonly kind: 'serviceMarks'; readonly marks: readonly ServiceMark[]; readonly isWhole: boolean }
  /** The answer to a `readServiceRuns` effect; undefined when they could not be read. */
  | { readonly kind: 'serviceRunsRead'; readonly token: number; readonly runs: Uint8Array | undefined }
  /** The answer to a `serviceRuns` effect. `last`: number of the last entry that is here now. */
  | {
      readonly kind: 'serviceRunsChecked';
      readonly token: number;
      readonly outcome: RunsOutcome;
      readonly last: number;
    }
  /** Pass a client's request on to the node with this id (hex SHA-256 of its key). `serviceForwarded` follows with the token. */
  | {
      readonly kind: 'forwardService';
      readonly token: number;
      readonly home: string;
      readonly service: string;
      readonly body: Uint8Array;
    }
  /** The answer to a `serviceForward` effect. */
  | {
      readonly kind: 'serviceForwardTaken';
      readonly link: LinkId;
      readonly request: number;
      readonly answer: ServiceAnswer;
    };

export type ServiceNetworkEffect =
  /** A peer has logs, and the services have not begun; `serviceMarks` follows when they have. */
  | { readonly kind: 'openServices' }
  /** Peers may have this node's own log from now on. */
  | { readonly kind: 'publishServiceLog' }
  | {
      readonly kind: 'readServiceRuns';
      readonly token: number;
      readonly log: ServiceLogName;
      /** Number of the first entry. */
      readonly from: number;
    }
  /** Runs of a log to check and enter. */
  | { readonly kind: 'serviceRuns'; readonly token: number; readonly log: ServiceLogName; readonly runs: Uint8Array }
  /** A request that a peer's client has made. */
  | {
      readonly kind: 'serviceForward';
      readonly link: LinkId;
      readonly request: number;
      readonly service: string;
      readonly body: Uint8Array;
    }
  /** Undefined: the node is away. */
  | { readonly kind: 'serviceForwarded'; readonly token: number; readonly answer: ServiceAnswer | undefined };
