/** The machine's clocks.
 *
 *  In: the wall clock, the monotonic clock of the process, the system's time since boot. Out: the `Clock` of the engine,
 *  whose monotonic side includes the sleep of the machine. On Linux and macOS the monotonic clock of a process stops
 *  while the machine is suspended, and the time since boot does not; without that time an hour of sleep would look like a
 *  wall clock that was set forward by an hour. If the system does not notice the sleep either (a virtual machine that
 *  its host paused), it still looks like that. */

import { uptime } from 'node:os';
import type { Clock } from '../engine/base/ports.js';

/** Shorter sleep is ignored: the precision of the time since boot is a hundredth of a second at best, on some
 *  systems a second. */
const LEAST_SLEEP_MS = 2_000;

/** Interval between reads of the time since boot, which is read from a file. */
const LOOK_MS = 1_000;

export interface TimeSources {
  /** Milliseconds since the epoch. */
  readonly wall: () => number;
  /** Milliseconds; may stand still while the machine sleeps. */
  readonly awake: () => number;
  /** Seconds since boot, including sleep. May throw where the system has none. */
  readonly boot: () => number;
}

const machine: TimeSources = { wall: () => Date.now(), awake: () => performance.now(), boot: uptime };

export function systemClock({ wall, awake, boot }: TimeSources = machine): Clock {
  /** Time since boot minus time awake; undefined where the system gives none. */
  const readOffset = (): number | undefined => {
    try {
      return boot() * 1_000 - awake();
    } catch {
      return undefined;
    }
  };
  let offset = readOffset();
  let slept = 0;
  let lookedAt = wall();
  const look = (now: number): void => {
    // By the wall clock, which continues during sleep, so that the first reading afterwards includes the sleep.
    if (Math.abs(now - lookedAt) < LOOK_MS) return;
    lookedAt = now;
    const seen = readOffset();
    if (seen === undefined || offset === undefined) return;
    if (seen - offset < LEAST_SLEEP_MS) return;
    slept += seen - offset;
    offset = seen;
  };
  return {
    now: wall,
    monotonic: () => {
      look(wall());
      return awake() + slept;
    },
  };
}
