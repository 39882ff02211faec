/** Pings and idle limits of the open sockets of one server.
 *
 *  In: which sockets are open, and when a frame came from one. Out: a ping to each socket every `pingMs`, counted from
 *  its opening so that thousands of clients are not pinged in one burst, and the end of a socket that was silent for
 *  `idleMs`. A client that answers pings (every browser does) is never idle. */

export interface Beating {
  ping(): void;
  /** The peer was silent too long. */
  expire(): void;
}

interface Pulse {
  lastFrame: number;
  lastPing: number;
}

/** How often sockets are checked per ping interval; limits are kept with this precision. */
const CHECKS_PER_PING = 6;

export class Heartbeat {
  readonly #pulses = new Map<Beating, Pulse>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly pingMs: number,
    private readonly idleMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get openCount(): number {
    return this.#pulses.size;
  }

  add(socket: Beating): void {
    const now = this.now();
    this.#pulses.set(socket, { lastFrame: now, lastPing: now });
    if (this.#timer) return;
    this.#timer = setInterval(() => this.check(), this.pingMs / CHECKS_PER_PING);
    this.#timer.unref();
  }

  /** A frame of any kind came from the peer. */
  frame(socket: Beating): void {
    const pulse = this.#pulses.get(socket);
    if (pulse) pulse.lastFrame = this.now();
  }

  remove(socket: Beating): void {
    this.#pulses.delete(socket);
    if (this.#pulses.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** Checks all sockets once; the timer's work, callable by tests with a clock of their own. */
  check(): void {
    const now = this.now();
    for (const [socket, pulse] of [...this.#pulses]) {
      if (now - pulse.lastFrame >= this.idleMs) socket.expire();
      else if (now - pulse.lastPing >= this.pingMs) {
        pulse.lastPing = now;
        socket.ping();
      }
    }
  }
}
