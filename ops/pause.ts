/** Waiting in a command that a signal ends. */

import { setTimeout as delay } from 'node:timers/promises';

/** Ends after a time, or with the signal. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
