/** Decides when each signed request is sent: the two ways of offering load, separate from sockets and clocks.
 *
 *  Open loop: requests fall due at a given rate whatever the node does, and their latency counts from the moment at which they
 *  were due, even when no connection was free then; so a stall of the node shows in the figures (coordinated omission).
 *  A due request that finds neither a connection nor room in the bounded queue is not sent at all, but counted.
 *  Closed loop: every connection sends its next request as soon as it has its answer; temporarily refused ones are resent. */

/** Requests of one body, and when they were due. */
export interface Due {
  readonly slots: readonly number[];
  /** Milliseconds. */
  readonly planned: number;
}

export interface Pace {
  /** The next body to send now; undefined when there is none. */
  next(now: number): Due | undefined;
  /** Refused requests for which a retry may help. */
  again(slots: readonly number[]): void;
  /** Requests of the measured window that were dropped without being sent. */
  readonly notSent: readonly Due[];
  /** Whether nothing will ever be due again. */
  isOver(now: number): boolean;
  /** Whether it ended because the supply was used up. */
  readonly ranOut: boolean;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

export interface OpenLoop {
  readonly begin: number;
  readonly end: number;
  /** Milliseconds from the start in which the rate rises to its full value: a node that has just started handles less, and
   *  a backlog from its first seconds would be in the measured window. */
  readonly ramp: number;
  /** Requests a second, and in one body. */
  readonly rate: number;
  readonly batch: number;
  readonly count: number;
  /** Requests that may wait for a connection. */
  readonly maxWaiting: number;
}

export class OpenPace implements Pace {
  readonly notSent: Due[] = [];
  readonly ranOut = false;
  readonly #waiting: Due[] = [];
  #first = 0;
  #planned = 0;
  readonly #bodies: number;

  constructor(private readonly loop: OpenLoop) {
    const { begin, end, ramp, rate, batch, count } = loop;
    this.#bodies = Math.min(Math.floor(count / batch), Math.ceil(((end - begin - ramp / 2) * rate) / (1_000 * batch)));
  }

  #plannedAt(body: number): number {
    const { begin, batch, rate, ramp } = this.loop;
    const atFullRate = (body * batch * 1_000) / rate;
    // A linearly rising rate offers half as much during the ramp: t^2 / (2 ramp) times the full rate by time t.
    return begin + (atFullRate < ramp / 2 ? Math.sqrt(2 * ramp * atFullRate) : ramp / 2 + atFullRate);
  }

  /** Queues the requests that are due. */
  #plan(now: number): void {
    const { batch, maxWaiting } = this.loop;
    while (this.#planned < this.#bodies && this.#plannedAt(this.#planned) <= now) {
      const body = this.#planned++;
      const due = { slots: range(body * batch, (body + 1) * batch), planned: this.#plannedAt(body) };
      if ((this.#waiting.length - this.#first) * batch >= maxWaiting) this.notSent.push(due);
      else this.#waiting.push(due);
    }
  }

  next(now: number): Due | undefined {
    this.#plan(now);
    const due = this.#waiting[this.#first];
    if (!due) return undefined;
    this.#first++;
    if (this.#first > 1_024 && this.#first * 2 > this.#waiting.length) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
    return due;
  }

  /** An open loop offers everything once. */
  again(): void {}

  isOver(now: number): boolean {
    this.#plan(now);
    return this.#planned === this.#bodies && this.#first === this.#waiting.length;
  }

  /** Drops what still waits. */
  giveUp(): void {
    this.notSent.push(...this.#waiting.splice(this.#first));
  }
}

export interface ClosedLoop {
  readonly begin: number;
  readonly end: number;
  readonly batch: number;
  readonly count: number;
}

export class ClosedPace implements Pace {
  readonly notSent: readonly Due[] = [];
  readonly #again: number[] = [];
  #next = 0;

  constructor(private readonly loop: ClosedLoop) {}

  get ranOut(): boolean {
    return this.#next >= this.loop.count && this.#again.length === 0;
  }

  next(now: number): Due | undefined {
    const { begin, end, batch, count } = this.loop;
    if (now < begin || now >= end) return undefined;
    const slots = this.#again.splice(0, batch);
    while (slots.length < batch && this.#next < count) slots.push(this.#next++);
    return slots.length === 0 ? undefined : { slots, planned: now };
  }

  again(slots: readonly number[]): void {
    this.#again.push(...slots);
  }

  isOver(now: number): boolean {
    return now >= this.loop.end || this.ranOut;
  }
}
