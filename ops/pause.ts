/** Waiting in a command that a signal ends. */

/** Ends after a time, or with the signal. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
