/** Times as clients of the messenger show them. */

/** The last moment that the format can write. */
const LAST_MS = 8_640_000_000_000_000;

/** ISO 8601. @param time milliseconds, of any size: somebody has signed it. */
export const isoTime = (time: number): string => new Date(Math.min(time, LAST_MS)).toISOString();
