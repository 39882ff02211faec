/** Requests to the platform's provider.
 *
 *  In: the JSON of a request. Out: the text of its answer, or why there is none; never an exception. A request ends after 15
 *  seconds whatever the provider does, its answer is read up to a bound, and no redirection is followed: the access token and the
 *  device tokens go to the configured endpoint alone. Neither is ever logged. */

import { decodeUtf8 } from '../../engine/base/bytes.js';
import type { Clock, Timers } from '../../engine/base/ports.js';
import { MAX_ANSWER_BYTES } from './answers.js';
import type { RequestFailure } from './measures.js';

/** The reference's limit. */
export const REQUEST_LIMIT_MS = 15_000;

/** A provider that names a longer pause is asked again after this one; by then the messages that waited are too old. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Statuses that concern the body and not who sends it: another body may be taken. */
const OF_CONTENT: ReadonlySet<number> = new Set([400, 413, 422]);

export interface FailedRequest {
  readonly failure: RequestFailure;
  /** The pause that the provider asks for, milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type Posted = { readonly text: string } | FailedRequest;

export interface ProviderParts {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Bearer token; absent: requests carry none. */
  readonly accessToken?: string | undefined;
}

function failureOf(status: number): RequestFailure {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return OF_CONTENT.has(status) ? 'content' : 'refused';
}

/** @param text of Retry-After: seconds, or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(0, milliseconds), MAX_RETRY_AFTER_MS);
}

/** The text of a body; undefined when it is longer than an answer may be, or not UTF-8. */
async function readBody({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

export class ProviderDoor {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #underWay = new Set<AbortController>();

  constructor(private readonly parts: ProviderParts) {
    const { accessToken } = parts;
    this.#headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    };
  }

  async post(url: string, value: unknown): Promise<Posted> {
    const controller = new AbortController();
    let isLate = false;
    this.#underWay.add(controller);
    const cancel = this.parts.timers.after(REQUEST_LIMIT_MS, () => {
      isLate = true;
      controller.abort();
    });
    try {
      return await this.#exchange(url, JSON.stringify(value), controller.signal);
    } catch {
      // What fetch throws has the address in its text, and says no more than that there was no answer.
      return { failure: isLate ? 'timeout' : 'network' };
    } finally {
      cancel();
      this.#underWay.delete(controller);
    }
  }

  async #exchange(url: string, body: string, signal: AbortSignal): Promise<Posted> {
    const response = await fetch(url, { method: 'POST', headers: this.#headers, body, signal, redirect: 'manual' });
    if (!response.ok) {
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), this.parts.clock.now());
      response.body?.cancel().catch(() => undefined);
      return { failure: failureOf(response.status), retryAfterMs };
    }
    const text = await readBody(response);
    return text === undefined ? { failure: 'bad_answer' } : { text };
  }

  /** Ends the requests under way. */
  close(): void {
    for (const controller of this.#underWay) controller.abort();
  }
}
