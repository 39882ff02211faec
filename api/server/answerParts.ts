/** What every adapter has to know about an answer, whatever its library. */

import type { Answer, AnswerBody } from './port.js';

/** The answer when a handler threw; the error itself goes to the log. */
export const brokenHandlerAnswer: Answer = { status: 500, headers: [] };

/** The answer of a busy server whose application has set none of its own. */
export const busyAnswer: Answer = { status: 503, headers: [] };

/** The same for a request that names two hosts. */
export const ambiguousAnswer: Answer = { status: 400, headers: [] };

/** Most header lines of a request. The older build of the native server reads no more; one figure for every server. */
export const MAX_HEADERS = 49;

export const tooManyHeadersAnswer: Answer = { status: 431, headers: [] };

export const isStream = (body: AnswerBody | undefined): body is AsyncIterable<Uint8Array> =>
  body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);

/** 204 and 304 have no body and no Content-Length (RFC 9110, 15.3.5 and 15.4.5). */
export const bodyless = (status: number): boolean => status === 204 || status === 304;

/** Ends a stream before its end, so that its producer releases what it holds.
 *  @param broken receives what its `return()` throws. */
export function endStream(iterator: AsyncIterator<Uint8Array>, broken: (error: unknown) => void): void {
  try {
    iterator.return?.().then(undefined, broken);
  } catch (error) {
    broken(error);
  }
}
