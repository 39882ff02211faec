/** From the log to the live stream: sends one client the events that it missed, then joins it to the hub.
 *
 *  In: the first event that is wanted. Out: the matching events up to the present, a `resumed` frame, and from there on
 *  the live events of the hub: complete, in order, each once. It works in rounds. At the start of a round the client
 *  joins the hub, and its live events are kept aside; the round reads the log up to the hub's number at that moment. At the end
 *  of the round the kept events are sent and the client is live. If too many events arrived meanwhile, the kept ones are dropped
 *  and another round begins. The replay waits for its socket, and releases its turn while others wait. */

import { InvariantError, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { EventFilter, EventFormat } from '../../engine/store/chainStore.js';
import { StoreError } from '../../engine/store/port.js';
import type { Turns } from '../../engine/store/turns.js';
import { readEvents } from '../../engine/stream/eventLog.js';

/** The log and the hub as a replay sees them. */
export interface ReplaySource {
  /** Number of the latest event that the hub has handed out. */
  latest(): number;
  /** Number of the first event in the log. */
  oldest(): number;
  read(from: number, to: number, filter: EventFilter, format: EventFormat): AsyncIterable<Uint8Array>;
}

/** @param from number of the first event that is asked for. @param latest number of the latest event.
 *  @returns a refusal when there are events between the two. */
export const beyondEnd = (from: number, latest: number): Refusal | undefined =>
  from > latest + 1
    ? refuse('malformed_parameter', `"from" is ${from}, but the latest event here is ${latest}`)
    : undefined;

/** How far one of several doors may be behind another: what a client has beyond that, nobody has given it. */
const BEHIND_EVENTS = 100_000;

/** Whether a client can have its events from another door, which has come further. */
export const isBehind = (from: number, latest: number): boolean => from > latest + 1 && from <= latest + BEHIND_EVENTS;

/** Which events a client wants, and their format. */
export interface Wanted {
  readonly filter: EventFilter;
  readonly format: EventFormat;
}

/** The client as a replay sees it. */
export interface ReplayTarget {
  readonly isOpen: boolean;
  readonly bufferedBytes: number;
  /** Joins the hub: `Replay.hear` gets all events from now on. */
  join(): void;
  leave(): void;
  send(bytes: Uint8Array, sequence: number): void;
  /** Resolves with true when the socket has sent some of the waiting bytes, with false after `milliseconds` or its end. */
  drained(milliseconds: number): Promise<boolean>;
}

/** `live`: the client has caught up; `pruned`: the log no longer holds the next event; `stalled`: the client does not read;
 *  `failed`: the log cannot be read; `closed`: the client is gone. */
export type ReplayEnd = 'live' | 'pruned' | 'stalled' | 'failed' | 'closed';

/** A replay sends only while no more than this waits in its socket: far below the budget that closes the socket. */
const ROOM_BYTES = 256 * 1024;

/** Most bytes of live events kept during a round: many times a full block's events for one account. */
const KEPT_BYTES = 1024 * 1024;

export interface ReplayTimes {
  /** How long a replay may keep its turn while others wait. */
  readonly turnMs: number;
  /** A client that takes nothing for this long is not reading: a socket without answers to pings is closed after the same time. */
  readonly stallMs: number;
}

const replayTimes: ReplayTimes = { turnMs: 500, stallMs: 60_000 };

export class Replay {
  #kept: { readonly bytes: Uint8Array; readonly sequence: number }[] | undefined;
  #keptBytes = 0;
  #isLive = false;
  #next: number;

  constructor(
    from: number,
    private readonly wanted: Wanted,
    private readonly source: ReplaySource,
    private readonly target: ReplayTarget,
    private readonly turns: Turns,
    private readonly times: ReplayTimes = replayTimes,
  ) {
    this.#next = from;
  }

  /** Number of the next event for the client. */
  get next(): number {
    return this.#next;
  }

  /** Takes an event of the hub: kept during a round, sent once the client is live. */
  hear(bytes: Uint8Array, sequence: number): void {
    if (this.#isLive) this.target.send(bytes, sequence);
    if (!this.#kept) return;
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > KEPT_BYTES) this.lose();
    else this.#kept.push({ bytes, sequence });
  }

  /** The hub has dropped this client; another round catches up. */
  lose(): void {
    this.#kept = undefined;
    this.target.leave();
  }

  /** @param resumed called when the log has been sent, before the kept events are. */
  async run(resumed: (sequence: number) => void): Promise<ReplayEnd> {
    for (;;) {
      if (!(await this.#room(this.times.stallMs))) return this.target.isOpen ? 'stalled' : 'closed';
      await this.turns.acquire();
      try {
        const end = await this.#round(resumed);
        if (end) return end;
      } catch (error) {
        if (error instanceof StoreError) return 'failed';
        throw error;
      } finally {
        this.turns.release();
      }
    }
  }

  /** @returns undefined when another round is needed. */
  async #round(resumed: (sequence: number) => void): Promise<ReplayEnd | undefined> {
    const { source, target } = this;
    if (!target.isOpen) return 'closed';
    if (this.#next < source.oldest()) return 'pruned';
    const to = source.latest();
    this.#kept = [];
    this.#keptBytes = 0;
    target.join();
    if (this.#next <= to) await this.#read(to);
    if (!target.isOpen) return 'closed';
    if (this.#next <= to || !this.#kept) {
      this.lose();
      return undefined;
    }
    resumed(to);
    for (const { bytes, sequence } of this.#kept) target.send(bytes, sequence);
    this.#kept = undefined;
    this.#isLive = true;
    return 'live';
  }

  /** Sends the log up to `to`, or as far as this turn goes. */
  async #read(to: number): Promise<void> {
    const { target, turns, times, wanted } = this;
    const end = performance.now() + times.turnMs;
    for await (const chunk of this.source.read(this.#next, to, wanted.filter, wanted.format)) {
      if (!target.isOpen) return;
      const { through, events } = readEvents(chunk);
      if (through < this.#next - 1) throw new InvariantError('a replay went back');
      for (const { bytes, sequence } of events) target.send(bytes, sequence);
      this.#next = through + 1;
      if (!(await this.#room(times.turnMs))) return;
      if (turns.isWanted && performance.now() > end) return;
    }
  }

  /** @returns false when the socket has not taken what waits within that time, or is closed. */
  async #room(milliseconds: number): Promise<boolean> {
    const { target } = this;
    while (target.isOpen && target.bufferedBytes > ROOM_BYTES) if (!(await target.drained(milliseconds))) return false;
    return target.isOpen;
  }
}
