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

/** Writes answers that need no waiting; the caller has the response corked.
 *  @param closing the connection ends after this answer.
 *  @returns false, with nothing written, when the body has to go through an exchange. */
export function writeWhole(response: HttpResponse, answer: Answer, method: string, closing: boolean): boolean {
  const { body } = answer;
  if (bodyless(answer.status) || method === 'HEAD') {
    writeHead(response, answer);
    if (!bodyless(answer.status) && (body === undefined || !isStream(body)))
      response.writeHeader('Content-Length', String(body === undefined ? 0 : Buffer.byteLength(body)));
    if (closing) response.writeHeader('Connection', 'close');
    // Without arguments: with a reported length or a wish to close, this version never ends the answer.
    response.endWithoutBody();
    return true;
  }
  if (body !== undefined && (isStream(body) || !fitsWhole(body))) return false;
  writeHead(response, answer);
  response.end(body, closing);
  return true;
}
