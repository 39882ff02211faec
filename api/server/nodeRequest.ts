/** A request of node:http behind the port. */

import type { IncomingMessage } from 'node:http';
import type { ServerRequest } from './port.js';

/** A request target as a path: proxies may send the whole URL, and OPTIONS an asterisk (RFC 9112, 3.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = target.indexOf('://');
  if (authority < 0) return `/${target}`;
  const path = target.slice(authority + 3).search(/[/?]/);
  if (path < 0) return '/';
  const rest = target.slice(authority + 3 + path);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether a request names more than one host: in two lines, of which the library shows the first, or in one. */
export function namesHosts({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host?.includes(',')) return true;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

export class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  #aborted = false;
  #hooks: (() => void)[] | undefined;

  constructor(
    private readonly incoming: IncomingMessage,
    readonly remoteAddress: string,
  ) {
    const target = originForm(incoming.url ?? '/');
    const mark = target.indexOf('?');
    this.method = incoming.method ?? '';
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? '' : target.slice(mark + 1);
  }

  header(name: string): string {
    const value = this.incoming.headers[name];
    if (value === undefined) return '';
    if (typeof value !== 'string') return value[0] ?? '';
    // The library joins what was sent in several lines; the first of them is wanted.
    return value.includes(', ') ? this.#firstLine(name) : value;
  }

  joinedHeader(name: string): string {
    return this.incoming.headersDistinct[name]?.join(', ') ?? '';
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  onAbort(hook: () => void): void {
    if (this.#hooks) this.#hooks.push(hook);
    else this.#hooks = [hook];
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

  #firstLine(name: string): string {
    const lines = this.incoming.rawHeaders;
    for (let at = 0; at < lines.length; at += 2) if (lines[at]?.toLowerCase() === name) return lines[at + 1] ?? '';
    return '';
  }
}
