/** The clients of the bench of the stream, in their own thread: they count frames and keep none.
 *
 *  In: where to connect, how many, and how many frames to expect. Out: a message when all are connected, and one each
 *  time the expected number has come. Frames are found by their headers in the raw bytes (RFC 6455, 5.2): a client library
 *  would take more of the machine than the measured server. */

import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../engine/base/refusal.js';

export type ClientMessage = { readonly expect: number } | { readonly end: true };

if (!parentPort) throw new InvariantError('the clients run as a thread only');
const parent = parentPort;
const { port, count, path } = workerData as { readonly port: number; readonly count: number; readonly path: string };

let expected = Number.POSITIVE_INFINITY;
let seen = 0;
const check = (): void => {
  if (seen < expected) return;
  expected = Number.POSITIVE_INFINITY;
  parent.postMessage('received');
};

const HANDSHAKE_END = '\r\n\r\n';
const LONG = 127;
const MEDIUM = 126;

/** Bytes of the frame that begins here, or undefined while its header is incomplete. Server frames are not masked. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 0x7f;
  if (short < MEDIUM) return 2 + short;
  if (short === MEDIUM) return bytes.length < 4 ? undefined : 4 + bytes.readUInt16BE(2);
  return bytes.length < 10 || short !== LONG ? undefined : 10 + Number(bytes.readBigUInt64BE(2));
}

class Counter {
  /** Bytes of the current frame that are still missing. */
  #left = 0;
  #head: Buffer = Buffer.alloc(0);

  take(data: Buffer): void {
    let rest = data;
    while (rest.length > 0) {
      const skipped = Math.min(this.#left, rest.length);
      this.#left -= skipped;
      rest = rest.subarray(skipped);
      if (skipped > 0 && this.#left === 0) seen++;
      if (this.#left > 0 || rest.length === 0) continue;
      this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, rest]) : rest;
      const length = frameLength(this.#head);
      if (length === undefined) return;
      rest = this.#head;
      this.#head = Buffer.alloc(0);
      this.#left = length;
    }
    check();
  }
}

function connect(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const counter = new Counter();
    let greeting = '';
    const shake = (data: Buffer): void => {
      greeting += data.toString('latin1');
      if (!greeting.includes(HANDSHAKE_END)) return;
      socket.off('data', shake);
      socket.on('data', (bytes: Buffer) => counter.take(bytes));
      resolve(socket);
    };
    socket.on('error', reject);
    socket.on('data', shake);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  });
}

const sockets: Socket[] = [];
while (sockets.length < count) sockets.push(await connect());
parent.on('message', (message: ClientMessage) => {
  if ('expect' in message) {
    seen = 0;
    expected = message.expect;
    return;
  }
  for (const socket of sockets) socket.destroy();
  parent.close();
});
parent.postMessage('connected');
