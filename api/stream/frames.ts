/** Frames from a client: what they may say, and how many may come. */

import { WS_CLIENT_FRAMES } from '../../engine/base/limits.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';

/** `{"subscribe": [...], "unsubscribe": [...], "from": n}`, every member optional. */
export interface ClientRequest {
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** Number of the first event that is asked for again. */
  readonly from: number | undefined;
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export function readRequest(message: string | Uint8Array): ClientRequest | Refusal {
  if (typeof message !== 'string') return refuse('malformed_body', 'send JSON in a text frame');
  const malformed = refuse(
    'malformed_body',
    'send {"subscribe": ["topic", ...]}, {"unsubscribe": [...]}, and "from": <sequence> to have events again',
  );
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return malformed;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed;
  const { subscribe = [], unsubscribe = [], from, ...rest } = value as Record<string, unknown>;
  if (!isList(subscribe) || !isList(unsubscribe) || Object.keys(rest).length > 0) return malformed;
  if (from !== undefined && !(typeof from === 'number' && Number.isSafeInteger(from) && from >= 0))
    return refuse('malformed_parameter', '"from" must be the number of an event: a whole number, 0 or more');
  return { subscribe, unsubscribe, from };
}

/** Counts the frames of one connection in periods. */
export class FrameBudget {
  #start = Number.NEGATIVE_INFINITY;
  #frames = 0;
  #bytes = 0;

  /** @param now milliseconds of a monotonic clock. @returns false when the client sends too much. */
  take(message: string | Uint8Array, now: number): boolean {
    const { periodMs, frames, bytes } = WS_CLIENT_FRAMES;
    if (now - this.#start >= periodMs) {
      this.#start = now;
      this.#frames = 0;
      this.#bytes = 0;
    }
    this.#frames++;
    this.#bytes += message.length;
    return this.#frames <= frames && this.#bytes <= bytes;
  }
}
