/** A request of the native server behind the port.
 *
 *  The library's request lives on the stack of its callback: headers, query and address are read from it directly
 *  while the handler runs, so a request answered at once copies only what its handler asked for. A request that is
 *  answered later calls `detach` first, which copies all of it. */

import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { MAX_HEADERS } from './answerParts.js';
import type { ServerRequest } from './port.js';
import { addressText } from './remoteAddress.js';

/** The library checks only the length of the value, and ends the connection with the answer. */
const endsConnection = (connection: string): boolean => connection.length === 'close'.length;

/** One set of notes and one function for all requests: the library calls back before it returns. Visiting every header costs
 *  0.7 us; the library offers no other way to see a second line of the same name. */
const noted = { headers: 0, hosts: 0, host: '', lengths: 0 };

const note = (name: string, value: string): void => {
  noted.headers++;
  if (name === 'host') {
    noted.hosts += value.includes(',') ? 2 : 1;
    noted.host = value;
  } else if (name === 'content-length') noted.lengths++;
};

export class UwsRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  #live: HttpRequest | undefined;
  #response: HttpResponse | undefined;
  #query: string | undefined;
  #address: string | undefined;
  /** Whether it has more than `MAX_HEADERS` header lines: the library's newer build reads up to 98. */
  readonly hasTooManyHeaders: boolean;
  /** Whether it names more than one host: in two lines, which the library's older build lets pass, or in one. */
  readonly namesHosts: boolean;
  /** Whether it gives the length of its body twice, which the library's older build lets pass: it would read the rest of the
   *  body as another request. */
  readonly repeatsLength: boolean;
  readonly #host: string;
  #headers: Map<string, string> | undefined;
  /** Joined values of those that came in several lines. */
  #repeated: Map<string, string> | undefined;
  #aborted = false;
  #hooks: (() => void)[] | undefined;

  constructor(request: HttpRequest, response: HttpResponse) {
    this.#live = request;
    this.#response = response;
    noted.headers = 0;
    noted.hosts = 0;
    noted.host = '';
    noted.lengths = 0;
    request.forEach(note);
    this.hasTooManyHeaders = noted.headers > MAX_HEADERS;
    this.namesHosts = noted.hosts > 1;
    this.repeatsLength = noted.lengths > 1;
    this.#host = noted.host;
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
  }

  get query(): string {
    this.#query ??= this.#live?.getQuery();
    return this.#query ?? '';
  }

  get remoteAddress(): string {
    if (this.#response) this.#address ??= addressText(new Uint8Array(this.#response.getRemoteAddress()));
    return this.#address ?? '';
  }

  header(name: string): string {
    if (name === 'host') return this.#host;
    if (this.#live) return this.#live.getHeader(name);
    return this.#headers?.get(name) ?? '';
  }

  joinedHeader(name: string): string {
    if (!this.#live) return this.#repeated?.get(name) ?? this.header(name);
    const lines: string[] = [];
    this.#live.forEach((key, value) => {
      if (key === name) lines.push(value);
    });
    return lines.join(', ');
  }

  /** A body follows, and the connection ends with the answer: an answer before the body is read could be lost. Known
   *  only while the handler runs. */
  get endsUnread(): boolean {
    if (this.method === 'GET' || this.method === 'HEAD') return false;
    return this.isLast && (this.header('transfer-encoding') !== '' || Number(this.header('content-length')) > 0);
  }

  /** The connection ends with the answer. Known only while the handler runs. */
  get isLast(): boolean {
    return endsConnection(this.header('connection'));
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  onAbort(hook: () => void): void {
    if (this.#hooks) this.#hooks.push(hook);
    else this.#hooks = [hook];
  }

  /** Copies what the library frees when its callback returns. */
  detach(): void {
    const live = this.#live;
    if (!live) return;
    this.#query ??= live.getQuery();
    this.#address = this.remoteAddress;
    const headers = new Map<string, string>();
    live.forEach((name, value) => {
      const before = headers.get(name);
      if (before === undefined) headers.set(name, value);
      else {
        this.#repeated ??= new Map();
        this.#repeated.set(name, `${this.#repeated.get(name) ?? before}, ${value}`);
      }
    });
    this.#headers = headers;
    this.release();
  }

  /** The request has been answered, or its memory is about to be freed. */
  release(): void {
    this.#live = undefined;
    this.#response = undefined;
  }

  /** Called by the adapter, once. */
  abort(report: (error: unknown, where: string) => void): void {
    this.#aborted = true;
    for (const hook of this.#hooks ?? []) {
      try {
        hook();
      } catch (error) {
        report(error, `abort of ${this.path}`);
      }
    }
    this.#hooks = undefined;
  }
}
