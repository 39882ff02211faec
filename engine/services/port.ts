/** The services as the rest of the node sees them, and what they need of it.
 *
 *  In: signed requests as they came, and questions of readers. Out: the JSON of the answer, or a refusal, for each. An answer to a
 *  request that changes something is given when the change is durable. What may be lost: a request without an answer. */

import type { Problem } from '../base/problem.js';
import type { Refusal } from '../base/refusal.js';
import type { ServiceEvent } from './serviceEvent.js';
import type { Moment } from './surroundings.js';

export interface ServicesStats {
  readonly waiting: number;
  readonly accepted: number;
  readonly refused: number;
  readonly records: number;
  readonly bytes: number;
  /** What the records may take together. */
  readonly mostBytes: number;
  /** Records erased since the database was begun. */
  readonly erased: number;
  /** Put-off work that was done, and records whose retention ended, since the start. */
  readonly due: number;
  readonly expired: number;
  /** Why nothing could be written at the last attempt. */
  readonly writeProblem: Problem | undefined;
  /** Seconds that the thread has worked. */
  readonly activeSeconds: number;
}

/** Of services that have not begun. */
export const NO_SERVICES_STATS: ServicesStats = {
  waiting: 0,
  accepted: 0,
  refused: 0,
  records: 0,
  bytes: 0,
  mostBytes: 0,
  erased: 0,
  due: 0,
  expired: 0,
  writeProblem: undefined,
  activeSeconds: 0,
};

export type EventListener = (events: readonly ServiceEvent[]) => void;

export interface ServicesPort {
  /** @param kind name of the route's kind. @param body moves to the services. @param source whose request it is: the sources share
   *  the queue of the services. @returns UTF-8 of a JSON object. */
  take(kind: string, body: Uint8Array, moment: Moment, source?: string): Promise<Uint8Array | Refusal>;
  /** @param query name of a public read. @param args plain values. */
  read(
    query: string,
    args: Readonly<Record<string, unknown>>,
    moment: Moment,
    source?: string,
  ): Promise<Uint8Array | Refusal>;
  /** Calls back with what has become durable. @returns a function that ends it. */
  follow(listener: EventListener): () => void;
  stats(): ServicesStats;
  close(): Promise<void>;
}
