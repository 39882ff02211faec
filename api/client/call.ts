/** One call of a route: the request, and how the answer's exact amounts become bigint. */

import { check } from './error.js';

/** What a caller may set for one call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. A request that was sent may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one try. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first try. */
  readonly retries?: number | undefined;
  /** For reads: the answer must know the block of this height. A node that does not have it yet waits for it a moment, then refuses with
   *  `height_not_reached`, and the read is tried again. For several nodes behind one URL. */
  readonly minHeight?: number | undefined;
}

/** A request as the methods describe it. */
export interface Call {
  readonly method: string;
  /** From `/api` on, encoded. */
  readonly path: string;
  readonly query?: object | undefined;
  /** A value, or JSON text that is sent as it is. */
  readonly body?: unknown;
  /** Paths of the answer's exact amounts, which are text of digits. */
  readonly exact: readonly string[];
  /** Whether it may be sent again after a try whose fate is unknown. */
  readonly repeatable: boolean;
  /** Milliseconds that one try gets at least, unless the caller sets a time for this call. */
  readonly leastMs?: number | undefined;
  /** Whether it takes `min_height`. */
  readonly reads?: boolean;
}

/** A parameter of a path, encoded. @throws RougedError `invalid_input` for an empty one, which would name another route. */
export function segment(name: string, value: string | number): string {
  const text = String(value);
  check(text !== '' && text !== '.' && text !== '..', `${name} must not be empty`);
  return encodeURIComponent(text);
}

/** A query without its absent members. */
export function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

const DIGITS = /^-?\d+$/;

function convertAt(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const name of step === '*' ? Object.keys(members) : [step])
    if (Object.hasOwn(members, name)) members[name] = convertAt(members[name], rest);
  return value;
}

/** Turns the texts at these paths into bigint, in place. Absent and null values stay as they are. */
export function convertExact(answer: unknown, paths: readonly string[]): unknown {
  for (const path of paths) convertAt(answer, path.split('.'));
  return answer;
}
