/** Answers of the API as the server port takes them: values as JSON, refusals, and the answer to a bug.
 *
 *  In: what a handler returned. Out: status, headers, body. A failure is always `{success: false, error, code}` with the
 *  status of its code; an exception never shows its message or stack to a client. */

import type { Refusal } from '../../engine/base/refusal.js';
import type { Answer, AnswerBody, HeaderPair } from '../server/port.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

const JSON_HEADER: HeaderPair = ['Content-Type', JSON_TYPE];

/** An answer that is not a plain JSON value with status 200: another status or type, more headers, or a stream. */
export class Content {
  constructor(
    readonly contentType: string,
    readonly body: AnswerBody,
    readonly status = 200,
    readonly headers: readonly HeaderPair[] = [],
  ) {}
}

/** An answer too large to hold: pulled while the client reads, ended when the client disconnects. */
export const streamed = (contentType: string, body: AsyncIterable<Uint8Array>): Content =>
  new Content(contentType, body);

/** @param more headers of every answer; a header of the content with the same name takes precedence. */
export function contentAnswer(
  { contentType, headers, status, body }: Content,
  more: readonly HeaderPair[] = [],
): Answer {
  const own = new Set(headers.map(([name]) => name));
  const others = own.size === 0 ? more : more.filter(([name]) => !own.has(name));
  return { status, headers: [['Content-Type', contentType], ...headers, ...others], body };
}

export const jsonAnswer = (value: unknown, status = 200, more: readonly HeaderPair[] = []): Answer => ({
  status,
  headers: [JSON_HEADER, ...more],
  body: JSON.stringify(value),
});

export function refusalAnswer(refusal: Refusal, more: readonly HeaderPair[] = []): Answer {
  const { code, message, retryAfterSeconds, lowestHeight, status } = refusal;
  const headers: readonly HeaderPair[] =
    retryAfterSeconds === undefined ? more : [['Retry-After', String(Math.ceil(retryAfterSeconds))], ...more];
  const lowest = lowestHeight === undefined ? {} : { lowest_height: lowestHeight };
  return jsonAnswer({ success: false, error: message, code, ...lowest }, status, headers);
}

export const internalAnswer = (more: readonly HeaderPair[] = []): Answer =>
  jsonAnswer({ success: false, error: 'internal error', code: 'internal' }, 500, more);
