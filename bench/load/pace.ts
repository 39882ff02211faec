/** When which signed request is sent: the two ways of offering load, apart from sockets and clocks.
 *
 *  Open loop: requests fall due at a given rate whatever the node does, and their latency counts from the moment at which they
 *  were due, also when no connection was free then; so a node that stalls cannot hide it from the figures (coordinated omission).
 *  What is due and finds neither a connection nor room in the bounded queue is not sent at all, and counted.
 *  Closed loop: every connection sends its next request as soon as it has its answer; what was refused for a while is sent again. */

/** Requests that travel in one body, and since when they should have. */
export interface Due {
  readonly slots: readonly number[];
  /** Milliseconds. */
  readonly planned: number;
}

export interface Pace {
  /** The next to be sent at this moment, undefined when there is none. */
  next(now: number): Due | undefined;
  /** Requests that were refused, and that another try may help. */
  again(slots: readonly number[]): void;
  /** Requests of the measured window that were given up without being sent. */
  readonly notSent: readonly Due[];
  /** Whether nothing will ever be due again. */
  isOver(now: number): boolean;
  /** Whether the supply ended it. */
  readonly ranOut: boolean;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

export interface OpenLoop {
  readonly begin: number;
  readonly end: number;
  /** Milliseconds from the begin in which the rate rises to its height: a node that has just started takes less, and a
   *  backlog from its first seconds would stand in the measured window. */
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
    // A rate that rises evenly offers half as much in its time, t^2 / (2 ramp) of it by the moment t.
    return begin + (atFullRate < ramp / 2 ? Math.sqrt(2 * ramp * atFullRate) : ramp / 2 + atFullRate);
  }

  /** Puts in line what has fallen due. */
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

  /** Gives up what still waits. */
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
