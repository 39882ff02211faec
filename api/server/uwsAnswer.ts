/** Writing an answer to the native server's response object, status line and headers first.
 *  An answer without a body, or with a small one, is written whole; larger ones and streams go through an exchange,
 *  which waits for room in the socket. */

import type { HttpResponse } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import { bodyless, isStream } from './answers.js';
import type { Answer } from './port.js';

/** The library gathers what is written within one callback in a buffer of 16 KiB. A body beyond it may meet a full
 *  socket halfway, which only an exchange handles without a copy. */
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

/** A string has at least one byte of UTF-8 per UTF-16 unit and at most three; in between its bytes are counted. */
function fitsWhole(body: string | Uint8Array): boolean {
  if (body.length > WHOLE_BODY_BYTES) return false;
  return typeof body !== 'string' || body.length * 3 <= WHOLE_BODY_BYTES || Buffer.byteLength(body) <= WHOLE_BODY_BYTES;
}

/** `begun`: the head has left, and the body has to wait until the client has taken what it was sent before; `none`: nothing was
 *  written. `cut`: the connection is gone. */
export type Written = 'whole' | 'begun' | 'none' | 'cut';

/** Writes answers that need no waiting; the caller has the response corked.
 *
 *  The library keeps what the socket does not take, without a bound and without saying so: a client that sends request after
 *  request and reads nothing would have all its answers kept. So bodies are written in the one way that says whether the
 *  socket is full. A small answer then waits as a large one does, and the connection ends with the next request on it.
 *  @param closing the connection ends after this answer; the library reads nothing more from it. */
export function writeWhole(response: HttpResponse, answer: Answer, method: string, closing: boolean): Written {
  const { body } = answer;
  if (bodyless(answer.status)) {
    writeHead(response, answer);
    if (closing) response.writeHeader('Connection', 'close');
    // Without arguments: with a reported length or a wish to close, this version never ends the answer.
    response.endWithoutBody();
    return 'whole';
  }
  if (method === 'HEAD') return writeHeadOnly(response, answer, closing);
  if (body !== undefined && (isStream(body) || !fitsWhole(body))) return 'none';
  writeHead(response, answer);
  if (closing) {
    response.end(body, true);
    return 'whole';
  }
  const whole = body ?? '';
  const [, complete] = response.tryEnd(whole, Buffer.byteLength(whole));
  return complete ? 'whole' : 'begun';
}

/** The head of an answer whose body the client does not want. Nothing of it can wait: a client that has not even taken the
 *  heads before is not reading. */
function writeHeadOnly(response: HttpResponse, answer: Answer, closing: boolean): Written {
  const { body } = answer;
  writeHead(response, answer);
  if (closing) response.writeHeader('Connection', 'close');
  if (body !== undefined && isStream(body)) {
    response.endWithoutBody();
    return 'whole';
  }
  // Writes the length, and nothing of the body; the library then calls the answer unfinished until it is ended.
  const [hasRoom] = response.tryEnd('', body === undefined ? 0 : Buffer.byteLength(body));
  if (!hasRoom) {
    response.close();
    return 'cut';
  }
  if (body !== undefined && body.length > 0) response.endWithoutBody();
  return 'whole';
}

/** Writes an answer that must be short and end here, such as a refusal of a handshake. @returns false when it is too long. */
export function writeShort(response: HttpResponse, answer: Answer, method: string, closing: boolean): boolean {
  const written = writeWhole(response, answer, method, closing);
  if (written === 'begun') response.close();
  return written !== 'none';
}
