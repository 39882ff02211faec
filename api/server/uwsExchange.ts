/** One request of the native server that is not answered within its callback: its body is still arriving, its handler
 *  waits, or its answer does not fit in the socket at once.
 *
 *  The library's rules: an abort handler is always there, the response is never touched after an abort or its end,
 *  chunks are copied, and what is written is corked. In the end exactly one of answered, cut or aborted happens, and
 *  `done` runs once. */

import type { HttpResponse } from 'uWebSockets.js';
import { brokenHandlerAnswer, endStream, isStream } from './answerParts.js';
import { type BodyBudget, BodyCollector, type BodyMemory } from './body.js';
import type { HeldBudget, Holder, Holding } from './heldBudget.js';
import { Linger } from './linger.js';
import type { Answer, BodyWanted, ServerSettings } from './port.js';
import type { PacedReader, ReaderPace } from './readerPace.js';
import { type Written, writeHead, writeWhole } from './uwsAnswer.js';
import type { UwsRequest } from './uwsRequest.js';

/** A piece of a stream with its chunk frame fits in the library's 16 KiB gathering buffer, so it leaves with one call
 *  and never takes the library's path in which a full socket truncates it. */
const STREAM_PIECE_BYTES = 16 * 1024 - 64;

export interface ExchangeServer {
  readonly settings: ServerSettings;
  readonly budget: BodyBudget;
  readonly memory: BodyMemory;
  readonly held: HeldBudget;
  readonly readers: ReaderPace;
  readonly stopping: boolean;
  readonly report: (error: unknown, where: string) => void;
  done(exchange: UwsExchange): void;
}

const bytesOf = (body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : new Uint8Array(0);

/** For an answer that ends its connection. When the socket takes an answer larger than the gathering buffer, the library closes
 *  the connection at once. Within its callback for bodies it would then read on in the bytes it has, and hand over a request on a
 *  socket that is freed. */
const afterCallback =
  (answer: () => void): (() => void) =>
  () =>
    void setImmediate(answer);

export class UwsExchange implements Holder, PacedReader {
  #open = true;
  #holding: Holding | undefined;
  /** Bytes of the answer that the socket has taken. */
  #taken = 0;
  #owed = 0;
  #body: BodyCollector | undefined;
  #writable: (() => void) | undefined;
  #iterator: AsyncIterator<Uint8Array> | undefined;
  /** `full`: the socket took only a part of what was written. `perhaps`: it reported that it takes bytes again; only
   *  another write shows how many. */
  #room: 'free' | 'full' | 'perhaps' = 'free';

  /** Address of the client, for the limits on connections. */
  readonly address: string;

  /** Must run within the library's request callback. */
  constructor(
    private readonly response: HttpResponse,
    private readonly request: UwsRequest,
    private readonly server: ExchangeServer,
  ) {
    this.address = request.remoteAddress;
    response.onAborted(() => this.#aborted());
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
    const afterAll = this.request.endsUnread;
    this.#body = body;
    const give = () => {
      // The client may have disconnected.
      if (!this.#body) return;
      this.#body = undefined;
      this.#answerWith(() => wanted.answer(body.take(), () => body.giveBack()));
    };
    const answer = this.request.isLast ? afterCallback(give) : give;
    this.request.detach();
    // A body that is certain to be refused is answered at once; the library reads and drops the rest, for 10 s at most.
    if (body.failure && !afterAll) {
      answer();
      return;
    }
    let linger = body.failure && this.#linger(answer);
    this.response.onData((chunk, isLast) => {
      if (!this.#body) return;
      body.add(new Uint8Array(chunk));
      if (body.failure && afterAll) linger ??= this.#linger(answer);
      linger?.take(chunk.byteLength);
      if (!isLast && (!body.failure || afterAll)) return;
      if (linger) linger.over();
      else answer();
    });
  }

  #linger(answer: () => void): Linger {
    const linger = new Linger(answer);
    this.request.onAbort(() => linger.over());
    return linger;
  }

  /** Drops the body, then answers: if the connection ends with the answer, unread bytes can destroy the answer
   *  (RFC 9112, 9.6). The library's pace of bodies and `linger.ts` bound the wait. */
  answerAfterBody(outcome: Answer | Promise<Answer>): void {
    this.request.detach();
    if (outcome instanceof Promise) outcome.catch(() => undefined);
    // A stream that nobody will read is ended when the client disconnects.
    const linger = this.#linger(afterCallback(() => this.#answerWith(() => outcome)));
    this.response.onData((chunk, isLast) => {
      linger.take(chunk.byteLength);
      if (isLast) linger.over();
    });
  }

  /** Answers when `pending` settles. */
  answerLater(pending: Promise<Answer>): void {
    this.request.detach();
    pending.then((answer) => this.answer(answer)).catch((error: unknown) => this.#broken(error));
  }

  answer(answer: Answer): void {
    if (!this.#open) {
      if (answer.body !== undefined && isStream(answer.body)) this.#discard(answer.body);
      return;
    }
    this.request.detach();
    const { body } = answer;
    let written: Written = 'none';
    this.response.cork(() => {
      written = writeWhole(this.response, answer, this.request.method, this.server.stopping);
    });
    if (!this.#open) {
      if (body !== undefined && isStream(body)) this.#discard(body);
    } else if ((written as Written) === 'whole') {
      this.#close();
      if (body !== undefined && isStream(body)) this.#discard(body);
    } else if ((written as Written) === 'begun') this.#rest(bytesOf(body));
    else if (body !== undefined && isStream(body)) void this.#stream(answer, body);
    else this.#large(answer, bytesOf(body));
  }

  /** Sends the rest of an answer that was given within the request's callback and that `writeWhole` could not finish. */
  goOn({ body }: Answer): void {
    this.request.detach();
    this.#rest(bytesOf(body));
  }

  // For the pace and the budget of readers.

  get taken(): number {
    return this.#taken;
  }

  get isOwed(): boolean {
    return this.#owed > 0;
  }

  evict(): void {
    this.cut();
  }

  /** Ends the connection whatever state it is in. */
  cut(): void {
    if (this.#open) this.response.close();
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
    this.answer(brokenHandlerAnswer);
  }

  #aborted(): void {
    this.#body?.release();
    this.#body = undefined;
    this.#close();
    this.request.release();
    this.request.abort(this.server.report);
    this.#writable?.();
    if (this.#iterator) this.#return(this.#iterator);
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#holding?.release();
    this.server.readers.release(this);
    this.server.done(this);
  }

  /** Sets the bytes that wait for the client now. May end the connection. */
  #owe(bytes: number): void {
    this.#owed = bytes;
    if (bytes > 0) {
      const { held, readers, settings } = this.server;
      this.#holding ??= held.open(settings.clientOf(this.request), this);
      readers.watch(this);
    }
    this.#holding?.set(bytes);
  }

  /** A body of known length: the library takes what the socket has room for and says where to continue. */
  #large(answer: Answer, body: Uint8Array): void {
    this.response.cork(() => {
      writeHead(this.response, answer);
      if (this.server.stopping) this.response.writeHeader('Connection', 'close');
    });
    this.#proceed(body, 0);
    if (this.#open) this.#rest(body);
  }

  /** Sends the rest of a body whose head has left, whenever the socket takes more of it. */
  #rest(body: Uint8Array): void {
    this.response.onWritable((offset) => {
      const accepted = this.#proceed(body, offset);
      if (this.#open) this.#moved(body, this.response.getWriteOffset());
      return accepted;
    });
    this.#moved(body, this.response.getWriteOffset());
  }

  #moved(body: Uint8Array, offset: number): void {
    this.#taken = offset;
    this.#owe(body.length - offset);
  }

  #proceed(body: Uint8Array, offset: number): boolean {
    let accepted = false;
    let complete = false;
    this.response.cork(() => {
      [accepted, complete] = this.response.tryEnd(body.subarray(offset), body.length);
    });
    if (complete) this.#close();
    return accepted;
  }

  /** A body of unknown length, pulled one item at a time. Nothing is written before the first item, so that a stream
   *  that cannot start is answered as an error; one that breaks later ends with its connection, and the client sees
   *  an incomplete answer. */
  async #stream(answer: Answer, body: AsyncIterable<Uint8Array>): Promise<void> {
    let begun = false;
    try {
      const iterator = body[Symbol.asyncIterator]();
      this.#iterator = iterator;
      this.response.onWritable(() => {
        if (this.#room === 'full') this.#room = 'perhaps';
        this.#owed = 0;
        if (this.#writable) this.#writable();
        // With nothing to write yet, an empty cork makes the library send what it holds.
        else this.response.cork(() => undefined);
        return true;
      });
      let item = await iterator.next();
      if (this.#open) this.response.cork(() => writeHead(this.response, answer));
      begun = true;
      while (this.#open && !item.done) {
        await this.#send(item.value);
        if (this.#open) item = await iterator.next();
      }
      this.#iterator = undefined;
      // The pace applies until the client has taken all of it.
      if (this.#open && this.#room === 'full') await this.#writableEvent();
      if (this.#open) {
        this.response.cork(() => this.response.end(undefined, this.server.stopping));
        this.#close();
      }
    } catch (error) {
      this.#iterator = undefined;
      this.server.report(error, `stream of ${this.request.path}`);
      if (begun) this.cut();
      else this.answer(brokenHandlerAnswer);
    }
  }

  /** Writes `bytes` piece by piece. The library keeps what the socket does not take, without a bound; so after a
   *  piece that did not fit, writes of one byte test for room until one fits. */
  async #send(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.length) {
      if (this.#room === 'full') {
        this.#owe(bytes.length - at + STREAM_PIECE_BYTES);
        if (this.#open) await this.#writableEvent();
      }
      if (!this.#open) return;
      const piece = bytes.subarray(at, at + (this.#room === 'free' ? STREAM_PIECE_BYTES : 1));
      this.response.cork(() => {
        this.#room = this.response.write(piece) ? 'free' : 'full';
      });
      at += piece.length;
      this.#taken += piece.length;
    }
    this.#owe(this.#room === 'full' ? STREAM_PIECE_BYTES : 0);
  }

  /** Resolves at the next writable event, or when the client disconnects. */
  #writableEvent(): Promise<void> {
    return new Promise((resolve) => {
      this.#writable = () => {
        this.#writable = undefined;
        resolve();
      };
    });
  }

  /** Ends a stream that nobody will read, so that its producer releases what it holds. */
  #discard(body: AsyncIterable<Uint8Array>): void {
    this.#return(body[Symbol.asyncIterator]());
  }

  #return(iterator: AsyncIterator<Uint8Array>): void {
    this.#iterator = undefined;
    endStream(iterator, (error) => this.server.report(error, `end of ${this.request.path}`));
  }
}
