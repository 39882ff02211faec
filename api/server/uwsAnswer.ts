/** Writing an answer to the native server's response object, status line and headers first.
 *  An answer without a body, or with a small one, is written whole; larger ones and streams go through an exchange,
 *  which waits for room in the socket. */

import type { HttpResponse } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import { bodyless, isStream } from './answerParts.js';
import type { Answer, HeaderPair } from './port.js';

/** The library gathers what is written within one callback in a buffer of 16 KiB. With a larger body the socket may become
 *  full halfway, which only an exchange handles without a copy. */
export const WHOLE_BODY_BYTES = 12 * 1024;

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (!line) {
    line = `${status} ${STATUS_CODES[status] ?? 'Status'}`;
    statusLines.set(status, line);
  }
  return line;
}

export function writeHead(response: HttpResponse, answer: Answer): void {
  response.writeStatus(statusLine(answer.status));
  for (const [name, value] of answer.headers) response.writeHeader(name, value);
}

/** Bytes of a body. A string has at least one byte of UTF-8 per UTF-16 unit, so a string that is too long is not measured. */
const bytesIn = (body: string | Uint8Array): number =>
  body.length > WHOLE_BODY_BYTES ? body.length : Buffer.byteLength(body);

/** `begun`: the head has left, and the body has to wait until the client has taken what it was sent before; `none`: nothing was
 *  written. */
export type Written = 'whole' | 'begun' | 'none';

/** Writes answers that need no waiting; the caller has the response corked.
 *
 *  The library keeps what the socket does not take, without a bound and without saying so: it would keep all answers to a client
 *  that sends request after request and reads nothing. So bodies are written with the one method that reports a full
 *  socket. A small answer then waits as a large one does, and the connection ends with the next request on it.
 *  @param closing the connection ends after this answer; the library reads nothing more from it. */
export function writeWhole(response: HttpResponse, answer: Answer, method: string, closing: boolean): Written {
  const { body } = answer;
  if (bodyless(answer.status) || method === 'HEAD') {
    writeHeadOnly(response, answer, closing);
    return 'whole';
  }
  if (body !== undefined && isStream(body)) return 'none';
  const bytes = body === undefined ? 0 : bytesIn(body);
  if (bytes > WHOLE_BODY_BYTES) return 'none';
  writeHead(response, answer);
  if (closing) {
    response.end(body, true);
    return 'whole';
  }
  const [, complete] = response.tryEnd(body ?? '', bytes);
  return complete ? 'whole' : 'begun';
}

/** An answer without a body ends its connection at random, once in `onceIn`, after the first `after` answers. The library does not
 *  report whether the socket has taken such an answer, so a client that reads none of them could make it keep them for ever.
 *  This way it gets about 256 of them, 100 KB, and cannot know which connection ends. Other clients just open a new one. */
const ENDING = { onceIn: 256, after: 1_024 } as const;

let bodylessAnswers = 0;

const endsByChance = (): boolean => ++bodylessAnswers > ENDING.after && Math.random() * ENDING.onceIn < 1;

/** An answer without a body. The length of a stream is not known, and 204 and 304 have no Content-Length. */
function writeHeadOnly(response: HttpResponse, answer: Answer, closing: boolean): void {
  const { body, headers, status } = answer;
  const lines: HeaderPair[] = [...headers];
  if (!bodyless(status) && (body === undefined || !isStream(body)))
    lines.push(['Content-Length', String(body === undefined ? 0 : Buffer.byteLength(body))]);
  const isLast = endsByChance();
  if (closing || isLast) lines.push(['Connection', 'close']);
  if (isLast) endWith(response, { status, headers: lines });
  else {
    writeHead(response, { status, headers: lines });
    // Without arguments: with a reported length or a wish to close, this version never ends the answer.
    response.endWithoutBody();
  }
}

/** Writes a whole head, and ends the connection after the head had its chance to leave. The library would end such an answer only
 *  with a length of its own, or leave the connection open. So the whole head is passed as a long status line of an unfinished
 *  answer, and the library takes no further request. */
function endWith(response: HttpResponse, { status, headers }: Answer): void {
  let isGone = false;
  response.onAborted(() => {
    isGone = true;
  });
  response.writeStatus([statusLine(status), ...headers.map(([name, value]) => `${name}: ${value}`), ''].join('\r\n'));
  setImmediate(() => {
    if (!isGone) response.close();
  });
}

/** Writes an answer that must be short and end here, such as a refusal of a handshake. @returns false when it is too long. */
export function writeShort(response: HttpResponse, answer: Answer, method: string, closing: boolean): boolean {
  const written = writeWhole(response, answer, method, closing);
  if (written === 'begun') response.close();
  return written !== 'none';
}
