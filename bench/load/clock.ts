/** The clock of all processes of a load run: milliseconds since the epoch with fractions.
 *
 *  Each process counts from the system's clock at its own start, so a jump of the system's clock during a run changes no
 *  figure. Readings of different processes agree as well as the system's clock kept its pace between their starts. */

export const epochMs = (): number => performance.timeOrigin + performance.now();

/** Resolves at a moment of that clock, at once when it has passed. Does not keep the process alive, so a waiter whose run
 *  ends earlier delays nothing. */
export const until = (moment: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, moment - epochMs())).unref();
  });
