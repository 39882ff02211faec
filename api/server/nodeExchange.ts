/** One request of node:http that is not answered whole within its callback: its body is still arriving, its handler waits, or
 *  its answer is large or a stream.
 *
 *  In the end exactly one of answered and aborted happens, and `done` runs once. The rest of a body that was answered
 *  early is read and dropped, so that the connection can be used again; the pace of bodies says for how long. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyless, brokenHandlerAnswer, endStream, isStream } from './answerParts.js';
import { type BodyBudget, BodyCollector, type BodyMemory } from './body.js';
import type { ConnectionBodies, PacedBody } from './bodyPace.js';
import { Linger } from './linger.js';
import type { NodeRequest } from './nodeRequest.js';
import type { Answer, BodyWanted, ServerSettings } from './port.js';

/** Larger bodies go through an exchange, which knows when they have left. */
const WHOLE_BODY_BYTES = 12 * 1024;

/** Bytes written at a time: the library reports only whole writes as taken by the client, and the pace of readers needs
 *  smaller steps. The other adapter's pieces are as large. */
const WRITE_BYTES = 16 * 1024;

/** The library's form of header lines. */
function headerLines(answer: Answer): string[] {
  const lines: string[] = [];
  for (const [name, value] of answer.headers) lines.push(name, value);
  return lines;
}

/** Writes the answer when it needs no waiting.
 *  @param closing the connection ends after this answer.
 *  @returns false, with nothing written, when it has to go through an exchange.
 *  @throws Error of the library for a header that cannot be written. */
export function writeWhole(response: ServerResponse, answer: Answer, method: string, closing: boolean): boolean {
  const { body, status } = answer;
  const hasBody = !bodyless(status) && method !== 'HEAD';
  if (hasBody && (isStream(body) || (body?.length ?? 0) > WHOLE_BODY_BYTES)) return false;
  writeHeld(response, answer, closing);
  return true;
}

/** Everything but a stream; a stream's head for HEAD. */
function writeHeld(response: ServerResponse, answer: Answer, closing: boolean): void {
  const { body, status } = answer;
  const lines = headerLines(answer);
  const stream = isStream(body);
  if (!stream && !bodyless(status)) lines.push('Content-Length', String(body ? Buffer.byteLength(body) : 0));
  if (closing) response.shouldKeepAlive = false;
  response.writeHead(status, lines);
  response.end(stream ? undefined : body);
}

export interface NodeExchangeServer {
  readonly settings: ServerSettings;
  readonly budget: BodyBudget;
  readonly memory: BodyMemory;
  readonly bodies: ConnectionBodies;
  readonly stopping: boolean;
  /** What the connection holds for its client has changed. */
  holds(): void;
  readonly report: (error: unknown, where: string) => void;
  done(exchange: NodeExchange): void;
}

export class NodeExchange {
  #open = true;
  #body: BodyCollector | undefined;
  #wake: (() => void) | undefined;
  #iterator: AsyncIterator<Uint8Array> | undefined;
  #heldBytes = 0;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly request: NodeRequest,
    private readonly server: NodeExchangeServer,
  ) {
    response.on('finish', () => this.#close());
    response.on('drain', () => this.#wake?.());
  }

  /** Bytes of the answer that the connection has no room for. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Whether its client still sends the body that the handler waits for. */
  get receiving(): boolean {
    return this.#body !== undefined;
  }

  /** Whether all of the answer was given to the library. */
  get isGiven(): boolean {
    return this.response.writableEnded;
  }

  /** Collects the body, then answers. */
  receive(wanted: BodyWanted): void {
    const body = new BodyCollector(
      wanted.limit,
      this.server.budget,
      this.request.header('content-length'),
      this.server.settings.clientOf(this.request),
      wanted.isLent ? this.server.memory : undefined,
    );
    const incoming = this.incoming;
    const answer = (): void => {
      this.#body = undefined;
      this.#answerWith(() => wanted.answer(body.take(), () => body.giveBack()));
    };
    this.#body = body;
    // The connection ends with the answer, which then waits for the rest of the body.
    const lingers = !this.response.shouldKeepAlive;
    const paced = pacedBody(incoming, () => this.#body === undefined);
    this.server.bodies.watch(paced);
    let linger = body.failure && lingers ? new Linger(answer) : undefined;
    incoming.on('data', (chunk: Buffer) => {
      paced.received += chunk.length;
      if (!this.#body) return;
      body.add(chunk);
      if (!body.failure) return;
      if (lingers) {
        linger ??= new Linger(answer);
        linger.take(chunk.length);
      } else {
        answer();
        this.server.bodies.watch(paced);
      }
    });
    incoming.on('end', () => {
      this.server.bodies.release(paced);
      if (linger) linger.over();
      else if (this.#body) answer();
    });
    incoming.on('close', () => {
      this.server.bodies.release(paced);
      linger?.over();
    });
    if (body.failure && !lingers) answer();
  }

  answerAtOnce(answer: Answer): void {
    this.#answerWith(() => answer);
  }

  /** Answers when `pending` settles. */
  answerLater(pending: Promise<Answer>): void {
    pending.then((answer) => this.answer(answer)).catch((error: unknown) => this.#broken(error));
  }

  answer(answer: Answer): void {
    const { body } = answer;
    if (!this.#open) {
      if (isStream(body)) this.#end(body[Symbol.asyncIterator]());
      return;
    }
    const headOnly = bodyless(answer.status) || this.request.method === 'HEAD';
    if (isStream(body) && !headOnly) {
      void this.#stream(answer, body);
      return;
    }
    if (!headOnly && body !== undefined && !isStream(body) && body.length > WHOLE_BODY_BYTES) {
      void this.#large(answer, typeof body === 'string' ? Buffer.from(body) : body);
      return;
    }
    writeHeld(this.response, answer, this.server.stopping);
    if (isStream(body)) this.#end(body[Symbol.asyncIterator]());
    else if (!headOnly && body) this.#hold(this.response.socket ? 0 : body.length);
  }

  /** The connection ended before the answer was complete. */
  aborted(): void {
    if (!this.#open) return;
    this.#body?.release();
    this.#body = undefined;
    this.#close();
    this.request.abort(this.server.report);
    this.#wake?.();
    if (this.#iterator) this.#end(this.#iterator);
  }

  #answerWith(produce: () => Answer | Promise<Answer>): void {
    try {
      const outcome = produce();
      if (outcome instanceof Promise) this.answerLater(outcome);
      else this.answer(outcome);
    } catch (error) {
      this.#broken(error);
    }
  }

  #broken(error: unknown): void {
    this.server.report(error, `answer to ${this.request.method} ${this.request.path}`);
    if (this.response.headersSent) this.incoming.socket.destroy();
    else this.answer(brokenHandlerAnswer);
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.server.done(this);
  }

  /** A body of unknown length, pulled one item at a time while the connection has room. Nothing is written before the
   *  first item, so that a stream that cannot start is answered as an error; one that breaks later ends with its
   *  connection, and the client sees an incomplete answer. */
  async #stream(answer: Answer, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { response, server } = this;
    try {
      const iterator = body[Symbol.asyncIterator]();
      this.#iterator = iterator;
      let item = await iterator.next();
      if (this.#open) {
        if (server.stopping) response.shouldKeepAlive = false;
        response.writeHead(answer.status, headerLines(answer));
      }
      while (this.#open && !item.done) {
        await this.#write(item.value);
        if (this.#open) item = await iterator.next();
      }
      this.#iterator = undefined;
      if (this.#open) response.end();
    } catch (error) {
      this.#iterator = undefined;
      server.report(error, `stream of ${this.request.path}`);
      if (response.headersSent) this.incoming.socket.destroy();
      else this.answer(brokenHandlerAnswer);
    }
  }

  /** A body of known length, as slow as its client reads. */
  async #large(answer: Answer, body: Uint8Array): Promise<void> {
    const { response, server } = this;
    try {
      if (server.stopping) response.shouldKeepAlive = false;
      response.writeHead(answer.status, [...headerLines(answer), 'Content-Length', String(body.length)]);
      await this.#write(body);
      if (this.#open) response.end();
    } catch (error) {
      this.#broken(error);
    }
  }

  /** Writes `bytes` piece by piece, each after the previous one has left. */
  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && this.#open; at += WRITE_BYTES) {
      if (this.response.write(bytes.subarray(at, at + WRITE_BYTES))) continue;
      this.#hold(Math.max(0, bytes.length - at - WRITE_BYTES));
      if (this.#open) await this.#room();
    }
    this.#hold(0);
  }

  #hold(bytes: number): void {
    if (!this.#open) return;
    this.#heldBytes = bytes;
    this.server.holds();
  }

  /** Resolves when everything written has left the process, or the client has disconnected. */
  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  #end(iterator: AsyncIterator<Uint8Array>): void {
    this.#iterator = undefined;
    endStream(iterator, (error) => this.server.report(error, `end of ${this.request.path}`));
  }
}

/** Reads and drops the body of a request that was answered without it, at its pace. */
export function dropBody(incoming: IncomingMessage, bodies: ConnectionBodies): void {
  const paced = pacedBody(incoming, () => true);
  bodies.watch(paced);
  incoming.on('end', () => bodies.release(paced));
  incoming.on('close', () => bodies.release(paced));
  incoming.resume();
}

/** Resolves when the body is over, pauses, or more of it has arrived than is worth waiting for; its reader drops it. */
export const bodyOver = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const linger = new Linger(resolve);
    incoming.on('data', (chunk: Buffer) => linger.take(chunk.length));
    for (const event of ['end', 'close']) incoming.on(event, () => linger.over());
  });

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function pacedBody(incoming: IncomingMessage, unwanted: () => boolean): PacedBody & { received: number } {
  const { socket } = incoming;
  return {
    received: 0,
    get unwanted() {
      return unwanted();
    },
    cut: () => socket.destroy(),
  };
}
