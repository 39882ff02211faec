/** Ends a long-running command at the first SIGTERM or SIGINT; a second one ends the process at once. */

import type { Log } from '../engine/base/ports.js';

const NAMES = ['SIGTERM', 'SIGINT'] as const;

/** @returns a function that stops listening. */
export function stopAtSignals(stop: AbortController, log: Log): () => void {
  const release = (): void => {
    for (const name of NAMES) process.off(name, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    release();
    log.info({ signal }, 'stopping; a second signal stops at once');
    stop.abort();
  };
  for (const name of NAMES) process.on(name, end);
  return release;
}
