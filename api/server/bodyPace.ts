/** Bodies that arrive too slowly: each holds a connection and a part of the budget of all bodies.
 *
 *  In: the bodies under way and how many bytes of each have arrived. Out: the end of those that were below the pace for a
 *  whole window, and of unwanted bodies that do not end within one window. */

export interface PacedBody {
  /** Bytes so far. */
  readonly received: number;
  /** Already answered: the rest is read only so that the connection can be used again. */
  readonly unwanted: boolean;
  /** Ends the connection. */
  cut(): void;
}

interface Window {
  start: number;
  receivedBefore: number;
}

/** How often a window is checked within its length. */
const CHECKS_PER_WINDOW = 4;

export class BodyPace {
  readonly #windows = new Map<PacedBody, Window>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly windowMs: number,
    private readonly bytesPerSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get watchedCount(): number {
    return this.#windows.size;
  }

  /** Also begins a new window of a body that has just become unwanted. */
  watch(body: PacedBody): void {
    this.#windows.set(body, { start: this.now(), receivedBefore: body.received });
    if (this.#timer) return;
    this.#timer = setInterval(() => this.check(), this.windowMs / CHECKS_PER_WINDOW);
    this.#timer.unref();
  }

  release(body: PacedBody): void {
    if (!this.#windows.delete(body) || this.#windows.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Checks all bodies once; the timer's work, callable by tests with a clock of their own. */
  check(): void {
    const now = this.now();
    const least = (this.bytesPerSecond * this.windowMs) / 1_000;
    for (const [body, window] of [...this.#windows]) {
      if (now - window.start < this.windowMs) continue;
      if (body.unwanted || body.received - window.receivedBefore < least) {
        this.release(body);
        body.cut();
      } else this.#windows.set(body, { start: now, receivedBefore: body.received });
    }
  }
}

/** The bodies of one connection. For a body that was answered early the library reports no end when its connection ends, so
 *  all bodies are released with the connection. */
export class ConnectionBodies {
  readonly #watched = new Set<PacedBody>();
  #isOver = false;

  constructor(private readonly pace: BodyPace) {}

  watch(body: PacedBody): void {
    if (this.#isOver) return;
    this.#watched.add(body);
    this.pace.watch(body);
  }

  release(body: PacedBody): void {
    this.#watched.delete(body);
    this.pace.release(body);
  }

  /** The connection is gone. */
  end(): void {
    this.#isOver = true;
    for (const body of [...this.#watched]) this.release(body);
  }
}
