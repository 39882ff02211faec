/** HTTP as bytes: any request a socket can carry, well-formed or not, and what comes back within a bounded time.
 *
 *  In: the bytes of a request. Out: the first answer that is not 1xx, or that the connection was closed without one. A
 *  connection that neither answers nor closes in time is a hang, and an error. */

import net from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  /** Latin-1: bytes as they came, chunk frames included. */
  readonly body: string;
}

/** The longest that any answer may take. The node drops a stalled request after 10 s. */
const WAIT_MS = 20_000;

function parse(text: string, headOnly: boolean, ended: boolean): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]);
  if (status >= 100 && status < 200) return parse(text.slice(end + 4), headOnly, ended);
  const body = text.slice(end + 4);
  const length = /^content-length: *(\d+)/im.exec(headers)?.[1];
  const chunked = /^transfer-encoding: *chunked/im.test(headers);
  const bodyless = headOnly || status === 204 || status === 304;
  const complete =
    bodyless ||
    (chunked ? /(?:^|\r\n)0\r\n\r\n/.test(body) : length === undefined ? ended : body.length >= Number(length));
  return complete ? { status, headers, body: length === undefined ? body : body.slice(0, Number(length)) } : undefined;
}

/** @param pieces written one after another. @returns undefined when the connection was closed without an answer.
 *  @throws Error on a hang. */
export function exchangeRaw(
  port: number,
  pieces: readonly Uint8Array[],
  headOnly: boolean,
): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const finish = (settle: () => void): void => {
      clearTimeout(limit);
      socket.destroy();
      settle();
    };
    const limit = setTimeout(
      () => finish(() => reject(new Error(`no answer and no end within ${WAIT_MS} ms; so far ${text.slice(0, 200)}`))),
      WAIT_MS,
    );
    const look = (ended: boolean): void => {
      const answer = parse(text, headOnly, ended);
      if (answer || ended) finish(() => resolve(answer));
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      look(false);
    });
    socket.on('end', () => look(true));
    socket.on('close', () => look(true));
    // A node that refuses a request may reset the connection while the rest of it is still being written.
    socket.on('error', () => look(true));
    for (const piece of pieces) socket.write(piece);
  });
}
