/** The latest events of an edge, in memory: the clients of an edge that died come all at once, and have missed seconds.
 *
 *  In: consecutive events. Out: those from a number on. What is lost: the oldest, beyond a number of bytes. */

import { invariant } from '../../engine/base/refusal.js';
import type { EdgeEvent } from './edgeEvent.js';

/** An event beside its frame: its object, its lists and views. */
const OBJECT_BYTES = 1_024;
/** Lost events that are cut off together. */
const CUT = 1_024;

export class RecentEvents {
  #events: EdgeEvent[] = [];
  #begin = 0;
  #bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** Number of the oldest; undefined when there is none. */
  get oldest(): number | undefined {
    return this.#events[this.#begin]?.sequence;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param event the one after the last. */
  add(event: EdgeEvent): void {
    const last = this.#events.at(-1);
    invariant(last === undefined || event.sequence === last.sequence + 1, 'events have consecutive numbers');
    this.#events.push(event);
    this.#bytes += OBJECT_BYTES + event.relay.length;
    while (this.#bytes > this.mostBytes && this.#begin < this.#events.length - 1)
      this.#bytes -= OBJECT_BYTES + (this.#events[this.#begin++] as EdgeEvent).relay.length;
    if (this.#begin < CUT) return;
    this.#events.splice(0, this.#begin);
    this.#begin = 0;
  }

  /** @returns undefined when it is lost, or not here yet. */
  at(sequence: number): EdgeEvent | undefined {
    const { oldest } = this;
    return oldest === undefined || sequence < oldest ? undefined : this.#events[this.#begin + sequence - oldest];
  }

  /** Forgets everything: what comes next may be any event. */
  clear(): void {
    this.#events = [];
    this.#begin = 0;
    this.#bytes = 0;
  }
}
