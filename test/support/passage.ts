/** A server before another one, which a test can watch and close: each request passes, and its answer comes back. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  readonly method: string;
  readonly path: string;
}

export class Passage {
  readonly passed: Passing[] = [];
  /** Called with a request before it is passed on; false leaves it without an answer. */
  onRequest: (request: Passing) => boolean = () => true;
  /** Called when the other server has answered, before the answer goes back; false keeps it. */
  onAnswer: (request: Passing) => boolean = () => true;
  #waiting: (() => void)[] = [];

  private constructor(
    private readonly target: string,
    private readonly server: Server,
  ) {}

  static async open(target: string): Promise<Passage> {
    const server = createServer((request, response) => void passage.#serve(request, response));
    const passage = new Passage(target, server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return passage;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when the condition holds; it is looked at after each request. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const passing: Passing = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' };
    this.passed.push(passing);
    if (this.onRequest(passing)) {
      const headers = Object.entries(incoming.headers).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && !['host', 'connection', 'content-length'].includes(entry[0]),
      );
      const answer = await fetch(`${this.target}${passing.path}`, {
        ...{ method: passing.method, headers: Object.fromEntries(headers) },
        ...(body.length > 0 ? { body } : {}),
      });
      const text = await answer.text();
      if (this.onAnswer(passing)) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    }
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
