/** The outside world as the engine sees it: time, timers, the log. Everything else outside (threads, disk, sockets) has
 *  its port in the folder that needs it. */

export interface Clock {
  /** Milliseconds since the epoch; jumps when somebody sets the clock. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes backwards. Durations are measured with it. */
  monotonic(): number;
  /** How many milliseconds a developer has moved this clock ahead of the machine's. Both readings include it. Absent means 0. */
  readonly shiftMs?: number;
}

export interface Timers {
  /** Calls back once after `milliseconds`. @returns a function that cancels it. */
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
