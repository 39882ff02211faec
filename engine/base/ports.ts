/** The outside world as the engine sees it: time, timers, the log. Everything else that is outside (threads, disk,
 *  sockets) has its port in the room that needs it. */

export interface Clock {
  /** Milliseconds since the epoch; steps when somebody sets the clock. */
  now(): number;
  /** Milliseconds from some fixed moment; never steps back. Durations are measured with it. */
  monotonic(): number;
  /** By how many milliseconds a developer has moved this clock ahead of the machine's; both readings have it in them. Absent: by
   *  none. */
  readonly shiftMs?: number;
}

export interface Timers {
  /** Calls back once after `milliseconds`. @returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Random {
  /** @returns fresh cryptographic random bytes. */
  bytes(length: number): Uint8Array;
}

/** Structured lines; a member named `error` may hold an Error. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
